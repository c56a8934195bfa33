"""Where the bytes come from: a path, bytes, an open file or buffer."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias, Union, cast

from hero_core.errors import ReadError
from hero_core.reading.messages import finding
from hero_core.saying import said

NAMELESS = "upload"
if TYPE_CHECKING:
    import pandas as pd

Source: TypeAlias = Union[str, PathLike[str], bytes, bytearray, memoryview, IO[Any], "pd.DataFrame"]


def name_of(source: object) -> str:
    """The file name of a path or open file."""
    named = fspath(source) if isinstance(source, str | PathLike) else getattr(source, "name", None)
    text = Path(named).name if isinstance(named, str) else ""
    return text or NAMELESS


def bytes_of(source: Source, file: str) -> bytes:
    """All bytes, from the start; an open file is put back where it was."""
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source)
    try:
        if isinstance(source, str | PathLike):
            return Path(source).read_bytes()
        if hasattr(source, "read"):
            return _from_start(cast(IO[Any], source))
    except (OSError, ValueError) as trouble:
        why = getattr(trouble, "strerror", None) or str(trouble)
        raise ReadError.of(finding("not_found", file, why=why)) from trouble
    why = said("{kind} is neither a file nor a table", kind=type(source).__name__)
    raise ReadError.of(finding("not_found", file, why=why))


def _from_start(opened: IO[Any]) -> bytes:
    seekable = not hasattr(opened, "seekable") or opened.seekable()
    position = opened.tell() if seekable else 0
    try:
        if seekable:
            opened.seek(0)
        content = opened.read()
    finally:
        if seekable:
            opened.seek(position)
    return content.encode("utf-8") if isinstance(content, str) else bytes(content)
