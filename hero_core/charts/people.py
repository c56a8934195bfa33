"""Everybody's numbers in tables, and whether a person judges as before."""

from __future__ import annotations

import pandas as pd

from hero_core.charts.evidence import has_round, is_scarce, support, why_grey
from hero_core.charts.flags import flag_words, flags_of
from hero_core.charts.labels import decimal, listing, percent
from hero_core.results import AnnotatorResult, AnnotatorRow, Drift, KnownCells
from hero_core.words import chain, text

DRIFT_P = 0.05


def _rate(value: float | None, low: float | None, high: float | None, n: int, fact: bool) -> str:
    """A rate with its range, as one text; a dash where it is no fact."""
    if value is None or not fact or n == 0:
        return text("none")
    if low is None or high is None:
        return percent(value, n)
    return text("charts.rate_range", value=percent(value, n), low=percent(low, n), high=percent(high, n))


def people_table(rows: list[AnnotatorRow], result: AnnotatorResult) -> pd.DataFrame:
    """Everybody as a person reads it; the CSV has the plain numbers (`people_frame`)."""
    table, flags = [], flags_of(result)
    counts = ("gold_votes", "votes", *(("current_votes",) if has_round(result) else ()))
    for row in rows:
        fact = not is_scarce(row, result)
        line: dict[str, object] = {text("annotators.column.annotator"): row.annotator}
        line[text("annotators.column.weight")] = row.weight if fact and row.confusion is not None else None
        line[text("annotators.column.weight_range")] = _bounds(row.weight_low, row.weight_high, fact)
        if len(result.classes) == 2:
            for name, true_class in (("sensitivity", 1), ("specificity", 0)):
                bounds = (getattr(row, name), getattr(row, f"{name}_low"), getattr(row, f"{name}_high"))
                line[text(f"annotators.column.{name}")] = _rate(*bounds, support(row, true_class), fact)
        else:
            for true_class, label in enumerate(result.classes):
                line[text("annotators.column.recall", label=label)] = _recall(row, true_class, fact)
        line[text("annotators.column.pool_distance")] = percent(row.pool_distance, 0) if fact else text("none")
        for name in counts:
            line[text(f"annotators.column.{name}")] = getattr(row, name)
        line[text("annotators.column.flags")] = chain((flag_words(flag) for flag in flags[row.annotator]), ", ")
        table.append(line)
    return pd.DataFrame(table)


def _bounds(low: float | None, high: float | None, fact: bool) -> str:
    if low is None or high is None or not fact:
        return text("none")
    return text("charts.to", low=decimal(low), high=decimal(high))


def _recall(row: AnnotatorRow, true_class: int, fact: bool) -> str:
    """How often one class is recognised."""
    value, low, high = (
        None if matrix is None else matrix[true_class][true_class] for matrix in (row.confusion, row.low, row.high)
    )
    return _rate(value, low, high, support(row, true_class), fact)


def drift_sentence(row: AnnotatorRow, classes: tuple[str, ...]) -> str | None:
    """Whether the person judges the round as before, with the rates of both; None where it was not tested."""
    drift = row.drift
    if drift is None:
        return None
    p = f"{drift.p_holm:.2g}" if drift.p_holm >= 0.001 else text("annotators.drift.tiny")
    if drift.p_holm >= DRIFT_P:
        return text("annotators.drift.same", p=p)
    if len(classes) == 2:
        return text("annotators.drift.moved", p=p, found=_moved(drift, 1), cleared=_moved(drift, 0))
    parts = [text("annotators.drift.part", name=name, change=_moved(drift, k)) for k, name in enumerate(classes)]
    return text("annotators.drift.moved_many", p=p, parts=listing(parts))


def _moved(drift: Drift, true_class: int) -> str:
    """How often one class was recognised before and is now, as the finding about drift says it: without decimals."""
    before, now = (percent(rates[true_class][true_class], 0) for rates in (drift.before, drift.now))
    if before == now:
        return text("annotators.drift.alike", before=before)
    return text("annotators.drift.change", before=before, now=now)


def _matrices(row: AnnotatorRow) -> tuple[tuple[str, KnownCells | None], ...]:
    """Every matrix of a person by the name of its columns in the file."""
    return (
        ("share", row.confusion), ("low", row.low), ("high", row.high), ("pool", row.pool),
        ("difference", row.pool_difference), ("difference_low", row.pool_low), ("difference_high", row.pool_high),
    )  # fmt: skip


def people_frame(rows: list[AnnotatorRow], result: AnnotatorResult) -> pd.DataFrame:
    """Everybody's numbers, one column a number: each cell with its bounds, gold count and difference to the pool."""
    table, flags = [], flags_of(result)
    for row in rows:
        line: dict[str, object] = {
            "annotator": row.annotator, "weight": row.weight, "weight_low": row.weight_low,
            "weight_high": row.weight_high, "pool_distance": row.pool_distance, "sensitivity": row.sensitivity,
            "sensitivity_low": row.sensitivity_low, "sensitivity_high": row.sensitivity_high,
            "specificity": row.specificity, "specificity_low": row.specificity_low,
            "specificity_high": row.specificity_high, "gold_votes": row.gold_votes, "votes": row.votes,
            "current_votes": row.current_votes, "drift_p_holm": None if row.drift is None else row.drift.p_holm,
            "flags": " ".join(flags[row.annotator]), "grey": why_grey(row, result),
        }  # fmt: skip
        for true, truth in enumerate(result.classes):
            for said, label in enumerate(result.classes):
                for name, matrix in _matrices(row):
                    line[f"{name}_true_{truth}_said_{label}"] = matrix[true][said] if matrix else None
                line[f"gold_count_true_{truth}_said_{label}"] = row.gold_counts[true][said] if row.gold_counts else 0
        table.append(line)
    return pd.DataFrame(table)
