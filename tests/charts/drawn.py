"""What stands in a figure, read back as plain values."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import plotly.graph_objects as go


def spec_of(figure: go.Figure) -> dict[str, Any]:
    """The figure as the browser gets it, with packed arrays as lists."""
    return unpacked(json.loads(figure.to_json()))


def unpacked(value: Any) -> Any:
    """Plotly sends number arrays as base64; here they are lists again."""
    if isinstance(value, dict) and set(value) >= {"dtype", "bdata"}:
        return np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"]).tolist()
    if isinstance(value, dict):
        return {key: unpacked(part) for key, part in value.items()}
    return [unpacked(part) for part in value] if isinstance(value, list) else value


def points(figure: go.Figure, name: str) -> dict[str, float]:
    """Number at each category of the trace of this name that has marks to point at."""
    trace = next(t for t in spec_of(figure)["data"] if t.get("name") == name and t.get("hovertemplate"))
    return dict(zip(trace["y"], trace["x"], strict=True))


def bands(figure: go.Figure, group: str) -> list[dict[str, tuple[float, float]]]:
    """Low and high end at each category, for every bar trace of a group: thin first, then thick."""
    found = [t for t in spec_of(figure)["data"] if t.get("offsetgroup") == group and "error_x" in t]
    return [
        {y: (x - half, x + half) for y, x, half in zip(t["y"], t["x"], t["error_x"]["array"], strict=True)}
        for t in found
    ]


def layers_of(chart: Any) -> list[dict[str, Any]]:
    """The layers of an Altair chart, inside a facet or not."""
    spec = chart.to_dict()
    return spec["spec"]["layer"] if "spec" in spec else spec["layer"]


def rows_of_chart(chart: Any) -> list[dict[str, Any]]:
    """The largest data set of an Altair chart: the one that its tiles are drawn from."""
    return max(chart.to_dict()["datasets"].values(), key=len)


def titles_of(spec: dict[str, Any]) -> list[str]:
    """Names over the small matrices of one chart, from left to right and from top to bottom: the line above their
    reliability."""
    words = [word for layer in spec["layer"] if "data" in layer for word in layer["data"]["values"]]
    people = {tile["annotator"]: (tile["y"], tile["x"]) for tile in reversed(spec["data"]["values"])}
    tops = {(y - 22): y for y, _ in people.values()}
    found = sorted((word["y"], word["x"], word["text"]) for word in words if word["y"] in tops)
    return [name for _, _, name in found]
