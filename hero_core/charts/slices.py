"""Two versions slice by slice: differences with both ranges, the sentence, the table."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.labels import Units, listing, literal, method_name, plotly_names, said_names
from hero_core.charts.palette import blank_figure, category_axis, look, marker
from hero_core.results import Slice, SlicesResult
from hero_core.words import chain, text, told

ROW_PIXELS = 46
FRAME_PIXELS = 90


def verdict_of(row: Slice, high_is_good: bool) -> str:
    """The verdict of one slice in the visitor's direction, as a phrase. The rows are judged as if high were good."""
    turned = {"a_better": "b_better", "b_better": "a_better"}
    return text(f"compare.verdict.{row.verdict if high_is_good else turned.get(row.verdict, row.verdict)}")


def part_of(row: Slice) -> str:
    """A slice by its values alone, for an axis that has the feature's name as its title."""
    if row.from_value is None or row.to_value is None:
        return str(told(row.slice))
    if row.from_value == row.to_value:
        return f"{row.from_value:g}"
    return text("charts.to", low=f"{row.from_value:g}", high=f"{row.to_value:g}")


def slices_figure(result: SlicesResult, units: Units, dark: bool = False) -> go.Figure:
    """One row per slice: the difference, its own range as a bar, the range for all slices as a thin line."""
    rows = [row for row in result.rows if row.difference is not None]
    names = {literal(row.slice): literal(part_of(row)) for row in result.rows}
    figure = blank_figure(dark, FRAME_PIXELS + ROW_PIXELS * max(len(names), 1))
    colour, place = look(dark).methods[result.method], [literal(row.slice) for row in rows]
    factor = 100.0 if units.percent else 1.0
    for low, high, thick in (("low_all", "high_all", 1.6), ("low", "high", 8)):
        ends = np.array([[getattr(row, low), getattr(row, high)] for row in rows], dtype=float).reshape(-1, 2) * factor
        tint = colour if thick < 2 else look(dark).tint(result.method, 0.45)
        figure.add_scatter(
            x=ends.mean(axis=1), y=place, mode="markers", marker={"size": 0.1, "opacity": 0, "color": tint},
            error_x={"type": "data", "array": (ends[:, 1] - ends[:, 0]) / 2, "thickness": thick, "width": 0,
                     "color": tint}, orientation="h", hoverinfo="skip", showlegend=False,
        )  # fmt: skip
    figure.add_scatter(
        x=[factor * (row.difference or 0.0) for row in rows], y=place, mode="markers",
        marker=marker(result.method, dark), orientation="h", showlegend=False,
        customdata=[_hover(row, units) for row in rows],
        hovertemplate="<b>%{customdata[0]}</b><br>%{customdata[1]}<br>%{customdata[2]}<extra></extra>",
    )  # fmt: skip
    figure.add_vline(x=0, line={"color": look(dark).quiet, "width": 1})
    if result.overall is not None:
        figure.add_vline(x=factor * result.overall, line={"color": look(dark).quiet, "width": 1, "dash": "dot"},
                         annotation_text=text("slices.whole", difference=units.difference(result.overall)),
                         annotation_position="top")  # fmt: skip
    feature = plotly_names([result.by])[literal(result.by)]
    figure.update_yaxes(**category_axis(names, reverse=True), title={"text": feature})
    called = said_names((result.a, result.b))
    title = text("slices.axis", a=literal(called(result.a)), b=literal(called(result.b)))
    figure.update_xaxes(title={"text": title}, ticksuffix="", zeroline=False)
    return figure.update_layout(margin={"t": 30})


def _hover(row: Slice, units: Units) -> list[str]:
    return [
        literal(row.slice),
        f"{units.difference(row.difference)} ({units.differences(row.low_all, row.high_all)})",
        text("slices.hover", low=f"{row.items_a:,}", high=f"{row.items_b:,}"),
    ]


def slices_sentence(result: SlicesResult, units: Units, high_is_good: bool = True) -> str:
    """The largest and the smallest difference, and which slices are decided when all are looked at together."""
    rows = sorted((row for row in result.rows if row.difference is not None), key=lambda row: -(row.difference or 0.0))
    if not rows:
        return text("slices.nothing")
    first, last, called = rows[0], rows[-1], said_names((result.a, result.b))
    said = {
        "method": method_name(result.method), "a": called(result.a), "b": called(result.b), "slice": first.slice,
        "difference": units.difference(first.difference), "range": units.differences(first.low, first.high),
        "overall": units.difference(result.overall),
    }  # fmt: skip
    if len(rows) == 1:
        return text("slices.only", **said)
    said |= {"other": last.slice, "other_difference": units.difference(last.difference),
             "other_range": units.differences(last.low, last.high)}  # fmt: skip
    decided = [row for row in result.rows if row.verdict in ("a_better", "b_better")]
    named = listing([f"{told(row.slice)} ({_better(row, result, high_is_good)})" for row in decided])
    count = {"count": len(result.rows)}
    verdict = text("slices.decided", slices=named, **count) if decided else text("slices.open", **count)
    alike = said["difference"] == said["other_difference"]
    return chain([text("slices.alike" if alike else "slices.largest", **said), verdict])


def _better(row: Slice, result: SlicesResult, high_is_good: bool) -> str:
    """Which version is better on a decided slice, by its name."""
    called = said_names((result.a, result.b))
    return text("slices.better", name=called(result.a if (row.verdict == "a_better") == high_is_good else result.b))


def slices_table(result: SlicesResult, units: Units, high_is_good: bool = True) -> pd.DataFrame:
    """Every slice as a person reads it."""
    heads = ("slice", "items", "a", "b", "difference", "range", "range_all", "verdict")
    rows = [
        [told(row.slice), f"{row.items_a:,} / {row.items_b:,}", units.value(row.estimate_a, row.items_a),
         units.value(row.estimate_b, row.items_b), units.difference(row.difference),
         units.differences(row.low, row.high), units.differences(row.low_all, row.high_all),
         verdict_of(row, high_is_good) if row.difference is not None else told(row.reason or "")]
        for row in result.rows
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=[text(f"slices.column.{name}") for name in heads])
