"""Original files as published, beside the project: each gives votes after one option, or says what it is; skipped where
absent."""

from __future__ import annotations

import json

import pytest

from hero_core import estimate
from hero_core.errors import ReadError
from hero_core.reading import convert, propose, read
from tests.conftest import ROOT
from tests.reading.build import codes

RAW = ROOT.parent / "shared" / "raw"
VOTES = {
    "duck/answer.csv": ("question_worker", 108, 4212, 39),
    "mtbench_stableval/formatted_mtbench.csv": ("stableval", 960, 5974, 65),
    "pandalm/testset-v1.json": ("pandalm", 1998, 5994, 3),
    "wmt_sxs/sxs_mqm_generalMT2023_ende.head700.tsv": ("mqm", 64, 190, 4),
}
OTHERS = {
    "duck/truth.csv": "--gold truth.csv",
    "mtbench_stableval/question.jsonl": "questions",
    "pandalm/gpt-3.5-turbo-testset-v1.json": "zip archive",
}
pytestmark = pytest.mark.skipif(not RAW.is_dir(), reason="no folder of original files beside the project")


@pytest.mark.parametrize("path", VOTES)
def test_one_option_leads_to_an_estimate(path):
    """The proposal is right, and converting first gives the same."""
    layout, items, votes, annotators = VOTES[path]
    with pytest.raises(ReadError) as caught:
        read(RAW / path)
    assert codes(caught.value) == ["layout_proposed"]
    proposal = propose(RAW / path)
    assert proposal is not None and proposal.accept == layout

    file = read(RAW / path, layout=layout)
    again = read(convert(RAW / path, layout=layout)[0])
    result = estimate(None, file, methods=("mv",), resamples=0)

    assert (file.n_items, file.n_votes, file.n_annotators) == (items, votes, annotators)
    assert (again.label == file.label).all() and (again.item == file.item).all()
    assert 0 < result.to_frame()["estimate"].iloc[0] < 1


@pytest.mark.parametrize("path", OTHERS)
def test_a_companion_says_what_it_is(path):
    with pytest.raises(ReadError) as caught:
        read(RAW / path)

    assert codes(caught.value) == ["companion_file"]
    assert OTHERS[path] in str(caught.value)


def test_every_original_is_tried():
    files = {str(path.relative_to(RAW)) for path in RAW.glob("*/*")}

    assert files == VOTES.keys() | OTHERS.keys()


def test_gold_of_its_own_file_joins():
    file = read(RAW / "duck/answer.csv", role="history", layout="question_worker", gold=RAW / "duck/truth.csv")

    assert file.has_gold.all()


def test_pandalm_counts_are_those_of_the_file():
    """As many wins as verdicts that are no tie, as many ties twice."""
    rows = json.loads((RAW / "pandalm/testset-v1.json").read_text(encoding="utf-8"))
    ties = sum(row[name] == 0 for row in rows for name in ("annotator1", "annotator2", "annotator3"))

    file = read(RAW / "pandalm/testset-v1.json", layout="pandalm")

    assert [int((file.label == code).sum()) for code in range(3)] == [
        3 * len(rows) - ties,
        2 * ties,
        3 * len(rows) - ties,
    ]
