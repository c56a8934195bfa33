"""What all tile charts (heatmaps) share: share colours, text that stays readable on them, axes of names."""

from __future__ import annotations

from typing import Any

import altair as alt

from hero_core.charts.palette import FONT, SEQUENTIAL, WHITE_TEXT_ABOVE, look


def name_axis(title: str, dark: bool, longest: int = 90) -> alt.Axis:
    """An axis of names without lines; the names stand as they are written."""
    colours = look(dark)
    return alt.Axis(
        title=title, labelAngle=0, domain=False, ticks=False, labelColor=colours.text, titleColor=colours.quiet,
        labelFont=FONT, titleFont=FONT, titleFontWeight="normal", titleFontSize=12, labelFontSize=12,
        labelLimit=longest, titlePadding=4,
    )  # fmt: skip


def share_colour(field: str = "share") -> alt.Color:
    """Light to dark blue for shares from 0 to 1, the same on every chart."""
    scale = alt.Scale(domain=[0, 1], range=list(SEQUENTIAL), interpolate="rgb")
    return alt.Color(f"{field}:Q", legend=None, scale=scale)


def text_on_share(dark: bool, field: str = "share", is_fact: str = "true") -> dict[str, str]:
    """Black text on light tiles, white on dark ones, the page's own text colour on grey ones."""
    return {"expr": f"{is_fact} ? (datum.{field} > {WHITE_TEXT_ABOVE} ? 'white' : 'black') : '{look(dark).text}'"}


def plain(chart: Any, dark: bool) -> Any:
    """No frame, and the page's background, so that a saved picture can be read."""
    return chart.configure(background=look(dark).background, font=FONT).configure_view(stroke=None)
