"""Covariates x_*: numbers of the item, means over items."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hero_core.annotations import BoolArray, FloatArray, IntArray
from hero_core.errors import Finding
from hero_core.reading.header import COVARIATE
from hero_core.reading.items import Items, names_of
from hero_core.reading.messages import listed, show
from hero_core.reading.table import Column, Table, matches, normalized
from hero_core.reading.words import NO_VOTE, fold
from hero_core.saying import said

NUMBER = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
COMMA_NUMBER = r"^[+-]?(\d+,\d*|,\d+)([eE][+-]?\d+)?$"


@dataclass(frozen=True, kw_only=True)
class Covariates:
    """Values (I, p) over the items asked for, the names (p,), and what was odd."""

    names: tuple[str, ...]
    values: FloatArray
    findings: tuple[Finding, ...]


def read_covariates(table: Table, items: Items, ids: Column, used: BoolArray) -> Covariates:
    """Every column x_* as one number per used item; `used` is (items,)."""
    names: list[str] = []
    columns: list[FloatArray] = []
    findings: list[Finding] = []
    for name in sorted(name for name in table.columns if name.startswith(COVARIATE)):
        of_text, noted = numbers(table, name, items.of_row >= 0)
        values = None
        if not any(note.severity == "error" for note in noted):
            values, more = item_values(table, name, of_text, items, ids, used)
            noted = [*noted, *more]
        findings += noted
        if values is not None:
            names.append(name)
            columns.append(values)
    stacked = np.column_stack(columns) if columns else np.zeros((int(used.sum()), 0))
    return Covariates(names=tuple(names), values=stacked, findings=tuple(findings))


def numbers(table: Table, name: str, usable: BoolArray) -> tuple[FloatArray, list[Finding]]:
    """The number of each distinct text of a column, NaN where empty; shape (D,)."""
    column = table.columns[name]
    texts = normalized(pc.utf8_trim_whitespace(column.texts), "NFKC")
    comma = matches(texts, COMMA_NUMBER) & (table.separator != ",")
    plain = pc.if_else(pa.array(comma), pc.replace_substring(texts, ",", "."), texts)
    is_number = matches(plain, NUMBER)
    values = np.full(len(texts), np.nan)
    values[is_number] = plain.filter(pa.array(is_number)).cast(pa.float64()).to_numpy()
    empty = np.array([fold(text) in NO_VOTE for text in texts.filter(pa.array(~is_number)).to_pylist()], dtype=bool)
    bad = ~np.isfinite(values)
    bad[~is_number] &= ~empty
    findings = [*bad_cells(table, name, bad, usable), *decimal_commas(table, name, comma, values, usable)]
    return values, findings


def bad_cells(table: Table, name: str, bad: BoolArray, usable: BoolArray) -> list[Finding]:
    """A red finding about texts that are no finite number."""
    column = table.columns[name]
    rows = np.flatnonzero(np.append(bad, False)[column.codes] & usable) if bad.any() else np.empty(0, dtype=np.int64)
    if not len(rows):
        return []
    shown = [show(text) for text in column.texts.take(pa.array(distinct(column.codes[rows]))).to_pylist()]
    return [table.finding("bad_covariate", name, rows=rows, values=listed(shown))]


def distinct(codes: IntArray) -> IntArray:
    """The different codes in order of appearance."""
    seen, first = np.unique(codes, return_index=True)
    return seen[np.argsort(first)]


def decimal_commas(table: Table, name: str, comma: BoolArray, values: FloatArray, usable: BoolArray) -> list[Finding]:
    """A warning that decimal commas were read as points."""
    column = table.columns[name]
    rows = (
        np.flatnonzero(np.append(comma, False)[column.codes] & usable) if comma.any() else np.empty(0, dtype=np.int64)
    )
    if not len(rows):
        return []
    code = int(column.codes[rows[0]])
    example = said("{value} for {text}", value=f"{values[code]:g}", text=show(column.texts[code].as_py()))
    return [table.finding("decimal_comma", name, rows=rows, example=example)]


def means_of_different(item: IntArray, cells: FloatArray, n_items: int) -> FloatArray:
    """Mean of the different cells of each item; `item` and `cells` are (n,), the means (n_items,)."""
    order = np.lexsort((cells, item))
    item, cells = item[order], cells[order]
    new = np.append(True, (item[1:] != item[:-1]) | (cells[1:] != cells[:-1]))
    total = np.bincount(item[new], weights=cells[new], minlength=n_items)
    return total / np.maximum(np.bincount(item[new], minlength=n_items), 1)


def item_values(
    table: Table, name: str, of_text: FloatArray, items: Items, ids: Column, used: BoolArray
) -> tuple[FloatArray | None, list[Finding]]:
    """One number per used item: the mean of its different values; empty ones the mean of the column."""
    cells = np.append(of_text, np.nan)[table.columns[name].codes]
    rows = np.flatnonzero((items.of_row >= 0) & ~np.isnan(cells))
    values = np.full(items.n_items, np.nan)
    values[items.of_row[rows]] = cells[rows]
    torn_rows = rows[values[items.of_row[rows]] != cells[rows]]
    findings = []
    if len(torn_rows):
        torn = np.unique(items.of_row[torn_rows])
        values[torn] = means_of_different(items.of_row[rows], cells[rows], items.n_items)[torn]
        findings.append(table.finding("covariate_conflict", name, rows=torn_rows, count=len(torn),
                                      examples=names_of(items, ids, torn)))  # fmt: skip
    kept = values[used]
    empty = np.isnan(kept)
    if empty.all():
        return None, [*findings, table.finding("covariate_empty", name)]
    if empty.any():
        mean = float(kept[~empty].mean())
        first_rows = np.sort(items.first_rows()[np.flatnonzero(used)[empty]])
        findings.append(
            table.finding("covariate_filled", name, rows=first_rows, items=f"{len(kept):,}", mean=f"{mean:g}")
        )
        kept = np.where(empty, mean, kept)
    return kept, findings
