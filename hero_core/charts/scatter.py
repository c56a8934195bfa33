"""Reliability of annotators at a glance: one dot a person, in a crowd a shading and the dots that matter."""

from __future__ import annotations

import math

import plotly.graph_objects as go

from hero_core.charts.density import is_crowd, rated, shading, with_dots
from hero_core.charts.evidence import ENOUGH_GOLD, all_votes, support
from hero_core.charts.labels import decimal, literal, percent, short_names
from hero_core.charts.order import RECALL, measure_name, value_of
from hero_core.charts.palette import blank_figure, look
from hero_core.charts.reliable import WEIGHT, is_binary, is_thin, scarce_key, spoken
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import text

MOST_NAMED = 12
LOW = 0.1
ABOVE = "top center"
LONGEST_NAME = 16
LETTER, DOT, LINE = 0.017, 0.02, 0.06  # of the width and height of the figure


def _place(row: AnnotatorRow, result: AnnotatorResult, measure: str = WEIGHT) -> tuple[float, float]:
    """Where a person's dot stands: (specificity, sensitivity), or (votes, measure)."""
    if is_binary(result):
        return row.specificity or 0.0, row.sensitivity or 0.0
    return float(all_votes(row)), value_of(row, measure) or 0.0


def _hover(row: AnnotatorRow, result: AnnotatorResult) -> list[str]:
    """Id, rates and counts of a person; the id as it is, for the click, comes first."""
    if is_binary(result):
        found, cleared = support(row, 1), support(row, 0)
        rates = [
            text("charts.sensitivity_is", value=percent(row.sensitivity, found),
                 low=percent(row.sensitivity_low, found), high=percent(row.sensitivity_high, found)),
            text("charts.specificity_is", value=percent(row.specificity, cleared),
                 low=percent(row.specificity_low, cleared), high=percent(row.specificity_high, cleared)),
        ]  # fmt: skip
    else:
        rates = [text("charts.weight_is", value=decimal(row.weight)), ""]
    counts = text("charts.votes_gold", votes=f"{all_votes(row):,}", gold=f"{row.gold_votes:,}")
    return [row.annotator, literal(row.annotator), *rates, counts]


HOVER = "<b>%{customdata[1]}</b><br>%{customdata[2]}<br>%{customdata[3]}<br>%{customdata[4]}<extra></extra>"


def _named(
    rows: list[AnnotatorRow], result: AnnotatorResult, selected: str | None, low: float, measure: str
) -> dict[str, str]:
    """Whose dot carries its name, and on which side: whom the sentence names; then the least reliable first, where the
    name lies on no other name or dot."""
    across, most = max(1.1 * (1 - low), 0.1), max((all_votes(row) for row in rows), default=1)
    places = {row.annotator: _place(row, result, measure) for row in rows}
    if is_binary(result):
        places = {name: ((x - low) / across, (y - low) / across) for name, (x, y) in places.items()}
    else:
        places = {name: (x / most, y) for name, (x, y) in places.items()}
    taken = [(x, y, DOT) for x, y in places.values()]
    named: dict[str, str] = {}
    meant = {row.annotator for row in spoken(result, measure)}
    for row in sorted(rows, key=lambda row: (row.annotator not in meant, value_of(row, measure) or 0.0)):
        if row.annotator == selected or len(named) >= MOST_NAMED:
            continue
        width = LETTER * min(len(row.annotator), LONGEST_NAME) / 2
        sides = _sides(*places[row.annotator], width) if row.annotator in meant else {}
        above = (places[row.annotator][0], places[row.annotator][1] + LINE)
        for side, (x, y) in {ABOVE: above, **sides}.items():
            if all(abs(x - u) > width + w or abs(y - v) > 0.9 * LINE for u, v, w in taken):
                named[row.annotator] = side
                taken.append((x, y, width))
                break
        else:
            if row.annotator in meant:
                named[row.annotator] = ABOVE
                taken.append((*above, width))
    return named


def _sides(x: float, y: float, width: float) -> dict[str, tuple[float, float]]:
    """Where the middle of a name of this half width lies, on the other sides of its dot."""
    aside = width + 1.5 * DOT
    return {"bottom center": (x, y - LINE), "middle left": (x - aside, y), "middle right": (x + aside, y)}


def _largest(people: int) -> int:
    """Diameter in pixels of the dot with the most votes: smaller in a crowd."""
    return 28 if people <= 30 else 20 if people <= 100 else 13


def _dots(
    rows: list[AnnotatorRow], result: AnnotatorResult, named: dict[str, str], dark: bool, scarce: bool, measure: str
) -> go.Scatter:
    """The dots of one kind; their area is the number of votes, hollow where gold is scarce."""
    colours, most = look(dark), max((all_votes(row) for row in result.rows), default=1) or 1
    labels = short_names([row.annotator for row in rows], LONGEST_NAME)
    places = [_place(row, result, measure) for row in rows]
    return go.Scatter(
        x=[x for x, _ in places], y=[y for _, y in places], mode="markers+text",
        marker={
            "size": [max(all_votes(row), 1) for row in rows], "sizemode": "area",
            "sizeref": 2 * most / _largest(len(result.rows)) ** 2,
            "symbol": "circle-open" if scarce else "circle", "color": colours.quiet if scarce else colours.accent,
            "sizemin": 5, "opacity": 0.85,
            "line": {"width": 2 if scarce else 1, "color": colours.quiet if scarce else colours.background},
        },
        text=[literal(labels[row.annotator]) if row.annotator in named else "" for row in rows],
        textposition=[named.get(row.annotator, ABOVE) for row in rows],
        textfont={"size": 12, "color": colours.text}, cliponaxis=False,
        customdata=[_hover(row, result) for row in rows], hovertemplate=HOVER,
        name=text(f"charts.{scarce_key(result)}", enough=ENOUGH_GOLD) if scarce else text("charts.enough_gold"),
        selected={"marker": {"opacity": 0.85}}, unselected={"marker": {"opacity": 0.85}},
    )  # fmt: skip


def _chosen(row: AnnotatorRow, result: AnnotatorResult, dark: bool, measure: str) -> go.Scatter:
    """A ring around the selected person's dot, with the ranges of both rates as a cross where they are known."""
    x, y = _place(row, result, measure)
    bar = {"type": "data", "symmetric": False, "thickness": 2, "width": 5, "color": look(dark).text}
    bounds = (row.specificity_low, row.specificity_high, row.sensitivity_low, row.sensitivity_high)
    if not is_binary(result):
        bounds = (x, x, *_span(row, measure))
    known = None not in bounds
    left, right, down, up = bounds if known else (x, x, y, y)
    cross = {
        "error_x": bar | {"array": [_reach(x, right)], "arrayminus": [_reach(x, left)]},
        "error_y": bar | {"array": [_reach(y, up)], "arrayminus": [_reach(y, down)]},
    }
    name = literal(short_names([row.annotator], LONGEST_NAME)[row.annotator])
    label = text("charts.selected_range", name=name, level=f"{result.level:.0%}") if known else name
    far = x > 0.5 if is_binary(result) else x > 0.6 * max(all_votes(other) for other in result.rows)
    place = f"{'top' if y < LOW else 'bottom'} {'left' if far else 'right'}"
    return go.Scatter(
        x=[x], y=[y], mode="markers+text", hoverinfo="skip", name=label, text=[f"<b>{name}</b>"],
        textposition=place, textfont={"size": 13, "color": look(dark).text}, cliponaxis=False,
        marker={"symbol": "circle-open", "size": 22, "color": look(dark).text, "line": {"width": 2}},
        **(cross if known else {}),
    )  # fmt: skip


def _reach(at: float, end: float | None) -> float:
    """How far a range goes from a point to one of its ends."""
    return 0.0 if end is None else abs(end - at)


def _span(row: AnnotatorRow, measure: str) -> tuple[float | None, float | None]:
    """Range of the reliability, or of how often one class is recognised."""
    if not measure.startswith(RECALL):
        return row.weight_low, row.weight_high
    code = int(measure.removeprefix(RECALL))
    return (row.low[code][code] if row.low else None), (row.high[code][code] if row.high else None)


def reliability(
    result: AnnotatorResult,
    dark: bool = False,
    *,
    selected: str | None = None,
    measure: str = WEIGHT,
    height: int = 470,
) -> go.Figure:
    """Two classes: sensitivity against specificity; more: `measure` (the reliability, or how often one class is
    recognised) against votes. `selected` gets its range. A crowd is a shading with the dots that matter."""
    figure, rows, binary = blank_figure(dark, height), with_dots(result, selected), is_binary(result)
    chosen = next((row for row in rows if row.annotator == selected), None)
    low = _lowest(rated(result), chosen)
    named = _named(rows, result, selected, low, measure)
    if is_crowd(result):
        everybody = [_place(row, result, measure) for row in rated(result)]
        across = (low, 1.0) if binary else (0.0, 1.08 * max(x for x, _ in everybody))
        up = (low, 1.0) if binary else (min(0.0, *(y for _, y in everybody)), 1.0)
        figure.add_trace(shading(everybody, across, up, dark))
    for scarce in (False, True):
        kind = [row for row in rows if is_thin(row, result, measure) == scarce]
        if kind:
            figure.add_trace(_dots(kind, result, named, dark, scarce, measure))
    if chosen is not None:
        figure.add_trace(_chosen(chosen, result, dark, measure))
    if binary:
        _binary_axes(figure, low, dark)
    else:
        _weight_axes(figure, result, measure, dark)
    return figure


def _lowest(rows: list[AnnotatorRow], chosen: AnnotatorRow | None) -> float:
    """Where both percent axes begin: a round number below all rates and below the selected person's cross."""
    rates = [rate for row in rows for rate in (row.sensitivity or 0.0, row.specificity or 0.0)]
    if chosen is not None:
        rates += [low for low in (chosen.sensitivity_low, chosen.specificity_low) if low is not None]
    return max(0.0, math.floor(10 * min(rates, default=0.0) - 0.5) / 10)


def _binary_axes(figure: go.Figure, low: float, dark: bool) -> None:
    """Percent axes that hold all dots, and the line on which answers are worth no more than a coin."""
    axis = {"tickformat": ".0%", "nticks": 7}
    room = 1 - low
    start = low - 0.03 * room
    figure.update_xaxes(axis, range=[start, 1 + 0.05 * room], title={"text": text("charts.specificity_axis")})
    figure.update_yaxes(axis, range=[start, 1 + 0.1 * room], title={"text": text("charts.sensitivity_axis")})
    if low < 0.5:
        figure.add_trace(
            go.Scatter(
                x=[low, 1 - low], y=[1 - low, low], mode="lines", hoverinfo="skip", name=text("charts.coin"),
                line={"color": look(dark).quiet, "width": 1.5, "dash": "dash"},
            )
        )  # fmt: skip


def _weight_axes(figure: go.Figure, result: AnnotatorResult, measure: str, dark: bool) -> None:
    """Votes from 0 on, and the reliability at which an annotator is a coin, or a percent axis."""
    rows = rated(result)
    least = min((value_of(row, measure) or 0.0 for row in rows), default=0.0)
    most = max((all_votes(row) for row in rows), default=1)
    figure.update_xaxes(range=[0, most * 1.08], title={"text": text("charts.votes_axis")})
    if measure.startswith(RECALL):
        title = literal(measure_name(measure, result))
        figure.update_yaxes(range=[-0.03, 1.1], tickformat=".0%", nticks=7, title={"text": title})
        return
    figure.update_yaxes(range=[min(-0.05, least - 0.05), 1.1], title={"text": text("charts.weight_axis")})
    figure.add_hline(y=0, line={"color": look(dark).quiet, "width": 1.5, "dash": "dash"}, showlegend=True,
                     name=text("charts.coin"))  # fmt: skip
