"""Annotators over the rounds: everybody's slopes with their ranges, and one person's rates round by round."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.labels import literal, percent, plotly_names
from hero_core.charts.palette import SERIES_DASHES, SERIES_SHAPES, blank_figure, category_axis, look
from hero_core.charts.trend import HOVER, rate_words
from hero_core.decimals import signed
from hero_core.results import RatePoint, Slope, TrendResult
from hero_core.slopes import MOVED_P
from hero_core.words import chain, text, told

MOST_ROWS = 40
ROW_PIXELS = 22
SPOKEN = 5


def tested(result: TrendResult, true_class: str) -> list[Slope]:
    """The slopes of a class that could be tested, falling ones first."""
    found = [row for row in result.slopes if row.true_class == true_class and row.slope is not None]
    return sorted(found, key=lambda row: row.slope or 0.0)


def drawn_slopes(result: TrendResult, true_class: str) -> list[Slope]:
    """At most forty of them: those with the smallest p-values, in the same order."""
    rows = tested(result, true_class)
    kept = {row.annotator for row in sorted(rows, key=lambda row: row.p_value or 0.0)[:MOST_ROWS]}
    return [row for row in rows if row.annotator in kept]


def is_moving(row: Slope) -> bool:
    """The person's rates move for certain."""
    return row.p_holm is not None and row.p_holm < MOVED_P


def class_rate(result: TrendResult, true_class: str) -> str:
    """What the rate of a class is called: for two classes in the words of the page, else by the class."""
    if len(result.classes) == 2:
        return text("trend.rate.found" if true_class == result.classes[1] else "trend.rate.cleared")
    return text("trend.rate.of", label=true_class)


def default_class(result: TrendResult) -> str:
    """The class in which somebody moves most surely; the highest one where nobody could be tested."""
    rows = [row for row in result.slopes if row.p_value is not None]
    return min(rows, key=lambda row: (row.p_holm or 0.0, row.p_value or 0.0)).true_class if rows else result.classes[-1]


def _points(share: float | None) -> str:
    return text("none") if share is None else text("charts.points", number=signed(100 * share, 1))


def _slope_range(row: Slope) -> str:
    if row.low is None or row.high is None:
        return text("none")
    both = text("charts.to", low=signed(100 * row.low, 1), high=signed(100 * row.high, 1))
    return text("charts.points", number=both)


def _p(value: float | None) -> str:
    if value is None:
        return text("none")
    return f"{value:.2g}" if value >= 0.001 else text("annotators.drift.tiny")


def slopes_figure(
    result: TrendResult, true_class: str, dark: bool = False, *, selected: str | None = None
) -> go.Figure:
    """Everybody's change per round with its range, sorted; filled and in colour where the person moves for certain."""
    rows, colours = drawn_slopes(result, true_class), look(dark)
    figure = blank_figure(dark, 90 + ROW_PIXELS * max(len(rows), 2))
    for moving in (False, True):
        part = [row for row in rows if is_moving(row) is moving]
        colour = colours.above if moving else colours.quiet
        if part:
            figure.add_trace(_slope_marks(part, colour, colours.background, moving))
    names = plotly_names(row.annotator for row in rows)
    if selected is not None and literal(selected) in names:
        names[literal(selected)] = f"<b>{names[literal(selected)]}</b>"
    figure.update_yaxes(category_axis(names, reverse=True))
    figure.update_xaxes(
        title={"text": text("trend.slope_axis", rate=class_rate(result, true_class))}, tickformat=".3~g"
    )
    figure.add_vline(x=0, line={"color": colours.text, "width": 1})
    figure.update_layout(showlegend=len(figure.data) > 1)
    return figure


def _slope_marks(rows: list[Slope], colour: str, background: str, moving: bool) -> go.Scatter:
    at = [100 * (row.slope or 0.0) for row in rows]
    return go.Scatter(
        x=at, y=[literal(row.annotator) for row in rows], mode="markers",
        name=text("trend.slope.moving" if moving else "trend.slope.steady"),
        marker={"size": 10, "symbol": "diamond" if moving else "circle", "color": colour if moving else background,
                "line": {"width": 2, "color": colour}},
        error_x={
            "type": "data", "symmetric": False, "color": colour, "thickness": 1.5, "width": 3,
            "array": [100 * (row.high or 0.0) - x for row, x in zip(rows, at, strict=True)],
            "arrayminus": [x - 100 * (row.low or 0.0) for row, x in zip(rows, at, strict=True)],
        },
        customdata=[_slope_hover(row) for row in rows], hovertemplate=HOVER,
    )  # fmt: skip


def _slope_hover(row: Slope) -> list[str]:
    return [
        literal(row.annotator),
        literal(text("trend.slope.hover", change=_points(row.slope), range=_slope_range(row))),
        literal(text("trend.slope.line", first=percent(row.first, 0), last=percent(row.last, 0))),
        literal(text("trend.slope.counts", votes=f"{row.votes:,}", rounds=row.rounds, p=_p(row.p_holm))),
    ]


def slopes_sentence(result: TrendResult) -> str:
    """Who moves in one direction for certain, and how many could not be tested."""
    people = list(dict.fromkeys(row.annotator for row in result.slopes))
    known = {row.annotator for row in result.slopes if row.p_holm is not None}
    sure = sorted((row for row in result.slopes if is_moving(row)), key=lambda row: (row.p_holm or 0, row.p_value or 0))
    names = list(dict.fromkeys(row.annotator for row in sure))
    parts = []
    if not known:
        parts.append(text("trend.slopes.untested"))
    elif names:
        told_names = chain(names[:SPOKEN], ", ")
        parts.append(text("trend.slopes.moving", count=len(names), total=len(known), names=told_names))
        parts.append(_surest(result, sure[0]))
    else:
        parts.append(text("trend.slopes.nobody", total=len(known)))
    if known and len(people) > len(known):
        parts.append(text("trend.slopes.scarce", count=len(people) - len(known)))
    return chain(parts)


def _surest(result: TrendResult, row: Slope) -> str:
    return text(
        "trend.slopes.surest", name=row.annotator, rate=class_rate(result, row.true_class),
        first=percent(row.first, 0), last=percent(row.last, 0), change=_points(row.slope),
    )  # fmt: skip


def slopes_table(result: TrendResult) -> pd.DataFrame:
    """Everybody's slopes in every class, the surest first, with the reason where there is none."""
    rows = sorted(result.slopes, key=lambda row: (row.p_holm is None, row.p_holm or 0.0, row.p_value or 0.0))
    lines = [
        [row.annotator, class_rate(result, row.true_class), _points(row.slope), _slope_range(row),
         percent(row.first, 0), percent(row.last, 0), _p(row.p_holm), row.votes, row.rounds, told(row.reason or "")]
        for row in rows
    ]  # fmt: skip
    names = ("annotator", "rate", "slope", "range", "first", "last", "p", "votes", "rounds", "note")
    return pd.DataFrame(lines, columns=[text(f"trend.column.{name}") for name in names])


def rates_of(result: TrendResult, annotator: str) -> list[RatePoint]:
    """One person's rates on the gold of each round."""
    return [point for point in result.rates if point.annotator == annotator]


def person_figure(result: TrendResult, annotator: str, dark: bool = False) -> go.Figure:
    """One person's rate for each class over the rounds, with ranges; at most six classes."""
    figure, colours, points = blank_figure(dark, 320), look(dark), rates_of(result, annotator)
    for number, true_class in enumerate(reversed(result.classes[-len(SERIES_SHAPES) :])):
        mine = [point for point in points if point.true_class == true_class]
        colour = colours.series[number]
        if mine:
            figure.add_trace(go.Scatter(
                x=[literal(point.round) for point in mine], y=[point.rate for point in mine], mode="lines+markers",
                name=literal(class_rate(result, true_class)), offsetgroup=str(number),
                line={"color": colour, "width": 2, "dash": SERIES_DASHES[number]},
                marker={"size": 10, "color": colour, "symbol": SERIES_SHAPES[number]},
                error_y={"type": "data", "symmetric": False, "color": colour, "thickness": 1.5, "width": 4,
                         "array": [point.high - point.rate for point in mine],
                         "arrayminus": [point.rate - point.low for point in mine]},
                customdata=[_rate_hover(result, point) for point in mine], hovertemplate=HOVER,
            ))  # fmt: skip
    rounds = result.rounds[: len(result.rounds) - (result.current is not None)]
    figure.update_xaxes(category_axis(plotly_names(rounds, 14)), title={"text": text("trend.rounds_axis")})
    figure.update_yaxes(range=[-0.03, 1.05], tickformat=".0%", title={"text": text("trend.person_axis")})
    figure.update_layout(scattermode="group", scattergap=0.6, showlegend=len(figure.data) > 1)
    return figure


def _rate_hover(result: TrendResult, point: RatePoint) -> list[str]:
    return [
        literal(chain([point.annotator, point.round], ", ")),
        literal(class_rate(result, point.true_class)),
        literal(rate_words(point.rate, point.low, point.high, point.votes)),
        literal(text("trend.rate.counts", hits=f"{point.hits:,}", votes=f"{point.votes:,}")),
    ]


def person_sentence(result: TrendResult, annotator: str) -> str:
    """How the person's rates moved, class by class, or why that cannot be said."""
    rows = [row for row in result.slopes if row.annotator == annotator]
    known = [row for row in rows if row.slope is not None]
    if not known:
        reason = next((row.reason for row in rows if row.reason), text("trend.slopes.untested"))
        return text("trend.person.scarce", name=annotator, reason=reason)
    parts = [
        text("trend.person.rate", rate=class_rate(result, row.true_class), change=_points(row.slope),
             range=_slope_range(row))
        for row in reversed(known)
    ]  # fmt: skip
    key = "trend.person.moving" if is_moving(known[0]) else "trend.person.steady"
    rates = text("trend.person.rates", rates=chain(parts, "; "))
    return chain([text(key, name=annotator, p=_p(known[0].p_holm)), rates])


def rates_table(result: TrendResult, annotator: str) -> pd.DataFrame:
    """One person's rates as a person reads them."""
    lines = [
        [point.round, class_rate(result, point.true_class), rate_words(point.rate, point.low, point.high, point.votes),
         point.hits, point.votes]
        for point in rates_of(result, annotator)
    ]  # fmt: skip
    return pd.DataFrame(
        lines, columns=[text(f"trend.column.{name}") for name in ("round", "rate", "share", "hits", "votes")]
    )
