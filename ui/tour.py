"""The two-minute tour: six pages in turn, on the sample data, with a sentence or two on each."""

from __future__ import annotations

import streamlit as st

from hero_core.words import text
from ui import state

STOPS = (
    ("overview", "app.py"),
    ("annotators", "pages/2_Annotators.py"),
    ("compare", "pages/3_Compare.py"),
    ("stability", "pages/4_Stability.py"),
    ("items", "pages/5_Items.py"),
    ("report", "pages/7_Report.py"),
)


def show_step(page: str) -> None:
    """What the tour says on this page, with the way on, back and out; nothing where no tour is under way."""
    names = [name for name, _ in STOPS]
    if not state.on_tour() or page not in names:
        return
    step = names.index(page)
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        told = text("tour.where", step=step + 1, steps=len(STOPS), what=text(f"tour.{page}"))
        st.markdown(f":material/tour: {told}", width="stretch")
        if step and st.button(text("tour.back"), key="tour_back"):
            st.switch_page(**state.way_to(STOPS[step - 1][1]))
        if step + 1 < len(STOPS) and st.button(text("tour.next"), type="primary", key="tour_next"):
            st.switch_page(**state.way_to(STOPS[step + 1][1]))
        st.button(text("tour.end"), on_click=state.end_tour, key="tour_end")
