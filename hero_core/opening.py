"""The commands that open an estimate: `sensitivity` by choices, `slices` by item features."""

from __future__ import annotations

import argparse

import pandas as pd

from hero_core import documents
from hero_core.chosen import model_of, read_files
from hero_core.errors import Finding
from hero_core.sensitivity import sensitivity
from hero_core.slices import slices
from hero_core.terminal import SaidProgress

SHOWN = ("slice", "items_a", "items_b", "estimate_a", "estimate_b", "difference", "low_all", "high_all", "verdict")


Outcome = tuple[documents.Document, pd.DataFrame, tuple[Finding, ...]]


def opened(options: argparse.Namespace) -> Outcome:
    """Of `sensitivity`: document, table, findings."""
    files = read_files(options)
    result = sensitivity(
        files["history"], files["current"], method=options.method, level=options.level, **model_of(options)
    )
    return documents.document("sensitivity", result), result.to_frame(), result.findings


def sliced(options: argparse.Namespace) -> Outcome:
    """Of `slices`: document, table, findings."""
    files = read_files(options)
    result = slices(
        files.get("history"), files["current"], by=options.by, a=options.a, b=options.b, method=options.method,
        resamples=options.resamples, level=options.level, seed=options.seed, margin=options.margin,
        high_is_good=not options.low_is_good, progress=SaidProgress(options.quiet), **model_of(options),
    )  # fmt: skip
    return documents.document("slices", result), result.to_frame()[list(SHOWN)], result.findings
