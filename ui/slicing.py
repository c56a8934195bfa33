"""The blocks of the compare page that look below a difference: slices of the items, and the items one by one."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core.charts import Units, method_name
from hero_core.charts.labels import said_names
from hero_core.charts.slices import slices_figure, slices_sentence, slices_table
from hero_core.results import EstimateResult
from hero_core.slices import told_apart
from hero_core.words import text
from ui import ambiguity, cached, state
from ui.contents import section
from ui.explain import escape
from ui.figures import say, show_figure, show_numbers
from ui.frame import download, is_dark, presenting, table, watch
from ui.settings import Settings
from ui.uploads import Rounds

KINDS = ("all", "better", "worse", "open")
LISTED = 20
OPEN = "sides_open"


def show_where(data: Rounds, result: EstimateResult, settings: Settings) -> None:
    """Two versions on parts of the items, and item by item."""
    section("slices.header")
    if len(data.current.systems) < 2:
        st.markdown(text("slices.one"))
        return
    names = told_apart(data.current)
    st.markdown(text("slices.lead" if names else "slices.same" if data.current.covariate_names else "slices.none"))
    with st.container(horizontal=True):
        a, b = _pair(result, settings)
        if names:
            by = st.selectbox(text("slices.by"), names, width=300, **state.remembered("slice_by", names[0], names))
    if names:
        _show_slices(data, a, b, by, Units.of(result), settings)
    _show_items(data, a, b, settings)


def _pair(result: EstimateResult, settings: Settings) -> tuple[str, str]:
    """The two versions: at first the two that the verdict is about."""
    decision = cached.decide_if_possible(result, settings)
    first, second = (decision.order if decision is not None else result.systems)[:2]
    a = st.selectbox(text("slices.a"), result.systems, width=220, **state.remembered("slice_a", first, result.systems))
    others = tuple(name for name in result.systems if name != a)
    other = second if second in others else others[0]
    b = st.selectbox(text("slices.b"), others, width=220, **state.remembered("slice_b", other, others))
    return a, b


def _show_slices(data: Rounds, a: str, b: str, by: str, units: Units, settings: Settings) -> None:
    running = cached.slices_job(data, settings, by, a, b)
    watch(running, "job.stopped.none")
    found = running.result
    if found is None:
        return
    sentence = slices_sentence(found, units, settings.high_is_good)
    if any(row.difference is not None for row in found.rows):
        show_figure(slices_figure(found, units, is_dark()), sentence, "slices")
        st.markdown(text("slices.how", level=f"{found.level:.0%}"))
    else:
        st.markdown(escape(sentence))
    show_numbers(slices_table(found, units, settings.high_is_good), "slices_numbers", file=found.to_frame)


def _show_items(data: Rounds, a: str, b: str, settings: Settings) -> None:
    """Items judged under both versions."""
    section("sides.header")
    method = "hero1" if cached.anchored(data) else "pec"
    frame = cached.side_by_side(data, settings, method, a, b)
    if frame.empty:
        st.markdown(text("sides.none"))
        return
    leanings, called = leanings_of(settings), said_names((a, b))
    counts = {kind: f"{int((frame['leaning'] == leaning).sum()):,}" for kind, leaning in leanings.items()}
    say(text("sides.lead", count=f"{len(frame):,}", method=method_name(method), a=called(a), b=called(b), **counts))
    named = {"a": escape(called(a)), "b": escape(called(b))}
    kind = st.radio(
        text("sides.show"), KINDS, format_func=lambda name: text(f"sides.show.{name}", **named),
        horizontal=True, **state.remembered("sides_kind", "all", KINDS),
    )  # fmt: skip
    shown = frame if kind == "all" else frame[frame["leaning"] == leanings[str(kind)]]
    if shown.empty:
        st.markdown(text("sides.empty"))
        return
    columns = _columns(shown, a, b)
    table(shown[list(columns)].round(2), rows=LISTED, key="sides_table", column_config=columns)
    st.markdown(text("sides.how.high" if settings.high_is_good else "sides.how.low"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        download(frame.drop(columns=["position_a", "position_b"]), "item_by_item.csv", "sides_csv")
        _offer_item(data, shown.head(LISTED), (a, b), method)


def leanings_of(settings: Settings) -> dict[str, str]:
    """Which leaning of the credits is which kind of item: where low is good, the version with less credit is better."""
    first, second = ("a", "b") if settings.high_is_good else ("b", "a")
    return {"better": first, "worse": second, "open": "open"}


def _columns(frame: pd.DataFrame, a: str, b: str) -> dict[str, object]:
    """The columns as a person reads them: the prompt last, as a small window shows only the first; none of prompts
    where there are none."""
    first, second = (said_names((a, b))(name) for name in (a, b))
    numbers = {"credit_a": first, "credit_b": second, "difference": text("slices.axis", a=first, b=second)}
    columns: dict[str, object] = {"item_id": st.column_config.Column(text("sides.column.item"))}
    columns |= {name: st.column_config.NumberColumn(label, format="%.2f") for name, label in numbers.items()}
    if frame["prompt"].isna().all():
        return columns
    return columns | {"prompt": st.column_config.Column(text("sides.column.prompt"))}


def _offer_item(data: Rounds, shown: pd.DataFrame, versions: tuple[str, str], method: str) -> None:
    """The way to an item of the list under one of the versions, on the Items page."""
    if presenting():
        return
    names = {
        int(position): f"{data.current.item_ids[position]} · {version}"
        for both in zip(shown["position_a"], shown["position_b"], strict=True)
        for position, version in zip(both, versions, strict=True)
    }
    position = st.selectbox(
        text("sides.open_which"), list(names), format_func=names.__getitem__, width=260,
        **state.remembered(OPEN, next(iter(names)), list(names)),
    )  # fmt: skip
    if st.button(text("annotators.open"), icon=":material/arrow_forward:", key="open_side"):
        ambiguity.open_item(position, str(data.current.item_ids[position]), ambiguity.ANYBODY, method)
        st.switch_page(**state.way_to("pages/5_Items.py"))
