"""Sections of a long page: headings that can be jumped to in every language, and the row of links to them."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from hero_core.words import chain, text
from ui.explain import escape
from ui.presenter import presenting

# The address of each section, the same in both languages: Streamlit would make one of the words of the heading.
ANCHORS = {
    "compare.pairs": "pairs",
    "standings.header": "ranks",
    "compare.walk": "walk",
    "compare.worth": "features",
    "whatif.header": "what-if",
    "slices.header": "parts",
    "sides.header": "items",
    "trend.title": "rounds",
    "classifier.header": "classifier",
    "annotators.disagreements": "disagreements",
    "annotators.matrices": "matrices",
    "trend.drift": "drift",
    "annotators.remarks": "remarks",
    "agreement.header": "agreement",
}


def section(key: str, help: str | None = None) -> None:
    """The heading of a section."""
    st.header(text(key), anchor=ANCHORS[key], help=help)


def show_contents(keys: Iterable[str]) -> None:
    """What stands further down, as links; not for an audience, which is led."""
    if not presenting():
        links = chain((f"[{escape(text(key))}](#{ANCHORS[key]})" for key in keys), " · ")
        st.markdown(text("contents.row", links=links))
