"""The blocks of the Lab page: choosing a design, running it, what came of it, and one of its rounds to look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from hero_core import charts
from hero_core.designs import DESIGNS, impossible_fields
from hero_core.published import SPREADS, TABLE_DESIGNS, figures_for
from hero_core.results import TrialsResult
from hero_core.words import chain, text
from ui import cached, state
from ui.figures import show_figure, show_numbers
from ui.frame import download, is_dark, table
from ui.settings import Settings
from ui.trial import Fields, Trial

KINDS = ("hero", "stableval", "own")
HERO_METHODS = ("mv", "ds", "mle", "hero1", "hero2")
STABLEVAL_METHODS = ("mv", "ds_hard", "pec")
ADVERSARIES = (0.0, 0.1, 0.2, 0.3, 0.4)
STRESSES: dict[str, Fields] = {
    "none": (),
    "strict_lenient": (("strict_lenient", True),),
    "hard": (("hard_share", 0.3), ("hard_pull", 0.8)),
    "tight": (("gap", 0.02),),
}
REPETITIONS = (20, 50, 100, 200, 500)
FIRST_REPETITIONS = 50
INTERVALS = (0, 200)
RUN = "lab_trial"

# Fields of an own design: lowest, highest and first value, step, and what one unit on the screen is worth.
Span = tuple[float, float, float, float, float]
OWN: dict[str, dict[str, Span]] = {
    "people": {
        "n_annotators": (2, 50, 10, 1, 1),
        "sensitivity": (1.0, 99.0, 65.0, 1.0, 0.01),
        "specificity": (1.0, 99.0, 85.0, 1.0, 0.01),
        "k": (0.5, 1000.0, 12.0, 1.0, 1.0),
    },
    "items": {
        "n_history": (0, 5000, 800, 100, 1),
        "gold_share": (0.0, 100.0, 10.0, 1.0, 0.01),
        "n_current": (20, 3000, 300, 20, 1),
        "votes_per_item": (1.0, 20.0, 5.0, 0.5, 1.0),
    },
    "systems": {
        "prevalence_history": (1.0, 99.0, 30.0, 1.0, 0.01),
        "prevalence": (1.0, 99.0, 24.0, 1.0, 0.01),
        "n_systems": (1, 8, 1, 1, 1),
        "gap": (-40.0, 40.0, 5.0, 1.0, 0.01),
    },
    "defects": {
        "adversarial_share": (0.0, 100.0, 0.0, 5.0, 0.01),
        "drift_share": (0.0, 100.0, 0.0, 5.0, 0.01),
        "drift": (0.0, 60.0, 20.0, 5.0, 0.01),
        "hard_share": (0.0, 100.0, 0.0, 5.0, 0.01),
        "hard_pull": (0.0, 100.0, 80.0, 5.0, 0.01),
    },
}


def choose(settings: Settings) -> Trial | None:
    """The design and how often it is simulated; None, with the reason on the page, where it cannot be made."""
    kind = st.radio(
        text("lab.kind"), KINDS, format_func=lambda name: text(f"lab.kind.{name}"), horizontal=True,
        **state.remembered("lab_kind", "hero", KINDS),
    )  # fmt: skip
    st.markdown(text(f"lab.{kind}.about"))
    asked: dict[str, Any] = {"hero": _hero, "stableval": _stableval, "own": _own}[kind]()
    left, right = st.columns(2)
    repetitions = left.selectbox(
        text("lab.repetitions"), REPETITIONS, **state.remembered("lab_repetitions", FIRST_REPETITIONS, REPETITIONS)
    )
    resamples = right.selectbox(
        text("lab.intervals"), INTERVALS, format_func=lambda count: text(f"lab.intervals.{count}"),
        **state.remembered("lab_intervals", 0, INTERVALS),
    )  # fmt: skip
    trial = Trial(
        kind=kind, repetitions=repetitions, resamples=resamples, seed=settings.seed, level=settings.level, **asked
    )
    reasons = refusals(trial)
    if reasons:
        st.warning(text("lab.refused", reasons=chain(reasons)), icon=":material/warning:")
    return None if reasons else trial


def _hero() -> dict[str, Any]:
    left, right = st.columns(2)
    design = left.selectbox(
        text("lab.hero.generator"), TABLE_DESIGNS, format_func=lambda name: text(f"lab.hero.generator.{name}"),
        help=text("lab.hero.generator.help"), **state.remembered("lab_generator", "hero_a", TABLE_DESIGNS),
    )  # fmt: skip
    k = right.selectbox(
        text("lab.hero.k"), SPREADS, format_func=lambda k: text(f"lab.hero.k.{k:g}"),
        **state.remembered("lab_k", SPREADS[0], SPREADS),
    )  # fmt: skip
    return {"design": design, "fields": (("k", k),), "methods": HERO_METHODS}


def _stableval() -> dict[str, Any]:
    stress = st.selectbox(
        text("lab.stableval.stress"), tuple(STRESSES), format_func=lambda name: text(f"lab.stableval.stress.{name}"),
        **state.remembered("lab_stress", "none", tuple(STRESSES)),
    )  # fmt: skip
    fields = STRESSES[stress]
    return {"design": "stableval", "fields": fields, "shares": ADVERSARIES, "methods": STABLEVAL_METHODS}


def _own() -> dict[str, Any]:
    """The fields of an own design, in four columns."""
    found: list[tuple[str, float]] = []
    for topic, column in zip(OWN, st.columns(4), strict=True):
        column.markdown(f"**{text(f'lab.own.{topic}')}**")
        for name, (low, high, first, step, unit) in OWN[topic].items():
            form = "%d" if isinstance(first, int) else "%.1f"
            value = column.number_input(
                text(f"lab.own.{name}"), low, high, step=step, format=form, **state.remembered(f"lab_own_{name}", first)
            )
            found.append((name, value if unit == 1 else round(value * unit, 6)))
    return {"design": "base", "fields": tuple(found)}


def refusals(trial: Trial) -> list[str]:
    """In words why the design cannot be made; empty where it can."""
    wrong = dict.fromkeys(name for fields in trial.settings for name in impossible_fields(trial.design, fields))
    known = {name: getattr(DESIGNS[trial.design], name) for name in ("n_annotators", "n_systems", "gap")}
    facts = known | dict(trial.fields)
    told = ("votes_per_item", "prevalence")
    return [
        text(f"lab.refused.{name}", **facts) if name in told else text("lab.refused.other", field=name)
        for name in wrong
    ]


def run_button(trial: Trial | None) -> Trial | None:
    """The button that starts a trial; what was asked for on this tab, if anything."""
    st.button(
        text("lab.run"), type="primary", icon=":material/play_arrow:", key="lab_run", disabled=trial is None,
        on_click=_start, args=(trial,),
    )  # fmt: skip
    asked: Trial | None = state.choice(RUN)
    if asked is None or asked.kind != state.choice("lab_kind"):
        return None
    if asked != trial:
        st.info(text("lab.changed"), icon=":material/history:")
    return asked


def _start(trial: Trial) -> None:
    state.choose(RUN, trial)
    cached.resume("trials")


def show_so_far(trial: Trial, results: tuple[TrialsResult, ...] | None) -> None:
    """What came of the rounds that are done, and how many they are."""
    if results is None:
        st.markdown(text("lab.waiting"))
        return
    done, asked = sum(result.repetitions for result in results), trial.repetitions * len(trial.settings)
    st.markdown(f":material/hourglass_top: {text('lab.so_far', done=f'{done:,}', asked=f'{asked:,}')}")
    show(trial, results)


def show(trial: Trial, results: tuple[TrialsResult, ...]) -> None:
    """What came of a trial."""
    if trial.shares:
        _show_stress(results)
    else:
        _show_bias(results[0])


def _show_bias(result: TrialsResult) -> None:
    """Bias and spread as a figure, then every method in numbers."""
    said = figures_for(result)
    st.header(text("lab.bias"))
    show_figure(charts.bias_figure(result, said, is_dark()), charts.bias_sentence(result, said), "lab_bias")
    if said:
        st.markdown(text("lab.hero.unsigned"))
    st.header(text("lab.numbers" if said else "lab.numbers.own"))
    st.markdown(text("lab.numbers.how", level=f"{result.level:.0%}"))
    frame = charts.trials_table(result, said)
    table(frame, key="lab_table", column_config=_columns(frame.columns))
    download(result.to_frame, "trials.csv", "lab_csv")
    if said:
        st.markdown(text("lab.hero.not_reproduced"))


def _show_stress(results: tuple[TrialsResult, ...]) -> None:
    """Error of scores and agreement with the true ranking against the share of adversaries."""
    for measure, column in zip(("scores", "ranking"), st.columns(2), strict=True):
        with column:
            st.header(text(f"lab.{measure}"))
            figure = charts.stress_figure(results, measure, is_dark())
            show_figure(figure, charts.stress_sentence(results, measure), f"lab_{measure}")
    frame = charts.stress_table(results)
    show_numbers(frame, "lab_stress", column_config=_columns(frame.columns))


def _columns(names: Iterable[str]) -> dict[str, object]:
    """Headings and number formats of the tables."""
    forms = {"coverage": "percent", "adversaries": "percent", "score_mse": "%.4f", "tau": "%.2f", "tau_error": "%.2f"}
    config: dict[str, object] = {}
    for name in names:
        label = text(f"lab.column.{name}")
        plain = name in ("method", "rounds", "missing")
        config[name] = (
            st.column_config.Column(label, pinned=name == "method")
            if plain
            else st.column_config.NumberColumn(label, format=forms.get(name, "%.1f"))
        )
    return config


def show_load(trial: Trial) -> None:
    """One simulated round into the dashboard."""
    st.header(text("lab.load"))
    st.markdown(text("lab.load.lead"))
    number = 0
    if trial.shares:
        share = st.selectbox(
            text("lab.load.share"), trial.shares, format_func=lambda value: f"{value:.0%}", width=200,
            **state.remembered("lab_load_share", trial.shares[-2], trial.shares),
        )  # fmt: skip
        number = trial.shares.index(share)
    if st.button(text("lab.load.button"), key="lab_load", icon=":material/science:"):
        state.use_simulated(cached.simulated_files(trial, number))
        st.switch_page(**state.way_to("app.py"))
    if state.uploads():
        st.markdown(text("lab.load.undo"))
