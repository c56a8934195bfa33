"""Repairs that the user asks for: spellings of an id merged, the labels of a reversed round swapped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from hero_core.annotations import IntArray
from hero_core.errors import Finding, ReadError
from hero_core.reading.ids import clean, read_ids
from hero_core.reading.messages import finding, listed, show
from hero_core.reading.table import Column, Table
from hero_core.saying import said

MERGED = ("item_id", "annotator_id", "system", "round")
Merge = Mapping[str, Mapping[str, str]]


def with_merged_ids(table: Table, merge: Merge | None) -> Table:
    """The table with ids replaced, by column and id. Raises ReadError for one that is not there."""
    for name, spelling in (merge or {}).items():
        if spelling:
            table = with_one_spelling(
                table, name, dict(zip(cleaned(spelling), cleaned(spelling.values()), strict=True))
            )
    return table


def merged_ids(merge: Merge | None) -> tuple[tuple[str, str, str], ...]:
    """Column, id and the id that is meant, as the reader cleans them, in a fixed order."""
    return tuple(
        sorted(
            (name, written, meant)
            for name, spelling in (merge or {}).items()
            for written, meant in zip(cleaned(spelling), cleaned(spelling.values()), strict=True)
        )
    )


def cleaned(texts: Iterable[str]) -> list[str]:
    """Ids as the reader cleans them."""
    return [str(text) for text in clean(pa.array([str(text) for text in texts], pa.string())).to_pylist()]


def with_one_spelling(table: Table, name: str, spelling: Mapping[str, str]) -> Table:
    """The table with the ids of one column replaced, and the notice of it."""
    known = name in MERGED and name in table.columns
    ids = read_ids(table, name) if known else None
    texts = [] if ids is None else [str(text) for text in ids.column.texts.to_pylist()]
    unknown = [show(text) for text in spelling if text not in texts]
    if ids is None or unknown:
        raise ReadError.of(finding("merge_unknown", table.name, column=name, ids=listed(unknown or [*spelling])))
    rows = np.flatnonzero(np.append([text in spelling for text in texts], False)[ids.column.codes])
    column = ids.column.cleaned(pa.array([spelling.get(text, text) for text in texts], pa.string()))
    pairs = listed(
        [said("{written} as {meant}", written=show(written), meant=show(meant)) for written, meant in spelling.items()]
    )
    note = replace(table.finding("ids_merged", name, rows=rows, pairs=pairs), about=tuple(spelling.items()))
    repaired = [seen for seen in ids.findings if seen.code == "float_ids"]
    return replace(table, columns={**table.columns, name: column}, findings=(*table.findings, *repaired, note))


def with_flipped_rounds(
    table: Table, rounds: Column | None, label: IntArray, classes: Sequence[str], flip: Sequence[str]
) -> tuple[IntArray, tuple[Finding, ...]]:
    """Label codes (rows,) with the two classes swapped in some rounds, and what was done or cannot be done."""
    if flip and len(classes) != 2:
        return label, (finding("flip_classes", table.name, classes=listed(list(classes))),)
    names = [] if rounds is None else [str(text) for text in rounds.texts.to_pylist()]
    notes = []
    for name in dict.fromkeys(cleaned(flip)):
        if rounds is None or name not in names:
            found = listed([show(known) for known in names]) or said("none")
            notes.append(finding("flip_unknown", table.name, round=show(name), found=found))
            continue
        rows = np.flatnonzero((rounds.codes == names.index(name)) & (label >= 0))
        label = label.copy()
        label[rows] = 1 - label[rows]
        note = table.finding("round_flipped", "label", rows=rows, round=show(name), zero=classes[0], one=classes[1])
        notes.append(replace(note, about=((name,),)))
    return label, tuple(notes)
