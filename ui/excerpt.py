"""A few lines of a text table, cell by cell, as they stand in the file."""

from __future__ import annotations

import csv
import io
import itertools

from hero_core.graphemes import cut
from hero_core.reading.delimited import find_layout
from hero_core.reading.opened import form_of, opened_file

LETTERS = 80
LONGEST_ROW = 20  # lines of one row, where a cell holds line breaks
MOST_CELLS = 30

Rows = tuple[tuple[str, ...], ...]


def rows_of(data: bytes, name: str, encoding: str | None, lines: tuple[int, ...]) -> Rows:
    """The header, then the row that begins in each line, its line number first; empty for JSON and Parquet.

    Raises ReadError where the file cannot be opened.
    """
    opened = opened_file(data, name, encoding)
    if form_of(opened) != "text":
        return ()
    layout = find_layout(opened.data, name)
    text = opened.data.splitlines()
    found = [(str(line), *_cells(text, line - 1, layout.separator)) for line in lines
             if 0 < line <= len(text) and line != layout.line]  # fmt: skip
    return (("", *map(_short, layout.header[:MOST_CELLS])), *found) if found else ()


def _cells(text: list[bytes], start: int, separator: str) -> tuple[str, ...]:
    """The cells of the row that begins in a line."""
    part = text[start : start + LONGEST_ROW]
    ends = itertools.accumulate(line.count(b'"') for line in part)
    taken = next((number for number, quotes in enumerate(ends, 1) if quotes % 2 == 0), 1)
    written = b"\n".join(part[:taken]).decode("utf-8", "replace")
    try:
        row = next(csv.reader(io.StringIO(written), delimiter=separator), [])
    except csv.Error:
        row = [written]
    return tuple(_short(cell) for cell in row[:MOST_CELLS])


def _short(cell: str) -> str:
    return cut(cell, LETTERS + 1)
