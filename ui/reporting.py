"""The blocks of the report page: what the report holds, the downloads, the lines to copy, the workspace file."""

from __future__ import annotations

import json

import pandas as pd
import streamlit as st

from hero_core import documents
from hero_core.report import Recipe, Wishes, contents, full_report, python_lines, shell_line, stability_methods
from hero_core.results import Decision, EstimateResult, StabilityResult
from hero_core.words import LANGUAGES, speaking, text
from ui import cached, state, workspaces
from ui.explain import escape
from ui.frame import download, watch
from ui.ranking import DEFAULT_FRACTIONS
from ui.settings import Settings
from ui.uploads import Rounds
from ui.verdict import card_of, first_look, no_method_card, show_card

MOST_ITEMS = 200
DEFAULT_DRAWS = 200
ICON = ":material/download:"


def show_state(running: cached.Running[EstimateResult]) -> None:
    """Whether the numbers are final."""
    if running.stopped:
        st.warning(text("report.first_look"), icon=":material/pause_circle:")
    elif not running.final:
        st.info(text("report.waiting"), icon=":material/hourglass:")


def show_preview(
    data: Rounds, decision: Decision | None, running: cached.Running[EstimateResult], settings: Settings
) -> None:
    """The verdict as it will stand at the top of the report."""
    if decision is None:
        show_card(no_method_card())
    else:
        plan = cached.plan_for(data, settings, decision) if running.final else None
        result = running.result
        show_card(card_of(decision, result, plan) if running.final else first_look(decision, result))


def choose(data: Rounds, result: EstimateResult, settings: Settings) -> Wishes:
    """Title, language, and the parts that a visitor may leave out or add."""
    title = st.text_input(
        text("report.name"),
        placeholder=title_of(data, state.language()) or text("report.title"),
        max_chars=200,
        **state.remembered("report_title", ""),
    )
    annotators = st.checkbox(text("report.with.annotators"), **state.remembered("report_annotators", True))
    items = st.checkbox(
        text("report.with.items"), help=text("report.with.items.help", most=MOST_ITEMS),
        **state.remembered("report_items", False),
    )  # fmt: skip
    ranked = len(data.current.systems) > 1
    stability = st.checkbox(
        text("report.with.stability"), disabled=not ranked,
        help=text("report.with.stability.help" if ranked else "report.with.stability.none"),
        **state.remembered("report_stability", False),
    )  # fmt: skip
    language = st.radio(
        text("report.language"), LANGUAGES, format_func=lambda name: text(f"language.{name}"), horizontal=True,
        **state.remembered("report_language", state.language(), LANGUAGES),
    )  # fmt: skip
    return Wishes(
        title=title.strip() or title_of(data, str(language)), annotators=annotators, items=items,
        stability=stability and ranked, language=str(language),
        method=cached.headline_of(result, settings), margin=settings.margin, high_is_good=settings.high_is_good,
        simulated=tuple(upload.role for upload in state.uploads() if upload.simulated), truth=data.truth,
    )  # fmt: skip


def title_of(data: Rounds, language: str) -> str | None:
    """The title where the visitor gives none: simulated data say so to whoever reads the report."""
    with speaking(language):
        return text("report.title.simulated") if data.simulated else None


def find_stability(data: Rounds, settings: Settings, wishes: Wishes) -> cached.Running[StabilityResult | None] | None:
    """The stability of the ranking for the report, with its progress; None where it is not wished for."""
    if not wishes.stability:
        return None
    running = cached.stability_job(
        data, settings, methods=stability_methods(cached.anchored(data)), fractions=DEFAULT_FRACTIONS,
        repeats_per_fraction=DEFAULT_DRAWS,
    )  # fmt: skip
    watch(running)
    return running


def show_contents(
    data: Rounds, result: EstimateResult, decision: Decision | None, settings: Settings, wishes: Wishes
) -> None:
    """The headings of the report, in their order."""
    plan = decision is not None and cached.plan_for(data, settings, decision) is not None
    headings = contents(
        result, decision, annotators=wishes.annotators, items=wishes.items, plan=plan, stability=wishes.stability
    )
    st.markdown("\n".join(f"1. {escape(heading)}" for heading in headings))


def html_of(
    data: Rounds, result: EstimateResult, settings: Settings, wishes: Wishes, ranking: StabilityResult | None = None
) -> bytes:
    """The report as the shell writes it."""
    model = {"overlap": data.overlap, "values": data.values, **settings.model(cached.covariates_of(data))}
    return full_report(data.history, data.current, result, wishes, model, ranking)[0].encode()


def show_downloads(
    data: Rounds,
    running: cached.Running[EstimateResult],
    ranking: cached.Running[StabilityResult | None] | None,
    settings: Settings,
    wishes: Wishes,
) -> None:
    """HTML, CSV and JSON; each is made only on the click."""
    result, waiting = running.result, not (running.final or running.stopped)
    ranked = None if ranking is None else ranking.result
    unfinished = waiting or (ranking is not None and not ranking.final)
    with st.container(horizontal=True):
        st.download_button(
            text("report.html"), data=lambda: html_of(data, result, settings, wishes, ranked),
            file_name="report.html", mime="text/html", key="report_html", on_click="ignore", icon=ICON,
            type="primary", disabled=unfinished,
        )  # fmt: skip
        download(lambda: frame_of(result, wishes), "estimates.csv", "report_csv", text("report.csv"))
        st.download_button(
            text("report.json"), data=lambda: json_of(result, wishes), file_name="estimates.json",
            mime="application/json", key="report_json", on_click="ignore", icon=ICON, disabled=waiting,
        )  # fmt: skip


def frame_of(result: EstimateResult, wishes: Wishes) -> pd.DataFrame:
    """The estimates as a table, a column for the share of each class; of simulated data it says so, with the truth."""
    frame = result.shares_apart()
    if not wishes.simulated:
        return frame
    truth = dict(wishes.truth)
    values = pd.Series([truth.get(row.system) for row in result.estimates], index=frame.index, dtype=float)
    return frame.assign(simulated=True, true_value=values)


def json_of(result: EstimateResult, wishes: Wishes) -> bytes:
    """The document that the shell prints for `estimate`; of simulated data it says so, with the true values."""
    document = documents.estimate_document(result)
    if wishes.simulated:
        truth = [{"system": name, "value": value} for name, value in wishes.truth]
        document["simulated"] = {"files": list(wishes.simulated), "true_values": truth}
    return (json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n").encode()


def show_lines(result: EstimateResult, decision: Decision | None, wishes: Wishes) -> None:
    """The same numbers from Python and the shell."""
    recipe = Recipe.of(result, decision)
    shell = shell_line(recipe, wishes.words)
    st.header(text("report.again.header"))
    st.markdown(text("report.again.lead"))
    st.code(python_lines(recipe), language="python", wrap_lines=True)
    if shell is None:
        st.markdown(text("report.again.no_shell"))
    else:
        st.code(shell, language="bash", wrap_lines=True)


def show_workspace() -> None:
    """Save files, choices and settings in one file, and get them back."""
    files, settings, limit = state.workspace(), state.settings(), int(st.get_option("server.maxUploadSize"))
    st.header(text("report.workspace"))
    st.markdown(text("report.workspace.say"))
    if files.history is None and files.current is None:
        st.markdown(text("report.workspace.nothing"))
    else:
        st.download_button(
            text("report.workspace.save"), data=lambda: workspaces.packed(files, settings),
            file_name="hero_workspace.zip", mime="application/zip", key="workspace_save", on_click="ignore",
            icon=":material/save:",
        )  # fmt: skip
    st.file_uploader(
        text("report.workspace.open"), key=state.uploader_key("workspace"), on_change=state.take_workspace,
        args=(limit,),
    )  # fmt: skip


def show_opened() -> None:
    """Whether the workspace file that was just given is in use, or why not."""
    found = state.opened_workspace()
    if found is None:
        return
    name, why = found
    if why is None:
        st.success(text("report.workspace.done", name=escape(name)), icon=":material/check_circle:")
    else:
        st.error(text("report.workspace.refused", name=escape(name), why=escape(why)), icon=":material/block:")
