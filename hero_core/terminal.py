"""What the shell prints: documents, tables, findings, progress."""

from __future__ import annotations

import json
import sys
import time

import pandas as pd

from hero_core import documents
from hero_core.decimals import fixed
from hero_core.errors import Finding
from hero_core.graphemes import cut
from hero_core.results import AgreementResult
from hero_core.telling.advice import side_by_side

QUIET_SECONDS = 1.0
SHOWN_ROWS = 200
LONGEST_CELL = 60


def print_json(document: documents.Document) -> None:
    """One document on standard output, in one line; a number that is not finite is a defect and raises."""
    json.dump(document, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")


def print_table(table: pd.DataFrame) -> None:
    """The first rows of a table for a person, and how many more there are."""
    if table.empty:
        print("nothing to list")
        return
    shown = table.head(SHOWN_ROWS)
    with pd.option_context("display.width", 200, "display.max_columns", None, "display.max_rows", None):
        print(shown.map(_cell).to_string(index=False))
    if len(table) > len(shown):
        print(f"... and {len(table) - len(shown)} more rows; --json has all of them")


def _cell(value: object) -> str:
    """One cell for a person: four decimals, a dash for nothing, long texts shortened."""
    if value is None or (isinstance(value, float) and value != value):
        return "-"
    if isinstance(value, (tuple, list)):
        return _cell(", ".join(map(str, value)) or None)
    told = fixed(value, 4) if isinstance(value, float) else str(value)
    return cut(told, LONGEST_CELL)


def agreement_table(result: AgreementResult) -> pd.DataFrame:
    """All items, each system and each pair of annotators in one table."""
    shared = {"agreement": "equal", "agreement_low": "equal_low", "agreement_high": "equal_high"}
    overall = result.to_frame().rename(columns=shared)
    overall.insert(0, "of", overall["system"].where(overall["system"].notna(), "(all)"))
    bounds = ["low", "high"]
    overall = overall.rename(columns={"alpha": "coefficient", "alpha_low": "low", "alpha_high": "high"})
    overall["kind"] = f"alpha, {result.metric}"
    pairs = result.pairs_frame().rename(columns=shared)
    pairs = pairs.rename(columns={"kappa": "coefficient", "kappa_low": "low", "kappa_high": "high"})
    pairs["of"], pairs["kind"] = pairs["a"] + " & " + pairs["b"], "kappa"
    columns = ["of", "n_items", *shared.values(), "kind", "coefficient", *bounds]
    tables = [table[columns].astype(object) for table in (overall, pairs) if len(table)]
    return pd.concat(tables, ignore_index=True)


def without_alpha(result: AgreementResult) -> tuple[Finding, ...]:
    """In words why a dash stands in the table of agreement: for all items, else for the systems that have no alpha."""
    everything, *systems = result.rows
    notes = (
        [everything.reason] if everything.reason else [f"{row.system}: {row.reason}" for row in systems if row.reason]
    )
    return tuple(Finding(severity="info", code="no_alpha", message=note) for note in notes)


def say_findings(findings: tuple[Finding, ...], *, skip_errors: bool = False) -> None:
    """Findings on standard error, one line each; errors only where no message has said them already."""
    for finding in side_by_side(findings):
        if not (skip_errors and finding.severity == "error"):
            print(f"{finding.severity}: {finding.message} {finding.remedy}".rstrip(), file=sys.stderr)


class SaidProgress:
    """Says on stderr how far long work is, after its first second and then about once a second."""

    def __init__(self, quiet: bool) -> None:
        self.quiet, self.said, self.last = quiet, time.monotonic(), ""

    def __call__(self, done: float, what: str) -> None:
        now, line = time.monotonic(), f"{what}: {100 * done:.0f}%"
        if not self.quiet and now - self.said >= QUIET_SECONDS and line != self.last:
            self.said, self.last = now, line
            print(line, file=sys.stderr, flush=True)
