"""Forest plots: every estimate with its 95% and 50% band, by system and method, and the walk through the methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from hero_core.annotations import FloatArray
from hero_core.charts.labels import Units, listing, literal, method_name, plotly_names, spoken_system, system_name
from hero_core.charts.palette import BEST_FIRST, blank_figure, category_axis, in_order, look, marker
from hero_core.results import Estimate, EstimateResult
from hero_core.walk import WALK
from hero_core.words import text, told

ROW_PIXELS = 20
SPOKEN_SYSTEMS = 5
MARK_ROOM = 0.025  # half a mark beside an end of an axis, as a share of its length


@dataclass(frozen=True, kw_only=True)
class Band:
    """The middle 50% of the replicates of an estimate or of a difference."""

    low: float
    high: float


def system_row(result: EstimateResult, system: str | None) -> int:
    """The row of a system in each method's replicates."""
    return 0 if system is None else 1 + result.systems.index(system)


def replicates_of(result: EstimateResult, method: str, system: str | None, minus: str | None = None) -> FloatArray:
    """The replicates of one estimate, or of its paired difference to the one of `minus`, with a number; shape (B',)."""
    draws = result.replicates.get(method)
    if draws is None or draws.size == 0:
        return np.empty(0)
    row = draws[system_row(result, system)]
    row = row if minus is None else row - draws[system_row(result, minus)]
    known: FloatArray = row[np.isfinite(row)]
    return known


def half_band(result: EstimateResult, method: str, system: str | None, minus: str | None = None) -> Band | None:
    """25% and 75% points of the replicates of an estimate, or of its paired difference to the one of `minus`."""
    draws = replicates_of(result, method, system, minus)
    if len(draws) < 2:
        return None
    low, high = np.quantile(draws, (0.25, 0.75))
    return Band(low=float(low), high=float(high))


def rows_of(result: EstimateResult) -> tuple[str | None, ...]:
    """What the rows of a forest plot stand for: the systems, or all items where there is one system."""
    return result.systems if len(result.systems) >= 2 else (None,)


def x_range(result: EstimateResult) -> tuple[float, float]:
    """One range for the estimates of all methods and systems, so that figures can be compared by eye."""
    numbers = [
        number
        for row in result.estimates
        for number in (row.estimate, row.low, row.high)
        if number is not None and np.isfinite(number)
    ]
    return with_room(numbers, min(result.values), max(result.values))


def with_room(numbers: Sequence[float], least: float, most: float, margin: float = 0.05) -> tuple[float, float]:
    """The ends of an axis that holds the numbers and, at its edges, a whole mark: also one at the least or the most
    that is possible, where the axis needs no more than that."""
    if not numbers:
        return least, most
    room = margin * max(max(numbers) - min(numbers), 0.1 * (most - least))
    low, high = max(least, min(numbers) - room), min(most, max(numbers) + room)
    return low - MARK_ROOM * (high - low), high + MARK_ROOM * (high - low)


def frame(result: EstimateResult, methods: tuple[str, ...] | None = None) -> pd.DataFrame:
    """The numbers of the forest plot: one row per system and method, with the share of each class and the 50% band."""
    shown = in_order(methods or result.methods)
    table = []
    for system in rows_of(result):
        for method in shown:
            row, band = result.get(method, system), half_band(result, method, system)
            table.append({
                "system": system_name(system, result), "method": method, "estimate": row.estimate,
                **row.shares_by(result.classes), "low": row.low, "high": row.high, "level": row.level,
                "low_50": band.low if band else None, "high_50": band.high if band else None,
                "std_error": row.std_error, "n_items": row.n_items, "n_votes": row.n_votes, "status": row.status,
                "reason": row.reason, "interval": row.interval,
            })  # fmt: skip
    return pd.DataFrame(table)


def table(rows: list[Estimate], result: EstimateResult) -> pd.DataFrame:
    """Estimates as a person reads them: version, method, estimate, both ranges, counts, and what is wrong."""
    units, lines = Units.of(result), []
    for row in rows:
        band, n = half_band(result, row.method, row.system), row.n_items
        note = "" if row.status == "ok" else told(row.reason or text(f"status.{row.status}"))
        lines.append([
            system_name(row.system, result), method_name(row.method), units.value(row.estimate, n),
            units.interval(row.low, row.high, n),
            text("none") if band is None else units.interval(band.low, band.high, n), row.n_items, row.n_votes, note,
        ])  # fmt: skip
    names = ("system", "method", "estimate", "range", "half", "items", "votes", "note")
    return pd.DataFrame(lines, columns=[text(f"compare.column.{name}") for name in names])


def forest_table(
    result: EstimateResult, methods: tuple[str, ...] | None = None, systems: Sequence[str | None] | None = None
) -> pd.DataFrame:
    """The table of the forest plot; `systems` in which order, by default that of the round."""
    shown = in_order(methods or result.methods)
    return table([result.get(method, system) for system in systems or rows_of(result) for method in shown], result)


def walk_table(result: EstimateResult, system: str | None) -> pd.DataFrame:
    """The table of the walk of one system."""
    return table([result.get(method, system) for method in WALK if method in result.methods], result)


def missing(result: EstimateResult, methods: tuple[str, ...] | None = None) -> list[str]:
    """A sentence for each reason why there is no number: the methods and systems that share it, a dash, the reason."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for method in in_order(methods or result.methods):
        for system in rows_of(result):
            row = result.get(method, system)
            if row.estimate is None:
                reason = row.reason or text(f"status.{row.status}")
                reasons.setdefault((method, reason), []).append(spoken_system(system, result))
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (method, reason), systems in reasons.items():
        alike.setdefault((reason, tuple(systems)), []).append(method_name(method))
    everywhere = len(rows_of(result))
    return [
        text("charts.missing", method=listing(names), reason=reason)
        if len(systems) == everywhere
        else text("charts.missing_for", method=listing(names), systems=listing(list(systems)), reason=reason)
        for (reason, systems), names in alike.items()
    ]


def _hover(row: Estimate, result: EstimateResult) -> list[str]:
    """What a point says when the pointer is on it."""
    units = Units.of(result)
    return [
        literal(system_name(row.system, result)),
        literal(method_name(row.method)),
        units.value(row.estimate, row.n_items),
        text("charts.hover_range", level=f"{row.level:.0%}", range=units.interval(row.low, row.high, row.n_items)),
        text("charts.hover_counts", items=f"{row.n_items:,}", votes=f"{row.n_votes:,}"),
    ]


HOVER = (
    "<b>%{customdata[0]}</b><br>%{customdata[1]}: <b>%{customdata[2]}</b><br>%{customdata[3]}<br>%{customdata[4]}"
    "<extra></extra>"
)


def _bars(lows: list[float], highs: list[float], names: list[str], colour: str, thickness: float) -> go.Scatter:
    """Horizontal bars from low to high, each drawn from its own middle: an estimate may lie outside its band."""
    low, high = np.array(lows, dtype=float), np.array(highs, dtype=float)
    return go.Scatter(
        x=(low + high) / 2, y=names, mode="markers", marker={"size": 0.1, "opacity": 0, "color": colour},
        error_x={"type": "data", "array": (high - low) / 2, "thickness": thickness, "width": 0, "color": colour},
        orientation="h", hoverinfo="skip", showlegend=False,
    )  # fmt: skip


def _method_traces(result: EstimateResult, rows: list[Estimate], method: str, dark: bool) -> list[go.Scatter]:
    """Thin band, thick band and points of one method over the given rows."""
    colour = look(dark).methods[method]
    shown = [row for row in rows if row.estimate is not None]
    thin = [row for row in shown if row.low is not None and row.high is not None]
    thick = [(row, band) for row in shown if (band := half_band(result, method, row.system)) is not None]
    name = [literal(system_name(row.system, result)) for row in thin]
    traces = [_bars([row.low for row in thin], [row.high for row in thin], name, colour, 1.6)]  # type: ignore[misc]
    name = [literal(system_name(row.system, result)) for row, _ in thick]
    tint = look(dark).tint(method, 0.45)
    traces.append(_bars([band.low for _, band in thick], [band.high for _, band in thick], name, tint, 8))
    traces.append(
        go.Scatter(
            x=[row.estimate for row in shown], y=[literal(system_name(row.system, result)) for row in shown],
            mode="markers",
            marker=marker(method, dark),
            customdata=[_hover(row, result) for row in shown], hovertemplate=HOVER, orientation="h",
        )
    )  # fmt: skip
    return traces


def _dashes(result: EstimateResult, rows: list[Estimate], method: str, dark: bool) -> go.Scatter | None:
    """A dash at the left edge for each row without a number; its reason shows on hover."""
    empty = [row for row in rows if row.estimate is None]
    if not empty:
        return None
    return go.Scatter(
        x=[x_range(result)[0]] * len(empty), y=[literal(system_name(row.system, result)) for row in empty], mode="text",
        text=[text("charts.dash", method=literal(method_name(method)))] * len(empty), textposition="middle right",
        textfont={"size": 12, "color": look(dark).quiet}, orientation="h", showlegend=False,
        customdata=[literal(row.reason or "") for row in empty], hovertemplate="%{customdata}<extra></extra>",
    )  # fmt: skip


def _finish(figure: go.Figure, result: EstimateResult, target: float | None, dark: bool) -> go.Figure:
    """The common x axis, and the target line where there is one."""
    units, (low, high) = Units.of(result), x_range(result)
    if target is not None:
        low, high = min(low, target - 0.01), max(high, target + 0.01)
        figure.add_vline(
            x=target, line={"color": look(dark).text, "width": 1.5, "dash": "dash"}, showlegend=True,
            name=text("charts.target", value=units.value(target)),
        )  # fmt: skip
    figure.update_xaxes(range=[low, high], tickformat=units.tick_format, title={"text": units.axis_title}, nticks=7)
    return figure


def forest(
    result: EstimateResult,
    methods: tuple[str, ...] | None = None,
    dark: bool = False,
    *,
    target: float | None = None,
    systems: Sequence[str | None] | None = None,
) -> go.Figure:
    """Systems as rows, one mark per method: estimate, thin band at the level, thick band for the middle half.

    `systems` says which rows there are and in which order, from the top; by default all.
    """
    shown, systems = in_order(methods or result.methods), systems or rows_of(result)
    figure = blank_figure(dark, forest_height(len(systems), len(shown)))
    for method in shown:
        rows = [result.get(method, system) for system in systems]
        traces = [*_method_traces(result, rows, method, dark), _dashes(result, rows, method, dark)]
        for trace in traces:
            if trace is not None:
                figure.add_trace(trace.update(offsetgroup=method, legendgroup=method, name=method_name(method)))
    figure.update_layout(scattermode="group", scattergap=0.25)
    figure.update_yaxes(category_axis(plotly_names([system_name(system, result) for system in systems]), reverse=True))
    for edge in range(1, len(systems)):
        figure.add_hline(y=edge - 0.5, line={"color": look(dark).grid, "width": 1})
    return _finish(figure, result, target, dark)


def forest_height(systems: int, methods: int) -> int:
    """Pixels of a forest plot."""
    return 130 + systems * max(56, ROW_PIXELS * methods + 12)


def method_walk(result: EstimateResult, system: str | None, dark: bool = False) -> go.Figure:
    """One system through the methods, from the simple vote on: how far each correction moves the estimate."""
    shown = [method for method in WALK if method in result.methods]
    figure = blank_figure(dark, 90 + 44 * len(shown))
    steps = [(method, result.get(method, system)) for method in shown]
    points = [(method, row) for method, row in steps if row.estimate is not None]
    figure.add_trace(
        go.Scatter(
            x=[row.estimate for _, row in points], y=[method_name(method) for method, _ in points], mode="lines",
            line={"color": look(dark).quiet, "width": 1, "dash": "dot"}, hoverinfo="skip", showlegend=False,
        )
    )  # fmt: skip
    for method, row in steps:
        for trace in (*_method_traces(result, [row], method, dark), _dashes(result, [row], method, dark)):
            if trace is not None:
                trace.update(y=[method_name(method)] * len(trace.x), showlegend=False, name=method_name(method))
                figure.add_trace(trace)
    figure.update_yaxes(category_axis({method_name(method): method_name(method) for method in shown}, reverse=True))
    return _finish(figure, result, None, dark)


def best_method(result: EstimateResult, methods: tuple[str, ...] | None = None) -> str | None:
    """The most refined of the methods that gives a number for every row."""
    for method in BEST_FIRST:
        if method in (methods or result.methods) and all(
            result.get(method, system).estimate is not None for system in rows_of(result)
        ):
            return method
    return None
