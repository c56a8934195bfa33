"""`hero trend`: the same numbers as in Python, in the same shape every time."""

from __future__ import annotations

from hero_core import read, trend
from tests.conftest import ROOT
from tests.support import shell

HISTORY, CURRENT = ROOT / "demo_data/history.csv", ROOT / "demo_data/current.csv"


def test_the_document_holds_points_gold_rates_and_slopes():
    """hero.trend/1, finite numbers or null."""
    said = shell("trend", "--history", HISTORY, "--current", CURRENT, "--methods", "mv,hero1", "--json", "--quiet")

    assert said.code == 0
    document = said.document
    found = trend(read(HISTORY, role="history"), read(CURRENT), methods=("mv", "hero1"))
    assert document["schema"] == "hero.trend/1"
    assert document["rounds"] == ["r1", "r2", "r3", "r4", "r5"] and document["current"] == "r5"
    assert [point["estimate"] for point in document["points"]] == [point.estimate for point in found.points]
    assert {*document} >= {"classes", "values", "systems", "methods", "gold", "rates", "slopes", "findings",
                           "provenance"}  # fmt: skip
    assert document["points"][1]["status"] == "refused" and document["points"][1]["estimate"] is None
    assert document["slopes"][0]["annotator"] == found.slopes[0].annotator


def test_without_a_current_round_the_history_is_enough():
    """Its rounds are a trend by themselves; --slopes prints the annotators."""
    said = shell("trend", "--history", HISTORY, "--slopes", "--quiet")

    assert said.code == 0
    assert said.out.split()[:3] == ["annotator", "true_class", "votes"] and "vendor_b_3" in said.out
    assert shell("trend", "--history", HISTORY, "--json", "--quiet").document["provenance"]["current"] is None


def test_one_round_is_refused_in_words(tmp_path):
    """Exit 2, a sentence, no traceback."""
    said = shell("trend", "--history", ROOT / "demo_data/graded_history.csv", "--json", "--quiet")

    assert said.code == 2 and said.document["accepted"] is False
    assert "A trend needs at least two rounds; graded_history.csv has 1 in its column round." in said.err
