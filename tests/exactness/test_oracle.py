"""The shell against the answers of an independent implementation to eight data sets (where they lie beside us)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from tests.support import ROOT, process, shell

FOLDER = ROOT.parent / "shared" / "oracle"
CASES = sorted(path.stem for path in FOLDER.glob("*.json")) or ["none"]
OPTIONS = ("--json", "--quiet", "--tol", "1e-11", "--max-iter", "20000", "--pec-pseudocounts", "1,1,0.5")
METHODS = ("--methods", "mv,vote_share,ds,ds_hard,mle,hero1,hero2,pec")
EXACT = 1e-6

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="no folder of reference answers beside the project")
each_case = pytest.mark.parametrize("case", CASES)


def files(case: str) -> list[str | Path]:
    """The two options that name the files of a case."""
    return ["--history", FOLDER / f"{case}_history.csv", "--current", FOLDER / f"{case}_current.csv"]


@cache
def answers(case: str) -> dict:
    """The independent implementation's answers."""
    return json.loads((FOLDER / f"{case}.json").read_text(encoding="utf-8"))


@cache
def document(case: str, *more: str) -> dict:
    """Our document, from a process of its own unless an option is added."""
    run = shell if more else process
    said = run("estimate", *files(case), *OPTIONS, *METHODS, "--resamples", "0", *more)
    assert (said.code, said.out.count("\n")) == (0, 1), said.err
    return said.document


def shares(case: str, method: str, system: str | None = None, *more: str) -> list[float]:
    """Our class shares."""
    rows = document(case, *more)["estimates"]
    return next(row["class_shares"] for row in rows if (row["method"], row["system"]) == (method, system))


@each_case
def test_votes(case):
    """Majority vote and vote share."""
    expected = answers(case)

    assert shares(case, "mv") == pytest.approx(expected["majority_vote"], abs=1e-12)
    assert shares(case, "vote_share") == pytest.approx(expected["vote_share"], abs=1e-12)


@each_case
def test_dawid_skene(case):
    """Soft and hard."""
    expected = answers(case)["dawid_skene_current"]

    assert shares(case, "ds") == pytest.approx(expected["mu"], abs=EXACT)
    assert shares(case, "ds_hard") == pytest.approx(expected["hard_share"], abs=1e-12)


@each_case
def test_gold_only(case):
    """Rates from gold alone."""
    assert shares(case, "mle") == pytest.approx(answers(case)["gold_only"]["mu"], abs=EXACT)


@each_case
def test_history_rates(case):
    """The confusion matrix of each annotator."""
    expected = answers(case)
    ours = {row["annotator"]: row["confusion"] for row in document(case)["annotators"]}

    for name, confusion in zip(expected["annotators"], expected["history_em"]["conf"], strict=True):
        for row, other in zip(ours[name], confusion, strict=True):
            assert row == pytest.approx(other, abs=EXACT)


@each_case
def test_hero1(case):
    """The score equation with these rates."""
    assert shares(case, "hero1") == pytest.approx(answers(case)["hero1"]["mu"], abs=EXACT)


@each_case
@pytest.mark.parametrize(
    ("key", "options"),
    [("hero2", ()), ("hero2_shrunk", ("--hero2-weight", "finite")), ("hero2_ridge_0.1", ("--ridge", "0.1"))],
)
def test_hero2(case, key, options):
    """As published, with the finite-history weight, with a ridge; without covariates the same as HERO-1."""
    expected = answers(case).get(key) or answers(case)["hero1"]

    assert shares(case, "hero2", None, *options) == pytest.approx(expected["mu"], abs=EXACT)


@each_case
def test_pec(case):
    """Score of each system, and credit of each item."""
    expected = answers(case)["pec"]
    rows = document(case)["estimates"]
    ours = {row["system"]: row["estimate"] for row in rows if row["method"] == "pec"}
    scores = expected["score"] if len(expected["score"]) > 1 else {None: next(iter(expected["score"].values()))}
    said = shell("items", *files(case), *OPTIONS, "--method", "pec")
    credit = {row["item_id"]: row["credit"] for row in said.document["items"]}

    for system, score in scores.items():
        assert ours[system] == pytest.approx(score, abs=EXACT)
    assert credit == pytest.approx(expected["credit"], abs=EXACT)


@each_case
def test_systems(case):
    """The same numbers system by system, with the rates of the whole history."""
    expected = answers(case).get("per_system", {})
    rows = document(case)["estimates"]

    assert {row["system"] for row in rows} == {None, *expected}
    for system, parts in expected.items():
        assert shares(case, "mv", system) == pytest.approx(parts["majority_vote"], abs=1e-12)
        assert shares(case, "vote_share", system) == pytest.approx(parts["vote_share"], abs=1e-12)
        assert shares(case, "hero1", system) == pytest.approx(parts["hero1"]["mu"], abs=EXACT)


@each_case
def test_counts(case):
    """Items, annotators and gold are those of the files."""
    expected, counts = answers(case), document(case)["counts"]

    assert counts["items_used"] == expected["n_current"]
    assert counts["history_items"] == expected["n_history"]
    assert counts["gold_items"] == expected["n_gold"]
    means = {row["name"]: row["history_mean"] for row in document(case)["covariates"]}
    assert list(means.values()) == pytest.approx(expected["m_X"] or [], abs=1e-9)
