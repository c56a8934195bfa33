"""Records and line numbers of a text table, found only when a message needs them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hero_core.annotations import IntArray

BREAK = re.compile(rb"\r\n|\r|\n")
NEWLINE, RETURN, QUOTE = b"\n"[0], b"\r"[0], b'"'[0]


@dataclass(frozen=True)
class Record:
    """One record: its bytes, its first line (from 0), its fields, whether a quote stays open at the end."""

    start: int
    end: int
    line: int
    n_fields: int
    open_quote: bool


def records(data: bytes, separator: str, start: int = 0) -> Iterator[Record]:
    """Every record from `start` on, blank ones included; quotes count at the start of a field only."""
    sep = re.escape(separator).encode()
    field = re.compile(rb'(?:"[^"]*(?:""[^"]*)*(?:"|(\Z)))?[^%b\r\n]*(?:(%b)|\r\n|\r|\n|\Z)' % (sep, sep))
    line, first, n_fields, at = 0, start, 0, start
    while at < len(data):
        part = field.match(data, at)
        if part is None:  # cannot happen: every piece of the pattern may be empty
            return
        n_fields, at = n_fields + 1, part.end()
        if part.group(2) and at < len(data):
            continue
        n_fields += bool(part.group(2))
        yield Record(first, at, line, n_fields, part.group(1) is not None)
        line += len(BREAK.findall(data, first, at))
        first, n_fields = at, 0


@dataclass(frozen=True, kw_only=True)
class TextLines:
    """Line numbers of the rows of a text table whose rows start at byte `body`, after `lines_before` lines."""

    data: bytes
    body: int
    lines_before: int
    n_rows: int
    separator: str
    n_fields: int

    def of(self, rows: IntArray) -> tuple[int, ...]:
        """Line of each row, the first line of the file being 1; rows must be sorted upward."""
        if not len(rows):
            return ()
        if self._one_line_each:
            return tuple(int(row) + self.lines_before + 1 for row in rows)
        starts = self._starts
        return tuple(int(starts[row]) for row in rows)

    @cached_property
    def open_quote(self) -> int | None:
        """Line of the record whose quote is never closed, if there is one: it swallows the rest of the file."""
        quotes = self.data.count(b'"', self.body)
        if not quotes or (quotes % 2 == 0 and (self._one_line_each or len(self._starts_by_parity()) == self.n_rows)):
            return None
        start = self._last_line if self._one_line_each else self.body
        last = next(iter(deque(records(self.data, self.separator, start), maxlen=1)), None)
        if last is None or not last.open_quote:
            return None
        return self.of(np.array([self.n_rows - 1]))[0] if self._one_line_each else last.line + self.lines_before + 1

    @property
    def _last_line(self) -> int:
        """Byte where the last line with text starts."""
        end = len(self.data.rstrip(b"\r\n"))
        return max(self.data.rfind(b"\n", self.body, end), self.data.rfind(b"\r", self.body, end), self.body - 1) + 1

    @cached_property
    def _one_line_each(self) -> bool:
        """No line breaks inside quotes and no blank lines: as many breaks as rows."""
        newline = b"\n" if self.data.find(b"\n", self.body) >= 0 else b"\r"
        breaks = self.data.count(newline, self.body) + (not self.data.endswith(newline))
        mixed = newline == b"\n" and self.data.count(b"\r", self.body) != self.data.count(b"\r\n", self.body)
        return breaks == self.n_rows and not mixed

    @cached_property
    def _starts(self) -> IntArray:
        """First line of each row; shape (rows,). By quote parity, or record by record where that does not add up."""
        fast = self._starts_by_parity()
        if len(fast) == self.n_rows:
            return fast
        slow = (record.line for record in records(self.data, self.separator, self.body) if self._is_row(record))
        return np.fromiter(slow, dtype=np.int64) + self.lines_before + 1

    def _is_row(self, record: Record) -> bool:
        return record.n_fields == self.n_fields and bool(self.data[record.start : record.end].strip(b"\r\n"))

    def _starts_by_parity(self) -> IntArray:
        """Lines after the breaks that lie outside quotes, where something follows them."""
        if self.data.count(b"\r", self.body) != self.data.count(b"\r\n", self.body):
            return np.empty(0, dtype=np.int64)
        text = np.frombuffer(self.data, dtype=np.uint8, offset=self.body)
        breaks = np.flatnonzero(text == NEWLINE)
        quotes_before = np.searchsorted(np.flatnonzero(text == QUOTE), breaks)
        starts = np.append(0, breaks + 1)
        outside = np.append(True, quotes_before % 2 == 0)
        first = text[np.minimum(starts, len(text) - 1)]
        filled = (starts < len(text)) & (first != NEWLINE) & (first != RETURN)
        return np.flatnonzero(outside & filled) + self.lines_before + 1
