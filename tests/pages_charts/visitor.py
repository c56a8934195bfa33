"""Visits to the pages of figures, and what is drawn there."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
from streamlit.testing.v1 import AppTest

from tests.charts.drawn import unpacked
from tests.pages.visit import arrive, settle, with_files
from ui import cached

PAGES = {"annotators": "pages/2_Annotators.py", "compare": "pages/3_Compare.py", "stability": "pages/4_Stability.py"}


def go(app: AppTest, page: str) -> AppTest:
    """Switch to a page and wait for its work."""
    app.switch_page(PAGES[page]).run()
    return settle(app)


def with_sample(page: str, **state: object) -> AppTest:
    """A visitor with the sample data on a page of figures."""
    app = arrive(**state)
    app.button(key="offer_sample").click().run()
    assert cached.wait_for_jobs()
    return go(app, page)


def with_uploads(page: str, **files: bytes) -> AppTest:
    """A visitor with own files on a page of figures."""
    return go(with_files(**files), page)


def plots(app: AppTest) -> list[dict[str, Any]]:
    """The plotly figures of the page, as plain values."""
    return [unpacked(json.loads(found.proto.spec)) for found in app.get("plotly_chart")]


def cells(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """What the tiles of a chart are drawn from."""
    values: list[dict[str, Any]] = spec["data"]["values"]
    return values


def tiles(app: AppTest) -> list[dict[str, Any]]:
    """The specifications of the tile charts of the page, with the data that Streamlit sends beside them."""
    found = []
    for chart in app.get("vega_lite_chart"):
        spec = json.loads(chart.proto.spec)
        if chart.proto.data.data:
            spec["data"] = {"values": pa.ipc.open_stream(chart.proto.data.data).read_all().to_pylist()}
        found.append(spec)
    return found


def marks(figure: dict[str, Any], name: str) -> dict[str, float]:
    """Number at each category of the trace of this name."""
    trace = next(trace for trace in figure["data"] if trace.get("name") == name and trace.get("hovertemplate"))
    return dict(zip(trace["y"], trace["x"], strict=True))
