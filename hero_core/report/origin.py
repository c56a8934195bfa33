"""The sections about the numbers' origin: files, settings, versions, and how to get the numbers again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from hero_core.report.parts import Code, Section, Table
from hero_core.report.recipe import ROLES, Recipe, python_lines, shell_line
from hero_core.results import Decision, EstimateResult
from hero_core.words import text

FACTS = ("name", "sha256", "rows", "items", "annotators", "gold_items")
READING = ("form", "container", "encoding", "separator", "layout", "columns", "labels", "threshold", "repeats", "merge",
           "flip_rounds", "gold")  # fmt: skip


def provenance_section(result: EstimateResult) -> Section:
    """Hash and reading of both files, every setting, every version."""
    tables = (_files_table(result.provenance), _settings_table(result.provenance), _versions_table(result.provenance))
    return Section(name="provenance", title=text("report.section.provenance"), tables=tables,
                   paragraphs=(text("report.provenance.lead"),))  # fmt: skip


def _files_table(facts: Mapping[str, Any]) -> Table:
    files = {role: facts[role] for role in ROLES if facts.get(role) is not None}
    lines = [[text(f"report.fact.{name}"), *(_fact(file.get(name)) for file in files.values())] for name in FACTS]
    lines += [
        [text(f"report.fact.{name}"), *(_said(file["reading"].get(name)) for file in files.values())]
        for name in READING
        if any(file["reading"].get(name) not in (None, {}, [], "") for file in files.values())
    ]
    heads = [text("report.provenance.what"), *(text(f"report.provenance.{role}") for role in files)]
    return Table.of(pd.DataFrame(lines, columns=heads), text("report.provenance.files"))


def _settings_table(facts: Mapping[str, Any]) -> Table:
    rows = [[name, _said(value)] for name, value in facts["settings"].items()]
    heads = [text("report.provenance.setting"), text("report.provenance.value")]
    return Table.of(pd.DataFrame(rows, columns=heads), text("report.provenance.settings"))


def _versions_table(facts: Mapping[str, Any]) -> Table:
    heads = [text("report.provenance.program"), text("report.provenance.version")]
    return Table.of(pd.DataFrame(list(facts["versions"].items()), columns=heads), text("report.provenance.versions"))


def _fact(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else _said(value)


def _said(value: object) -> str:
    """A fact in a cell."""
    if value in (None, {}, [], ""):
        return text("none")
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {_inner(part)}" for key, part in value.items() if part is not None)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return json.dumps(value) if value in ("\t", " ") else str(value)


def _inner(value: object) -> str:
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{key} = {part}" for key, part in value.items()) + ")"
    return str(value)


def again_section(result: EstimateResult, decision: Decision | None, wishes: Iterable[str]) -> Section:
    """The lines to copy."""
    recipe = Recipe.of(result, decision)
    said = [text("report.again.lead")]
    if any(file.reading["form"] == "frame" for file in recipe.files):
        said.append(text("report.again.frame"))
    codes = [Code(title=text("report.again.python"), lines=python_lines(recipe))]
    line = shell_line(recipe, wishes)
    if line is None:
        said.append(text("report.again.no_shell"))
    else:
        codes.append(Code(title=text("report.again.shell"), lines=line + "\n"))
    return Section(name="again", title=text("report.section.again"), paragraphs=tuple(said), codes=tuple(codes))
