"""Rounds and slopes drawn: the engine's numbers, rounds as categories, names as letters, sentences with the result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hero_core import charts, trend
from hero_core.charts.palette import SERIES_SHAPES
from hero_core.charts.slopes import MOST_ROWS
from hero_core.results import Slope, TrendResult
from tests.engine.test_trend import rounds_of, sample

HOSTILE = "<b>1E1</b> **x**"


@pytest.fixture(scope="module")
def result() -> TrendResult:
    """Four rounds of two versions; p2 loses a lot from round to round."""
    return trend(rounds_of(9, rounds=5, items=120, moves={2: -0.14}))


def test_points_are_the_engines_estimates_with_their_ranges(result):
    """Height, upper and lower bound of every mark, in the order of the rounds."""
    figure = charts.trend_figure(result, "hero1")

    assert [trace.name for trace in figure.data] == ["v0", "v1"]
    for trace in figure.data:
        points = [p for p in result.points if (p.method, p.system) == ("hero1", trace.name) and p.estimate is not None]
        assert list(trace.x) == [p.round for p in points] == ["r2", "r3", "r4", "r5"]
        assert list(trace.y) == [p.estimate for p in points]
        assert [y + up for y, up in zip(trace.y, trace.error_y.array, strict=True)] == pytest.approx(
            [p.high for p in points]
        )
        assert [y - down for y, down in zip(trace.y, trace.error_y.arrayminus, strict=True)] == pytest.approx(
            [p.low for p in points]
        )


def test_a_range_may_end_at_zero(result):
    """Scores below 0 with a bound of exactly 0: the bar goes there, not to the mark."""
    points = tuple(replace(p, estimate=-0.4, low=-0.6, high=0.0) for p in result.points if p.method == "mv")
    bars = charts.trend_figure(replace(result, points=points, values=(-1.0, 0.0)), "mv").data[0].error_y

    assert bars.array == pytest.approx([0.4] * len(bars.array)) and len(bars.array) > 1
    assert bars.arrayminus == pytest.approx([0.2] * len(bars.array))


def test_rounds_are_names_in_their_order_not_numbers():
    """Rounds called 2, 10 or 2026-01 stand evenly and in order, also those without a number by this method."""
    history = replace(rounds_of(1, systems=0), rounds=("2", "10", "1E2", "2026-01"))
    axis = charts.trend_figure(trend(history), "hero1").layout.xaxis

    assert axis.type == "category" and list(axis.categoryarray) == ["2", "10", "1E2", "2026-01"]


def test_names_are_shown_letter_by_letter():
    """A version or round called like HTML is no HTML."""
    history = replace(rounds_of(1), systems=(HOSTILE, "v1"), rounds=(HOSTILE, "r2", "r3", "r4"))
    figure = charts.trend_figure(trend(history), "mv")

    assert figure.data[0].name == "&lt;b&gt;1E1&lt;/b&gt; **x**"
    assert "<b>1E1" not in str(figure.to_dict()).replace("<b>%{", "")


def test_versions_of_one_round_stand_behind_all_items():
    """The sample's history names no versions: the line is that of all items, the versions are single marks."""
    found = trend(*sample())

    assert charts.default_series(found, "hero2") == (None, "v1.0", "v1.1", "v2.0")
    assert charts.default_series(trend(rounds_of(1)), "hero2") == ("v0", "v1")
    assert len(charts.trend_figure(found, "hero2").data) == 4


def test_the_best_of_this_round_are_drawn_first():
    """Of nine versions the first six by name may be the worst; those that the reader decides about come first."""
    found = trend(rounds_of(2, systems=9, items=90), methods=("mv",))
    drawn = charts.default_series(found, "mv", ("v8", "v3"))

    assert drawn[:2] == ("v8", "v3") and drawn[2:] == ("v0", "v1", "v2", "v4")
    assert charts.trend_sentence(found, "mv", drawn).startswith("By Simple vote (MV): v8 ")


def test_versions_of_this_round_come_before_those_of_the_history():
    """The history judged others: all items together, then the present versions as the verdict orders them."""
    found = trend(*sample())

    assert charts.default_series(found, "hero2", ("v1.1", "v2.0", "v1.0")) == (None, "v1.1", "v2.0", "v1.0")


def test_at_most_six_versions_are_drawn_and_the_sentence_names_three():
    """More lines than that are told apart by nobody; the table has all."""
    found = trend(rounds_of(2, systems=9, items=90), methods=("mv",))

    assert len(charts.trend_figure(found, "mv").data) == len(SERIES_SHAPES)
    assert "3 more versions are drawn but not named here." in charts.trend_sentence(found, "mv")
    assert len(charts.trend_table(found, ("mv",))) == 4 * 10


def test_a_doubted_point_is_open_and_said(result):
    """A red finding about a round shows in the mark and in the sentence."""
    doubted = replace(result, points=tuple(replace(p, doubts=("x",)) if p.round == "r4" else p for p in result.points))
    figure = charts.trend_figure(doubted, "hero1")

    assert figure.data[0].marker.color[2] == "#ffffff" != figure.data[0].marker.color[1]
    assert "Open marks are in doubt, since a check is red there: r4." in charts.trend_sentence(doubted, "hero1")


def test_the_sentence_has_first_and_last(result):
    """A screen reader hears what the eye sees."""
    sentence = charts.trend_sentence(result, "hero1", ("v0",))
    mine = [p for p in result.points if (p.method, p.system) == ("hero1", "v0") and p.estimate is not None]

    assert sentence.startswith("By HERO-1: v0 went from ")
    assert f"{mine[0].estimate:.0%} in r2 to {mine[-1].estimate:.0%} in r5" in sentence


def test_the_wanted_method_or_the_best_there_is(result):
    """A method that was not asked for, or has no number, is not shown."""
    assert charts.trend_method(result, "mv") == "mv"
    assert charts.trend_method(result, "pec") == "hero2"
    assert charts.trend_method(result) == "hero2"


def test_two_figures_share_their_range(result):
    """The simple vote and HERO beside each other are compared by eye."""
    low, high = charts.trend_range(result, ("mv", "hero1"))
    numbers = [n for p in result.points for n in (p.low, p.high) if n is not None and p.method in ("mv", "hero1")]

    assert low <= min(numbers) and high >= max(numbers)


def test_slopes_are_sorted_and_the_sure_ones_stand_out(result):
    """Marks at points per round, with their ranges; the one that moves is filled, in colour, and named."""
    figure = charts.slopes_figure(result, "1", selected="p3")
    rows = {row.annotator: row for row in result.slopes if row.true_class == "1"}
    names = list(figure.layout.yaxis.categoryarray)

    assert names == sorted(rows, key=lambda name: rows[name].slope)
    drawn = {name: (x, up, down) for trace in figure.data for name, x, up, down in
             zip(trace.y, trace.x, trace.error_x.array, trace.error_x.arrayminus, strict=True)}  # fmt: skip
    for name, (x, up, down) in drawn.items():
        assert (x, x + up, x - down) == pytest.approx(
            (100 * rows[name].slope, 100 * rows[name].high, 100 * rows[name].low)
        )
    assert list(figure.data[-1].y) == ["p2"] and figure.data[-1].marker.symbol == "diamond"
    assert "<b>p3</b>" in figure.layout.yaxis.ticktext
    assert "these move in one direction for certain: p2. p2 " in charts.slopes_sentence(result)


def test_many_people_are_drawn_by_their_evidence(result):
    """Forty rows fit; those with the smallest p-values."""
    many = tuple(
        Slope(annotator=f"q{n:03}", true_class="1", rounds=2, votes=20, slope=n / 1000, low=-0.2, high=0.3, first=0.5,
              last=0.6, p_value=1 - n / 100, p_holm=1.0)
        for n in range(90)
    )  # fmt: skip
    drawn = charts.drawn_slopes(replace(result, slopes=many), "1")

    assert [row.annotator for row in drawn] == [f"q{n:03}" for n in range(90 - MOST_ROWS, 90)]


def test_one_person_over_the_rounds(result):
    """A line per class with the share of right votes; the sentence has the change per round."""
    figure = charts.person_figure(result, "p2")

    assert [trace.name for trace in figure.data] == ["finds real positives", "clears negatives"]
    mine = [p for p in result.rates if (p.annotator, p.true_class) == ("p2", "1")]
    assert list(figure.data[0].y) == [p.rate for p in mine]
    assert charts.person_sentence(result, "p2").startswith("p2 judges in another way from round to round")
    assert len(charts.rates_table(result, "p2")) == 10


def test_a_person_without_enough_gold_has_the_reason(result):
    """No line is better than a wild one."""
    row = Slope(
        annotator="new", true_class="1", rounds=1, votes=3, reason="Gold votes of this class: 3; a slope needs 10."
    )

    said = charts.person_sentence(replace(result, slopes=(row,)), "new")

    assert said == "new over the rounds: Gold votes of this class: 3; a slope needs 10."
    assert charts.slopes_sentence(replace(result, slopes=(row,))).startswith("Nobody has enough votes")
    assert charts.default_class(replace(result, slopes=(row,))) == "1"


def test_graded_classes_have_a_rate_each():
    """With three classes the rates are called by their class."""
    found = trend(rounds_of(3, classes=3))

    assert charts.class_rate(found, "2") == "recognises 2"
    assert len(charts.person_figure(found, "p1").data) == 3
    assert {*charts.slopes_table(found)["rate"]} == {"recognises 0", "recognises 1", "recognises 2"}
