"""Text bytes as UTF-8: a byte order mark decides, else UTF-8, else GB18030, else Windows-1252."""

from __future__ import annotations

import codecs

from hero_core.errors import Finding, ReadError
from hero_core.reading.messages import finding
from hero_core.saying import said

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
FALLBACKS = (("gb18030", "GB18030"), ("cp1252", "Windows-1252"))
PIECE = 1 << 24


def to_utf8(data: bytes, file: str, encoding: str | None = None) -> tuple[bytes, str, tuple[Finding, ...]]:
    """The text in UTF-8 without a byte order mark, and the encoding it was in."""
    if encoding:
        return recoded(data, encoding, file), encoding, ()
    for mark, name in MARKS:
        if data.startswith(mark):
            return _unmarked(recoded(data[len(mark) :], name, file)), name, ()
    odd = first_odd_byte(data)
    if odd is None:
        return data, "utf-8", ()
    for name, spoken in FALLBACKS:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        line = line_at(data, odd)
        note = finding("encoding_fallback", file, lines=(line,), line=line, encoding=spoken)
        return text.encode("utf-8"), name, (note,)
    raise refused(data, said("UTF-8, GB18030 or Windows-1252"), odd, file)


def _unmarked(text: bytes) -> bytes:
    """UTF-8 text without further byte order marks at its start: some tools put one before another."""
    while text.startswith(codecs.BOM_UTF8):
        text = text.removeprefix(codecs.BOM_UTF8)
    return text


def recoded(data: bytes, encoding: str, file: str) -> bytes:
    """The text of a known encoding as UTF-8."""
    try:
        if codecs.lookup(encoding).name == "utf-8" and first_odd_byte(data) is None:
            return data
        return data.decode(encoding).encode("utf-8")
    except UnicodeDecodeError as trouble:
        raise refused(data, encoding.upper(), trouble.start, file) from trouble
    except (LookupError, UnicodeError) as trouble:
        raise refused(data, encoding, 0, file) from trouble


def refused(data: bytes, encoding: str, position: int, file: str) -> ReadError:
    """The error for bytes that are no such text."""
    line = line_at(data, position)
    return ReadError.of(
        finding("unknown_encoding", file, lines=(line,), line=line, position=f"{position:,}", encoding=encoding)
    )


def first_odd_byte(data: bytes) -> int | None:
    """Position of the first byte that is not UTF-8; None if all is."""
    if data.isascii():
        return None
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(data), PIECE):
        held = len(decoder.getstate()[0])
        try:
            decoder.decode(data[start : start + PIECE], final=start + PIECE >= len(data))
        except UnicodeDecodeError as trouble:
            return start - held + trouble.start
    return None


def line_at(data: bytes, position: int) -> int:
    """Line of a byte."""
    return lines_in(data, position + 1) or 1


def lines_in(data: bytes, end: int) -> int:
    """How many lines the bytes before `end` are; the last may be unfinished."""
    end = min(end, len(data))
    breaks = data.count(b"\n", 0, end) + data.count(b"\r", 0, end) - data.count(b"\r\n", 0, end)
    return breaks + (end > 0 and data[end - 1] not in b"\r\n")


def refuse_zero_bytes(text: bytes, file: str) -> None:
    """Text tables hold no zero bytes; raises ReadError."""
    position = text.find(b"\0")
    if position >= 0:
        line = line_at(text, position)
        raise ReadError.of(finding("not_text", file, lines=(line,), line=line))
