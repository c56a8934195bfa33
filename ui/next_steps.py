"""What would settle a close call: items, votes or gold, and which expert answers first."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core.charts import Units, method_name
from hero_core.charts.labels import percent
from hero_core.results import Comparison, Decision, EstimateResult, PlanResult, PlanRow
from hero_core.words import text
from ui import cached
from ui.explain import escape
from ui.frame import download, table
from ui.numbers import size
from ui.settings import Settings
from ui.uploads import Rounds

OPEN = ("too_close", "tied")
POWER = 0.8
LISTED = 20


def show_plan(data: Rounds, result: EstimateResult, decision: Decision, settings: Settings) -> None:
    """Three ways to a decision, where it is open and the numbers may be used."""
    pair = _closest(decision) if decision.state in OPEN else None
    if pair is None:
        return
    detect = max(abs(pair.difference or 0.0), settings.margin, 0.01)
    plan = cached.plan_or_none(data, settings, pair.a, pair.b, detect, decision.method)
    if plan is None:
        return
    units = Units.of(result)
    st.header(text("plan.header"))
    st.markdown(text("plan.lead", detect=size(detect, units), a=escape(pair.a), b=escape(pair.b),
                     power=f"{POWER:.0%}", method=method_name(plan.method)))  # fmt: skip
    st.markdown("\n\n".join(_way(row) for row in plan.rows))
    st.markdown(text("plan.share", items=percent(plan.from_items), history=percent(plan.from_history)))
    _show_next(plan)


def _closest(decision: Decision) -> Comparison | None:
    """The pair that is still open and closest to a decision: of the leader with the next leader."""
    first, *others = decision.leaders if len(decision.leaders) > 1 else decision.order
    return next((pair for pair in decision.comparisons if {pair.a, pair.b} == {first, *others[:1]}), None)


def _way(row: PlanRow) -> str:
    if row.needed is None:
        return text(f"plan.{row.what}.no", reason=escape(row.reason or ""))
    now = f"{row.now:,.1f}" if row.what == "votes" else f"{row.now:,.0f}"
    return text(f"plan.{row.what}", needed=f"{row.needed:,.0f}", now=now)


def _show_next(plan: PlanResult) -> None:
    """Which expert answers help most; folded away."""
    if not plan.items:
        return
    with st.expander(text("plan.next"), icon=":material/verified:"):
        st.markdown(text("plan.next.lead"))
        left, right = st.columns(2)
        with left:
            table(next_items(plan).head(LISTED), key="plan_items")
            download(lambda: next_items(plan), "ask_the_expert_next.csv", "plan_items_csv")
        with right:
            table(worth(plan).head(LISTED), key="plan_annotators")


def next_items(plan: PlanResult) -> pd.DataFrame:
    """The unlabelled items in the order of what their gold would take away."""
    frame = pd.DataFrame({
        text("plan.column.item"): [item.item_id for item in plan.items],
        text("plan.column.system"): [item.system for item in plan.items],
        text("plan.column.round"): [item.round for item in plan.items],
        text("plan.column.gain"): [f"{item.gain:.2f}%" for item in plan.items],
    })  # fmt: skip
    return frame.dropna(axis="columns", how="all")


def worth(plan: PlanResult) -> pd.DataFrame:
    """Whose items are worth an expert's time."""
    return pd.DataFrame({
        text("plan.column.annotator"): [entry.annotator for entry in plan.annotators],
        text("plan.column.worth"): [text("plan.times", number=f"{entry.worth:.1f}") for entry in plan.annotators],
        text("plan.column.gold_votes"): [entry.gold_votes for entry in plan.annotators],
        text("plan.column.unlabelled"): [entry.unlabelled for entry in plan.annotators],
    })  # fmt: skip
