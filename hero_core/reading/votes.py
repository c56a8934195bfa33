"""Votes: one per item and annotator, in a fixed order whatever the order of the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hero_core.annotations import IntArray
from hero_core.errors import MAX_EXAMPLES, Finding
from hero_core.reading.items import Items
from hero_core.reading.messages import listed, show
from hero_core.reading.table import Column, Table

POLICIES = ("drop", "first", "last", "keep")


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
    same_as_before = np.append(False, key[1:] == key[:-1])
    if not same_as_before.any():
        return Votes(rows=rows, collapsed=0, conflicting_dropped=0, findings=())
    group = np.cumsum(~same_as_before) - 1
    return settle(table, rows, group, items, ids, label, repeats)


def sorted_votes(item: IntArray, annotator: IntArray, label: IntArray, n_annotators: int) -> tuple[IntArray, IntArray]:
    """Rows with a vote by (item, annotator, row), and the sorted (item, annotator) key."""
    rows = np.flatnonzero((item >= 0) & (label >= 0))
    key = item[rows] * max(n_annotators, 1) + annotator[rows]
    if not len(key) or np.all(key[1:] >= key[:-1]):
        return rows, key
    if key.max() < np.iinfo(np.int64).max // len(item):
        packed = np.sort(key * len(item) + rows)
        return packed % len(item), packed // len(item)
    order = np.argsort(key, kind="stable")
    return rows[order], key[order]


def settle(
    table: Table,
    rows: IntArray,
    group: IntArray,
    items: Items,
    ids: Mapping[str, Column],
    label: IntArray,
    repeats: str,
) -> Votes:
    """Repeats collapsed, contradictions dropped (or the first, the last, all of them kept)."""
    votes = label[rows]
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    torn = np.minimum.reduceat(votes, starts) != np.maximum.reduceat(votes, starts)
    size = np.diff(starts, append=len(rows))
    is_torn, is_first = torn[group], np.diff(group, prepend=-1) > 0
    is_last = np.append(is_first[1:], True)
    keep = {"drop": is_first & ~is_torn, "first": is_first, "last": is_last, "keep": np.ones(len(rows), bool)}[repeats]
    findings = []
    repeated = rows[~is_first & ~is_torn]
    if len(repeated):
        done = "all are kept" if repeats == "keep" else "each vote counts once"
        findings.append(table.finding("repeated_votes", rows=np.sort(repeated), done=done))
    if torn.any():
        done = {"drop": "none of them is used", "keep": "all are kept"}.get(repeats, f"the {repeats} one is used")
        torn_rows = rows[is_torn]
        examples = torn_votes(items, ids, rows[starts[torn]])
        findings.append(table.finding("conflicting_votes", rows=np.sort(torn_rows), votes=f"{int(torn.sum()):,}",
                                      examples=examples, done=done))  # fmt: skip
    kept_of_torn = int((keep & is_torn).sum())
    collapsed = 0 if repeats == "keep" else int((size - 1)[~torn].sum())
    return Votes(rows=rows[keep], collapsed=collapsed, conflicting_dropped=int(is_torn.sum()) - kept_of_torn,
                 findings=tuple(findings))  # fmt: skip


def torn_votes(items: Items, ids: Mapping[str, Column], rows: IntArray) -> str:
    """Pairs such as "c01" by "ann_a"."""
    annotators = ids["annotator_id"]
    pairs = [
        f"{show(ids['item_id'].texts[int(items.id_code[items.of_row[row]])].as_py())} by "
        f"{show(annotators.texts[int(annotators.codes[row])].as_py())}"
        for row in rows[:MAX_EXAMPLES]
    ]
    return listed(pairs, len(rows))
