"""What labels mean and are worth: the question about unknown words, and the two ways to use a graded scale."""

from __future__ import annotations

import streamlit as st

from hero_core.annotations import Annotations
from hero_core.reading import Suggestion, suggest_labels
from hero_core.reading.words import NO_VOTE, binary_class, canonical, is_whole
from hero_core.words import chain, text
from ui import cached, state
from ui.explain import escape
from ui.uploads import Labels, Upload, Values

EITHER = ("first_is_one", "second_is_one")
MOST_WORDS = 12
MOST_ODD = 5
MOST_GRADES = 12


def ask_labels(upload: Upload, key: str) -> None:
    """Which of two words is 1, or what the words of a preference mean; nothing where only the form can tell."""
    values = [value for value, _ in cached.label_values_of(upload)]
    ways = suggest_labels(values) if len(values) <= MOST_WORDS else ()
    other = _same_as_other(upload, values)
    if other is not None:
        source, labels = other
        st.button(
            text("data.ask.same", file=escape(source.name), labels=spoken(labels)), key=f"{key}_same",
            on_click=state.choose_labels, args=(upload.role, labels), icon=":material/build:",
        )  # fmt: skip
    if ways and ways[0].name in EITHER:
        widget = f"{key}_{upload.role}_{upload.sha256[:12]}"
        mappings = [way.labels for way in ways]
        st.radio(
            text("data.ask.one", file=escape(upload.name)), range(len(ways)), None, key=widget, horizontal=True,
            format_func=lambda position: _which_is_one(mappings[position]), on_change=state.take_labels,
            args=(upload.role, widget, mappings),
        )  # fmt: skip
    elif ways:
        _propose(upload, ways, key)
    else:
        _offer_no_vote(upload, values, key)


def _offer_no_vote(upload: Upload, values: list[str], key: str) -> None:
    """Where a few odd words stand among labels that are understood: count them as no vote."""
    meant = [value for value in values if canonical(value) not in NO_VOTE]
    odd = [value for value in meant if not (binary_class(canonical(value)) or is_whole(canonical(value)))]
    if 0 < len(odd) <= MOST_ODD and len(odd) < len(meant):
        labels = tuple((value, None) for value in odd)
        st.button(
            text("data.ask.none", words=chain((f"“{escape(value)}”" for value in odd), ", ")), key=f"{key}_none",
            on_click=state.choose_labels, args=(upload.role, (*upload.labels, *labels)), icon=":material/build:",
        )  # fmt: skip


def _propose(upload: Upload, ways: tuple[Suggestion, ...], key: str) -> None:
    """One button for each way to read the words of a preference."""
    st.markdown(text("data.ask.preference", file=escape(upload.name)))
    with st.container(horizontal=True):
        for way in ways:
            st.button(
                spoken(way.labels), key=f"{key}_{way.name}", on_click=state.choose_labels,
                args=(upload.role, way.labels), icon=":material/build:",
            )  # fmt: skip


def _which_is_one(labels: Labels) -> str:
    one, rest = ([escape(value) for value, name in labels if (name == "1") == wanted] for wanted in (True, False))
    return text("data.ask.one.answer", one=chain(one, ", "), zero=chain(rest, ", "))


def spoken(labels: Labels) -> str:
    """A mapping as people write it, lowest class first: loss = 0, tie = 1, win = 2."""
    none = text("data.labels.none")
    ordered = sorted(labels, key=lambda pair: (pair[1] is None, pair[1] or ""))
    return chain((f"{escape(value)} = {none if name is None else escape(name)}" for value, name in ordered), ", ")


def _same_as_other(upload: Upload, values: list[str]) -> tuple[Upload, Labels] | None:
    """The other file and its meanings, where the visitor gave them and they cover the labels of this one."""
    for other in state.uploads():
        meant = {canonical(value) for value, _ in other.labels}
        if other.role != upload.role and other.labels and values and {canonical(value) for value in values} <= meant:
            return other, other.labels
    return None


def show_scale(history: Annotations | None, current: Annotations | None) -> None:
    """A graded scale: what each class is worth, or from which label on a vote counts as 1."""
    classes = cached.scale_of(history, current)
    if not classes or len(classes) > MOST_GRADES:
        return
    with st.expander(text("data.scale"), icon=":material/linear_scale:"):
        st.markdown(text("data.scale.say", count=len(classes), classes=chain(map(escape, classes), ", ")))
        _ask_worth(classes)
        _ask_threshold(classes)


def _ask_worth(classes: tuple[str, ...]) -> None:
    files = state.workspace()
    worth = cached.worth_of(classes, files.values)
    now = worth or tuple(position / (len(classes) - 1) for position in range(len(classes)))
    print_of = hash((classes, now))
    with st.form(f"values_{print_of:x}", border=False):
        st.markdown(f"**{text('data.values')}**")
        with st.container(horizontal=True):
            given = [
                st.number_input(
                    text("data.values.of", name=escape(name)), value=float(value), step=0.05, format="%.3f", width=130,
                    key=f"worth_{print_of:x}_{name}",
                )
                for name, value in zip(classes, now, strict=True)
            ]  # fmt: skip
        with st.container(horizontal=True):
            use = st.form_submit_button(text("data.values.use"), type="primary", key="use_values")
            even = st.form_submit_button(text("data.values.reset"), disabled=worth is None, key="reset_values")
    if use or even:
        told: Values = tuple(zip(classes, (float(value) for value in given), strict=True))
        state.choose_values(told if use else ())
        st.rerun()


def _ask_threshold(classes: tuple[str, ...]) -> None:
    st.markdown(f"**{text('data.threshold')}**")
    lowest = threshold_of(classes, "threshold")
    if lowest is not None:
        state.choose_thresholds(lowest)
        st.rerun()


def threshold_of(classes: tuple[str, ...], key: str) -> float | None:
    """The label from which on a vote is to count as 1, once it is confirmed."""
    with st.form(key, border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        lowest = st.selectbox(
            text("data.threshold.from"), classes[1:], (len(classes) - 1) // 2, key=f"{key}_{hash(classes):x}", width=220
        )
        return float(lowest) if st.form_submit_button(text("data.threshold.use"), key=f"use_{key}") else None


def cut_graded(key: str) -> None:
    """Where one file is graded and the other is not: from which label on a vote of the graded one counts as 1."""
    for upload in state.uploads():
        found = cached.read_upload(upload).annotations
        if found is not None and found.graded:
            lowest = threshold_of(found.classes, f"{key}_{upload.role}")
            if lowest is not None:
                state.choose_threshold(upload.role, lowest)
                st.rerun()
