"""Whose absence moves the ranking: the lead of the best version without each annotator in turn."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.labels import Units, decimal, literal, method_name, plotly_names, said_names
from hero_core.charts.palette import blank_figure, category_axis, look
from hero_core.results import Removal, RemovalsResult
from hero_core.words import chain, text

SHOWN = 12
ROW_PIXELS = 26
SHAPES = {"verdict": "diamond", "winner": "star", "order": "square", "same": "circle-open"}
HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}<br>%{customdata[2]}<extra></extra>"


def change_of(row: Removal) -> str:
    """The gravest change: verdict, winner, order, or the same."""
    return "verdict" if row.new_verdict else "winner" if row.new_winner else "order" if row.new_order else "same"


def removal_figure(found: RemovalsResult, dark: bool = False) -> go.Figure:
    """The annotators who move the ranking most: from the lead with everybody to the lead without this one."""
    rows, units = [row for row in found.rows if row.lead is not None][:SHOWN], Units.of(found)
    names, scale = plotly_names([row.annotator for row in rows]), 100 if units.percent else 1
    figure = blank_figure(dark, 110 + ROW_PIXELS * max(len(rows), 2))
    colours, full = look(dark), scale * (found.lead or 0.0)
    figure.add_scatter(
        x=[full] * len(rows), y=[literal(row.annotator) for row in rows], mode="lines", hoverinfo="skip",
        line={"color": colours.accent, "width": 2, "dash": "dash"}, name=text("charts.lead_full"),
    )  # fmt: skip
    for row in rows:
        figure.add_scatter(
            x=[full, scale * (row.lead or 0.0)], y=[literal(row.annotator)] * 2, mode="lines", hoverinfo="skip",
            line={"color": colours.quiet, "width": 3}, showlegend=False,
        )  # fmt: skip
    for change, shape in SHAPES.items():
        mine = [row for row in rows if change_of(row) == change]
        colour = colours.quiet if change == "same" else colours.above
        if mine:
            figure.add_scatter(
                x=[scale * (row.lead or 0.0) for row in mine], y=[literal(row.annotator) for row in mine],
                mode="markers", name=text(f"charts.removal_{change}"), hovertemplate=HOVER,
                marker={"symbol": shape, "size": 13, "color": colour, "line": {"width": 2, "color": colour}},
                customdata=[[literal(row.annotator), text("charts.lead_is", lead=units.difference(row.lead)),
                             text(f"charts.removal_{change}")] for row in mine],
            )  # fmt: skip
    first, second = ([*found.order, "", ""])[:2]
    called = said_names(found.order)
    unit = text("charts.lead_points" if units.percent else "charts.lead_units")
    ends = {"first": literal(called(first)), "second": literal(called(second))}
    figure.update_xaxes(title={"text": text("charts.lead_axis", unit=unit, **ends)})
    figure.update_yaxes(**category_axis(names, reverse=True))
    figure.add_vline(x=0, line={"color": colours.text, "width": 1})
    return figure


def verdict_words(state: str | None, leaders: tuple[str, ...]) -> str:
    """The verdict in a few words."""
    if state is None or state == "not_comparable":
        return text("none")
    if state == "equal":
        return text("influence.verdict.equal")
    return text("influence.verdict.best", leader=leaders[0]) if len(leaders) == 1 else text("influence.verdict.open")


def removal_table(found: RemovalsResult) -> pd.DataFrame:
    """One row per annotator, who moves most first."""
    rows, none, units = found.rows, text("none"), Units.of(found)
    return pd.DataFrame({
        text("influence.column.annotator"): [row.annotator for row in rows],
        text("influence.column.votes"): [row.votes for row in rows],
        text("influence.column.lead"): [units.difference(row.lead) for row in rows],
        text("influence.column.leader"): [row.winner or none for row in rows],
        text("influence.column.tau"): [decimal(row.tau) for row in rows],
        text("influence.column.verdict"): [verdict_words(row.state, row.leaders) for row in rows],
        text("influence.column.change"): [
            none if row.lead is None else text(f"charts.removal_{change_of(row)}") for row in rows
        ],
    })  # fmt: skip


def _lead_sentence(found: RemovalsResult, known: list[Removal], full: float) -> str:
    """Who moves the lead of the first version most, as far as it is shown."""
    most = max(known, key=lambda row: abs((row.lead or 0.0) - full))
    units = Units.of(found)
    lead, before = units.difference(most.lead), units.difference(full)
    first, second = map(said_names(found.order), found.order[:2])
    named = {"first": first, "second": second, "full": before, "method": method_name(found.method)}
    if lead == before:
        return text("influence.said.none", **named)
    return text("influence.said", annotator=most.annotator, lead=lead, **named)


def removal_sentence(found: RemovalsResult) -> str:
    """What the gravest removal changes, who moves the lead most, and how many single removals change something."""
    known = [row for row in found.rows if row.lead is not None]
    if not known:
        return text("charts.tau_none")
    gravest, said = known[0], []
    if change_of(gravest) != "same":
        tau = decimal(gravest.tau)
        said.append(text(f"influence.said.{change_of(gravest)}", annotator=gravest.annotator, tau=tau))
    if found.lead is not None:
        said.append(_lead_sentence(found, known, found.lead))
    said.append(text(
        "influence.counts", count=len(known), verdicts=sum(row.new_verdict for row in known),
        winners=sum(row.new_winner for row in known), orders=sum(row.new_order for row in known),
    ))  # fmt: skip
    return chain(said)
