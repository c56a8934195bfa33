"""One annotator in tables: everybody's numbers, and the votes in which a person disagrees."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations, BoolArray, IntArray, TextArray
from hero_core.charts.evidence import ENOUGH_GOLD, is_scarce, support, why_grey
from hero_core.charts.labels import listing, percent
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import chain, text

COLUMNS = ("where", "system", "item_id", "label", "against", "by", "probability")
DRIFT_P = 0.05
NO_GOLD_OF = "no_gold_of_class_"
KNOWN_FLAGS = ("no_history", "little_gold", "no_information", "worse_than_chance", "constant")


def flag_words(flag: str, classes: tuple[str, ...]) -> str:
    """A flag as a phrase; one we have no words for is shown as its code."""
    if flag.startswith(NO_GOLD_OF) and flag.removeprefix(NO_GOLD_OF).isdigit():
        return text("annotators.flag.no_gold_of_class", label=classes[int(flag.removeprefix(NO_GOLD_OF))])
    return text(f"annotators.flag.{flag}") if flag in KNOWN_FLAGS else flag.replace("_", " ")


def _rate(value: float | None, low: float | None, high: float | None, n: int, fact: bool) -> str:
    """A rate with its range, as one text; a dash where it is no fact."""
    if value is None or not fact or n == 0:
        return text("none")
    if low is None or high is None:
        return percent(value, n)
    return text("charts.rate_range", value=percent(value, n), low=percent(low, n), high=percent(high, n))


def people_table(rows: list[AnnotatorRow], result: AnnotatorResult) -> pd.DataFrame:
    """Everybody as a person reads it; the CSV has the plain numbers (`people_frame`)."""
    table = []
    for row in rows:
        fact = not is_scarce(row, result)
        line: dict[str, object] = {text("annotators.column.annotator"): row.annotator}
        line[text("annotators.column.weight")] = row.weight if fact and row.confusion is not None else None
        if len(result.classes) == 2:
            for name, true_class in (("sensitivity", 1), ("specificity", 0)):
                bounds = (getattr(row, name), getattr(row, f"{name}_low"), getattr(row, f"{name}_high"))
                line[text(f"annotators.column.{name}")] = _rate(*bounds, support(row, true_class), fact)
        for name in ("gold_votes", "votes", "current_votes"):
            line[text(f"annotators.column.{name}")] = getattr(row, name)
        line[text("annotators.column.flags")] = chain((flag_words(flag, result.classes) for flag in row.flags), ", ")
        table.append(line)
    return pd.DataFrame(table)


def drift_sentence(row: AnnotatorRow, classes: tuple[str, ...]) -> str | None:
    """Whether the person judges the round as before, with the rates of both; None where it was not tested."""
    drift = row.drift
    if drift is None:
        return None
    p = f"{drift.p_holm:.2g}" if drift.p_holm >= 0.001 else text("annotators.drift.tiny")
    if drift.p_holm >= DRIFT_P:
        return text("annotators.drift.same", p=p)
    if len(classes) == 2:
        return text(
            "annotators.drift.moved", p=p, found=percent(drift.before[1][1]), found_now=percent(drift.now[1][1]),
            cleared=percent(drift.before[0][0]), cleared_now=percent(drift.now[0][0]),
        )  # fmt: skip
    parts = [
        text("annotators.drift.part", name=name, before=percent(drift.before[k][k]), now=percent(drift.now[k][k]))
        for k, name in enumerate(classes)
    ]
    return text("annotators.drift.moved_many", p=p, parts=listing(parts))


def people_frame(rows: list[AnnotatorRow], result: AnnotatorResult) -> pd.DataFrame:
    """Everybody's numbers, one column a number: each cell of the matrix with its bounds and gold count."""
    table = []
    for row in rows:
        line: dict[str, object] = {
            "annotator": row.annotator, "weight": row.weight, "sensitivity": row.sensitivity,
            "sensitivity_low": row.sensitivity_low, "sensitivity_high": row.sensitivity_high,
            "specificity": row.specificity, "specificity_low": row.specificity_low,
            "specificity_high": row.specificity_high, "gold_votes": row.gold_votes, "votes": row.votes,
            "current_votes": row.current_votes, "drift_p_holm": None if row.drift is None else row.drift.p_holm,
            "flags": " ".join(row.flags), "grey": why_grey(row, result),
        }  # fmt: skip
        for true, truth in enumerate(result.classes):
            for said, label in enumerate(result.classes):
                for name, matrix in (("share", row.confusion), ("low", row.low), ("high", row.high)):
                    line[f"{name}_true_{truth}_said_{label}"] = matrix[true][said] if matrix else None
                line[f"gold_count_true_{truth}_said_{label}"] = row.gold_counts[true][said] if row.gold_counts else 0
        table.append(line)
    return pd.DataFrame(table)


def _votes_of(annotations: Annotations, annotator: str) -> BoolArray:
    """The votes of one person; shape (V,)."""
    found = np.flatnonzero(annotations.annotator_ids == annotator)
    mine: BoolArray = annotations.annotator == (found[0] if len(found) else -1)
    return mine


def against_gold(annotations: Annotations, annotator: str) -> pd.DataFrame:
    """The person's votes that differ from gold; columns COLUMNS, class texts as they are."""
    votes = _votes_of(annotations, annotator)
    items, labels = annotations.item[votes], annotations.label[votes]
    wrong = annotations.has_gold[items] & (annotations.gold[items] != labels)
    items, labels, classes = items[wrong], labels[wrong], np.array(annotations.classes, dtype=object)
    return pd.DataFrame({
        "where": text("annotators.history"), "system": _systems(annotations, items),
        "item_id": annotations.item_ids[items], "label": classes[labels], "against": classes[annotations.gold[items]],
        "by": text("annotators.by_gold"), "probability": [None] * len(items),
    }, columns=list(COLUMNS))  # fmt: skip


def against_posterior(
    annotations: Annotations, annotator: str, items_frame: pd.DataFrame, binary: bool
) -> pd.DataFrame:
    """The person's votes of the current round that differ from the item's most likely class, likeliest first.

    `items_frame` is the table of hero_core.item_table for the same round; its posterior is that of the second class
    where there are two (`binary`).
    """
    votes = _votes_of(annotations, annotator)
    items, labels = annotations.item[votes], annotations.label[votes]
    classes = np.array(annotations.classes, dtype=object)
    mine = pd.DataFrame({
        "item_id": annotations.item_ids[items], "system": _systems(annotations, items),
        "round": _rounds(annotations, items), "label": classes[labels],
    })  # fmt: skip
    keys = [name for name in ("item_id", "system", "round") if name in items_frame]
    known = items_frame[[*keys, "top_class", "posterior"]].copy()
    for name in ("system", "round"):
        if name in known:
            known[name] = ["" if pd.isna(value) else str(value) for value in known[name]]
    joined = mine.merge(known, on=keys, how="inner")
    joined = joined[joined["label"].astype(str) != joined["top_class"].astype(str)]
    top = joined["posterior"].astype(float)
    if binary:
        top = top.where(top >= 0.5, 1 - top)
    return pd.DataFrame({
        "where": text("annotators.current"), "system": joined["system"], "item_id": joined["item_id"],
        "label": joined["label"], "against": joined["top_class"].astype(str), "by": text("annotators.by_posterior"),
        "probability": top,
    }, columns=list(COLUMNS)).sort_values("probability", ascending=False, kind="stable", ignore_index=True)  # fmt: skip


def _systems(annotations: Annotations, items: IntArray) -> TextArray:
    """Names of the systems of the items; empty texts where the file has none."""
    names: TextArray = np.array(annotations.systems or ("",), dtype=object)[annotations.system[items]]
    return names


def _rounds(annotations: Annotations, items: IntArray) -> TextArray:
    """Names of the rounds of the items; empty texts where the file has none."""
    names: TextArray = np.array(annotations.rounds or ("",), dtype=object)[annotations.round[items]]
    return names


def disagreements_table(frame: pd.DataFrame) -> pd.DataFrame:
    """The disagreements with headings for people; columns without content left out."""
    shown = frame.copy()
    shown["probability"] = [percent(value) if value is not None else text("none") for value in frame["probability"]]
    empty = [name for name in ("system",) if not frame[name].astype(bool).any()]
    return shown.drop(columns=empty).rename(columns={name: text(f"annotators.column.{name}") for name in COLUMNS})


def disagreements_sentence(annotator: str, gold: pd.DataFrame, posterior: pd.DataFrame, row: AnnotatorRow) -> str:
    """How often the person disagrees with gold and with the items' most likely class."""
    parts = []
    if row.gold_votes:
        parts.append(text("annotators.disagree_gold", name=annotator, count=f"{len(gold):,}", of=f"{row.gold_votes:,}"))
    if row.current_votes:
        count = f"{len(posterior):,}"
        parts.append(text("annotators.disagree_posterior", name=annotator, count=count, of=f"{row.current_votes:,}"))
    if 0 < row.gold_votes < ENOUGH_GOLD:
        parts.append(text("annotators.disagree_few"))
    return chain(parts) or text("annotators.no_votes", name=annotator)
