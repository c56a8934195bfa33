"""Label texts: what is the same text, what is a whole number, what means 0, 1 or nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from hero_core.annotations import BoolArray, natural_key
from hero_core.errors import MAX_EXAMPLES, Finding
from hero_core.reading.messages import listed, show
from hero_core.reading.table import LONGEST, Column, Table
from hero_core.saying import said

ONE = frozenset({"1", "true", "t", "yes", "y", "是"})
ZERO = frozenset({"0", "false", "f", "no", "n", "否"})
NO_VOTE = frozenset({"", "na", "n/a", "#n/a", "nan", "null", "none", "-"})
BINARY_DIGITS = frozenset({"0", "1"})
NO_CLASS = frozenset({"", "none"})
TRUTH = {"true": "1", "false": "0"}
NUMBER = re.compile(r"[+-]?(\d{1,18}(\.\d*)?|\.\d+)", re.ASCII)
WHOLE = re.compile(r"[+-]?\d{1,18}([.]0*)?", re.ASCII)
WHOLE_COMMA = re.compile(r"[+-]?\d{1,18}([.,]0*)?", re.ASCII)

Meaning = str | None


def fold(text: str) -> str:
    """A label text without width, outer blanks and case; one too long for a label as it stands."""
    text = text.strip()
    return text if len(text) > LONGEST else unicodedata.normalize("NFKC", text).strip().casefold()


def canonical(text: str, whole: re.Pattern[str] = WHOLE) -> str:
    """The folded text; a whole number, however written, becomes its plain digits."""
    if text in BINARY_DIGITS:
        return text
    folded = fold(text)
    return str(int(re.split("[.,]", folded)[0])) if whole.fullmatch(folded) else folded


def is_whole(text: str) -> bool:
    """Whether a canonical text is a whole number."""
    return WHOLE.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Whether a class name is a plain number."""
    return NUMBER.fullmatch(text) is not None


def binary_class(text: str) -> Meaning:
    """The class 0 or 1 that a canonical text stands for everywhere, if it does."""
    return "1" if text in ONE else "0" if text in ZERO else None


def read_mapping(labels: Mapping[object, object] | None) -> dict[str, Meaning]:
    """The user's mapping with canonical texts and class names; None stands for no vote."""
    mapping: dict[str, Meaning] = {}
    for raw, target in (labels or {}).items():
        name = "" if target is None else str(target).strip()
        name = TRUTH.get(name.casefold(), str(int(float(name))) if is_whole(name) else name)
        mapping[canonical(str(raw))] = None if name.casefold() in NO_CLASS else name
    return mapping


def whole_of(table: Table) -> re.Pattern[str]:
    """How a whole number may be written in a table: with a decimal comma where commas do not separate."""
    return WHOLE if table.separator == "," else WHOLE_COMMA


@dataclass(frozen=True, kw_only=True)
class Words:
    """The texts of a label column on the usable rows: canonical text of each cell, and how the file writes it."""

    table: Table
    name: str
    column: Column

    @classmethod
    def of(cls, table: Table, name: str, usable: BoolArray) -> Words:
        """Cells outside `usable` (rows,) count as empty; so do blank ones."""
        raw = table.columns[name]
        whole = whole_of(table)
        texts = pa.array([canonical(text, whole) for text in raw.texts.to_pylist()], pa.string())
        column = raw.cleaned(texts)
        return cls(table=table, name=name, column=Column(codes=np.where(usable, column.codes, -1), texts=column.texts))

    @cached_property
    def texts(self) -> list[str]:
        """Canonical texts, by code."""
        return [str(text) for text in self.column.texts.to_pylist()]

    @cached_property
    def count(self) -> dict[str, int]:
        """Cells of each canonical text that occurs."""
        return {text: int(n) for text, n in zip(self.texts, self.column.counts(), strict=True) if n}

    @cached_property
    def _first_row(self) -> dict[str, int]:
        return {text: int(row) for text, row in zip(self.texts, self.column.first_rows(), strict=True)}

    def written(self, text: str) -> str:
        """A canonical text as its first cell in the file writes it."""
        raw = self.table.columns[self.name]
        return str(raw.texts[int(raw.codes[self._first_row[text]])].as_py()).strip()

    def first_lines(self, texts: Sequence[str]) -> dict[str, int]:
        """Line of the first cell of each text."""
        by_row = sorted(texts, key=self._first_row.__getitem__)
        rows = np.array([self._first_row[text] for text in by_row], dtype=np.int64)
        return dict(zip(by_row, self.table.lines.of(rows), strict=True))

    def described(self, texts: Sequence[str]) -> str:
        """At most five texts with counts and first lines, by first appearance: "2" (1 time, line 5), ..."""
        by_row = sorted(texts, key=self._first_row.__getitem__)
        lines = self.first_lines(by_row[:MAX_EXAMPLES])
        shown = [
            said(
                "{text} ({times}, line {line})", text=show(self.written(text)), times=times(self.count[text]), line=line
            )
            for text, line in lines.items()
        ]
        return listed(shown, len(texts))

    def counts(self, texts: Sequence[str]) -> tuple[tuple[str, int, int], ...]:
        """(text as written, count, first line) of each text, in natural order."""
        lines = self.first_lines(texts)
        return tuple((self.written(text), self.count[text], lines[text]) for text in sorted(texts, key=natural_key))

    def finding(self, code: str, texts: Sequence[str], **values: object) -> Finding:
        """A finding about the cells of some texts; `{values}` describes them."""
        lines = sorted(self._first_row[text] for text in texts)
        return self.table.finding(code, self.name, rows=np.array(lines, dtype=np.int64),
                                  count=sum(self.count[text] for text in texts),
                                  **{"values": self.described(texts), **values})  # fmt: skip

    def cells_of(self, texts: Sequence[str]) -> BoolArray:
        """Which cells hold one of the texts; shape (rows,)."""
        wanted = frozenset(texts)
        hit = np.array([text in wanted for text in self.texts] + [False])
        return hit[self.column.codes]


def times(count: int) -> str:
    """1 time, 2 times."""
    return said("{count} time", count=count) if count == 1 else said("{count} times", count=f"{count:,}")
