"""What the last click changed: the choice in words, and the numbers of the file before and after."""

from __future__ import annotations

import streamlit as st

from hero_core.words import chain, text
from ui import cached, state
from ui.explain import escape
from ui.uploads import ROLES, Upload, Workspace

CHOICES = ("labels", "threshold", "columns", "layout", "gold", "encoding", "merge", "flip_rounds")
COUNTS = ("votes", "items", "annotators")


def show_change() -> None:
    """What the last change did, beside the buttons that take it back."""
    step = state.take_step()
    if step is not None:
        state.tell(chain(changes(*step)), chosen=_same_files(*step))
    if state.told():
        st.markdown(f":material/history: {state.told()}")


def show_change_here() -> None:
    """The same where the remarks are, with a way back: who clicks there does not see the top of the page."""
    if state.told(chosen=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/history: {text('data.change', told=state.told())}", width="content")
            st.button(text("data.undo"), key="undo_here", on_click=state.undo, icon=":material/undo:",
                      disabled=not state.can_undo())  # fmt: skip


def _same_files(before: Workspace, after: Workspace) -> bool:
    """A choice changed, not a file."""
    return all(
        (None if one is None else one.sha256) == (None if other is None else other.sha256)
        for one, other in ((before.upload(role), after.upload(role)) for role in ROLES)
    )


def changes(before: Workspace, after: Workspace) -> list[str]:
    """One sentence for everything that is different, as Markdown."""
    found = [sentence for role in ROLES for sentence in _of_file(before.upload(role), after.upload(role))]
    if before.overlap != after.overlap:
        found.append(text("data.change.choice", what=text("data.overlap"), now=text(f"data.overlap.{after.overlap}")))
    if before.values != after.values:
        now = chain((f"{escape(name)} = {value:g}" for name, value in after.values), ", ")
        found.append(text("data.change.choice", what=text("data.values"), now=now or text("data.values.even")))
    return found


def _of_file(before: Upload | None, after: Upload | None) -> list[str]:
    if before is None or after is None:
        one = before or after
        return [] if one is None else [text(f"data.change.{'gone' if after is None else 'new'}", file=escape(one.name))]
    if before.sha256 != after.sha256 or before.name != after.name:
        return [text("data.change.other", file=escape(after.name), former=escape(before.name))]
    found = [
        text(f"data.change.{name}" + ("" if getattr(after, name) else ".back"), file=escape(after.name))
        for name in CHOICES
        if getattr(before, name) != getattr(after, name)
    ]
    if before.repeats != after.repeats:
        what = text("data.repeats", file=escape(after.name))
        found.append(text("data.change.choice", what=what, now=text(f"data.repeats.{after.repeats}")))
    return [*found, *_counts(before, after)] if found else []


def _counts(before: Upload, after: Upload) -> list[str]:
    """Votes, items and annotators before and after, where they differ."""
    was, now = (cached.read_upload(upload).annotations for upload in (before, after))
    if now is None:
        return []
    if was is None:
        return [text("data.change.read", votes=f"{now.n_votes:,}", items=f"{now.n_items:,}")]
    pairs = {name: (getattr(was, f"n_{name}"), getattr(now, f"n_{name}")) for name in COUNTS}
    moved = [f"{text(f'data.count.{name}')} {old:,} → {new:,}" for name, (old, new) in pairs.items() if old != new]
    return [text("data.change.counts", moved=chain(moved, ", "))] if moved else [text("data.change.same_counts")]
