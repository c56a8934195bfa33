"""Spreadsheet workbooks: the first sheet as CSV, where the optional library is installed."""

from __future__ import annotations

import csv
import datetime
import importlib
import importlib.util
import io
import zipfile
from collections.abc import Iterator
from typing import Any

from hero_core.errors import Finding, ReadError
from hero_core.reading.container import BROKEN, MOST_BYTES, MOST_RATIO, TRUSTED_BYTES, ZIP, bomb
from hero_core.reading.messages import finding, show
from hero_core.saying import said

LIBRARY = "openpyxl"
MARK = "xl/workbook"
MOST_ROWS, MOST_CELLS = 1 << 20, 50_000_000  # a sheet has no more rows
ODD_XML = (SyntaxError, IndexError, TypeError, AttributeError, RecursionError)  # the library's parsers raise these


def is_workbook(data: bytes) -> bool:
    """Whether this is an xlsx file, by content."""
    if not data.startswith(ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return any(name.lower().startswith(MARK) for name in archive.namelist())
    except BROKEN:
        return False


def can_read() -> bool:
    """Whether the library is there."""
    return importlib.util.find_spec(LIBRARY) is not None


def first_sheet(data: bytes, file: str) -> tuple[bytes, tuple[Finding, ...]]:
    """The first sheet as CSV, one line per row, and which it was. Raises ReadError."""
    library: Any = importlib.import_module(LIBRARY)
    try:
        _refuse_huge(data, file)
        book = library.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what a file says of its size is often wrong, and rows beyond it would be lost
        rows = _rows(sheet, file)
    except (*BROKEN, *ODD_XML) as trouble:
        raise ReadError.of(finding("workbook", file, kind=said("Excel xlsx, which cannot be read"))) from trouble
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(trimmed(rows))
    note = finding("workbook_sheet", file, sheet=show(sheet.title), count=len(book.worksheets))
    return text.getvalue().encode("utf-8", "replace"), (note,)


def _refuse_huge(data: bytes, file: str) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = sum(member.file_size for member in archive.infolist())
    if size > MOST_BYTES:
        raise ReadError.of(finding("too_big", file, limit=f"{MOST_BYTES >> 20:,} MB"))
    if size > max(TRUSTED_BYTES, MOST_RATIO * len(data)):
        raise bomb(file)


def _rows(sheet: Any, file: str) -> list[list[str]]:
    """The rows as texts, without the empty cells that formatting leaves at the right. Raises ReadError."""
    rows: list[list[str]] = []
    width = 0
    for cells in sheet.iter_rows(values_only=True):
        row = [cell_text(cell) for cell in cells]
        while row and not row[-1]:
            row.pop()
        rows.append(row)
        width = max(width, len(row))
        if len(rows) > MOST_ROWS or width * len(rows) > MOST_CELLS:
            limit = said("{rows} rows or {cells} cells", rows=f"{MOST_ROWS:,}", cells=f"{MOST_CELLS:,}")
            raise ReadError.of(finding("too_big", file, limit=limit))
    return rows


def trimmed(rows: list[list[str]]) -> Iterator[list[str]]:
    """Rows of one width."""
    width = max(map(len, rows), default=0)
    return (row + [""] * (width - len(row)) for row in rows)


def cell_text(value: object) -> str:
    """A cell as a CSV export would write it; line breaks become blanks, so that row and line stay the same."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return " ".join(str(value).splitlines())
