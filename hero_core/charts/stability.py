"""How far a ranking holds when only some of the annotators are asked."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.labels import listing, literal, method_name, percent, short_names
from hero_core.charts.palette import BEST_FIRST, DASHES, FONT, blank_figure, in_order, look, marker
from hero_core.charts.tiles import name_axis, plain, share_colour, text_on_share
from hero_core.results import RankSpread, StabilityPoint, StabilityResult
from hero_core.words import chain, text

HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}<br>%{customdata[2]}<br>%{customdata[3]}<extra></extra>"


def points_of(result: StabilityResult, method: str) -> list[StabilityPoint]:
    """The curve of one method, from few annotators to many."""
    return sorted((point for point in result.curves if point.method == method), key=lambda point: point.fraction)


def _rate(share: float | None) -> str:
    """A share of draws: whole percent."""
    return percent(share, 0)


def with_curve(result: StabilityResult, methods: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The methods that have at least one mean tau."""
    shown = in_order(methods or result.methods)
    return tuple(m for m in shown if any(point.tau_mean is not None for point in points_of(result, m)))


def fractions_of(result: StabilityResult) -> list[float]:
    """The shares of annotators kept, ascending."""
    return sorted({point.fraction for point in result.curves})


def _hover(point: StabilityPoint) -> list[str]:
    """What a point of a curve says."""
    tau = text("none") if point.tau_mean is None else f"{point.tau_mean:.2f}"
    low, high = (text("none") if bound is None else f"{bound:.2f}" for bound in (point.tau_low, point.tau_high))
    return [
        literal(method_name(point.method)),
        text("charts.kept", share=f"{point.fraction:.0%}", count=point.annotators_kept),
        text("charts.tau_is", tau=tau, low=low, high=high),
        text("charts.same_is", winner=_rate(point.same_winner), ranking=_rate(point.same_ranking)),
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


def _line(points: list[StabilityPoint], method: str, measure: str, dark: bool) -> go.Scatter:
    """One measure of one method over the shares kept."""
    known = [point for point in points if getattr(point, measure) is not None]
    colour = look(dark).methods[method]
    return go.Scatter(
        x=[point.fraction for point in known], y=[getattr(point, measure) for point in known], mode="lines+markers",
        line={"color": colour, "width": 2.5, "dash": DASHES[method]}, marker=marker(method, dark) | {"size": 10},
        customdata=[_hover(point) for point in known], hovertemplate=HOVER, legendgroup=method,
        name=method_name(method),
    )  # fmt: skip


def _share_axis(figure: go.Figure, result: StabilityResult) -> None:
    """The axis of kept shares, with a tick at each share that was tried."""
    ticks = fractions_of(result)
    room = 0.04
    figure.update_xaxes(
        tickvals=ticks, tickformat=".0%", title={"text": text("charts.kept_axis")},
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
    figure, shown = blank_figure(dark, 430), with_curve(result, methods)
    for method in in_order(default_bands(shown) if bands is None else bands):
        figure.add_trace(_ribbon(points_of(result, method), method, dark))
    for method in shown:
        figure.add_trace(_line(points_of(result, method), method, "tau_mean", dark))
    _share_axis(figure, result)
    lows = [point.tau_low for m in shown for point in points_of(result, m) if point.tau_low is not None]
    figure.update_yaxes(range=[min([0.0, *lows]) - 0.05, 1.06], title={"text": text("charts.tau_axis")})
    return figure


def same_curves(
    result: StabilityResult, methods: tuple[str, ...] | None = None, dark: bool = False, *, ranking: bool = False
) -> go.Figure:
    """How often the winner (or, with `ranking`, the whole order) stays the same, against the share kept."""
    figure = blank_figure(dark, 380)
    for method in with_curve(result, methods):
        measure = "same_ranking" if ranking else "same_winner"
        figure.add_trace(_line(points_of(result, method), method, measure, dark))
    _share_axis(figure, result)
    title = text("charts.same_ranking_axis" if ranking else "charts.same_winner_axis")
    figure.update_yaxes(range=[-0.03, 1.05], tickformat=".0%", title={"text": title})
    return figure


def _spreads(result: StabilityResult, method: str, fraction: float) -> list[RankSpread]:
    """The rank spread of each system, best mean rank first."""
    found = [row for row in result.ranks if row.method == method and abs(row.fraction - fraction) < 1e-9]
    return sorted(found, key=lambda row: row.mean_rank)


def rank_cells(result: StabilityResult, method: str, fraction: float) -> pd.DataFrame:
    """One row per system and rank: how often the system took that rank."""
    table = [
        {"system": row.system, "rank": str(rank), "share": share, "mean_rank": row.mean_rank}
        for row in _spreads(result, method, fraction)
        for rank, share in enumerate(row.shares, start=1)
    ]
    return pd.DataFrame(table, columns=["system", "rank", "share", "mean_rank"])


def rank_heat(result: StabilityResult, method: str, fraction: float, dark: bool = False) -> Any:
    """Systems against ranks: how often each system took each rank when a share of the annotators was kept."""
    table = rank_cells(result, method, fraction)
    table["share_text"] = [_rate(share) for share in table["share"]]
    names = short_names(dict.fromkeys(table["system"]))
    table["title"] = [names[system] for system in table["system"]]
    ranks = list(dict.fromkeys(table["rank"]))
    base = alt.Chart(table).encode(
        x=alt.X("rank:N", sort=ranks, axis=name_axis(text("charts.rank_axis"), dark)),
        y=alt.Y("title:N", sort=list(names.values()), axis=name_axis("", dark, 170)),
    )
    tooltip = [
        alt.Tooltip("system:N", title=text("charts.system")), alt.Tooltip("rank:N", title=text("charts.rank_title")),
        alt.Tooltip("share_text:N", title=text("charts.share_of_draws")),
    ]  # fmt: skip
    tiles = base.mark_rect(stroke=look(dark).background).encode(color=share_colour(), tooltip=tooltip)
    words = base.mark_text(font=FONT, fontSize=13, fill=text_on_share(dark)).encode(text="share_text:N")
    layers = [tiles, words] if len(ranks) <= 12 else [tiles]
    return plain(alt.layer(*layers).properties(height=max(60, 40 * len(names))), dark)


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
    kept = text("charts.kept", share=f"{fraction:.0%}", count=known[0].annotators_kept)
    said = [text("charts.tau_of", method=method_name(p.method), tau=f"{p.tau_mean:.2f}") for p in known]
    return chain([text("charts.tau", kept=kept, taus=listing(said)), *undefined(result, shown)])


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
            sentences.append(text("charts.tied", method=method_name(method), systems=listing(tied)))
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
    kept = text("charts.kept", share=f"{fraction:.0%}", count=known[0][0].annotators_kept)
    said = [text("charts.same_of", method=method_name(p.method), share=_rate(share)) for p, share in known]
    return text(f"charts.{name}", kept=kept, shares=listing(said))


def rank_sentence(result: StabilityResult, method: str, fraction: float) -> str:
    """Who mostly comes first, and how often."""
    rows = _spreads(result, method, fraction)
    if not rows:
        return text("charts.rank_none", method=method_name(method))
    first = max(rows, key=lambda row: row.shares[0])
    widest = max(rows, key=lambda row: row.rank_high - row.rank_low)
    return text(
        "charts.rank", method=method_name(method), share=f"{fraction:.0%}", system=first.system,
        first=_rate(first.shares[0]), widest=widest.system,
        low=f"{widest.rank_low:.0f}", high=f"{widest.rank_high:.0f}",
    )  # fmt: skip


def gold_frame(result: StabilityResult, methods: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Agreement of each method's full ranking with the ranking by gold; None where there is no gold."""
    asked = in_order(methods or result.methods)
    return pd.DataFrame({
        "method": [method_name(method) for method in asked],
        "tau_with_gold": [result.tau_with_gold.get(method) for method in asked],
    })  # fmt: skip


def gold_sentence(result: StabilityResult, methods: tuple[str, ...] | None = None) -> str:
    """Stable is not correct: how far each ranking agrees with gold, or that there is no gold to tell."""
    asked = in_order(methods or result.methods)
    known = [(m, tau) for m in asked if (tau := result.tau_with_gold.get(m)) is not None]
    if not known:
        return text("charts.gold_none")
    said = [text("charts.tau_of", method=method_name(method), tau=f"{tau:.2f}") for method, tau in known]
    return text("charts.gold", taus=listing(said))
