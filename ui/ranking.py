"""The blocks of the stability page: what to draw, the answer, curves, ranks, and whether stable is also right."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from hero_core import charts
from hero_core.results import HISTORY_METHODS, StabilityResult
from hero_core.telling.steadiness import MOSTLY, YES, Answer, answer_of
from hero_core.words import chain, text
from ui import cached, state
from ui.explain import escape
from ui.figures import remembered_several, say, show_figure, show_numbers, show_tiles
from ui.frame import is_dark
from ui.help import show_how
from ui.settings import Settings
from ui.uploads import Rounds

METHODS = ("mv", "ds_hard", "pec", "hero1", "hero2")
FRACTIONS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
DEFAULT_FRACTIONS = (0.3, 0.5, 0.7, 0.9)
NUMBERS = (2, 3, 5, 8, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000)
FEW = 20  # annotators up to which every number is offered
DEFAULT_NUMBERS = 5
DRAWS = (50, 100, 200, 500, 1000)
FEWEST_ANNOTATORS = 4
BOXES = {"yes": (st.success, ":material/check_circle:"), "mostly": (st.info, ":material/rule:"),
         "no": (st.warning, ":material/shuffle:"), "against": (st.warning, ":material/warning:")}  # fmt: skip


def voters_of(data: Rounds) -> int:
    """Annotators who judged the round."""
    return len(np.unique(data.current.annotator))


def need_ranking(data: Rounds) -> None:
    """Ends the page in words where there is nothing to rank or nobody to leave out."""
    systems, annotators = len(data.current.systems), voters_of(data)
    told = []
    if systems < 2:
        told.append(text("stability.few_systems", count=max(systems, 1)))
    if annotators < FEWEST_ANNOTATORS:
        told.append(text("stability.few_annotators", needed=FEWEST_ANNOTATORS, count=annotators))
    if told:
        st.info(chain(told), title=text("stability.refused"), icon=":material/group_off:")
        with st.container(horizontal=True):
            st.page_link(
                **state.way_to("pages/1_Data.py"), label=text("history.to_data"), icon=":material/folder_open:"
            )
            st.page_link(**state.way_to("app.py"), label=text("stability.refused.overview"), icon=":material/balance:")
        st.stop()


def choose(data: Rounds) -> dict[str, object]:
    """Methods, sizes and draws, as options of hero_core.stability; one line with what can be chosen folded away."""
    possible = tuple(name for name in METHODS if cached.anchored(data) or name not in HISTORY_METHODS)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(text("stability.lead"), width="stretch")
        sizes = st.radio(
            text("stability.sizes"), ("share", "number"), format_func=lambda kind: text(f"stability.sizes.{kind}"),
            horizontal=True, label_visibility="collapsed",
            **state.remembered("stability_sizes", "share", ("share", "number")),
        )  # fmt: skip
        with st.popover(text("stability.choose"), icon=":material/tune:"):
            methods = st.multiselect(
                text("stability.methods"), possible, format_func=charts.method_name,
                **remembered_several("stability_methods", possible, possible),
            )  # fmt: skip
            chosen = _choose_numbers(voters_of(data)) if sizes == "number" else _choose_fractions()
            draws = st.selectbox(text("stability.draws"), DRAWS, **state.remembered("stability_draws", 200, DRAWS))
            st.multiselect(
                text("stability.bands"), methods, format_func=charts.method_name,
                **remembered_several("stability_bands", charts.default_bands(tuple(methods)), methods),
            )  # fmt: skip
    kind = "annotators" if sizes == "number" else "fractions"
    for picked, key in ((methods, "methods"), (chosen, "numbers" if kind == "annotators" else kind)):
        if not picked:
            st.info(text(f"stability.{key}.none"))
            st.stop()
    kept = tuple(name for name in possible if name in methods)
    return {"methods": kept, kind: tuple(sorted(chosen)), "repeats_per_fraction": draws}


def _choose_fractions() -> list[float]:
    return st.multiselect(
        text("stability.fractions"), FRACTIONS, format_func=lambda share: f"{share:.0%}",
        **remembered_several("stability_fractions", DEFAULT_FRACTIONS, FRACTIONS),
    )  # fmt: skip


def _choose_numbers(voters: int) -> list[int]:
    offered = numbers_for(voters)
    spread = np.unique(np.linspace(0, len(offered) - 1, DEFAULT_NUMBERS).round().astype(int))
    first = [offered[place] for place in spread]
    return st.multiselect(text("stability.numbers"), offered, **remembered_several("stability_numbers", first, offered))


def numbers_for(voters: int) -> tuple[int, ...]:
    """The numbers of annotators that can be kept of so many: each, or a ladder of round ones."""
    return tuple(range(1, voters)) if voters <= FEW else tuple(number for number in NUMBERS if number < voters)


def show(result: StabilityResult | None, data: Rounds, settings: Settings) -> None:
    """The answer, the curves side by side, and the ranks; of unfinished work what there is so far."""
    if result is None:
        st.info(text("stability.waiting"), title=text("stability.waiting.title"), icon=":material/hourglass_top:")
        return
    shown = charts.with_curve(result)
    if not shown:
        for note in (charts.tau_sentence(result), *charts.notes(result)):
            say(note)
        return
    leading = cached.leading_method(data, settings)
    method = leading if leading in shown else next(name for name in charts.BEST_FIRST if name in shown)
    show_answer(answer_of(result, method, escape), result)
    left, right = st.columns(2, gap="medium")
    with left:
        show_curves(result)
    with right:
        show_winner(result)
    for note in charts.notes(result):
        say(note)
    show_numbers(_named(result.to_frame()), "stability", file=result.to_frame, column_config=_columns())
    show_ranks(result, method)


def show_answer(answer: Answer | None, result: StabilityResult) -> None:
    """The answer in a box: icon, word and colour say the same."""
    if result.partial:
        st.markdown(text("stability.so_far", drawn=f"{result.drawn:,}", asked=f"{result.asked:,}"))
    if answer is not None:
        box, icon = BOXES[answer.state]
        box("\n\n".join((f"## {icon} {answer.word}", *answer.sentences)))


def show_curves(result: StabilityResult) -> None:
    """tau against the size kept, with bands, and gold beside."""
    st.header(text("stability.ribbons"))
    bands = tuple(state.choice("stability_bands", ()))
    figure = charts.tau_curves(result, dark=is_dark(), bands=bands)
    show_figure(figure, charts.tau_sentence(result), "stability_tau")


def show_winner(result: StabilityResult) -> None:
    """How often the winner, or the whole order, stays the same."""
    st.header(text("stability.winner"), help=text("stability.answer.how", yes=f"{YES:.0%}", mostly=f"{MOSTLY:.0%}"))
    whole = bool(state.choice("stability_whole", False))
    figure = charts.same_curves(result, dark=is_dark(), ranking=whole)
    show_figure(figure, charts.same_sentence(result, ranking=whole), "stability_same")
    st.toggle(text("stability.whole_ranking"), **state.remembered("stability_whole", False))


def show_ranks(result: StabilityResult, best: str) -> None:
    """How often each version took each rank."""
    st.header(text("stability.ranks"))
    methods, fractions = charts.with_curve(result), charts.fractions_of(result)
    with st.container(horizontal=True):
        method = st.selectbox(
            text("stability.ranks.method"), methods, format_func=charts.method_name, width=300,
            **state.remembered("stability_rank_method", best, methods),
        )  # fmt: skip
        fraction = st.selectbox(
            text("stability.ranks.fraction"), fractions, width=160,
            format_func=lambda share: charts.size_name(result, share),
            **state.remembered("stability_rank_fraction", charts.nearest(result), fractions),
        )  # fmt: skip
    sentence = charts.rank_sentence(result, method, fraction)
    show_tiles(charts.rank_heat(result, method, fraction, is_dark()), sentence, "stability_ranks", stretch=True)
    say(sentence)
    show_how("stability_ranks")
    cells = _named(charts.rank_cells(result, method, fraction))
    show_numbers(cells, "ranks", file=result.ranks_frame, column_config=_columns())


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
