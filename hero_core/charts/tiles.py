"""What all tile charts (heatmaps) share: share colours, text that stays readable on them, axes of names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hero_core.charts.palette import DIVERGING, FONT, SEQUENTIAL, WHITE_TEXT_ABOVE, look
from hero_core.words import chain, text

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

REACH = 0.5  # difference of shares at which the diverging scale is at its end


def name_axis(title: str, dark: bool, longest: int = 90) -> alt.Axis:
    """An axis of names without lines; the names stand as they are written."""
    import altair as alt  # loaded only by those who draw tiles

    colours = look(dark)
    return alt.Axis(
        title=title, labelAngle=0, domain=False, ticks=False, labelColor=colours.text, titleColor=colours.quiet,
        labelFont=FONT, titleFont=FONT, titleFontWeight="normal", titleFontSize=12, labelFontSize=12,
        labelLimit=longest, titlePadding=4,
    )  # fmt: skip


def share_colour(field: str = "share", most: float = 1.0) -> alt.Color:
    """Light to dark blue for shares from 0 to 1, the same on every chart; to `most` where shares are many and small."""
    import altair as alt  # loaded only by those who draw tiles

    scale = alt.Scale(domain=[0, most], range=list(SEQUENTIAL), interpolate="rgb")
    return alt.Color(f"{field}:Q", legend=None, scale=scale)


def text_on_share(dark: bool, field: str = "share", is_fact: str = "true") -> dict[str, str]:
    """Black text on light tiles, white on dark ones, the page's own text colour on grey ones."""
    return {"expr": f"{is_fact} ? (datum.{field} > {WHITE_TEXT_ABOVE} ? 'white' : 'black') : '{look(dark).text}'"}


def spoken(table: pd.DataFrame, titles: Mapping[str, str]) -> list[str]:
    """What a screen reader says of each tile: its facts by their titles, not by the names of our columns."""
    columns = [(title, table[field]) for field, title in titles.items()]
    facts = [[text("named", name=title, value=value) for value in column] for title, column in columns]
    return [chain(parts, "; ") for parts in zip(*facts, strict=True)]


def plain(chart: Any, dark: bool) -> Any:
    """No frame, and the page's background, so that a saved picture can be read."""
    return chart.configure(background=look(dark).background, font=FONT).configure_view(stroke=None)


def share_fill(share: float) -> str:
    """The colour of a share, as share_colour draws it."""
    return _mixed(SEQUENTIAL[0], SEQUENTIAL[1], share)


def diverging_fill(difference: float) -> str:
    """Orange above 0, purple below, nearly white at 0; full from REACH on."""
    end = DIVERGING[2] if difference > 0 else DIVERGING[0]
    return _mixed(DIVERGING[1], end, abs(difference) / REACH)


def ink_on(fill: str) -> str:
    """Black or white, whichever can be read better on this colour."""
    return "black" if (luminance(fill) + 0.05) ** 2 > 0.05 * 1.05 else "white"


def luminance(colour: str) -> float:
    """Relative luminance of a #rrggbb colour (WCAG 2)."""
    parts = (part / 255 for part in _parts(colour))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mixed(start: str, end: str, share: float) -> str:
    """The colour at a share of the way from one to the other."""
    share = min(1.0, max(0.0, share))
    mixed = (round(a + (b - a) * share) for a, b in zip(_parts(start), _parts(end), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
