"""Presenter mode: a page as an audience sees it, with a row of links in place of the sidebar, and everything larger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from hero_core.words import text
from ui import state
from ui.explain import escape
from ui.links import PAGES

PRESENTED = ("page.overview", "page.annotators", "page.compare", "page.stability", "page.items")
STYLE = Path(__file__).resolve().parent / "presenter.css"
ROWS = 8
WIDER = 1.6


def presenting() -> bool:
    """The page is shown to an audience: no settings, no details, no downloads; all letters larger."""
    return bool(state.choice("present")) and state.workspace().current is not None and state.page() in PRESENTED


def scaled(pixels: int) -> int:
    """A width in pixels, larger for an audience."""
    return round(pixels * WIDER) if presenting() else pixels


def show_row(title: str) -> None:
    """The pages to go to, by click or by the arrow keys, and the way out (Escape)."""
    st.html(STYLE)
    shown = [(path, key, icon) for path, key, icon in PAGES if key in PRESENTED]
    at = [key for _, key, _ in shown].index(title)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="presenter"):
        for path, key, icon in shown:
            st.page_link(**state.way_to(path), label=text(key.replace("page.", "nav.")), icon=icon)
        st.space("stretch")
        for step, name, arrow in ((-1, "back", "Left"), (1, "next", "Right")):
            if st.button(text(f"present.{name}"), key=f"present_{name}", type="tertiary", shortcut=arrow):
                st.switch_page(**state.way_to(shown[(at + step) % len(shown)][0]))
        st.button(
            text("present.leave"), key="present_leave", type="tertiary", icon=":material/close:", shortcut="Escape",
            on_click=state.choose, args=("present", False),
        )  # fmt: skip


def show_table(frame: pd.DataFrame, columns: dict[str, Any]) -> None:
    """The first rows in the letters of the page, since those of st.dataframe do not grow; `columns`: its column_config.

    Columns that the configuration hides are left out.
    """
    configured = {name: dict(found) for name, found in columns.items() if isinstance(found, dict)}
    hidden = [name for name, found in columns.items() if found is None or configured.get(name, {}).get("hidden")]
    shown = frame.head(ROWS).drop(columns=hidden, errors="ignore")
    written = {
        escape(configured.get(name, {}).get("label") or name): [
            _cell(value, (configured.get(name, {}).get("type_config") or {}).get("format")) for value in shown[name]
        ]
        for name in shown.columns
    }
    st.table(pd.DataFrame(written), hide_index=True, border="horizontal")


def _cell(value: object, form: str | None) -> str:
    if value is None or value is pd.NA or value != value:
        return text("none")
    if isinstance(form, str) and "%" in form and isinstance(value, int | float):
        return escape(form % value)
    return escape(f"{value:g}" if isinstance(value, float) else value)
