"""From a table of texts to Annotations: ids, labels, items, votes, gold, covariates, in this order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from hero_core.annotations import NO_GOLD, Annotations, BoolArray, IntArray, TextArray
from hero_core.errors import Finding, ReadError
from hero_core.reading.covariates import read_covariates
from hero_core.reading.ids import in_order, read_ids
from hero_core.reading.items import Items, find_items, item_gold, item_prompts, names_of
from hero_core.reading.labels import Scale, find_scale, no_vote_rows, votes_of
from hero_core.reading.table import MISSING, Column, Table
from hero_core.reading.votes import Votes, find_votes
from hero_core.reading.words import Meaning, Words

ID_COLUMNS = ("item_id", "annotator_id", "system", "round")


@dataclass(frozen=True, kw_only=True)
class Coded:
    """The id columns as sorted codes on the usable rows (rows,): those with an item and an annotator."""

    ids: dict[str, Column]
    usable: BoolArray
    findings: tuple[Finding, ...]


@dataclass(frozen=True, kw_only=True)
class Gold:
    """Gold of each item (I,), what was counted and what was odd."""

    of_item: IntArray
    counts: dict[str, int]
    findings: tuple[Finding, ...] = ()


def annotations_of(table: Table, *, role: str, mapping: Mapping[str, Meaning], repeats: str) -> Annotations:
    """The votes of a table. Raises ReadError with all red findings at once."""
    coded = code_ids(table)
    labels = Words.of(table, "label", coded.usable)
    gold = Words.of(table, "gold_label", coded.usable) if "gold_label" in table.columns else None
    scale, troubles = find_scale(labels, gold if role == "history" else None, mapping)
    seen = [*table.findings, *coded.findings]
    if scale is None or any(note.severity == "error" for note in seen):
        raise refusal([*seen, *troubles])
    label = scale.codes(labels)
    seen += no_vote_rows(labels, label, coded.usable)
    items = find_items(coded.ids["item_id"], coded.ids.get("system"), coded.ids.get("round"), coded.usable)
    votes = find_votes(table, items, coded.ids, label, repeats)
    if not len(votes.rows):
        raise refusal([*seen, *votes.findings, table.finding("no_votes", "label", count=table.n_rows)])
    anchor = known_gold(table, items, coded.ids["item_id"], gold, scale, role)
    seen += [*votes.findings, *anchor.findings]
    return assembled(table, role, coded, labels, scale, label, items, votes, anchor, seen)


def refusal(findings: list[Finding]) -> ReadError:
    """The error of the red findings; the others stay beside."""
    red = [note for note in findings if note.severity == "error"]
    return ReadError.of(*red, seen=tuple(note for note in findings if note.severity != "error"))


def code_ids(table: Table) -> Coded:
    """Items, annotators, systems and rounds as sorted codes."""
    read = {name: read_ids(table, name) for name in ID_COLUMNS if name in table.columns}
    findings = [note for ids in read.values() for note in ids.findings]
    usable = (read["item_id"].column.codes != MISSING) & (read["annotator_id"].column.codes != MISSING)
    findings += rows_without_id(table, usable)
    ordered = {
        name: in_order(table, name, ids.column, usable, natural=name != "item_id") for name, ids in read.items()
    }
    findings += [note for ids in ordered.values() for note in ids.findings]
    columns = {name: ids.column for name, ids in ordered.items() if len(ids.column.texts) or name in ID_COLUMNS[:2]}
    return Coded(ids=columns, usable=usable, findings=tuple(findings))


def rows_without_id(table: Table, usable: BoolArray) -> list[Finding]:
    """A warning about rows that belong to no item or no annotator."""
    rows = np.flatnonzero(~usable)
    if not len(rows):
        return []
    gold = ""
    if "gold_label" in table.columns:
        cells = votes_of(words := Words.of(table, "gold_label", ~usable), {})
        with_gold = sum(words.count[text] for text in cells)
        gold = f" ({with_gold:,} of them with a gold label)" if with_gold else ""
    return [table.finding("rows_without_id", rows=rows, columns="item_id or annotator_id", gold=gold)]


def known_gold(table: Table, items: Items, ids: Column, gold: Words | None, scale: Scale, role: str) -> Gold:
    """Gold of the history; in the current file it is only counted."""
    none = np.full(items.n_items, NO_GOLD, dtype=np.int64)
    if gold is None:
        return Gold(of_item=none, counts={"gold_conflicts": 0, "gold_cells": 0})
    if role == "history":
        found = item_gold(table, items, ids, scale.codes(gold))
        return Gold(of_item=found.of_item, counts={"gold_conflicts": found.conflicts, "gold_cells": 0},
                    findings=found.findings)  # fmt: skip
    rows = np.flatnonzero(gold.cells_of(votes_of(gold, scale.mapping)))
    findings = (table.finding("gold_in_current", "gold_label", rows=rows),) if len(rows) else ()
    return Gold(of_item=none, counts={"gold_conflicts": 0, "gold_cells": len(rows)}, findings=findings)


def assembled(
    table: Table, role: str, coded: Coded, labels: Words, scale: Scale, label: IntArray, items: Items, votes: Votes,
    gold: Gold, seen: list[Finding],
) -> Annotations:
    """Everything restricted to the items, annotators, systems and rounds that have a vote."""
    ids = coded.ids["item_id"]
    item, used = compact(items.of_row[votes.rows], items.n_items)
    annotator, voting = compact(coded.ids["annotator_id"].codes[votes.rows], len(coded.ids["annotator_id"].texts))
    covariates = read_covariates(table, items, ids, used)
    seen += [*items_without_votes(table, items, ids, used, gold.of_item), *covariates.findings]
    if any(note.severity == "error" for note in covariates.findings):
        raise refusal(seen)
    systems, system = group_names(coded.ids.get("system"), items.system[used])
    rounds, round_code = group_names(coded.ids.get("round"), items.round[used])
    prompts = item_prompts(items, table.columns["prompt"], used) if "prompt" in table.columns else None
    item_gold_codes = gold.of_item[used]
    counts = {
        "rows_read": table.n_rows, "votes_used": len(votes.rows), "repeats_collapsed": votes.collapsed,
        "conflicting_dropped": votes.conflicting_dropped, "rows_without_id": int((~coded.usable).sum()),
        "rows_without_label": int((coded.usable & (label < 0)).sum()), "items_without_votes": int((~used).sum()),
        "gold_items": int((item_gold_codes >= 0).sum()), **gold.counts,
    }  # fmt: skip
    return Annotations(
        role=role, name=table.name, sha256=table.sha256, rows=table.n_rows, classes=scale.classes,
        graded=scale.graded, explicit=scale.explicit, item_ids=texts_of(ids, items.id_code[used]),
        annotator_ids=texts_of(coded.ids["annotator_id"], np.flatnonzero(voting)),
        item=item, annotator=annotator, label=label[votes.rows], gold=item_gold_codes, systems=systems, system=system,
        rounds=rounds, round=round_code, prompts=prompts, covariate_names=covariates.names,
        covariates=covariates.values, label_counts=labels.counts(votes_of(labels, scale.mapping)), counts=counts,
        findings=tuple(seen),
    )  # fmt: skip


def compact(codes: IntArray, size: int) -> tuple[IntArray, BoolArray]:
    """Codes without gaps, and which of the old ones occur; (V,) and (size,)."""
    occurs = np.bincount(codes, minlength=size) > 0
    return (codes if occurs.all() else (np.cumsum(occurs) - 1)[codes]).astype(np.int64, copy=False), occurs


def group_names(column: Column | None, codes: IntArray) -> tuple[tuple[str, ...], IntArray]:
    """Names of the systems or rounds that occur and the code of each item; none if there is no such column."""
    if column is None:
        return (), np.zeros(len(codes), dtype=np.int64)
    position, occurs = compact(codes, len(column.texts))
    return tuple(texts_of(column, np.flatnonzero(occurs))), position


def texts_of(column: Column, codes: IntArray) -> TextArray:
    """Texts as Python strings; shape of `codes`."""
    return column.texts.take(pa.array(codes)).to_numpy(zero_copy_only=False).astype(object)


def items_without_votes(
    table: Table, items: Items, ids: Column, used: BoolArray, gold: IntArray
) -> tuple[Finding, ...]:
    """A warning about items that nobody labelled."""
    if used.all():
        return ()
    idle = np.flatnonzero(~used)
    with_gold = int((gold[idle] >= 0).sum())
    told = f", nor does the gold of {with_gold:,} of them" if with_gold else ""
    rows = np.sort(items.first_rows()[idle])
    return (table.finding("items_without_votes", rows=rows, examples=names_of(items, ids, idle), gold=told),)
