"""The forms of the data page that say what columns and labels mean, where the file alone cannot tell."""

from __future__ import annotations

import streamlit as st

from hero_core.annotations import natural_key
from hero_core.reading import guess_columns
from hero_core.words import text
from ui import cached, state
from ui.explain import escape
from ui.uploads import Columns, Labels, Reading, Upload

NO_VOTE = ""
KEEP = "<keep>"  # what these widgets call "as it stands"
CLASSES = ("1", "0")
VALUES_LISTED = 30
CHOICE_PIXELS = 220
LABEL_COLUMNS = ("label", "gold_label")
COLUMNS = ("item_id", "annotator_id", "label", "gold_label", "system", "round", "prompt")
COLUMN_CODES = ("missing_columns", "unknown_mapping")


def columns_form(upload: Upload, reading: Reading) -> None:
    """Which header holds which column; open where a required one is missing, with a guess to accept."""
    header = cached.header_of(upload)
    if not header:
        return
    asked = _is_refused(reading, codes=COLUMN_CODES)
    now = dict(upload.columns) or guess_columns(header)
    with (
        st.expander(text("data.columns", file=escape(upload.name)), expanded=asked or bool(upload.columns)),
        st.form(_key("columns", upload), border=False),
    ):
        st.markdown(text("data.columns.say"))
        places = [*st.columns(4), *st.columns(4)]
        chosen = {
            name: place.selectbox(
                f"`{name}`", ("", *header), ("", *header).index(now.get(name, "")), key=_key("column", upload, name),
                format_func=lambda title: title or text("data.columns.none"),
            )
            for name, place in zip(COLUMNS, places, strict=False)
        }  # fmt: skip
        named = tuple((name, title) for name, title in chosen.items() if title)
        _buttons("columns", upload, named, bool(upload.columns))


def labels_form(upload: Upload, reading: Reading, wanted: bool = False) -> None:
    """What each written label means: 1, 0, no vote, a class; open where it is `wanted` or the file needs it."""
    values = sorted(cached.label_values_of(upload), key=lambda pair: natural_key(pair[0]))
    if not values:
        return
    asked = wanted or _is_refused(reading, columns=LABEL_COLUMNS)
    with st.expander(text("data.labels", file=escape(upload.name)), expanded=asked or bool(upload.labels)):
        st.markdown(text("data.labels.say"))
        if len(values) > VALUES_LISTED:
            st.warning(text("data.labels.many", count=len(values), shown=VALUES_LISTED), icon=":material/warning:")
        with st.form(_key("labels", upload), border=False):
            with st.container(horizontal=True):
                chosen = {value: _meaning(upload, value, count) for value, count in values[:VALUES_LISTED]}
            meanings = [(value, None if name == NO_VOTE else name) for value, name in chosen.items() if name != KEEP]
            _buttons("labels", upload, tuple(meanings), bool(upload.labels))


def _meaning(upload: Upload, value: str, count: int) -> str:
    """The class chosen for one value, NO_VOTE, or KEEP for as it stands."""
    known = dict(upload.labels)
    now = (known[value] or NO_VOTE) if value in known else KEEP
    options = dict.fromkeys((KEEP, *CLASSES, NO_VOTE, now))
    names = {KEEP: text("data.labels.keep"), NO_VOTE: text("data.labels.none")}
    return st.selectbox(
        text("data.labels.value", value=escape(value), count=f"{count:,}"), list(options), list(options).index(now),
        format_func=lambda name: names.get(name, name), accept_new_options=True, width=CHOICE_PIXELS,
        key=_key("meaning", upload, value),
    )  # fmt: skip


def _buttons(what: str, upload: Upload, chosen: Labels | Columns, changed: bool) -> None:
    """Use what was chosen, or go back to how the file stands."""
    with st.container(horizontal=True):
        use = st.form_submit_button(text(f"data.{what}.use"), type="primary", key=_key(f"use_{what}", upload))
        reset = st.form_submit_button(
            text(f"data.{what}.reset"), disabled=not changed, key=_key(f"reset_{what}", upload)
        )
    if use or reset:
        choose = state.choose_labels if what == "labels" else state.choose_columns
        choose(upload.role, chosen if use else ())  # type: ignore[arg-type]
        st.rerun()


def _is_refused(reading: Reading, *, codes: tuple[str, ...] = (), columns: tuple[str, ...] = ()) -> bool:
    """The file is refused for one of these reasons or because of one of these columns."""
    remarks = () if reading.error is None else reading.error.findings
    red = [found for found in remarks if found.severity == "error"]
    return any(found.code in codes or (found.column in columns and found.code not in COLUMN_CODES) for found in red)


def _key(what: str, upload: Upload, name: str = "") -> str:
    """A widget's key; it is new when the file or its meaning changes, so that the widget shows what holds."""
    meaning = hash((upload.labels, upload.columns, upload.layout, upload.threshold))
    return f"{what}_{upload.role}_{upload.sha256[:12]}_{meaning:x}_{name}"
