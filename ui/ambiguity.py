"""The blocks of the items page: filters, the list by doubt, and why one item got its label."""

from __future__ import annotations

from math import log

import numpy as np
import pandas as pd
import streamlit as st

from hero_core import charts
from hero_core.annotations import Annotations, BoolArray
from hero_core.charts import method_name, percent
from hero_core.results import TableResult
from hero_core.words import text
from ui import cached, state
from ui.explain import escape
from ui.figures import show_figure
from ui.frame import DRAWN_ROWS, download, is_dark, table
from ui.uploads import Rounds

ANYBODY = ""
TABLE = "items_table"
ITEM = "items_item"
COLUMNS = ("item_id", "system", "round", "n_votes", "posterior", "entropy", "top_class", "split")


def choose(data: Rounds) -> tuple[str, BoolArray]:
    """The method whose posterior is shown, and which items pass the filters; shape (I,)."""
    method, systems, annotator, search = st.columns(4)
    with method:
        chosen = _method(data)
    keep = np.ones(data.current.n_items, dtype=bool)
    for place, passes in ((systems, _of_systems), (annotator, _of_annotator), (search, _with_text)):
        with place:
            keep &= passes(data.current)
    return chosen, keep


def _method(data: Rounds) -> str:
    """HERO-1 where there is a history, else PEC, unless the visitor chooses another."""
    methods = cached.methods_for(data)
    return st.selectbox(
        text("items.method"), methods, format_func=method_name, help=text("items.method.help"),
        **state.remembered("items_method", "hero1" if data.history is not None else "pec", methods),
    )  # fmt: skip


def _of_systems(current: Annotations) -> BoolArray:
    if not current.system_names:
        return np.ones(current.n_items, dtype=bool)
    chosen = st.multiselect(
        text("items.system"), current.system_names, placeholder=text("items.system.all"),
        **state.remembered_many("items_system", current.system_names),
    )  # fmt: skip
    codes = [current.systems.index(name) for name in chosen or current.systems]
    return np.isin(current.system, codes)


def _of_annotator(current: Annotations) -> BoolArray:
    people = (ANYBODY, *current.annotator_ids)
    who = st.selectbox(
        text("items.annotator"), people, format_func=lambda name: name or text("items.annotator.all"),
        **state.remembered("items_annotator", ANYBODY, people),
    )  # fmt: skip
    return judged_by(current, who) if who != ANYBODY else np.ones(current.n_items, dtype=bool)


def _with_text(current: Annotations) -> BoolArray:
    wanted = st.text_input(text("items.search"), **state.remembered("items_search", ""))
    return mentions(current, wanted) if wanted.strip() else np.ones(current.n_items, dtype=bool)


def judged_by(current: Annotations, annotator: str) -> BoolArray:
    """Items with a vote of this annotator; shape (I,)."""
    code = int(np.flatnonzero(current.annotator_ids == annotator)[0])
    return np.bincount(current.item[current.annotator == code], minlength=current.n_items) > 0


def mentions(current: Annotations, wanted: str) -> BoolArray:
    """Items whose id or prompt contains the text, in any case; shape (I,)."""
    needle = wanted.strip().casefold()
    found = np.array([needle in str(name).casefold() for name in current.item_ids], dtype=bool)
    if current.prompts is not None:
        found |= np.array([needle in str(prompt or "").casefold() for prompt in current.prompts], dtype=bool)
    return found


def show_list(items: TableResult, keep: BoolArray, classes: tuple[str, ...]) -> list[int]:
    """The items that pass the filters, most doubtful first; their positions as drawn, at most 200."""
    st.header(text("items.list"))
    chosen = items.frame[keep].sort_values("entropy", ascending=False, kind="stable", na_position="last")
    if chosen.empty:
        st.info(text("items.none"), icon=":material/search_off:")
        st.stop()
    st.markdown(text("items.count", shown=f"{len(chosen):,}", total=f"{len(items.frame):,}"))
    positions = [int(position) for position in chosen.index[:DRAWN_ROWS]]
    columns = [name for name in COLUMNS if not chosen[name].isna().all()]
    shown = chosen[columns].assign(posterior=100 * chosen["posterior"])
    table(
        shown, key=TABLE, column_config=_columns(classes), height=330, selection_mode="single-row",
        on_select=lambda: state.pick_row(TABLE, ITEM, positions),
    )  # fmt: skip
    download(chosen, "items.csv", "items_csv")
    return positions


def _columns(classes: tuple[str, ...]) -> dict[str, object]:
    binary = len(classes) == 2
    chance = text("items.col.posterior", label=classes[1]) if binary else text("items.col.posterior.top")
    names = {name: text(f"items.col.{name}") for name in COLUMNS if name != "posterior"}
    config: dict[str, object] = {name: st.column_config.Column(label) for name, label in names.items()}
    config["posterior"] = st.column_config.ProgressColumn(chance, min_value=0, max_value=100, format="%.1f%%")
    config["entropy"] = st.column_config.ProgressColumn(
        names["entropy"], min_value=0, max_value=log(len(classes)), format="%.2f", help=text("items.col.entropy.help")
    )
    return config


def pick_item(items: TableResult, positions: list[int]) -> int:
    """The item to explain: one of those drawn, chosen here or by its row."""
    st.header(text("items.why"))
    rows = items.frame.loc[positions]
    names = dict(zip(positions, _names(rows), strict=True))
    return st.selectbox(
        text("items.pick"), positions, format_func=names.__getitem__, **state.remembered(ITEM, positions[0], positions)
    )


def _names(rows: pd.DataFrame) -> list[str]:
    parts = [rows[name] for name in ("item_id", "system", "round") if not rows[name].isna().all()]
    return [" · ".join(map(str, row)) for row in zip(*parts, strict=True)]


def explain_item(data: Rounds, items: TableResult, position: int, method: str) -> None:
    """What the item is, how sure its label is, and each vote with its weight."""
    frame = items.frame
    posterior = frame["posterior"].iloc[position]
    if pd.isna(posterior):
        st.markdown(text("items.say.none"))
    else:
        key = "items.say.binary" if len(data.current.classes) == 2 else "items.say"
        label, one = escape(frame["top_class"].iloc[position]), escape(data.current.classes[1])
        split = frame["split"].iloc[position]
        st.markdown(text(key, label=label, one=one, posterior=percent(float(posterior)), split=split))
    if data.current.prompts is not None and data.current.prompts[position]:
        st.markdown(f"**{text('items.prompt')}**")
        st.text(str(data.current.prompts[position]))
    _show_votes(data, cached.item_votes(data, state.settings(), position, method).frame)


def _show_votes(data: Rounds, votes: pd.DataFrame) -> None:
    _votes_table(votes if data.history is not None else votes.drop(columns="known"))
    if votes["log_ratio"].notna().any():
        show_figure(charts.vote_bars(votes, is_dark()), charts.vote_sentence(votes), "votes_chart")
        sides = {"label": escape(votes.attrs["for_class"]), "against": escape(votes.attrs["against_class"])}
        st.markdown(text("items.ratio", **sides))
    if data.history is None:
        st.markdown(text("items.no_history"))


def _votes_table(votes: pd.DataFrame) -> None:
    if "known" in votes:
        votes = votes.assign(known=votes["known"].map({True: text("items.vote.yes"), False: text("items.vote.no")}))
    config = {name: st.column_config.Column(text(f"items.vote.{name}")) for name in ("annotator", "label", "known")}
    config["log_ratio"] = st.column_config.NumberColumn(text("items.vote.log_ratio"), format="%+.2f")
    table(votes, key="votes_table", column_config=config)
