"""The blocks of the stability page: what to draw, curves, ranks, and whether stable is also right."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from hero_core import charts
from hero_core.results import HISTORY_METHODS, StabilityResult
from hero_core.words import chain, text
from ui import state
from ui.figures import remembered_several, say, show_figure, show_numbers, show_tiles
from ui.frame import is_dark
from ui.uploads import Rounds

METHODS = ("mv", "ds_hard", "pec", "hero1", "hero2")
FRACTIONS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
DEFAULT_FRACTIONS = (0.3, 0.5, 0.7, 0.9)
DRAWS = (50, 100, 200, 500, 1000)
FEWEST_ANNOTATORS = 4


def need_ranking(data: Rounds) -> None:
    """Ends the page in words where there is nothing to rank or nobody to leave out."""
    systems, annotators = len(data.current.systems), len(np.unique(data.current.annotator))
    told = []
    if systems < 2:
        told.append(text("stability.few_systems", count=max(systems, 1)))
    if annotators < FEWEST_ANNOTATORS:
        told.append(text("stability.few_annotators", needed=FEWEST_ANNOTATORS, count=annotators))
    if told:
        st.info(chain([*told, text("stability.what_to_do")]), icon="🎲")
        st.page_link("pages/1_Data.py", label=text("history.to_data"))
        st.stop()


def choose(data: Rounds) -> dict[str, object]:
    """Methods, shares and draws, as options of hero_core.stability."""
    possible = tuple(name for name in METHODS if data.history is not None or name not in HISTORY_METHODS)
    methods = st.multiselect(
        text("stability.methods"), possible, format_func=charts.method_name,
        **remembered_several("stability_methods", possible, possible),
    )  # fmt: skip
    left, right = st.columns([3, 1])
    fractions = left.multiselect(
        text("stability.fractions"), FRACTIONS,
        format_func=lambda share: f"{share:.0%}",
        **remembered_several("stability_fractions", DEFAULT_FRACTIONS, FRACTIONS),
    )  # fmt: skip
    draws = right.selectbox(text("stability.draws"), DRAWS, **state.remembered("stability_draws", 200, DRAWS))
    for chosen, key in ((methods, "stability.methods.none"), (fractions, "stability.fractions.none")):
        if not chosen:
            st.info(text(key))
            st.stop()
    kept = tuple(name for name in possible if name in methods)
    return {"methods": kept, "fractions": tuple(sorted(fractions)), "repeats_per_fraction": draws}


def show_curves(result: StabilityResult) -> bool:
    """tau against the share kept, with bands; why methods have no curve. False where there is no curve at all."""
    st.header(text("stability.ribbons"))
    shown = charts.with_curve(result)
    if not shown:
        for note in (charts.tau_sentence(result), *charts.notes(result)):
            say(note)
        return False
    bands = st.multiselect(
        text("stability.bands"), shown, format_func=charts.method_name,
        **remembered_several("stability_bands", charts.default_bands(shown), shown),
    )  # fmt: skip
    figure = charts.tau_curves(result, dark=is_dark(), bands=tuple(bands))
    show_figure(figure, charts.tau_sentence(result), "stability_tau")
    for note in charts.notes(result):
        say(note)
    show_numbers(_named(result.to_frame()), "stability", file=result.to_frame, column_config=_columns())
    return True


def show_winner(result: StabilityResult) -> None:
    """How often the winner, or the whole order, stays the same."""
    st.header(text("stability.winner"))
    whole = st.toggle(text("stability.whole_ranking"), **state.remembered("stability_whole", False))
    figure = charts.same_curves(result, dark=is_dark(), ranking=whole)
    show_figure(figure, charts.same_sentence(result, ranking=whole), "stability_same")


def show_ranks(result: StabilityResult) -> None:
    """How often each version took each rank."""
    st.header(text("stability.ranks"))
    methods, fractions = charts.with_curve(result), charts.fractions_of(result)
    left, right = st.columns(2)
    best = next(name for name in charts.BEST_FIRST if name in methods)
    method = left.selectbox(
        text("stability.ranks.method"), methods, format_func=charts.method_name,
        **state.remembered("stability_rank_method", best, methods),
    )  # fmt: skip
    fraction = right.selectbox(
        text("stability.ranks.fraction"), fractions, format_func=lambda share: f"{share:.0%}",
        **state.remembered("stability_rank_fraction", charts.nearest(result), fractions),
    )  # fmt: skip
    sentence = charts.rank_sentence(result, method, fraction)
    show_tiles(charts.rank_heat(result, method, fraction, is_dark()), sentence, "stability_ranks", stretch=True)
    say(sentence)
    show_numbers(
        _named(charts.rank_cells(result, method, fraction)), "ranks", file=result.ranks_frame, column_config=_columns()
    )


def show_gold(result: StabilityResult) -> None:
    """Agreement of the full rankings with the ranking by gold."""
    st.header(text("stability.gold"))
    say(charts.gold_sentence(result))
    if any(tau is not None for tau in result.tau_with_gold.values()):
        show_numbers(charts.gold_frame(result), "stability_gold", column_config=_columns())


def _named(frame: pd.DataFrame) -> pd.DataFrame:
    """Methods by their names."""
    return frame.assign(method=[charts.method_name(name) for name in frame["method"]]) if "method" in frame else frame


def _columns() -> dict[str, object]:
    """Headings and number formats of the tables."""
    percents, taus = (
        ("fraction", "same_winner", "same_ranking", "share"),
        ("tau_mean", "tau_low", "tau_high", "rank_sd"),
    )
    config: dict[str, object] = {}
    for name in (*percents, *taus, "tau_with_gold", "mean_rank", "method", "annotators_kept", "draws", "undefined",
                 "system", "rank"):  # fmt: skip
        label, form = text(f"stability.column.{name}"), "percent" if name in percents else "%.2f"
        numeric = name in percents or name in taus or name in ("tau_with_gold", "mean_rank")
        config[name] = st.column_config.NumberColumn(label, format=form) if numeric else st.column_config.Column(label)
    return config
