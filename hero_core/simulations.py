"""The command `simulate`: a trial of the methods in simulated rounds, or one such round as files."""

from __future__ import annotations

import argparse
from typing import Any

import pandas as pd

from hero_core import documents
from hero_core.entries import design_fields
from hero_core.errors import Finding, SettingsError
from hero_core.published import figures_for
from hero_core.results import TrialsResult
from hero_core.terminal import SaidProgress
from hero_core.trials import first_round, trials

SHOWN = ("method", "rounds", "missing", "bias", "bias_error", "sd", "rmse", "coverage", "coverage_error", "width")
OF_SCORES = ("score_mse", "score_mse_error", "tau", "tau_error")


def simulations(options: argparse.Namespace) -> tuple[documents.Document, pd.DataFrame, tuple[Finding, ...]]:
    """What the command prints: document, table, findings."""
    overrides: dict[str, Any] = design_fields(options.set) | ({} if options.k is None else {"k": options.k})
    if options.write is not None:
        return *_written(options, overrides), ()
    result = trials(
        options.design, repetitions=options.repetitions, seed=options.seed, methods=options.methods,
        resamples=options.resamples, level=options.level, pools=options.pools, progress=SaidProgress(options.quiet),
        **overrides,
    )  # fmt: skip
    return documents.trials_document(result), trials_table(result), ()


def trials_table(result: TrialsResult) -> pd.DataFrame:
    """One row per method; scores and ranking where there are several systems, the paper's figures where it has any."""
    table = result.to_frame()[[*SHOWN, *(OF_SCORES if result.systems > 1 else ())]]
    said = figures_for(result)
    if said:
        table["paper_bias"] = [said[name].bias if name in said else None for name in result.methods]
        table["paper_sd"] = [said[name].sd if name in said else None for name in result.methods]
    return table


def _written(options: argparse.Namespace, overrides: dict[str, object]) -> tuple[documents.Document, pd.DataFrame]:
    """The first round of the trial as files."""
    rounds = first_round(options.design, seed=options.seed, pools=options.pools, **overrides)
    try:
        files = [str(path) for path in rounds.write(options.write)]
    except OSError as trouble:
        raise SettingsError(f"{options.write} cannot be written ({trouble.strerror}).") from trouble
    document = documents.written_document(options.design, options.seed, overrides, rounds, files)
    rows = {"design": options.design, **{f"file {number + 1}": path for number, path in enumerate(files)}}
    rows |= {f"true share, {name}": f"{share:.4f}" for name, share in document["true_shares"].items()}
    return document, pd.DataFrame({"": list(rows), "value": [str(value) for value in rows.values()]})
