"""The command line: python -m hero_core COMMAND."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypedDict

import pandas as pd

from hero_core import documents
from hero_core.annotations import Annotations
from hero_core.annotators import annotator_table
from hero_core.compare import compare
from hero_core.entries import (
    covariate_choice,
    flips_of,
    label_classes,
    merges_of,
    one_per_file,
    per_file,
    thresholds_of,
)
from hero_core.errors import Finding, HeroError, SettingsError
from hero_core.estimate import estimate
from hero_core.items import item_table
from hero_core.options import parser
from hero_core.reading import convert, propose, read
from hero_core.results import DEFAULT_METHODS, HISTORY_METHODS, EstimateResult
from hero_core.stability import STABILITY_METHODS, stability
from hero_core.terminal import SaidProgress, print_json, print_table, say_findings

REFUSED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code (0 ran, 2 refused)."""
    options = parser().parse_args(arguments)
    try:
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
        if options.json:
            print_json(document)
        else:
            print_table(table)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    say_findings(findings)
    return 0


def _proposal(options: argparse.Namespace, error: HeroError) -> documents.Document:
    """The proposed layout of a file that validate or convert refused for it."""
    if not any(note.code == "layout_proposed" for note in error.findings) or not hasattr(options, "file"):
        return {}
    proposal = propose(options.file)
    return {} if proposal is None else {"proposal": proposal.to_dict()}


Outcome = tuple[documents.Document, pd.DataFrame, tuple[Finding, ...]]


def _read_files(options: argparse.Namespace) -> dict[str, Annotations]:
    """The files that the options name, by role. Raises HeroError."""
    paths = {role: getattr(options, role) for role in ("history", "current") if getattr(options, role)}
    if options.gold and "history" not in paths:
        raise SettingsError("--gold gives the gold of the history: add --history FILE.")
    choices = _choices(options, list(paths.values()))
    return {
        role: read(
            path,
            role=role,
            repeats=options.repeats,
            **(choices[path] if role == "history" else _without_gold(choices[path])),
        )
        for role, path in paths.items()
    }


class _Choices(TypedDict):
    """How one file is to be read."""

    labels: Mapping[object, object] | None
    columns: dict[str, str] | None
    layout: str | None
    encoding: str | None
    gold: str | None
    gold_encoding: str | None
    merge: Mapping[str, Mapping[str, str]]
    flip_rounds: tuple[str, ...]
    threshold: float | None


def _without_gold(choices: _Choices) -> _Choices:
    return {**choices, "gold": None, "gold_encoding": None}


def _choices(options: argparse.Namespace, files: list[str]) -> dict[str, _Choices]:
    """The reading options of each file. Raises SettingsError."""
    labels = per_file(options.labels, "--labels", files)
    columns = per_file(options.columns, "--columns", files)
    layouts = one_per_file(options.layout, "--layout", files)
    encodings = one_per_file(options.encoding, "--encoding", files)
    merges, flips = merges_of(options.merge, files), flips_of(options.flip_rounds, files)
    thresholds = thresholds_of(options.threshold, files)
    if options.gold_encoding and not options.gold:
        raise SettingsError("--gold-encoding is about the file of --gold: add --gold FILE.")
    return {
        path: {
            "labels": label_classes(labels[path]),
            "columns": columns[path] or None,
            "layout": layouts[path],
            "encoding": encodings[path],
            "gold": options.gold,
            "gold_encoding": options.gold_encoding,
            "merge": merges[path],
            "flip_rounds": flips[path],
            "threshold": thresholds[path],
        }
        for path in files
    }


class _Model(TypedDict):
    """The options of `estimate` and `stability` that say how the model is fitted."""

    covariates: str | tuple[str, ...]
    hero2_weight: str
    ridge: float | str
    tol: float
    max_iter: int
    pec_pseudocounts: tuple[float, float, float]
    values: tuple[float, ...] | None
    overlap: str
    new_annotators: str
    prevalence: str


def _model(options: argparse.Namespace) -> _Model:
    return {
        "covariates": covariate_choice(options.covariates),
        "hero2_weight": options.hero2_weight,
        "ridge": options.ridge,
        "tol": options.tol,
        "max_iter": options.max_iter,
        "pec_pseudocounts": options.pec_pseudocounts,
        "values": options.values,
        "overlap": options.overlap,
        "new_annotators": options.new_annotators,
        "prevalence": options.prevalence,
    }


def _estimated(options: argparse.Namespace) -> EstimateResult:
    files = _read_files(options)
    methods = options.methods or DEFAULT_METHODS
    needing = [name for name in methods if name in HISTORY_METHODS]
    if "history" not in files and options.methods and needing:
        raise SettingsError(f"{', '.join(needing)} need a history file with gold labels: add --history FILE.")
    return estimate(
        files.get("history"),
        files["current"],
        methods=methods,
        resamples=options.resamples,
        level=options.level,
        seed=options.seed,
        progress=SaidProgress(options.quiet),
        **_model(options),
    )


def _estimate(options: argparse.Namespace) -> Outcome:
    result = _estimated(options)
    table = result.to_frame().drop(columns=["class_shares", "level", "converged", "reason"])
    table["system"] = table["system"].where(table["system"].notna(), "(all)")
    return documents.estimate_document(result), table, result.findings


def _compare(options: argparse.Namespace) -> Outcome:
    result = _estimated(options)
    found = compare(result, options.a, options.b, margin=options.margin, high_is_good=not options.low_is_good)
    return documents.comparison_document(result, found), _facts(asdict(found)), result.findings


def _facts(facts: Mapping[str, object]) -> pd.DataFrame:
    """One row per fact."""
    return pd.DataFrame({"": list(facts), "value": [str(value) for value in facts.values()]})


def _annotators(options: argparse.Namespace) -> Outcome:
    files = _read_files(options)
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
    hidden = ["confusion", "low", "high", "interval", "gold_counts", "expected_counts"]
    return documents.annotators_document(result), result.to_frame().drop(columns=hidden), result.findings


def _stability(options: argparse.Namespace) -> Outcome:
    files = _read_files(options)
    methods = options.methods or (STABILITY_METHODS if "history" in files else STABILITY_METHODS[:3])
    result = stability(
        files["current"],
        files.get("history"),
        methods=methods,
        fractions=options.fractions,
        repeats_per_fraction=options.repeats_per_fraction,
        seed=options.seed,
        level=options.level,
        progress=SaidProgress(options.quiet),
        **_model(options),
    )
    notes = tuple(
        Finding(severity="warning", code="no_curve", message=f"{name}: {why}") for name, why in result.notes.items()
    )
    return documents.stability_document(result), result.to_frame(), (*result.findings, *notes)


def _items(options: argparse.Namespace) -> Outcome:
    files = _read_files(options)
    method = options.method or ("hero1" if "history" in files else "pec")
    result = item_table(
        files["current"],
        files.get("history"),
        method=method,
        **_model(options),
    )
    table = result.frame.sort_values("entropy", ascending=False, na_position="last", kind="stable")
    return documents.items_document(result, method), table, result.findings


def _validate(options: argparse.Namespace) -> Outcome:
    choices = _choices(options, [options.file])[options.file]
    file = read(options.file, role=options.role, repeats=options.repeats, **choices)
    document = documents.validate_document(file)
    facts = {**document["file"], **document["counts"]}
    return document, _facts(facts), file.findings


def _convert(options: argparse.Namespace) -> Outcome:
    output = Path(options.output)
    if output.exists() and output.samefile(options.file):
        raise SettingsError(f"{output} is the file to convert: give another name for the result.")
    content, table = convert(options.file, **_choices(options, [options.file])[options.file])
    try:
        output.write_bytes(content)
    except OSError as trouble:
        raise SettingsError(f"{output} cannot be written ({trouble.strerror}).") from trouble
    document = documents.convert_document(table.name, str(output), table.n_rows, list(table.columns), table.findings)
    facts = {key: document[key] for key in ("file", "output", "rows", "columns")}
    return document, _facts(facts), table.findings


COMMANDS: dict[str, Callable[[argparse.Namespace], Outcome]] = {
    "estimate": _estimate,
    "compare": _compare,
    "annotators": _annotators,
    "stability": _stability,
    "items": _items,
    "validate": _validate,
    "convert": _convert,
}
