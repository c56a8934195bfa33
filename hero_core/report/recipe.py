"""How to get the numbers again: the lines in Python and in the shell, from the provenance of a result."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from hero_core.covariates import TEXT_COLUMN
from hero_core.entries import name_entry, pairs_entry
from hero_core.results import DEFAULT_METHODS, Decision, EstimateResult
from hero_core.solved import MANY, ModelOptions
from hero_core.words import ENGLISH

ROLES = ("history", "current")
SAMPLING = ("resamples", "level", "seed")
TABLE_COLUMNS = ("system", "method", "estimate", "low", "high", "status")
DEFAULTS = {"methods": DEFAULT_METHODS, **{field.name: field.default for field in fields(ModelOptions)[1:]}}


@dataclass(frozen=True, kw_only=True)
class FileRecipe:
    """One file: its path beside the lines, hash, and the reading choices that are not the default."""

    role: str
    path: str
    sha256: str
    reading: Mapping[str, Any]

    @property
    def options(self) -> dict[str, Any]:
        """The options of `read`, without those that have their default."""
        found, columns = self.reading, dict(self.reading["columns"])
        if found["layout"] or all(name == header for name, header in columns.items()):
            columns = {}
        gold = found["gold"] or {}
        encoding = found["encoding"] if found["container"] != "xlsx" and found["form"] == "text" else None
        options = {
            "labels": found["labels"], "columns": columns, "layout": found["layout"],
            "threshold": _short(found["threshold"]),
            "encoding": None if encoding == "utf-8" else encoding, "merge": found["merge"],
            "flip_rounds": tuple(found["flip_rounds"]), "gold": gold.get("name"),
            "gold_encoding": None if gold.get("encoding") == "utf-8" else gold.get("encoding"),
            "repeats": None if found["repeats"] == "drop" else found["repeats"],
        }  # fmt: skip
        return {name: value for name, value in options.items() if value not in (None, {}, ())}


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """Both files, the options of `estimate` that are not the default, and how the verdict was asked for."""

    files: tuple[FileRecipe, ...]
    model: Mapping[str, Any]
    sampling: Mapping[str, Any]
    verdict: Mapping[str, Any]

    @classmethod
    def of(cls, result: EstimateResult, decision: Decision | None) -> Recipe:
        """All it takes to get the numbers of a result again."""
        facts: Any = {role: result.provenance[role] for role in ROLES if result.provenance.get(role) is not None}
        same = len({found["name"] for found in facts.values()}) < len(facts)
        files = tuple(
            FileRecipe(
                role=role, path=f"{role}/{found['name']}" if same else str(found["name"]),
                sha256=str(found["sha256"]), reading=found["reading"],
            )
            for role, found in facts.items()
        )  # fmt: skip
        settings: Any = result.provenance["settings"]
        verdict = {} if decision is None else {
            "method": decision.method, "margin": decision.margin, "high_is_good": decision.high_is_good,
        }  # fmt: skip
        return cls(files=files, model=_model(result, settings, "history" in facts), verdict=verdict,
                   sampling={name: settings[name] for name in SAMPLING})  # fmt: skip

    @property
    def has_history(self) -> bool:
        """There is a history beside the current round."""
        return any(file.role == "history" for file in self.files)


def _model(result: EstimateResult, settings: Mapping[str, Any], has_history: bool) -> dict[str, Any]:
    """The options of `estimate` about the model, as they were used, without those that have their default."""
    used: dict[str, Any] = {name: _hashable(value) for name, value in settings.items() if name not in SAMPLING}
    if not used["ridge"] and len(used["covariates"]) <= MANY:
        used["ridge"] = "auto"
    used["covariates"] = _covariates(result, settings) if has_history else "auto"
    if used["values"] == (0.0, 1.0):
        used["values"] = None
    return {name: value for name, value in used.items() if value != DEFAULTS[name]}


def _covariates(result: EstimateResult, settings: Mapping[str, Any]) -> str | tuple[str, ...]:
    """The covariates as they were asked for; only "auto" looks for those that describe the output, and says so."""
    if not result.covariates or any(found.code == "output_level_covariate" for found in result.findings):
        return "auto"
    left_out = {found.column for found in result.findings if found.code == "covariate_left_out"}
    made = TEXT_COLUMN if settings["text"] else None
    rows = [row for row in result.covariates if row.name != made]
    return tuple(row.name for row in rows if row.used or row.name in left_out) or "none"


def _short(number: float | None) -> float | int | None:
    return int(number) if number is not None and float(number).is_integer() else number


def _hashable(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def python_lines(recipe: Recipe) -> str:
    """A program that prints the table of the estimates and the verdict."""
    names = ["estimate", "read"] if not recipe.verdict else ["decide", "estimate", "read"]
    lines = [f"from hero_core import {', '.join(names)}", ""]
    for file in recipe.files:
        lines += [_call(f"{file.role} = read", repr(file.path), role=file.role, **file.options)]
        lines += [f'if {file.role}.sha256 != "{file.sha256}":',
                  f"    raise SystemExit({f'{file.path} is not the file of the report'!r})"]  # fmt: skip
    history = "history" if recipe.has_history else "None"
    lines += ["", _call("result = estimate", history, "current", **recipe.model, **recipe.sampling)]
    lines += [f"table = result.to_frame()[{list(TABLE_COLUMNS)!r}]", "print(table.to_string(index=False))"]
    if recipe.verdict:
        lines += [_call("verdict = decide", "result", **recipe.verdict), "print(verdict.state, *verdict.leaders)"]
    return "\n".join(lines) + "\n"


def _call(function: str, *arguments: str, **options: object) -> str:
    """A call on one line, or one option a line where it is long."""
    parts = [*arguments, *(f"{name}={value!r}" for name, value in options.items())]
    line = f"{function}({', '.join(parts)})"
    return line if len(line) <= 100 else "\n    ".join([f"{function}(", *(f"{part}," for part in parts)]) + "\n)"


def shell_line(recipe: Recipe, wishes: Iterable[str] = ()) -> str | None:
    """The command that makes a report with the options `wishes`; None where the shell has no word for a choice."""
    if len({file.reading["repeats"] for file in recipe.files}) > 1 or any(
        "," in name for name in recipe.model.get("covariates", ()) if recipe.model.get("covariates") != "none"
    ):
        return None
    words = ["hero", "report"]
    for file in recipe.files:
        words += [f"--{file.role}", _path(file.path)]
    for file in recipe.files:
        words += _reading_words(file)
    repeats = recipe.files[0].reading["repeats"]
    words += [] if repeats == "drop" else ["--repeats", repeats]
    for name, value in {**recipe.model, **recipe.sampling}.items():
        words += [f"--{name.replace('_', '-')}", _joined(value)]
    if recipe.verdict:
        words += ["--method", str(recipe.verdict["method"]), "--margin", _joined(recipe.verdict["margin"])]
        words += [] if recipe.verdict["high_is_good"] else ["--low-is-good"]
    return _in_lines([*words, *wishes, "-o", "report.html"])


def wished(
    *, title: str | None, annotators: bool, items: bool, stability: bool = False, language: str = ENGLISH
) -> tuple[str, ...]:
    """What a report shall hold and its language, as options of the shell."""
    asked = {
        f"--title={(title or '').strip()}": bool((title or "").strip()),
        "--no-annotators": not annotators,
        "--items": items,
        "--stability": stability,
        f"--language={language}": language != ENGLISH,
    }
    return tuple(option for option, wanted in asked.items() if wanted)


def _in_lines(words: list[str]) -> str:
    """One command, an option a line."""
    lines: list[list[str]] = [[]]
    for word in words:
        if word.startswith("-") and lines[-1]:
            lines.append([])
        lines[-1].append(word)
    return " \\\n  ".join(map(shlex.join, lines))


def _path(path: str) -> str:
    return f"./{path}" if path.startswith("-") else path


def _joined(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _reading_words(file: FileRecipe) -> Iterator[str]:
    """The options that begin with the file's path."""
    options, path = file.options, _path(file.path)
    if options.get("labels"):
        yield from (
            "--labels",
            f"{path}:{pairs_entry({key: value or 'none' for key, value in options['labels'].items()})}",
        )
    if options.get("columns"):
        yield from ("--columns", f"{path}:{pairs_entry(options['columns'])}")
    for column, pairs in options.get("merge", {}).items():
        yield from ("--merge", f"{path}:{column}:{pairs_entry(pairs)}")
    for name in ("threshold", "layout", "encoding"):
        if name in options:
            yield from (f"--{name}", f"{path}:{options[name]}")
    if "flip_rounds" in options:
        yield from ("--flip-rounds", f"{path}:{','.join(map(name_entry, options['flip_rounds']))}")
    if "gold" in options:
        yield from ("--gold", _path(options["gold"]))
    if "gold_encoding" in options:
        yield from ("--gold-encoding", options["gold_encoding"])
