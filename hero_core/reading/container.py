"""What the bytes are, by content: a packed file is opened, a workbook refused with the way out."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import re
import struct
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import Protocol

from hero_core.errors import ReadError
from hero_core.reading.messages import finding, listed, show
from hero_core.saying import said

PARQUET = b"PAR1"
GZIP = b"\x1f\x8b"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OTHER_KINDS = (
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a", "rar"),
    (b"%PDF-", "PDF"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"ARROW1", "Arrow"),
    (b"SQLite format 3\x00", "SQLite"),
)
WEB_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
NUMBERED = re.compile(rb'(?:\xef\xbb\xbf)?\s*\[\s*\{\s*"idx"\s*:')
HEAD = 200
LINES = (".jsonl", ".ndjson")
TABLES = (".csv", ".tsv", ".tab", ".txt", ".parquet", ".pq", ".gz", ".json", ".xlsx", *LINES)
COMPANIONS = ("__macosx", "thumbs.db", "desktop.ini")
MOST_BYTES = 1 << 30
MOST_MEMBERS = 10_000
TRUSTED_BYTES, MOST_RATIO = 1 << 26, 100  # votes pack 5 to 50 times; beyond, a small file would fill the memory
PIECE = 1 << 20
DEEPEST = 2
BROKEN = (OSError, EOFError, ValueError, RuntimeError, NotImplementedError, KeyError, struct.error, zlib.error,
          lzma.LZMAError, zipfile.BadZipFile)  # fmt: skip


class Readable(Protocol):
    """A stream of bytes."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes."""


def unpacked(data: bytes, file: str, depth: int = 0) -> bytes:
    """The bytes of the one table inside, or the bytes themselves if nothing is packed."""
    if data.startswith(GZIP):
        inner = _gunzipped(data, file)
    elif data.startswith(ZIP):
        inner = _unzipped(data, file)
    else:
        _refuse_other_kinds(data, file)
        return data
    if depth + 1 > DEEPEST:
        raise ReadError.of(finding("nested_container", file))
    if not inner:
        raise ReadError.of(finding("empty_file", file))
    return unpacked(inner, file, depth + 1)


def packing(data: bytes) -> str | None:
    """What the bytes are packed in, by content: gzip, zip or nothing."""
    return "gzip" if data.startswith(GZIP) else "zip" if data.startswith(ZIP) else None


def _refuse_other_kinds(data: bytes, file: str) -> None:
    if data.startswith(OLD_WORKBOOK):
        raise ReadError.of(finding("workbook", file, kind="Excel xls"))
    for mark, kind in OTHER_KINDS:
        if data.startswith(mark):
            raise ReadError.of(finding("other_kind", file, kind=kind))
    if WEB_PAGE.match(data):
        raise ReadError.of(finding("web_page", file))


def _gunzipped(data: bytes, file: str) -> bytes:
    try:
        raw = io.BytesIO(data)
        with gzip.open(raw) as opened:
            return _limited(opened, file, raw)
    except BROKEN as trouble:
        raise ReadError.of(finding("broken_container", file, kind="gzip", why=str(trouble))) from trouble


def _unzipped(data: bytes, file: str) -> bytes:
    try:
        raw = io.BytesIO(data)
        with zipfile.ZipFile(raw) as archive:
            parts = _parts(archive)
            if len(parts) > 1:
                return _joined(archive, parts, file, raw)
            table = _the_table(archive, file)
            with archive.open(table) as opened:
                return _limited(opened, file, raw, table.header_offset)
    except BROKEN as trouble:
        raise ReadError.of(finding("broken_container", file, kind="zip", why=str(trouble))) from trouble


def _parts(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The members, if all of them are JSON Lines (an export with one file per annotator), or JSON arrays of records
    that are numbered alike (a test set and the verdicts of judges on it)."""
    members = [member for member in archive.infolist() if not member.is_dir() and not _is_companion(member.filename)]
    together = all(member.filename.lower().endswith(LINES) or _is_numbered(archive, member) for member in members)
    return members if together else []


def _is_numbered(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """Whether a member is a JSON array whose records begin with their number."""
    if not member.filename.lower().endswith(".json"):
        return False
    with archive.open(member) as opened:
        return NUMBERED.match(opened.read(HEAD)) is not None


def _joined(archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo], file: str, raw: io.BytesIO) -> bytes:
    """The records of all members, each with its member's name."""
    if len(parts) > MOST_MEMBERS:
        raise ReadError.of(finding("too_big", file, limit=said("{count} files", count=f"{MOST_MEMBERS:,}")))
    joined = io.BytesIO()
    for part in parts:
        with archive.open(part) as opened:
            content = _limited(opened, file, raw, part.header_offset).removeprefix(b"\xef\xbb\xbf")
        mark = b'{"_file": %b, ' % json.dumps(PurePosixPath(part.filename).stem).encode()
        if NUMBERED.match(content):
            content = b"\n".join(json.dumps(record).encode() for record in json.loads(content))
        lines = (line.strip() for line in io.BytesIO(content.replace(b"\r", b"\n")))
        for line in lines:
            if line.startswith(b"{"):
                joined.write(mark + line[1:] + b"\n")
                _refuse_too_many(joined.tell(), file)
        if joined.tell() > max(TRUSTED_BYTES, MOST_RATIO * len(raw.getbuffer())):
            raise bomb(file)
    return joined.getvalue()


def _limited(opened: Readable, file: str, raw: io.BytesIO, start: int = 0) -> bytes:
    """All bytes of an unpacked stream, unless they are too many, or far more than the bytes of `raw` (read from
    `start` on) can honestly hold."""
    pieces: list[bytes] = []
    size = 0
    while piece := opened.read(PIECE):
        pieces.append(piece)
        size += len(piece)
        _refuse_too_many(size, file)
        if size > max(TRUSTED_BYTES, MOST_RATIO * (raw.tell() - start)):
            raise bomb(file)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def bomb(file: str) -> ReadError:
    """The error for a small file that would fill the memory."""
    return ReadError.of(finding("bomb", file, limit=f"{TRUSTED_BYTES >> 20:,} MB", ratio=MOST_RATIO))


def _refuse_too_many(size: int, file: str) -> None:
    if size > MOST_BYTES:
        raise ReadError.of(finding("too_big", file, limit=f"{MOST_BYTES >> 20:,} MB"))


def _the_table(archive: zipfile.ZipFile, file: str) -> zipfile.ZipInfo:
    """The one table in an archive; hidden companions do not count."""
    members = [member for member in archive.infolist() if not member.is_dir()]
    names = [member.filename.lower() for member in members]
    for kind, mark in (("Word docx", "word/document"), ("PowerPoint pptx", "ppt/presentation")):
        if any(name.startswith(mark) for name in names):
            raise ReadError.of(finding("other_kind", file, kind=kind))
    for kind, mark in (("Excel xlsx", "xl/workbook"), ("Excel xlsx", "[content_types].xml"), ("ODS", "content.xml")):
        if any(name.startswith(mark) for name in names):
            raise ReadError.of(finding("workbook", file, kind=kind))
    visible = [member for member in members if not _is_companion(member.filename)]
    tables = [member for member in visible if member.filename.lower().endswith(TABLES)]
    chosen = visible if len(visible) == 1 else tables
    if len(chosen) == 1:
        return chosen[0]
    if not chosen:
        raise ReadError.of(finding("zip_no_table", file))
    shown = listed([show(member.filename) for member in chosen])
    raise ReadError.of(finding("zip_many_tables", file, count=len(chosen), names=shown))


def _is_companion(path: str) -> bool:
    parts = path.lower().split("/")
    return any(part in COMPANIONS or part.startswith(".") for part in parts)
