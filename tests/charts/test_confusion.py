"""Confusion matrices: shares and counts of the result, ids as they are, grey where nothing is known."""

from __future__ import annotations

import dataclasses

import pytest

from hero_core import charts
from hero_core.words import text
from tests.charts.drawn import layers_of, rows_of_chart
from tests.charts.fakes import EVIL, annotator_result, annotator_row, graded_annotators

NUMERIC = ("1", "2", "10", "1E1")


def tiles(chart) -> dict:
    """The layer of rectangles."""
    return next(layer for layer in layers_of(chart) if layer["mark"]["type"] == "rect")


def test_tiles_hold_shares_and_counts():
    """Each cell is the share of the matrix, with the votes behind it and its gold votes."""
    result = annotator_result()
    row = result.rows[0]
    table = charts.cells([row], result).set_index(["truth", "said"])

    for true, truth in enumerate(result.classes):
        for said, label in enumerate(result.classes):
            cell = table.loc[(truth, label)]
            assert cell["share"] == row.confusion[true][said]
            assert (cell["low"], cell["high"]) == (row.low[true][said], row.high[true][said])
            assert cell["count"] == row.expected_counts[true][said]
            assert cell["gold_count"] == row.gold_counts[true][said]


def test_ids_that_look_like_numbers_stay_apart():
    """'10' and '1E1' are two people, written letter by letter, in natural order."""
    result = annotator_result(NUMERIC)
    rows = charts.sort_rows(result.rows, "name")
    chart = charts.confusion_grid(rows, result)

    assert [row.annotator for row in rows] == list(NUMERIC)
    assert list(dict.fromkeys(row["annotator"] for row in rows_of_chart(chart))) == list(NUMERIC)
    assert [title.split("\t")[0] for title in chart.to_dict()["facet"]["sort"]] == list(NUMERIC)
    assert chart.to_dict()["facet"]["type"] == "nominal"
    assert {tiles(chart)["encoding"][axis]["type"] for axis in "xy"} == {"nominal"}


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("name", ["a", "b", "c"]),
        ("weight", ["b", "a", "c"]),
        ("gold_votes", ["c", "a", "b"]),
        ("votes", ["a", "b", "c"]),
    ],
)
def test_sorting(measure, expected):
    """By the measure, lowest first; who has none comes last or, for counts, with 0 first."""
    rows = [
        annotator_row("a", (0.9, 0.9), (5, 5), 10), annotator_row("b", (0.6, 0.6), (20, 20), 20),
        annotator_row("c", None, (0, 0)),
    ]  # fmt: skip
    found = [row.annotator for row in charts.sort_rows(rows, measure)]

    if measure == "votes":
        assert found == ["c", "a", "b"] or found == expected
    else:
        assert found == expected


def test_highest_first_keeps_the_unknown_last():
    """Turning the order does not put those without a number on top."""
    rows = [
        annotator_row("a", (0.9, 0.9), (5, 5)),
        annotator_row("b", (0.6, 0.6), (9, 9)),
        annotator_row("c", None, (0, 0)),
    ]

    assert [row.annotator for row in charts.sort_rows(rows, "weight", highest_first=True)] == ["a", "b", "c"]


def test_few_gold_votes_are_grey_with_the_reason():
    """A rate from three votes is not shown as a fact: no share is written, and the reason is."""
    result = annotator_result()
    scarce = charts.cells([result.rows[3]], result)

    assert set(scarce["state"]) == {"scarce"}
    assert set(scarce["share_text"]) == {text("none")}
    assert charts.why_grey(result.rows[3], result) == text("charts.grey_gold", count=3, enough=5)


def test_a_class_without_gold_says_no_gold():
    """Never 0%."""
    result = annotator_result()
    table = charts.cells([result.rows[1]], result)

    assert set(table[table["truth"] == "1"]["state"]) == {"no_gold"}
    assert set(table[table["truth"] == "1"]["share_text"]) == {text("none")}
    assert set(table[table["truth"] == "0"]["state"]) == {"ok"}
    assert "has no gold item of class 1" in charts.matrix_sentence(result.rows[1], result)


def test_a_class_with_one_vote_is_not_a_fact():
    """100% of one vote looks certain and is not."""
    result = dataclasses.replace(annotator_result(), rows=(annotator_row("a", (0.9, 1.0), (20, 1)),))
    table = charts.cells(result.rows, result)

    assert set(table[table["truth"] == "1"]["state"]) == {"scarce"}
    assert set(table[table["truth"] == "0"]["state"]) == {"ok"}


def test_unknown_annotators_are_grey_and_present():
    """A person without history has a matrix of four grey tiles, not a gap."""
    result = annotator_result()
    drawn = rows_of_chart(charts.confusion_grid([result.rows[4]], result))

    assert {row["state"] for row in drawn} == {"unknown"} and len(drawn) == 4
    assert all(row["share"] == 0 for row in drawn)


def test_grey_goes_by_state_not_by_share():
    """The colour of a tile is its share only where the share is a fact."""
    colour = tiles(charts.confusion_grid(annotator_result().rows, annotator_result()))["encoding"]["color"]

    assert colour["condition"]["test"] == "datum.state === 'ok'"
    assert colour["condition"]["scale"] == {"domain": [0, 1], "interpolate": "rgb", "range": ["#f7fbff", "#0a4a90"]}
    assert colour["value"] == charts.look(False).scarce


def test_a_click_selects_the_annotator():
    """The grid's selection is by annotator, the large matrix' by cell."""
    result = annotator_result()
    grid, large = charts.confusion_grid(result.rows, result), charts.confusion_matrix(result.rows[0], result)

    assert [(p["name"], p["select"]["fields"]) for p in grid.to_dict()["params"]] == [("annotator", ["annotator"])]
    assert [(p["name"], p["select"]["fields"]) for p in large.to_dict()["params"]] == [("cell", ["truth", "said"])]


def test_the_tooltip_tells_everything():
    """Interval, votes and gold votes of a cell."""
    fields = [
        tip["field"]
        for tip in tiles(charts.confusion_matrix(annotator_result().rows[0], annotator_result()))["encoding"]["tooltip"]
    ]

    assert {"annotator", "truth", "said", "share_text", "range_text", "count_text", "gold_text"} <= set(fields)


def test_pages_hold_forty_and_two_hundred_in_all():
    """2,000 annotators: five pages, and a sentence about the 1,800 without a matrix."""
    rows = annotator_result(tuple(f"w{number}" for number in range(2000))).rows
    pages = charts.pages_of(rows)

    assert [len(page) for page in pages] == [40] * 5
    assert "200 of 2,000 annotators are drawn; 1,800 are not" in charts.not_drawn(rows)
    assert charts.not_drawn(rows[:200]) is None


@pytest.mark.parametrize("classes", [2, 3, 5, 8])
def test_any_number_of_classes(classes):
    """One tile per pair of classes; text only where it fits."""
    result = graded_annotators(classes=classes)
    chart = charts.confusion_matrix(result.rows[0], result)

    assert len(rows_of_chart(chart)) == classes**2
    assert charts.confusion_grid(result.rows, result).to_dict()


def test_the_sentence_gives_rate_range_and_counts():
    """How often each class is recognised, out of about how many, how many of them gold."""
    result = annotator_result()
    row = result.rows[0]
    told = charts.matrix_sentence(row, result)

    assert told.startswith("1 recognises 0 in ")
    assert f"of about {sum(row.gold_counts[0])} votes ({sum(row.gold_counts[0])} of them on gold items)" in told


def test_markup_in_a_name_stays_text():
    """Vega writes text as text; the id is passed on unchanged."""
    result = annotator_result()

    assert rows_of_chart(charts.confusion_grid([result.rows[4]], result))[0]["annotator"] == EVIL
