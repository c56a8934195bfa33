"""A file opened: unpacked, known by its content, in UTF-8; and its rows as they stand."""

from __future__ import annotations

import hashlib
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, Union

from hero_core.errors import Finding, ReadError
from hero_core.reading.container import PARQUET, packing, unpacked
from hero_core.reading.delimited import find_layout
from hero_core.reading.encoding import refuse_zero_bytes, to_utf8
from hero_core.reading.messages import finding
from hero_core.reading.records import (
    Records,
    delimited_records,
    frame_records,
    head_of_text,
    json_records,
    looks_like_json,
    refuse_open_quote,
)
from hero_core.reading.source import Source, bytes_of, name_of
from hero_core.reading.typed import parquet_rows
from hero_core.reading.workbook import can_read, first_sheet, is_workbook

if TYPE_CHECKING:
    import pandas as pd

HEAD_ROWS = 200


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A file unpacked: Parquet, or text in UTF-8; what it was packed in and the encoding its text was in."""

    name: str
    digest: Future[str]
    data: bytes
    parquet: bool
    container: str | None = None
    encoding: str | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def sha256(self) -> str:
        """The hash of the file as it was given, once it is done."""
        return self.digest.result()


def hashed(raw: bytes) -> Future[str]:
    """The SHA-256 of the bytes, made beside other work."""
    with_one = ThreadPoolExecutor(1)
    digest = with_one.submit(lambda: hashlib.sha256(raw).hexdigest())
    with_one.shutdown(wait=False)
    return digest


def opened_file(source: Source, name: str | None, encoding: str | None) -> Opened:
    """The bytes of a file, unpacked and brought to UTF-8. Raises ReadError."""
    file = name or name_of(source)
    raw = bytes_of(source, file)
    if not raw:
        raise ReadError.of(finding("empty_file", file))
    digest = hashed(raw)
    if is_workbook(raw) and can_read():
        data, seen = first_sheet(raw, file)
        return Opened(name=file, digest=digest, data=data, parquet=False, container="xlsx", findings=seen)
    data = unpacked(raw, file)
    packed = packing(raw)
    if data.startswith(PARQUET):
        return Opened(name=file, digest=digest, data=data, parquet=True, container=packed)
    text, found, noted = to_utf8(data, file, encoding)
    refuse_zero_bytes(text, file)
    return Opened(name=file, digest=digest, data=text, parquet=False, container=packed, encoding=found, findings=noted)


def form_of(opened: Content) -> str:
    """What the table is inside: frame, parquet, json or text."""
    if not isinstance(opened, Opened):
        return "frame"
    return "parquet" if opened.parquet else "json" if looks_like_json(opened.data) else "text"


Content: TypeAlias = Union[Opened, "pd.DataFrame"]


def records_of(opened: Content, file: str, *, quoted: bool = True) -> Records:
    """All rows of a file as they stand. Raises ReadError."""
    if not isinstance(opened, Opened):
        return frame_records(opened, file)
    if opened.parquet:
        header, rows = parquet_rows(opened.data, file)
        return Records.of(file, list(rows), list(range(2, len(rows) + 2)), header)
    if looks_like_json(opened.data):
        return json_records(opened.data, file)
    form = find_layout(opened.data, file)
    if quoted:
        refuse_open_quote(opened.data, file, form)
    return delimited_records(opened.data, file, form, quoted=quoted)


def head_of(opened: Content, file: str) -> Records | None:
    """The first rows, for a look at the layout; JSON is read whole."""
    if not isinstance(opened, Opened):
        return frame_records(opened.head(HEAD_ROWS), file)
    if opened.parquet:
        header, rows = parquet_rows(opened.data, file, HEAD_ROWS)
        return Records.of(file, list(rows), list(range(2, len(rows) + 2)), header)
    if looks_like_json(opened.data):
        return records_of(opened, file)
    return head_of_text(opened.data, file, HEAD_ROWS)
