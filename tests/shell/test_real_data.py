"""Eight real sets through the shell (where they are present): they run, and say what is special about them."""

from __future__ import annotations

import csv
import math
import os
from functools import cache

import pytest

from tests.exactness import slow
from tests.support import ROOT, Item, Items, Said, shell

FOLDER = ROOT.parent / "shared" / "data"
SETS = ("dices350", "duck", "llmbar", "mtbench", "pandalm", "rte", "wmt_sxs")

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="no folder of real data beside the project")


@cache
def answered(name: str, kind: str = "csv") -> Said:
    """One estimate of a set, with 50 resamples."""
    files = ("--history", FOLDER / name / f"history.{kind}", "--current", FOLDER / name / f"current.{kind}")
    return shell("estimate", *files, "--resamples", "50", "--json", "--quiet")


def check(said: Said) -> None:
    """Exit 0, finite numbers with bands of some width around them, votes without exception."""
    assert said.code == 0, said.err
    document = said.document
    assert {row["method"] for row in document["estimates"]} == {"mv", "ds", "mle", "hero1", "hero2", "pec"}
    for row in document["estimates"]:
        if row["method"] in ("mv", "ds", "pec"):
            assert row["estimate"] is not None
        if row["estimate"] is not None:
            assert math.isfinite(row["estimate"]) and row["high"] - row["low"] > 1e-3, row


@pytest.mark.parametrize("name", SETS)
def test_every_set_runs(name):
    """Exit 0 and numbers."""
    check(answered(name))


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("HERO_SLOW") != "1", reason="large; HERO_SLOW=1 runs it")
def test_the_large_set_runs():
    """Parquet, resampled from a real set."""
    check(answered("big_resampled", "parquet"))


def test_mtbench_reports_its_repeated_votes():
    """Several votes of one person on one answer, in both files, some of them contradicting."""
    found = [finding for finding in answered("mtbench").document["findings"] if "votes" in finding["code"]]

    assert {finding["file"] for finding in found} == {"history.csv", "current.csv"}
    assert {finding["code"] for finding in found} == {"repeated_votes", "conflicting_votes"}


def test_wmt_refuses_hero_in_words_and_runs_the_rest():
    """A history without any gold."""
    rows = [row for row in answered("wmt_sxs").document["estimates"] if row["method"] in ("mle", "hero1", "hero2")]

    assert {row["status"] for row in rows} == {"refused"}
    assert all("gold" in row["reason"] and "history.csv" in row["reason"] for row in rows)


@pytest.mark.parametrize("name", ["dices350", "rte", "llmbar", "duck"])
def test_hero_is_nearer_to_the_truth_than_the_vote_or_close_to_it(name):
    """Truth of the current items, for scoring only; 20% of the items have gold in the history."""
    with (FOLDER / name / "truth.csv").open(encoding="utf-8", newline="") as file:
        column = [float(row["gold_label"]) for row in csv.DictReader(file) if row["gold_label"]]
    truth = sum(column) / len(column)
    rows = {row["method"]: row["estimate"] for row in answered(name).document["estimates"] if row["system"] is None}

    assert abs(rows["hero1"] - truth) < max(abs(rows["mv"] - truth), 0.06)


@cache
def mtbench_items() -> Items:
    """The current round, every vote of it, read without the engine."""
    votes: dict[str, list[tuple[str, int]]] = {}
    system = {}
    with (FOLDER / "mtbench" / "current.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            votes.setdefault(row["item_id"], []).append((row["annotator_id"], int(row["label"])))
            system[row["item_id"]] = row["system"]
    return [Item(name, tuple(said), system=system[name]) for name, said in votes.items()]


def test_mtbench_by_the_released_recipe():
    """STABLEVAL as its authors released it: every vote kept, outcomes worth 0, .5, 1, pseudo-counts 0, .01, .01."""
    items = mtbench_items()
    posterior = slow.pec(items, 3, (0.0, 0.01, 0.01)).posterior
    credit = {item.name: 0.5 * row[1] + row[2] for item, row in zip(items, posterior, strict=True)}
    options = ("--methods", "pec", "--repeats", "keep", "--values", "0,0.5,1", "--resamples", "2", "--tol", "1e-10")
    said = shell("estimate", "--current", FOLDER / "mtbench" / "current.csv", "--json", "--max-iter", "20000", *options)

    assert said.document["counts"]["votes_used"] == sum(len(item.votes) for item in items)
    for row in said.document["estimates"]:
        own = [credit[item.name] for item in items if row["system"] in (None, item.system)]
        assert row["estimate"] == pytest.approx(sum(own) / len(own), abs=1e-6)
