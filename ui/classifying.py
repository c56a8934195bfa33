"""The block of the compare page on an automatic classifier: precision and recall from everyday labels."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hero_core.charts import method_name
from hero_core.charts.labels import percent, system_name
from hero_core.results import ClassifierResult, ClassifierRow
from hero_core.words import text
from ui import cached
from ui.agreeing import shares
from ui.contents import section
from ui.explain import escape
from ui.frame import download, table, watch
from ui.settings import Settings
from ui.uploads import Rounds

BEST_FIRST = ("hero1", "mle", "mv")


def show_classifier(data: Rounds, settings: Settings) -> None:
    """Precision and recall, where the current round has predictions."""
    if data.current.prediction is None:
        return
    section("classifier.header")
    st.markdown(text("classifier.lead"))
    running = cached.classifier_job(data, settings)
    watch(running, "job.stopped.none")
    if running.result is None:
        st.markdown(text("classifier.waiting"))
        return
    result = running.result
    st.markdown(said(result))
    table(rows_of(result), key="classifier_table")
    download(lambda: result.to_frame(), "classifier.csv", "classifier_csv")


def said(result: ClassifierResult) -> str:
    """Precision and recall over all items, by the best method asked."""
    method = next(name for name in BEST_FIRST if name in result.methods)
    found = {row.quantity: row for row in result.rows if row.method == method and row.system is None}
    precision, recall = found["precision"], found["recall"]
    if precision.estimate is None or recall.estimate is None:
        reason = precision.reason or recall.reason or text("none")
        return text("classifier.none", method=method_name(method), reason=escape(reason))
    return text(
        "classifier.said", method=method_name(method), precision=percent(precision.estimate),
        precision_range=shares(precision.low, precision.high), recall=percent(recall.estimate),
        recall_range=shares(recall.low, recall.high),
    )  # fmt: skip


def rows_of(result: ClassifierResult) -> pd.DataFrame:
    """Every quantity by method and version."""
    rows: tuple[ClassifierRow, ...] = result.rows
    return pd.DataFrame({
        text("agreement.column.system"): [system_name(row.system) for row in rows],
        text("classifier.column.method"): [method_name(row.method) for row in rows],
        text("classifier.column.quantity"): [text(f"classifier.quantity.{row.quantity}") for row in rows],
        text("classifier.column.estimate"): [percent(row.estimate) for row in rows],
        text("classifier.column.range"): [shares(row.low, row.high) for row in rows],
        text("classifier.column.items"): [row.n_items for row in rows],
    })  # fmt: skip
