"""Votes: one per item and annotator, in a fixed order whatever the order of the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hero_core.annotations import BoolArray, IntArray
from hero_core.errors import MAX_EXAMPLES, Finding
from hero_core.reading.items import Items
from hero_core.reading.messages import listed, show
from hero_core.reading.table import Column, Table
from hero_core.saying import said

POLICIES = ("drop", "first", "last", "keep")
DONE = {  # with votes that contradict each other
    "drop": said("none of them is used"),
    "first": said("only the first is used"),
    "last": said("only the last is used"),
    "keep": said("all are kept"),
}


@dataclass(frozen=True, kw_only=True)
class Votes:
    """Rows of the votes that count, sorted by (item, annotator, line), and what was left out."""

    rows: IntArray
    collapsed: int
    conflicting_dropped: int
    findings: tuple[Finding, ...]


def find_votes(table: Table, items: Items, ids: Mapping[str, Column], label: IntArray, repeats: str) -> Votes:
    """The votes of the rows with a label (rows,), repeats treated as asked."""
    annotators = ids["annotator_id"]
    rows, key = sorted_votes(items.of_row, annotators.codes, label, len(annotators.texts))
    again = np.append(False, key[1:] == key[:-1])
    if not again.any():
        return Votes(rows=rows, collapsed=0, conflicting_dropped=0, findings=())
    repeated = again | np.append(again[1:], False)
    keep = ~repeated
    group = Repeats(rows=rows[repeated], starts=np.flatnonzero(~again[repeated]), label=label[rows[repeated]])
    keep[repeated] = group.kept(repeats)
    return Votes(
        rows=rows[keep], collapsed=group.collapsed(repeats), conflicting_dropped=group.dropped(repeats),
        findings=group.findings(table, items, ids, repeats),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Repeats:
    """The votes (r,) given more than once, group by group: their rows, labels, and where each group starts."""

    rows: IntArray
    label: IntArray
    starts: IntArray

    @cached_property
    def torn(self) -> BoolArray:
        """Votes of groups whose labels differ; shape (r,)."""
        differ = np.minimum.reduceat(self.label, self.starts) != np.maximum.reduceat(self.label, self.starts)
        return np.repeat(differ, np.diff(self.starts, append=len(self.rows)))

    @cached_property
    def first(self) -> BoolArray:
        """The first vote of each group; shape (r,)."""
        return np.isin(np.arange(len(self.rows)), self.starts)

    def kept(self, repeats: str) -> BoolArray:
        """The votes that count; shape (r,)."""
        last = np.append(self.first[1:], True)
        everything = np.ones(len(self.rows), dtype=bool)
        return {"drop": self.first & ~self.torn, "first": self.first, "last": last, "keep": everything}[repeats]

    def collapsed(self, repeats: str) -> int:
        """Votes left out because they say the same again."""
        return int((~self.kept(repeats) & ~self.torn).sum())

    def dropped(self, repeats: str) -> int:
        """Votes left out because they contradict another."""
        return int((~self.kept(repeats) & self.torn).sum())

    def findings(self, table: Table, items: Items, ids: Mapping[str, Column], repeats: str) -> tuple[Finding, ...]:
        """Warnings about repeats and about contradictions."""
        notes = []
        again = np.sort(self.rows[~self.first & ~self.torn])
        if len(again):
            done = DONE[repeats] if repeats == "keep" else said("each vote counts once")
            notes.append(table.finding("repeated_votes", rows=again, done=done))
        if self.torn.any():
            examples = torn_votes(items, ids, self.rows[self.first & self.torn])
            notes.append(
                table.finding(
                    "conflicting_votes", rows=np.sort(self.rows[self.torn]), examples=examples, done=DONE[repeats]
                )
            )
        return tuple(notes)


def sorted_votes(item: IntArray, annotator: IntArray, label: IntArray, n_annotators: int) -> tuple[IntArray, IntArray]:
    """Rows with a vote by (item, annotator, row), and the sorted (item, annotator) key."""
    key = item.astype(np.int64)
    key *= max(n_annotators, 1)
    key += annotator
    voted = (item >= 0) & (label >= 0)
    rows = np.flatnonzero(voted)
    key = key if len(rows) == len(key) else key[rows]
    if not len(key) or np.all(key[1:] >= key[:-1]):
        return rows, key
    bits = len(item).bit_length()
    if key.max() < np.iinfo(np.int64).max >> bits:
        key <<= bits
        key += rows
        key.sort()
        np.bitwise_and(key, (1 << bits) - 1, out=rows)
        key >>= bits
        return rows, key
    order = np.argsort(key, kind="stable")
    return rows[order], key[order]


def torn_votes(items: Items, ids: Mapping[str, Column], rows: IntArray) -> str:
    """Pairs such as "c01" by "ann_a"."""
    annotators = ids["annotator_id"]
    pairs = [
        said(
            "{item} by {annotator}",
            item=show(ids["item_id"].texts[int(items.id_code[items.of_row[row]])].as_py()),
            annotator=show(annotators.texts[int(annotators.codes[row])].as_py()),
        )
        for row in rows[:MAX_EXAMPLES]
    ]
    return listed(pairs, len(rows))
