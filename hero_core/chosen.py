"""What the options of the shell ask for: files to read, and how; how the model is fitted."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TypedDict

from hero_core.annotations import Annotations
from hero_core.compare import check_margin
from hero_core.entries import (
    covariate_choice,
    flips_of,
    label_classes,
    merges_of,
    one_per_file,
    per_file,
    thresholds_of,
)
from hero_core.errors import SettingsError
from hero_core.planning import check_question
from hero_core.reading import read
from hero_core.resample import check_sampling
from hero_core.results import METHODS
from hero_core.solved import FitChoices, ModelChoices, ModelOptions
from hero_core.subsets import Sizes


def check(options: argparse.Namespace) -> None:
    """Refuse, before any file is read, what cannot be asked for. Raises SettingsError."""
    if getattr(options, "methods", None) == ():
        raise SettingsError(f"--methods names no method: give some of {', '.join(METHODS)}.")
    if hasattr(options, "level"):
        check_sampling(getattr(options, "resamples", 0), options.level, getattr(options, "seed", 0))
    if hasattr(options, "tol"):
        methods = getattr(options, "methods", None) or METHODS
        ModelOptions(methods=methods, text=getattr(options, "text", None), **model_of(options)).check()
    if hasattr(options, "power"):
        check_question(options.detect, options.power, options.level)
    if hasattr(options, "margin"):
        check_margin(options.margin)
    if hasattr(options, "fractions"):
        Sizes(fractions=options.fractions, annotators=options.annotators, repeats=options.repeats_per_fraction,
              seed=options.seed).check()  # fmt: skip


def read_files(options: argparse.Namespace) -> dict[str, Annotations]:
    """The files that the options name, by role. Raises HeroError."""
    paths = {role: getattr(options, role) for role in ("history", "current") if getattr(options, role)}
    if options.gold and "history" not in paths:
        raise SettingsError("--gold gives the gold of the history: add --history FILE.")
    choices = choices_of(options, list(paths.values()))
    return {
        role: read(
            path,
            role=role,
            repeats=options.repeats,
            **(choices[path] if role == "history" else _without_gold(choices[path])),
        )
        for role, path in paths.items()
    }


class Choices(TypedDict):
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


def _without_gold(choices: Choices) -> Choices:
    return {**choices, "gold": None, "gold_encoding": None}


def choices_of(options: argparse.Namespace, files: list[str]) -> dict[str, Choices]:
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


def model_of(options: argparse.Namespace) -> ModelChoices:
    """The options of every command that say how the model is fitted, with the worth of each class."""
    return {**fitting_of(options), "values": options.values}


def fitting_of(options: argparse.Namespace) -> FitChoices:
    """The same without the worth of each class."""
    return {
        "covariates": covariate_choice(options.covariates),
        "hero2_weight": options.hero2_weight,
        "ridge": options.ridge,
        "tol": options.tol,
        "max_iter": options.max_iter,
        "pec_pseudocounts": options.pec_pseudocounts,
        "overlap": options.overlap,
        "new_annotators": options.new_annotators,
        "prevalence": options.prevalence,
    }
