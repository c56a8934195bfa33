"""The blocks of the data page under a drop zone: the proposed layout of another tool, and gold in a file of its own."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core.reading import Proposal
from hero_core.words import text
from ui import cached, state
from ui.explain import escape
from ui.uploads import PLAIN, Upload

CHECK = ":material/check:"


def is_proposed(upload: Upload) -> bool:
    """The file looks like an export, and nothing was decided yet."""
    return upload.layout is None and not upload.columns and cached.proposal_of(upload) is not None


def show_layout(upload: Upload) -> None:
    """The layout the file looks like, to accept or not; or what was decided, to change."""
    if upload.columns:
        return
    if upload.layout == PLAIN:
        _show_declined(upload)
    elif upload.has_layout:
        _show_accepted(upload)
    elif (proposal := cached.proposal_of(upload)) is not None:
        _propose(upload, proposal)


def _propose(upload: Upload, proposal: Proposal) -> None:
    """Name, answer field where there are several, pairing with the first row, and the two buttons."""
    st.markdown(text("data.layout.say", file=escape(upload.name), title=escape(proposal.title)))
    if len(proposal.answers) > 1:
        answer = st.selectbox(
            text("data.layout.answer"), proposal.answers, key=f"answer_{upload.role}_{upload.sha256[:12]}"
        )
        proposal = cached.proposal_of(upload, answer) or proposal
    st.table(pairing_of(proposal))
    note = escape(proposal.note)  # empty where it is about the shell
    if note:
        st.markdown(note)
    with st.container(horizontal=True):
        st.button(text("data.layout.use"), key=f"layout_use_{upload.role}", type="primary",
                  on_click=state.choose_layout, args=(upload.role, proposal.accept), icon=CHECK)  # fmt: skip
        st.button(text("data.layout.decline"), key=f"layout_decline_{upload.role}",
                  on_click=state.choose_layout, args=(upload.role, PLAIN))  # fmt: skip


def pairing_of(proposal: Proposal) -> pd.DataFrame:
    """Our columns, where each comes from, and the first vote; as text for a table."""
    rows = {
        text("data.layout.from"): [escape(place) for place in proposal.pairing.values()],
        text("data.layout.example"): [escape(proposal.example.get(name, "")) for name in proposal.pairing],
    }
    return pd.DataFrame(rows, index=[f"`{name}`" for name in proposal.pairing], dtype="str")


def _show_accepted(upload: Upload) -> None:
    """The layout in use, its answer field to choose where there are several, and the way back."""
    _, _, answer = (upload.layout or "").partition(":")
    proposal = cached.proposal_of(upload, answer or None)
    if proposal is None or proposal.accept != upload.layout:
        _button("back", upload, upload.layout or "")
        return
    key = "data.layout.used.answer" if answer else "data.layout.used"
    _button("back", upload, text(key, title=escape(proposal.title), answer=escape(answer)))


def _show_declined(upload: Upload) -> None:
    """That the file is read as it stands, where it looks like an export, and the way back."""
    proposal = cached.proposal_of(upload)
    if proposal is not None:
        _button("again", upload, text("data.layout.declined", title=escape(proposal.title)))


def _button(what: str, upload: Upload, sentence: str) -> None:
    st.markdown(f":material/table_convert: {sentence}")
    st.button(text(f"data.layout.{what}"), key=f"layout_{what}_{upload.role}", on_click=state.choose_layout,
              args=(upload.role, None))  # fmt: skip


def show_gold_zone(history: Upload) -> None:
    """A zone for gold labels that stand in a file of their own, and which file is used."""
    with st.expander(text("data.gold"), expanded=history.gold is not None):
        st.markdown(text("data.gold.say"))
        st.file_uploader(text("data.gold.drop"), key=state.uploader_key("gold"), on_change=state.take_gold)
        if history.gold is not None:
            st.markdown(f":material/verified: {text('data.gold.used', name=escape(history.gold.name))}")
            st.button(text("data.gold.remove"), key="gold_remove", on_click=state.remove_gold)
