"""The blocks of the data page about the files: drop zones, choices of reading, meaning of labels."""

from __future__ import annotations

import streamlit as st

from hero_core.words import text
from ui import cached, state
from ui.explain import escape
from ui.uploads import OVERLAPS, REPEATS, ROLES, Reading, Upload

NO_VOTE = ""
CLASSES = ("1", "0")
VALUES_LISTED = 30
LABEL_COLUMNS = ("label", "gold_label")


def show_drop_zones() -> None:
    """Two zones side by side, each with what belongs there and what is there now."""
    for role, column in zip(ROLES, st.columns(2), strict=True):
        with column, st.container(border=True):
            st.subheader(text(f"data.{role}"))
            st.markdown(text(f"data.{role}.say"))
            st.file_uploader(
                text(f"data.{role}.drop"), key=state.uploader_key(role), on_change=state.take_upload, args=(role,)
            )
            _show_status(state.workspace().upload(role))


def _show_status(upload: Upload | None) -> None:
    if upload is None:
        st.markdown(f"⬜ {text('data.status.none')}")
        return
    found = cached.read_upload(upload).annotations
    if found is None:
        st.markdown(f"⛔ {text('data.status.refused', name=escape(upload.name))}")
        return
    counts = {"votes": f"{found.n_votes:,}", "items": f"{found.n_items:,}", "annotators": f"{found.n_annotators:,}"}
    st.markdown(f"✅ {text('data.status.ok', name=escape(upload.name), **counts)}")


def show_buttons() -> None:
    """Sample data, one step back, and forgetting."""
    files = state.workspace()
    with st.container(horizontal=True):
        st.button(text("data.sample"), key="load_sample", on_click=state.use_sample, icon="🧪",
                  type="primary" if files.current is None else "secondary")  # fmt: skip
        st.button(text("data.undo"), key="undo", on_click=state.undo, icon="↩️", disabled=not state.can_undo(),
                  help=text("data.undo.help"))  # fmt: skip
        st.button(text("data.forget"), key="forget", on_click=state.forget, icon="🗑️", help=text("data.forget.help"),
                  disabled=files.history is None and files.current is None)  # fmt: skip


def show_choices(uploads: list[Upload]) -> None:
    """How repeats, items in both files, and labels are understood."""
    st.header(text("data.choices"))
    for upload in uploads:
        _labels_form(upload, cached.read_upload(upload))
    for upload in uploads:
        _choose(f"repeats_{upload.role}", text("data.repeats", file=escape(upload.name)), "data.repeats", REPEATS,
                upload.repeats)  # fmt: skip
    if len(uploads) == len(ROLES):
        _choose("overlap", text("data.overlap"), "data.overlap", OVERLAPS, state.workspace().overlap,
                text("data.overlap.help"))  # fmt: skip


def _choose(key: str, label: str, words: str, options: tuple[str, ...], now: str, help: str | None = None) -> None:
    """One choice that changes the files' state at once; it always shows what holds now, also after an undo."""
    st.radio(
        label, options, options.index(now), format_func=lambda name: text(f"{words}.{name}"), horizontal=True,
        key=f"{key}_{now}", on_change=state.take_choice, args=(key, f"{key}_{now}"), help=help,
    )  # fmt: skip


def _labels_form(upload: Upload, reading: Reading) -> None:
    """What each written label means: 1, 0, no vote, a class; open where the file cannot be read without it."""
    values = cached.label_values(upload)
    if not values:
        return
    asked = reading.error is not None and any(
        found.column in ("label", "gold_label") for found in reading.error.findings
    )
    with st.expander(text("data.labels", file=escape(upload.name)), expanded=asked or bool(upload.labels)):
        st.markdown(text("data.labels.say"))
        if len(values) > VALUES_LISTED:
            st.warning(text("data.labels.many", count=len(values), shown=VALUES_LISTED), icon="⚠️")
        with st.form(f"labels_{upload.role}_{upload.sha256[:12]}", border=False):
            chosen = {value: _meaning(upload, value, count) for value, count in values[:VALUES_LISTED]}
            use, reset = st.columns(2)
            if use.form_submit_button(text("data.labels.use"), type="primary"):
                _submit(upload, tuple((value, meaning) for value, meaning in chosen.items() if meaning is not KEEP))
            if reset.form_submit_button(text("data.labels.reset"), disabled=not upload.labels):
                _submit(upload, ())


KEEP = "\x00keep"


def _meaning(upload: Upload, value: str, count: int) -> str | None:
    """The class chosen for one value, None for no vote, KEEP for as it stands."""
    known = dict(upload.labels)
    now = known.get(value, KEEP)
    options = [KEEP, *CLASSES, NO_VOTE]
    if now is not None and now not in options:
        options.append(now)
    names = {KEEP: text("data.labels.keep"), NO_VOTE: text("data.labels.none")}
    picked = st.selectbox(
        text("data.labels.value", value=escape(value), count=f"{count:,}"), options,
        options.index(NO_VOTE if now is None else now), format_func=lambda name: names.get(name, name),
        accept_new_options=True, key=f"meaning_{upload.role}_{upload.sha256[:12]}_{value}_{now}",
    )  # fmt: skip
    return None if picked == NO_VOTE else picked


def _submit(upload: Upload, labels: tuple[tuple[str, str | None], ...]) -> None:
    state.choose_labels(upload.role, labels)
    st.rerun()
