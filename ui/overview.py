"""The blocks of the overview: verdict, one number per version, forest plot, what to keep in mind."""

from __future__ import annotations

import streamlit as st

from hero_core import charts
from hero_core.charts import Units, method_name, system_name
from hero_core.results import Decision, Estimate, EstimateResult
from hero_core.telling.verdict import method_line
from hero_core.words import text
from ui import cached, rails
from ui.explain import escape
from ui.figures import show_figure, show_numbers
from ui.findings import show_findings
from ui.frame import is_dark, watch
from ui.settings import Settings
from ui.uploads import Rounds
from ui.verdict import card_of, first_look, is_withheld, no_method_card, show_card, surprise

TILES = 6
TILE_PIXELS = 250
SERIOUS = ("error", "warning")


def show_verdict(running: cached.Running[EstimateResult], settings: Settings) -> Decision | None:
    """The card, and where the simple vote would have said something else; None if no method can decide."""
    result = running.result
    decision = cached.decide_if_possible(result, settings)
    if decision is None:
        show_card(no_method_card())
    else:
        show_card(card_of(decision, result) if running.final else first_look(decision, result))
    watch(running)
    if decision is not None and running.final:
        told = surprise(decision, cached.decide(result, settings, "mv"), result)
        st.markdown(f":material/alt_route: {told}" if told else "")
    return decision


def show_versions(data: Rounds, result: EstimateResult, decision: Decision, settings: Settings) -> None:
    """One tile per version, best first, with its range in words; true values where the data are simulated."""
    st.header(text("overview.numbers"))
    if is_withheld(decision, result):
        st.markdown(text("overview.withheld", method=method_name(decision.method)))
        return
    systems: tuple[str | None, ...] = decision.order if len(decision.order) > 1 else (None,)
    truth = dict(data.truth)
    with st.container(horizontal=True):
        for system in systems[:TILES]:
            _tile(result, result.get(decision.method, system), truth.get(system))
    if len(systems) > TILES:
        st.markdown(text("overview.more_versions", count=len(systems) - TILES))
    if settings.headline not in (None, decision.method):
        st.markdown(text("overview.fallback", asked=method_name(str(settings.headline))))
    good = text("overview.good.high" if decision.high_is_good else "overview.good.low")
    st.markdown(
        "  \n".join(
            [*([text("overview.simulated")] if truth else []), f"{method_line(result, decision, escape)} {good}"]
        )
    )


def _tile(result: EstimateResult, row: Estimate, true_value: float | None) -> None:
    units = Units.of(result)
    lines = [text("overview.range", range=units.interval(row.low, row.high, row.n_items))]
    if row.estimate is None:
        lines = [text("overview.no_number", reason=escape(row.reason or text(f"status.{row.status}")))]
    lines.append(text("overview.size", items=f"{row.n_items:,}", votes=f"{row.n_votes:,}"))
    if true_value is not None:
        lines.append(text("overview.truth", value=units.value(true_value, row.n_items)))
    with st.container(border=True, width=TILE_PIXELS, gap="xsmall"):
        st.metric(escape(system_name(row.system)), units.value(row.estimate, row.n_items))
        st.markdown("  \n".join(lines))


def show_forest(result: EstimateResult, method: str | None) -> None:
    """Every version by every method, the sentence of the figure, its numbers and the file."""
    st.header(text("overview.forest"))
    figure, said = charts.forest(result, result.methods, is_dark()), charts.forest_sentence(result, method=method)
    show_figure(figure, said, "forest")
    show_numbers(charts.forest_frame(result), "estimates", file=result.to_frame)


def show_guard_rails(data: Rounds, result: EstimateResult) -> None:
    """Red findings and warnings about the numbers; a pointer to the remarks about the files."""
    st.header(text("rails.header"))
    st.markdown(text("rails.lead"))
    rails.show_strip(result.findings, data.history is not None)
    about_files = {*data.current.findings, *(() if data.history is None else data.history.findings)}
    serious = [found for found in result.findings if found.severity in SERIOUS and found not in about_files]
    if data.history is None:
        st.info(text("overview.no_history"), icon=":material/info:")
    if serious:
        show_findings(serious)
    notes = [found for found in result.findings if found.severity == "info" and found not in about_files]
    if notes:
        with st.expander(text("rails.notes", count=len(notes))):
            show_findings(notes)
    if about_files:
        st.markdown(text("overview.file_remarks", count=len(about_files)))
        st.page_link("pages/1_Data.py", label=text("history.to_data"))
