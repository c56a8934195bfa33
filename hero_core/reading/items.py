"""Items: what is one item, and what belongs to it whichever of its rows carries it (gold, prompt)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hero_core.annotations import NO_GOLD, BoolArray, IntArray, TextArray
from hero_core.errors import MAX_EXAMPLES, Finding
from hero_core.reading.messages import listed, show
from hero_core.reading.table import MISSING, Column, Table, as_mask, code_type
from hero_core.saying import said

DENSE = 1 << 26


@dataclass(frozen=True, kw_only=True)
class Items:
    """The items of the usable rows, by (round, system, item_id); `of_row` is -1 on rows set aside.

    `of_row` is (rows,); `id_code`, `system`, `round` are (I,) codes into the sorted ids.
    """

    of_row: IntArray
    id_code: IntArray
    system: IntArray
    round: IntArray

    @property
    def n_items(self) -> int:
        """Items, with or without votes."""
        return len(self.id_code)

    def first_rows(self) -> IntArray:
        """First row of each item; shape (I,)."""
        first = np.zeros(self.n_items + 1, dtype=np.int64)
        first[self.of_row[::-1]] = np.arange(len(self.of_row) - 1, -1, -1)
        return first[:-1]


def find_items(ids: Column, systems: Column | None, rounds: Column | None, usable: BoolArray) -> Items:
    """Codes of (round, system, item_id), in this order."""
    n_systems, n_ids = n_groups(systems), max(len(ids.texts), 1)
    size = n_ids * n_systems * n_groups(rounds)
    kind = np.result_type(code_type(size), np.int32).type
    key = ids.codes.astype(kind)
    if systems is not None:
        key += systems.codes * kind(n_ids)
    if rounds is not None:
        key += rounds.codes * kind(n_ids * n_systems)
    present, of_row = compressed(key, usable, size)
    outer, id_code = np.divmod(present, n_ids)
    round_code, system = np.divmod(outer, n_systems)
    return Items(of_row=of_row, id_code=id_code, system=system, round=round_code)


def n_groups(column: Column | None) -> int:
    """Distinct values, one if there is no such column."""
    return 1 if column is None else max(len(column.texts), 1)


def compressed(key: IntArray, usable: BoolArray, size: int) -> tuple[IntArray, IntArray]:
    """The keys in 0..size-1 that occur on usable rows, sorted, and their code on each row (-1 elsewhere)."""
    if size > max(DENSE, 4 * len(key)):
        present, code = np.unique(key[usable], return_inverse=True)
        of_row = np.full(len(key), MISSING, dtype=key.dtype)
        of_row[usable] = code
        return present, of_row
    seen = np.zeros(size, dtype=bool)
    everywhere = usable.all()
    seen[key if everywhere else key[usable]] = True
    present = np.flatnonzero(seen)
    position = np.zeros(size, dtype=key.dtype)
    position[present] = np.arange(len(present))
    of_row = position[key if everywhere else np.where(usable, key, 0)]
    return present, of_row if everywhere else np.where(usable, of_row, MISSING)


def names_of(items: Items, ids: Column, some: IntArray) -> str:
    """At most five items by their id."""
    first = ids.texts.take(pa.array(items.id_code[some[:MAX_EXAMPLES]]))
    return listed([show(text) for text in first.to_pylist()], len(some))


@dataclass(frozen=True, kw_only=True)
class Gold:
    """Gold of each item (I,), -1 for none, and the items with two gold labels."""

    of_item: IntArray
    conflicts: int
    findings: tuple[Finding, ...]


def item_gold(
    table: Table, items: Items, ids: Column, codes: IntArray, *, column: str = "gold_label", code: str = "gold_conflict"
) -> Gold:
    """One gold label (or prediction) per item from the cells (rows,); withdrawn where an item has two."""
    rows = np.flatnonzero((codes >= 0) & (items.of_row >= 0))
    item, gold = items.of_row[rows], codes[rows]
    lowest = np.full(items.n_items, np.iinfo(np.int64).max)
    highest = np.full(items.n_items, NO_GOLD, dtype=np.int64)
    np.minimum.at(lowest, item, gold)
    np.maximum.at(highest, item, gold)
    torn = (highest >= 0) & (lowest != highest)
    of_item = np.where(torn, NO_GOLD, highest)
    if not torn.any():
        return Gold(of_item=of_item, conflicts=0, findings=())
    torn_rows = rows[torn[item]]
    note = table.finding(code, column, rows=torn_rows, count=int(torn.sum()),
                         examples=torn_examples(table, items, ids, np.flatnonzero(torn), torn_rows))  # fmt: skip
    return Gold(of_item=of_item, conflicts=int(torn.sum()), findings=(note,))


def torn_examples(table: Table, items: Items, ids: Column, torn: IntArray, rows: IntArray) -> str:
    """Items with the lines of their gold: "h11" (lines 22, 23)."""
    texts = []
    for item in torn[:MAX_EXAMPLES]:
        lines = listed([str(line) for line in table.lines_of(rows[items.of_row[rows] == item])])
        name = show(ids.texts[int(items.id_code[item])].as_py())
        texts.append(said("{item} (lines {lines})", item=name, lines=lines))
    return listed(texts, len(torn))


def item_prompts(items: Items, column: Column, used: BoolArray) -> TextArray | None:
    """First text of each used item, "" where there is none; None if all are blank; shape (used,)."""
    filled = as_mask(pc.not_equal(pc.utf8_trim_whitespace(column.texts), ""))
    rows = np.flatnonzero(np.append(filled, False)[column.codes] & (items.of_row >= 0))
    if not len(rows):
        return None
    of_item = np.full(items.n_items, MISSING, dtype=np.int64)
    of_item[items.of_row[rows[::-1]]] = column.codes[rows[::-1]]
    texts = np.append(column.texts.to_numpy(zero_copy_only=False).astype(object), "")
    return texts[of_item[used]]
