"""Estimates round by round: one line per version, each point as it could be known then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.forest import with_room
from hero_core.charts.labels import Units, literal, method_name, percent, plotly_names, said_names, system_name
from hero_core.charts.palette import (
    BEST_FIRST,
    SERIES_DASHES,
    SERIES_SHAPES,
    blank_figure,
    category_axis,
    look,
)
from hero_core.results import GoldPoint, TrendPoint, TrendResult
from hero_core.words import chain, text, told

MOST_SERIES = len(SERIES_SHAPES)
SPOKEN = 3
HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}<br>%{customdata[2]}<br>%{customdata[3]}<extra></extra>"


@dataclass(frozen=True)
class Series:
    """The points of one version by one method, in the order of the rounds; only those with a number."""

    system: str | None
    points: tuple[TrendPoint, ...]


def trend_series(result: TrendResult, method: str) -> tuple[Series, ...]:
    """Every version with a number by this method: those of most rounds first, then as the rounds name them; all items
    together first where no version is in two rounds."""
    found = []
    for system in (*(() if _is_one(result) else (None,)), *result.systems):
        points = [point for point in result.points if (point.method, point.system) == (method, system)]
        known = tuple(point for point in points if point.estimate is not None)
        if known:
            found.append(Series(system, known))
    lasting = any(len(series.points) > 1 for series in found if series.system is not None)
    rank = {series.system: number for number, series in enumerate(found)}
    found.sort(key=lambda one: ((one.system is None) == lasting, -len(one.points), rank[one.system]))
    return tuple(found)


def _is_one(result: TrendResult) -> bool:
    """One version only, in every round: all items together are that version, which has a name."""
    if len(result.systems) != 1:
        return False
    rounds = {system: {point.round for point in result.points if point.system == system}
              for system in (None, result.systems[0])}  # fmt: skip
    return rounds[None] == rounds[result.systems[0]]


def trend_method(result: TrendResult, wanted: str | None = None) -> str:
    """The method to show: the wanted one where it has a number in any round, else the best that has one."""
    known = {point.method for point in result.points if point.estimate is not None}
    order = [wanted, *BEST_FIRST]
    return next((name for name in order if name in known), result.methods[0]) or result.methods[0]


def default_series(result: TrendResult, method: str, best: Sequence[str | None] = ()) -> tuple[str | None, ...]:
    """The versions drawn unless others are asked for: those in two rounds or more, at most six; else any six.

    `best` are those of the present round, the best first: they come before the others.
    """
    found = trend_series(result, method)
    lasting = [one.system for one in found if len(one.points) > 1 and one.system is not None]
    places: dict[str | None, int] = {**{system: place for place, system in enumerate(best)}, None: -1}
    shown = [one.system for one in found if one.system in lasting or not lasting]
    return tuple(sorted(shown, key=lambda system: places.get(system, len(places))))[:MOST_SERIES]


def trend_range(result: TrendResult, methods: Sequence[str]) -> tuple[float, float]:
    """One range for the estimates of these methods, so that two figures can be compared by eye."""
    numbers = [
        number for point in result.points if point.method in methods
        for number in (point.estimate, point.low, point.high) if number is not None
    ]  # fmt: skip
    return with_room(numbers, min(result.values), max(result.values), 0.06)


def gold_of(result: TrendResult, point: TrendPoint) -> GoldPoint | None:
    """What the gold of the same round and version says."""
    return next((one for one in result.gold if (one.position, one.system) == (point.position, point.system)), None)


def _gold_words(result: TrendResult, point: TrendPoint) -> str:
    gold = gold_of(result, point)
    if gold is None:
        return text("trend.gold.none")
    return text("trend.gold", value=Units.of(result).value(gold.estimate, gold.n_items), count=f"{gold.n_items:,}")


def _hover(result: TrendResult, point: TrendPoint) -> list[str]:
    units = Units.of(result)
    band = units.interval(point.low, point.high, point.n_items)
    facts = {"items": f"{point.n_items:,}", "gold": f"{point.history_gold:,}"}
    return [
        literal(chain([system_name(point.system), point.round], ", ")),
        literal(text("trend.hover", value=units.value(point.estimate, point.n_items), range=band)),
        literal(text("trend.hover.facts", **facts)),
        literal(text("trend.doubt") if point.doubts else _gold_words(result, point)),
    ]


def trend_figure(
    result: TrendResult, method: str, dark: bool = False, *, systems: Sequence[str | None] | None = None,
    span: tuple[float, float] | None = None,
) -> go.Figure:  # fmt: skip
    """One method over the rounds, a line per version with its range at every point; open where a red finding doubts
    the point. Versions keep their colour whichever are drawn."""
    figure, colours = blank_figure(dark, 360), look(dark)
    chosen = default_series(result, method) if systems is None else tuple(systems)
    for number, system in enumerate(chosen[:MOST_SERIES]):
        series = next((one for one in trend_series(result, method) if one.system == system), None)
        if series is not None:
            figure.add_trace(_line(result, series, number, colours.series[number], colours.background))
    figure.update_xaxes(category_axis(plotly_names(result.rounds, 14)), title={"text": text("trend.rounds_axis")})
    units = Units.of(result)
    figure.update_yaxes(range=span or trend_range(result, (method,)), tickformat=units.tick_format,
                        title={"text": units.axis_title})  # fmt: skip
    figure.update_layout(scattermode="group", scattergap=0.6, showlegend=len(figure.data) > 1)
    return figure


def _line(result: TrendResult, series: Series, number: int, colour: str, background: str) -> go.Scatter:
    points, shape = series.points, SERIES_SHAPES[number]
    bounds = [(point.estimate or 0.0, point.low, point.high) for point in points]
    return go.Scatter(
        x=[literal(point.round) for point in points], y=[point.estimate for point in points], mode="lines+markers",
        name=literal(_called(result, series.system)), offsetgroup=str(number),
        line={"color": colour, "width": 2, "dash": SERIES_DASHES[number]},
        marker={
            "size": 11, "color": [background if point.doubts else colour for point in points], "symbol": shape,
            "line": {"width": 2, "color": colour},
        },
        error_y={
            "type": "data", "symmetric": False, "color": colour, "thickness": 1.5, "width": 4,
            "array": [0.0 if high is None else max(0.0, high - at) for at, _, high in bounds],
            "arrayminus": [0.0 if low is None else max(0.0, at - low) for at, low, _ in bounds],
        },
        customdata=[_hover(result, point) for point in points], hovertemplate=HOVER,
    )  # fmt: skip


def trend_sentence(result: TrendResult, method: str, systems: Sequence[str | None] | None = None) -> str:
    """How the first drawn versions went from their first to their last round, and what a point rests on."""
    chosen = default_series(result, method) if systems is None else tuple(systems)
    drawn = sorted((one for one in trend_series(result, method) if one.system in chosen),
                   key=lambda one: chosen.index(one.system))  # fmt: skip
    parts = [text("trend.method", method=method_name(method))]
    parts += [_went(result, one) for one in drawn[:SPOKEN]]
    if len(drawn) > SPOKEN:
        parts.append(text("trend.more", count=len(drawn) - SPOKEN))
    doubted = [point.round for point in dict.fromkeys(p for one in drawn for p in one.points) if point.doubts]
    if doubted:
        parts.append(text("trend.doubted", rounds=chain(dict.fromkeys(doubted), ", ")))
    return chain(parts)


def _went(result: TrendResult, series: Series) -> str:
    units, first, last = Units.of(result), series.points[0], series.points[-1]
    facts = {
        "system": _called(result, series.system), "from": first.round,
        "first": units.value(first.estimate, first.n_items), "range": units.interval(last.low, last.high, last.n_items),
    }  # fmt: skip
    if first is last:
        return text("trend.went.once", **facts)
    change = units.difference((last.estimate or 0.0) - (first.estimate or 0.0))
    if change == units.difference(0.0):
        return text("trend.stayed", **facts, to=last.round)
    return text("trend.went", **facts, last=units.value(last.estimate, last.n_items), to=last.round, change=change)


def _called(result: TrendResult, system: str | None) -> str:
    """A version as it stands in a sentence or a legend."""
    return str(said_names(result.systems)(system_name(system)))


def trend_table(result: TrendResult, methods: Sequence[str]) -> pd.DataFrame:
    """Every round, version and method as a person reads it."""
    units, lines = Units.of(result), []
    for point in result.points:
        if point.method not in methods or (point.system is None and _is_one(result)):
            continue
        note = told(point.reason) if point.estimate is None else text("trend.doubt") if point.doubts else ""
        lines.append([
            point.round, system_name(point.system), method_name(point.method),
            units.value(point.estimate, point.n_items), units.interval(point.low, point.high, point.n_items),
            _gold_value(result, point), point.n_items, point.history_gold, note,
        ])  # fmt: skip
    names = ("round", "system", "method", "estimate", "range", "gold", "items", "history_gold", "note")
    return pd.DataFrame(lines, columns=[text(f"trend.column.{name}") for name in names])


def _gold_value(result: TrendResult, point: TrendPoint) -> str:
    gold = gold_of(result, point)
    return text("none") if gold is None else _gold_words(result, point)


def rate_words(rate: float, low: float, high: float, n: int) -> str:
    """A rate with its range."""
    return text("charts.rate_range", value=percent(rate, n), low=percent(low, n), high=percent(high, n))
