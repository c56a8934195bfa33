"""The command line: python -m hero_core COMMAND."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TypedDict

import pandas as pd

from hero_core import documents
from hero_core.adding import added
from hero_core.agreement import agreement
from hero_core.annotations import Annotations
from hero_core.annotators import annotator_table
from hero_core.chosen import check, choices_of, fitting_of, model_of, read_files
from hero_core.classifier import CLASSIFIER_METHODS, classifier
from hero_core.compare import compare, decide
from hero_core.errors import Finding, HeroError, SettingsError
from hero_core.estimate import estimate
from hero_core.items import item_table
from hero_core.opening import opened, sliced
from hero_core.options import parser
from hero_core.planning import plan
from hero_core.reading import convert, propose, read
from hero_core.results import (
    DEFAULT_METHODS,
    HISTORY_METHODS,
    ClassifierRow,
    Comparison,
    Decision,
    EstimateResult,
    Target,
    frame_of,
)
from hero_core.simulations import simulations
from hero_core.stability import STABILITY_METHODS, stability
from hero_core.standings import standings
from hero_core.target import against_target
from hero_core.terminal import SaidProgress, agreement_table, print_json, print_table, say_findings, without_alpha
from hero_core.trending import trends
from hero_core.writing import output_of, write, write_report

REFUSED = 2
# Matrices of the annotators: in the JSON, too wide for a table.
HIDDEN = ("confusion", "low", "high", "interval", "gold_counts", "expected_counts", "pool", "pool_difference",
          "pool_low", "pool_high")  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code (0 ran, 2 refused)."""
    options = parser().parse_args(arguments)
    try:
        check(options)
        document, table, findings = COMMANDS[options.command](options)
    except HeroError as error:
        if options.json:
            print_json({**documents.refusal_document(options.command, error), **_proposal(options, error)})
        say_findings(error.findings, skip_errors=True)
        print(f"hero {options.command}: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    try:
        print_json(document) if options.json else print_table(table)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    say_findings(findings)
    return 0


def _proposal(options: argparse.Namespace, error: HeroError) -> documents.Document:
    """The proposed layout of a file that validate or convert refused for it."""
    if not any(note.code == "layout_proposed" for note in error.findings) or not hasattr(options, "file"):
        return {}
    proposal = propose(options.file, encoding=choices_of(options, [options.file])[options.file]["encoding"])
    return {} if proposal is None else {"proposal": proposal.to_dict()}


Outcome = tuple[documents.Document, pd.DataFrame, tuple[Finding, ...]]


def _asked(options: argparse.Namespace, files: Mapping[str, Annotations], default: Sequence[str]) -> Sequence[str]:
    """The methods to compute. Raises SettingsError for one named that needs a history where there is none."""
    methods = options.methods or default
    needing = [name for name in methods if name in HISTORY_METHODS]
    if "history" not in files and options.methods and needing:
        raise SettingsError(f"{', '.join(needing)} need a history file with gold labels: add --history FILE.")
    return tuple(methods)


def _estimated(options: argparse.Namespace) -> EstimateResult:
    return _estimated_from(options, read_files(options))


def _estimated_from(options: argparse.Namespace, files: Mapping[str, Annotations]) -> EstimateResult:
    methods = _asked(options, files, DEFAULT_METHODS)
    return estimate(
        files.get("history"),
        files["current"],
        methods=methods,
        resamples=options.resamples,
        level=options.level,
        seed=options.seed,
        text=options.text,
        progress=SaidProgress(options.quiet),
        **model_of(options),
    )


def _estimate(options: argparse.Namespace) -> Outcome:
    result = _estimated(options)
    table = result.to_frame().drop(columns=["class_shares", "level", "converged", "reason"])
    table["system"] = table["system"].where(table["system"].notna(), "(all)")
    return documents.estimate_document(result), table, result.findings


def _compare(options: argparse.Namespace) -> Outcome:
    if bool(options.a) != bool(options.b) and options.target is None:
        raise SettingsError("compare needs both --a and --b, or neither of them for all pairs.")
    result = _estimated(options)
    rules: _Rules = {"method": options.method, "margin": options.margin, "high_is_good": not options.low_is_good}
    verdict = decide(result, **rules)
    asked: list[str | None] = [options.a] if options.a else [*result.systems] or [None]
    targets = () if options.target is None else tuple(
        against_target(result, options.target, system=name, method=options.method) for name in asked
    )  # fmt: skip
    ranks = standings(result, method=verdict.method, high_is_good=verdict.high_is_good)
    pair = compare(result, options.a, options.b, **rules) if options.a and options.b else None
    table = _facts(asdict(pair)) if pair else frame_of(targets, Target) if targets else _pairs(verdict)
    return documents.comparison_document(result, pair, verdict, ranks, targets), table, result.findings


class _Rules(TypedDict):
    """How a difference is judged."""

    method: str | None
    margin: float
    high_is_good: bool


def _pairs(verdict: Decision) -> pd.DataFrame:
    columns = ["a", "b", "difference", "low", "high", "probability_above", "verdict"]
    return frame_of(verdict.comparisons, Comparison)[columns]


def _facts(facts: Mapping[str, object]) -> pd.DataFrame:
    """One row per fact."""
    return pd.DataFrame({"": list(facts), "value": pd.Series(list(facts.values()), dtype=object)})


def _classifier(options: argparse.Namespace) -> Outcome:
    if options.values is not None:
        raise SettingsError("--values has no meaning here: precision and recall count positives.")
    files = read_files(options)
    result = classifier(
        files.get("history"),
        files["current"],
        methods=_asked(options, files, CLASSIFIER_METHODS),
        resamples=options.resamples,
        level=options.level,
        seed=options.seed,
        progress=SaidProgress(options.quiet),
        **fitting_of(options),
    )
    rows = (*result.rows, *result.history_gold)
    table = frame_of(rows, ClassifierRow).drop(columns=["level", "interval", "reason"])
    table["system"] = table["system"].where(table["system"].notna(), "(all)")
    return documents.classifier_document(result), table, result.findings


def _annotators(options: argparse.Namespace) -> Outcome:
    files = read_files(options)
    result = annotator_table(
        files.get("history"),
        files.get("current"),
        resamples=options.resamples,
        level=options.level,
        seed=options.seed,
        tol=options.tol,
        max_iter=options.max_iter,
        values=options.values,
        overlap=options.overlap,
        progress=SaidProgress(options.quiet),
    )
    table = result.to_frame().drop(columns=[*HIDDEN, "drift"])
    table["drift_p"] = [None if row.drift is None else row.drift.p_holm for row in result.rows]
    return documents.annotators_document(result), table.dropna(axis="columns", how="all"), result.findings


def _stability(options: argparse.Namespace) -> Outcome:
    files = read_files(options)
    methods = options.methods or (STABILITY_METHODS if "history" in files else STABILITY_METHODS[:3])
    result = stability(
        files["current"], files.get("history"), methods=methods, fractions=options.fractions,
        annotators=options.annotators, repeats_per_fraction=options.repeats_per_fraction, seed=options.seed,
        high_is_good=not options.low_is_good, level=options.level, progress=SaidProgress(options.quiet),
        **model_of(options),
    )  # fmt: skip
    notes = tuple(
        Finding(severity="warning", code="no_curve", message=f"{name}: {why}") for name, why in result.notes.items()
    )
    return documents.stability_document(result), result.to_frame(), (*result.findings, *notes)


def _items(options: argparse.Namespace) -> Outcome:
    files = read_files(options)
    method = options.method or ("hero1" if "history" in files else "pec")
    result = item_table(
        files["current"],
        files.get("history"),
        method=method,
        **model_of(options),
    )
    table = result.frame.sort_values("entropy", ascending=False, na_position="last", kind="stable")
    return documents.items_document(result, method), table, result.findings


def _plan(options: argparse.Namespace) -> Outcome:
    files = read_files(options)
    result = plan(
        files.get("history"),
        files["current"],
        a=options.a,
        b=options.b,
        detect=options.detect,
        power=options.power,
        level=options.level,
        method=options.method,
        seed=options.seed,
        **model_of(options),
    )
    table = result.to_frame()
    for name in ("now", "needed"):  # counts, but for the votes per item
        table[name] = [None if pd.isna(count) else f"{round(count, 2):.12g}" for count in table[name].astype(float)]
    return documents.document("plan", result), table, result.findings


def _report(options: argparse.Namespace) -> Outcome:
    output = output_of(options, [options.history, options.current, options.gold])
    files = read_files(options)
    result = _estimated_from(options, files)
    document = write_report(options, files, result, output)
    facts = {key: document[key] for key in ("output", "bytes")} | {"verdict": document["decision"]["state"]}
    return document, _facts(facts), result.findings


def _validate(options: argparse.Namespace) -> Outcome:
    choices = choices_of(options, [options.file])[options.file]
    file = read(options.file, role=options.role, repeats=options.repeats, **choices)
    document = documents.validate_document(file)
    facts = {**document["file"], **document["counts"]}
    return document, _facts(facts), file.findings


def _agreement(options: argparse.Namespace) -> Outcome:
    choices = choices_of(options, [options.file])[options.file]
    file = read(options.file, role=options.role, repeats=options.repeats, **choices)
    result = agreement(file, metric=options.metric, resamples=options.resamples, level=options.level, seed=options.seed)
    return documents.agreement_document(result), agreement_table(result), (*result.findings, *without_alpha(result))


def _convert(options: argparse.Namespace) -> Outcome:
    output = output_of(options, [options.file])
    content, table = convert(options.file, **choices_of(options, [options.file])[options.file])
    write(output, content)
    document = documents.convert_document(table.name, str(output), table.n_rows, list(table.columns), table.findings)
    facts = {key: document[key] for key in ("file", "output", "rows", "columns")}
    return document, _facts(facts), table.findings


COMMANDS: dict[str, Callable[[argparse.Namespace], Outcome]] = {
    "estimate": _estimate,
    "compare": _compare,
    "classifier": _classifier,
    "annotators": _annotators,
    "stability": _stability,
    "items": _items,
    "plan": _plan,
    "sensitivity": opened,
    "slices": sliced,
    "report": _report,
    "validate": _validate,
    "agreement": _agreement,
    "convert": _convert,
    "simulate": simulations,
    "trend": trends,
    "add-round": added,
}
