"""The door: a file or table of votes becomes Annotations, with everything that was odd about it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from hero_core.annotations import Annotations
from hero_core.errors import ReadError, SettingsError
from hero_core.reading.assemble import annotations_of
from hero_core.reading.delimited import read_delimited
from hero_core.reading.encoding import to_utf8
from hero_core.reading.messages import finding
from hero_core.reading.source import Source, bytes_of, name_of
from hero_core.reading.table import Table
from hero_core.reading.votes import POLICIES
from hero_core.reading.words import read_mapping

ROLES = ("history", "current")


def read(
    source: Source,
    *,
    role: str = "current",
    name: str | None = None,
    labels: Mapping[object, object] | None = None,
    columns: Mapping[str, str] | None = None,
    repeats: str = "drop",
    encoding: str | None = None,
) -> Annotations:
    """Votes of one file as Annotations.

    `labels` gives the class of label texts (None, "none" or "" for no vote), `columns` the header of
    canonical columns, `repeats` says what becomes of two votes by one annotator on one item.
    Raises ReadError, with one red finding per kind of trouble, if the file cannot be used as it is.
    """
    check(role, repeats)
    table = read_table(source, name=name, columns=columns, encoding=encoding)
    return annotations_of(table, role=role, mapping=read_mapping(labels), repeats=repeats)


def check(role: str, repeats: str) -> None:
    """Refuse options that do not exist."""
    if role not in ROLES:
        raise SettingsError(f"role is {role!r}; it must be one of {', '.join(ROLES)}.")
    if repeats not in POLICIES:
        raise SettingsError(f"repeats is {repeats!r}; it must be one of {', '.join(POLICIES)}.")


def read_table(source: Source, *, name: str | None, columns: Mapping[str, str] | None, encoding: str | None) -> Table:
    """The columns with a meaning, as text."""
    file = name or name_of(source)
    data = bytes_of(source, file)
    if not data:
        raise ReadError.of(finding("empty_file", file))
    sha256 = hashlib.sha256(data).hexdigest()
    text, noted = to_utf8(data, file, encoding)
    return read_delimited(text, file, sha256, columns, noted)


