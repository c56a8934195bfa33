"""The blocks of the items page that find an item: filters, order, the list, and which one is explained."""

from __future__ import annotations

from math import log

import numpy as np
import pandas as pd
import streamlit as st

from hero_core.annotations import Annotations, BoolArray
from hero_core.charts import method_name
from hero_core.charts.items import split_words
from hero_core.results import TableResult
from hero_core.words import text
from ui import cached, state
from ui.frame import DRAWN_ROWS, download, table
from ui.uploads import Rounds

ANYBODY = ""
TABLE = "items_table"
ITEM = "items_item"
ORDERS = ("entropy", "expected_entropy_drop")
COLUMNS = ("item_id", "system", "round", "top_class", "posterior", *ORDERS, "split")
LIST_PIXELS = 400
BAR_PIXELS = 80
ROOM = 505  # pixels of the list beside the explanation


def open_item(position: int, item_id: str, annotator: str, method: str) -> None:
    """Set the filters of the items page so that this item is in its list, and choose it."""
    state.choose("items_method", method)
    state.choose("items_system", [])
    state.choose("items_annotator", annotator)
    state.choose("items_search", item_id)
    state.choose(ITEM, position)


def choose(data: Rounds) -> tuple[str, str, BoolArray]:
    """The method whose posterior is shown, the column to sort by, and which items pass the filters; shape (I,)."""
    filters = (*([_of_systems] if data.current.system_names else []), _of_annotator, _with_text)
    method, order, *places = st.columns(2 + len(filters))
    with method:
        chosen = _method(data)
    with order:
        first = st.selectbox(
            text("items.sort"), ORDERS, format_func=lambda name: text(f"items.sort.{name}"),
            help=text("items.sort.help"), on_change=state.choose, args=(ITEM, None),
            **state.remembered("items_sort", ORDERS[0], ORDERS),
        )  # fmt: skip
    keep = np.ones(data.current.n_items, dtype=bool)
    for place, passes in zip(places, filters, strict=True):
        with place:
            keep &= passes(data.current)
    return chosen, first, keep


def _method(data: Rounds) -> str:
    """HERO-1 where there is a history that it can use, else PEC, unless the visitor chooses another."""
    methods = cached.methods_for(data)
    return st.selectbox(
        text("items.method"), methods, format_func=method_name, help=text("items.method.help"),
        **state.remembered("items_method", "hero1" if cached.anchored(data) else "pec", methods),
    )  # fmt: skip


def _of_systems(current: Annotations) -> BoolArray:
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


def show_list(items: TableResult, keep: BoolArray, classes: tuple[str, ...], order: str) -> list[int]:
    """The items that pass the filters, the highest in `order` first; their positions as drawn, at most 200."""
    st.header(text(f"items.list.{order}"), help=text("items.lead"))
    chosen = items.frame[keep].sort_values([order, "entropy"], ascending=False, kind="stable", na_position="last")
    if chosen.empty:
        st.info(text("items.none"), icon=":material/search_off:")
        st.stop()
    st.markdown(text("items.count", shown=f"{len(chosen):,}", total=f"{len(items.frame):,}"))
    positions = [int(position) for position in chosen.index[:DRAWN_ROWS]]
    columns = _shown(items.frame, chosen, classes, order)
    shown = chosen[columns].assign(posterior=100 * chosen["posterior"], split=split_words(chosen["split"]))
    table(
        shown, key=TABLE, column_config=_columns(items.frame, classes), height=LIST_PIXELS, selection_mode="single-row",
        room=ROOM, on_select=lambda: state.pick_row(TABLE, ITEM, positions),
    )  # fmt: skip
    download(chosen, "items.csv", "items_csv")
    return positions


def _shown(frame: pd.DataFrame, chosen: pd.DataFrame, classes: tuple[str, ...], order: str) -> list[str]:
    """The columns of the list: of the two orders the one asked for; the most likely class where its chance alone does
    not tell it; none that says nothing."""
    left_out = {name for name in ORDERS if name != order} | ({"top_class"} if len(classes) == 2 else set())
    left_out |= {name for name in ("round", "system") if _is_one(frame, name)}
    return [name for name in COLUMNS if name not in left_out and not chosen[name].isna().all()]


def _is_one(frame: pd.DataFrame, name: str) -> bool:
    """All items are of one round (or of one version): the column would say the same in every row."""
    return bool(frame[name].nunique() == 1)


def _columns(frame: pd.DataFrame, classes: tuple[str, ...]) -> dict[str, object]:
    binary = len(classes) == 2
    chance = text("items.col.posterior", label=classes[1]) if binary else text("items.col.posterior.top")
    names = {name: text(f"items.col.{name}") for name in COLUMNS if name != "posterior"}
    config: dict[str, object] = {name: st.column_config.Column(label) for name, label in names.items()}
    config["posterior"] = st.column_config.ProgressColumn(
        chance, min_value=0, max_value=100, format="%.1f%%", width=BAR_PIXELS
    )
    most = {"entropy": log(len(classes)), "expected_entropy_drop": float(frame["expected_entropy_drop"].max())}
    for name, full in most.items():
        config[name] = st.column_config.ProgressColumn(
            names[name], min_value=0, max_value=full if full > 0 else 1.0, format="%.2f",
            help=text(f"items.col.{name}.help"), width=BAR_PIXELS,
        )  # fmt: skip
    return config


def pick_item(items: TableResult, positions: list[int]) -> int:
    """The item to explain: one of those drawn, chosen here or by its row."""
    rows = items.frame.loc[positions]
    names = dict(zip(positions, _names(rows), strict=True))
    return st.selectbox(
        text("items.pick"), positions, format_func=names.__getitem__, **state.remembered(ITEM, positions[0], positions)
    )


def _names(rows: pd.DataFrame) -> list[str]:
    parts = [rows[name] for name in ("item_id", "system", "round") if not rows[name].isna().all()]
    return [" · ".join(map(str, row)) for row in zip(*parts, strict=True)]
