"""How far a ranking holds when only some of the annotators are asked."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.labels import decimal, listing, literal, method_name, percent
from hero_core.charts.palette import BEST_FIRST, DASHES, blank_figure, in_order, look, marker
from hero_core.errors import listed
from hero_core.results import StabilityPoint, StabilityResult
from hero_core.words import chain, text

HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}<br>%{customdata[2]}<br>%{customdata[3]}<extra></extra>"
HEIGHT = 350


def points_of(result: StabilityResult, method: str) -> list[StabilityPoint]:
    """The curve of one method, from few annotators to many."""
    return sorted((point for point in result.curves if point.method == method), key=lambda point: point.fraction)


def point_at(result: StabilityResult, method: str, fraction: float) -> StabilityPoint | None:
    """The point of a curve at one of the sizes that were tried; None where nothing is drawn yet."""
    return next((point for point in points_of(result, method) if abs(point.fraction - fraction) < 1e-9), None)


def rate(share: float | None) -> str:
    """A share of draws: whole percent."""
    return percent(share, 0)


def with_curve(result: StabilityResult, methods: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The methods that have at least one mean tau."""
    shown = in_order(methods or result.methods)
    return tuple(m for m in shown if any(point.tau_mean is not None for point in points_of(result, m)))


def fractions_of(result: StabilityResult) -> list[float]:
    """The shares of annotators kept, ascending."""
    return sorted({point.fraction for point in result.curves})


def kept_words(result: StabilityResult, point: StabilityPoint) -> str:
    """How many annotators are kept at a point, by number and share."""
    if result.by_number:
        return text("charts.kept_number", count=point.annotators_kept, all=result.annotators)
    return text("charts.kept", share=f"{point.fraction:.0%}", count=point.annotators_kept)


def size_name(result: StabilityResult, fraction: float) -> str:
    """A size as its axis writes it: a share, or a number of annotators."""
    return str(round(fraction * result.annotators)) if result.by_number else f"{fraction:.0%}"


def _hover(result: StabilityResult, point: StabilityPoint) -> list[str]:
    """What a point of a curve says."""
    tau = decimal(point.tau_mean)
    low, high = map(decimal, (point.tau_low, point.tau_high))
    return [
        literal(method_name(point.method)),
        kept_words(result, point),
        text("charts.tau_is", tau=tau, low=low, high=high),
        text("charts.same_is", winner=rate(point.same_winner), ranking=rate(point.same_ranking)),
    ]


def _ribbon(points: list[StabilityPoint], method: str, dark: bool) -> go.Scatter:
    """The 2.5% to 97.5% range of tau, as a closed see-through shape."""
    known = [point for point in points if point.tau_low is not None and point.tau_high is not None]
    return go.Scatter(
        x=[point.fraction for point in known] + [point.fraction for point in reversed(known)],
        y=[point.tau_high for point in known] + [point.tau_low for point in reversed(known)],
        mode="lines", fill="toself", fillcolor=look(dark).tint(method, 0.12), line={"width": 0},
        hoverinfo="skip", showlegend=False, legendgroup=method, name=method_name(method),
    )  # fmt: skip


def _line(result: StabilityResult, method: str, measure: str, dark: bool) -> go.Scatter:
    """One measure of one method over the sizes kept."""
    known = [point for point in points_of(result, method) if getattr(point, measure) is not None]
    colour = look(dark).methods[method]
    return go.Scatter(
        x=[point.fraction for point in known], y=[getattr(point, measure) for point in known], mode="lines+markers",
        line={"color": colour, "width": 2.5, "dash": DASHES[method]}, marker=marker(method, dark) | {"size": 10},
        customdata=[_hover(result, point) for point in known], hovertemplate=HOVER, legendgroup=method,
        name=method_name(method),
    )  # fmt: skip


def _size_axis(figure: go.Figure, result: StabilityResult) -> None:
    """The axis of kept sizes, with a tick at each size that was tried."""
    ticks = sorted(result.fractions) or fractions_of(result)
    room = 0.05 * (max(ticks, default=1) - min(ticks, default=0)) or 0.05
    figure.update_xaxes(
        tickvals=ticks, ticktext=[size_name(result, tick) for tick in ticks],
        title={"text": text("charts.kept_number_axis" if result.by_number else "charts.kept_axis")},
        range=[min(ticks, default=0) - room, max(ticks, default=1) + room],
    )  # fmt: skip


def default_bands(methods: tuple[str, ...]) -> tuple[str, ...]:
    """The methods whose band is drawn unless others are asked for: the simplest and the most refined."""
    ordered = [method for method in BEST_FIRST if method in methods]
    return in_order(tuple({ordered[0], ordered[-1]})) if ordered else ()


def tau_curves(
    result: StabilityResult,
    methods: tuple[str, ...] | None = None,
    dark: bool = False,
    *,
    bands: tuple[str, ...] | None = None,
) -> go.Figure:
    """Kendall's tau with the ranking of all annotators, against the share kept; a ribbon for the methods in `bands`."""
    figure, shown = blank_figure(dark, HEIGHT), with_curve(result, methods)
    for method in in_order(default_bands(shown) if bands is None else bands):
        figure.add_trace(_ribbon(points_of(result, method), method, dark))
    for method in shown:
        figure.add_trace(_line(result, method, "tau_mean", dark))
    _size_axis(figure, result)
    lows = [point.tau_low for m in shown for point in points_of(result, m) if point.tau_low is not None]
    gold = [(method, tau) for method in shown if (tau := result.tau_with_gold.get(method)) is not None]
    least = min([0.0, *lows, *(tau for _, tau in gold)]) - 0.05
    figure.update_yaxes(range=[least, 1.06], title={"text": text("charts.tau_axis")})
    if gold:
        _put_gold_beside(figure, gold, dark)
    return figure


def _put_gold_beside(figure: go.Figure, gold: list[tuple[str, float]], dark: bool) -> None:
    """At the right edge, on the same scale, how far each full ranking agrees with the ranking by gold."""
    for number, (method, tau) in enumerate(gold):
        told = [literal(method_name(method)), text("charts.gold_is", tau=decimal(tau)), "", ""]
        figure.add_scatter(
            x=[(number + 1) / (len(gold) + 1)], y=[tau], xaxis="x2", mode="markers",
            marker=marker(method, dark) | {"size": 13}, customdata=[told], hovertemplate=HOVER, legendgroup=method,
            showlegend=False, name=text("charts.gold_of", method=method_name(method)),
        )  # fmt: skip
    figure.update_layout(
        xaxis={"domain": [0, 0.86]},
        xaxis2={
            "domain": [0.89, 1], "anchor": "y", "range": [0, 1], "showticklabels": False, "showgrid": False,
            "fixedrange": True, "title": {"text": text("charts.gold_axis"), "standoff": 8, "font": {"size": 13}},
        },
    )  # fmt: skip
    figure.add_shape(
        type="rect", xref="x2 domain", yref="y domain", x0=0, x1=1, y0=0, y1=1, layer="below", line={"width": 0},
        fillcolor=look(dark).grid, opacity=0.35,
    )  # fmt: skip


def same_curves(
    result: StabilityResult, methods: tuple[str, ...] | None = None, dark: bool = False, *, ranking: bool = False
) -> go.Figure:
    """How often the winner (or, with `ranking`, the whole order) stays the same, against the share kept."""
    figure = blank_figure(dark, HEIGHT)
    for method in with_curve(result, methods):
        measure = "same_ranking" if ranking else "same_winner"
        figure.add_trace(_line(result, method, measure, dark))
    _size_axis(figure, result)
    title = text("charts.same_ranking_axis" if ranking else "charts.same_winner_axis")
    figure.update_yaxes(range=[-0.03, 1.05], tickformat=".0%", title={"text": title})
    return figure


def nearest(result: StabilityResult, fraction: float = 0.5) -> float:
    """The share that was tried and is nearest to the given one."""
    return min(fractions_of(result), key=lambda tried: abs(tried - fraction))


def tau_sentence(result: StabilityResult, methods: tuple[str, ...] | None = None) -> str:
    """Which ranking holds best and worst when about half of the annotators are asked, and what is undefined."""
    shown = with_curve(result, methods)
    if not shown:
        return text("charts.tau_none")
    fraction = nearest(result)
    known = [p for p in result.curves if p.fraction == fraction and p.method in shown and p.tau_mean is not None]
    known.sort(key=lambda point: -(point.tau_mean or 0.0))
    if not known:
        return text("charts.tau_none")
    kept = kept_words(result, known[0])
    said = [text("charts.tau_of", method=method_name(p.method), tau=decimal(p.tau_mean)) for p in known]
    told = text("charts.tau", kept=kept, taus=listing(said))
    return chain([told, few_values(result), *undefined(result, shown)])


def few_values(result: StabilityResult) -> str:
    """What to know about tau where two or three systems leave it few values; empty for more."""
    return text(f"charts.tau_values_{len(result.systems)}") if len(result.systems) in (2, 3) else ""


def undefined(result: StabilityResult, methods: tuple[str, ...]) -> list[str]:
    """A sentence for each method with draws in which tau has no value."""
    sentences = []
    for method in methods:
        points = points_of(result, method)
        missing, draws = sum(point.undefined for point in points), sum(point.draws for point in points)
        if missing:
            name = method_name(method)
            sentences.append(text("charts.undefined", method=name, count=f"{missing:,}", draws=f"{draws:,}"))
    return sentences


def notes(result: StabilityResult, methods: tuple[str, ...] | None = None) -> list[str]:
    """Why methods have no curve, one sentence each; then ties in the ranking of all annotators."""
    asked = in_order(methods or result.methods)
    with_note = [method for method in asked if method in result.notes]
    sentences = [text("charts.missing", method=method_name(m), reason=result.notes[m]) for m in with_note]
    for method in asked:
        ranking = result.full_ranking.get(method, ())
        tied = [system for system, _, rank in ranking if _shared(result, method, rank)]
        if tied:
            sentences.append(text("charts.tied", method=method_name(method), systems=listed(tied)))
    return sentences


def _shared(result: StabilityResult, method: str, rank: float | None) -> bool:
    """More than one system has this rank."""
    return rank is not None and sum(other == rank for _, _, other in result.full_ranking[method]) > 1


def same_sentence(result: StabilityResult, methods: tuple[str, ...] | None = None, *, ranking: bool = False) -> str:
    """How often each method names the same winner (or the same order) with about half of the annotators."""
    shown, name = with_curve(result, methods), "same_ranking" if ranking else "same_winner"
    fraction = nearest(result) if shown else 0.0
    points = [p for p in result.curves if p.fraction == fraction and p.method in shown]
    known = [(point, share) for point in points if (share := getattr(point, name)) is not None]
    if not known:
        return text("charts.tau_none")
    known.sort(key=lambda pair: -pair[1])
    kept = kept_words(result, known[0][0])
    said = [text("charts.same_of", method=method_name(p.method), share=rate(share)) for p, share in known]
    return text(f"charts.{name}", kept=kept, shares=listing(said))


def gold_frame(result: StabilityResult, methods: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Agreement of each method's full ranking with the ranking by gold; None where there is no gold."""
    asked = in_order(methods or result.methods)
    return pd.DataFrame({
        "method": [method_name(method) for method in asked],
        "tau_with_gold": [result.tau_with_gold.get(method) for method in asked],
    })  # fmt: skip


def gold_sentence(result: StabilityResult, methods: tuple[str, ...] | None = None) -> str:
    """Stable is not correct: how far each ranking agrees with gold, or that there is no gold to tell."""
    taus = gold_taus(result, methods)
    return chain([taus, text("charts.gold_moral")]) if taus else text("charts.gold_none")


def gold_taus(result: StabilityResult, methods: tuple[str, ...] | None = None) -> str | None:
    """How far each full ranking agrees with that by gold; None without gold."""
    asked = in_order(methods or result.methods)
    known = [(m, tau) for m in asked if (tau := result.tau_with_gold.get(m)) is not None]
    if not known:
        return None
    said = [text("charts.tau_of", method=method_name(method), tau=decimal(tau)) for method, tau in known]
    return text("charts.gold_taus", taus=listing(said))
