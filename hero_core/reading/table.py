"""A table as read from any container: text columns as codes into their distinct values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hero_core.annotations import BoolArray, IntArray
from hero_core.errors import MAX_EXAMPLES, Finding
from hero_core.facts import ReadFacts
from hero_core.reading.messages import finding, where
from hero_core.saying import said

MISSING = -1
LONGEST = 1000  # letters; Unicode forms of longer texts take quadratic time


def as_mask(truth: pa.BooleanArray) -> BoolArray:
    """An arrow array of truth values as a mask."""
    return np.asarray(truth.to_numpy(zero_copy_only=False), dtype=np.bool_)


def matches(texts: pa.StringArray, pattern: str) -> BoolArray:
    """Which texts match; shape (D,)."""
    return as_mask(pc.match_substring_regex(texts, pattern))


def too_long(texts: pa.StringArray) -> pa.BooleanArray:
    """Which texts are so long that they can be no id, label or name; shape (D,)."""
    return pc.greater(pc.utf8_length(texts), LONGEST)


def normalized(texts: pa.StringArray, form: str) -> pa.StringArray:
    """The texts in a Unicode form; those that are too long stay as they are."""
    if pc.all(pc.string_is_ascii(texts)).as_py() is not False:
        return texts
    long = too_long(texts)
    if not pc.any(long).as_py():
        return pc.utf8_normalize(texts, form)
    return pc.if_else(long, texts, pc.utf8_normalize(pc.if_else(long, "", texts), form))


class Lines(Protocol):
    """Line numbers in the file, found only when somebody asks."""

    def of(self, rows: IntArray) -> tuple[int, ...]:
        """Line of each row; rows must be sorted upward."""


@dataclass(frozen=True)
class RowsPlusTwo:
    """Lines of a table without text lines: the header counts as line 1."""

    def of(self, rows: IntArray) -> tuple[int, ...]:
        """Row position plus two."""
        return tuple(int(row) + 2 for row in rows)


def code_type(size: int) -> np.dtype[np.signedinteger]:
    """The smallest type for codes of `size` values, of one more, and of a missing one."""
    return np.dtype(np.min_scalar_type(-size - 2))


def lookup(table: IntArray, codes: IntArray) -> IntArray:
    """`table` (D,) at each code, missing where the code is; shape of `codes`."""
    kind = code_type(int(table.max(initial=MISSING)) + 1)
    return np.append(table, MISSING).astype(kind)[codes]


@dataclass(frozen=True, kw_only=True)
class Column:
    """A text column: `codes` (rows,) into `texts`, the distinct values; -1 is a missing cell.

    The codes are as narrow as they can be: widen them before arithmetic."""

    codes: IntArray
    texts: pa.StringArray

    def cleaned(self, texts: pa.StringArray) -> Column:
        """The same cells with their distinct values replaced; values made equal become one, empty ones missing."""
        if texts.equals(self.texts) and not pc.any(pc.equal(texts, "")).as_py():
            return self
        encoded = texts.dictionary_encode()
        new_code = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        distinct = encoded.dictionary
        filled = as_mask(pc.not_equal(distinct, ""))
        position = np.where(filled, np.cumsum(filled) - 1, MISSING)
        return Column(codes=lookup(position[new_code], self.codes), texts=distinct.filter(pa.array(filled)))

    def only(self, rows: BoolArray) -> Column:
        """The cells of some rows (rows,), the others missing; distinct values that no longer occur are gone."""
        codes = self.codes if rows.all() else np.where(rows, self.codes, MISSING)
        occurs = np.zeros(len(self.texts) + 1, dtype=bool)
        occurs[codes] = True
        occurs[-1] = False
        if occurs[:-1].all():
            return Column(codes=codes, texts=self.texts)
        position = np.where(occurs, np.cumsum(occurs) - 1, MISSING)[:-1]
        return Column(codes=lookup(position, codes), texts=self.texts.filter(pa.array(occurs[:-1])))

    def sorted_by(self, order: IntArray) -> Column:
        """The same cells with the distinct values in the given order."""
        if np.array_equal(order, np.arange(len(order))):
            return self
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        return Column(codes=lookup(rank, self.codes), texts=self.texts.take(pa.array(order)))

    def counts(self) -> IntArray:
        """Cells of each distinct value; shape (D,)."""
        return np.bincount(self.codes + 1, minlength=len(self.texts) + 1)[1:]

    def first_rows(self) -> IntArray:
        """First row of each distinct value (0 for one that does not occur); shape (D,)."""
        kind = code_type(len(self.codes))
        first = np.zeros(len(self.texts) + 1, dtype=kind)
        first[self.codes[::-1]] = np.arange(len(self.codes) - 1, -1, -1, dtype=kind)
        return first[:-1]


@dataclass(frozen=True, kw_only=True)
class Table:
    """The columns that are used, by their canonical name, and how the file calls them.

    In `blanks_meant` blank cells are no oversight: our own tables say so of columns that only some of their files had.
    """

    name: str
    sha256: str
    n_rows: int
    columns: dict[str, Column]
    headers: dict[str, str]
    lines: Lines
    separator: str = ","
    findings: tuple[Finding, ...] = field(default=())
    facts: ReadFacts = field(default_factory=ReadFacts)
    blanks_meant: tuple[str, ...] = ()

    def title(self, column: str) -> str:
        """The column as the file calls it, with its canonical name where that differs."""
        header = self.headers.get(column, column)
        plain = header.strip()
        return column if plain.lower() == column else said("{column} ({header})", column=column,
                                                           header=header if header == plain else plain)  # fmt: skip

    def finding(
        self, code: str, column: str | None = None, *, rows: IntArray | BoolArray | None = None,
        count: int | None = None, **values: object,
    ) -> Finding:  # fmt: skip
        """The finding of `code` about rows (sorted positions or a mask) of a column; `count` if not their number."""
        given = np.empty(0, dtype=np.int64) if rows is None else rows
        positions: IntArray = np.flatnonzero(given) if given.dtype == np.bool_ else given.astype(np.int64, copy=False)
        lines = self.lines_of(positions)
        return finding(
            code, self.name, column=column, title=None if column is None else self.title(column), lines=lines,
            count=(len(positions) or 1) if count is None else count, where=where(lines, len(positions)), **values,
        )  # fmt: skip

    def lines_of(self, rows: IntArray) -> tuple[int, ...]:
        """Lines of the first five of sorted row positions."""
        return self.lines.of(rows[:MAX_EXAMPLES])
