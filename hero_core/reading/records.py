"""Records: the rows of an export as they are, before anybody says which field is what."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from hero_core.errors import MAX_EXAMPLES, ReadError
from hero_core.reading.delimited import Layout as TextForm
from hero_core.reading.delimited import find_layout
from hero_core.reading.header import fold_name, is_nameless, repeated_column
from hero_core.reading.lines import records as text_records
from hero_core.reading.messages import finding, lengths, show
from hero_core.saying import said

if TYPE_CHECKING:
    import pandas as pd

Record = Mapping[str, Any]
JSON_START = re.compile(rb"\s*(?:\{\s*[\"}]|\[\s*[\[{\]])")
BETWEEN = re.compile(r"[\s,]*")
WRAPPED = re.compile(r'\s*\{(?:[^{}\[\]]*,)?\s*"data"\s*:\s*\[')
MOST_CELL = 1 << 27
DEEPEST = 64  # levels of JSON; exports have about ten
FEWEST_BYTES = 6  # of JSON per bracket, where there are many: less is no export and would fill the memory
MANY_BRACKETS = 100_000
TOO_DEEP = said("more than {levels} levels deep", levels=DEEPEST)


class RepeatedKey(ValueError):
    """A JSON object with two values for one name; `said` is what is wrong."""

    def __init__(self, name: str) -> None:
        self.said = said("{name} stands twice in one object", name=show(name))
        super().__init__(self.said)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; raises RepeatedKey where a name stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise RepeatedKey(twice)
    return found


DECODER = json.JSONDecoder(parse_float=str, parse_int=str, object_pairs_hook=once,
                           parse_constant=lambda name: None if name == "NaN" else name)  # fmt: skip


class Row(Mapping[str, Any]):
    """A row of a text table as a record; the names are shared by all rows, a missing last field has none."""

    __slots__ = ("cells", "places")

    def __init__(self, places: Mapping[str, int], cells: list[str]) -> None:
        self.places, self.cells = places, cells

    def __getitem__(self, name: str) -> str:
        at = self.places[name]
        if at >= len(self.cells):
            raise KeyError(name)
        return self.cells[at]

    def get(self, name: str, default: Any = None) -> Any:
        """The field, or the default where there is none."""
        at = self.places.get(name, len(self.cells))
        return self.cells[at] if at < len(self.cells) else default

    def __iter__(self) -> Iterator[str]:
        return islice(self.places, len(self.cells))

    def __len__(self) -> int:
        return min(len(self.places), len(self.cells))


@dataclass(frozen=True, kw_only=True)
class Records:
    """Rows of any shape, the line of each in the file, and every field name in order of appearance."""

    file: str
    header: tuple[str, ...]
    rows: list[Record]
    lines: list[int]

    @cached_property
    def folded(self) -> dict[str, str]:
        """The field names by what counts of them; the first of several."""
        return {fold_name(name): name for name in reversed(self.header)}

    @classmethod
    def of(cls, file: str, rows: list[Record], lines: list[int], header: Sequence[str] = ()) -> Records:
        """Rows with the names that occur in them."""
        names = dict.fromkeys(header)
        names.update(dict.fromkeys(str(name) for row in rows for name in row))
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
        return "/".join([text(part) for part in value])
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)


def looks_like_json(data: bytes) -> bool:
    """Whether the text begins as JSON records do."""
    return JSON_START.match(data) is not None


def json_records(data: bytes, file: str) -> Records:
    """JSON Lines, an array of objects, or one object with such an array under "data". Raises ReadError."""
    brackets = data.count(b"{") + data.count(b"[")
    if brackets > max(MANY_BRACKETS, len(data) // FEWEST_BYTES):
        why = said("{count} brackets and next to nothing in them", count=f"{brackets:,}")
        raise ReadError.of(finding("broken_json", file, lines=(1,), line=1, why=why))
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


def is_deep(value: object) -> bool:
    """Whether objects and lists stand in each other more than DEEPEST times."""
    level = [value]
    for _ in range(DEEPEST):
        inner = [one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)]
        level = [part for parts in inner for part in parts if isinstance(part, dict | list)]
        if not level:
            return False
    return True


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
        except (json.JSONDecodeError, RepeatedKey, RecursionError) as trouble:
            where = trouble.lineno if isinstance(trouble, json.JSONDecodeError) else line
            raise ReadError.of(
                finding("broken_json", file, lines=(where,), line=where, why=reason_of(trouble))
            ) from trouble
        brackets = written.count("[", after, at) + written.count("{", after, at)
        if brackets > DEEPEST and is_deep(value):
            raise ReadError.of(finding("broken_json", file, lines=(line,), line=line, why=TOO_DEEP))
        yield line, value
        line += written.count("\n", after, at)


def reason_of(trouble: Exception) -> str:
    """What is wrong with a JSON text: our own words where there are some."""
    if isinstance(trouble, RecursionError):
        return TOO_DEEP
    return trouble.said if isinstance(trouble, RepeatedKey) else str(trouble)


def delimited_records(data: bytes, file: str, form: TextForm, *, quoted: bool = True) -> Records:
    """The rows of a text table as they stand; missing last fields are empty. Raises ReadError for longer rows."""
    if not quoted:
        body = data[form.body :].decode("utf-8")
        cells = [line.rstrip("\r").split(form.separator) for line in body.split("\n")]
        return _tabled(file, form, [(form.lines_before + 1 + at, row) for at, row in enumerate(cells)])
    csv.field_size_limit(MOST_CELL)
    stream = io.BytesIO(data)
    stream.seek(form.body)
    reader = csv.reader(io.TextIOWrapper(stream, encoding="utf-8", newline=""), delimiter=form.separator)
    rows: list[tuple[int, list[str]]] = []
    line = form.lines_before + 1
    try:
        for row in reader:
            rows.append((line, row))
            line = form.lines_before + 1 + reader.line_num
    except csv.Error as trouble:
        raise ReadError.of(finding("unreadable_rows", file, why=str(trouble))) from trouble
    return _tabled(file, form, rows)


def refuse_open_quote(data: bytes, file: str, form: TextForm) -> None:
    """A quote that is never closed swallows all rows behind it. Raises ReadError."""
    if data.count(b'"', form.body) % 2 == 0:
        return
    last = next(iter(deque(text_records(data, form.separator, form.body), maxlen=1)), None)
    if last is not None and last.open_quote:
        line = last.line + form.lines_before + 1
        raise ReadError.of(finding("unclosed_quote", file, lines=(line,), line=line))


def _tabled(file: str, form: TextForm, rows: list[tuple[int, list[str]]]) -> Records:
    """Rows as records; blank lines are not counted."""
    filled = [(line, row) for line, row in rows if any(cell.strip() for cell in row)]
    width = len(form.header)
    longer = [(line, len(row)) for line, row in filled if len(row) > width]
    if longer:
        examples = lengths(longer[:MAX_EXAMPLES])
        raise ReadError.of(finding("ragged_rows", file, lines=[line for line, _ in longer], count=len(longer),
                                   expected=width, examples=examples, separator=form.separator))  # fmt: skip
    if not filled:
        raise ReadError.of(finding("no_rows", file, lines=(form.line,), line=form.line))
    names = [name.strip() or f"column {at + 1}" for at, name in enumerate(form.header)]
    places = {name: at for at, name in enumerate(names)}
    if len(places) < width:
        raise ReadError.of(repeated_column(names, file, form.line))
    records: list[Record] = [Row(places, row) for _, row in filled]
    return Records(file=file, header=tuple(places), rows=records, lines=[line for line, _ in filled])


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
