"""The frame around every page: configuration, navigation, sidebar, and the few blocks that all pages share.

A page begins with `begin_page("page.compare")`. Ids and messages in Markdown go through `escape`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from hero_core.words import LANGUAGES, text
from ui import ahead, cached, kept, links, presenter, sharing, state
from ui.columns import MARKS, ROOM, fitted, printed
from ui.explain import escape, explained, show_refusal
from ui.export import csv_bytes
from ui.help import show_formula_switch, show_glossary_button
from ui.links import PAGES, Fingerprint
from ui.presenter import presenting
from ui.settings import CHOICES, HEADLINES, HERO2_WEIGHTS, LEVELS, NEW_ANNOTATORS, PREVALENCES, RESAMPLES, Between
from ui.tour import show_step
from ui.uploads import ROLES

__all__ = [
    "PAGES", "begin_page", "download", "escape", "explained", "is_dark", "presenting", "show_refusal", "table", "watch",
]  # fmt: skip

links.FINDERS.append(kept.found)

TAB_ICON = "⚖️"  # an icon by name would be fetched from outside
DRAWN_ROWS = 200
POLL_SECONDS = 0.5
DRAFT_SECONDS = 1.5  # figures take longer to draw than a bar


def begin_page(title: str) -> None:
    """Configure the page, draw navigation, data status and settings in the sidebar, and the title (an H1).

    `title` is the text key of the page, as in PAGES. In presenter mode a row of links takes the place of the sidebar.
    """
    state.arrive(title)
    name = f"{text(title.replace('page.', 'nav.'))} · {text('app.name')}"
    st.set_page_config(page_title=name, page_icon=TAB_ICON, layout="wide")
    if presenting():
        presenter.show_row(title)
    _heading(title)  # before the sidebar, which takes longer: the page says at once what it is
    if not presenting():
        with st.sidebar:
            _language()
            _navigation()
            _status()
            sharing.show_link(title)
            if state.workspace().current is not None:
                st.toggle(text("present.toggle"), help=text("present.help"), **_choice("present"))
            _settings()
            show_glossary_button()
            st.html(ahead.script(), unsafe_allow_javascript=True)
    state.show_refused()
    sharing.show_awaited(title)
    if not presenting():
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
        st.page_link(**state.way_to(path), label=text(key.replace("page.", "nav.")), icon=icon, width="stretch")


def _status() -> None:
    """Which files are loaded."""
    lines = [f"**{text('status.title')}**"]
    for role in ROLES:
        upload = state.workspace().upload(role)
        name = text("status.no_file") if upload is None else escape(upload.name)
        lines.append(text("named", name=text(f"status.{role}"), value=name))
    if cached.stands_alone(state.workspace()):
        lines.append(text("status.alone"))
    here = Fingerprint.of(state.workspace())
    lines += [text("status.fingerprint", fingerprint=here)] if here and not here.sample else []
    st.markdown("  \n".join(lines))


def _language() -> None:
    st.radio(
        text("frame.language"), LANGUAGES, format_func=lambda name: text(f"language.{name}"), horizontal=True,
        label_visibility="collapsed", **state.language_switch(),
    )  # fmt: skip


def _settings() -> None:
    st.radio(
        text("setting.good"), ("high", "low"), format_func=lambda way: text(f"setting.good.{way}"),
        help=text("setting.good.help"), **_choice("good"),
    )  # fmt: skip
    _number("margin", step=0.5, format="%.1f")
    with st.expander(text("setting.more")):
        _selectbox("headline", HEADLINES, lambda name: text(f"setting.headline.{name}"))
        _selectbox("level", LEVELS, lambda level: f"{level:.0%}")
        _selectbox("resamples", RESAMPLES, str)
        for key, options in (
            ("new_annotators", NEW_ANNOTATORS), ("prevalence", PREVALENCES), ("hero2_weight", HERO2_WEIGHTS),
        ):  # fmt: skip
            _model_choice(key, options)
        if cached.has_prompts(state.workspace()):
            st.toggle(text("setting.prompts"), help=text("setting.prompts.help"), **_choice("prompts"))
        names = cached.covariate_names(state.workspace())
        if names:
            st.multiselect(text("setting.left_out"), names, help=text("setting.left_out.help"),
                           placeholder=text("choose.several"),
                           **state.remembered_many("left_out", names))  # fmt: skip
        _number("seed", step=1)
        show_formula_switch()


def _choice(key: str) -> state.Remembered:
    """Keyword arguments of a widget of the settings."""
    default, options = CHOICES[key]
    return state.remembered(key, default, options)


def _selectbox(key: str, options: tuple[Any, ...], name: Callable[[Any], str]) -> None:
    st.selectbox(
        text(f"setting.{key}"), options, format_func=name, help=text(f"setting.{key}.help"), **_choice(key)
    )  # fmt: skip


def _number(key: str, **form: Any) -> None:
    options = CHOICES[key][1]
    low, high = (options.low, options.high) if isinstance(options, Between) else (None, None)
    st.number_input(text(f"setting.{key}"), low, high, help=text(f"setting.{key}.help"), **form, **_choice(key))


def _model_choice(key: str, options: tuple[str, ...]) -> None:
    """One choice about the model, the published way first."""
    _selectbox(key, options, lambda name: text(f"setting.{key}.{name}"))


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


def table(
    frame: pd.DataFrame, *, rows: int = DRAWN_ROWS, total: int | None = None, room: int = ROOM, **options: Any
) -> Any:
    """At most `rows` rows of a table, and a sentence that says how many are not drawn.

    `total` says how many there are where `frame` holds only the first. Columns share the pixels in `room`: the widest
    give way. `options` go to st.dataframe (key, alt, column_config, on_select, ...); what it returns is returned.
    Missing numbers show as a dash. In presenter mode a few rows stand in the letters of the page.
    """
    shown_rows, columns = printed(frame.head(rows), options.pop("column_config", None) or {})
    if presenting():
        presenter.show_table(shown_rows, columns)
        return None
    if options.get("selection_mode"):
        room -= MARKS
    columns = fitted(shown_rows, columns, room)
    shown = st.dataframe(
        shown_rows, hide_index=True, width="stretch", placeholder=text("none"), column_config=columns, **options
    )
    drawn, total = min(rows, len(frame)), len(frame) if total is None else total
    if total > drawn:
        st.markdown(text("table.more", shown=f"{drawn:,}", total=f"{total:,}", hidden=f"{total - drawn:,}"))
    return shown


def download(
    frame: pd.DataFrame | Callable[[], pd.DataFrame], filename: str, key: str, label: str | None = None
) -> None:
    """A button for a table as CSV; the file is made only on the click, and the page is not run again.

    Not drawn in presenter mode.
    """
    if presenting():
        return

    def data() -> bytes:
        return csv_bytes(frame if isinstance(frame, pd.DataFrame) else frame())

    st.download_button(
        label or text("download.csv"), data=data, file_name=filename, mime="text/csv", key=key, on_click="ignore",
        icon=":material/download:",
    )  # fmt: skip
