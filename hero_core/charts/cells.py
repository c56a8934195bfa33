"""The cells of confusion matrices as a table: shares and differences to the pool, with ranges, counts and words."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from hero_core.charts.evidence import (
    ENOUGH_OF_CLASS,
    class_is_scarce,
    expected,
    from_gold,
    gold_of,
    is_scarce,
    support,
    why_grey,
)
from hero_core.charts.labels import percent
from hero_core.decimals import signed
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import text

SHARE, DIFFERENCE = "share", "difference"
MODES = (SHARE, DIFFERENCE)
Cell = dict[str, object]


def cell_state(row: AnnotatorRow, result: AnnotatorResult, true_class: int) -> str:
    """ "ok", "scarce" (too few votes in all), "no_gold" (none for this class) or "unknown" (no history)."""
    if row.confusion is None:
        return "unknown"
    if is_scarce(row, result):
        return "scarce"
    if from_gold(result) and gold_of(row, true_class) == 0:
        return "no_gold"
    return "scarce" if class_is_scarce(row, true_class) else "ok"


def points(value: float | None) -> str:
    """A signed difference of shares in percentage points, without the unit; a dash where there is none."""
    return text("none") if value is None else signed(100 * value, 0)


def points_range(low: float | None, high: float | None) -> str:
    """Two bounds of a difference in points; empty where there are none."""
    return "" if low is None or high is None else text("charts.to", low=points(low), high=points(high))


def cell_of(row: AnnotatorRow, result: AnnotatorResult, true_class: int, said: int) -> Cell:
    """One cell: share and difference to the pool with intervals, votes behind it, and how each is written."""
    state, n, gold = cell_state(row, result, true_class), support(row, true_class), gold_of(row, true_class)
    share, low, high, pool, difference, pool_low, pool_high = (
        None if matrix is None else matrix[true_class][said]
        for matrix in (row.confusion, row.low, row.high, row.pool, row.pool_difference, row.pool_low, row.pool_high)
    )
    count = row.expected_counts[true_class][said] if row.expected_counts else 0.0
    golden = row.gold_counts[true_class][said] if row.gold_counts else 0
    fact, seen = state == "ok", state != "unknown"
    golds = seen and from_gold(result)
    return {
        "annotator": row.annotator, "truth": result.classes[true_class], "said": result.classes[said],
        "share": share, "low": low, "high": high, "count": count, "of": expected(row, true_class),
        "gold_count": golden, "gold_of": gold, "state": state,
        "pool": pool, "difference": difference, "difference_low": pool_low, "difference_high": pool_high,
        "share_text": percent(share, 0) if fact else text("none"),
        "range_text": text("charts.to", low=percent(low, 0), high=percent(high, 0)) if fact and low is not None else "",
        "pool_text": percent(pool, 0),
        "difference_text": points(difference) if fact else text("none"),
        "difference_range": points_range(pool_low, pool_high) if fact else "",
        "count_text": text("charts.count_of", count=f"{count:,.0f}", of=f"{n:,}") if seen else text("none"),
        "gold_text": text("charts.count_of", count=f"{golden:,}", of=f"{gold:,}") if golds else text("none"),
        "about": "" if fact else _why(state, share, row, result),
    }  # fmt: skip


def _why(state: str, share: float | None, row: AnnotatorRow, result: AnnotatorResult) -> str:
    """Why a cell is grey."""
    if state == "no_gold":
        return text("charts.cell_no_gold", share=percent(share, 0))
    return why_grey(row, result) or text("charts.grey_class", enough=ENOUGH_OF_CLASS)


def cells(rows: Sequence[AnnotatorRow], result: AnnotatorResult) -> pd.DataFrame:
    """One row per annotator, true class and answer: share and difference with intervals, count, whether a fact."""
    table = list_of_cells(rows, result)
    return pd.DataFrame(table, columns=list(cell_of(rows[0], result, 0, 0)) if rows else [])


def list_of_cells(rows: Sequence[AnnotatorRow], result: AnnotatorResult) -> list[Cell]:
    """The same as plain values, by annotator, true class and answer."""
    classes = range(len(result.classes))
    return [cell_of(row, result, true, said) for row in rows for true in classes for said in classes]


def cell_words(cell: Cell, mode: str) -> str:
    """One cell as a screen reader says it."""
    where = {"name": cell["annotator"], "truth": cell["truth"], "said": cell["said"]}
    if cell["state"] != "ok":
        return text("charts.cell_grey", why=cell["about"], **where)
    if mode == DIFFERENCE and cell["difference"] is not None:
        gap = _with_range(cell["difference_text"], cell["difference_range"])
        return text("charts.cell_difference", gap=gap, share=cell["share_text"], pool=cell["pool_text"],
                    count=cell["count_text"], **where)  # fmt: skip
    share = _with_range(cell["share_text"], cell["range_text"])
    return text("charts.cell_share", share=share, count=cell["count_text"], **where)


def _with_range(value: object, range_text: object) -> str:
    return text("charts.value_range", value=value, range=range_text) if range_text else str(value)


COLUMNS = ("annotator", "truth", "said", "share_text", "range_text", "pool_text", "difference_text", "difference_range",
           "count_text", "gold_text", "about")  # fmt: skip


def cells_table(rows: Sequence[AnnotatorRow], result: AnnotatorResult) -> pd.DataFrame:
    """Every cell as a person reads it."""
    found = list_of_cells(rows, result)
    return pd.DataFrame({text(f"charts.tip.{name}"): [cell[name] for cell in found] for name in COLUMNS})
