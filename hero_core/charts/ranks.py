"""Which rank each system took when only some of the annotators were asked."""

from __future__ import annotations

from typing import Any

import pandas as pd

from hero_core.charts.labels import listing, method_name, short_names
from hero_core.charts.palette import FONT, look
from hero_core.charts.stability import kept_words, point_at, rate
from hero_core.charts.tiles import name_axis, plain, share_colour, spoken, text_on_share
from hero_core.results import RankSpread, StabilityResult
from hero_core.words import text

WRITTEN = 12  # systems up to which the tiles have their numbers written in


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
    """Systems against ranks: how often each system took each rank. Many systems get low rows without numbers."""
    import altair as alt  # loaded only by those who draw tiles

    table = rank_cells(result, method, fraction)
    table["share_text"] = [rate(share) for share in table["share"]]
    names = short_names(dict.fromkeys(table["system"]))
    table["title"] = [names[system] for system in table["system"]]
    ranks, many = list(dict.fromkeys(table["rank"])), len(names) > WRITTEN
    base = alt.Chart(table).encode(
        x=alt.X("rank:N", sort=ranks, axis=_thinned(name_axis(text("charts.rank_axis"), dark), len(ranks))),
        y=alt.Y("title:N", sort=list(names.values()), axis=name_axis("", dark, 170)),
    )
    titles = {"system": text("charts.system"), "rank": text("charts.rank_title"),
              "share_text": text("charts.share_of_draws")}  # fmt: skip
    table["spoken"] = spoken(table, titles)
    tooltip = [alt.Tooltip(f"{field}:N", title=title) for field, title in titles.items()]
    most = float(table["share"].max()) if many and len(table) else 1.0
    tiles = base.mark_rect(stroke=look(dark).background).encode(
        color=share_colour(most=most), tooltip=tooltip, description=alt.Description("spoken:N")
    )
    words = base.mark_text(aria=False, font=FONT, fontSize=13, fill=text_on_share(dark)).encode(text="share_text:N")
    height = 17 if many else 36
    return plain(
        alt.layer(*([tiles] if many else [tiles, words])).properties(height=max(60, height * len(names))), dark
    )


def _thinned(axis: Any, count: int) -> Any:
    """The axis of ranks with every fifth rank written where there are many."""
    if count > 2 * WRITTEN:
        axis.labelExpr = "datum.value % 5 == 0 || datum.value == 1 ? datum.label : ''"
    return axis


def rank_sentence(result: StabilityResult, method: str, fraction: float) -> str:
    """Who mostly comes first, and how often."""
    rows = _spreads(result, method, fraction)
    point = point_at(result, method, fraction)
    if not rows or point is None:
        return text("charts.rank_none", method=method_name(method))
    most = max(row.shares[0] for row in rows)
    first = [row.system for row in rows if row.shares[0] > most - 1e-9]
    widest = max(rows, key=lambda row: row.rank_high - row.rank_low)
    return text(
        "charts.rank" if len(first) == 1 else "charts.rank_many", method=method_name(method),
        kept=kept_words(result, point), system=listing(first), first=rate(most), widest=widest.system,
        low=f"{widest.rank_low:.0f}", high=f"{widest.rank_high:.0f}",
    )  # fmt: skip
