"""Links to a view: copying one, and what becomes of one that was opened."""

from __future__ import annotations

import streamlit as st

from hero_core.words import text
from ui import kept, links, state
from ui.explain import escape
from ui.links import PAGES, Fingerprint
from ui.uploads import ROLES


def show_link(title: str) -> None:
    """The address of this view to be copied, and for whom it works."""
    here = Fingerprint.of(state.workspace())
    with st.popover(text("links.copy"), icon=":material/link:", width="stretch"):
        st.markdown(text("links.copy.how"))
        st.code(links.full(state.address(title)), language=None, wrap_lines=True)
        st.markdown(_who_can_open(here))


def _who_can_open(here: Fingerprint) -> str:
    """What whoever opens the link needs for it."""
    if not here:
        return text("links.copy.empty")
    if here.sample:
        return text("links.copy.sample")
    one = kept.holding(str(here))
    if one is not None:
        return text("links.copy.kept", name=escape(one.name))
    return text("links.copy.files", fingerprint=here.told)


def show_awaited(title: str) -> None:
    """For which data the visitor's link was made, as long as they are not here; then whether these are the ones."""
    match, waiting = state.how_data_match(), state.awaited()
    if match is None or waiting is None:
        return
    wanted, page = waiting
    here = Fingerprint.of(state.workspace())
    if match == "waiting":
        lines = [text("links.waiting", fingerprint=wanted.told), "", *_files(wanted, here)]
        st.info("  \n".join(lines), icon=":material/link:", title=text("links.waiting.title"))
        st.page_link(**state.way_to("pages/7_Report.py"), label=text("links.waiting.workspace"))
        return
    told = text(f"links.{match}", fingerprint=wanted.told, here=here.told)
    {"same": st.success, "read": st.info, "other": st.warning}[match](told, icon=":material/link:")
    with st.container(horizontal=True):
        if page != title:
            script = next(path for path, key, _ in PAGES if key == page)
            st.page_link(**state.way_to(script), label=text("links.to_view"), icon=":material/arrow_forward:")
        if match != "same":
            st.button(text("links.understood"), key="links_understood", on_click=state.stop_waiting)


def _files(wanted: Fingerprint, here: Fingerprint) -> list[str]:
    """Each file that the link needs, and whether it is here."""
    found = []
    for role in ROLES:
        digits = getattr(wanted, role)
        if digits:
            key = "links.file.here" if getattr(here, role) == digits else "links.file.missing"
            found.append(text(key, role=text(f"status.{role}"), digits=digits))
    return found
