"""The blocks of the compare page: forest plot, one version through the methods, worth in items, pairs, target."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core import charts
from hero_core.results import EstimateResult
from hero_core.telling.numbers import size
from hero_core.words import text, told
from ui import cached, state
from ui.explain import escape
from ui.figures import remembered_several, say, show_figure, show_numbers
from ui.frame import download, is_dark, table
from ui.settings import Settings


def choose_methods(result: EstimateResult) -> tuple[str, ...]:
    """The methods to draw."""
    offered = charts.in_order(result.methods)
    chosen = st.multiselect(
        text("compare.methods"), offered, format_func=charts.method_name, placeholder=text("choose.several"),
        **remembered_several("compare_methods", offered, offered),
    )  # fmt: skip
    if not chosen:
        st.info(text("compare.methods.none"))
        st.stop()
    return tuple(name for name in offered if name in chosen)


def choose_target(result: EstimateResult) -> float | None:
    """The target line in the units of the estimates; None = no line."""
    percent, low, high = charts.Units.of(result).percent, min(result.values), max(result.values)
    factor = 100.0 if percent else 1.0
    target = st.number_input(
        text("compare.target" if percent else "compare.target.score"), factor * low, factor * high, step=factor / 100,
        format="%.1f" if percent else "%.2f", help=text("compare.target.help"), width=200, placeholder=text("none"),
        **state.remembered("compare_target", None),
    )  # fmt: skip
    return None if target is None else target / factor


def headline(result: EstimateResult, methods: tuple[str, ...], settings: Settings) -> str | None:
    """The method that the sentences speak of: that of the verdict where it is drawn, else the best one drawn."""
    decision = cached.decide_if_possible(result, settings)
    if decision is not None and decision.method in methods:
        return decision.method
    return charts.best_method(result, methods)


def show_forest(result: EstimateResult, methods: tuple[str, ...], target: float | None, settings: Settings) -> None:
    """Every version by every method, with bands; why methods have no number."""
    figure = charts.forest(result, methods, is_dark(), target=target)
    show_figure(figure, charts.forest_sentence(result, methods, headline(result, methods, settings)), "compare_forest")
    show_numbers(charts.forest_table(result, methods), "estimates", file=lambda: charts.forest_frame(result, methods))


def show_target(result: EstimateResult, methods: tuple[str, ...], target: float | None, settings: Settings) -> None:
    """Each version against the target."""
    method, rows = headline(result, methods, settings), charts.rows_of(result)
    if target is None or method is None:
        if len(rows) == 1:
            st.markdown(text("compare.target.ask"))
        return
    st.header(text("compare.target.header"))
    for system in rows[:5]:
        say(charts.target_sentence(result, target, method, system))
    show_numbers(charts.target_frame(result, target, method), "target")


def show_walk(result: EstimateResult) -> None:
    """One version through the methods."""
    st.header(text("compare.walk"))
    st.markdown(text("compare.walk.lead"))
    rows = charts.rows_of(result)
    system = charts.most_moved(result)
    if len(rows) > 1:
        system = st.selectbox(
            text("compare.walk.system"), rows, format_func=charts.system_name, width=300,
            **state.remembered("compare_system", system, rows),
        )  # fmt: skip
    show_figure(charts.method_walk(result, system, is_dark()), charts.walk_sentence(result, system), "compare_walk")
    show_numbers(charts.walk_table(result, system), "walk")


def show_worth(running: cached.Running[EstimateResult]) -> None:
    """What HERO-2's lower variance is worth, in items; it needs the final ranges."""
    if not {"hero1", "hero2"} <= set(running.result.methods):
        return
    st.header(text("compare.worth"))
    say(charts.worth_sentence(running.result) if running.final else text("compare.worth.waiting"))
    if running.result.covariates:
        show_numbers(features_table(running.result), "features")


def features_table(result: EstimateResult) -> pd.DataFrame:
    """Every item feature: its means, the p-value of equal means, and whether HERO-2 used it."""
    rows = result.covariates
    return pd.DataFrame({
        text("compare.column.feature"): [row.name for row in rows],
        text("compare.column.history_mean"): [_mean(row.history_mean) for row in rows],
        text("compare.column.current_mean"): [_mean(row.current_mean) for row in rows],
        text("compare.column.equal"): [text("none") if row.p_value is None else f"{row.p_value:.2g}" for row in rows],
        text("compare.column.used"): [text("whatif.yes") if row.used else told(row.reason or "") for row in rows],
    })  # fmt: skip


def _mean(value: float | None) -> str:
    return text("none") if value is None else f"{value:.4g}"


def show_pairs(result: EstimateResult, settings: Settings) -> None:
    """All pairs: difference, range, chance, verdict."""
    st.header(text("compare.pairs"))
    decision = cached.decide_if_possible(result, settings)
    if len(charts.rows_of(result)) < 2 or decision is None:
        st.markdown(text("compare.pairs.one" if len(charts.rows_of(result)) < 2 else "compare.pairs.none"))
        return
    units = charts.Units.of(result)
    margin = escape(size(decision.margin, units))
    st.markdown(text("compare.pairs.how", method=charts.method_name(decision.method), margin=margin))
    say(charts.pairwise_sentence(decision, units))
    for reason in dict.fromkeys(pair.reason for pair in decision.comparisons if pair.reason):
        say(reason)
    table(charts.pairwise_table(decision, units), key="pairs_table")
    download(lambda: charts.pairwise_frame(decision), "pairs.csv", "pairs_csv")
