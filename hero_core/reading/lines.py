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
PIECE = 1 << 20
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
    field = re.compile(rb'(?:"[^"]*+(?:""[^"]*+)*+(?:"|(\Z)))?+[^%b\r\n]*+(?:(%b)|\r\n|\r|\n|\Z)' % (sep, sep))
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


@dataclass(frozen=True)
class OneLineEach:
    """Lines of a text table in which every row is one line, and no line is blank."""

    lines_before: int

    def of(self, rows: IntArray) -> tuple[int, ...]:
        """Line of each row, the first line of the file being 1."""
        return tuple(int(row) + self.lines_before + 1 for row in rows)


@dataclass(frozen=True, kw_only=True)
class TextLines:
    """Lines of a text table with blank lines or with line breaks inside quotes.

    The rows start at byte `body`, after `lines_before` lines, and have `n_fields` fields each.
    """

    data: bytes
    body: int
    lines_before: int
    n_rows: int
    separator: str
    n_fields: int

    def of(self, rows: IntArray) -> tuple[int, ...]:
        """Line of each row, the first line of the file being 1."""
        return tuple(int(self.starts[row]) for row in rows)

    def compact(self) -> OneLineEach | TextLines:
        """The same lines without the bytes where they are not needed."""
        return OneLineEach(self.lines_before) if self.one_line_each else self

    @property
    def open_quote(self) -> int | None:
        """Line of the record whose quote is never closed, if there is one: it swallows the rest of the file."""
        quotes = count_byte(self.data, QUOTE, self.body)
        if not quotes or (quotes % 2 == 0 and (self.one_line_each or len(self.starts_by_parity) == self.n_rows)):
            return None
        start = self._last_line if self.one_line_each else self.body
        last = next(iter(deque(records(self.data, self.separator, start), maxlen=1)), None)
        if last is None or not last.open_quote:
            return None
        return (self.n_rows if self.one_line_each else last.line + 1) + self.lines_before

    @property
    def _last_line(self) -> int:
        """Byte where the last line with text starts."""
        end = len(self.data.rstrip(b"\r\n"))
        return max(self.data.rfind(b"\n", self.body, end), self.data.rfind(b"\r", self.body, end), self.body - 1) + 1

    @cached_property
    def one_line_each(self) -> bool:
        """No line breaks inside quotes and no blank lines: as many breaks as rows."""
        newlines = count_byte(self.data, NEWLINE, self.body)
        lone = self._lone_returns(newlines)
        newline = b"\n" if newlines else b"\r"
        return (newlines or lone) + (not self.data.endswith(newline)) == self.n_rows and not (newlines and lone)

    def _lone_returns(self, newlines: int) -> int:
        """Carriage returns without a newline."""
        if self.data.find(b"\r", self.body) < 0:
            return 0
        return count_byte(self.data, RETURN, self.body) - (newlines and self.data.count(b"\r\n", self.body))

    @cached_property
    def starts(self) -> IntArray:
        """First line of each row; shape (rows,). By quote parity, or record by record where that does not add up."""
        if len(self.starts_by_parity) == self.n_rows:
            return self.starts_by_parity
        slow = (record.line for record in records(self.data, self.separator, self.body) if self._is_row(record))
        found = np.fromiter(slow, dtype=np.int64)[: self.n_rows]
        last = found[-1] if len(found) else 0
        return np.append(found, np.full(self.n_rows - len(found), last)) + self.lines_before + 1

    def _is_row(self, record: Record) -> bool:
        return record.n_fields == self.n_fields and bool(self.data[record.start : record.end].strip(b"\r\n"))

    @cached_property
    def starts_by_parity(self) -> IntArray:
        """Lines after the breaks that lie outside quotes, where something follows them.

        Empty where parity tells nothing: lone returns, or a quote inside a field.
        """
        if self._lone_returns(1):
            return np.empty(0, dtype=np.int64)
        text = np.frombuffer(self.data, dtype=np.uint8, offset=self.body)
        quotes = np.flatnonzero(text == QUOTE)
        before = text[np.maximum(quotes[::2] - 1, 0)]
        opening = (before == ord(self.separator)) | (before == NEWLINE) | (before == RETURN) | (before == QUOTE)
        if not opening[quotes[::2] > 0].all():
            return np.empty(0, dtype=np.int64)
        is_break = text == NEWLINE
        starts = np.flatnonzero(np.append(True, is_break[:-1]) & ~is_break & (text != RETURN))
        starts = starts[np.searchsorted(quotes, starts) % 2 == 0] if len(quotes) else starts
        breaks = np.add.reduceat(is_break, np.append(0, starts), dtype=np.int64)[:-1]
        return np.cumsum(breaks) + self.lines_before + 1


def count_byte(data: bytes, byte: int, start: int) -> int:
    """How often a byte occurs from `start` on."""
    text = np.frombuffer(data, dtype=np.uint8, offset=min(start, len(data)))
    return sum(int(np.count_nonzero(text[at : at + PIECE] == byte)) for at in range(0, len(text), PIECE))
