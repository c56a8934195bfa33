"""The block of the stability page on single people: whose absence moves the ranking or the verdict."""

from __future__ import annotations

import streamlit as st

from hero_core import charts
from hero_core.errors import HeroError
from hero_core.results import RemovalsResult
from hero_core.sensitivity import MOST_ANNOTATORS
from hero_core.words import text
from ui import cached, state
from ui.explain import escape
from ui.figures import show_figure, show_numbers
from ui.frame import is_dark, watch
from ui.settings import Settings
from ui.uploads import Rounds

MOST_VOTES = 20_000_000  # read again for each annotator; more are read only when asked for
ASKED = "influence_asked"


def show_influence(data: Rounds, settings: Settings, voters: int) -> None:
    """Every annotator left out in turn: by itself for files of usual size, on a click for large ones."""
    st.header(text("influence.header"))
    if not _wanted(data, voters):
        return
    try:
        running = cached.removals_job(data, settings, cached.leading_method(data, settings))
    except HeroError as error:
        st.markdown(text("influence.none", reason=escape(error)))
        return
    watch(running, "influence.stopped", draw=show_removals)
    if running.result is not None:
        show_removals(running.result)


def _wanted(data: Rounds, voters: int) -> bool:
    """The work is short, or was asked for."""
    votes = data.current.n_votes + (0 if data.history is None else data.history.n_votes)
    people = min(voters, MOST_ANNOTATORS)
    if votes * people <= MOST_VOTES or state.choice(ASKED) == data.key:
        return True
    st.markdown(text("influence.large", votes=f"{votes:,}", people=people))
    st.button(text("influence.start"), on_click=state.choose, args=(ASKED, data.key), key="influence_start",
              icon=":material/play_arrow:")  # fmt: skip
    return False


def show_removals(found: RemovalsResult | None) -> None:
    """Chart, sentence and table; of unfinished work what there is so far."""
    if found is None:
        st.markdown(text("influence.waiting"))
        return
    if found.partial:
        st.markdown(text("influence.so_far", done=found.done, asked=found.asked))
    elif found.asked < found.voters:
        st.markdown(text("influence.most", voters=found.voters, asked=found.asked))
    if any(row.lead is not None for row in found.rows):
        show_figure(charts.removal_figure(found, is_dark()), charts.removal_sentence(found), "stability_influence")
    show_numbers(charts.removal_table(found), "influence", file=found.to_frame)
