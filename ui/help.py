"""Help where it is needed: how to read a chart, the glossary, formulas behind a switch."""

from __future__ import annotations

import streamlit as st

from hero_core.words import text
from hero_core.words.formulas import FORMULAS, ON_PAGE
from hero_core.words.help import TEXTS
from ui import state
from ui.presenter import presenting

# How each figure is read, by the key with which it is shown; figures of one kind share a text.
HOW = {
    "forest": "forest",
    "compare_forest": "forest",
    "compare_walk": "walk",
    "pairs_matrix": "pair_matrix",
    "pair_difference": "pair",
    "people_dots": "reliability",
    "annotators_matrices": "confusion",
    "annotators_difference": "difference",
    "slices": "slices",
    "stability_tau": "tau",
    "stability_same": "same",
    "stability_ranks": "ranks",
    "stability_influence": "influence",
    "votes_chart": "votes",
    "one_more": "one_more",
    "trend": "trend",
    "drift": "drift",
    "drift_person": "trend",
    "lab_bias": "bias",
    "lab_scores": "stress_scores",
    "lab_ranking": "stress_ranking",
}
WORDS = tuple(key for key in TEXTS if key.startswith("glossary.") and key.rsplit(".", 1)[1] not in
              ("open", "title", "search", "none"))  # fmt: skip


def show_how(key: str) -> None:
    """A small button that says how the figure of this key is read; none without a text, and none for an audience."""
    if key in HOW and not presenting():
        with st.popover(text("help.how"), type="tertiary", icon=":material/help:", key=f"how_{key}"):
            st.markdown(text(f"how.{HOW[key]}"))


def show_glossary_button() -> None:
    """The words used here, in a window over the page."""
    if st.button(text("glossary.open"), icon=":material/menu_book:", type="tertiary", key="glossary"):
        st.dialog(text("glossary.title"), width="medium", icon=":material/menu_book:")(_glossary)()


def _glossary() -> None:
    wanted = st.text_input(text("glossary.search"), key="glossary_search").strip().casefold()
    found = [entry for entry in map(text, WORDS) if wanted in entry.casefold()]
    st.markdown("\n\n".join(found) or text("glossary.none"))


def show_formula_switch() -> None:
    """The switch that shows the mathematics on every page."""
    st.toggle(text("setting.formulas"), help=text("setting.formulas.help"), **state.remembered("formulas", False))


def show_formulas(page: str) -> None:
    """The mathematics behind a page, where it is switched on."""
    if not state.choice("formulas", False):
        return
    st.header(text("formulas.title"))
    for name in ON_PAGE[page]:
        st.markdown(text(f"formulas.{name}"))
        st.latex(FORMULAS[name])
    st.markdown(text("formulas.source"))
