"""Two numbers that read alike are never set against each other: the sentence says that they are the same, as shown."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from hero_core import charts
from hero_core.charts.labels import Units
from hero_core.charts.slices import slices_sentence
from hero_core.results import (
    Drift,
    SensitivityResult,
    SensitivityRow,
    Slice,
    SlicesResult,
    Standing,
    TrendPoint,
    TrendResult,
)
from hero_core.telling.numbers import gap_of, lead
from hero_core.telling.pairs import pair_sentences
from hero_core.telling.ranks import ranks_table
from hero_core.telling.verdict import card_of
from hero_core.telling.walk import step_sentences
from hero_core.telling.whatif import Change, both_numbers, changes_sentence
from hero_core.walk import Feature, Person, Step
from hero_core.words import speaking, text
from tests.charts.fakes import annotator_result, annotator_row, comparison, decision, estimate_result, graded_annotators

POINTS, SCORES = Units(percent=True), Units(percent=False)
SHOWN = "to the last digit shown"


@pytest.mark.parametrize(
    ("difference", "units", "told"),
    [
        (0.0, POINTS, f"the same {SHOWN}"),
        (-0.0004, POINTS, f"the same {SHOWN}"),
        (0.0006, POINTS, "0.1 points higher"),
        (-0.0006, POINTS, "0.1 points lower"),
        (0.004, SCORES, f"the same {SHOWN}"),
        (-0.006, SCORES, "0.01 lower"),
    ],
)
def test_a_gap_that_cannot_be_seen_is_told_as_none(difference, units, told):
    """'100%, 100%: 0.0 points higher' would name a direction that nobody can see."""
    assert gap_of(comparison("a", "b", difference, "too_close"), units).told == told


def test_a_lead_is_a_lead_however_small():
    """A decided first place with a gap below a tenth of a point."""
    assert lead(0.0002, POINTS) == "less than 0.1 points" and lead(0.004, SCORES) == "less than 0.01"
    assert lead(-0.032, POINTS) == "3.2 points"


@pytest.mark.parametrize("state", ["tied", "too_close", "a_better"])
def test_verdict_and_pair_say_the_same_about_an_unseen_gap(state):
    """Card and pair: both numbers, then that they are the same as shown, then the range."""
    pair = comparison("v1", "v2", 0.0001, "too_close")
    made, result = replace(decision(pair), state=state, leaders=("v1", "v2")), estimate_result()
    said = " ".join((*card_of(made, result, str).sentences, *pair_sentences(pair, result, str)))

    assert said.count(SHOWN) == 2 and "0.0 points" not in said.replace("-3.0 to 3.0 points", "")


def step(**changes: object) -> Step:
    """A step from HERO-1 to HERO-2 or another method, of 300 items."""
    values = {"before": "hero1", "after": "hero2", "start": 0.785, "end": 0.785, "n_items": 300, "ties": 0, "unused": 0,
              "base": "history"}  # fmt: skip
    return Step(**(values | changes))


def told(*steps: Step) -> str:
    """What is said of the steps."""
    return " ".join(why for _, why in step_sentences(steps, estimate_result(), str))


def test_a_feature_that_moves_nothing_visible_is_told_so():
    """Not: 'without it the number would be 78.5%, not 78.5%'; means that read alike are told once."""
    feature = Feature(name="x_words", here=34.71, history=34.69, without=0.78501, moved=0.0002)
    same = told(step(feature=feature))
    seen = told(step(feature=replace(feature, history=30.0, without=0.77, moved=0.015)))

    assert f"would be the same {SHOWN}" in same and "34.7" in same
    assert told(step(feature=replace(feature, history=34.71))).count("34.71") == 1
    assert "34.71 on average here, 30 in the history; without it the number would be 77.0%, not 78.5%" in seen


def person(**changes: object) -> Person:
    """Somebody who moves a number by four tenths of a point."""
    values = {"annotator": "ann", "moved": 0.004, "without": 0.224, "share": 0.1, "leaning": 0.6, "others": 0.5,
              "rates": ((0.9, 0.1), (0.2, 0.8)), "former": ((0.7, 0.3), (0.3, 0.7))}  # fmt: skip
    return Person(**(values | changes))


def test_a_person_s_part_is_told_as_far_as_it_shows():
    """Below 100 items 22.4% and 22.0% both read 22%; leaning and rates that read alike are told once, or not."""
    few = told(step(after="hero1", before="mle", start=0.2, end=0.22, n_items=40, person=person()))
    alike = person(leaning=0.502, others=0.498, former=((0.901, 0.099), (0.199, 0.801)))
    many = told(step(after="hero1", before="mle", start=0.2, end=0.22, person=alike))

    assert f"HERO-1 would say the same {SHOWN}" in few and "60% of them 1; all others called 50% so" in few
    assert "instead of 70% and 70%" in few
    assert "would say 22.4%, not 22.0%" in many and "50% of them 1, as all others did" in many
    assert "instead of" not in many


def moved_to(value: float, **others: float):
    """Estimates whose methods all read `value`, but for those named."""
    result = estimate_result(systems=())
    rows = [replace(row, estimate=others.get(row.method, value)) for row in result.estimates]
    return replace(result, estimates=tuple(rows))


def test_a_walk_that_goes_nowhere_is_told_so():
    """No step of 0.0 points is the largest one; two ends that read alike are the same as shown."""
    still = charts.walk_sentence(moved_to(0.7211, hero2=0.7212), None)
    back = charts.walk_sentence(moved_to(0.7211, ds=0.65), None)

    assert still == f"All items: 72.1% by every method from Simple vote (MV) to HERO-2, {SHOWN}."
    assert f"72.1% by HERO-2, the same {SHOWN}. The largest step on the way, " in back


def test_a_version_that_stays_is_not_said_to_go():
    """From round to round."""
    point = TrendPoint(round="r1", position=0, method="mv", system="v1", estimate=0.7211, low=0.6, high=0.8,
                       std_error=0.05, level=0.95, interval=None, n_items=200, n_votes=600, status="ok", reason=None,
                       history_items=0, history_gold=0)  # fmt: skip
    points = (point, replace(point, round="r2", position=1, estimate=0.7212))
    result = TrendResult(
        classes=("0", "1"), values=(0.0, 1.0), rounds=("r1", "r2"), current="r2", systems=("v1",), methods=("mv",),
        level=0.95, points=points, gold=(), rates=(), slopes=(), findings=(),
    )  # fmt: skip

    assert f"v1 stayed at 72.1% from r1 to r2, {SHOWN}" in charts.trend_sentence(result, "mv")


def test_changes_that_move_nothing_visible_are_told_so():
    """What-if: the largest move of 0.0 points is none."""
    change = Change(change="without_annotator", name="ann", gap=0.1, moved=0.0003, low=0.0, high=0.2,
                    verdict="a_better", turned=False)  # fmt: skip
    said = changes_sentence([change], comparison("v1", "v2", 0.1, "a_better"), POINTS)

    assert said == text("whatif.gap.still", a="v1", b="v2", turned=0, count=1)
    moved = changes_sentence([replace(change, moved=0.01)], comparison("v1", "v2", 0.1, "a_better"), POINTS)
    assert "without ann (+1.0 points)" in moved


def test_parts_with_the_same_difference_are_told_once():
    """Largest and smallest read alike."""
    part = Slice(slice="x from 1 to 2", from_value=1.0, to_value=2.0, items_a=50, items_b=50, estimate_a=0.5,
                 estimate_b=0.4, difference=0.1001, low=0.0, high=0.2, low_all=-0.1, high_all=0.3, verdict="too_close",
                 reason=None)  # fmt: skip
    result = SlicesResult(by="x", a="v1", b="v2", method="hero1", level=0.95, overall=0.1,
                          rows=(part, replace(part, slice="x from 2 to 3", difference=0.0999)))  # fmt: skip

    assert f"v1 minus v2 is +10.0 points on every part, {SHOWN}" in slices_sentence(result, POINTS)


def test_people_who_recognise_a_class_alike_have_no_best():
    """Graded: everybody recognises it in all of the votes."""
    result = graded_annotators()
    sure = tuple(replace(row, confusion=((1.0, 0.0, 0.0), *row.confusion[1:])) for row in result.rows)

    said = charts.reliability_sentence(replace(result, rows=sure), "recall_0")
    assert f"1 is recognised alike by all 3 annotators with enough votes (100% {SHOWN})" in said
    assert "recognised best by" in charts.reliability_sentence(result, "recall_0")


def test_somebody_like_all_others_has_no_widest_gap():
    """A difference of no points."""
    result, gap = annotator_result(), ((-0.001, 0.001), (0.002, -0.002))
    row = replace(result.rows[0], pool=((0.8, 0.2), (0.2, 0.8)), pool_difference=gap, pool_low=gap, pool_high=gap)

    assert charts.pool_sentence(row, result) == text("charts.pool_alike", name="1")


def test_a_rate_that_stayed_is_told_once():
    """Drift in one of two rates."""
    drift = Drift(p_value=0.001, p_holm=0.01, before=((0.9, 0.1), (0.2, 0.8)), now=((0.901, 0.099), (0.5, 0.5)))
    said = charts.drift_sentence(replace(annotator_row("a", (0.9, 0.8), (9, 9)), drift=drift), ("0", "1"))

    assert "finds real positives 80% before, 50% now; clears negatives 90% before and now" in said


def test_a_vote_that_changes_nothing_visible_is_told_so():
    """One vote more on an item that is nearly certain."""
    frame = pd.DataFrame({
        "annotator": ["ann", "ann"], "label": ["0", "1"], "after": [0.4, 0.99914], "flips": [True, False],
        "expected_entropy_drop": [0.001, 0.001],
    })  # fmt: skip
    frame.attrs["for_class"] = "1"
    said = charts.next_sentence(frame, 0.99913, 0.01)

    assert "99.9% now and would be 40.0% after a vote for 0 and the same after a vote for 1" in said


def sized(**items: int):
    """Estimates whose systems have so many items."""
    result = estimate_result(systems=tuple(items))
    rows = [replace(row, n_items=items.get(row.system or "", 300)) for row in result.estimates]
    return replace(result, estimates=tuple(rows))


def test_one_number_has_the_same_decimals_wherever_it_stands():
    """One decimal, none below 100 items: on the card, in the pair, among the ranks and with a change."""
    result, pair = sized(v1=300, v2=40), comparison("v1", "v2", 0.05, "a_better")
    ranks = [
        Standing(method="hero2", system=name, estimate=number, rank=1.0, rank_low=1, rank_high=2, probability_best=0.9)
        for name, number in (("v1", 0.45), ("v2", 0.4))
    ]
    rows = tuple(
        SensitivityRow(change=change, name=None, system=name, estimate=number, shift=0.0, outside=False)
        for change in ("as_is", "gold_only") for name, number in (("v1", 0.45), ("v2", 0.4))
    )  # fmt: skip
    found = SensitivityResult(method="hero2", systems=("v1", "v2"), rows=rows)

    assert "v1 has 45.0%, v2 40%:" in pair_sentences(pair, result, str)[1]
    assert ranks_table(tuple(ranks), result).iloc[:, 1].tolist() == ["45.0%", "40%"]
    both = both_numbers(found, "gold_only", None, result)
    assert both.iloc[:, 1].tolist() == both.iloc[:, 2].tolist() == ["45.0%", "40%"]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "a vote for 0 or 1 can do so"), ("zh", "投 0 或 1 的一票可以做到")]
)
def test_one_vote_is_for_one_class_or_another(language, words):
    """No single vote is for two classes."""
    frame = pd.DataFrame({
        "annotator": ["ann"] * 3, "label": ["0", "1", "2"], "after": [0.4, 0.3, 0.9], "flips": [True, True, False],
        "expected_entropy_drop": [0.1] * 3,
    })  # fmt: skip
    frame.attrs["for_class"] = "2"
    with speaking(language):
        assert words in charts.next_sentence(frame, 0.6, 0.5)
