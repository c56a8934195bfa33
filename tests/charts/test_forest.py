"""Forest plots show the numbers of the result, with their ranges, and say what has no number."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from hero_core import charts
from hero_core.words import text
from tests.charts.drawn import bands, points, spec_of
from tests.charts.fakes import EVIL, estimate_result

METHODS = ("mv", "ds", "mle", "hero1", "hero2", "pec")


@pytest.mark.parametrize("method", METHODS)
def test_each_mark_is_the_estimate(method):
    """What is seen is what was computed, system by system."""
    result = estimate_result()

    shown = points(charts.forest(result), charts.method_name(method))

    assert shown == {system: pytest.approx(result.get(method, system).estimate) for system in result.systems}


@pytest.mark.parametrize("method", METHODS)
def test_thin_is_the_level_and_thick_the_middle_half(method):
    """The thin line ends at low and high, the thick one at the quartiles of the replicates."""
    result = estimate_result()

    thin, thick = bands(charts.forest(result), method)

    for row, system in enumerate(result.systems, start=1):
        estimate = result.get(method, system)
        assert thin[system] == pytest.approx((estimate.low, estimate.high))
        assert thick[system] == pytest.approx(tuple(np.quantile(result.replicates[method][row], (0.25, 0.75))))


def test_an_estimate_outside_its_band_is_drawn_where_it_is():
    """A band is drawn from its own middle: bias of the bootstrap may put the estimate outside."""
    result = estimate_result()
    far = charts.forest(result).data

    assert all((trace.error_x.array >= 0).all() for trace in far if trace.error_x.array is not None)


def test_methods_differ_in_shape_and_colour():
    """Colour alone leaves out the colour-blind."""
    marks = [t["marker"] for t in spec_of(charts.forest(estimate_result()))["data"] if t.get("hovertemplate")]

    assert len({mark["symbol"] for mark in marks}) == len({mark["color"] for mark in marks}) == len(METHODS)


def test_without_replicates_there_is_no_thick_band():
    """The first look has no replicates; nothing is invented, and the sentence does not speak of it."""
    result = estimate_result()
    object.__setattr__(result, "replicates", {})

    thin, thick = bands(charts.forest(result), "hero2")

    assert thin and not thick
    assert "middle half" not in charts.forest_sentence(result)


def test_a_method_without_a_number_is_a_dash_with_its_reason():
    """In the figure, on hover, and in the sentence; never a mark at zero."""
    result = estimate_result(refuse=("mle",))
    figure = spec_of(charts.forest(result))

    dashes = [trace for trace in figure["data"] if trace["mode"] == "text"]
    assert [trace["text"] for trace in dashes] == [[text("charts.dash", method="Gold only")] * 2]
    assert dashes[0]["customdata"] == ["No gold item of class 1."] * 2
    assert charts.missing(result) == ["Gold only: – (No gold item of class 1.)"]
    assert "Gold only: –" in charts.forest_sentence(result)


def test_methods_that_lack_a_number_for_one_reason_share_it():
    """Without gold three methods have none: the same long reason three times in a row is read by nobody."""
    result = estimate_result(refuse=("mle", "hero1", "hero2"))

    assert charts.missing(result) == ["Gold only, HERO-1 and HERO-2: – (No gold item of class 1.)"]


def test_the_range_is_the_same_for_all_methods_and_systems():
    """Figures of one result can be compared by eye, whatever is drawn in them."""
    result = estimate_result(systems=("v1", "v2", "v3"))
    low, high = charts.x_range(result)
    drawn = [charts.forest(result, ("mv",)), charts.forest(result), charts.method_walk(result, "v2")]

    assert {tuple(figure.layout.xaxis.range) for figure in drawn} == {(low, high)}
    assert all(low <= row.low and row.high <= high for row in result.estimates)


def test_a_target_outside_the_range_is_still_seen():
    """The line the user asked for is never off the figure."""
    figure = charts.forest(estimate_result(), target=0.95)

    assert figure.layout.xaxis.range[1] > 0.95
    assert 0.95 in {shape.x0 for shape in figure.layout.shapes}


def test_the_axis_of_systems_is_made_of_names():
    """'1', '10' and '1E1' are three systems, in the order given, from the top."""
    axis = charts.forest(estimate_result(systems=("1", "2", "10", "1E1"))).layout.yaxis

    assert axis.type == "category"
    assert list(axis.categoryarray) == ["1", "2", "10", "1E1"] == list(axis.ticktext)
    assert list(axis.range) == [3.5, -0.5]


def test_one_system_is_shown_as_all_items():
    """No ranking, but a number."""
    result = estimate_result(systems=())

    assert points(charts.forest(result), "HERO-2") == {text("charts.all_items"): result.get("hero2").estimate}


def test_the_walk_goes_from_the_vote_to_hero():
    """Rows in the order of refinement, at the estimates of this system."""
    result = estimate_result()
    figure = charts.method_walk(result, "v2")
    line = next(trace for trace in figure.data if trace.mode == "lines")

    assert list(line.y) == [charts.method_name(name) for name in METHODS]
    assert list(line.x) == [result.get(name, "v2").estimate for name in METHODS]


def test_the_walk_sentence_names_both_ends_and_the_largest_step():
    """From 43.0% by the vote to 36.7% by HERO-2; the largest step is from DS to gold only."""
    result = estimate_result()

    told = charts.walk_sentence(result, "v2")

    assert "v2: 43.0% by Simple vote (MV), 36.7% by HERO-2, a change of -6.3 points" in told
    assert "-8.0 points, is from Dawid-Skene (DS) to Gold only" in told


def test_the_sentence_speaks_of_the_best_method_highest_first():
    """HERO-2 where it has a number for all; ranges stand beside, never joined by a dash."""
    told = charts.forest_sentence(estimate_result())

    assert told.startswith("By HERO-2: v2 at 36.7% (")
    assert told.index("v2 at") < told.index("v1 at")
    assert charts.forest_sentence(estimate_result(refuse=("hero2",))).startswith("By HERO-1: v2")


def test_scores_outside_zero_to_one_are_not_percent():
    """A scale of 1 to 5 points stays one."""
    result = estimate_result()
    object.__setattr__(result, "values", (1.0, 5.0))

    assert "%" not in charts.forest_sentence(result).replace("95%", "")
    assert charts.forest(result).layout.xaxis.title.text == text("charts.score")


def test_the_table_holds_every_number():
    """One row per system and method, with the band of the middle half."""
    result = estimate_result(refuse=("mle",))
    table = charts.forest_frame(result)

    assert len(table) == 12
    row = table[(table["system"] == "v2") & (table["method"] == "hero1")].iloc[0]
    assert (row["share_0"], row["share_1"]) == result.get("hero1", "v2").class_shares
    assert row["estimate"] == result.get("hero1", "v2").estimate and row["low_50"] < row["estimate"] < row["high_50"]
    assert table[table["method"] == "mle"][["estimate", "share_0"]].isna().all(axis=None)


def test_escaped_systems_keep_their_numbers():
    """Markup in a name changes how it is written, not where it stands."""
    result = estimate_result(systems=(EVIL, "v2"))

    assert points(charts.forest(result), "HERO-1")["&lt;b&gt;*x*&lt;/b&gt;"] == result.get("hero1", EVIL).estimate


def pulled(*marks: tuple[str, str, float]):
    """Estimates of which some lie so far from the middle of their replicates."""
    result = estimate_result()
    shifts = {(method, system): by for method, system, by in marks}
    rows = [replace(row, estimate=row.estimate + shifts.get((row.method, row.system), 0.0)) for row in result.estimates]
    return replace(result, estimates=tuple(rows))


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        (
            [("pec", "v1", -0.05)],
            "1 number lies outside the thick band of its mark (PEC for v1): the resamples pull it up.",
        ),
        (
            [("hero1", "v2", 0.05), ("hero2", "v2", 0.05)],
            "2 numbers lie outside the thick band of their mark (HERO-1 for v2 and HERO-2 for v2): the resamples pull "
            "them down. Read the ranges there with care.",
        ),
        (
            [("mv", "v1", 0.05), ("ds", "v1", -0.09), ("pec", "v1", 0.09), ("pec", "v2", 0.09), ("hero1", "v2", 0.09)],
            "5 numbers lie outside the thick band of their mark (Simple vote (MV) for v1, Dawid-Skene (DS) for v1, PEC "
            "for v1 and 2 more): the resamples pull them to one side.",
        ),
    ],
)
def test_numbers_outside_their_band_are_told_once(marks, told):
    """The resamples lie to one side of the estimate: their percentiles are no plain range."""
    assert told in charts.forest_sentence(pulled(*marks))


def test_only_drawn_marks_outside_their_band_are_told():
    """Nothing where all lie inside, nor about a method or a version that is not drawn."""
    result = pulled(("pec", "v1", 0.09))

    assert "outside" not in charts.forest_sentence(estimate_result())
    assert "outside" not in charts.forest_sentence(result, ("mv", "hero2"))
    assert "outside" not in charts.forest_sentence(result, systems=("v2",))
    assert "PEC for v1" in charts.forest_sentence(result, systems=("v1",))


@pytest.mark.parametrize("edge", [0.0, 1.0])
def test_a_mark_at_the_edge_is_whole(edge):
    """100% and 0%: the axis goes on for half a mark, also on a phone, and no farther than that."""
    result = estimate_result()
    rows = [replace(row, estimate=edge, low=edge, high=edge) if row.method == "mv" else row for row in result.estimates]
    low, high = charts.x_range(replace(result, estimates=tuple(rows)))
    beside = (high - 1.0 if edge else -low) / (high - low)

    assert 7.5 / 330 <= beside <= 0.03
    assert list(charts.forest(replace(result, estimates=tuple(rows))).layout.xaxis.range) == [low, high]


def test_the_only_version_bears_its_name():
    """A file that names one version: figure, table and sentences call it by that name, and nothing 'All items'."""
    result = replace(estimate_result(systems=()), version="chatbot")
    axis = charts.forest(result).layout.yaxis

    assert list(axis.ticktext) == ["chatbot"] and charts.forest_table(result).iloc[:, 0].unique().tolist() == [
        "chatbot"
    ]
    told = [charts.forest_sentence(result), charts.walk_sentence(result, None), charts.worth_sentence(result),
            charts.target_sentence(result, 0.2, "hero2")]  # fmt: skip
    assert all("chatbot" in sentence and "All items" not in sentence for sentence in told)


def test_long_names_are_short_in_sentences():
    """Three hundred letters, twice, differing in the middle: short, and still two names."""
    names = tuple(f"model-{'a' * 150}-{middle}-{'z' * 150}" for middle in ("one", "two"))
    result = estimate_result(systems=names)
    said = charts.forest_sentence(result)

    assert len(said) < 400 and not any(name in said for name in names)
    assert len(set(re.findall(r"model-a+…\S+", said))) == 2
    assert len(charts.walk_sentence(result, names[0])) < 400
