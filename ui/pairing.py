"""The blocks of the compare page on pairs: the matrix of all, and one pair with its paired difference."""

from __future__ import annotations

import streamlit as st

from hero_core import charts
from hero_core.results import Decision, EstimateResult
from hero_core.telling.numbers import size
from hero_core.telling.pairs import pair_sentences
from hero_core.words import chain, text
from ui import cached, state
from ui.contents import section
from ui.explain import escape
from ui.figures import remembered_several, say, show_figure, show_numbers, show_tiles
from ui.frame import is_dark
from ui.help import show_how
from ui.settings import Settings

MATRIX = "pairs_matrix"
A, B = "pair_a", "pair_b"
MOST = 20
BESIDE = 6  # up to so many versions the pair stands beside the matrix


def show_pairs(result: EstimateResult, settings: Settings) -> None:
    """How likely each version is above each other one, and what is known of one pair."""
    decision = cached.decide_if_possible(result, settings)
    section("compare.pairs", None if decision is None else _how(decision, charts.Units.of(result)))
    if len(result.systems) < 2 or decision is None or not decision.comparisons:
        st.markdown(text("compare.pairs.one" if len(result.systems) < 2 else "compare.pairs.none"))
        return
    units = charts.Units.of(result)
    say(charts.pairwise_sentence(decision, units))
    systems = _systems(decision)
    if len(systems) <= BESIDE:
        left, right = st.columns(2, gap="medium")
    else:
        left, right = st.container(), st.container()
    with right:
        pair = _choose_pair(decision)
    with left:
        _show_matrix(result, decision, systems, pair)
    with right:
        _show_pair(result, settings, pair)
    table = charts.pairwise_table(decision, units)
    show_numbers(table, "pairs", file=lambda: charts.pairwise_frame(decision))


def _how(decision: Decision, units: charts.Units) -> str:
    margin = escape(size(decision.margin, units))
    return text("compare.pairs.how", method=charts.method_name(decision.method), margin=margin)


def _systems(decision: Decision) -> list[str]:
    """The versions of the matrix, best first; a choice only where there are many."""
    order = list(decision.order)
    if len(order) <= MOST:
        return order
    chosen = st.multiselect(
        text("matrix.versions"),
        order,
        max_selections=MOST,
        placeholder=text("choose.several"),
        **remembered_several("matrix_versions", order[:MOST], order),
    )
    return [name for name in order if name in chosen] or order[:MOST]


def _choose_pair(decision: Decision) -> tuple[str, str]:
    """Two versions, chosen here or by a click on a cell; at first the two that decide."""
    order = list(decision.order)
    first, second = st.columns(2)
    with first:
        a = st.selectbox(text("pair.a"), order, **state.remembered(A, order[0], order))
    with second:
        b = st.selectbox(text("pair.b"), order, **state.remembered(B, order[1], order))
    return a, b


def _show_matrix(result: EstimateResult, decision: Decision, systems: list[str], pair: tuple[str, str]) -> None:
    cells = charts.pair_cells(decision, systems, charts.Units.of(result))
    sentence = charts.cells_sentence(cells, len(decision.order))
    alt = chain([charts.pairwise_sentence(decision, charts.Units.of(result)), sentence])
    show_tiles(charts.pair_matrix(cells, is_dark(), pair), alt, MATRIX, on_click=_take_cell, stretch=True)
    st.markdown(sentence)
    show_how(MATRIX)


def _take_cell(key: str) -> None:
    chosen = state.choice(key).selection.get("pair")
    if chosen and chosen[0]["row"] != chosen[0]["column"]:
        state.choose(A, chosen[0]["row"])
        state.choose(B, chosen[0]["column"])


def _show_pair(result: EstimateResult, settings: Settings, pair: tuple[str, str]) -> None:
    """The verdict on one pair, and its paired difference as a figure."""
    if pair[0] == pair[1]:
        st.markdown(text("pair.same"))
        return
    found = cached.compare(result, *pair, settings)
    word, told = pair_sentences(found, result, escape)
    st.subheader(word)
    if found.difference is None:
        st.markdown(told)
        return
    show_figure(
        charts.difference_bar(result, found, is_dark()),
        pair_sentences(found, result, str)[1].replace("**", ""),
        "pair_difference",
    )
