"""The block of the annotators page on one person's votes: which differ from the truth as far as it is known."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core import charts
from hero_core.charts.disagreements import POSITION, POSTERIOR
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import text
from ui import ambiguity, cached, people, state
from ui.contents import section
from ui.figures import say
from ui.frame import download, presenting, table
from ui.uploads import Alone, Rounds

PER_PAGE = 25
PAGE = "votes_page"
OPEN = "votes_open"
TABLE = "disagreements_table"


def show_disagreements(data: Rounds | Alone, result: AnnotatorResult, row: AnnotatorRow) -> None:
    """The person's votes against gold and against what all votes together say, a page at a time."""
    section("annotators.disagreements")
    method = _method(result)
    gold, posterior = _compared(data, result, row, method)
    say(charts.disagreements_sentence(row, gold, posterior))
    everything = pd.concat([part for part in (gold, posterior) if len(part)] or [gold], ignore_index=True)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = _pick_votes(everything, result)
        start = _pick_page(len(chosen))
    if chosen.empty:
        st.markdown(text("annotators.no_disagreement"))
        return
    shown = chosen.iloc[start : start + PER_PAGE]
    table(charts.disagreements_table(shown), key=TABLE, rows=PER_PAGE)
    st.markdown(text("annotators.weight.about"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        download(lambda: charts.disagreements_file(chosen), "disagreements.csv", "disagreements_csv")
        _offer_item(shown, row, method)


def _compared(
    data: Rounds | Alone, result: AnnotatorResult, row: AnnotatorRow, method: str
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The person's votes beside gold, and those of the current round beside what all votes together say."""
    if isinstance(data, Alone):
        gold = charts.against_gold(data.history, row, result.classes)
        return gold, gold.iloc[:0]
    items = cached.item_table(data, state.settings(), method).frame
    gold = charts.against_gold(data.history or data.current, row, result.classes)
    return gold, charts.against_posterior(data.current, row, items, result.classes)


def _pick_votes(everything: pd.DataFrame, result: AnnotatorResult) -> pd.DataFrame:
    """All votes that differ, or those of one cell of the matrix, chosen here or by a click on the cell."""
    counts = {people.WRONG: len(charts.differing(everything))}
    for cell in charts.cells_of(everything, result.classes):
        counts[people.cell_code(result, *cell)] = len(charts.of_cell(everything, *cell))
    asked = str(state.choice(people.WHICH, people.WRONG))
    options = [*counts, *([asked] if asked not in counts and asked in people.cell_codes(result) else [])]
    chosen = st.selectbox(
        text("annotators.which"), options, width=320,
        format_func=lambda code: text(
            "annotators.which.count", which=_which(result, code), count=f"{counts.get(code, 0):,}"
        ),
        **state.remembered(people.WHICH, people.WRONG, options),
    )  # fmt: skip
    if chosen == people.WRONG:
        return charts.differing(everything)
    return charts.of_cell(everything, *people.cell_codes(result)[chosen])


def _which(result: AnnotatorResult, code: str) -> str:
    if code == people.WRONG:
        return text("annotators.which.wrong")
    truth, said = people.cell_codes(result)[code]
    return text("annotators.which.cell", truth=truth, said=said)


def _pick_page(count: int) -> int:
    """Position of the first vote to show."""
    starts = list(range(0, count, PER_PAGE))
    if len(starts) < 2:
        return 0
    return int(
        st.selectbox(
            text("annotators.page"), starts, width=160, **state.remembered(PAGE, 0, starts),
            format_func=lambda start: text(
                "annotators.page.of", first=f"{start + 1:,}", last=f"{min(start + PER_PAGE, count):,}"
            ),
        )
    )  # fmt: skip


def _offer_item(shown: pd.DataFrame, row: AnnotatorRow, method: str) -> None:
    """The way to one of the items of this round on the Items page, which says why it got its label."""
    mine = shown[shown["by"] == POSTERIOR]
    if mine.empty or presenting():
        return
    names = {int(vote[POSITION]): _name(vote) for _, vote in mine.iterrows()}
    position = st.selectbox(
        text("annotators.open_which"), list(names), format_func=names.__getitem__, width=260,
        **state.remembered(OPEN, next(iter(names)), list(names)),
    )  # fmt: skip
    if st.button(text("annotators.open"), icon=":material/arrow_forward:", key="open_item"):
        vote = mine[mine[POSITION] == position].iloc[0]
        ambiguity.open_item(position, str(vote["item_id"]), row.annotator, method)
        st.switch_page(**state.way_to("pages/5_Items.py"))


def _name(vote: pd.Series) -> str:
    return " · ".join(str(vote[name]) for name in ("item_id", "system", "round") if vote[name])


def _method(result: AnnotatorResult) -> str:
    """What 'all votes together' means: HERO-1 where the history knows this round's annotators, else Dawid-Skene."""
    known = any(row.votes and row.current_votes for row in result.rows)
    return "hero1" if known and charts.from_gold(result) else "ds"
