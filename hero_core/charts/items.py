"""Why an item got its label: each vote with the weight it carried; and what one more vote would make of it."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.labels import listing, literal, percent, plotly_names
from hero_core.charts.palette import blank_figure, category_axis, look
from hero_core.decimals import fixed
from hero_core.words import chain, text

MOST_BARS = 10
MOST_PEOPLE = 6
HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}<br>%{customdata[2]}<extra></extra>"


Row = dict[str, Any]


def _rows(frame: pd.DataFrame) -> list[Row]:
    """The votes as plain values."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def split_words(column: pd.Series) -> pd.Series:
    """Votes for the top label of all votes, "3 of 5", in the present language."""
    return column.str.replace(r"(\d+) of (\d+)", text("charts.count_of", count=r"\1", of=r"\2"), regex=True)


def odds(log_ratio: float) -> str:
    """A log-ratio as 'how many times likelier'."""
    factor = math.exp(min(abs(log_ratio), 20.0))
    return text("charts.times", factor=fixed(factor, 1) if factor < 10 else f"{factor:,.0f}")


def _counts(row: Row) -> bool:
    """The vote has a log-ratio and its annotator is known."""
    value = row["log_ratio"]
    return bool(row["known"]) and value is not None and math.isfinite(float(value))


def vote_bars(frame: pd.DataFrame, dark: bool = False) -> go.Figure:
    """One bar a vote: to the right where it speaks for the class, to the left against it; 0 = it says nothing.

    The strongest votes only, where there are many.
    """
    rows, colours = _rows(frame.head(MOST_BARS)), look(dark)
    names = plotly_names(dict.fromkeys(str(row["annotator"]) for row in rows))
    figure = blank_figure(dark, 100 + 32 * max(len(names), 1))
    held = {name: literal(value) for name, value in _sides(frame).items()}
    sides = {"for": text("charts.vote_for", label=held["label"]),
             "against": text("charts.vote_against", against=held["against"])}  # fmt: skip
    for side, colour in (("for", colours.above), ("against", colours.below)):
        votes = [r for r in rows if _counts(r) and (float(r["log_ratio"]) >= 0) == (side == "for")]
        figure.add_trace(
            go.Bar(
                x=[float(row["log_ratio"]) for row in votes], y=[literal(str(row["annotator"])) for row in votes],
                orientation="h", marker={"color": colour}, width=0.6, name=sides[side],
                text=[literal(text("charts.said_label", label=row["label"])) for row in votes], textposition="auto",
                insidetextanchor="middle", constraintext="none", hovertemplate=HOVER,
                customdata=[
                    [literal(str(row["annotator"])), literal(text("charts.said_label", label=row["label"])),
                     literal(_effect(float(row["log_ratio"]), frame))]
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


def _sides(frame: pd.DataFrame) -> dict[str, str]:
    """The two classes that the log-ratios hold against each other: to the right the one, to the left the other."""
    return {"label": str(frame.attrs["for_class"]), "against": str(frame.attrs["against_class"])}


def _effect(log_ratio: float, frame: pd.DataFrame) -> str:
    """What one vote does to the odds of the class that it speaks for."""
    return text(f"charts.odds_{'for' if log_ratio >= 0 else 'against'}", times=odds(log_ratio), **_sides(frame))


def _together(total: float, frame: pd.DataFrame) -> str:
    """What all votes do to the odds; a factor that reads 1.0 changes nothing."""
    if odds(total) == odds(0.0):
        return text("charts.votes_even", **_sides(frame))
    return text("charts.votes_for" if total > 0 else "charts.votes_against", times=odds(total), **_sides(frame))


def vote_sentence(frame: pd.DataFrame) -> str:
    """How many votes speak for and against, the strongest one, and how many are not used."""
    rows = [row for row in _rows(frame) if _counts(row)]
    if not rows:
        return text("charts.votes_none")
    strongest = max(rows, key=lambda row: abs(float(row["log_ratio"])))
    total = sum(float(row["log_ratio"]) for row in rows)
    parts = [
        text("charts.votes", up=sum(float(row["log_ratio"]) >= 0 for row in rows),
             down=sum(float(row["log_ratio"]) < 0 for row in rows), name=strongest["annotator"],
             effect=_effect(float(strongest["log_ratio"]), frame), **_sides(frame)),
        _together(total, frame),
    ]  # fmt: skip
    if len(rows) < len(frame):
        parts.append(text("charts.votes_unused", count=len(frame) - len(rows)))
    if len(frame) > MOST_BARS:
        parts.append(text("charts.votes_strongest", drawn=MOST_BARS, total=len(frame)))
    return chain(parts)


def asked(frame: pd.DataFrame) -> list[tuple[str, list[Row]]]:
    """Who could vote next, the most telling first and the average one last, each with one row per label.

    `frame` as of hero_core.next_votes.
    """
    average, people = text("charts.next_average"), dict[str | None, list[Row]]()
    for row in _rows(frame):
        people.setdefault(None if pd.isna(row["annotator"]) else str(row["annotator"]), []).append(row)
    found = [(average if who is None else who, rows) for who, rows in people.items()]
    return [*found[: min(MOST_PEOPLE, len(found) - 1)], found[-1]]


def next_bars(frame: pd.DataFrame, now: float, dark: bool = False) -> go.Figure:
    """For each annotator how far one vote would move the class, by label; a filled mark makes another class lead."""
    people, colours, focus = asked(frame), look(dark), str(frame.attrs["for_class"])
    names = plotly_names([person for person, _ in people])
    figure = blank_figure(dark, 110 + 36 * len(people))
    for name, rows in people:
        reach = [row["after"] for row in rows]
        figure.add_trace(
            go.Scatter(
                x=[min(reach), max(reach)], y=[literal(name)] * 2, mode="lines", showlegend=False, hoverinfo="skip",
                line={"width": 2, "color": colours.grid},
            )
        )  # fmt: skip
    labels = list(dict.fromkeys(frame["label"]))
    several = len(labels) > 2
    for place, label in enumerate(labels):
        votes = [(name, rows[place]) for name, rows in people]
        colour = colours.above if str(label) == focus else colours.below
        said = text("charts.next_label", label=label)
        figure.add_trace(
            go.Scatter(
                x=[row["after"] for _, row in votes], y=[literal(name) for name, _ in votes],
                mode="markers+text" if several else "markers",
                text=[literal(str(label))] * len(votes), textposition="top center", textfont={"size": 11},
                name=literal(said), hovertemplate=HOVER,
                marker={"size": 11, "color": colour, "line": {"width": 2, "color": colour},
                        "symbol": ["circle" if row["flips"] else "circle-open" for _, row in votes]},
                customdata=[[literal(name), literal(said), _outcome(row, now)] for name, row in votes],
            )
        )  # fmt: skip
    figure.add_vline(x=now, line={"color": colours.text, "width": 1.5, "dash": "dash"}, showlegend=True,
                     name=text("charts.next_now", value=percent(now)))  # fmt: skip
    figure.update_xaxes(range=[-0.03, 1.03], tickformat=".0%", title={"text": text("charts.next_axis", label=focus)})
    figure.update_yaxes(category_axis(names, reverse=True))
    return figure


def _outcome(row: Row, now: float) -> str:
    """What a vote for this label makes of the item."""
    if percent(row["after"]) == percent(now):
        return text("charts.next_outcome_same", label=row["label"])
    return text("charts.next_outcome", after=percent(row["after"]), label=row["label"])


def next_sentence(frame: pd.DataFrame, now: float, doubt: float) -> str:
    """Whose vote would tell most, what it would make of the item, and whether the most likely class could change."""
    people = asked(frame)
    name, rows = people[0]
    share = rows[0]["expected_entropy_drop"] / doubt if doubt > 0 else 0.0
    key = "charts.next" if len(people) > 1 else "charts.next_only"
    outcomes = listing([_outcome(row, now) for row in rows])
    parts = [
        text(key, name=name, share=f"{share:.0%}", focus=frame.attrs["for_class"], now=percent(now), outcomes=outcomes)
    ]
    flips = list(dict.fromkeys(str(row["label"]) for _, rows in people for row in rows if row["flips"]))
    parts.append(text("charts.next_flips", labels=listing(flips, "or")) if flips else text("charts.next_stays"))
    return chain(parts)


def next_table(frame: pd.DataFrame, doubt: float) -> pd.DataFrame:
    """Who could vote next: the share of the doubt that goes, the class after each label, and what would turn it."""
    lines = []
    for name, rows in asked(frame):
        share = rows[0]["expected_entropy_drop"] / doubt if doubt > 0 else 0.0
        flips = [str(row["label"]) for row in rows if row["flips"]]
        lines.append([name, f"{share:.0%}", *(percent(row["after"]) for row in rows),
                      listing(flips) if flips else text("none")])  # fmt: skip
    after = [text("charts.next_after", label=label) for label in dict.fromkeys(frame["label"])]
    head = [text("items.vote.annotator"), text("charts.next_gain"), *after, text("charts.next_turn")]
    return pd.DataFrame(lines, columns=head)
