"""Confusion matrices in words: one person's, a page of them, and how far somebody is from all others together."""

from __future__ import annotations

from collections.abc import Sequence

from hero_core.charts.cells import DIFFERENCE, SHARE, Cell, cell_of, cell_state
from hero_core.charts.evidence import from_gold, gold_of, is_scarce, support, why_grey
from hero_core.charts.labels import listing, percent
from hero_core.decimals import signed
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import chain, text


def matrix_sentence(row: AnnotatorRow, result: AnnotatorResult, mode: str = SHARE) -> str:
    """One person's matrix in words: how often each class is recognised, or how far the person is from the others."""
    if row.confusion is None:
        return text("charts.matrix_unknown", name=row.annotator)
    grey = why_grey(row, result)
    if grey is not None:
        return text("charts.matrix_grey", name=row.annotator, why=grey)
    if mode == DIFFERENCE:
        return pool_sentence(row, result)
    parts = [_class_words(row, result, true_class) for true_class in range(len(result.classes))]
    return text("charts.matrix", name=row.annotator, classes=listing(parts))


def _class_words(row: AnnotatorRow, result: AnnotatorResult, true_class: int) -> str:
    """How often one class is recognised."""
    label, n, gold = result.classes[true_class], support(row, true_class), gold_of(row, true_class)
    state = cell_state(row, result, true_class)
    if state != "ok" or row.confusion is None:
        return text("charts.matrix_no_gold" if state == "no_gold" else "charts.matrix_few", label=label)
    bounds = (row.confusion, row.low, row.high)
    share, low, high = (percent(bound[true_class][true_class], n) if bound else None for bound in bounds)
    shown = share if low is None else text("charts.rate_range", value=share, low=low, high=high)
    key = "charts.matrix_class" if from_gold(result) else "charts.matrix_class_votes"
    return text(key, label=label, share=shown, of=f"{n:,}", gold=f"{gold:,}")


def pool_sentence(row: AnnotatorRow, result: AnnotatorResult) -> str:
    """The answer in which a person is furthest from all others together, and how far in all."""
    cell = widest_gap(row, result)
    if cell is None:
        return text("charts.pool_none", name=row.annotator)
    if cell["difference_text"] == signed(0.0, 0):
        return text("charts.pool_alike", name=row.annotator)
    key = "charts.pool" if is_clear(cell) else "charts.pool_same"
    first = text(
        key, name=row.annotator, truth=cell["truth"], said=cell["said"], share=cell["share_text"],
        pool=cell["pool_text"], gap=_gap(cell),
    )  # fmt: skip
    if row.pool_distance is None:
        return first
    return chain([first, text("charts.pool_distance", count=f"{100 * row.pool_distance:.0f}")])


def _gap(cell: Cell) -> str:
    gap = text("charts.points", number=cell["difference_text"])
    span = cell["difference_range"]
    return text("charts.value_range", value=gap, range=span) if span else gap


def widest_gap(row: AnnotatorRow, result: AnnotatorResult) -> Cell | None:
    """The wrong answer whose share differs most from the others'; None where no such cell is a fact."""
    gaps = [] if row.pool_difference is None else [
        (abs(gap), true_class, said)
        for true_class, line in enumerate(row.pool_difference)
        if cell_state(row, result, true_class) == "ok"
        for said, gap in enumerate(line) if said != true_class and gap is not None
    ]  # fmt: skip
    if not gaps:
        return None
    _, true_class, said = max(gaps)
    return cell_of(row, result, true_class, said)


def is_clear(cell: Cell) -> bool:
    """The interval of the difference holds no zero."""
    low, high = cell["difference_low"], cell["difference_high"]
    return isinstance(low, float) and isinstance(high, float) and (low > 0 or high < 0)


def furthest(result: AnnotatorResult) -> AnnotatorRow | None:
    """Who is furthest from all others together, of those with enough votes and a clear difference."""
    solid = [row for row in result.rows if row.pool_distance is not None and not is_scarce(row, result)]
    for row in sorted(solid, key=lambda row: -(row.pool_distance or 0.0)):
        cell = widest_gap(row, result)
        if cell is not None and is_clear(cell):
            return row
    return None


def grid_sentence(
    rows: Sequence[AnnotatorRow], result: AnnotatorResult, rest: str | None = None, mode: str = SHARE
) -> str:
    """What the page of small matrices shows; `rest` is the sentence about those that have none (`not_drawn`)."""
    grey = sum(why_grey(row, result) is not None for row in rows)
    parts = [text("charts.grid" if mode == SHARE else "charts.grid_pool", count=f"{len(rows):,}")]
    if mode == DIFFERENCE:
        far = furthest(result)
        parts.append(
            text("charts.pool_nobody") if far is None else text("charts.furthest", how=pool_sentence(far, result))
        )
    if grey:
        parts.append(text("charts.grid_grey", count=f"{grey:,}"))
    return chain([*parts, rest] if rest else parts)
