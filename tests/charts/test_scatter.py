"""The reliability scatter: one dot a person, hollow where gold is scarce, a cross on the chosen one."""

from __future__ import annotations

import dataclasses

import pytest

from hero_core import charts
from tests.charts.drawn import spec_of
from tests.charts.fakes import EVIL, annotator_result, annotator_row, graded_annotators


def dots(figure):
    """(x, y, symbol, size) of each person."""
    found = {}
    for trace in spec_of(figure)["data"]:
        if trace.get("hovertemplate"):
            sizes = trace["marker"]["size"]
            for x, y, size, data in zip(trace["x"], trace["y"], sizes, trace["customdata"], strict=True):
                found[data[0]] = (x, y, trace["marker"]["symbol"], size)
    return found


def test_two_classes_show_sensitivity_against_specificity():
    """Right is clearing negatives, up is finding positives."""
    result = annotator_result()

    for row in result.rows[:4]:
        x, y, _, size = dots(charts.reliability(result))[row.annotator]
        assert (x, y) == (row.specificity, row.sensitivity)
        assert size == row.votes + row.current_votes


def test_more_classes_show_reliability_against_votes():
    """There is no single sensitivity with three classes."""
    result = graded_annotators()

    for row in result.rows:
        assert dots(charts.reliability(result))[row.annotator][:2] == (row.votes + row.current_votes, row.weight)


def test_area_means_votes():
    """Twice the votes is twice the ink, not four times."""
    trace = next(t for t in charts.reliability(annotator_result()).data if t.hovertemplate)

    assert trace.marker.sizemode == "area"


def test_little_gold_is_hollow():
    """Three gold votes make a guess, and it looks like one."""
    found = dots(charts.reliability(annotator_result()))

    assert found["1E1"][2] == "circle-open"
    assert {found[name][2] for name in ("1", "2", "10")} == {"circle"}


def test_without_history_there_is_no_dot_and_a_sentence_says_so():
    """Nothing is known about that person; a dot at zero would be a lie."""
    result = annotator_result()

    assert EVIL not in dots(charts.reliability(result))
    assert "1 of 5 annotators has no history" in charts.reliability_sentence(result)


def test_the_chosen_person_gets_a_cross_of_both_ranges():
    """The cross ends at the bounds of the two rates."""
    result = annotator_result()
    row = result.rows[2]
    cross = next(t for t in spec_of(charts.reliability(result, selected="10"))["data"] if "error_y" in t)

    assert cross["x"][0] - cross["error_x"]["arrayminus"][0] == pytest.approx(row.specificity_low)
    assert cross["x"][0] + cross["error_x"]["array"][0] == pytest.approx(row.specificity_high)
    assert cross["y"][0] - cross["error_y"]["arrayminus"][0] == pytest.approx(row.sensitivity_low)
    assert cross["y"][0] + cross["error_y"]["array"][0] == pytest.approx(row.sensitivity_high)


def test_a_click_gives_the_id_as_it_is():
    """The first value behind each dot is the unescaped id."""
    result = annotator_result((EVIL, "b", "c", "d", "e"))

    assert EVIL in dots(charts.reliability(result))


def test_a_crowd_is_a_shading_with_the_dots_that_matter():
    """2,000 people: everybody is in the shading, sixty at most have a dot; the least reliable and the chosen do."""
    result = annotator_result(tuple(f"w{number}" for number in range(2000)))
    bad = annotator_row("bad", (0.5, 0.5), (9, 9), 1)
    result = dataclasses.replace(result, rows=(*result.rows[:-1], bad, result.rows[-1]))
    figure = charts.reliability(result, selected="w77")
    shading = next(trace for trace in figure.data if trace.type == "heatmap")

    assert sum(count for line in shading.z for count in line if count) == 2000
    assert len(dots(figure)) <= 61 and {"bad", "w77"} <= dots(figure).keys()
    assert "Shading: where the 2,000 annotators stand" in charts.reliability_sentence(result)
    assert "1 of 2,001 annotators has no history" in charts.reliability_sentence(result)


def test_the_shading_counts_people_where_they_stand():
    """Each field holds as many as stand in it; empty fields are bare, not zero."""
    rows = tuple(annotator_row(f"w{at}", (0.9, 0.6) if at < 120 else (0.7, 0.8), (9, 9)) for at in range(200))
    result = dataclasses.replace(annotator_result(), rows=rows)
    figure = charts.reliability(result)
    shading = next(trace for trace in figure.data if trace.type == "heatmap")
    full = {(round(x, 1), round(y, 1)): count for y, line in zip(shading.y, shading.z, strict=True)
            for x, count in zip(shading.x, line, strict=True) if count is not None}  # fmt: skip

    assert full == {(0.9, 0.6): 120, (0.7, 0.8): 80}


def test_a_few_have_no_shading():
    """Everybody has a dot."""
    assert all(trace.type == "scatter" for trace in charts.reliability(annotator_result()).data)


def test_graded_scales_can_be_seen_class_by_class():
    """Up is how often the chosen class is recognised; the sentence names best and worst for that class."""
    result = graded_annotators()
    figure = charts.reliability(result, measure="recall_2", selected="ann")
    told = charts.reliability_sentence(result, "recall_2")
    best = max(result.rows, key=lambda row: row.confusion[2][2])

    for row in result.rows:
        assert dots(figure)[row.annotator][1] == row.confusion[2][2]
    assert told.startswith(f"3 is recognised best by {best.annotator} (")
    cross = next(trace for trace in figure.data if trace.error_y.array is not None)
    assert cross.y[0] - cross.error_y.arrayminus[0] == pytest.approx(result.rows[0].low[2][2])


def test_the_sentence_names_the_best_and_the_worst():
    """With their rates in words."""
    result = annotator_result()
    told = charts.reliability_sentence(result)
    solid = sorted(result.rows[:3], key=lambda row: row.weight)

    assert f"Most reliable: {solid[-1].annotator} (finds" in told
    assert f"Least reliable: {solid[0].annotator} (finds" in told
    assert "Hollow dots: 1 with fewer than 5 gold votes" in told


def test_equals_are_called_equal():
    """Nobody is worst where all are alike."""
    rows = tuple(annotator_row(name, (0.8, 0.8), (10, 10)) for name in ("1", "2", "10", "1E1"))
    result = dataclasses.replace(annotator_result(), rows=rows)

    assert "all are equally reliable" in charts.reliability_sentence(result)
    assert "Least" not in charts.reliability_sentence(result)


def test_guessed_rates_say_so():
    """Without gold, the votes alone say who agrees with whom."""
    result = dataclasses.replace(annotator_result(), source="Dawid-Skene on the current votes, without gold")

    assert charts.reliability_sentence(result).startswith("These rates are guessed from the votes alone")


def test_names_do_not_lie_on_other_names():
    """In a crowd on one spot, one name is written at most."""
    rows = tuple(annotator_row(f"annotator {number}", (0.8, 0.8), (10, 10)) for number in range(12))
    result = dataclasses.replace(annotator_result(), rows=rows)

    written = [name for trace in charts.reliability(result).data for name in (trace.text or ()) if name]

    assert len(written) <= 1


def names_of(figure):
    """Whose dot carries its name."""
    traces = [trace for trace in spec_of(figure)["data"] if trace.get("hovertemplate")]
    return {
        data[0]: side
        for trace in traces
        for data, written, side in zip(trace["customdata"], trace["text"], trace["textposition"], strict=True)
        if written
    }


def test_whom_the_sentence_names_is_named_in_the_figure():
    """Dots on one another, the worst of them a guess: best and least reliable of the sentence carry their names."""
    rates = {"guess": (0.600, 0.600), "worst": (0.606, 0.599), "middle": (0.9, 0.9), "best": (0.905, 0.905)}
    rows = [annotator_row(name, rate, (1, 1) if name == "guess" else (80, 80)) for name, rate in rates.items()]
    result = dataclasses.replace(annotator_result(), rows=tuple(rows))
    said = charts.reliability_sentence(result)
    names = names_of(charts.reliability(result))

    assert "Most reliable: best" in said and "reliable: worst" in said
    assert {"best", "worst"} <= names.keys()
    assert "best" not in names_of(charts.reliability(result, selected="best"))


@pytest.mark.parametrize("measure", ["weight", "recall_1"])
def test_graded_scales_name_the_people_of_their_sentence(measure):
    """By reliability and by how often one class is recognised."""
    result = graded_annotators()
    said = charts.reliability_sentence(result, measure)
    spoken = [row.annotator for row in result.rows if f" {row.annotator} (" in said]

    assert spoken and set(spoken) <= names_of(charts.reliability(result, measure=measure)).keys()
