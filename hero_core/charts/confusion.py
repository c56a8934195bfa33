"""Confusion matrices: many small ones to compare people, one large one to study a person. Cells can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import altair as alt
import pandas as pd

from hero_core.annotations import natural_key
from hero_core.charts.evidence import (
    ENOUGH_OF_CLASS,
    all_votes,
    class_is_scarce,
    expected,
    from_gold,
    gold_of,
    is_scarce,
    support,
    votes_behind,
    why_grey,
)
from hero_core.charts.labels import listing, percent, short_names
from hero_core.charts.palette import FONT, look
from hero_core.charts.tiles import name_axis, plain, share_colour, text_on_share
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import chain, text

PER_PAGE = 40
MOST_ROWS = 200
MEASURES = ("weight", "sensitivity", "specificity", "gold_votes", "votes", "name")
BINARY_ONLY = ("sensitivity", "specificity")
CELL_SIZES = {2: (56, 40), 3: (46, 38), 4: (40, 34), 5: (36, 32)}
SMALLEST_CELL = (24, 24)
MOST_CLASSES_WITH_TEXT = 5


def measures(result: AnnotatorResult) -> tuple[str, ...]:
    """What the matrices can be sorted by."""
    return tuple(name for name in MEASURES if len(result.classes) == 2 or name not in BINARY_ONLY)


def sort_rows(
    rows: Sequence[AnnotatorRow], measure: str = "weight", *, highest_first: bool = False
) -> list[AnnotatorRow]:
    """The annotators by a measure, those without it last; equal ones in the natural order of their names."""
    by_name = sorted(rows, key=lambda row: natural_key(row.annotator))
    if measure == "name":
        return by_name[::-1] if highest_first else by_name
    value: Callable[[AnnotatorRow], Any] = all_votes if measure == "votes" else attrgetter(measure)
    known = [row for row in by_name if value(row) is not None]
    known.sort(key=value, reverse=highest_first)
    return known + [row for row in by_name if value(row) is None]


def pages_of(rows: Sequence[AnnotatorRow]) -> list[list[AnnotatorRow]]:
    """At most MOST_ROWS annotators in pages of PER_PAGE."""
    drawn = list(rows[:MOST_ROWS])
    return [drawn[start : start + PER_PAGE] for start in range(0, len(drawn), PER_PAGE)]


def not_drawn(rows: Sequence[AnnotatorRow]) -> str | None:
    """The sentence that says how many annotators have no matrix; None when all have one."""
    if len(rows) <= MOST_ROWS:
        return None
    hidden, total = len(rows) - MOST_ROWS, len(rows)
    return text("charts.rows_not_drawn", drawn=MOST_ROWS, total=f"{total:,}", hidden=f"{hidden:,}")


def _cell_state(row: AnnotatorRow, result: AnnotatorResult, true_class: int) -> str:
    """ "ok", "scarce" (too few votes in all), "no_gold" (none for this class) or "unknown" (no history)."""
    if row.confusion is None:
        return "unknown"
    if is_scarce(row, result):
        return "scarce"
    if from_gold(result) and gold_of(row, true_class) == 0:
        return "no_gold"
    return "scarce" if class_is_scarce(row, true_class) else "ok"


def _cell(row: AnnotatorRow, result: AnnotatorResult, true_class: int, said: int) -> dict[str, object]:
    """One cell: share and interval, votes behind it, and how each is written."""
    state, n, gold = _cell_state(row, result, true_class), support(row, true_class), gold_of(row, true_class)
    share = row.confusion[true_class][said] if row.confusion else None
    low, high = (bound[true_class][said] if bound else None for bound in (row.low, row.high))
    count = row.expected_counts[true_class][said] if row.expected_counts else 0.0
    golden = row.gold_counts[true_class][said] if row.gold_counts else 0
    fact, seen, known_low = state == "ok", state != "unknown", low is not None
    golds = seen and from_gold(result)
    return {
        "annotator": row.annotator, "truth": result.classes[true_class], "said": result.classes[said],
        "share": share, "low": low, "high": high, "count": count, "of": expected(row, true_class),
        "gold_count": golden, "gold_of": gold, "state": state,
        "share_text": percent(share, 0) if fact else text("none"),
        "range_text": text("charts.to", low=percent(low, 0), high=percent(high, 0)) if fact and known_low else "",
        "count_text": text("charts.count_of", count=f"{count:,.0f}", of=f"{n:,}") if seen else text("none"),
        "gold_text": text("charts.count_of", count=f"{golden:,}", of=f"{gold:,}") if golds else text("none"),
        "about": "" if fact else _why(state, share, row, result),
    }  # fmt: skip


def _why(state: str, share: float | None, row: AnnotatorRow, result: AnnotatorResult) -> str:
    """Why a cell is grey."""
    if state == "no_gold":
        return text("charts.cell_no_gold", share=percent(share, 0))
    return why_grey(row, result) or text("charts.grey_class", enough=ENOUGH_OF_CLASS)


def cells(rows: Sequence[AnnotatorRow], result: AnnotatorResult) -> pd.DataFrame:
    """One row per annotator, true class and answer: share with interval, count, and whether it is a fact."""
    classes = range(len(result.classes))
    table = [_cell(row, result, true, said) for row in rows for true in classes for said in classes]
    return pd.DataFrame(table, columns=list(_cell(rows[0], result, 0, 0)) if rows else [])


def _titles(rows: Sequence[AnnotatorRow], result: AnnotatorResult) -> dict[str, str]:
    """The heading of each small matrix: the name, and below it the reliability or what it lacks."""
    names = short_names([row.annotator for row in rows], 15)
    below = {}
    for row in rows:
        if row.confusion is None:
            below[row.annotator] = text("charts.title_unknown")
        elif is_scarce(row, result):
            key = "charts.title_scarce" if from_gold(result) else "charts.title_few"
            below[row.annotator] = text(key, count=votes_behind(row, result))
        else:
            weight = text("none") if row.weight is None else f"{row.weight:.2f}"
            below[row.annotator] = text("charts.title_weight", weight=weight)
    return {name: f"{short}\t{below[name]}" for name, short in names.items()}


TOOLTIP = ("annotator", "truth", "said", "share_text", "range_text", "count_text", "gold_text", "about")


def _layers(table: pd.DataFrame, classes: tuple[str, ...], size: tuple[int, int], lines: int, dark: bool) -> Any:
    """Tiles coloured by share, grey where the share is no fact, and up to `lines` lines of text on them."""
    colours, is_fact = look(dark), "datum.state === 'ok'"
    base = alt.Chart(table).encode(
        x=alt.X("said:N", sort=list(classes), axis=name_axis(text("charts.said"), dark)),
        y=alt.Y("truth:N", sort=list(classes), axis=name_axis(text("charts.truth"), dark)),
    )
    tiles = base.mark_rect(cursor="pointer").encode(
        color=alt.condition(is_fact, share_colour(), alt.value(colours.scarce)),
        stroke=alt.condition("datum.chosen", alt.value(colours.text), alt.value(colours.background)),
        strokeWidth=alt.condition("datum.chosen", alt.value(3), alt.value(1)),
        tooltip=[alt.Tooltip(f"{name}:N", title=text(f"charts.tip.{name}")) for name in TOOLTIP],
    )
    layers: list[Any] = [tiles]
    for number in range(lines):
        font, shift = (14 if number == 0 else 11), (number - (lines - 1) / 2) * 15
        fill = text_on_share(dark, is_fact=is_fact)
        mark: dict[str, Any] = {"fontSize": font, "font": FONT, "dy": shift, "fill": fill}
        layers.append(base.transform_filter(is_fact).mark_text(**mark).encode(text=f"line_{number}:N"))
    small = base.mark_text(fontSize=11, font=FONT, color=colours.text)
    if lines:
        layers.append(small.transform_filter("datum.state === 'scarce'").encode(text="grey_line:N"))
        no_gold = small.transform_filter("datum.state === 'no_gold' && datum.first")
        layers.append(no_gold.encode(text=alt.value(text("charts.no_gold")), x=alt.value(size[0] * len(classes) / 2)))
    return alt.layer(*layers).properties(width=size[0] * len(classes), height=size[1] * len(classes))


def _prepared(
    rows: Sequence[AnnotatorRow], result: AnnotatorResult, hint: str, selected: str | None = None
) -> pd.DataFrame:
    """The cells with what the drawing needs: heading, lines of text, whether chosen, what a click does (`hint`)."""
    table, titles = cells(rows, result), _titles(rows, result)
    table["title"] = [titles[name] for name in table["annotator"]]
    table["about"] = [about or hint for about in table["about"]]
    table["first"] = table["said"] == result.classes[0]
    table["chosen"] = table["annotator"] == selected
    table["line_0"], table["line_1"] = table["share_text"], [f"{count:,.0f}" for count in table["count"]]
    table["grey_line"] = [f"{count:,}" for count in table["gold_count"]] if from_gold(result) else ""
    table["share"] = table["share"].astype(float).fillna(0.0)  # grey tiles would vanish without a number
    return table


def cell_size(result: AnnotatorResult) -> tuple[int, int]:
    """Width and height of a cell of the small matrices."""
    return CELL_SIZES.get(len(result.classes), SMALLEST_CELL)


def confusion_grid(
    rows: Sequence[AnnotatorRow],
    result: AnnotatorResult,
    dark: bool = False,
    *,
    columns: int = 3,
    selected: str | None = None,
) -> Any:
    """One small matrix a person, in the given order; a click on a cell selects the annotator ("annotator")."""
    table, size = _prepared(rows, result, text("charts.click_person"), selected), cell_size(result)
    lines = 2 if len(result.classes) <= MOST_CLASSES_WITH_TEXT else 0
    click = alt.selection_point("annotator", fields=["annotator"], on="click", clear="dblclick", toggle=False)
    header = alt.Header(
        title=None, labelExpr="split(datum.label, '\\t')", labelColor=look(dark).text, labelFont=FONT,
        labelFontSize=12, labelPadding=3, labelLimit=size[0] * len(result.classes) + 24,
    )  # fmt: skip
    facet = alt.Facet("title:N", sort=list(dict.fromkeys(table["title"])), header=header)
    chart = _layers(table, result.classes, size, lines, dark).add_params(click)
    return plain(chart.facet(facet=facet, columns=columns, spacing={"row": 14, "column": 12}), dark)


def confusion_matrix(row: AnnotatorRow, result: AnnotatorResult, dark: bool = False) -> Any:
    """One person's matrix with shares, counts and intervals; a click selects a cell ("cell": truth and said)."""
    table = _prepared([row], result, text("charts.click_cell"))
    size, lines = _big_cell(len(result.classes))
    if lines > 2:
        table["line_1"], table["line_2"] = table["range_text"], table["count_text"]
    gold_lines = [text("charts.on_gold", count=count) for count in table["gold_text"]]
    table["line_3"] = table["grey_line"] = gold_lines if from_gold(result) else ""
    click = alt.selection_point("cell", fields=["truth", "said"], on="click", clear="dblclick", toggle=False)
    chart = _layers(table, result.classes, size, lines, dark).add_params(click)
    return plain(chart.properties(autosize=alt.AutoSizeParams(type="pad", contains="padding")), dark)


def _big_cell(classes: int) -> tuple[tuple[int, int], int]:
    """Size of a cell of the large matrix, and the lines of text that fit in it."""
    sizes = {2: ((128, 84), 4), 3: ((92, 84), 4), 4: ((70, 46), 2), 5: ((58, 44), 2)}
    return sizes.get(classes, ((44, 40), 1))


def matrix_sentence(row: AnnotatorRow, result: AnnotatorResult) -> str:
    """One person's matrix in words: how often each class is recognised, and what that rests on."""
    if row.confusion is None:
        return text("charts.matrix_unknown", name=row.annotator)
    grey = why_grey(row, result)
    if grey is not None:
        return text("charts.matrix_grey", name=row.annotator, why=grey)
    parts = [_class_words(row, result, true_class) for true_class in range(len(result.classes))]
    return text("charts.matrix", name=row.annotator, classes=listing(parts))


def _class_words(row: AnnotatorRow, result: AnnotatorResult, true_class: int) -> str:
    """How often one class is recognised."""
    label, n, gold = result.classes[true_class], support(row, true_class), gold_of(row, true_class)
    state = _cell_state(row, result, true_class)
    if state != "ok" or row.confusion is None:
        return text("charts.matrix_no_gold" if state == "no_gold" else "charts.matrix_few", label=label)
    bounds = (row.confusion, row.low, row.high)
    share, low, high = (percent(bound[true_class][true_class], n) if bound else None for bound in bounds)
    shown = share if low is None else text("charts.rate_range", value=share, low=low, high=high)
    key = "charts.matrix_class" if from_gold(result) else "charts.matrix_class_votes"
    return text(key, label=label, share=shown, of=f"{n:,}", gold=f"{gold:,}")


def grid_sentence(rows: Sequence[AnnotatorRow], result: AnnotatorResult, rest: str | None = None) -> str:
    """What the page of small matrices shows; `rest` is the sentence about those that have none (`not_drawn`)."""
    grey = sum(why_grey(row, result) is not None for row in rows)
    parts = [text("charts.grid", count=f"{len(rows):,}")]
    if grey:
        parts.append(text("charts.grid_grey", count=f"{grey:,}"))
    return chain([*parts, rest] if rest else parts)
