"""Why an item got its label: each vote with the weight it carried."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.labels import literal, plotly_names
from hero_core.charts.palette import blank_figure, category_axis, look
from hero_core.words import chain, text

HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}<br>%{customdata[2]}<extra></extra>"


Row = dict[str, Any]


def _rows(frame: pd.DataFrame) -> list[Row]:
    """The votes as plain values."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def odds(log_ratio: float) -> str:
    """A log-ratio as 'how many times likelier'."""
    factor = math.exp(min(abs(log_ratio), 20.0))
    return text("charts.times", factor=f"{factor:.1f}" if factor < 10 else f"{factor:,.0f}")


def _counts(row: Row) -> bool:
    """The vote has a log-ratio and its annotator is known."""
    value = row["log_ratio"]
    return bool(row["known"]) and value is not None and math.isfinite(float(value))


def vote_bars(frame: pd.DataFrame, dark: bool = False) -> go.Figure:
    """One bar a vote: to the right where it speaks for the class, to the left against it; 0 = it says nothing."""
    rows, colours = _rows(frame), look(dark)
    names = plotly_names(dict.fromkeys(str(row["annotator"]) for row in rows))
    figure = blank_figure(dark, 100 + 32 * max(len(names), 1))
    for side, colour in (("for", colours.above), ("against", colours.below)):
        votes = [r for r in rows if _counts(r) and (float(r["log_ratio"]) >= 0) == (side == "for")]
        figure.add_trace(
            go.Bar(
                x=[float(row["log_ratio"]) for row in votes], y=[literal(str(row["annotator"])) for row in votes],
                orientation="h", marker={"color": colour}, width=0.6, name=text(f"charts.vote_{side}"),
                text=[literal(text("charts.said_label", label=row["label"])) for row in votes], textposition="auto",
                insidetextanchor="middle", constraintext="none", hovertemplate=HOVER,
                customdata=[
                    [literal(str(row["annotator"])), literal(text("charts.said_label", label=row["label"])),
                     text(f"charts.odds_{side}", times=odds(float(row["log_ratio"])))]
                    for row in votes
                ],
            )
        )  # fmt: skip
    unknown = [row for row in rows if not _counts(row)]
    if unknown:
        figure.add_trace(
            go.Scatter(
                x=[0.0] * len(unknown), y=[literal(str(row["annotator"])) for row in unknown], mode="text",
                text=[literal(text("charts.vote_unused", label=row["label"])) for row in unknown], showlegend=False,
                textposition="middle right", textfont={"size": 12, "color": colours.quiet}, hoverinfo="skip",
            )
        )  # fmt: skip
    figure.add_vline(x=0, line={"color": colours.quiet, "width": 1})
    figure.update_layout(barmode="relative")
    reach = max([abs(float(row["log_ratio"])) for row in rows if _counts(row)], default=1.0) * 1.1 or 1.0
    figure.update_xaxes(range=[-reach, reach], title={"text": text("charts.log_ratio_axis")})
    figure.update_yaxes(category_axis(names, reverse=True))
    return figure


def vote_sentence(frame: pd.DataFrame) -> str:
    """How many votes speak for and against, the strongest one, and how many are not used."""
    rows = [row for row in _rows(frame) if _counts(row)]
    if not rows:
        return text("charts.votes_none")
    strongest = max(rows, key=lambda row: abs(float(row["log_ratio"])))
    side = "for" if float(strongest["log_ratio"]) >= 0 else "against"
    total = sum(float(row["log_ratio"]) for row in rows)
    parts = [
        text("charts.votes", up=sum(float(row["log_ratio"]) >= 0 for row in rows),
             down=sum(float(row["log_ratio"]) < 0 for row in rows), name=strongest["annotator"],
             effect=text(f"charts.odds_{side}", times=odds(float(strongest["log_ratio"])))),
        text(f"charts.votes_{'for' if total >= 0 else 'against'}", times=odds(total)),
    ]  # fmt: skip
    if len(rows) < len(frame):
        parts.append(text("charts.votes_unused", count=len(frame) - len(rows)))
    return chain(parts)
