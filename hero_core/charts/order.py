"""Which annotators are shown, and in which order: measures, watch words, names, pages."""

from __future__ import annotations

from collections.abc import Sequence

from hero_core.annotations import natural_key
from hero_core.charts.evidence import all_votes, has_round, is_scarce
from hero_core.charts.flags import flags_of
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import text

PER_PAGE = 40
RECALL = "recall_"
BINARY = ("sensitivity", "specificity")
FACTS = ("weight", "pool_distance", *BINARY)
REST = ("flags", "gold_votes", "votes", "name")
HIGHEST_FIRST = ("pool_distance", "drift", "flags")  # where the most worrying has the highest number
ANY, EVERYBODY = "any", "all"


def measures(result: AnnotatorResult) -> tuple[str, ...]:
    """What annotators can be sorted by: with two classes both rates, with more how often each class is recognised;
    drift where there is a current round to have drifted in."""
    rates = BINARY if len(result.classes) == 2 else recalls(result)
    return ("weight", "pool_distance", *rates, *(("drift",) if has_round(result) else ()), *REST)


def recalls(result: AnnotatorResult) -> tuple[str, ...]:
    """A measure for each class: how often it is recognised ("recall_0", "recall_1", ...)."""
    return tuple(f"{RECALL}{code}" for code in range(len(result.classes)))


def measure_name(measure: str, result: AnnotatorResult) -> str:
    """A measure as people call it."""
    if measure.startswith(RECALL):
        return text("annotators.sort.recall", label=result.classes[int(measure.removeprefix(RECALL))])
    return text(f"annotators.sort.{measure}")


def value_of(row: AnnotatorRow, measure: str) -> float | None:
    """The number by which a person is sorted; None where there is none. Drift counts by how sure it is."""
    if measure.startswith(RECALL):
        code = int(measure.removeprefix(RECALL))
        return None if row.confusion is None else row.confusion[code][code]
    if measure == "drift":
        return None if row.drift is None else 1 - row.drift.p_holm
    if measure == "votes":
        return float(all_votes(row))
    found: float | None = getattr(row, measure)
    return found


def sort_rows(
    rows: Sequence[AnnotatorRow],
    measure: str = "weight",
    *,
    highest_first: bool = False,
    result: AnnotatorResult | None = None,
) -> list[AnnotatorRow]:
    """The annotators by a measure, those without it last; equal ones in the natural order of their names.

    With `result` a rate that rests on too little counts as none, and flags count those of the findings too.
    """
    by_name = sorted(rows, key=lambda row: natural_key(row.annotator))
    if measure == "name":
        return by_name[::-1] if highest_first else by_name
    found = _numbers(by_name, measure, result)
    known = [(value, row) for value, row in zip(found, by_name, strict=True) if value is not None]
    known.sort(key=lambda pair: pair[0], reverse=highest_first)
    return [row for _, row in known] + [
        row for value, row in zip(found, by_name, strict=True) if value is None
    ]  # fmt: skip


def _numbers(rows: Sequence[AnnotatorRow], measure: str, result: AnnotatorResult | None) -> list[float | None]:
    if measure == "flags":
        codes = {} if result is None else flags_of(result)
        return [float(len(codes.get(row.annotator, row.flags))) for row in rows]
    rate = measure in FACTS or measure.startswith(RECALL)
    return [None if result is not None and rate and is_scarce(row, result) else value_of(row, measure) for row in rows]


def watch_words(result: AnnotatorResult) -> tuple[str, ...]:
    """What annotators can be picked by: everybody, anybody with a flag, and every flag that somebody has."""
    found = {code for codes in flags_of(result).values() for code in codes}
    return (EVERYBODY, *((ANY, *sorted(found)) if found else ()))


def picked(result: AnnotatorResult, watch: str, wanted: str) -> list[AnnotatorRow]:
    """The annotators with this flag (or EVERYBODY, or ANY) whose name holds the text, in any case."""
    codes, needle = flags_of(result), wanted.strip().casefold()
    return [
        row for row in result.rows
        if needle in row.annotator.casefold()
        and (watch == EVERYBODY or (bool(codes[row.annotator]) if watch == ANY else watch in codes[row.annotator]))
    ]  # fmt: skip


def pages_of(rows: Sequence[AnnotatorRow]) -> list[list[AnnotatorRow]]:
    """The annotators in pages of PER_PAGE."""
    return [list(rows[start : start + PER_PAGE]) for start in range(0, len(rows), PER_PAGE)]


def not_drawn(shown: Sequence[AnnotatorRow], result: AnnotatorResult) -> str | None:
    """The sentence that says how many annotators have no matrix on this page; None when all have one."""
    total = len(result.rows)
    if len(shown) == total:
        return None
    return text("charts.rows_not_drawn", drawn=f"{len(shown):,}", total=f"{total:,}", hidden=f"{total - len(shown):,}")
