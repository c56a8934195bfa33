"""The block of the annotators page on agreement: alpha and percentage, by version and by pair."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core import charts
from hero_core.charts.labels import decimal, percent, system_name
from hero_core.results import AgreementResult, AgreementRow
from hero_core.saying import joined
from hero_core.words import chain, text, told
from ui import cached
from ui.contents import section
from ui.explain import escape
from ui.figures import say, show_tiles
from ui.frame import download, is_dark, table, watch
from ui.help import show_how
from ui.settings import Settings
from ui.uploads import Alone, Rounds

MATRIX = "agreement"
NOTES = ("skewed_labels", "pairs_left_out")


def show_agreement(data: Rounds | Alone, settings: Settings) -> None:
    """One sentence over all items, and the tables folded away."""
    section("agreement.header")
    running = cached.agreement_job(data, settings)
    watch(running, "job.stopped.none")
    result = running.result
    if result is None:
        return
    st.markdown(said(result.rows[0]))
    st.markdown(text("agreement.not_truth"))
    for found in result.findings:
        if found.code in NOTES:
            st.markdown(escape(joined((found.message, found.remedy))))
    with st.expander(text("agreement.pairs")):
        if len(result.rows) > 1:
            st.subheader(text("agreement.systems"))
            table(by_system(result), key="agreement_systems")
            download(result.to_frame, "agreement.csv", "agreement_systems_csv")
        if result.pairs:
            _show_matrix(result)
        table(by_pair(result), key="agreement_pairs")
        download(result.pairs_frame, "agreement_pairs.csv", "agreement_csv")


def _show_matrix(result: AgreementResult) -> None:
    """Everybody against everybody."""
    sentence = charts.agreement_sentence(result)
    st.subheader(text("agreement.matrix"))
    show_tiles(charts.agreement_matrix(charts.agreement_cells(result), is_dark()), sentence, MATRIX, stretch=True)
    say(sentence)
    show_how(MATRIX)


def said(row: AgreementRow) -> str:
    """Alpha and percentage in a sentence, or why there are none."""
    if row.alpha is None:
        return text("agreement.said.none", reason=escape(row.reason or text("none")))
    return text(
        "agreement.said", alpha=decimal(row.alpha), range=bounds(row.alpha_low, row.alpha_high),
        agreement=percent(row.agreement), agreement_range=shares(row.agreement_low, row.agreement_high),
        expected=percent(row.expected),
    )  # fmt: skip


def bounds(low: float | None, high: float | None) -> str:
    """A range of a coefficient."""
    return text("none") if low is None or high is None else text("charts.to", low=decimal(low), high=decimal(high))


def shares(low: float | None, high: float | None) -> str:
    """A range of a share."""
    return text("none") if low is None or high is None else text("charts.to", low=percent(low), high=percent(high))


def number(value: float | None) -> str:
    """A coefficient, a dash where there is none."""
    return decimal(value)


def by_system(result: AgreementResult) -> pd.DataFrame:
    """One row per version."""
    rows = result.rows[1:]
    return pd.DataFrame({
        text("agreement.column.system"): [system_name(row.system) for row in rows],
        text("agreement.column.alpha"): [number(row.alpha) for row in rows],
        text("agreement.column.range"): [bounds(row.alpha_low, row.alpha_high) for row in rows],
        text("agreement.column.agreement"): [percent(row.agreement) for row in rows],
        text("agreement.column.items"): [row.n_items for row in rows],
    })  # fmt: skip


def by_pair(result: AgreementResult) -> pd.DataFrame:
    """One row per pair of annotators, those with the most shared items first."""
    return pd.DataFrame({
        text("agreement.column.pair"): [chain([pair.a, pair.b], ", ") for pair in result.pairs],
        text("agreement.column.kappa"): [number(pair.kappa) for pair in result.pairs],
        text("agreement.column.range"): [bounds(pair.kappa_low, pair.kappa_high) for pair in result.pairs],
        text("agreement.column.agreement"): [percent(pair.agreement, pair.n_items) for pair in result.pairs],
        text("agreement.column.items"): [pair.n_items for pair in result.pairs],
        text("agreement.column.reason"): [told(pair.reason or "") for pair in result.pairs],
    })  # fmt: skip
