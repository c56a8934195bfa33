"""Records: the rows of an export as they are, before anybody says which field is what."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hero_core.errors import ReadError
from hero_core.reading.delimited import Layout as TextForm
from hero_core.reading.delimited import find_layout
from hero_core.reading.header import is_nameless
from hero_core.reading.messages import finding

if TYPE_CHECKING:
    import pandas as pd

Record = Mapping[str, Any]
JSON_START = re.compile(rb"\s*(?:\{\s*[\"}]|\[\s*[\[{\]])")
BETWEEN = re.compile(r"[\s,]*")
WRAPPED = re.compile(r'\s*\{(?:[^{}\[\]]*,)?\s*"data"\s*:\s*\[')
MOST_CELL = 1 << 27
DECODER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=lambda _: None)


@dataclass(frozen=True, kw_only=True)
class Records:
    """Rows of any shape, the line of each in the file, and every field name in order of appearance."""

    file: str
    header: tuple[str, ...]
    rows: list[Record]
    lines: list[int]

    @classmethod
    def of(cls, file: str, rows: list[Record], lines: list[int], header: Sequence[str] = ()) -> Records:
        """Rows with the names that occur in them."""
        names = dict.fromkeys([*header, *(str(name) for row in rows for name in row)])
        return cls(file=file, header=tuple(names), rows=rows, lines=lines)

    def head(self, count: int) -> Records:
        """The first rows."""
        return Records(file=self.file, header=self.header, rows=self.rows[:count], lines=self.lines[:count])


def text(value: object) -> str:
    """A field as a cell would hold it: nothing for null, true and false in small letters, lists joined."""
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "/".join(text(part) for part in value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)


def looks_like_json(data: bytes) -> bool:
    """Whether the text begins as JSON records do."""
    return JSON_START.match(data) is not None


def json_records(data: bytes, file: str) -> Records:
    """JSON Lines, an array of objects, or one object with such an array under "data". Raises ReadError."""
    written = data.decode("utf-8")
    wrapped = WRAPPED.match(written)
    array = re.match(r"\s*\[", written)
    start = wrapped.end() if wrapped else array.end() if array else 0
    rows: list[Record] = []
    lines: list[int] = []
    for at, value in _values(written, start, file, ends=bool(wrapped or array)):
        if not isinstance(value, dict):
            raise ReadError.of(finding("json_not_records", file, lines=(at,), line=at, kind=type(value).__name__))
        rows.append(value)
        lines.append(at)
    if not rows:
        raise ReadError.of(finding("no_rows", file, lines=(1,), line=1))
    return Records.of(file, rows, lines)


def _values(written: str, start: int, file: str, *, ends: bool) -> Iterator[tuple[int, object]]:
    """Line and value of each JSON value from `start` on, to the closing bracket if the file is an array."""
    at, line = start, 1 + written.count("\n", 0, start)
    while True:
        gap = BETWEEN.match(written, at)
        after = at if gap is None else gap.end()
        line += written.count("\n", at, after)
        if after >= len(written) and not ends:
            return
        if ends and written[after : after + 1] == "]":
            return
        try:
            value, at = DECODER.raw_decode(written, after)
        except (json.JSONDecodeError, RecursionError) as trouble:
            where = line if isinstance(trouble, RecursionError) else trouble.lineno
            raise ReadError.of(finding("broken_json", file, lines=(where,), line=where, why=str(trouble))) from trouble
        yield line, value
        line += written.count("\n", after, at)


def delimited_records(data: bytes, file: str, form: TextForm, *, quoted: bool = True) -> Records:
    """The rows of a text table as they stand; missing last fields are empty. Raises ReadError for longer rows."""
    body = data[form.body :].decode("utf-8")
    if not quoted:
        cells = [line.rstrip("\r").split(form.separator) for line in body.split("\n")]
        return _tabled(file, form, [(form.lines_before + 1 + at, row) for at, row in enumerate(cells)])
    csv.field_size_limit(MOST_CELL)
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=form.separator)
    rows: list[tuple[int, list[str]]] = []
    line = form.lines_before + 1
    try:
        for row in reader:
            rows.append((line, row))
            line = form.lines_before + 1 + reader.line_num
    except csv.Error as trouble:
        raise ReadError.of(finding("unreadable_rows", file, why=str(trouble))) from trouble
    return _tabled(file, form, rows)


def _tabled(file: str, form: TextForm, rows: list[tuple[int, list[str]]]) -> Records:
    """Rows as records; blank lines are not counted."""
    filled = [(line, row) for line, row in rows if any(cell.strip() for cell in row)]
    width = len(form.header)
    longer = [(line, len(row)) for line, row in filled if len(row) > width]
    if longer:
        examples = ", ".join(f"line {line} has {fields}" for line, fields in longer[:5])
        raise ReadError.of(finding("ragged_rows", file, lines=[line for line, _ in longer], count=len(longer),
                                   expected=width, examples=examples, separator=form.separator))  # fmt: skip
    if not filled:
        raise ReadError.of(finding("no_rows", file, lines=(form.line,), line=form.line))
    names = [name.strip() or f"column {at + 1}" for at, name in enumerate(form.header)]
    records: list[Record] = [dict(zip(names, row, strict=False)) for _, row in filled]
    return Records.of(file, records, [line for line, _ in filled], names)


def head_of_text(data: bytes, file: str, rows: int) -> Records | None:
    """The first rows of a text table, for a look at its layout; nothing if they cannot be read."""
    form = find_layout(data, file)
    head = data[: form.body + (1 << 20)]
    whole = head if len(head) == len(data) else head[: head.rfind(b"\n") + 1]
    try:
        return delimited_records(whole, file, form).head(rows)
    except (ReadError, UnicodeDecodeError):
        pass
    try:
        return delimited_records(whole, file, form, quoted=False).head(rows)
    except (ReadError, UnicodeDecodeError):
        return None


def frame_records(frame: pd.DataFrame, file: str) -> Records:
    """The rows of a data frame, a named index included; the header counts as line 1."""
    named = frame.reset_index() if frame.index.name else frame
    rows: list[Record] = [
        {str(name): value for name, value in row.items()} for row in named.astype(object).to_dict("records")
    ]
    return Records.of(file, rows, list(range(2, len(rows) + 2)), [str(name) for name in named.columns])


def nameless(header: Sequence[str]) -> str | None:
    """The nameless column of a saved index, if there is one."""
    return next((name for name in header if is_nameless(name) or re.fullmatch(r"column \d+", name)), None)
