"""The blocks of the data page about the files: drop zones, choices of reading, meaning of labels."""

from __future__ import annotations

import streamlit as st

from hero_core.words import text
from ui import cached, state
from ui.changes import show_change
from ui.explain import escape
from ui.exports import is_proposed, show_gold_zone, show_layout
from ui.findings import cure_of
from ui.meaning import columns_form, labels_form
from ui.remarks import findings_of, main_reason
from ui.remedies import ENCODING_CODES, choose_encoding
from ui.scales import show_scale
from ui.understood import readable
from ui.uploads import OVERLAPS, REPEATS, ROLES, Upload


def show_drop_zones() -> None:
    """Two zones side by side, each with what belongs there and what is there now."""
    for role, column in zip(ROLES, st.columns(2), strict=True):
        with column, st.container(border=True):
            st.header(text(f"data.{role}"))
            st.markdown(text(f"data.{role}.say"))
            dropped = st.file_uploader(
                text(f"data.{role}.drop"), key=state.uploader_key(role), on_change=state.take_upload, args=(role,),
                help=text("data.drop.help", limit=f"{st.get_option('server.maxUploadSize'):,}"),
            )  # fmt: skip
            upload = state.workspace().upload(role)
            _show_status(upload)
            if upload is not None:
                if dropped is None:  # a file from before: the zone has no cross for it
                    st.button(text("data.remove"), key=f"remove_{role}", on_click=state.remove, args=(role,),
                              type="tertiary", icon=":material/close:")  # fmt: skip
                show_layout(upload)
                if role == "history":
                    show_gold_zone(upload)


def _show_status(upload: Upload | None) -> None:
    if upload is None:
        st.markdown(f":material/radio_button_unchecked: {text('data.status.none')}")
        return
    reading = cached.read_upload(upload)
    found = reading.annotations
    if found is None and is_proposed(upload):
        return
    if found is None:
        reason = main_reason(reading)
        lines = [f":material/block: {text('data.status.refused', name=escape(upload.name))}"]
        lines += [] if reason is None else [escape(reason.message)]
        lines += [text("findings.remedy", remedy=cure_of(reason))] if reason is not None and reason.remedy else []
        st.markdown("  \n".join(lines))
        return
    counts = {"votes": f"{found.n_votes:,}", "items": f"{found.n_items:,}", "annotators": f"{found.n_annotators:,}"}
    st.markdown(f":material/check_circle: {text('data.status.ok', name=escape(upload.name), **counts)}")


def show_buttons() -> None:
    """Sample data, one step back, and forgetting."""
    files = state.workspace()
    with st.container(horizontal=True):
        st.button(text("data.sample"), key="load_sample", on_click=state.use_sample, icon=":material/science:",
                  type="primary" if files.current is None else "secondary")  # fmt: skip
        st.button(text("data.undo"), key="undo", on_click=state.undo, icon=":material/undo:",
                  disabled=not state.can_undo(), help=text("data.undo.help"))  # fmt: skip
        st.button(text("data.forget"), key="forget", on_click=state.forget, icon=":material/delete:",
                  disabled=files.history is None and files.current is None, help=text("data.forget.help"))  # fmt: skip
        st.page_link(**state.way_to("pages/7_Report.py"), label=text("report.workspace.link"), icon=":material/save:")
    show_change()


def show_choices(uploads: list[Upload]) -> None:
    """How repeats, items in both files and labels are understood; labels open where the two scales differ."""
    st.header(text("data.choices"))
    files = state.workspace()
    between = () if files.history is None else cached.findings_between(files.history, files.current, files.overlap)
    differ = {found.file for found in between if found.code == "scales_differ"}
    for upload in uploads:
        if not upload.has_layout:
            columns_form(upload, cached.read_upload(upload))
        labels_form(upload, cached.read_upload(upload), upload.name in differ)
    read = {upload.role: found for upload, found in readable(uploads).items()}
    show_scale(read.get("history"), read.get("current"))
    _show_choices_of_votes(uploads)


def _show_choices_of_votes(uploads: list[Upload]) -> None:
    """Repeated votes, encodings, items in both files: open where something else than usual holds."""
    files = state.workspace()
    usual = files.overlap == OVERLAPS[0] and all(
        upload.repeats == REPEATS[0] and not upload.encoding for upload in uploads
    )
    with st.expander(text("data.choices.votes"), expanded=not usual):
        for upload in uploads:
            _choose(f"repeats_{upload.role}", text("data.repeats", file=escape(upload.name)), "data.repeats", REPEATS,
                    upload.repeats)  # fmt: skip
        for upload in uploads:
            if upload.encoding and not _asks_encoding(upload):
                choose_encoding(upload, "encoding")
        if len(uploads) == len(ROLES):
            _choose("overlap", text("data.overlap"), "data.overlap", OVERLAPS, files.overlap,
                    text("data.overlap.help"))  # fmt: skip


def _asks_encoding(upload: Upload) -> bool:
    """A remark about the file offers the choice already."""
    return any(found.code in ENCODING_CODES for found in findings_of(cached.read_upload(upload)))


def _choose(key: str, label: str, words: str, options: tuple[str, ...], now: str, help: str | None = None) -> None:
    """One choice that changes the files' state at once; it always shows what holds now, also after an undo."""
    st.radio(
        label, options, options.index(now), format_func=lambda name: text(f"{words}.{name}"), horizontal=True,
        key=f"{key}_{now}", on_change=state.take_choice, args=(key, f"{key}_{now}"), help=help,
    )  # fmt: skip
