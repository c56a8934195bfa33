"""What stands in a figure, read back as plain values."""

from __future__ import annotations

import base64
import json
from math import floor
from types import SimpleNamespace
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


def laid_out(spec: dict[str, Any], rows: list[dict[str, Any]], width: int) -> list[dict[str, Any]]:
    """Rows of a chart that counts its own pixels, each where it stands in a chart so wide; its formulas are those of a
    sum in any language."""
    zoom = next(param["value"] for param in spec["params"] if param["name"] == "zoom")
    found = []
    for row in rows:
        moved = dict(row)
        for step in spec["transform"]:
            name = step["as"].removeprefix("drawn_")
            if f"datum.{name}" in step["calculate"] and name in row:
                names = {"datum": SimpleNamespace(**row), "width": width, "zoom": zoom, "floor": floor, "max": max}
                moved[name] = eval(step["calculate"], {"__builtins__": {}}, names)
        found.append(moved)
    return found


def titles_of(spec: dict[str, Any]) -> list[str]:
    """Names over the small matrices, by their place in the order: the line above their reliability."""
    words = [word for layer in spec["layer"] if "data" in layer for word in layer["data"]["values"]]
    top = min(word["y"] for word in words)
    return [word["text"] for word in sorted(words, key=lambda word: word["place"]) if word["y"] == top]
