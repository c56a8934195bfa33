"""Stability figures: curves of the result, undefined values in words, ranks as shares."""

from __future__ import annotations

import dataclasses

import pytest

from hero_core import charts
from tests.charts.drawn import rows_of_chart, spec_of
from tests.charts.fakes import stability_result


def lines(figure, name):
    """The trace of a method's mean."""
    return next(t for t in spec_of(figure)["data"] if t.get("name") == name and t.get("hovertemplate"))


@pytest.mark.parametrize("method", ["mv", "ds_hard", "pec"])
def test_curves_are_the_means_of_tau(method):
    """One point per share kept."""
    result = stability_result()
    curve = lines(charts.tau_curves(result), charts.method_name(method))
    points = [point for point in result.curves if point.method == method]

    assert curve["x"] == [point.fraction for point in points]
    assert curve["y"] == [point.tau_mean for point in points]


def test_the_ribbon_runs_from_low_to_high():
    """Up along the high ends, back along the low ones, drawn as a line without marks."""
    result = stability_result()
    ribbon = next(t for t in spec_of(charts.tau_curves(result, bands=("mv",)))["data"] if t.get("fill") == "toself")
    points = [point for point in result.curves if point.method == "mv"]

    assert ribbon["mode"] == "lines"
    assert ribbon["y"] == [p.tau_high for p in points] + [p.tau_low for p in reversed(points)]


@pytest.mark.parametrize(("bands", "count"), [((), 0), (("mv",), 1), (("mv", "pec"), 2), (None, 2)])
def test_ribbons_as_asked(bands, count):
    """By default those of the simplest and the most refined method: five on top of each other show nothing."""
    figure = charts.tau_curves(stability_result(), bands=bands)

    assert sum(trace.fill == "toself" for trace in figure.data) == count


def test_a_method_without_a_curve_is_explained():
    """HERO-1 without history: no line, but a sentence."""
    result = stability_result()

    assert "HERO-1" not in {trace.name for trace in charts.tau_curves(result).data}
    assert "HERO-1: – (HERO-1 needs a history.)" in charts.notes(result)


def test_undefined_taus_are_counted_in_words():
    """Seven of 200 draws at each of four shares."""
    assert "PEC: in 28 of 800 draws" in charts.tau_sentence(stability_result())


def test_ties_are_named():
    """Two versions that share a rank in the full ranking."""
    assert any("tied in the full ranking: v2 and v3" in note for note in charts.notes(stability_result()))


def test_missing_points_are_left_out():
    """None is no point, and certainly not zero."""
    result = stability_result(("mv",))
    gone = dataclasses.replace(result.curves[1], tau_mean=None, tau_low=None, tau_high=None)
    result = dataclasses.replace(result, curves=(result.curves[0], gone, *result.curves[2:]))

    assert lines(charts.tau_curves(result), "Simple vote (MV)")["x"] == [0.3, 0.7, 0.9]


def test_no_curve_at_all_is_said():
    """No method has a number: a sentence instead of an empty frame."""
    result = dataclasses.replace(stability_result(), curves=(), ranks=())

    assert charts.tau_sentence(result) == "No method has a curve here."
    assert charts.same_sentence(result) == "No method has a curve here."
    assert charts.with_curve(result) == ()


def test_same_winner_and_same_ranking():
    """Tau has four values for three systems; how often the winner stays is easier to read."""
    result = stability_result()
    winner = lines(charts.same_curves(result), "PEC")["y"]
    order = lines(charts.same_curves(result, ranking=True), "PEC")["y"]
    points = [point for point in result.curves if point.method == "pec"]

    assert winner == [point.same_winner for point in points]
    assert order == [point.same_ranking for point in points]
    assert charts.same_sentence(result).startswith("With 50% of the annotators (5) kept, the winner stays")


def test_ranks_are_shares_of_draws():
    """One tile per system and rank."""
    drawn = rows_of_chart(charts.rank_heat(stability_result(), "mv", 0.5))

    assert {(row["system"], row["rank"]): row["share"] for row in drawn} == {
        (f"v{place}", str(rank)): 0.6 if rank == place else 0.2 for place in (1, 2, 3) for rank in (1, 2, 3)
    }


def test_gold_stands_beside():
    """Stable is not correct: agreement with gold, or that there is none."""
    result = stability_result()

    assert "Simple vote (MV) 0.80" in charts.gold_sentence(result)
    assert "Stable is not the same as correct" in charts.gold_sentence(result)
    assert charts.gold_frame(result)["tau_with_gold"].notna().sum() == 1
    none = dataclasses.replace(result, tau_with_gold={})
    assert charts.gold_sentence(none).startswith("There is no gold")
