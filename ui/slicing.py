"""The blocks of the compare page that look below a difference: slices of the items, and the items one by one."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core.charts import Units, method_name
from hero_core.charts.slices import slices_figure, slices_sentence, slices_table
from hero_core.results import EstimateResult
from hero_core.words import text
from ui import cached, state
from ui.figures import say, show_figure, show_numbers
from ui.frame import download, is_dark, table, watch
from ui.settings import Settings
from ui.uploads import Rounds

KINDS = ("all", "better", "worse", "open")
LEANINGS = {"better": "a", "worse": "b", "open": "open"}
LISTED = 20


def show_where(data: Rounds, result: EstimateResult, settings: Settings) -> None:
    """Two versions on parts of the items, and item by item."""
    st.header(text("slices.header"))
    if len(data.current.systems) < 2:
        st.markdown(text("slices.one"))
        return
    a, b = _pair(result, settings)
    units = Units.of(result)
    _show_slices(data, a, b, units, settings)
    _show_items(data, a, b, settings)


def _pair(result: EstimateResult, settings: Settings) -> tuple[str, str]:
    """The two versions: at first the two that the verdict is about."""
    decision = cached.decide_if_possible(result, settings)
    first, second = (decision.order if decision is not None else result.systems)[:2]
    with st.container(horizontal=True):
        a = st.selectbox(
            text("slices.a"), result.systems, width=220, **state.remembered("slice_a", first, result.systems)
        )
        others = tuple(name for name in result.systems if name != a)
        other = second if second in others else others[0]
        b = st.selectbox(text("slices.b"), others, width=220, **state.remembered("slice_b", other, others))
    return a, b


def _show_slices(data: Rounds, a: str, b: str, units: Units, settings: Settings) -> None:
    names = data.current.covariate_names
    if not names:
        st.markdown(text("slices.none"))
        return
    st.markdown(text("slices.lead"))
    by = st.selectbox(text("slices.by"), names, width=300, **state.remembered("slice_by", names[0], names))
    running = cached.slices_job(data, settings, by, a, b)
    watch(running, "job.stopped.none")
    found = running.result
    if found is None:
        return
    sentence = slices_sentence(found, units, settings.high_is_good)
    show_figure(slices_figure(found, units, is_dark()), sentence, "slices")
    st.markdown(text("slices.how", level=f"{found.level:.0%}"))
    show_numbers(slices_table(found, units, settings.high_is_good), "slices_numbers", file=found.to_frame)


def _show_items(data: Rounds, a: str, b: str, settings: Settings) -> None:
    """Items judged under both versions."""
    st.header(text("sides.header"))
    method = "hero1" if cached.anchored(data) else "pec"
    frame = cached.side_by_side(data, settings, method, a, b)
    if frame.empty:
        st.markdown(text("sides.none"))
        return
    counts = frame["leaning"].value_counts()
    say(text("sides.lead", count=f"{len(frame):,}", method=method_name(method), a=a, b=b,
             better=f"{counts.get('a', 0):,}", worse=f"{counts.get('b', 0):,}",
             open=f"{counts.get('open', 0):,}"))  # fmt: skip
    kind = st.radio(
        text("sides.show"), KINDS, format_func=lambda name: text(f"sides.show.{name}"), horizontal=True,
        **state.remembered("sides_kind", "all", KINDS),
    )  # fmt: skip
    shown = frame if kind == "all" else frame[frame["leaning"] == LEANINGS[str(kind)]]
    if shown.empty:
        st.markdown(text("sides.empty"))
        return
    table(_readable(shown), rows=LISTED, key="sides_table")
    download(frame.drop(columns=["position_a", "position_b"]), "item_by_item.csv", "sides_csv")
    st.markdown(text("sides.how"))


def _readable(frame: pd.DataFrame) -> pd.DataFrame:
    """The table as a person reads it; no column of prompts where there are none."""
    columns = {"item": "item_id", "prompt": "prompt", "a": "credit_a", "b": "credit_b", "difference": "difference"}
    if frame["prompt"].isna().all():
        columns.pop("prompt")
    shown = {text(f"sides.column.{name}"): frame[column] for name, column in columns.items()}
    return pd.DataFrame(shown).round(2)
