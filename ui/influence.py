"""The block of the stability page on single people: whose removal moves the ranking most."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from hero_core.charts import method_name
from hero_core.results import SensitivityResult, SensitivityRow
from hero_core.words import text
from ui import cached
from ui.figures import say, show_numbers
from ui.settings import Settings
from ui.uploads import Rounds


@dataclass(frozen=True, kw_only=True)
class Removal:
    """What the ranking is without one annotator: its leader, whether the order is another, the largest shift."""

    annotator: str
    leader: str
    new_order: bool
    system: str
    shift: float


def show_influence(data: Rounds, settings: Settings) -> None:
    """One sentence and the table of removals, the largest first."""
    found = cached.sensitivity(data, settings)
    st.header(text("influence.header"))
    removals = [] if found is None else removals_of(found, settings.high_is_good)
    if found is None or not removals:
        st.markdown(text("influence.none"))
        return
    first, orders = removals[0], sum(removal.new_order for removal in removals)
    say(text(
        "influence.said", annotator=first.annotator, system=first.system, shift=f"{100 * first.shift:+.1f}",
        orders=orders, count=len(removals), method=method_name(found.method),
    ))  # fmt: skip
    show_numbers(removal_table(removals), "influence")


def removals_of(found: SensitivityResult, high_is_good: bool) -> list[Removal]:
    """Every annotator left out in turn, the largest shift first."""
    whole = _order({row.system: row for row in found.rows if row.change == "as_is"}, high_is_good)
    people: dict[str, dict[str | None, SensitivityRow]] = {}
    for row in found.rows:
        if row.change == "without_annotator" and row.name is not None:
            people.setdefault(row.name, {})[row.system] = row
    removals = []
    for name, rows in people.items():
        order = _order(rows, high_is_good)
        shifts = {row.system: row.shift for row in rows.values() if row.system is not None and row.shift is not None}
        if not order or not shifts:
            continue
        most = max(shifts, key=lambda system: abs(shifts[system]))
        removals.append(
            Removal(annotator=name, leader=order[0], new_order=order != whole, system=str(most), shift=shifts[most])
        )
    return sorted(removals, key=lambda removal: -abs(removal.shift))


def _order(rows: dict[str | None, SensitivityRow], high_is_good: bool) -> list[str]:
    """Systems with a number, best first."""
    known = [row for row in rows.values() if row.system is not None and row.estimate is not None]
    sign = -1 if high_is_good else 1
    return [str(row.system) for row in sorted(known, key=lambda row: (sign * (row.estimate or 0.0), str(row.system)))]


def removal_table(removals: list[Removal]) -> pd.DataFrame:
    """One row per annotator."""
    return pd.DataFrame({
        text("influence.column.annotator"): [removal.annotator for removal in removals],
        text("influence.column.shift"): [
            text("named", name=removal.system, value=f"{100 * removal.shift:+.1f}") for removal in removals
        ],
        text("influence.column.leader"): [removal.leader for removal in removals],
        text("influence.column.order"): [text("whatif.yes" if removal.new_order else "whatif.no")
                                         for removal in removals],
    })  # fmt: skip
