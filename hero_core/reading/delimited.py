"""Tables in text: comma, tab, semicolon or bar between the fields."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.csv as arrow_csv

from hero_core.errors import MAX_EXAMPLES, Finding, ReadError
from hero_core.reading import header as names
from hero_core.reading.lines import TextLines, records
from hero_core.reading.messages import finding
from hero_core.reading.table import Column, Table

SEPARATORS = (",", ";", "\t", "|")
SPOKEN = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
BLOCK_BYTES = 1 << 24
HEADER_BYTES = 1 << 17
BLANK_LINES = re.compile(rb"(?:[ \t]*(?:\r\n|\r|\n))*")
SEP_LINE = re.compile(rb"sep=([,;\t|])[ \t]*(?:\r\n|\r|\n|\Z)", re.IGNORECASE)
TEXT = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Separator, header and where the rows start: byte and number of lines before."""

    separator: str
    header: tuple[str, ...]
    body: int
    lines_before: int


def read_delimited(
    data: bytes, file: str, sha256: str, columns: Mapping[str, str] | None, findings: tuple[Finding, ...] = ()
) -> Table:
    """The table in UTF-8 text."""
    layout = find_layout(data, file, columns)
    found = names.match(layout.header, columns, file, layout.lines_before)
    missing = names.missing_columns(layout.header, found, file, layout.lines_before)
    if missing:
        raise ReadError.of(missing)
    arrow = parse_body(data, layout, sorted(set(found.values())), file)
    if not arrow.num_rows:
        raise ReadError.of(finding("no_rows", file, lines=(layout.lines_before,), line=layout.lines_before))
    lines = TextLines(
        data=data, body=layout.body, lines_before=layout.lines_before, n_rows=arrow.num_rows,
        separator=layout.separator, n_fields=len(layout.header),
    )  # fmt: skip
    return Table(
        name=file, sha256=sha256, n_rows=arrow.num_rows, separator=layout.separator, lines=lines,
        columns={name: as_column(arrow.column(str(position))) for name, position in found.items()},
        headers={name: layout.header[position] for name, position in found.items()}, findings=findings,
    )  # fmt: skip


def find_layout(data: bytes, file: str, columns: Mapping[str, str] | None) -> Layout:
    """The header is the first line with text; its separator the one that gives the most known names."""
    start = BLANK_LINES.match(data).end()  # type: ignore[union-attr]
    if start == len(data):
        raise ReadError.of(finding("no_header", file, size=len(data)))
    told = SEP_LINE.match(data, start)
    start = told.end() if told else start
    wanted = {names.fold_name(name) for name in (columns or {}).values()}
    candidates = (told.group(1).decode(),) if told else SEPARATORS
    headers = {separator: header_fields(data, start, separator, file) for separator in candidates}

    def worth(separator: str) -> tuple[int, int]:
        fields = headers[separator][0]
        return sum(names.is_known(name) or names.fold_name(name) in wanted for name in fields), len(fields)

    best = max(candidates, key=worth)
    fields, body = headers[best]
    return Layout(separator=best, header=fields, body=body, lines_before=len(data[:body].splitlines()))


def header_fields(data: bytes, start: int, separator: str, file: str) -> tuple[tuple[str, ...], int]:
    """Names in the header record and the byte after it."""
    record = next(records(data, separator, start), None)
    if record is None or record.end - record.start > HEADER_BYTES:
        raise ReadError.of(finding("huge_cell", file, where=", in the header", limit=f"{HEADER_BYTES:,}"))
    text = data[record.start : record.end].decode("utf-8")
    try:
        fields = next(csv.reader(text.splitlines(keepends=True), delimiter=separator))
    except csv.Error:
        fields = text.rstrip("\r\n").split(separator)
    return tuple(fields), record.end


def parse_body(data: bytes, layout: Layout, positions: Sequence[int], file: str) -> pa.Table:
    """The wanted columns as dictionary-encoded text, named by their position."""
    if layout.body >= len(data):
        return pa.table({str(position): pa.array([], TEXT) for position in positions})
    odd: list[str] = []

    def set_aside(row: arrow_csv.InvalidRow) -> str:
        if row.text.strip():
            odd.append(row.text)
        return "skip"

    all_names = [str(position) for position in range(len(layout.header))]
    wanted = [str(position) for position in positions]
    try:
        arrow = arrow_csv.read_csv(
            pa.BufferReader(pa.py_buffer(data).slice(layout.body)),
            read_options=arrow_csv.ReadOptions(column_names=all_names, block_size=BLOCK_BYTES),
            parse_options=arrow_csv.ParseOptions(
                delimiter=layout.separator, newlines_in_values=data.find(b'"', layout.body) >= 0,
                invalid_row_handler=set_aside,
            ),
            convert_options=arrow_csv.ConvertOptions(
                column_types=dict.fromkeys(wanted, TEXT), include_columns=wanted, null_values=[],
                strings_can_be_null=False, quoted_strings_can_be_null=False, check_utf8=False,
            ),
        )  # fmt: skip
    except pa.ArrowInvalid as trouble:
        raise explain(data, layout, file) from trouble
    if odd:
        raise explain(data, layout, file)
    return arrow


def explain(data: bytes, layout: Layout, file: str) -> ReadError:
    """Why the rows cannot be read, with lines: an open quote, a huge cell, or rows with other field counts."""
    expected, odd, total = len(layout.header), [], 0
    for record in records(data, layout.separator, layout.body):
        line = record.line + layout.lines_before + 1
        if record.open_quote:
            return ReadError.of(finding("unclosed_quote", file, lines=(line,), line=line))
        if record.end - record.start > BLOCK_BYTES:
            return ReadError.of(
                finding("huge_cell", file, lines=(line,), where=f", line {line}", limit=f"{BLOCK_BYTES:,}")
            )
        if record.n_fields != expected and data[record.start : record.end].strip():
            total += 1
            if len(odd) < MAX_EXAMPLES:
                odd.append((line, record.n_fields))
    if not odd:
        return ReadError.of(finding("unclosed_quote", file, lines=(layout.lines_before + 1,), line="unknown"))
    examples = ", ".join(f"line {line} has {fields}" for line, fields in odd)
    return ReadError.of(
        finding("ragged_rows", file, lines=[line for line, _ in odd], count=total, expected=expected,
                examples=examples, separator=SPOKEN[layout.separator])
    )  # fmt: skip


def as_column(chunked: pa.ChunkedArray) -> Column:
    """A dictionary-encoded arrow column as codes into distinct texts."""
    unified = chunked.unify_dictionaries()
    if not unified.num_chunks:
        return Column(codes=np.empty(0, dtype=np.int32), texts=pa.array([], pa.string()))
    parts = [chunk.indices.fill_null(-1).to_numpy(zero_copy_only=False) for chunk in unified.chunks]
    return Column(codes=np.concatenate(parts), texts=unified.chunk(0).dictionary)
