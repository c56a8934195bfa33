"""Ranks with ranges, the chance of being best, and a system against a target."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core import SettingsError, against_target, estimate, probability_best, simulate, standings
from hero_core.results import EstimateResult
from tests.recovery.rounds import annotations as read_table
from tests.support import Item, annotations

RESAMPLES = 200


def voted(shares: dict[str, float], count: int = 100, **options: object) -> EstimateResult:
    """One sure annotator; each system has this share of ones."""
    items = [Item(f"{name}{n}", (("a", int(n < share * count)),), system=name)
             for name, share in shares.items() for n in range(count)]  # fmt: skip
    return estimate(None, annotations(items), methods=("mv",), resamples=RESAMPLES, **options)


def test_clear_ranks_have_no_range():
    """Three systems far apart: 1, 2, 3 for sure, in either direction."""
    result = voted({"A": 0.9, "B": 0.5, "C": 0.1})
    rows = standings(result, method="mv")
    low = standings(result, method="mv", high_is_good=False)

    assert [(row.system, row.rank, row.rank_low, row.rank_high) for row in rows] == [
        ("A", 1, 1, 1), ("B", 2, 2, 2), ("C", 3, 3, 3)]  # fmt: skip
    assert [row.system for row in low] == ["C", "B", "A"]
    assert rows[0].probability_best == 1.0 and rows[2].probability_best == 0.0


def test_ties_share_a_rank_and_a_range():
    """Two equal leaders may each be first or second; the third cannot be."""
    rows = {row.system: row for row in standings(voted({"A": 0.8, "B": 0.8, "C": 0.2}), method="mv")}

    assert rows["A"].rank == rows["B"].rank == 1.5
    assert (rows["A"].rank_low, rows["A"].rank_high) == (1, 2)
    assert (rows["C"].rank_low, rows["C"].rank_high) == (3, 3)
    assert rows["A"].probability_best + rows["B"].probability_best == pytest.approx(1)


def test_analytic_ranks_agree_with_the_bootstrap():
    """Without resamples the draws come from the analytic errors: the same ranges, nearly the same chances."""
    rounds = simulate("base", rng=np.random.default_rng(3), n_systems=3, gap=0.05)
    files = read_table(rounds.history, "history"), read_table(rounds.current, "current")
    drawn, formula = (estimate(*files, methods=("hero1",), resamples=count) for count in (400, 0))
    ours, theirs = (probability_best(result, "hero1") for result in (drawn, formula))

    assert [row.rank_low for row in standings(drawn)] == [row.rank_low for row in standings(formula)]
    assert all(abs(ours[name] - theirs[name]) < 0.12 for name in ours)


def test_rank_ranges_hold_the_true_rank():
    """At least nine in ten rounds hold all three ranks of close systems (nominal 95% for each)."""
    held = 0
    for seed in range(30):
        rounds = simulate("base", rng=np.random.default_rng([5, seed]), n_systems=3, gap=0.08, n_current=200)
        files = read_table(rounds.history, "history"), read_table(rounds.current, "current")
        rows = {row.system: row for row in standings(estimate(*files, methods=("hero1",), resamples=0))}
        held += all(rows[name].rank_low <= 3 - n <= rows[name].rank_high for n, name in enumerate(("s1", "s2", "s3")))

    assert held >= 27


@pytest.mark.parametrize(("target", "state"), [(0.5, "above"), (0.95, "below"), (0.72, "too_close")])
def test_a_target_is_reached_or_not(target, state):
    """70 of 100, in three positions of the target."""
    found = against_target(voted({"A": 0.7, "B": 0.1}), target, system="A", method="mv")

    assert found.state == state
    assert found.probability_above is not None and (found.probability_above > 0.5) == (target < 0.7)


def test_all_items_together_have_a_target_too():
    """Without systems."""
    result = voted({"A": 0.7})

    assert against_target(result, 0.5, method="mv").state == "above"


def test_wrong_questions_are_refused():
    """In words."""
    result = voted({"A": 0.7, "B": 0.1})
    for options, words in (({"system": "Z"}, "no system 'Z'"), ({"method": "pec"}, "was not computed")):
        with pytest.raises(SettingsError, match=words):
            against_target(result, 0.5, **{"method": "mv"} | options)
    with pytest.raises(SettingsError, match="target is nan"):
        against_target(result, float("nan"), method="mv")
    with pytest.raises(SettingsError, match="was not computed"):
        standings(result, method="pec")
