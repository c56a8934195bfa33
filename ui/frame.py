"""The frame around every page: configuration, navigation, sidebar, and the few blocks that all pages share.

A page begins with `begin_page("page.compare")`. Ids and messages in Markdown go through `escape`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from hero_core.words import LANGUAGES, text
from ui import cached, state
from ui.explain import escape, explained, show_refusal
from ui.export import csv_bytes
from ui.help import show_formula_switch, show_glossary_button
from ui.settings import (
    HEADLINES,
    HERO2_WEIGHTS,
    LEVELS,
    MAX_MARGIN_POINTS,
    MAX_SEED,
    NEW_ANNOTATORS,
    PREVALENCES,
    RESAMPLES,
    Settings,
)
from ui.tour import show_step
from ui.uploads import ROLES

__all__ = ["begin_page", "download", "escape", "explained", "is_dark", "show_refusal", "table", "watch"]

PAGES = (
    ("app.py", "page.overview", ":material/balance:"),
    ("pages/1_Data.py", "page.data", ":material/folder_open:"),
    ("pages/2_Annotators.py", "page.annotators", ":material/group:"),
    ("pages/3_Compare.py", "page.compare", ":material/bar_chart:"),
    ("pages/4_Stability.py", "page.stability", ":material/shuffle:"),
    ("pages/5_Items.py", "page.items", ":material/search:"),
    ("pages/6_Lab.py", "page.lab", ":material/science:"),
    ("pages/7_Report.py", "page.report", ":material/description:"),
)
ROOT = Path(__file__).resolve().parent.parent
TAB_ICON = "⚖️"  # an icon by name would be fetched from outside
DRAWN_ROWS = 200
POLL_SECONDS = 0.5
DRAFT_SECONDS = 1.5  # figures take longer to draw than a bar


def begin_page(title: str) -> None:
    """Configure the page, draw navigation, data status and settings in the sidebar, and the title (an H1).

    `title` is the text key of the page, as in PAGES.
    """
    state.arrive()
    name = f"{text(title.replace('page.', 'nav.'))} · {text('app.name')}"
    st.set_page_config(page_title=name, page_icon=TAB_ICON, layout="wide")
    with st.sidebar:
        _navigation()
        _status()
        _settings()
        _language()
        show_glossary_button()
    _heading(title)
    show_step(title.removeprefix("page."))


def _heading(title: str) -> None:
    """The title, and the label that simulated data carry on every page."""
    if not state.workspace().simulated:
        st.title(text(title))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(text(title), width="content")
        st.badge(text(_origin()), icon=":material/science:", color="blue")


def _origin() -> str:
    """Where simulated data come from: the sample, or the Lab."""
    return "status.simulated" if state.workspace().sample else "status.simulated.lab"


def _navigation() -> None:
    for path, key, icon in PAGES:
        if (ROOT / path).exists():
            st.page_link(path, label=text(key.replace("page.", "nav.")), icon=icon, width="stretch")


def _status() -> None:
    """Which files are loaded."""
    lines = [f"**{text('status.title')}**"]
    for role in ROLES:
        upload = state.workspace().upload(role)
        name = text("status.no_file") if upload is None else escape(upload.name)
        lines.append(text("named", name=text(f"status.{role}"), value=name))
    st.markdown("  \n".join(lines))


def _language() -> None:
    st.segmented_control(
        text("frame.language"), LANGUAGES, format_func=lambda name: text(f"language.{name}"), required=True,
        **state.language_switch(),
    )  # fmt: skip


def _settings() -> None:
    default = Settings()
    st.radio(
        text("setting.good"), ("high", "low"), format_func=lambda way: text(f"setting.good.{way}"), key="good",
        persist_state="session", help=text("setting.good.help"),
    )  # fmt: skip
    st.number_input(
        text("setting.margin"), 0.0, MAX_MARGIN_POINTS, default.margin * 100, 0.5, format="%.1f", key="margin",
        persist_state="session", help=text("setting.margin.help"),
    )  # fmt: skip
    with st.expander(text("setting.more")):
        st.selectbox(
            text("setting.headline"), HEADLINES, format_func=lambda name: text(f"setting.headline.{name}"),
            key="headline", persist_state="session", help=text("setting.headline.help"),
        )  # fmt: skip
        st.selectbox(
            text("setting.level"), LEVELS, LEVELS.index(default.level), format_func=lambda level: f"{level:.0%}",
            key="level", persist_state="session", help=text("setting.level.help"),
        )  # fmt: skip
        st.selectbox(
            text("setting.resamples"), RESAMPLES, RESAMPLES.index(default.resamples), key="resamples",
            persist_state="session", help=text("setting.resamples.help"),
        )  # fmt: skip
        _model_choice("new_annotators", NEW_ANNOTATORS)
        _model_choice("prevalence", PREVALENCES)
        _model_choice("hero2_weight", HERO2_WEIGHTS)
        if cached.has_prompts(state.workspace()):
            st.toggle(
                text("setting.prompts"), key="prompts", persist_state="session", help=text("setting.prompts.help")
            )
        names = cached.covariate_names(state.workspace())
        if names:
            st.multiselect(text("setting.left_out"), names, help=text("setting.left_out.help"),
                           placeholder=text("choose.several"),
                           **state.remembered_many("left_out", names))  # fmt: skip
        st.number_input(
            text("setting.seed"), 0, MAX_SEED, default.seed, 1, key="seed", persist_state="session",
            help=text("setting.seed.help"),
        )  # fmt: skip
        show_formula_switch()


def _model_choice(key: str, options: tuple[str, ...]) -> None:
    """One choice about the model, the published way first."""
    st.selectbox(
        text(f"setting.{key}"), options, format_func=lambda name: text(f"setting.{key}.{name}"), key=key,
        persist_state="session", help=text(f"setting.{key}.help"),
    )  # fmt: skip


def is_dark() -> bool:
    """The visitor sees the dark theme; charts choose their colours by it."""
    return st.context.theme.type == "dark"


def watch(
    running: cached.Running[Any], stopped: str = "job.stopped", draw: Callable[[Any], None] | None = None
) -> None:
    """Progress and a cancel button while work runs; the page is drawn again when the final answer is there.

    Call it where the bar shall appear, at the top level of the page. It polls only while there is work. `stopped` is
    the text after a cancel. `draw` draws what there is so far under the bar (None = nothing yet), again and again
    while it grows; it stays after a cancel.
    """
    if running.final:
        return
    if running.stopped:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/pause_circle: {text(stopped)}")
            st.button(text("job.resume"), on_click=cached.resume, args=(running.slot,), key=f"resume_{running.slot}")
        if draw is not None and cached.draft_of(running) is not None:
            draw(cached.draft_of(running))
        return
    st.fragment(_poll, run_every=POLL_SECONDS, key=f"poll_{running.slot}")(running.slot)
    if draw is not None:
        st.fragment(_draw_draft, run_every=DRAFT_SECONDS, key=f"draft_{running.slot}")(running, draw)


def _draw_draft(running: cached.Running[Any], draw: Callable[[Any], None]) -> None:
    draw(cached.draft_of(running))


def _poll(slot: str) -> None:
    now = cached.progress_of(slot)
    if now is None:
        st.rerun()
    done, what = now
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.progress(done, text("job.running", what=escape(what), percent=f"{done:.0%}"))
        st.button(text("job.cancel"), on_click=cached.stop, args=(slot,), key=f"cancel_{slot}")


def table(frame: pd.DataFrame, *, rows: int = DRAWN_ROWS, total: int | None = None, **options: Any) -> Any:
    """At most `rows` rows of a table, and a sentence that says how many are not drawn.

    `total` says how many there are where `frame` holds only the first. `options` go to st.dataframe (key, alt,
    column_config, on_select, ...); what it returns is returned. Missing numbers show as a dash.
    """
    shown = st.dataframe(frame.head(rows), hide_index=True, width="stretch", placeholder=text("none"), **options)
    drawn, total = min(rows, len(frame)), len(frame) if total is None else total
    if total > drawn:
        st.markdown(text("table.more", shown=f"{drawn:,}", total=f"{total:,}", hidden=f"{total - drawn:,}"))
    return shown


def download(
    frame: pd.DataFrame | Callable[[], pd.DataFrame], filename: str, key: str, label: str | None = None
) -> None:
    """A button for a table as CSV; the file is made only on the click, and the page is not run again."""

    def data() -> bytes:
        return csv_bytes(frame if isinstance(frame, pd.DataFrame) else frame())

    st.download_button(
        label or text("download.csv"), data=data, file_name=filename, mime="text/csv", key=key, on_click="ignore",
        icon=":material/download:",
    )  # fmt: skip
