"""The blocks about several rounds on the compare and the annotators page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from hero_core import charts
from hero_core.errors import HeroError
from hero_core.reading.ids import BLANK
from hero_core.results import TrendResult
from hero_core.words import text
from ui import cached, state
from ui.contents import section
from ui.explain import escape, show_refusal
from ui.figures import remembered_several, say, show_figure, show_numbers
from ui.frame import is_dark, watch
from ui.settings import Settings
from ui.uploads import Alone, Rounds

Running = cached.Running[TrendResult | None]


def show_trend(data: Rounds, settings: Settings, method: str | None, best: Sequence[str | None]) -> None:
    """Each version over the rounds, the simple vote beside the method of the page; `best` of this round first."""
    section("trend.title")
    result = _result_of(data, lambda: cached.trend_job(data, settings), "trend.need")
    if result is None:
        return
    st.markdown(text("trend.lead"))
    method = charts.trend_method(result, method)
    systems = _choose_systems(result, method, best)
    pair = tuple(dict.fromkeys(("mv", method)))
    span = charts.trend_range(result, pair)
    for name, place in zip(pair, st.columns(len(pair)), strict=True):
        with place:
            st.subheader(charts.method_name(name))
            figure = charts.trend_figure(result, name, is_dark(), systems=systems, span=span)
            show_figure(figure, charts.trend_sentence(result, name, systems), _key("trend", name == method))
    show_numbers(charts.trend_table(result, pair), "trend", file=result.to_frame)


def _key(name: str, main: bool) -> str:
    """The figure of the page's method has the plain key, with its help."""
    return name if main else f"{name}_beside"


def _choose_systems(result: TrendResult, method: str, best: Sequence[str | None]) -> tuple[str | None, ...]:
    """The versions to draw; a question only where there is a choice."""
    default = charts.default_series(result, method, best)
    offered = list(dict.fromkeys([*default, *(one.system for one in charts.trend_series(result, method))]))
    if len(offered) < 2:
        return default
    chosen = st.multiselect(
        text("trend.versions"), offered, format_func=charts.system_name, max_selections=charts.MOST_SERIES,
        **remembered_several("trend_systems", default, offered),
    )  # fmt: skip
    return tuple(name for name in offered if name in chosen) or default


def show_drift(data: Rounds | Alone, settings: Settings, annotator: str) -> None:
    """The chosen person over the rounds, and everybody's slopes."""
    section("trend.drift")
    result = _result_of(data, lambda: cached.drift_job(data, settings), "trend.drift.need")
    if result is None:
        return
    if len({point.round for point in result.rates}) < 2:
        st.markdown(text("trend.drift.need"))
        return
    st.markdown(text("trend.drift.lead"))
    person, everybody = st.columns(2, gap="large")
    with person:
        st.subheader(escape(annotator))
        _show_person(result, annotator)
    with everybody:
        st.subheader(text("trend.drift.all"))
        _show_everybody(result, annotator)
    show_numbers(charts.slopes_table(result), "slopes", file=result.slopes_frame)


def _show_person(result: TrendResult, annotator: str) -> None:
    sentence = charts.person_sentence(result, annotator)
    if not charts.rates_table(result, annotator).empty:
        show_figure(charts.person_figure(result, annotator, is_dark()), sentence, "drift_person")
        show_numbers(charts.rates_table(result, annotator), "rates")
    else:
        say(sentence)


def _show_everybody(result: TrendResult, annotator: str) -> None:
    """The slopes of one class, sorted."""
    shown = list(reversed(result.classes))
    if not any(charts.tested(result, name) for name in shown):
        say(charts.slopes_sentence(result))
        return
    true_class = st.radio(
        text("trend.drift.what"), shown, format_func=lambda name: charts.class_rate(result, name), horizontal=True,
        **state.remembered("drift_class", charts.default_class(result), shown),
    )  # fmt: skip
    figure = charts.slopes_figure(result, str(true_class), is_dark(), selected=annotator)
    show_figure(figure, charts.slopes_sentence(result), "drift")
    rows, drawn = charts.tested(result, str(true_class)), charts.drawn_slopes(result, str(true_class))
    if len(drawn) < len(rows):
        st.markdown(text("trend.slopes.more", shown=len(drawn), total=len(rows)))


def _result_of(data: Rounds | Alone, ask: Callable[[], Running], need: str) -> TrendResult | None:
    """The trend that is asked for, once it is there; else what it needs, how far it is, or why there is none."""
    named = [] if data.history is None else [name for name in data.history.rounds if name != BLANK]
    if len(named) < (2 if isinstance(data, Alone) else 1):
        st.markdown(text(need))
        if isinstance(data, Rounds):
            way = state.way_to("pages/1_Data.py")
            st.page_link(**way, label=text("trend.need.link"), icon=":material/playlist_add:")
        return None
    try:
        running = ask()
    except HeroError as error:
        show_refusal(error)
        return None
    watch(running, "job.stopped.none")
    if running.result is None:
        st.markdown(text("trend.waiting"))
    return running.result
