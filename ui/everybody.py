"""The block of the annotators page with everybody's matrix: picked, sorted, in pages."""

from __future__ import annotations

import streamlit as st

from hero_core import charts
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import chain, text
from ui import state
from ui.contents import section
from ui.figures import say, show_numbers, show_spec
from ui.frame import is_dark
from ui.help import show_how
from ui.people import MODE, WHO, pick_mode

PAGE = "people_page"
SORT = "people_sort"
WATCH = "people_watch"
SEARCH = "people_search"


def show_matrices(result: AnnotatorResult, chosen: AnnotatorRow) -> None:
    """Small matrices of those picked, a page at a time; a click chooses the person."""
    section("annotators.matrices")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        mode = pick_mode(f"{MODE}_grid")
        rows = _pick(result)
        pages = charts.pages_of(rows)
        shown = pages[_pick_page(pages)] if pages else []
    if not shown:
        st.info(text("annotators.nobody"), icon=":material/search_off:")
        return
    _show_grid(shown, result, chosen, mode)
    say(charts.grid_sentence(shown, result, charts.not_drawn(shown, result), mode))
    show_how("annotators_difference" if mode == charts.DIFFERENCE else "annotators_matrices")
    show_numbers(
        charts.cells_table(shown, result), "matrices", file=lambda: charts.people_frame(rows, result),
        total=len(shown) * len(result.classes) ** 2,
    )  # fmt: skip


def _show_grid(shown: list[AnnotatorRow], result: AnnotatorResult, chosen: AnnotatorRow, mode: str) -> None:
    spec = charts.confusion_grid(shown, result, is_dark(), selected=chosen.annotator, mode=mode)
    alt = chain(charts.matrix_sentence(row, result, mode) for row in shown)
    # A chart of its own once somebody in it is chosen, so that the same person can be clicked again later.
    key = f"matrices_{shown.index(chosen)}" if chosen in shown else "matrices"
    show_spec(spec, alt, key, on_click=_take_matrix, stretch=True)


def _pick(result: AnnotatorResult) -> list[AnnotatorRow]:
    """The annotators that fit, in the order asked for: the most worrying first unless turned round."""
    options = charts.measures(result)
    measure = st.selectbox(
        text("annotators.sort"), options, format_func=lambda name: charts.measure_name(name, result), width=230,
        **state.remembered(SORT, "weight", options),
    )  # fmt: skip
    words = charts.watch_words(result)
    watched = charts.EVERYBODY
    if len(words) > 1:
        watched = st.selectbox(
            text("annotators.watch"), words, format_func=_watch_name, width=230,
            **state.remembered(WATCH, charts.EVERYBODY, words),
        )  # fmt: skip
    wanted = st.text_input(text("annotators.search"), width=180, **state.remembered(SEARCH, ""))
    turned = st.toggle(text("annotators.order"), **state.remembered("people_order", False))
    highest = (measure in charts.HIGHEST_FIRST) != turned
    return charts.sort_rows(
        charts.picked(result, watched, wanted or ""), measure, highest_first=highest, result=result
    )  # fmt: skip


def _watch_name(word: str) -> str:
    return text(f"annotators.watch.{word}") if word in (charts.EVERYBODY, charts.ANY) else charts.flag_words(word)


def _pick_page(pages: list[list[AnnotatorRow]]) -> int:
    if len(pages) == 1:
        return 0
    numbers = list(range(len(pages)))
    chosen = st.selectbox(
        text("annotators.page"), numbers, format_func=lambda page: _page_name(page, len(pages[page])), width=160,
        **state.remembered(PAGE, 0, numbers),
    )  # fmt: skip
    return int(chosen)


def _page_name(page: int, size: int) -> str:
    first = page * charts.PER_PAGE + 1
    return text("annotators.page.of", first=f"{first:,}", last=f"{first + size - 1:,}")


def _take_matrix(key: str) -> None:
    points = state.choice(key).selection.get("annotator")
    if points:
        state.choose(WHO, points[0]["annotator"])
