"""What can be done about a remark with one click: the buttons under it on the data page."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from hero_core.errors import Finding
from hero_core.words import chain, text
from ui import state
from ui.explain import escape
from ui.scales import ask_labels, cut_graded
from ui.uploads import ENCODINGS, REPEATS, Merge, Upload

AGAIN: dict[str, tuple[str, ...]] = {"keep": ("drop",)}  # what else can be done about votes that say the same again
MOST_BUTTONS = 5
LIST_PIXELS = 240
MERGES = ("look_alikes", "look_alikes_between")
LABEL_CODES = ("unknown_labels", "which_is_one")
THRESHOLD_CODES = ("threshold_applied", "threshold_one_side", "threshold_no_scale", "threshold_binary")
ENCODING_CODES = ("encoding_fallback", "unknown_encoding")


def show_remedies(upload: Upload, found: Finding, place: str) -> None:
    """The choices there are about one remark; none for most. `place` tells equal remarks apart."""
    key = f"remedy_{found.code}_{place}"
    if found.code == "scales_differ":
        cut_graded(key)
    elif found.code in LABEL_CODES:
        ask_labels(upload, key)
    elif found.code in MERGES and len(found.about) > MOST_BUTTONS:
        _merge_from_list(upload, found, key)
    elif found.code in OFFERS:
        with st.container(horizontal=True):
            OFFERS[found.code](upload, found, key)


def _repeats(upload: Upload, found: Finding, key: str) -> None:
    """The other ways to treat repeated votes."""
    others = REPEATS if found.code == "conflicting_votes" else AGAIN.get(upload.repeats, ("keep",))
    for name in others:
        if name != upload.repeats:
            _button(text(f"data.repeats.{name}"), f"{key}_{name}", state.choose_repeats, upload.role, name)


def _overlap(upload: Upload, found: Finding, key: str) -> None:
    _button(text("data.overlap.keep"), key, state.choose_overlap, "keep")


def _encoding(upload: Upload, found: Finding, key: str) -> None:
    choose_encoding(upload, key)


def choose_encoding(upload: Upload, key: str) -> None:
    """The encoding of a file; the first one means found out by itself."""
    options = tuple(dict.fromkeys(("", *ENCODINGS, upload.encoding)))
    widget = f"{key}_{upload.role}_{upload.encoding}"
    st.selectbox(
        text("data.encoding", file=escape(upload.name)), options, options.index(upload.encoding), key=widget,
        format_func=lambda name: name or text("data.encoding.auto"), width=360,
        on_change=state.take_encoding, args=(upload.role, widget),
    )  # fmt: skip


def _groups(found: Finding) -> list[Merge]:
    """For each group of look-alikes the offer to read them as its most frequent spelling."""
    return [tuple((found.column or "", name, group[0]) for name in group[1:]) for group in found.about]


def _merge(upload: Upload, found: Finding, key: str) -> None:
    """A button for each of a few groups of look-alikes, and one for all of them."""
    groups = _groups(found)
    for position, group in enumerate(groups):
        label = text("data.merge", names=_listed(group), meant=escape(group[0][2]))
        _button(label, f"{key}_{position}", state.choose_merge, upload.role, (*upload.merge, *group))
    if len(groups) > 1:
        _merge_all(upload, groups, key)


def _listed(group: Merge) -> str:
    return chain((f"“{escape(name)}”" for _, name, _ in group), ", ")


def _merge_all(upload: Upload, groups: list[Merge], key: str) -> None:
    every = tuple(one for group in groups for one in group)
    label = text("data.merge.all", count=len(groups))
    _button(label, f"{key}_all", state.choose_merge, upload.role, (*upload.merge, *every))


def _merge_from_list(upload: Upload, found: Finding, key: str) -> None:
    """Many groups of look-alikes: a list to select from, and a button for all of them."""
    groups = _groups(found)
    frame = pd.DataFrame(
        {
            text("data.merge.written"): [chain((name for _, name, _ in group), ", ") for group in groups],
            text("data.merge.meant"): [group[0][2] for group in groups],
        },
        dtype="str",
    )
    st.markdown(text("data.merge.list", count=len(groups)))
    picked = st.dataframe(
        frame, hide_index=True, width="stretch", height=LIST_PIXELS, on_select="rerun", selection_mode="multi-row",
        key=f"{key}_list_{hash(upload.merge):x}",
    ).selection.rows  # fmt: skip
    chosen = tuple(one for row in picked if row < len(groups) for one in groups[row])
    with st.container(horizontal=True):
        st.button(
            text("data.merge.selected", count=len(picked)), key=f"{key}_selected", disabled=not chosen,
            on_click=state.choose_merge, args=(upload.role, (*upload.merge, *chosen)), icon=":material/build:",
        )  # fmt: skip
        _merge_all(upload, groups, key)


def _unmerge(upload: Upload, found: Finding, key: str) -> None:
    left = tuple(one for one in upload.merge if found.column is not None and one[0] != found.column)
    _button(text("data.merge.back"), key, state.choose_merge, upload.role, left)


def _flip(upload: Upload, found: Finding, key: str) -> None:
    for (name,) in found.about:
        label = text("data.flip", round=escape(name))
        _button(label, f"{key}_{name}", state.choose_flips, upload.role, (*upload.flip_rounds, name))


def _unflip(upload: Upload, found: Finding, key: str) -> None:
    names = {name for (name,) in found.about} or set(upload.flip_rounds)
    left = tuple(name for name in upload.flip_rounds if name not in names)
    _button(text("data.flip.back"), key, state.choose_flips, upload.role, left)


def _swap(upload: Upload, found: Finding, key: str) -> None:
    _button(text("data.swap"), key, state.swap)


def _uncut(upload: Upload, found: Finding, key: str) -> None:
    _button(text("data.threshold.back"), key, state.choose_threshold, upload.role, None)


def _button(label: str, key: str, choose: Callable[..., None], *choice: object) -> None:
    st.button(label, key=key, on_click=choose, args=choice, icon=":material/build:")


OFFERS: dict[str, Callable[[Upload, Finding, str], None]] = {
    "repeated_votes": _repeats,
    "conflicting_votes": _repeats,
    "overlap": _overlap,
    "exchanged": _swap,
    **dict.fromkeys(ENCODING_CODES, _encoding),
    **dict.fromkeys(MERGES, _merge),
    "ids_merged": _unmerge,
    "merge_unknown": _unmerge,
    "reversed_round": _flip,
    "round_flipped": _unflip,
    "flip_unknown": _unflip,
    "flip_classes": _unflip,
    **dict.fromkeys(THRESHOLD_CODES, _uncut),
}
