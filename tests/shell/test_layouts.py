"""The shell with files of other tools: proposed by validate, accepted by --layout, written by convert."""

from __future__ import annotations

import pytest

from hero_core.reading import read
from tests.reading.exports import Vote, plain, renamed, toloka
from tests.support import shell

HISTORY = [
    Vote(f"old{n}", who, str((n + (who == "bo" and n < 2)) % 2), gold=str(n % 2))
    for n in range(10)
    for who in ("ana", "bo")
]  # fmt: skip
CURRENT = [Vote(f"new{n}", who, str(n % 2), "m1") for n in range(8) for who in ("ana", "bo")]


@pytest.fixture
def files(tmp_path):
    """The same two rounds in our columns and as exports; the history's gold in a file of its own."""
    truth = dict((vote.item, vote.gold) for vote in HISTORY)
    texts = {
        "history.csv": plain(HISTORY), "current.csv": plain(CURRENT), "now.tsv": toloka(CURRENT),
        "answer.csv": renamed("question", "worker", "answer")(HISTORY),
        "truth.csv": "question,truth\n" + "".join(f"{item},{gold}\n" for item, gold in truth.items()),
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_validate_proposes(files):
    """In words for a person and as data for a program."""
    said = shell("validate", files / "now.tsv")
    document = shell("validate", files / "now.tsv", "--json").document

    assert said.code == 2
    assert "--layout now.tsv:toloka" in said.err
    assert document["proposal"]["accept"] == "toloka"
    assert document["proposal"]["pairing"]["annotator_id"] == "ASSIGNMENT:worker_id"
    assert document["proposal"]["example"]["annotator_id"] == "ana"


def test_an_accepted_layout_gives_the_same_estimates(files):
    """And gold from its own file."""
    plainly = shell("estimate", "--history", files / "history.csv", "--current", files / "current.csv", "--json",
                    "--resamples", 0)  # fmt: skip
    exported = shell("estimate", "--history", files / "answer.csv", "--current", files / "now.tsv", "--json",
                     "--resamples", 0, "--layout", "answer.csv:question_worker", "--layout", "now.tsv:toloka",
                     "--gold", files / "truth.csv")  # fmt: skip

    assert exported.code == plainly.code == 0
    ours = {row["method"]: row["estimate"] for row in plainly.document["estimates"] if row["system"] is None}
    theirs = {row["method"]: row["estimate"] for row in exported.document["estimates"] if row["system"] is None}
    assert theirs == ours
    assert ours["hero1"] is not None


def test_convert_writes_our_columns(files):
    out = files / "votes.csv"

    said = shell("convert", files / "now.tsv", "-o", out, "--layout", "now.tsv:toloka", "--json")

    assert said.code == 0
    assert said.document["schema"] == "hero.convert/1"
    assert (said.document["rows"], said.document["output"]) == (16, str(out))
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    assert read(out).n_votes == 16


@pytest.mark.parametrize("output", ["now.tsv", "no such folder/votes.csv"])
def test_convert_refuses_a_bad_output(files, output):
    """Above all it never writes over its own input."""
    before = (files / "now.tsv").read_bytes()

    said = shell("convert", files / "now.tsv", "-o", files / output, "--layout", "*:toloka")

    assert said.code == 2
    assert output in said.err
    assert (files / "now.tsv").read_bytes() == before


def test_gold_needs_a_history(files):
    said = shell("estimate", "--current", files / "current.csv", "--gold", files / "truth.csv")

    assert said.code == 2
    assert "--history" in said.err
