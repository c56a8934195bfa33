"""The door: a file or table of votes becomes Annotations, with everything that was odd about it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from hero_core.annotations import Annotations
from hero_core.errors import Finding, ReadError, SettingsError
from hero_core.reading.assemble import annotations_of, code_ids
from hero_core.reading.container import PARQUET, unpacked
from hero_core.reading.delimited import find_layout, read_delimited
from hero_core.reading.encoding import refuse_zero_bytes, to_utf8
from hero_core.reading.header import COVARIATE, KNOWN, is_known
from hero_core.reading.messages import finding
from hero_core.reading.source import Source, bytes_of, name_of
from hero_core.reading.table import Table
from hero_core.reading.typed import is_frame, parquet_header, read_frame, read_parquet
from hero_core.reading.votes import POLICIES
from hero_core.reading.words import Words, read_mapping

ROLES = ("history", "current")
TABLE = "table"
LABELLED = ("label", "gold_label")


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
    check_columns(columns)
    table = read_table(source, name=name, columns=columns, encoding=encoding)
    return annotations_of(table, role=role, mapping=read_mapping(labels), repeats=repeats)


def check(role: str, repeats: str) -> None:
    """Refuse options that do not exist."""
    if role not in ROLES:
        raise SettingsError(f"role is {role!r}; it must be one of {', '.join(ROLES)}.")
    if repeats not in POLICIES:
        raise SettingsError(f"repeats is {repeats!r}; it must be one of {', '.join(POLICIES)}.")


def check_columns(columns: Mapping[str, str] | None) -> None:
    """Refuse names that no column can have."""
    unknown = sorted(name for name in columns or {} if not is_known(name))
    if unknown:
        raise SettingsError(
            f"columns names {', '.join(unknown)}; known are {', '.join(KNOWN)} and names that start with {COVARIATE}."
        )


def read_table(
    source: Source, *, name: str | None = None, columns: Mapping[str, str] | None = None, encoding: str | None = None
) -> Table:
    """The columns with a meaning, as text. Raises ReadError."""
    if is_frame(source):
        return read_frame(source, name or TABLE, columns)
    opened = opened_file(source, name, encoding)
    if opened.parquet:
        return read_parquet(opened.data, opened.name, opened.sha256, columns)
    return read_delimited(opened.data, opened.name, opened.sha256, columns, opened.findings)


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A file unpacked: Parquet, or text in UTF-8."""

    name: str
    sha256: str
    data: bytes
    parquet: bool
    findings: tuple[Finding, ...] = ()


def opened_file(source: Source, name: str | None, encoding: str | None) -> Opened:
    """The bytes of a file, unpacked and brought to UTF-8. Raises ReadError."""
    file = name or name_of(source)
    raw = bytes_of(source, file)
    if not raw:
        raise ReadError.of(finding("empty_file", file))
    sha256 = hashlib.sha256(raw).hexdigest()
    data = unpacked(raw, file)
    if data.startswith(PARQUET):
        return Opened(name=file, sha256=sha256, data=data, parquet=True)
    text, noted = to_utf8(data, file, encoding)
    refuse_zero_bytes(text, file)
    return Opened(name=file, sha256=sha256, data=text, parquet=False, findings=noted)


def header_of(source: Source, *, name: str | None = None, encoding: str | None = None) -> tuple[str, ...]:
    """The column names as they stand in the file, also where required ones are missing. Raises ReadError."""
    if is_frame(source):
        return tuple(str(column) for column in source.columns)
    opened = opened_file(source, name, encoding)
    return parquet_header(opened.data, opened.name) if opened.parquet else find_layout(opened.data, opened.name).header


def label_values(
    source: Source, *, name: str | None = None, columns: Mapping[str, str] | None = None, encoding: str | None = None
) -> tuple[tuple[str, int], ...]:
    """Every label and gold text as written with its cells, the most frequent first; also where it has no meaning yet.

    Raises ReadError where not even the columns can be read.
    """
    table = read_table(source, name=name, columns=columns, encoding=encoding)
    usable = code_ids(table).usable
    total: dict[str, tuple[str, int]] = {}
    for words in (Words.of(table, column, usable) for column in LABELLED if column in table.columns):
        for text, count in words.count.items():
            written, before = total.get(text, (words.written(text), 0))
            total[text] = (written, before + count)
    return tuple(sorted(total.values(), key=lambda value: (-value[1], value[0])))
