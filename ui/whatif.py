"""The blocks of the compare page that open an estimate: ranks with their ranges, and what other choices would give."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core.charts import Units, method_name, system_name
from hero_core.results import EstimateResult, SensitivityRow
from hero_core.telling.ranks import ranks_table
from hero_core.words import text
from ui import cached, state
from ui.figures import say
from ui.frame import download, table
from ui.settings import Settings
from ui.uploads import Rounds

PREVIEWED = 10
ALL = ""


def show_ranks(result: EstimateResult, settings: Settings) -> None:
    """Each version's rank with its plausible range, by the method of the verdict."""
    decision = cached.decide_if_possible(result, settings)
    if decision is None or len(result.systems) < 2 or decision.state == "not_comparable":
        return
    rows = cached.standings(result, decision)
    if not rows:
        return
    st.header(text("standings.header"))
    st.markdown(text("standings.how"))
    table(ranks_table(rows, result), key="standings")


def show_what_if(data: Rounds, result: EstimateResult, settings: Settings) -> None:
    """How one version's number moves when one choice is made otherwise."""
    st.header(text("whatif.header"))
    found = cached.sensitivity(data, settings)
    if found is None:
        st.markdown(text("whatif.none"))
        return
    st.markdown(text("whatif.lead", method=method_name(found.method)))
    chosen = ALL
    if found.systems:
        chosen = st.selectbox(
            text("whatif.system"), (ALL, *found.systems), format_func=lambda name: system_name(name or None), width=300,
            **state.remembered("whatif_system", ALL, (ALL, *found.systems)),
        )  # fmt: skip
    system = chosen or None
    rows = [row for row in found.rows if row.system == system]
    say(what_if_sentence(rows, Units.of(result)))
    table(what_if_table(rows, Units.of(result)), rows=PREVIEWED, key="whatif_table")
    download(lambda: found.to_frame(), "what_if.csv", "whatif_csv")


def what_if_sentence(rows: list[SensitivityRow], units: Units) -> str:
    """The largest shift, and how many leave the range."""
    others = [row for row in rows if row.change != "as_is" and row.shift is not None]
    if not others:
        return text("whatif.none")
    return text("whatif.said", change=change_in_words(others[0]), shift=units.difference(others[0].shift),
                outside=sum(row.outside for row in others), count=len(others))  # fmt: skip


def what_if_table(rows: list[SensitivityRow], units: Units) -> pd.DataFrame:
    """One row per change, the largest shift first."""
    return pd.DataFrame({
        text("whatif.column.change"): [change_in_words(row) for row in rows],
        text("whatif.column.estimate"): [units.value(row.estimate) for row in rows],
        text("whatif.column.shift"): [units.difference(row.shift) for row in rows],
        text("whatif.column.outside"): [text("whatif.yes" if row.outside else "whatif.no") for row in rows],
    })  # fmt: skip


def change_in_words(row: SensitivityRow) -> str:
    """What was changed."""
    return text(f"whatif.{row.change}", name=row.name or "")
