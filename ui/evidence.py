"""The blocks of the items page about one item: why it got its label, and what one more vote would change."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core import charts
from hero_core.charts import percent
from hero_core.charts.items import split_words
from hero_core.results import TableResult
from hero_core.words import text
from ui import cached, state
from ui.explain import escape
from ui.figures import show_figure
from ui.frame import download, is_dark, table
from ui.uploads import Rounds

PROMPT_PIXELS = 110
LONG_PROMPT = 180
ROOM = 490  # pixels of the table beside the chart of one more vote


def explain_item(data: Rounds, items: TableResult, position: int, method: str) -> None:
    """What the item is, how sure its label is, and each vote with its weight."""
    frame = items.frame
    posterior = frame["posterior"].iloc[position]
    if pd.isna(posterior):
        st.markdown(text("items.say.none"))
    else:
        key = "items.say.binary" if len(data.current.classes) == 2 else "items.say"
        label, one = escape(frame["top_class"].iloc[position]), escape(data.current.classes[1])
        split = split_words(frame["split"].iloc[[position]]).iloc[0]
        st.markdown(text(key, label=label, one=one, posterior=percent(float(posterior)), split=split))
    _show_prompt(data, position)
    _show_votes(data, cached.item_votes(data, state.settings(), position, method).frame)


def _show_prompt(data: Rounds, position: int) -> None:
    """The item's own words, letter by letter; long ones in a box that scrolls."""
    if data.current.prompts is None or not data.current.prompts[position]:
        return
    prompt = str(data.current.prompts[position])
    with st.container(border=True, height=PROMPT_PIXELS if len(prompt) > LONG_PROMPT else "content"):
        st.markdown(f"**{text('items.prompt')}**")
        st.text(prompt)


def _show_votes(data: Rounds, votes: pd.DataFrame) -> None:
    if votes["log_ratio"].notna().any():
        show_figure(charts.vote_bars(votes, is_dark()), charts.vote_sentence(votes), "votes_chart")
    with st.expander(text("items.votes")):
        sides = {"label": escape(votes.attrs["for_class"]), "against": escape(votes.attrs["against_class"])}
        st.markdown(text("items.ratio", **sides))
        _votes_table(votes if data.history is not None else votes.drop(columns="known"))
    if data.history is None:
        st.markdown(text("items.no_history"))


def _votes_table(votes: pd.DataFrame) -> None:
    if "known" in votes:
        votes = votes.assign(known=votes["known"].map({True: text("items.vote.yes"), False: text("items.vote.no")}))
    config = {name: st.column_config.Column(text(f"items.vote.{name}")) for name in ("annotator", "label", "known")}
    config["log_ratio"] = st.column_config.NumberColumn(text("items.vote.log_ratio"), format="%+.2f")
    table(votes, key="votes_table", column_config=config)


def show_next_votes(data: Rounds, items: TableResult, position: int, method: str) -> None:
    """What one more vote would make of the item, by whom it comes from."""
    st.header(text("items.next"), help=text("items.next.help"))
    found = cached.next_votes(data, state.settings(), position, method).frame
    if found.empty:
        st.markdown(text("items.next.none"))
        return
    doubt, now = float(items.frame["entropy"].iloc[position]), float(items.frame["posterior"].iloc[position])
    left, right = st.columns([4, 5])
    with left:
        show_figure(charts.next_bars(found, now, is_dark()), charts.next_sentence(found, now, doubt), "one_more")
    with right:
        table(charts.next_table(found, doubt), key="next_table", room=ROOM)
        download(found, "one_more_vote.csv", "next_csv")
