"""The blocks of the overview: verdict, one number per version, forest plot, what to keep in mind."""

from __future__ import annotations

import streamlit as st

from hero_core import charts
from hero_core.charts import Units, method_name, system_name
from hero_core.results import Decision, Estimate, EstimateResult
from hero_core.telling.advice import side_by_side
from hero_core.telling.rails import checks_of
from hero_core.telling.verdict import method_line
from hero_core.words import text, told
from ui import cached, rails, state
from ui.explain import escape
from ui.figures import show_figure, show_numbers
from ui.findings import show_findings
from ui.frame import is_dark, watch
from ui.presenter import presenting, scaled
from ui.settings import Settings
from ui.uploads import Rounds
from ui.verdict import card_of, first_look, is_withheld, no_method_card, show_card, surprise

TILES = 6
GAP_PIXELS = 16
# Width of a tile, and how many stand in a row: three, but four beside each other rather than one alone below.
TILE_PIXELS, FOUR_PIXELS = (232, 3), (208, 4)
FEW = 6  # more versions than that are drawn by two methods only
DRAWN = 10
PROMISES = (("verdict", ":material/balance:"), ("people", ":material/group:"), ("next", ":material/flag:"))


def show_welcome() -> None:
    """What a newcomer gets from two files, in three short columns."""
    st.markdown(text("overview.lead"))
    for place, (name, icon) in zip(st.columns(len(PROMISES)), PROMISES, strict=True):
        with place.container(border=True, height="stretch"):
            st.markdown(f"{icon} **{text(f'overview.promise.{name}')}**  \n{text(f'overview.promise.{name}.say')}")


def first_numbers(data: Rounds, settings: Settings) -> cached.Running[EstimateResult]:
    """The estimate as far as it is there; while the very first numbers are made, the page says from how much."""
    votes = data.current.n_votes + (0 if data.history is None else data.history.n_votes)
    with st.spinner(text("overview.working", votes=f"{votes:,}"), show_time=True):
        return cached.estimate_job(data, settings)


def show_verdict(data: Rounds, running: cached.Running[EstimateResult], settings: Settings) -> Decision | None:
    """The card, and where the simple vote would have said something else; None if no method can decide."""
    result = running.result
    decision = cached.decide_if_possible(result, settings)
    if decision is None:
        show_card(no_method_card())
    else:
        plan = cached.plan_for(data, settings, decision) if running.final else None
        show_card(card_of(decision, result, plan) if running.final else first_look(decision, result))
    watch(running)
    if decision is not None and running.final:
        told = surprise(decision, cached.decide(result, settings, "mv"), result)
        if told:
            st.markdown(f":material/alt_route: {told}")
    return decision


def show_versions(data: Rounds, result: EstimateResult, decision: Decision) -> None:
    """One tile per version, best first, with its range in words; true values where the data are simulated."""
    if is_withheld(decision, result):
        st.markdown(text("overview.withheld", method=method_name(decision.method)))
        return
    systems: tuple[str | None, ...] = decision.order if len(decision.order) > 1 else (None,)
    truth = dict(data.truth)
    pixels, beside = FOUR_PIXELS if len(systems) == FOUR_PIXELS[1] else TILE_PIXELS
    gap = 2 * GAP_PIXELS if presenting() else GAP_PIXELS  # it grows with the letters, with the window
    across = beside * scaled(pixels) + (beside - 1) * gap
    with st.container(horizontal=True, gap="small", width=across):
        for system in systems[:TILES]:
            _tile(result, result.get(decision.method, system), truth.get(system), scaled(pixels))
    if len(systems) > TILES:
        st.markdown(text("overview.more_versions", count=len(systems) - TILES))


def _tile(result: EstimateResult, row: Estimate, true_value: float | None, pixels: int) -> None:
    units = Units.of(result)
    lines = [text("overview.range", range=units.interval(row.low, row.high, row.n_items))]
    if row.estimate is None:
        lines = [text("overview.no_number", reason=escape(row.reason or text(f"status.{row.status}")))]
    lines.append(text("overview.size", items=f"{row.n_items:,}", votes=f"{row.n_votes:,}"))
    if true_value is not None:
        lines.append(text("overview.truth", value=units.value(true_value, row.n_items)))
    with st.container(border=True, width=pixels, height="stretch", gap="xxsmall"):
        st.metric(escape(system_name(row.system, result)), units.value(row.estimate, row.n_items))
        st.markdown("  \n".join(f":small[{line}]" for line in lines))


def show_forest(data: Rounds, result: EstimateResult, decision: Decision | None, settings: Settings) -> None:
    """The versions by method, best first, the sentence of the figure, its numbers and the file; how it was made."""
    st.header(text("overview.forest"))
    method = None if decision is None else decision.method
    order = charts.rows_of(result) if decision is None or len(decision.order) < 2 else decision.order
    methods = tuple(dict.fromkeys(("mv", method))) if method and len(order) > FEW else result.methods
    shown = order[:DRAWN]
    figure = charts.forest(result, methods, is_dark(), systems=shown)
    said = charts.forest_sentence(result, methods, method, shown)
    show_figure(figure, said, "forest")
    if len(shown) < len(order) or methods != result.methods:
        _show_rest(len(shown), len(order))
    show_numbers(charts.forest_table(result), "estimates", file=result.shares_apart)
    if decision is not None:
        _show_making(data, result, decision, settings)


def _show_rest(shown: int, total: int) -> None:
    """What is not drawn, and where it is."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(text("overview.forest.part", shown=shown, total=total), width="content")
        to_compare = state.way_to("pages/3_Compare.py")
        st.page_link(**to_compare, label=text("overview.to_compare"), icon=":material/arrow_forward:")


def _show_making(data: Rounds, result: EstimateResult, decision: Decision, settings: Settings) -> None:
    """The method that speaks, how its ranges were made, which direction is good, and what is simulated."""
    if settings.headline not in (None, decision.method):
        st.markdown(text("overview.fallback", asked=method_name(str(settings.headline))))
    good = text("overview.good.high" if decision.high_is_good else "overview.good.low")
    simulated = [text("overview.simulated")] if data.truth else []
    st.markdown("  \n".join([*simulated, f"{method_line(result, decision, escape)} {good}"]))


def show_guard_rails(data: Rounds, result: EstimateResult) -> None:
    """One line of what the checks found; folded: every check, red findings and warnings, the remarks about files."""
    checks = checks_of(result.findings, result.refusal is None, escape, result.unchecked)
    rails.show_strip(checks)
    if data.history is None:
        st.markdown(f":material/info: {text('overview.no_history')}")
    elif result.refusal is not None:
        st.markdown(f":material/info: {text('overview.no_anchor', reason=escape(told(result.refusal)))}")
    red = any(found.severity == "error" for found in result.findings)
    with st.expander(text("rails.header"), expanded=red, icon=":material/shield:"):
        st.markdown(text("rails.lead"))
        rails.show_checks(checks)
        _show_findings(data, result)


def _show_findings(data: Rounds, result: EstimateResult) -> None:
    about_files = {*data.current.findings, *(() if data.history is None else data.history.findings)}
    mine = side_by_side(found for found in result.findings if found not in about_files)
    for severities in (("error", "warning"), ("info",)):
        if found := [found for found in mine if found.severity in severities]:
            show_findings(found)
    if about_files:
        st.markdown(text("overview.file_remarks", count=len(about_files)))
        st.page_link(**state.way_to("pages/1_Data.py"), label=text("history.to_data"))
