"""The door: a file or table of votes becomes Annotations, with everything that was odd about it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hero_core.annotations import Annotations
from hero_core.errors import ReadError, SettingsError
from hero_core.facts import ReadFacts
from hero_core.reading.assemble import annotations_of, code_ids
from hero_core.reading.canonical import canonical_csv, swapped_labels
from hero_core.reading.delimited import find_layout, read_delimited
from hero_core.reading.exports import (
    PLAIN,
    Proposal,
    applied,
    check_layout,
    flattened,
    layout_table,
    proposal_of,
    records_table,
    refusal_of,
)
from hero_core.reading.goldfile import with_gold
from hero_core.reading.header import COVARIATE, KNOWN, is_complete, is_known, match
from hero_core.reading.layouts import BY_NAME
from hero_core.reading.layouts.crowd import STABLEVAL
from hero_core.reading.opened import Content, Opened, form_of, head_of, opened_file, records_of
from hero_core.reading.records import Records, json_records, looks_like_json
from hero_core.reading.repairs import Merge, cleaned, merged_ids, with_merged_ids
from hero_core.reading.source import Source, name_of
from hero_core.reading.table import Table
from hero_core.reading.threshold import check_threshold, with_threshold
from hero_core.reading.typed import content_hash, is_frame, parquet_header, read_frame, read_parquet
from hero_core.reading.votes import POLICIES
from hero_core.reading.words import Words, read_mapping
from hero_core.saying import joined, said

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
    layout: str | None = None,
    gold: Source | None = None,
    gold_encoding: str | None = None,
    merge: Merge | None = None,
    flip_rounds: Sequence[str] = (),
    threshold: float | None = None,
) -> Annotations:
    """Votes of one file as Annotations.

    `labels` gives the class of label texts (None, "none" or "" for no vote), `columns` the header of
    canonical columns, `repeats` says what becomes of two votes by one annotator on one item.
    `layout` accepts the layout of another tool ("toloka", "toloka:answer"; "plain" = as it stands), `gold` is a file
    of gold labels by item (`encoding` and `gold_encoding` say how the files are written, else it is found out).
    `merge` replaces ids, by column ({"annotator_id": {"7": "007"}}); `flip_rounds` names rounds whose two labels are
    to be swapped; on a scale of whole numbers, labels at or above `threshold` count as 1, the others as 0. Raises
    ReadError, with one red finding per kind of trouble, if the file cannot be used as it is; the finding
    layout_proposed says which layout it looks like.
    """
    check(role, repeats)
    check_columns(columns)
    check_threshold(threshold)
    table = read_table(
        source, name=name, columns=columns, encoding=encoding, layout=layout, gold=gold, gold_encoding=gold_encoding
    )
    mapping = read_mapping(labels)
    table = with_threshold(with_merged_ids(table, merge), threshold, mapping)
    found = annotations_of(table, role=role, mapping=mapping, repeats=repeats,
                           flip_rounds=flip_rounds)  # fmt: skip
    facts = replace(
        table.facts, labels=tuple(sorted(mapping.items())), threshold=threshold, repeats=repeats,
        merge=merged_ids(merge), flip_rounds=tuple(cleaned(dict.fromkeys(flip_rounds))),
    )  # fmt: skip
    return replace(found, reading=facts)


def check(role: str, repeats: str) -> None:
    """Refuse options that do not exist."""
    if role not in ROLES:
        raise SettingsError(
            said("role is {role}; it must be one of {known}.", role=repr(role), known=joined(ROLES, ", "))
        )
    if repeats not in POLICIES:
        known = joined(POLICIES, ", ")
        raise SettingsError(
            said("repeats is {repeats}; it must be one of {known}.", repeats=repr(repeats), known=known)
        )


def check_columns(columns: Mapping[str, str] | None) -> None:
    """Refuse names that no column can have."""
    unknown = sorted(name for name in columns or {} if not is_known(name))
    if unknown:
        template = "columns names {unknown}; known are {known} and names that start with {start}."
        known = joined(KNOWN, ", ")
        raise SettingsError(said(template, unknown=joined(unknown, ", "), known=known, start=COVARIATE))


def read_table(
    source: Source, *, name: str | None = None, columns: Mapping[str, str] | None = None, encoding: str | None = None,
    layout: str | None = None, gold: Source | None = None, gold_encoding: str | None = None,
) -> Table:  # fmt: skip
    """The columns with a meaning, as text, and how they were read. Raises ReadError."""
    check_layout(layout)
    opened = source if is_frame(source) else opened_file(source, name, encoding)
    file = opened.name if isinstance(opened, Opened) else name or TABLE
    table = voted_table(opened, file, columns, layout)
    facts = replace(facts_of(opened, columns), layout=layout, columns=tuple(sorted(table.headers.items())))
    if gold is None:
        return replace(table, facts=facts)
    gold_name = TABLE if is_frame(gold) else name_of(gold)
    opened_gold = gold if is_frame(gold) else opened_file(gold, None, gold_encoding)
    records = records_of(opened_gold, gold_name)
    known = opened_gold.sha256 if isinstance(opened_gold, Opened) else content_of(records)
    found = facts_of(opened_gold).encoding
    facts = replace(facts, gold_name=gold_name, gold_sha256=known, gold_encoding=found)
    return replace(with_gold(table, records), facts=facts)


def facts_of(opened: Content, columns: Mapping[str, str] | None = None) -> ReadFacts:
    """What a file was found to be."""
    form = form_of(opened)
    if not isinstance(opened, Opened):
        return ReadFacts(form=form)
    separator = find_layout(opened.data, opened.name, columns).separator if form == "text" else None
    return ReadFacts(form=form, container=opened.container, encoding=opened.encoding, separator=separator)


def content_of(records: Records) -> str:
    """SHA-256 of rows that come from no file."""
    return hashlib.sha256(repr((records.header, records.rows)).encode("utf-8", "surrogatepass")).hexdigest()


def voted_table(opened: Content, file: str, columns: Mapping[str, str] | None, layout: str | None) -> Table:
    """The table as it stands, or by an accepted layout. Raises ReadError, with a proposal if nothing is said."""
    if layout is not None and layout != PLAIN:
        return exported_table(opened, file, layout)
    if layout is None and not columns and is_misleading(opened, file):
        refuse_with_proposal(opened, file)
    try:
        return plain_table(opened, file, columns)
    except ReadError as error:
        refused = error.with_traceback(None)  # without it, what was read so far stays in memory during the next look
    if layout is None and not columns and [note.code for note in refused.findings][-1:] == ["missing_columns"]:
        refuse_with_proposal(opened, file)
    raise refused


def plain_table(opened: Content, file: str, columns: Mapping[str, str] | None) -> Table:
    """The table of a file that has our columns, or whose columns were named."""
    if not isinstance(opened, Opened):
        return read_frame(opened, file, columns)
    if opened.parquet:
        return read_parquet(opened.data, file, opened.sha256, columns)
    if looks_like_json(opened.data):
        return records_table(json_records(opened.data, file), opened.sha256, columns, opened.findings)
    table = read_delimited(opened.data, file, columns, opened.findings)
    return replace(table, sha256=opened.sha256)  # last, because it is made beside the reading


def exported_table(opened: Content, file: str, layout: str) -> Table:
    """The table by an accepted layout; a mere renaming is read as any other file."""
    known = BY_NAME[layout.partition(":")[0]]
    head = head_of(opened, file)
    if head is not None and not (isinstance(opened, Opened) and looks_like_json(opened.data)) and known.fits(head):
        renamed = known.columns(head)
        if renamed is not None:
            table = plain_table(opened, file, renamed)
            return replace(table, findings=(*table.findings, applied(known, file, renamed)))
    records = records_of(opened, file, quoted=known.quoted)
    if not isinstance(opened, Opened):
        table = layout_table(records, layout, "")
        return replace(table, sha256=content_hash(table))
    return layout_table(records, layout, opened.sha256, opened.findings)


def is_misleading(opened: Content, file: str) -> bool:
    """Whether a table has our columns but says by another name which system an output is of."""
    if isinstance(opened, Opened) and (opened.parquet or looks_like_json(opened.data)):
        return False
    header = find_layout(opened.data, file).header if isinstance(opened, Opened) else opened.columns
    return STABLEVAL.fits(Records.of(file, [], [], [str(name) for name in header]))


def refuse_with_proposal(opened: Content, file: str) -> None:
    """Raise ReadError with the layout that the file looks like, if any."""
    head = head_of(opened, file)
    error = None if head is None else refusal_of(head)
    if error is not None:
        raise error


def propose(
    source: Source, *, name: str | None = None, encoding: str | None = None, answer: str | None = None
) -> Proposal | None:
    """The layout that a file looks like, None for a table with our columns or an unknown one; with several answer
    fields by `answer`, else the first. Raises ReadError."""
    opened = source if is_frame(source) else opened_file(source, name, encoding)
    file = opened.name if isinstance(opened, Opened) else name or TABLE
    header = header_of(source, name=name, encoding=encoding)
    if is_complete(match(header, None, file)) and not is_misleading(opened, file):
        return None
    head = head_of(opened, file)
    return None if head is None else proposal_of(head, answer)


def convert(
    source: Source, *, name: str | None = None, labels: Mapping[object, object] | None = None,
    columns: Mapping[str, str] | None = None, encoding: str | None = None, layout: str | None = None,
    gold: Source | None = None, gold_encoding: str | None = None, merge: Merge | None = None,
    flip_rounds: Sequence[str] = (), threshold: float | None = None,
) -> tuple[bytes, Table]:  # fmt: skip
    """The file in our columns as CSV for spreadsheets, and the table it came from. Raises ReadError."""
    check_columns(columns)
    table = read_table(
        source, name=name, columns=columns, encoding=encoding, layout=layout, gold=gold, gold_encoding=gold_encoding
    )
    mapping = read_mapping(labels)
    table = with_threshold(with_merged_ids(table, merge), threshold, mapping)
    if not flip_rounds:
        return canonical_csv(table, mapping), table
    swapped, notes = swapped_labels(table, mapping, flip_rounds)
    return canonical_csv(table, mapping, swapped), replace(table, findings=(*table.findings, *notes))


def header_of(source: Source, *, name: str | None = None, encoding: str | None = None) -> tuple[str, ...]:
    """The column names as they stand in the file, also where required ones are missing. Raises ReadError."""
    if is_frame(source):
        return tuple(str(column) for column in source.columns)
    opened = opened_file(source, name, encoding)
    if opened.parquet:
        return parquet_header(opened.data, opened.name)
    if looks_like_json(opened.data):
        return flattened(json_records(opened.data, opened.name)).header
    return find_layout(opened.data, opened.name).header


def label_values(
    source: Source, *, name: str | None = None, columns: Mapping[str, str] | None = None, encoding: str | None = None,
    layout: str | None = None,
) -> tuple[tuple[str, int], ...]:  # fmt: skip
    """Every label and gold text as written with its cells, the most frequent first; also where it has no meaning yet.

    Raises ReadError where not even the columns can be read.
    """
    table = read_table(source, name=name, columns=columns, encoding=encoding, layout=layout)
    usable = code_ids(table).usable
    total: dict[str, tuple[str, int]] = {}
    for words in (Words.of(table, column, usable) for column in LABELLED if column in table.columns):
        for text, count in words.count.items():
            written, before = total.get(text, (words.written(text), 0))
            total[text] = (written, before + count)
    return tuple(sorted(total.values(), key=lambda value: (-value[1], value[0])))
