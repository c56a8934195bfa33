"""Ranks with ranges, the chance of being best, and a system against a target."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from hero_core import SettingsError, against_target, estimate, probability_best, simulate, standings
from hero_core.errors import Finding
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
    assert [(row.system, row.rank_low, row.rank_high) for row in low] == [("C", 1, 1), ("B", 2, 2), ("A", 3, 3)]
    for found in (rows, low):
        assert [row.probability_best for row in found] == [1.0, 0.0, 0.0]


def test_clear_ranks_of_unanimous_systems_turn_with_the_direction():
    """All resamples agree and the stand-in intervals decide: where low is good, the one without any 1 is surely first.
    Taken the wrong way round, the first would be called surely last."""
    result = voted({"A": 1.0, "B": 0.0})

    for high_is_good, order in ((True, "AB"), (False, "BA")):
        rows = standings(result, method="mv", high_is_good=high_is_good)
        assert [(row.system, row.rank_low, row.rank_high) for row in rows] == [(order[0], 1, 1), (order[1], 2, 2)]


def by_definition(result: EstimateResult, name: str, sign: int, level: float, together: bool = True) -> tuple[int, int]:
    """Range of a rank in a plain loop: a rival is surely better where its difference is larger than the reach.

    The reach is the quantile, over the replicates, of the largest standardised error of any difference to this system;
    not `together`, that of each difference alone.
    """
    draws = {system: sign * result.replicates["mv"][1 + place] for place, system in enumerate(result.systems)}
    scores = {system: sign * result.get("mv", system).estimate for system in result.systems}
    rivals = [system for system in result.systems if system != name]
    gaps = {rival: scores[rival] - scores[name] for rival in rivals}
    errors = {rival: np.std(draws[rival] - draws[name], ddof=1) for rival in rivals}
    off = {rival: np.abs(draws[rival] - draws[name] - gaps[rival]) / errors[rival] for rival in rivals}
    largest = [max(off[rival][replicate] for rival in rivals) for replicate in range(RESAMPLES)]
    reach = {rival: np.quantile(largest if together else off[rival], level) for rival in rivals}
    above = sum(gaps[rival] > reach[rival] * errors[rival] for rival in rivals)
    below = sum(gaps[rival] < -reach[rival] * errors[rival] for rival in rivals)
    return 1 + above, len(scores) - below


@pytest.mark.parametrize("high_is_good", [True, False])
def test_ranges_of_ranks_hold_for_all_differences_at_once(high_is_good):
    """Six systems close together: the ranges are those of the definition (marginal ranks), in both directions, and
    wider than what each difference alone at the same level would allow."""
    alone = 0
    for seed in range(4):
        shares = np.random.default_rng(seed).uniform(0.35, 0.65, size=6).round(2)
        result = voted(dict(zip("ABCDEF", shares, strict=True)), level=0.8)
        for row in standings(result, method="mv", high_is_good=high_is_good):
            sign = 1 if high_is_good else -1
            assert (row.rank_low, row.rank_high) == by_definition(result, row.system, sign, 0.8)
            alone += (row.rank_low, row.rank_high) != by_definition(result, row.system, sign, 0.8, together=False)

    assert alone > 5


def test_the_best_where_low_is_good_has_the_fewest():
    """The share of the replicates in which a system is lowest, counted by hand."""
    result = voted({"A": 0.52, "B": 0.5, "C": 0.46})
    lowest = np.zeros(3)
    for column in result.replicates["mv"][1:].T:
        winners = np.flatnonzero(column < column.min() + 1e-9)
        lowest[winners] += 1 / len(winners) / RESAMPLES

    assert list(probability_best(result, "mv", high_is_good=False).values()) == pytest.approx(lowest)
    rows = {row.system: row for row in standings(result, method="mv", high_is_good=False)}
    assert [rows[name].probability_best for name in "ABC"] == pytest.approx(lowest)
    assert lowest[2] > 0.5 > lowest[0] > 0


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


def test_a_target_beside_a_red_finding_is_not_answered():
    """A number that does not hold reaches no target, however far above it lies; the reason is the finding's own."""
    result = voted({"A": 0.9, "B": 0.1})
    red = Finding(severity="error", code="dependence", message="These numbers do not hold.")
    found = against_target(replace(result, findings=(*result.findings, red)), 0.5, system="A", method="mv")

    assert against_target(result, 0.5, system="A", method="mv").state == "above"
    assert (found.state, found.reason) == ("not_comparable", "These numbers do not hold.")


def test_without_resamples_the_chance_is_that_of_the_normal_law():
    """Estimate and analytic standard error make a normal law; its part above the target, for three targets."""
    rounds = simulate("base", rng=np.random.default_rng(3), n_systems=2, gap=0.05)
    files = read_table(rounds.history, "history"), read_table(rounds.current, "current")
    result = estimate(*files, methods=("hero1",), resamples=0)
    row = result.get("hero1", "s1")

    for target in (row.estimate - 0.06, row.estimate, row.estimate + 0.03):
        found = against_target(result, target, system="s1", method="hero1")
        assert found.probability_above == pytest.approx(norm.sf(target, loc=row.estimate, scale=row.std_error))


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
