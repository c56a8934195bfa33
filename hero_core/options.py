"""The options of the shell and how their texts are read."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Mapping
from pathlib import Path

from hero_core.errors import SettingsError
from hero_core.results import METHODS

NO_VOTE = ("none", "no vote", "")


def parser() -> argparse.ArgumentParser:
    """The command line of `python -m hero_core`."""
    top = argparse.ArgumentParser(
        prog="hero",
        description="Which version is really better, how sure that is, and whom to believe.",
        epilog="Exit 0: ran. Exit 2: input refused or wrong usage, with a message. --json prints one JSON document.",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    both = _reading(argparse.ArgumentParser(add_help=False))
    model = _model(argparse.ArgumentParser(add_help=False))

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=[both, model])

    estimate = add("estimate", "Estimates of all methods side by side, with intervals.")
    _files(estimate, history=False, current=True)
    _resampling(estimate, 1000)
    compare = add("compare", "Paired difference of two systems, and the verdict.")
    _files(compare, history=False, current=True)
    _resampling(compare, 1000)
    compare.add_argument("--a", required=True, metavar="S", help="first system")
    compare.add_argument("--b", required=True, metavar="S", help="second system")
    compare.add_argument("--margin", type=float, default=0.02, help="difference that counts as equal (default 0.02)")
    compare.add_argument("--low-is-good", action="store_true", help="the label 1 marks something bad, such as a defect")
    annotators = add("annotators", "Confusion matrix of each annotator, with counts and intervals.")
    _files(annotators, history=True, current=False)
    _resampling(annotators, 200)
    stability = add("stability", "How the ranking of systems moves when annotators are left out.")
    _files(stability, history=False, current=True)
    stability.add_argument(
        "--fractions",
        type=_numbers,
        default=(0.3, 0.5, 0.7, 0.9),
        metavar="F,F,...",
        help="shares of annotators kept (default 0.3,0.5,0.7,0.9)",
    )
    stability.add_argument(
        "--repeats-per-fraction", type=int, default=200, metavar="N", help="subsets drawn (default 200)"
    )
    stability.add_argument("--level", type=float, default=0.95)
    stability.add_argument("--seed", type=int, default=0)
    items = add("items", "Posterior, credit, entropy and split of each item.")
    _files(items, history=False, current=True)
    items.add_argument("--method", default=None, choices=METHODS, help="default hero1, without history pec")
    _one_file(commands, both)
    return top


def _one_file(commands: argparse._SubParsersAction[argparse.ArgumentParser], both: argparse.ArgumentParser) -> None:
    validate = commands.add_parser("validate", help="What the reader sees in a file.", parents=[both])
    validate.add_argument("file", metavar="F")
    _flip(validate)
    validate.add_argument("--role", choices=("history", "current"), default="current")
    convert = commands.add_parser(
        "convert", help="Write a file in our columns, as CSV for spreadsheets.", parents=[both]
    )
    convert.add_argument("file", metavar="F")
    convert.add_argument("-o", "--output", required=True, metavar="OUT", help="the CSV file to write")


def _files(command: argparse.ArgumentParser, *, history: bool, current: bool) -> None:
    command.add_argument("--history", required=history, metavar="F", help="earlier rounds, with some gold labels")
    command.add_argument("--current", required=current, metavar="F", help="the round to judge")


def _reading(group: argparse.ArgumentParser) -> argparse.ArgumentParser:
    group.add_argument(
        "--repeats",
        choices=("drop", "first", "last", "keep"),
        default="drop",
        help="what to do with several votes of one annotator on one item (default drop)",
    )
    group.add_argument(
        "--labels",
        action="append",
        default=[],
        metavar="FILE:VALUE=CLASS,...",
        help="class of each label of a file (FILE may be *); CLASS none = no vote; repeatable",
    )
    group.add_argument(
        "--columns",
        action="append",
        default=[],
        metavar="FILE:item_id=NAME,...",
        help="which columns of a file to read; repeatable",
    )
    group.add_argument(
        "--layout",
        action="append",
        default=[],
        metavar="FILE:NAME",
        help="accept the layout of another tool for a file, as validate proposes it; NAME:ANSWER where several "
        "fields may hold the label; plain = as it stands; repeatable",
    )
    group.add_argument(
        "--gold", default=None, metavar="FILE", help="gold labels by item in a file of their own, for the history"
    )
    group.add_argument(
        "--merge",
        action="append",
        default=[],
        metavar="FILE:COLUMN:A=B,...",
        help="read id A of item_id, annotator_id, system or round as B; repeatable",
    )
    group.add_argument("--json", action="store_true", help="print one JSON document on stdout and nothing else there")
    group.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return group


def _flip(group: argparse.ArgumentParser) -> None:
    group.add_argument(
        "--flip-rounds",
        action="append",
        default=[],
        metavar="FILE:ROUND,...",
        help="swap the two labels of these rounds of a file; repeatable",
    )


def _model(group: argparse.ArgumentParser) -> argparse.ArgumentParser:
    _flip(group)
    group.add_argument("--methods", type=_words, default=None, metavar="a,b", help="of " + ", ".join(METHODS))
    group.add_argument(
        "--covariates", default="auto", metavar="auto|none|x_a,x_b", help="what HERO-2 uses (default auto)"
    )
    group.add_argument(
        "--hero2-weight",
        choices=("paper", "finite"),
        default="paper",
        help="finite: multiply the coefficient by N/(N+n) (default paper)",
    )
    group.add_argument(
        "--ridge",
        type=_ridge,
        default="auto",
        metavar="C|auto",
        help="ridge of HERO-2's regression; auto: 0 up to five covariates, beyond by cross-validation (default auto)",
    )
    group.add_argument(
        "--new-annotators",
        choices=("drop", "pool"),
        default="drop",
        help="votes of annotators without history: left out of HERO, or used, tied to the pool (default drop)",
    )
    group.add_argument(
        "--prevalence",
        choices=("shared", "by_group"),
        default="shared",
        help="class shares of the history: the same for all items, or one set for each round and system",
    )
    group.add_argument("--overlap", choices=("drop", "keep"), default="drop", help="items that stand in both files")
    group.add_argument(
        "--values", type=_numbers, default=None, metavar="0,0.5,1", help="worth of each class, lowest class first"
    )
    group.add_argument("--tol", type=float, default=1e-6, help="largest move of a rate at convergence (default 1e-6)")
    group.add_argument("--max-iter", type=int, default=2000, metavar="N", help="limit of EM steps (default 2000)")
    group.add_argument(
        "--pec-pseudocounts",
        type=_numbers,
        default=(0.0, 0.01, 0.01),
        metavar="CLASS,DIAG,OFF",
        help="PEC's Dirichlet parameters minus 1 (default 0,0.01,0.01)",
    )
    return group


def _resampling(command: argparse.ArgumentParser, default: int) -> None:
    command.add_argument(
        "--resamples",
        type=int,
        default=default,
        metavar="N",
        help=f"bootstrap resamples (default {default}; 0 = analytic interval)",
    )
    command.add_argument("--level", type=float, default=0.95, help="level of the intervals (default 0.95)")
    command.add_argument("--seed", type=int, default=0, help="same seed, same numbers (default 0)")


def _ridge(text: str) -> float | str:
    try:
        return text if text == "auto" else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither auto nor a number") from None


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(word) for word in text.split(",") if word.strip())
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of numbers such as 0,0.5,1") from None


def per_file(entries: list[str], option: str, files: list[str]) -> dict[str, dict[str, str]]:
    """ "FILE:A=B,C=D" entries as {file: {A: B, C: D}} over the given files; "*" stands for all of them.

    FILE is a path as given or just its name. Raises SettingsError for an entry of another form or an unknown file.
    """
    found: dict[str, dict[str, str]] = {path: {} for path in files}
    for entry in entries:
        targets, rest = _targets(entry, option, files)
        for part in next(csv.reader([rest], skipinitialspace=True), []):
            key, sign, value = part.rpartition("=")
            if not sign:
                raise SettingsError(f"{option} {entry!r}: {part!r} is not of the form A=B.")
            for path in targets:
                found[path][key.strip()] = value.strip()
    return found


def layouts_of(entries: list[str], files: list[str]) -> dict[str, str | None]:
    """ "FILE:NAME" entries as {file: NAME} over the given files, None where there is none. Raises SettingsError."""
    found: dict[str, str | None] = dict.fromkeys(files)
    for entry in entries:
        targets, name = _targets(entry, "--layout", files)
        found |= dict.fromkeys(targets, name.strip())
    return found


def merges_of(entries: list[str], files: list[str]) -> dict[str, dict[str, dict[str, str]]]:
    """ "FILE:COLUMN:A=B" entries as {file: {COLUMN: {A: B}}} over the given files. Raises SettingsError."""
    found: dict[str, dict[str, dict[str, str]]] = {path: {} for path in files}
    for entry in entries:
        targets, rest = _targets(entry, "--merge", files)
        column, colon, pairs = rest.partition(":")
        if not colon:
            raise SettingsError(f"--merge {entry!r}: it must be of the form FILE:COLUMN:A=B.")
        for path in targets:
            found[path].setdefault(column.strip(), {}).update(per_file([f"*:{pairs}"], "--merge", [path])[path])
    return found


def flips_of(entries: list[str], files: list[str]) -> dict[str, tuple[str, ...]]:
    """ "FILE:ROUND,ROUND" entries as {file: rounds} over the given files. Raises SettingsError."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(files, ())
    for entry in entries:
        targets, rest = _targets(entry, "--flip-rounds", files)
        found |= {path: (*found[path], *_words(rest)) for path in targets}
    return found


def _targets(entry: str, option: str, files: list[str]) -> tuple[list[str], str]:
    if entry.startswith("*:"):
        return files, entry[2:]
    for path in sorted(files, key=len, reverse=True):
        for name in (path, Path(path).name):
            if entry.startswith(name + ":"):
                return [path], entry[len(name) + 1 :]
    known = ", ".join(Path(path).name for path in files)
    raise SettingsError(
        f"{option} {entry!r}: it must begin with the name of a file and a colon (files: {known}; * for all)."
    )


def label_classes(mapping: Mapping[str, str]) -> Mapping[object, object] | None:
    """Label mapping of one file, None where there is none; "none" means no vote."""
    if not mapping:
        return None
    return {label: None if name.lower() in NO_VOTE else name for label, name in mapping.items()}


def covariate_choice(text: str) -> str | tuple[str, ...]:
    """auto, none, or a list of columns."""
    return text if text in ("auto", "none") else _words(text)
