"""The blocks of the annotators page: dots, one person, everybody's matrices, and where a person disagrees."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core import charts
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import chain, text
from ui import cached, state
from ui.explain import escape
from ui.figures import say, show_figure, show_numbers, show_tiles
from ui.findings import show_findings
from ui.frame import download, is_dark, table
from ui.uploads import Rounds

WHO = "annotator"
DOTS = "people_dots"
PAGE = "people_page"
CHUNK_PIXELS = 320
GAP_PIXELS = 14


def show_source(result: AnnotatorResult) -> None:
    """What the rates mean and where they come from; remarks of the engine about annotators."""
    st.markdown(text("annotators.lead" if charts.is_binary(result) else "annotators.lead.graded"))
    source = "annotators.source.history" if charts.from_gold(result) else "annotators.source.current"
    st.markdown(text(source, level=f"{result.level:.0%}"))
    if not result.rows:
        st.info(text("annotators.none"), icon=":material/group_off:")
        st.stop()


def stop_if_nothing_known(result: AnnotatorResult) -> None:
    """Where nobody has enough votes for a rate, says so and gives the counts; no page full of grey tables."""
    if any(not charts.is_scarce(row, result) for row in charts.drawable(result)):
        return
    key = "annotators.nothing.gold" if charts.from_gold(result) else "annotators.nothing.votes"
    told = text(key, total=f"{len(result.rows):,}", enough=charts.ENOUGH_GOLD)
    st.info(told, icon=":material/group_off:")
    rows = charts.sort_rows(result.rows, "gold_votes", highest_first=True)
    show_numbers(charts.people_table(rows, result), "annotators", file=lambda: charts.people_frame(rows, result))
    st.stop()


def who_is_shown(result: AnnotatorResult) -> AnnotatorRow:
    """The chosen annotator; at first the least reliable of those whose rates rest on enough votes."""
    names = [row.annotator for row in result.rows]
    solid = [row for row in charts.drawable(result) if not charts.is_scarce(row, result)]
    first = min(solid, key=lambda row: row.weight or 0.0).annotator if solid else names[0]
    chosen = state.choice(WHO, first)
    return next((row for row in result.rows if row.annotator == chosen), result.rows[names.index(first)])


def show_dots(result: AnnotatorResult, row: AnnotatorRow) -> None:
    """The reliability scatter; a click on a dot chooses the person."""
    figure = charts.reliability(result, is_dark(), selected=row.annotator)
    show_figure(figure, charts.reliability_sentence(result), DOTS, on_click=_take_dot)


def _take_dot() -> None:
    points = state.choice(DOTS).selection.points
    if points and points[0].get("customdata"):
        state.choose(WHO, points[0]["customdata"][0])


def show_person(result: AnnotatorResult, row: AnnotatorRow) -> None:
    """One person: who, what to watch, how much they did, and their matrix; a click on a cell filters the list below."""
    names = [other.annotator for other in result.rows]
    st.selectbox(text("annotators.pick"), names, **state.remembered(WHO, row.annotator, names))
    if row.flags:
        with st.container(horizontal=True, gap="xsmall"):
            for flag in row.flags:
                st.badge(escape(charts.flag_words(flag, result.classes)), color="orange", icon=":material/visibility:")
    fact = row.weight is not None and not charts.is_scarce(row, result)
    counts = {"gold": f"{row.gold_votes:,}", "votes": f"{row.votes:,}", "now": f"{row.current_votes:,}"}
    reliability = f"{row.weight:.2f}" if fact else text("none")
    st.markdown(text("annotators.card", reliability=reliability, **counts), help=text("annotators.reliability.help"))
    moved = charts.drift_sentence(row, result.classes)
    if moved:
        say(moved)
    sentence = charts.matrix_sentence(row, result)
    if row.confusion is not None:
        chart = charts.confusion_matrix(row, result, is_dark())
        show_tiles(chart, sentence, _cell_key(result, row), on_click=lambda key: None)
    say(sentence)
    if row.confusion is not None:
        st.markdown(text("annotators.click_cell"))


def _cell_key(result: AnnotatorResult, row: AnnotatorRow) -> str:
    """Of its own for each person: a cell clicked for one says nothing about the next."""
    return f"person_matrix_{result.rows.index(row)}"


def show_matrices(result: AnnotatorResult, chosen: AnnotatorRow) -> None:
    """Small matrices of everybody, sorted and in pages; a click chooses the person."""
    st.header(text("annotators.matrices"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        measure = st.selectbox(
            text("annotators.sort"), charts.measures(result), format_func=lambda name: text(f"annotators.sort.{name}"),
            width=240, **state.remembered("people_sort", "weight", charts.measures(result)),
        )  # fmt: skip
        highest = st.toggle(text("annotators.order"), **state.remembered("people_order", False))
        rows = charts.sort_rows(result.rows, measure, highest_first=highest)
        pages = charts.pages_of(rows)
        number = _pick_page(pages)
    per_chart = max(1, CHUNK_PIXELS // (charts.cell_size(result)[0] * len(result.classes) + GAP_PIXELS))
    shown = pages[number]
    with st.container(horizontal=True, gap="small"):
        for start in range(0, len(shown), per_chart):
            part = shown[start : start + per_chart]
            chart = charts.confusion_grid(part, result, is_dark(), columns=per_chart, selected=chosen.annotator)
            alt = chain(charts.matrix_sentence(row, result) for row in part)
            # A chart of its own once somebody in it is chosen, so that the same person can be clicked again later.
            key = f"matrices_{start}_{part.index(chosen)}" if chosen in part else f"matrices_{start}"
            show_tiles(chart, alt, key, on_click=_take_matrix)
    say(charts.grid_sentence(shown, result, charts.not_drawn(rows)))
    show_numbers(charts.people_table(rows, result), "annotators", file=lambda: charts.people_frame(rows, result))


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
    return text("annotators.page.of", first=first, last=first + size - 1)


def _take_matrix(key: str) -> None:
    points = state.choice(key).selection.get("annotator")
    if points:
        state.choose(WHO, points[0]["annotator"])


def show_disagreements(data: Rounds, result: AnnotatorResult, row: AnnotatorRow) -> None:
    """The person's votes against gold and against what all votes together say."""
    st.header(text("annotators.disagreements"))
    gold = charts.against_gold(data.history or data.current, row.annotator)
    items = cached.item_table(data, state.settings(), _method(result)).frame
    posterior = charts.against_posterior(data.current, row.annotator, items, charts.is_binary(result))
    say(charts.disagreements_sentence(row.annotator, gold, posterior, row))
    everything = pd.concat([part for part in (gold, posterior) if len(part)] or [gold], ignore_index=True)
    chosen = _only_cell(everything, _cell_key(result, row))
    if chosen.empty:
        st.markdown(text("annotators.no_disagreement"))
        return
    table(charts.disagreements_table(chosen), key="disagreements_table")
    download(everything, "disagreements.csv", "disagreements_csv")


def show_remarks(result: AnnotatorResult) -> None:
    """Findings that name people."""
    about_people = [found for found in result.findings if found.annotators]
    if about_people:
        st.header(text("annotators.remarks"))
        show_findings(about_people)


def _only_cell(frame: pd.DataFrame, key: str) -> pd.DataFrame:
    """The votes of the clicked cell, or all of them."""
    event = state.choice(key)
    cells = event.selection.get("cell") if event else None
    if not cells:
        return frame
    truth, said = cells[0]["truth"], cells[0]["said"]
    st.markdown(text("annotators.only_cell", truth=escape(truth), said=escape(said)))
    chosen: pd.DataFrame = frame[(frame["against"] == truth) & (frame["label"] == said)]
    return chosen


def _method(result: AnnotatorResult) -> str:
    """What 'all votes together' means: HERO-1 where the history knows this round's annotators, else Dawid-Skene."""
    known = any(row.votes and row.current_votes for row in result.rows)
    return "hero1" if known and charts.from_gold(result) else "ds"
