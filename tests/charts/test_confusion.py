"""Confusion matrices: shares and counts of the result, ids as they are, grey where nothing is known."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest

from hero_core import charts
from hero_core.charts.confusion import small_width
from hero_core.charts.tiles import luminance
from hero_core.words import text
from tests.charts.drawn import laid_out, titles_of
from tests.charts.fakes import EVIL, annotator_result, annotator_row, graded_annotators

NUMERIC = ("1", "2", "10", "1E1")


def tiles(spec) -> dict:
    """The layer of rectangles."""
    return next(layer for layer in spec["layer"] if layer["mark"]["type"] == "rect")


def drawn(spec) -> list[dict]:
    """What the tiles are drawn from."""
    return spec["data"]["values"]


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
    assert list(dict.fromkeys(row["annotator"] for row in drawn(chart))) == list(NUMERIC)
    assert titles_of(chart) == list(NUMERIC)


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
    """By the measure, lowest first; who has no rate comes last, who has no gold first; equal counts in their order."""
    rows = [
        annotator_row("a", (0.9, 0.9), (5, 5), 10), annotator_row("b", (0.6, 0.6), (20, 20), 20),
        annotator_row("c", None, (0, 0)),
    ]  # fmt: skip
    found = [row.annotator for row in charts.sort_rows(rows, measure)]

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
    found = drawn(charts.confusion_grid([result.rows[4]], result))

    assert {row["state"] for row in found} == {"unknown"} and len(found) == 4
    assert {row["fill"] for row in found} == {charts.look(False).scarce}


def test_grey_goes_by_state_not_by_share():
    """The colour of a tile is its share only where the share is a fact; 0% and 100% have the ends of the scale."""
    rows = (annotator_row("sure", (1.0, 1.0), (9, 9)), annotator_row("few", (1.0, 1.0), (1, 1)))
    result = dataclasses.replace(annotator_result(), rows=rows)
    fills = {(row["annotator"], row["share"]): row["fill"] for row in drawn(charts.confusion_grid(rows, result))}

    assert fills[("sure", 0.0)] == "#f7fbff" and fills[("sure", 1.0)] == "#0a4a90"
    assert fills[("few", 0.0)] == fills[("few", 1.0)] == charts.look(False).scarce


@pytest.mark.parametrize("mode", charts.MODES)
@pytest.mark.parametrize("dark", [False, True])
def test_what_is_written_on_tiles_can_be_read(mode, dark):
    """Contrast of 4.5 between text and tile, whatever the share or the difference."""
    rows = tuple(
        with_pool(annotator_row(f"a{at}", (at / 40, 1 - at / 40), (9, 9)), ((1 - at / 40, at / 40), (0.5, 0.5)))
        for at in range(41)
    )
    spec = charts.confusion_grid(rows, dataclasses.replace(annotator_result(), rows=rows), dark, mode=mode)

    for tile in drawn(spec):
        ink = {"black": 0.0, "white": 1.0}[tile["ink"]]
        lighter, darker = sorted((ink, luminance(tile["fill"])), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_a_click_selects_the_annotator():
    """The grid's selection is by annotator, the large matrix' by cell; both are taken on the tiles."""
    result = annotator_result()
    grid, large = charts.confusion_grid(result.rows, result), charts.confusion_matrix(result.rows[0], result)

    chosen = [[(p["name"], p["select"]["fields"]) for p in spec["params"] if "select" in p] for spec in (grid, large)]
    assert chosen == [[("annotator", ["annotator"])], [("cell", ["truth", "said"])]]
    assert grid["params"][0]["views"] == [tiles(grid)["name"]]


def with_pool(row, pool, width=0.1):
    """The same person beside a pool, the differences with an interval of this half width."""
    gap = tuple(
        tuple(own - other for own, other in zip(*pair, strict=True)) for pair in zip(row.confusion, pool, strict=True)
    )
    low, high = (tuple(tuple(cell + by for cell in line) for line in gap) for by in (-width, width))
    return dataclasses.replace(
        row, pool=pool, pool_difference=gap, pool_low=low, pool_high=high,
        pool_distance=sum(abs(line[0]) for line in gap) / 2,
    )  # fmt: skip


def pooled():
    """Two people near the pool and one far off, who says 1 to everything."""
    pool = ((0.8, 0.2), (0.3, 0.7))
    rows = (
        with_pool(annotator_row("near", (0.82, 0.7), (20, 20)), pool),
        with_pool(annotator_row("far", (0.1, 0.95), (20, 20)), pool),
        with_pool(annotator_row("thin", (0.0, 0.0), (1, 1)), pool),
    )
    return dataclasses.replace(annotator_result(), rows=rows)


def test_differences_to_the_pool_are_drawn_in_points():
    """Own share minus the pool's, with sign and range; orange above, purple below; the same row sums to zero."""
    result = pooled()
    found = {
        (r["annotator"], r["truth"], r["said"]): r
        for r in drawn(charts.confusion_grid(result.rows, result, mode="difference"))
    }
    wrong = found[("far", "0", "1")]

    assert wrong["line_0"] == "+70" and found[("far", "0", "0")]["line_0"] == "-70"
    assert wrong["fill"] == "#b35806" and found[("far", "0", "0")]["fill"] == "#5e3c99"
    assert found[("near", "1", "1")]["line_0"] == "0" and found[("near", "1", "1")]["fill"] == "#f7f7f7"
    assert found[("thin", "0", "0")]["fill"] == charts.look(False).scarce
    assert (
        wrong["words"]
        == "far, truth 0, said 1: +70 (+60 to +80) points against all others together (90% against 20%), 18 of 20 votes"
    )
    assert "nothing can be said" in found[("thin", "0", "0")]["words"]


def test_every_tile_has_words_for_a_screen_reader():
    """The description of a tile is a sentence of its own, in both modes."""
    result = pooled()
    for mode in charts.MODES:
        spec = charts.confusion_grid(result.rows, result, mode=mode)
        assert tiles(spec)["encoding"]["description"]["field"] == "words"
        assert len({tile["words"] for tile in drawn(spec)}) == len(drawn(spec))


def test_the_sentence_says_who_differs_most_and_how():
    """The furthest person who clearly differs; not the one with two votes."""
    result = pooled()
    told = charts.grid_sentence(result.rows, result, mode="difference")

    assert "Furthest from the others: far says 1 to items that are 0 in 90% of votes" in told
    assert "all others together in 20%: +70 points (+60 to +80)" in told
    assert charts.furthest(result).annotator == "far"
    assert "near does not clearly differ" in charts.matrix_sentence(result.rows[0], result, "difference")


def test_nobody_far_is_said_too():
    """Ranges that hold zero are no difference."""
    pool = ((0.8, 0.2), (0.3, 0.7))
    rows = (with_pool(annotator_row("a", (0.75, 0.7), (20, 20)), pool),)
    result = dataclasses.replace(annotator_result(), rows=rows)

    assert charts.furthest(result) is None
    assert "Nobody clearly differs" in charts.grid_sentence(rows, result, mode="difference")


def test_the_tooltip_tells_everything():
    """Interval, votes and gold votes of a cell."""
    fields = [
        tip["field"]
        for tip in tiles(charts.confusion_matrix(annotator_result().rows[0], annotator_result()))["encoding"]["tooltip"]
    ]

    assert {"annotator", "truth", "said", "share_text", "range_text", "count_text", "gold_text"} <= set(fields)


def test_pages_hold_forty_and_hold_everybody():
    """2,000 annotators: fifty pages, and a sentence about those who are on the other pages."""
    result = annotator_result(tuple(f"w{number}" for number in range(2000)))
    pages = charts.pages_of(result.rows)

    assert [len(page) for page in pages] == [40] * 50
    assert "40 of 2,000 annotators are drawn here; 1,960 are not" in charts.not_drawn(pages[0], result)
    assert charts.not_drawn(result.rows, result) is None


@pytest.mark.parametrize("classes", [2, 3, 5, 8])
@pytest.mark.parametrize("people", [1, 7, 40])
@pytest.mark.parametrize("width", [358, 906, 1460])
def test_small_matrices_stand_row_by_row_across_the_page(classes, people, width):
    """Read from left to right and row by row the order is that of the list, on a phone and on a wide screen; rows are
    full, and no matrix stands beyond the edge if a single one fits."""
    result = graded_annotators(tuple(f"w{number}" for number in range(people)), classes)
    spec = charts.confusion_grid(result.rows, result)
    shown = laid_out(spec, drawn(spec), width)
    corners = {tile["annotator"]: (tile["y"], tile["x"]) for tile in reversed(shown)}
    beside = [sum(top == other for other, _ in corners.values()) for top in sorted({y for y, _ in corners.values()})]

    assert sorted(corners, key=corners.__getitem__) == [row.annotator for row in result.rows]
    assert all(0 <= tile["x"] < tile["x2"] <= width and 0 <= tile["y"] < tile["y2"] for tile in shown)
    assert set(beside[:-1]) <= {beside[0]} and beside[-1] <= beside[0]
    if len(beside) > 1:
        assert width - max(tile["x2"] for tile in shown) < small_width(result), "room for one more is left"


@pytest.mark.parametrize("draw", [charts.confusion_grid, lambda rows, result: charts.confusion_matrix(rows[0], result)])
def test_what_was_moved_once_is_not_moved_again(draw):
    """Formulas are worked out anew, on the same rows, whenever the chart's width changes: one that read what another
    wrote would push the matrices further out with every change of the window."""
    result = graded_annotators(("a", "b"), 3)
    spec = draw(result.rows, result)
    steps = [*spec["transform"], *(step for layer in spec["layer"] for step in layer.get("transform", ()))]
    read = {name for step in steps for name in re.findall(r"datum\.(\w+)", step["calculate"])}

    assert read and not read & {step["as"] for step in steps}
    assert all(step["as"] in json.dumps([spec["encoding"], spec["layer"]]) for step in steps)


def test_an_audience_sees_the_same_grid_larger():
    """Places grow with tiles and letters: fewer stand beside each other, none on another."""
    result = graded_annotators(tuple(f"w{number}" for number in range(8)), 2)
    spec = charts.confusion_grid(result.rows, result)
    large = charts.enlarged(spec, 1.4)
    one, two = (next(iter(laid_out(found, drawn(found)[-1:], 640))) for found in (spec, large))

    assert (two["x2"] - two["x"]) == pytest.approx(1.4 * (one["x2"] - one["x"]))
    assert two["y"] > 1.5 * one["y"], "one row more"


@pytest.mark.parametrize("classes", [2, 3, 5, 8])
def test_any_number_of_classes(classes):
    """One tile per pair of classes; text only where it fits."""
    result = graded_annotators(classes=classes)
    chart = charts.confusion_matrix(result.rows[0], result)

    assert len(drawn(chart)) == classes**2
    assert len(drawn(charts.confusion_grid(result.rows, result))) == 3 * classes**2


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

    assert drawn(charts.confusion_grid([result.rows[4]], result))[0]["annotator"] == EVIL
