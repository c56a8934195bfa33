"""A visitor without a browser: opens the app, loads or uploads files, waits for the work in the background."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest

import hero_core
from hero_core.annotations import Annotations
from tests.conftest import ROOT
from ui import cached, frame

SAMPLE = ROOT / "demo_data"
RESAMPLES = 200
TIMEOUT = 120
PAGES = {key.removeprefix("page."): script for script, key, _ in frame.PAGES}
TEXT_KINDS = ("title", "header", "subheader", "markdown", "text", "success", "info", "warning", "error")


def arrive(page: str = "overview", **state: object) -> AppTest:
    """A new visitor on a page; few resamples unless told otherwise."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)
    for key, value in {"resamples": RESAMPLES, **state}.items():
        app.session_state[key] = value
    app.run()
    return app if page == "overview" else go(app, page)


def go(app: AppTest, page: str) -> AppTest:
    """Switch to a page."""
    app.switch_page(PAGES[page]).run()
    return app


def settle(app: AppTest) -> AppTest:
    """Wait until nothing runs in the background, and draw the page again."""
    assert cached.wait_for_jobs(TIMEOUT)
    app.run()
    return app


def with_sample(page: str = "overview") -> AppTest:
    """A visitor who took the sample data on the empty overview."""
    app = arrive()
    app.button(key="offer_sample").click().run()
    return settle(app) if page == "overview" else go(app, page)


def upload(app: AppTest, role: str, data: bytes, name: str | None = None) -> AppTest:
    """Drop a file into its zone on the data page."""
    zone = next(zone for zone in app.file_uploader if zone.key and zone.key.startswith(f"drop_{role}"))
    zone.set_value((name or f"{role}.csv", data, "text/csv"))
    app.run()
    return app


def with_files(page: str = "data", **files: bytes) -> AppTest:
    """A visitor who uploaded files by role."""
    app = arrive("data")
    for role, data in files.items():
        upload(app, role, data)
    return app if page == "data" else go(app, page)


def said(app: AppTest) -> str:
    """Every text of the page's main part and sidebar, as Markdown source."""
    return "\n".join(str(found.value) for kind in TEXT_KINDS for found in getattr(app, kind))


def plain(text: str) -> str:
    """Markdown source without its backslashes."""
    return text.replace("\\", "")


def sample(role: str) -> bytes:
    """The bytes of a sample file."""
    return (SAMPLE / f"{role}.csv").read_bytes()


def sample_rounds() -> tuple[Annotations, Annotations]:
    """The sample as the engine reads it."""
    return tuple(hero_core.read(SAMPLE / f"{role}.csv", role=role) for role in ("history", "current"))  # type: ignore[return-value]


def csv(*rows: str, header: str = "item_id,annotator_id,label") -> bytes:
    """A small file."""
    return "\n".join((header, *rows, "")).encode()


def figure_of(app: AppTest, position: int = 0) -> Any:
    """The plotly figure drawn at a position, as plain values."""
    return json.loads(app.get("plotly_chart")[position].proto.spec)


def labels(app: AppTest, kind: str) -> list[str]:
    """Labels of the widgets of one kind."""
    return [widget.label for widget in getattr(app, kind)]


def click(app: AppTest, label: str) -> AppTest:
    """Press the button with this label."""
    next(button for button in app.button if button.label == label).click().run()
    return app
