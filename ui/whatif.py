"""The blocks of the compare page that open an estimate: ranks with their ranges, and what other choices would give."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core.charts import Units, method_name
from hero_core.results import (
    Comparison,
    Decision,
    EstimateResult,
    SensitivityResult,
    SensitivityRow,
    Standing,
    frame_of,
)
from hero_core.telling.quoting import shortening
from hero_core.telling.ranks import ranks_table
from hero_core.telling.whatif import (
    Change,
    both_numbers,
    change_in_words,
    changes_of,
    changes_sentence,
    changes_table,
    gap_in_words,
)
from hero_core.words import text, told
from ui import cached, state
from ui.contents import section
from ui.explain import escape
from ui.figures import say
from ui.frame import download, table, watch
from ui.settings import Settings
from ui.uploads import Rounds

TABLE, OPEN = "whatif_changes", "whatif_open"
LIST_PIXELS = 330
LEFT, RIGHT = 505, 335  # pixels of the changes and of the opened one beside them


def show_ranks(result: EstimateResult, settings: Settings) -> None:
    """Each version's rank with its plausible range, by the method of the verdict."""
    rows = ranks_of(result, settings)
    if not rows:
        return
    section("standings.header", text("standings.how"))
    table(ranks_table(rows, result), key="standings")
    download(lambda: frame_of(rows, Standing), "ranks.csv", "standings_csv")


def ranks_of(result: EstimateResult, settings: Settings) -> tuple[Standing, ...]:
    """The ranks by the method of the verdict; none where the versions may not be compared."""
    decision = cached.decide_if_possible(result, settings)
    if decision is None or len(result.systems) < 2 or decision.state == "not_comparable":
        return ()
    return cached.standings(result, decision)


def show_what_if(data: Rounds, result: EstimateResult, settings: Settings) -> None:
    """How the difference that decides, or the only number, moves when one choice is made otherwise."""
    section("whatif.header")
    decision = cached.decide_if_possible(result, settings)
    running = cached.sensitivity_job(data, settings, None if decision is None else decision.method)
    if running is None:
        why = None if data.history is None else result.refusal
        st.markdown(text("whatif.none") if why is None else text("whatif.refused", reason=escape(told(why))))
        return
    watch(running, "job.stopped.none")
    found = running.result
    if found is None:
        return
    pair = _deciding(found, result, settings, decision)
    changes = [] if pair is None else changes_of(found, pair)
    if pair is None or not changes:
        _show_single(found, result)
        return
    units = Units.of(result)
    st.markdown(_lead(found, pair, decision))
    say(changes_sentence(changes, pair, units))
    names = [change_in_words(change) for change in changes]
    left, right = st.columns([3, 2], gap="medium")
    with left:
        table(
            changes_table(changes, units), key=TABLE, height=LIST_PIXELS, selection_mode="single-row", room=LEFT,
            on_select=lambda: state.pick_row(TABLE, OPEN, list(range(len(changes)))),
        )  # fmt: skip
        download(lambda: found.to_frame(), "what_if.csv", "whatif_csv")
    with right:
        positions = list(range(len(changes)))
        opened = st.selectbox(text("whatif.open"), positions, format_func=names.__getitem__,
                              **state.remembered(OPEN, 0, positions))  # fmt: skip
        _show_change(found, changes[opened], pair, result, () if decision is None else decision.order)


def _lead(found: SensitivityResult, pair: Comparison, decision: Decision | None) -> str:
    """Which difference is opened; not the deciding one where the verdict is by a method without a history."""
    called = shortening(escape, (pair.a, pair.b))
    facts = {"a": called(pair.a), "b": called(pair.b), "method": method_name(found.method)}
    if decision is None or decision.method == found.method:
        return text("whatif.gap.lead", **facts)
    return text("whatif.gap.aside", **facts, leading=method_name(decision.method))


def _deciding(
    found: SensitivityResult, result: EstimateResult, settings: Settings, decision: Decision | None
) -> Comparison | None:
    """The pair of the verdict's first two versions, by the method whose numbers are changed; None for one version."""
    if decision is None or len(decision.order) < 2:
        return None
    return cached.compare(result, decision.order[0], decision.order[1], settings, found.method)


def _show_change(
    found: SensitivityResult, change: Change, pair: Comparison, result: EstimateResult, order: tuple[str, ...]
) -> None:
    """What was changed, whether the verdict turns, and every version's number both ways, in this order."""
    units = Units.of(result)
    st.markdown(text(f"whatif.about.{change.change}"))
    said = {"gap": gap_in_words(change, units, escape), "verdict": _phrase(change.verdict, pair),
            "before": _phrase(pair.verdict, pair)}  # fmt: skip
    same = {name: value for name, value in said.items() if name != "before"}
    told = text("whatif.verdict.other", **said) if change.turned else text("whatif.verdict.same", **same)
    icon = ":material/sync_problem:" if change.turned else ":material/check:"
    st.markdown(f"{icon} {told}")
    table(
        both_numbers(found, change.change, change.name, result, order), key="whatif_both", room=RIGHT,
        column_config=_helped(),
    )  # fmt: skip


def _phrase(verdict: str, pair: Comparison) -> str:
    called = shortening(escape, (pair.a, pair.b))
    return text(f"pair.verdict.{verdict}", a=called(pair.a), b=called(pair.b))


def _show_single(found: SensitivityResult, result: EstimateResult) -> None:
    """The only number with one choice made otherwise."""
    st.markdown(text("whatif.lead", method=method_name(found.method)))
    rows, n = [row for row in found.rows if row.system is None], result.get(found.method).n_items
    say(what_if_sentence(rows, Units.of(result)))
    table(what_if_table(rows, Units.of(result), n), height=LIST_PIXELS, key="whatif_table", column_config=_helped())
    download(lambda: found.to_frame(), "what_if.csv", "whatif_csv")


def what_if_sentence(rows: list[SensitivityRow], units: Units) -> str:
    """The largest shift, and how many leave the range."""
    others = [row for row in rows if row.change != "as_is" and row.shift is not None]
    if not others:
        return text("whatif.none")
    shift = units.difference(others[0].shift)
    facts = {"outside": sum(row.outside for row in others), "count": len(others)}
    if shift == units.difference(0.0):
        return text("whatif.still", **facts)
    return text("whatif.said", **facts, change=change_in_words(others[0]), shift=shift)


def _helped() -> dict[str, object]:
    """What the short headings mean."""
    return {text("whatif.column.outside"): st.column_config.Column(help=text("whatif.column.outside.help"))}


def what_if_table(rows: list[SensitivityRow], units: Units, n: int) -> pd.DataFrame:
    """One row per change, the largest shift first; of a number from `n` items."""
    return pd.DataFrame({
        text("whatif.column.change"): [change_in_words(row) for row in rows],
        text("whatif.column.estimate"): [units.value(row.estimate, n) for row in rows],
        text("whatif.column.shift"): [units.difference(row.shift) for row in rows],
        text("whatif.column.outside"): [text("whatif.yes" if row.outside else "whatif.no") for row in rows],
    })  # fmt: skip
