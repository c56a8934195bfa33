"""Reliability of annotators at a glance: one dot a person, in a crowd a shading and the dots that matter."""

from __future__ import annotations

import math

import plotly.graph_objects as go

from hero_core.charts.density import crowd_sentence, is_crowd, rated, shading, with_dots
from hero_core.charts.evidence import ENOUGH_GOLD, all_votes, class_is_scarce, from_gold, is_scarce, support
from hero_core.charts.flags import WEAK
from hero_core.charts.labels import decimal, listing, literal, percent, short_names
from hero_core.charts.order import RECALL, measure_name, value_of
from hero_core.charts.palette import blank_figure, look
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import chain, text

MOST_NAMED = 12
WEIGHT = "weight"
LOW, SAME = 0.1, 0.005
LONGEST_NAME = 16
LETTER, DOT, LINE = 0.017, 0.02, 0.06  # of the width and height of the figure


def is_binary(result: AnnotatorResult) -> bool:
    """Two classes: sensitivity and specificity say everything."""
    return len(result.classes) == 2


def left_out(result: AnnotatorResult) -> str | None:
    """How many annotators have no dot, and why; None when all have one."""
    unknown = len(result.rows) - len(rated(result))
    parts = [crowd_sentence(result)]
    if unknown:
        parts.append(text("charts.no_history", count=f"{unknown:,}", total=f"{len(result.rows):,}"))
    return chain(part for part in parts if part) or None


def _place(row: AnnotatorRow, result: AnnotatorResult, measure: str = WEIGHT) -> tuple[float, float]:
    """Where a person's dot stands: (specificity, sensitivity), or (votes, measure)."""
    if is_binary(result):
        return row.specificity or 0.0, row.sensitivity or 0.0
    return float(all_votes(row)), value_of(row, measure) or 0.0


def _is_thin(row: AnnotatorRow, result: AnnotatorResult, measure: str) -> bool:
    """Too few votes behind what is drawn."""
    code = int(measure.removeprefix(RECALL)) if measure.startswith(RECALL) else None
    return is_scarce(row, result) or (code is not None and class_is_scarce(row, code))


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
) -> set[str]:
    """Whose dot carries its name: the least reliable first, where the name lies on no other name or dot."""
    across, most = max(1.1 * (1 - low), 0.1), max((all_votes(row) for row in rows), default=1)
    places = {row.annotator: _place(row, result, measure) for row in rows}
    if is_binary(result):
        places = {name: ((x - low) / across, (y - low) / across) for name, (x, y) in places.items()}
    else:
        places = {name: (x / most, y) for name, (x, y) in places.items()}
    taken = [(x, y, DOT) for x, y in places.values()]
    named: set[str] = set()
    for row in sorted(rows, key=lambda row: value_of(row, measure) or 0.0):
        x, y = places[row.annotator]
        y, width = y + LINE, LETTER * min(len(row.annotator), LONGEST_NAME) / 2
        free = all(abs(x - u) > width + w or abs(y - v) > 0.9 * LINE for u, v, w in taken)
        if row.annotator != selected and len(named) < MOST_NAMED and free:
            named.add(row.annotator)
            taken.append((x, y, width))
    return named


def _scarce_key(result: AnnotatorResult) -> str:
    """Scarce in gold votes, or in votes where the rates do not rest on gold."""
    return "little_gold" if from_gold(result) else "few_votes"


def _largest(people: int) -> int:
    """Diameter in pixels of the dot with the most votes: smaller in a crowd."""
    return 28 if people <= 30 else 20 if people <= 100 else 13


def _dots(
    rows: list[AnnotatorRow], result: AnnotatorResult, named: set[str], dark: bool, scarce: bool, measure: str
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
        textposition="top center", textfont={"size": 12, "color": colours.text}, cliponaxis=False,
        customdata=[_hover(row, result) for row in rows], hovertemplate=HOVER,
        name=text(f"charts.{_scarce_key(result)}", enough=ENOUGH_GOLD) if scarce else text("charts.enough_gold"),
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
        kind = [row for row in rows if _is_thin(row, result, measure) == scarce]
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


def reliability_sentence(result: AnnotatorResult, measure: str = WEIGHT) -> str:
    """Who stands apart, how many stand on thin gold, and who has no dot."""
    rows = [row for row in rated(result) if not _is_thin(row, result, measure)]
    scarce = len(rated(result)) - len(rows)
    if not rows:
        parts = [text(f"charts.reliability_none_{_scarce_key(result)}", enough=ENOUGH_GOLD)]
    elif measure.startswith(RECALL):
        parts = [_recall_sentence(rows, measure, result)]
    else:
        parts = _reliable(rows, result)
    if scarce and rows:
        why = text(f"charts.{_scarce_key(result)}", enough=ENOUGH_GOLD)
        parts.append(text("charts.scarce_crowd" if is_crowd(result) else "charts.scarce", count=f"{scarce:,}", why=why))
    if rows and not from_gold(result):
        parts.insert(0, text("charts.without_gold"))
    rest = left_out(result)
    return chain([*parts, rest] if rest else parts)


def _reliable(rows: list[AnnotatorRow], result: AnnotatorResult) -> list[str]:
    """The most and the least reliable, and who is hardly better than a coin."""
    best, worst, count = max(rows, key=_weight), min(rows, key=_weight), f"{len(rows):,}"
    below = [row.annotator for row in rows if _weight(row) <= WEAK]
    parts = [
        text("charts.reliability", count=count, best=best.annotator, best_rates=_rates(best, result),
             worst=worst.annotator, worst_rates=_rates(worst, result))
    ]  # fmt: skip
    if len(rows) == 1:
        parts = [text("charts.reliability_one", name=best.annotator, rates=_rates(best, result))]
    elif _weight(best) - _weight(worst) < SAME:
        parts = [text("charts.reliability_equal", count=count, rates=_rates(best, result))]
    if below:
        shown = listing(below) if len(below) <= 5 else text("charts.people", count=len(below))
        parts.append(text("charts.near_chance", names=shown, most=decimal(WEAK)))
    return parts


def _recall_sentence(rows: list[AnnotatorRow], measure: str, result: AnnotatorResult) -> str:
    """Who recognises one class most and least often."""
    code = int(measure.removeprefix(RECALL))
    ordered = sorted(rows, key=lambda row: value_of(row, measure) or 0.0)
    worst, best = ordered[0], ordered[-1]
    least, most = (percent(value_of(row, measure), support(row, code)) for row in (worst, best))
    facts = {"label": result.classes[code], "count": f"{len(rows):,}"}
    if least == most:
        return text("charts.recall_equal", **facts, share=most)
    named = {"best": best.annotator, "worst": worst.annotator}
    return text("charts.recall", **facts, **named, best_share=most, worst_share=least)


def _weight(row: AnnotatorRow) -> float:
    """The reliability, 0 where there is none."""
    return row.weight or 0.0


def _rates(row: AnnotatorRow, result: AnnotatorResult) -> str:
    """A person's rates in words."""
    if not is_binary(result):
        return text("charts.weight_is", value=decimal(row.weight))
    return text("charts.both_rates", sensitivity=percent(row.sensitivity, support(row, 1)),
                specificity=percent(row.specificity, support(row, 0)))  # fmt: skip
