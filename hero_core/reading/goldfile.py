"""Gold labels that stand in a file of their own: joined to the votes by item, system and round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import replace

import pyarrow as pa

from hero_core.errors import Finding, ReadError
from hero_core.reading.header import fold_name
from hero_core.reading.layouts.companions import gold_columns
from hero_core.reading.messages import finding, listed, show
from hero_core.reading.records import Records, text
from hero_core.reading.table import MISSING, Column, Table
from hero_core.reading.typed import as_text
from hero_core.saying import joined, said

BESIDE = ("system", "round")
Key = tuple[str, ...]


def with_gold(table: Table, records: Records) -> Table:
    """The votes with the gold of another file; gold cells of their own stay where the other file says nothing."""
    gold, used = gold_of(table, records)
    keys = list(zip(*(cells(table.columns[name]) for name in used), strict=True))
    own = cells(table.columns["gold_label"]) if "gold_label" in table.columns else [""] * table.n_rows
    cells_now = [gold.get(key) or before for key, before in zip(keys, own, strict=True)]
    hit = gold.keys() & set(keys)
    if not hit:
        shown = joined([show(" / ".join(key)) for key in list(gold)[:2]], ", ")
        votes = joined([show(" / ".join(key)) for key in list(dict.fromkeys(keys))[:2]], ", ")
        raise ReadError.of(finding("gold_no_match", records.file, votes_file=table.name, gold=shown, votes=votes))
    note = finding("gold_joined", records.file, votes_file=table.name, count=len(hit), items=len(set(keys)),
                   unused=len(gold) - len(hit))  # fmt: skip
    notes = (note, *_for_all(table, records, keys, hit, used))
    column = as_text(pa.chunked_array([pa.array(cells_now, pa.string())]))
    return replace(
        table, columns={**table.columns, "gold_label": column}, findings=(*table.findings, *notes),
        headers={**table.headers, "gold_label": said("gold_label of {file}", file=records.file)},
    )  # fmt: skip


def _for_all(table: Table, records: Records, keys: list[Key], hit: Set[Key], used: list[str]) -> tuple[Finding, ...]:
    """What is to be known where one gold label counts for the outputs of several versions, or of several rounds."""
    beside = [name for name in BESIDE if name in table.columns and name not in used]
    if not beside:
        return ()
    groups = zip(*(cells(table.columns[name]) for name in beside), strict=True)
    votes: dict[Key, dict[Key, Counter[str]]] = {}
    for key, group, label in zip(keys, groups, cells(table.columns["label"]), strict=True):
        if key in hit and label:
            votes.setdefault(key, {}).setdefault(group, Counter())[label] += 1
    several = [outputs for outputs in votes.values() if len(outputs) > 1]
    if not several:
        return ()
    apart = sum(len({*map(_leading, outputs.values())} - {None}) > 1 for outputs in several)
    code = "gold_for_all_apart" if apart else "gold_for_all"
    return (finding(code, records.file, columns=joined(beside, ", "), count=len(several), apart=f"{apart:,}"),)


def _leading(votes: Counter[str]) -> str | None:
    """The most frequent label; None where two are."""
    first, *rest = votes.most_common(2)
    return None if rest and rest[0][1] == first[1] else first[0]


def gold_of(table: Table, records: Records) -> tuple[dict[Key, str], list[str]]:
    """Gold label by item (and system and round), and the columns that make up the key. Raises ReadError."""
    found = gold_columns(records)
    if found is None:
        shown = listed([show(name) for name in records.header])
        raise ReadError.of(finding("gold_columns", records.file, found=shown))
    item, label = found
    folded = {fold_name(name): name for name in records.header}
    used = ["item_id", *(name for name in BESIDE if name in table.columns and name in folded)]
    places = [item, *(folded[name] for name in used[1:])]
    gold: dict[Key, str] = {}
    clash: list[int] = []
    for line, row in zip(records.lines, records.rows, strict=True):
        key, value = tuple(text(row.get(name)).strip() for name in places), text(row.get(label)).strip()
        if value and gold.setdefault(key, value) != value:
            clash.append(line)
    if not gold:
        raise ReadError.of(finding("gold_file_empty", records.file, column=show(label)))
    if clash:
        raise ReadError.of(finding("gold_file_conflict", records.file, lines=clash, count=len(clash)))
    return gold, used


def cells(column: Column) -> list[str]:
    """Every cell as trimmed text, empty where missing."""
    texts = [str(value).strip() for value in column.texts.to_pylist()]
    return [texts[code] if code != MISSING else "" for code in column.codes.tolist()]
