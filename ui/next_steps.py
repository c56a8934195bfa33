"""What would settle a close call: items, votes or gold, and which expert answers first."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core.charts import Units
from hero_core.decimals import fixed
from hero_core.results import Decision, EstimateResult, PlanResult
from hero_core.telling.plans import plan_sentences
from hero_core.words import text
from ui import cached
from ui.explain import escape
from ui.frame import download, table
from ui.settings import Settings
from ui.uploads import Rounds

LISTED = 20


def show_plan(data: Rounds, result: EstimateResult, decision: Decision, settings: Settings) -> None:
    """Three ways to a decision, where it is open and the numbers may be used."""
    plan = cached.plan_for(data, settings, decision)
    if plan is None:
        return
    lead, ways, share = plan_sentences(plan, Units.of(result), escape)
    st.header(text("plan.header"))
    st.markdown(lead)
    st.markdown("\n\n".join(ways))
    st.markdown(share)
    _show_next(plan)


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
        text("plan.column.gain"): [f"{fixed(item.gain, 2)}%" for item in plan.items],
    })  # fmt: skip
    return frame.dropna(axis="columns", how="all")


def worth(plan: PlanResult) -> pd.DataFrame:
    """Whose items are worth an expert's time."""
    return pd.DataFrame({
        text("plan.column.annotator"): [entry.annotator for entry in plan.annotators],
        text("plan.column.worth"): [text("plan.times", number=fixed(entry.worth, 1)) for entry in plan.annotators],
        text("plan.column.gold_votes"): [entry.gold_votes for entry in plan.annotators],
        text("plan.column.unlabelled"): [entry.unlabelled for entry in plan.annotators],
    })  # fmt: skip
