"""From a table of texts to Annotations: ids, labels, items, votes, gold, covariates, in this order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from hero_core.annotations import NO_GOLD, Annotations, BoolArray, IntArray, TextArray
from hero_core.errors import Finding, ReadError
from hero_core.reading.covariates import read_covariates
from hero_core.reading.ids import in_order, read_ids
from hero_core.reading.items import Items, find_items, item_gold, item_prompts, names_of
from hero_core.reading.labels import NO_LABEL, Scale, find_scale, no_vote_rows, votes_of
from hero_core.reading.predictions import read_predictions
from hero_core.reading.repairs import with_flipped_rounds
from hero_core.reading.table import MISSING, Column, Table
from hero_core.reading.votes import Votes, find_votes
from hero_core.reading.words import Meaning, Words
from hero_core.saying import said

ID_COLUMNS = ("item_id", "annotator_id", "system", "round")


@dataclass(frozen=True, kw_only=True)
class Coded:
    """The id columns as sorted codes on the usable rows (rows,): those with an item and an annotator."""

    ids: dict[str, Column]
    usable: BoolArray
    findings: tuple[Finding, ...]


@dataclass(frozen=True, kw_only=True)
class Gold:
    """Gold of each item (items,), what was counted and what was odd."""

    of_item: IntArray
    counts: dict[str, int]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Parts:
    """All that was understood of a table: `label` is (rows,), gold and items are (items,)."""

    table: Table
    role: str
    coded: Coded
    words: Words
    scale: Scale
    label: IntArray
    items: Items
    votes: Votes
    gold: Gold


def annotations_of(
    table: Table, *, role: str, mapping: Mapping[str, Meaning], repeats: str, flip_rounds: Sequence[str] = ()
) -> Annotations:
    """The votes of a table. Raises ReadError with all red findings that can be seen at once."""
    coded = code_ids(table)
    words = Words.of(table, "label", coded.usable)
    gold = Words.of(table, "gold_label", coded.usable) if "gold_label" in table.columns else None
    scale, troubles = find_scale(words, gold if role == "history" else None, mapping)
    seen = (*table.findings, *coded.findings)
    if scale is None or errors_in(seen):
        raise refusal((*seen, *troubles))
    label, flipped = with_flipped_rounds(table, coded.ids.get("round"), scale.codes(words), scale.classes, flip_rounds)
    if errors_in(flipped):
        raise refusal((*seen, *flipped))
    seen = (*seen, *flipped, *no_vote_rows(words, label, coded.usable))
    items = find_items(coded.ids["item_id"], coded.ids.get("system"), coded.ids.get("round"), coded.usable)
    votes = find_votes(table, items, coded.ids, label, repeats)
    seen = (*seen, *votes.findings)
    if not len(votes.rows):
        raise refusal((*seen, table.finding("no_votes", "label", count=table.n_rows)))
    anchor = known_gold(table, items, coded.ids["item_id"], gold, scale, role)
    parts = Parts(table=table, role=role, coded=coded, words=words, scale=scale, label=label, items=items,
                  votes=votes, gold=anchor)  # fmt: skip
    return assembled(parts, (*seen, *anchor.findings))


def errors_in(findings: Iterable[Finding]) -> list[Finding]:
    """The red ones."""
    return [note for note in findings if note.severity == "error"]


def refusal(findings: Iterable[Finding]) -> ReadError:
    """The error of the red findings; the others stay beside."""
    others = tuple(note for note in findings if note.severity != "error")
    return ReadError.of(*errors_in(findings), seen=others)


def code_ids(table: Table) -> Coded:
    """Items, annotators, systems and rounds as sorted codes."""
    read = {name: read_ids(table, name) for name in ID_COLUMNS if name in table.columns}
    findings = [note for ids in read.values() for note in ids.findings]
    usable = (read["item_id"].column.codes != MISSING) & (read["annotator_id"].column.codes != MISSING)
    findings += rows_without_id(table, usable)
    ordered = {name: in_order(table, name, ids.column, usable, natural=name != "item_id") for name, ids in read.items()}
    findings += [note for ids in ordered.values() for note in ids.findings]
    columns = {name: ids.column for name, ids in ordered.items() if len(ids.column.texts) or name in ID_COLUMNS[:2]}
    return Coded(ids=columns, usable=usable, findings=tuple(findings))


def rows_without_id(table: Table, usable: BoolArray) -> list[Finding]:
    """A warning about rows that belong to no item or no annotator."""
    if usable.all():
        return []
    gold = 0
    if "gold_label" in table.columns:
        words = Words.of(table, "gold_label", ~usable)
        gold = sum(words.count[text] for text in votes_of(words, {}))
    told = said(" ({count} of them with a gold label)", count=f"{gold:,}") if gold else ""
    columns = said("{item} or {annotator}", item=table.title("item_id"), annotator=table.title("annotator_id"))
    return [table.finding("rows_without_id", rows=~usable, columns=columns, gold=told)]


def known_gold(table: Table, items: Items, ids: Column, gold: Words | None, scale: Scale, role: str) -> Gold:
    """Gold of the history; in the current file it is only counted."""
    none = np.full(items.n_items, NO_GOLD, dtype=np.int64)
    if gold is None:
        return Gold(of_item=none, counts={"gold_conflicts": 0, "gold_cells": 0})
    if role == "history":
        found = item_gold(table, items, ids, scale.codes(gold))
        counts = {"gold_conflicts": found.conflicts, "gold_cells": 0}
        return Gold(of_item=found.of_item, counts=counts, findings=found.findings)
    cells = gold.cells_of(votes_of(gold, scale.mapping))
    findings = (table.finding("gold_in_current", "gold_label", rows=cells),) if cells.any() else ()
    return Gold(of_item=none, counts={"gold_conflicts": 0, "gold_cells": int(cells.sum())}, findings=findings)


def assembled(parts: Parts, seen: tuple[Finding, ...]) -> Annotations:
    """Everything restricted to the items, annotators, systems and rounds that have a vote."""
    table, items, ids, rows = parts.table, parts.items, parts.coded.ids, parts.votes.rows
    item, used = compact(items.of_row[rows], items.n_items)
    annotator, voting = compact(ids["annotator_id"].codes[rows], len(ids["annotator_id"].texts))
    covariates = read_covariates(table, items, ids["item_id"], used)
    predictions = read_predictions(table, items, ids["item_id"], parts.scale.mapping, used)
    seen = (*seen, *items_without_votes(parts, used), *covariates.findings, *predictions.findings)
    if errors_in(seen):
        raise refusal(seen)
    systems, system = group_names(ids.get("system"), items.system[used])
    rounds, round_code = group_names(ids.get("round"), items.round[used])
    return Annotations(
        role=parts.role, name=table.name, sha256=table.sha256, rows=table.n_rows,
        classes=parts.scale.classes, graded=parts.scale.graded, explicit=parts.scale.explicit,
        item_ids=texts_of(ids["item_id"], items.id_code[used]),
        annotator_ids=texts_of(ids["annotator_id"], np.flatnonzero(voting)),
        item=item, annotator=annotator, label=parts.label[rows].astype(np.int32), gold=parts.gold.of_item[used],
        systems=systems, system=system, rounds=rounds, round=round_code,
        prompts=item_prompts(items, table.columns["prompt"], used) if "prompt" in table.columns else None,
        prediction=predictions.of_item, covariate_names=covariates.names, covariates=covariates.values,
        label_counts=parts.words.counts(votes_of(parts.words, parts.scale.mapping)),
        counts=counts_of(parts, used), findings=seen,
    )  # fmt: skip


def counts_of(parts: Parts, used: BoolArray) -> dict[str, int]:
    """What was read, used and left out."""
    return {
        "rows_read": parts.table.n_rows,
        "votes_used": len(parts.votes.rows),
        "repeats_collapsed": parts.votes.collapsed,
        "conflicting_dropped": parts.votes.conflicting_dropped,
        "rows_without_id": int((~parts.coded.usable).sum()),
        "rows_without_label": int((parts.coded.usable & (parts.label == NO_LABEL)).sum()),
        "items_without_votes": int((~used).sum()),
        "gold_items": int((parts.gold.of_item[used] != NO_GOLD).sum()),
        **parts.gold.counts,
    }


def compact(codes: IntArray, size: int) -> tuple[IntArray, BoolArray]:
    """Codes without gaps, and which of the old ones occur; shapes of `codes` and (size,)."""
    occurs = np.zeros(size, dtype=bool)
    occurs[codes] = True
    return (codes if occurs.all() else (np.cumsum(occurs) - 1)[codes]).astype(np.int32, copy=False), occurs


def group_names(column: Column | None, codes: IntArray) -> tuple[tuple[str, ...], IntArray]:
    """Names of the systems or rounds that occur and the code of each item; none if there is no such column."""
    if column is None:
        return (), np.zeros(len(codes), dtype=np.int64)
    position, occurs = compact(codes, len(column.texts))
    return tuple(texts_of(column, np.flatnonzero(occurs))), position


def texts_of(column: Column, codes: IntArray) -> TextArray:
    """Texts as Python strings; shape of `codes`."""
    return np.asarray(column.texts.take(pa.array(codes)).to_numpy(zero_copy_only=False), dtype=np.object_)


def items_without_votes(parts: Parts, used: BoolArray) -> list[Finding]:
    """A warning about items that nobody labelled."""
    idle = np.flatnonzero(~used)
    if not len(idle):
        return []
    gold = int((parts.gold.of_item[idle] != NO_GOLD).sum())
    told = said("; {count} of them with a gold label, not used either", count=f"{gold:,}") if gold else ""
    rows = np.sort(parts.items.first_rows()[idle])
    examples = names_of(parts.items, parts.coded.ids["item_id"], idle)
    return [parts.table.finding("items_without_votes", rows=rows, examples=examples, gold=told)]
