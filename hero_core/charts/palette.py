"""Colours, shapes and the plain look of every figure, for a light and a dark page."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go

SHAPES = {
    "mv": "circle",
    "vote_share": "circle-open",
    "ds": "square",
    "ds_hard": "square-open",
    "mle": "triangle-up",
    "hero1": "diamond",
    "hero2": "star",
    "pec": "triangle-down",
}
DASHES = {
    "mv": "dot",
    "vote_share": "dot",
    "ds": "dash",
    "ds_hard": "dash",
    "mle": "longdashdot",
    "hero1": "longdash",
    "hero2": "solid",
    "pec": "dashdot",
}
SERIES_SHAPES = (
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "cross",
    "triangle-down",
)  # versions or classes, in order
SERIES_DASHES = ("solid", "dash", "dot", "longdash", "dashdot", "longdashdot")
METHOD_ORDER = ("mv", "vote_share", "ds", "ds_hard", "mle", "hero1", "hero2", "pec")
BEST_FIRST = ("hero2", "hero1", "mle", "pec", "ds", "ds_hard", "vote_share", "mv")
PLOTLY_CONFIG: dict[str, object] = {
    "displaylogo": False,
    "scrollZoom": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "zoomIn2d", "zoomOut2d", "autoScale2d", "pan2d", "zoom2d"],
    "toImageButtonOptions": {"format": "png", "scale": 2},
}
FONT = '"Source Sans", "Source Sans Pro", "Noto Sans", sans-serif'
SEQUENTIAL = ("#f7fbff", "#0a4a90")
DIVERGING = ("#5e3c99", "#f7f7f7", "#b35806")
WHITE_TEXT_ABOVE = 0.78


@dataclass(frozen=True, kw_only=True)
class Look:
    """Everything that changes between the light and the dark page."""

    background: str
    text: str
    quiet: str
    grid: str
    scarce: str
    accent: str
    above: str
    below: str
    methods: dict[str, str]
    series: tuple[str, ...]

    def tint(self, method: str, opacity: float) -> str:
        """The colour of a method, see-through, as an rgba() text."""
        red, green, blue = (int(self.methods[method][start : start + 2], 16) for start in (1, 3, 5))
        return f"rgba({red},{green},{blue},{opacity:g})"


LIGHT = Look(
    background="#ffffff",
    text="#31333f",
    quiet="#5f6470",
    grid="#e3e5ea",
    scarce="#d5d7dc",
    accent="#0072b2",
    above="#b35806",
    below="#6a51a3",
    methods={
        "mv": "#595959", "vote_share": "#595959", "ds": "#b87614", "ds_hard": "#b87614", "mle": "#a40dff",
        "hero1": "#0072b2", "hero2": "#1b0845", "pec": "#800000",
    },
    series=("#0072b2", "#d55e00", "#3d1c1c", "#a020f0", "#b86a6a", "#00005f"),
)  # fmt: skip
DARK = Look(
    background="#050505",
    text="#fafafa",
    quiet="#a9afbc",
    grid="#2b303b",
    scarce="#4a4f5a",
    accent="#56b4e9",
    above="#f1a340",
    below="#a895e8",
    methods={
        "mv": "#b8b8b8", "vote_share": "#b8b8b8", "ds": "#ffc700", "ds_hard": "#ffc700", "mle": "#9b4b87",
        "hero1": "#56b4e9", "hero2": "#7c47eb", "pec": "#cc3333",
    },
    series=("#56b4e9", "#e8682a", "#e3d4b5", "#a040ff", "#8a8a8a", "#a0f020"),
)  # fmt: skip


def look(dark: bool) -> Look:
    """The colours for a dark or a light page."""
    return DARK if dark else LIGHT


def marker(method: str, dark: bool) -> dict[str, object]:
    """Shape and colour of a method's points, with a rim in the page's colour; stars and triangles a little larger."""
    colours, symbol = look(dark), SHAPES[method]
    rim = colours.methods[method] if symbol.endswith("-open") else colours.background
    size = 12 if symbol.startswith(("circle", "square")) else 15
    return {
        "symbol": symbol, "size": size, "color": colours.methods[method], "opacity": 1,
        "line": {"width": 2 if symbol.endswith("-open") else 1, "color": rim},
    }  # fmt: skip


def in_order(methods: tuple[str, ...]) -> tuple[str, ...]:
    """The methods from the simplest to the most refined."""
    return tuple(method for method in METHOD_ORDER if method in methods)


def blank_figure(dark: bool, height: int) -> go.Figure:
    """An empty figure with our look: quiet grid, legend on top, margins that grow with the labels."""
    colours = look(dark)
    axis = {
        "gridcolor": colours.grid, "linecolor": colours.grid, "zeroline": False, "automargin": True,
        "ticks": "", "title": {"standoff": 8, "font": {"size": 13}}, "fixedrange": True,
    }  # fmt: skip
    return go.Figure(
        layout=go.Layout(
            height=height, paper_bgcolor=colours.background, plot_bgcolor=colours.background,
            font={"family": FONT, "size": 14, "color": colours.text}, margin={"l": 8, "r": 16, "t": 8, "b": 8},
            xaxis=axis, yaxis=axis, hovermode="closest", dragmode=False, template=None,
            legend={
                "orientation": "h", "x": 0, "xanchor": "left", "y": 1.0, "yanchor": "bottom",
                "yref": "paper", "itemsizing": "constant", "font": {"size": 13},
            },
            hoverlabel={
                "bgcolor": colours.background, "bordercolor": colours.quiet, "align": "left",
                "font": {"family": FONT, "size": 13, "color": colours.text},
            },
        )
    )  # fmt: skip


def category_axis(labels: dict[str, str], *, reverse: bool = False) -> dict[str, object]:
    """Settings of an axis of names: always categories, in the given order, shown as the given short labels."""
    names = list(labels)
    return {
        "type": "category", "categoryorder": "array", "categoryarray": names, "tickmode": "array", "tickvals": names,
        "ticktext": list(labels.values()), "range": [len(names) - 0.5, -0.5] if reverse else [-0.5, len(names) - 0.5],
        "showgrid": False,
    }  # fmt: skip
