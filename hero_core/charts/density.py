"""Crowds in a scatter: how many people stand where, and which of them get a dot of their own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from hero_core.charts.evidence import all_votes
from hero_core.charts.flags import by_standing
from hero_core.charts.trust import BAD
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import text

CROWD = 150
MOST_VOTES, LEAST_RELIABLE = 40, 20
BINS = 25
SHADES = {False: ("#dfeaf6", "#6f9fd0"), True: ("#12263a", "#2d6399")}
Place = tuple[float, float]


def rated(result: AnnotatorResult) -> list[AnnotatorRow]:
    """Annotators with rates, those with the most gold and the most votes first."""
    rows = [row for row in result.rows if row.weight is not None and row.confusion is not None]
    return sorted(rows, key=lambda row: (-row.gold_votes, -all_votes(row)))


def is_crowd(result: AnnotatorResult) -> bool:
    """Too many people for a dot each."""
    return len(rated(result)) > CROWD


def with_dots(result: AnnotatorResult, selected: str | None) -> list[AnnotatorRow]:
    """Who gets a dot: everybody; in a crowd those with the most votes, the least reliable ones and the selected one."""
    rows = rated(result)
    if len(rows) <= CROWD:
        return rows
    people = by_standing(result)
    bad = [row.annotator for kind in BAD for row in people.get(kind, [])][:LEAST_RELIABLE]
    chosen = {*(row.annotator for row in rows[:MOST_VOTES]), *bad, selected}
    return [row for row in rows if row.annotator in chosen]


def shading(places: Sequence[Place], across: Place, up: Place, dark: bool) -> go.Heatmap:
    """How many of the places lie in each of 25 times 25 fields between the ends of both axes; empty fields are bare."""
    x, y = np.array([x for x, _ in places]), np.array([y for _, y in places])
    counts, x_edges, y_edges = np.histogram2d(x, y, bins=BINS, range=[across, up])
    written = [[text("charts.people_here", count=f"{count:,.0f}") for count in line] for line in counts.T]
    return go.Heatmap(
        x=(x_edges[:-1] + x_edges[1:]) / 2, y=(y_edges[:-1] + y_edges[1:]) / 2,
        z=[[float(count) if count else None for count in line] for line in counts.T],
        zmin=0, zmax=float(max(1.0, np.quantile(counts[counts > 0], 0.95))) if counts.any() else 1.0,
        colorscale=[[0.0, SHADES[dark][0]], [1.0, SHADES[dark][1]]], showscale=False, hoverinfo="text", text=written,
        xgap=1, ygap=1, name=text("charts.shading"), showlegend=True,
    )  # fmt: skip


def crowd_sentence(result: AnnotatorResult) -> str | None:
    """What shading and dots mean; None where everybody has a dot."""
    if not is_crowd(result):
        return None
    dots, people = len(with_dots(result, None)), len(rated(result))
    return text("charts.crowd", count=f"{people:,}", dots=dots, most=MOST_VOTES, bad=dots - MOST_VOTES)
