"""Any figure with larger letters, marks and lines, to be read from the back of a room."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

FACTOR = 1.4
DATA = ("data", "datasets", "values")
VEGA_SIZES = {
    "fontSize", "labelFontSize", "titleFontSize", "labelLimit", "titlePadding", "labelPadding", "strokeWidth",
    "dx", "dy", "width", "height", "spacing",
}  # fmt: skip


def enlarged(figure: Any, factor: float = FACTOR) -> Any:
    """A copy of a plotly figure, an Altair chart or a Vega-Lite specification; letters, marks and lines are `factor`
    times as large."""
    if isinstance(figure, go.Figure):
        return go.Figure(_plotly(figure.to_plotly_json(), factor))
    if isinstance(figure, dict):
        return _vega(figure, factor)
    return type(figure).from_dict(_vega(figure.to_dict(), factor), validate=False)


def _plotly(value: Any, factor: float, inside: str = "") -> Any:
    """Sizes of letters, markers and lines, and the height; everything else (the data above all) stays."""
    if isinstance(value, dict):
        return {key: _plotly_size(key, found, factor, inside) for key, found in value.items()}
    if isinstance(value, list | tuple):
        return [_plotly(entry, factor, inside) if isinstance(entry, dict) else entry for entry in value]
    return value


def _plotly_size(key: str, value: Any, factor: float, inside: str) -> Any:
    sized = (
        (key == "size" and (inside.endswith("font") or inside == "marker"))
        or (key == "width" and inside == "line")
        or (key in ("width", "thickness") and inside in ("error_x", "error_y"))
        or (key == "height" and inside == "layout")
    )
    if not sized or isinstance(value, dict | str) or value is None:
        return _plotly(value, factor, key)
    if isinstance(value, int | float):
        return value * factor
    return [None if one is None else one * factor for one in value]


def _vega(value: Any, factor: float, inside: str = "") -> Any:
    """Sizes of letters, tiles and lines; the data stay."""
    if inside in DATA:
        return value
    if isinstance(value, list):
        return [_vega(entry, factor) for entry in value]
    if isinstance(value, dict):
        if value.get("name") == "zoom":  # of a chart that counts its own pixels
            return {**value, "value": value["value"] * factor}
        return {key: _vega(found, factor, key) for key, found in value.items()}
    return value * factor if inside in VEGA_SIZES and isinstance(value, int | float) else value
