"""Tables in text: comma, tab, semicolon or bar between the fields."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice, pairwise

import pyarrow as pa
import pyarrow.csv as arrow_csv

from hero_core.errors import MAX_EXAMPLES, Finding, ReadError
from hero_core.reading import header as names
from hero_core.reading.blocks import Block, block_of, joined
from hero_core.reading.encoding import lines_in
from hero_core.reading.lines import TextLines, records
from hero_core.reading.messages import finding, lengths
from hero_core.reading.table import Column, Table
from hero_core.reading.typed import first_line
from hero_core.saying import said

SEPARATORS = (",", ";", "\t", "|")
SPOKEN = {",": said("comma"), ";": said("semicolon"), "\t": said("tab"), "|": said("bar")}
BLOCK_BYTES = 1 << 24
PARTS = 2
HEADER_BYTES = 1 << 20
SAMPLE_ROWS = 50
BLANK_LINES = re.compile(rb"(?:[ \t]*+(?:\r\n|\r|\n))*+")
SEP_LINE = re.compile(rb'"?sep=([,;\t|])"?[ \t]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
TEXT = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Separator, header (in line `line`), and where the rows start: byte `body`, after `lines_before` lines."""

    separator: str
    header: tuple[str, ...]
    line: int
    body: int
    lines_before: int


def read_delimited(
    data: bytes, file: str, columns: Mapping[str, str] | None, findings: tuple[Finding, ...] = ()
) -> Table:
    """The table in UTF-8 text. Raises ReadError."""
    data = with_plain_breaks(data)
    layout = find_layout(data, file, columns)
    found = names.match(layout.header, columns, file, layout.line)
    if not names.is_complete(found):
        rows = sample_rows(data, layout)
        raise ReadError.of(names.missing_columns(layout.header, found, file, layout.line, rows))
    types = {position: pa.string() if name == "item_id" else TEXT for name, position in found.items()}
    coded = parse_body(data, layout, types, file)
    n_rows = len(coded[found["item_id"]].codes)
    if not n_rows:
        raise ReadError.of(finding("no_rows", file, lines=(layout.line,), line=layout.line))
    lines = TextLines(data=data, body=layout.body, lines_before=layout.lines_before, n_rows=n_rows,
                      separator=layout.separator, n_fields=len(layout.header))  # fmt: skip
    open_quote = lines.open_quote
    if open_quote:
        raise ReadError.of(finding("unclosed_quote", file, lines=(open_quote,), line=open_quote))
    return Table(
        name=file, sha256="", n_rows=n_rows, separator=layout.separator, findings=findings, lines=lines.compact(),
        columns={name: coded[position] for name, position in found.items()},
        headers={name: layout.header[position] for name, position in found.items()},
    )  # fmt: skip


def with_plain_breaks(data: bytes) -> bytes:
    """Line breaks of two bytes made one where they may stand inside quotes: pyarrow (26) loses the second byte
    of a quoted one that falls on the edge of two blocks. Line numbers stay."""
    return data.replace(b"\r\n", b"\n") if b"\r" in data and b'"' in data else data


def find_layout(data: bytes, file: str, columns: Mapping[str, str] | None = None) -> Layout:
    """The header is the first line with text; its separator the one that gives the most known names."""
    start = _after(BLANK_LINES, data, 0)
    told = SEP_LINE.match(data, start)
    start = _after(BLANK_LINES, data, told.end()) if told else start
    if start >= len(data):
        raise ReadError.of(finding("no_header", file, size=f"{len(data):,}"))
    wanted = {names.fold_name(name) for name in (columns or {}).values()}
    candidates = (told.group(1).decode(),) if told else SEPARATORS
    headers = {separator: header_fields(data, start, separator, file) for separator in candidates}

    def worth(separator: str) -> tuple[int, int]:
        fields = headers[separator][0]
        return sum(names.is_known(name) or names.fold_name(name) in wanted for name in fields), len(fields)

    best = max(candidates, key=worth)
    fields, body = headers[best]
    before, through = lines_in(data, start), lines_in(data, body)
    return Layout(separator=best, header=fields, line=before + 1, body=body, lines_before=through)


def _after(pattern: re.Pattern[bytes], data: bytes, start: int) -> int:
    found = pattern.match(data, start)
    return start if found is None else found.end()


def header_fields(data: bytes, start: int, separator: str, file: str) -> tuple[tuple[str, ...], int]:
    """Names in the header record and the byte after it."""
    record = next(records(data[: start + HEADER_BYTES], separator, start))
    if record.end - record.start >= HEADER_BYTES:
        line = lines_in(data, start) + 1
        raise ReadError.of(finding("huge_cell", file, lines=(line,), line=line, limit=f"{HEADER_BYTES >> 20:,}"))
    return fields_of(data[record.start : record.end], separator), record.end


def fields_of(record: bytes, separator: str) -> tuple[str, ...]:
    """The fields of one record."""
    text = record.decode("utf-8")
    try:
        return tuple(next(csv.reader(io.StringIO(text, newline=""), delimiter=separator), ()))
    except csv.Error:
        return tuple(text.rstrip("\r\n").split(separator))


def sample_rows(data: bytes, layout: Layout) -> list[tuple[str, ...]]:
    """The first rows, as far as they are short."""
    head = data[: layout.body + HEADER_BYTES]
    some = islice(records(head, layout.separator, layout.body), SAMPLE_ROWS)
    return [fields_of(head[record.start : record.end], layout.separator) for record in some if record.end < len(head)]


def parse_body(data: bytes, layout: Layout, types: Mapping[int, pa.DataType], file: str) -> dict[int, Column]:
    """The columns at the wanted positions; text of many distinct values need not come as a dictionary.

    Raises ReadError.
    """
    odd: list[int] = []
    why = ""
    for block in (BLOCK_BYTES // 4, BLOCK_BYTES):  # small ones are faster, but a row must fit into one
        odd.clear()
        try:
            with ThreadPoolExecutor(PARTS) as pool:
                some = pool.map(
                    lambda part, size=block: blocks_of(part, layout, types, size, odd), parts_of(data, layout.body)
                )
                blocks = [block for part in some for block in part]
        except pa.ArrowInvalid as trouble:
            why = first_line(trouble)
            continue
        if odd:
            break
        return {position: joined([block.pop(position) for block in blocks]) for position in types}
    raise explained(data, layout, file, len(odd), why)


def parts_of(data: bytes, body: int) -> list[pa.Buffer]:
    """The rows in two halves, or all in one where a quote may hold a line break."""
    whole = pa.py_buffer(data)
    middle = 0 if data.find(b'"', body) >= 0 else data.find(b"\n", (body + len(data)) // 2) + 1
    cuts = (body, middle, len(data)) if body < middle < len(data) else (body, len(data))
    return [whole.slice(start, end - start) for start, end in pairwise(cuts) if start < end]


def blocks_of(
    part: pa.Buffer, layout: Layout, types: Mapping[int, pa.DataType], size: int, odd: list[int]
) -> list[dict[int, Block]]:
    """The columns of a part, block by block; rows with another number of fields are noted in `odd`."""

    def set_aside(row: arrow_csv.InvalidRow) -> str:
        if row.text.strip():
            odd.append(row.actual_columns)
        return "skip"

    all_names = [str(position) for position in range(len(layout.header))]
    wanted = {str(position): kind for position, kind in types.items()}
    with arrow_csv.open_csv(
        pa.BufferReader(part),
        read_options=arrow_csv.ReadOptions(column_names=all_names, block_size=size),
        parse_options=arrow_csv.ParseOptions(
            delimiter=layout.separator, newlines_in_values=True, invalid_row_handler=set_aside
        ),
        convert_options=arrow_csv.ConvertOptions(
            column_types=wanted, include_columns=list(wanted), null_values=[],
            strings_can_be_null=False, quoted_strings_can_be_null=False, check_utf8=False,
        ),
    ) as batches:  # fmt: skip
        return [dict(zip(types, map(block_of, batch.columns), strict=True)) for batch in batches if batch.num_rows]


def explained(data: bytes, layout: Layout, file: str, total: int, why: str) -> ReadError:
    """Why the rows cannot be read, with lines: an open quote, a huge cell, or rows with other field counts."""
    expected = len(layout.header)
    odd: list[tuple[int, int]] = []
    for record in records(data, layout.separator, layout.body):
        line = record.line + layout.lines_before + 1
        if record.open_quote:
            return ReadError.of(finding("unclosed_quote", file, lines=(line,), line=line))
        if record.end - record.start >= BLOCK_BYTES:
            limit = f"{BLOCK_BYTES >> 20:,}"
            return ReadError.of(finding("huge_cell", file, lines=(line,), line=line, limit=limit))
        if record.n_fields != expected and data[record.start : record.end].strip():
            odd.append((line, record.n_fields))
        if odd and len(odd) >= min(total, MAX_EXAMPLES):
            break
    if not odd:
        return ReadError.of(finding("unreadable_rows", file, why=why))
    examples = lengths(odd)
    return ReadError.of(
        finding("ragged_rows", file, lines=[line for line, _ in odd], count=max(total, len(odd)), expected=expected,
                examples=examples, separator=SPOKEN[layout.separator])
    )  # fmt: skip
