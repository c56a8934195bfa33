"""The blocks of the compare page on single versions: forest plot, target, one through the methods, worth in items."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core import charts
from hero_core.decimals import significant
from hero_core.results import EstimateResult
from hero_core.telling.walk import step_sentences
from hero_core.words import chain, text, told
from ui import cached, state, whatif
from ui.contents import section, show_contents
from ui.explain import escape
from ui.figures import remembered_several, say, show_figure, show_numbers
from ui.frame import is_dark
from ui.settings import Between, Settings
from ui.uploads import Rounds
from ui.verdict import card_of, first_look, no_method_card, surprise

DRAWN = 10  # more versions than that are chosen from, the leading ones at first
FEW = 6  # more versions than that are drawn by two methods at first


def show_answer(running: cached.Running[EstimateResult], settings: Settings) -> None:
    """The verdict in one line, and where the simple vote would have said something else."""
    decision = cached.decide_if_possible(running.result, settings)
    card = (
        no_method_card() if decision is None else (card_of if running.final else first_look)(decision, running.result)
    )
    st.markdown(text("compare.answer", word=card.word, say=chain(card.sentences)))
    if decision is not None and running.final:
        told = surprise(decision, cached.decide(running.result, settings, "mv"), running.result)
        if told:
            st.markdown(f":material/alt_route: {told}")


def show_sections(data: Rounds, result: EstimateResult, settings: Settings) -> None:
    """What stands below the first chart."""
    there = {
        "compare.pairs": True,
        "standings.header": bool(whatif.ranks_of(result, settings)),
        "compare.walk": True,
        "compare.worth": has_worth(result),
        "whatif.header": True,
        "slices.header": True,
        "sides.header": len(data.current.systems) > 1,
        "trend.title": True,
        "classifier.header": data.current.prediction is not None,
    }
    show_contents(key for key, present in there.items() if present)


def choose(result: EstimateResult, settings: Settings) -> tuple[tuple[str, ...], list[str | None], float | None]:
    """What is drawn: the methods, the versions (best first; a choice only where there are many), the target line."""
    order = best_first(result, settings)
    many = len(order) > DRAWN
    places = st.columns([3, 3, 2] if many else [5, 1.5])
    with places[0]:
        methods = _methods(result, settings, len(order))
    with places[-1]:
        target = _target(result)
    if not many:
        return methods, order, target
    with places[1]:
        chosen = st.multiselect(
            text("compare.versions"), order, format_func=charts.system_name, placeholder=text("choose.several"),
            **remembered_several("compare_versions", order[:DRAWN], order),
        )  # fmt: skip
    if not chosen:
        st.info(text("compare.versions.none"))
        st.stop()
    return methods, [name for name in order if name in chosen], target


def best_first(result: EstimateResult, settings: Settings) -> list[str | None]:
    """The versions in the order of the verdict, or all items where there is one version."""
    decision = cached.decide_if_possible(result, settings)
    return list(charts.rows_of(result) if decision is None or len(decision.order) < 2 else decision.order)


def _methods(result: EstimateResult, settings: Settings, versions: int) -> tuple[str, ...]:
    """The methods to draw; at first all, or the simple vote and that of the verdict where there are many versions."""
    offered = charts.in_order(result.methods)
    speaks = headline(result, offered, settings)
    first = [name for name in offered if versions <= FEW or name in ("mv", speaks)]
    chosen = st.multiselect(
        text("compare.methods"), offered, format_func=charts.method_name, placeholder=text("choose.several"),
        **remembered_several("compare_methods", first, offered),
    )  # fmt: skip
    if not chosen:
        st.info(text("compare.methods.none"))
        st.stop()
    return tuple(name for name in offered if name in chosen)


def _target(result: EstimateResult) -> float | None:
    """The target line in the units of the estimates; None = no line."""
    percent, low, high = charts.Units.of(result).percent, min(result.values), max(result.values)
    factor = 100.0 if percent else 1.0
    target = st.number_input(
        text("compare.target" if percent else "compare.target.score"), factor * low, factor * high, step=factor / 100,
        format="%.1f" if percent else "%.2f", help=text("compare.target.help"), placeholder=text("none"),
        **state.remembered("compare_target", None, Between(factor * low, factor * high, optional=True)),
    )  # fmt: skip
    return None if target is None else target / factor


def headline(result: EstimateResult, methods: tuple[str, ...], settings: Settings) -> str | None:
    """The method that the sentences speak of: that of the verdict where it is drawn, else the best one drawn."""
    decision = cached.decide_if_possible(result, settings)
    if decision is not None and decision.method in methods:
        return decision.method
    return charts.best_method(result, methods)


def show_forest(
    result: EstimateResult, methods: tuple[str, ...], systems: list[str | None], target: float | None,
    settings: Settings,
) -> None:  # fmt: skip
    """The chosen versions by the chosen methods, with bands; why methods have no number."""
    figure = charts.forest(result, methods, is_dark(), target=target, systems=systems)
    said = charts.forest_sentence(result, methods, headline(result, methods, settings), systems)
    show_figure(figure, said, "compare_forest")
    total = len(charts.rows_of(result))
    if len(systems) < total:
        st.markdown(text("compare.part", shown=len(systems), total=total))
    show_numbers(
        charts.forest_table(result, methods, best_first(result, settings)),
        "estimates",
        file=lambda: charts.forest_frame(result, methods),
    )


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


def show_walk(data: Rounds, result: EstimateResult, settings: Settings) -> None:
    """One version through the methods, and what each step did and why."""
    section("compare.walk")
    rows = charts.rows_of(result)
    system = charts.most_moved(result)
    if len(rows) > 1:
        system = st.selectbox(
            text("compare.walk.system"), rows, format_func=charts.system_name, width=300,
            **state.remembered("compare_system", system, rows),
        )  # fmt: skip
    show_figure(charts.method_walk(result, system, is_dark()), charts.walk_sentence(result, system), "compare_walk")
    told_steps = step_sentences(cached.walk_steps(data, settings, system), result, escape)
    st.markdown(
        "\n".join("1. " + text("walk.entry", step=head, why=why) for head, why in told_steps)
        or text("compare.walk.lead")
    )
    show_numbers(charts.walk_table(result, system), "walk")


def show_worth(running: cached.Running[EstimateResult]) -> None:
    """What HERO-2's lower variance is worth, in items; it needs the final ranges."""
    if not has_worth(running.result):
        return
    section("compare.worth")
    say(charts.worth_sentence(running.result) if running.final else text("compare.worth.waiting"))
    show_numbers(features_table(running.result), "features")


def has_worth(result: EstimateResult) -> bool:
    """There are item features, and both methods that differ by them."""
    return bool(result.covariates) and {"hero1", "hero2"} <= set(result.methods)


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
    return text("none") if value is None else significant(value)
