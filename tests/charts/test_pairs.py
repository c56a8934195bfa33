"""Pairs, worth in items, target: numbers become sentences without losing their sign or their doubt."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from hero_core import charts
from hero_core.telling.pairs import pair_sentences
from hero_core.words import text
from tests.charts.fakes import comparison, decision, estimate_result

UNITS = charts.Units(percent=True)


def test_every_pair_has_its_row():
    """Difference, interval, chance and verdict as computed."""
    found = decision(comparison("x", "y", 0.08, "a_better"), comparison("x", "z", 0.01, "too_close", items_needed=900))
    frame = charts.pairwise_frame(found)

    assert frame["difference"].tolist() == [0.08, 0.01]
    assert frame["low"].tolist() == pytest.approx([0.05, -0.02])
    assert frame["verdict_words"].tolist() == ["A is better", "too close to call"]
    assert frame["items_needed"].tolist()[1] == 900


def test_the_table_is_in_points_with_signs():
    """Never a dash between numbers that may be negative."""
    table = charts.pairwise_table(decision(comparison("x", "y", -0.01, "too_close")), UNITS)

    assert table.iloc[0].tolist() == ["x", "y", "-1.0 points", "-4.0 to +2.0 points", "90%", "too close to call"]


def test_missing_numbers_are_dashes():
    """A pair without a number is not zero."""
    pair = comparison(
        "x", "y", 0.0, "not_comparable", difference=None, low=None, high=None, probability_above=None, reason="Why."
    )

    assert charts.pairwise_table(decision(pair), UNITS).iloc[0].tolist()[2:5] == ["–", "–", "–"]


@pytest.mark.parametrize(
    ("probability", "said"), [(1.0, "above 99%"), (0.996, "above 99%"), (0.5, "50%"), (0.0, "below 1%"), (None, "–")]
)
def test_a_chance_from_replicates_is_never_certain(probability, said):
    """All of 1,000 draws is not proof."""
    assert charts.chance(probability) == said


def test_differences_never_read_minus_zero():
    """-0.0 looks like a finding."""
    assert UNITS.difference(-0.0001) == "0.0 points"


def test_worth_is_the_ratio_of_variances():
    """n items times (variance of HERO-1 / variance of HERO-2 - 1)."""
    result = estimate_result()
    spread = {name: result.replicates[name].var(axis=1) for name in ("hero1", "hero2")}
    extra = np.round(300 * (spread["hero1"] / spread["hero2"] - 1)).astype(int)

    assert (extra[1:] > 0).all()
    for name, more in zip(result.systems, extra[1:], strict=True):
        assert f"about {more} more items for {name} (it has 300)" in charts.worth_sentence(result)


def test_no_gain_is_said_in_words():
    """HERO-2 no better than HERO-1: no negative number of items on the screen."""
    result = estimate_result()
    result.replicates["hero2"] = result.replicates["hero1"] * 1.1

    assert charts.worth_sentence(result).endswith("so it is worth no items.")
    assert "-" not in charts.worth_sentence(result).replace("HERO-1", "").replace("HERO-2", "")


def test_gain_for_some_only():
    """One system gains, the other does not; both are named."""
    result = estimate_result()
    result.replicates["hero2"][2] = result.replicates["hero1"][2] * 1.2

    told = charts.worth_sentence(result)

    assert "more items for v1" in told and told.endswith("For v2 it is worth no items.")


def test_worth_needs_both_methods():
    """Without replicates of one of them there is nothing to compare."""
    assert "one of them has none" in charts.worth_sentence(estimate_result(refuse=("hero2",)))


@pytest.mark.parametrize(
    ("target", "start"), [(0.05, "v1 is above the target"), (0.6, "v1 is below the target"), (0.3, "Too close to call")]
)
def test_against_a_target(target, start):
    """The interval decides, not the point."""
    result = estimate_result()

    assert charts.target_sentence(result, target, "hero2", "v1").startswith(start)


def test_chance_above_the_target_counts_replicates():
    """Ties count one half."""
    result = estimate_result()
    draws = result.replicates["mv"][1]
    draws[:200], draws[200:300], draws[300:] = 0.6, 0.5, 0.4

    assert charts.chance_above(result, 0.5, "mv", "v1") == pytest.approx(0.625)


def test_a_refused_method_has_a_reason_at_the_target():
    """No number, no verdict about it."""
    result = estimate_result(refuse=("hero2",))

    assert charts.target_sentence(result, 0.3, "hero2", "v1") == "HERO-2: – (No gold item of class 1.)"


def test_points_only_for_percent():
    """Scores of other scales have plain differences."""
    result = dataclasses.replace(estimate_result(), values=(1.0, 5.0))

    assert charts.Units.of(result).difference(0.25) == "+0.25"
    assert charts.Units.of(result).differences(-0.25, 0.5) == "-0.25 to +0.50"


@pytest.mark.parametrize(("n", "said"), [(99, "31%"), (100, "31.4%")])
def test_few_items_have_no_decimals(n, said):
    """One in 99 is a percent; a tenth of it would be pretence."""
    assert charts.percent(0.314, n) == said


@pytest.mark.parametrize(("gap", "above", "leans"), [(0.009, 0.4, True), (-0.009, 0.6, True), (0.009, 0.6, False),
                                                     (0.009, 0.49, False), (0.0, 0.4, False)])  # fmt: skip
def test_resamples_that_put_the_lower_number_ahead_are_told(gap, above, leans):
    """A first place with a chance below one half would puzzle a reader without a word."""
    result = estimate_result()
    a, b = result.systems[:2]
    _, told = pair_sentences(comparison(a, b, gap, "too_close", probability_above=above), result, str)

    behind = b if gap > 0 else a
    assert (text("pair.leans", behind=behind) in told) == leans


def test_one_pair_is_not_counted():
    """ "0 of 1 pair are decided" is no sentence, and "the clearest" of one is none."""
    open_pair, clear = comparison("x", "y", 0.01, "too_close"), comparison("x", "y", 0.2, "a_better")

    assert charts.pairwise_sentence(decision(open_pair), UNITS).endswith(", the one pair is not decided.")
    said = charts.pairwise_sentence(decision(clear), UNITS)
    assert "the one pair is decided: x minus y is +20.0 points (" in said and "clearest" not in said
