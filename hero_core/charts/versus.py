"""All pairs as a matrix, "how likely is the row above the column"; and one pair's paired difference with its range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.forest import half_band
from hero_core.charts.labels import Units, chance, literal, said_names, short_names
from hero_core.charts.palette import FONT, blank_figure, look, marker
from hero_core.charts.tiles import name_axis, plain, share_colour, spoken, text_on_share
from hero_core.results import Comparison, Decision, EstimateResult
from hero_core.words import text

LARGE_CELL, SMALL_CELL = 110, 38
WIDTH = 400
FEW = 8
LONGEST = 16


def pair_cells(decision: Decision, systems: Sequence[str], units: Units) -> pd.DataFrame:
    """One row per ordered pair of the systems: chance that `row` is above `column`, its difference and verdict.

    The diagonal has no chance.
    """
    known = {(pair.a, pair.b): pair for pair in decision.comparisons}
    lines = []
    for row in systems:
        for column in systems:
            pair, sign = known.get((row, column)), 1
            if pair is None:
                pair, sign = known.get((column, row)), -1
            lines.append([row, column, *_cell(pair, sign, units)])
    names = ["row", "column", "share", "share_text", "difference_text", "verdict_text", "is_fact"]
    return pd.DataFrame(lines, columns=names)


def _cell(pair: Comparison | None, sign: int, units: Units) -> list[object]:
    """Chance, its words, difference and verdict of one cell, seen from its row."""
    if pair is None or pair.probability_above is None or pair.difference is None:
        return [0.0, "" if pair is None else text("none"), text("none"), text("none"), False]
    above = pair.probability_above if sign > 0 else 1 - pair.probability_above
    turned = {"a_better": "b_better", "b_better": "a_better"} if sign < 0 else {}
    verdict = text(f"matrix.verdict.{turned.get(pair.verdict, pair.verdict)}")
    return [above, chance(above), units.difference(sign * pair.difference), verdict, True]


def pair_matrix(cells: pd.DataFrame, dark: bool = False, selected: tuple[str, str] | None = None) -> Any:
    """Rows against columns, best first; a click selects a cell ("pair": row and column)."""
    import altair as alt  # loaded only by those who draw tiles

    table = cells.copy()
    names = short_names(dict.fromkeys(table["row"]), LONGEST)
    table["row_title"], table["column_title"] = table["row"].map(names), table["column"].map(names)
    table["cell_text"] = [_short(share) if fact else said for share, said, fact in
                          zip(table["share"], table["share_text"], table["is_fact"], strict=True)]  # fmt: skip
    table["chosen"] = [(row, column) == selected for row, column in zip(table["row"], table["column"], strict=True)]
    few, order = len(names) <= FEW, list(names.values())
    cell = min(LARGE_CELL, max(SMALL_CELL, WIDTH // len(names)))
    below = name_axis(text("matrix.column"), dark, cell if few else 110)
    if not few:
        below.labelAngle = -60
    base = alt.Chart(table).encode(
        x=alt.X("column_title:N", sort=order, axis=below),
        y=alt.Y("row_title:N", sort=order, axis=name_axis(text("matrix.row"), dark, 120)),
    )
    titles = {"row": text("matrix.row"), "column": text("matrix.column"), "share_text": text("matrix.chance"),
              "difference_text": text("matrix.difference"), "verdict_text": text("matrix.verdict")}  # fmt: skip
    table["spoken"] = spoken(table, titles)
    tooltip = [alt.Tooltip(f"{field}:N", title=title) for field, title in titles.items()]
    colours = look(dark)
    click = alt.selection_point("pair", fields=["row", "column"], on="click", clear="dblclick", toggle=False)
    tiles = base.mark_rect(cursor="pointer").encode(
        color=alt.condition("datum.is_fact", share_colour(), alt.value(colours.grid)),
        stroke=alt.condition("datum.chosen", alt.value(colours.above), alt.value(colours.background)),
        strokeWidth=alt.condition("datum.chosen", alt.value(3), alt.value(1)),
        tooltip=tooltip,
        description=alt.Description("spoken:N"),
    )
    words = base.mark_text(
        aria=False,
        font=FONT,
        fontSize=14 if few else 11,
        fill=text_on_share(dark, is_fact="datum.is_fact"),
        cursor="pointer",
    ).encode(text="cell_text:N", tooltip=tooltip)
    layers = alt.layer(tiles.add_params(click), words)
    return plain(layers.properties(width=cell * len(names), height=0.62 * cell * len(names)), dark)


def _short(share: float) -> str:
    """A chance in the width of a cell: never a flat 0 or 100."""
    return text("matrix.most") if share >= 0.995 else text("matrix.least") if share <= 0.005 else f"{100 * share:.0f}"


def cells_sentence(cells: pd.DataFrame, total: int) -> str:
    """What a cell is, and which versions are drawn."""
    shown = cells["row"].nunique()
    return text("matrix.how") if shown == total else text("matrix.how.part", shown=shown, total=total)


def difference_bar(result: EstimateResult, pair: Comparison, dark: bool = False) -> go.Figure:
    """A minus B: estimate, thin band at the level, thick band for the middle half, zero, and the margin as a strip."""
    colours, units = look(dark), Units.of(result)
    factor = 100.0 if units.percent else 1.0
    called = said_names((pair.a, pair.b))
    figure, name = blank_figure(dark, 150), literal(text("matrix.minus", a=called(pair.a), b=called(pair.b)))
    ends = [0.0, *(factor * number for number in (pair.low, pair.high, pair.difference) if number is not None)]
    if pair.margin > 0:
        figure.add_vrect(
            x0=-factor * pair.margin, x1=factor * pair.margin, fillcolor=colours.grid, opacity=0.6, line_width=0,
            layer="below", name=text("matrix.margin"), showlegend=True,
        )  # fmt: skip
    if pair.low is not None and pair.high is not None:
        figure.add_trace(_band(factor * pair.low, factor * pair.high, 1.6, colours.methods[pair.method]))
    half = half_band(result, pair.method, pair.a, minus=pair.b)
    if half is not None:
        figure.add_trace(_band(factor * half.low, factor * half.high, 8, look(dark).tint(pair.method, 0.45)))
    if pair.difference is not None:
        figure.add_trace(
            go.Scatter(
                x=[factor * pair.difference], y=[""], mode="markers", marker=marker(pair.method, dark),
                showlegend=False, name=name,
                hovertemplate=f"{name}: {literal(units.difference(pair.difference))}<extra></extra>",
            )
        )  # fmt: skip
    figure.add_vline(x=0, line={"color": colours.text, "width": 1.5})
    reach = 0.08 * max(max(ends) - min(ends), 0.02 * factor)
    figure.update_xaxes(range=[min(ends) - reach, max(ends) + reach], title={"text": name})
    figure.update_yaxes(type="category", showticklabels=False, showgrid=False)
    return figure


def _band(low: float, high: float, thickness: float, colour: str) -> go.Scatter:
    return go.Scatter(
        x=[low, high], y=["", ""], mode="lines", line={"width": thickness, "color": colour}, hoverinfo="skip",
        showlegend=False,
    )  # fmt: skip
