"""The command `trend`: every round in turn, and how each annotator's rates move."""

from __future__ import annotations

import argparse

import pandas as pd

from hero_core import documents
from hero_core.chosen import model_of, read_files
from hero_core.errors import Finding
from hero_core.terminal import SaidProgress
from hero_core.trend import TREND_METHODS, trend

SHOWN = ("round", "system", "method", "estimate", "low", "high", "n_items", "history_gold", "status")
OF_SLOPES = ("annotator", "true_class", "votes", "first", "last", "slope", "low", "high", "p_holm")


def trends(options: argparse.Namespace) -> tuple[documents.Document, pd.DataFrame, tuple[Finding, ...]]:
    """What the command prints: document, table (of the rounds, or with --slopes of the annotators), findings."""
    files = read_files(options)
    result = trend(
        files["history"], files.get("current"), methods=options.methods or TREND_METHODS, resamples=options.resamples,
        level=options.level, seed=options.seed, progress=SaidProgress(options.quiet), **model_of(options),
    )  # fmt: skip
    if options.slopes:
        return documents.document("trend", result), result.slopes_frame()[list(OF_SLOPES)], result.findings
    table = result.to_frame()[list(SHOWN)]
    table["system"] = table["system"].where(table["system"].notna(), "(all)")
    return documents.document("trend", result), table, result.findings
