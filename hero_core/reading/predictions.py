"""Predictions: the answer of an automatic classifier, a property of the item as gold is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hero_core.annotations import NO_PREDICTION, BoolArray, IntArray
from hero_core.errors import Finding
from hero_core.reading.items import Items, item_gold
from hero_core.reading.table import Column, Table
from hero_core.reading.words import NO_VOTE, Meaning, Words, binary_class

COLUMN = "prediction"
CODES = {"0": 0, "1": 1}


@dataclass(frozen=True, kw_only=True)
class Predictions:
    """Prediction of each item asked for, 0, 1 or -1 (None without such a column), and what was odd."""

    of_item: IntArray | None
    findings: tuple[Finding, ...] = ()


def read_predictions(
    table: Table, items: Items, ids: Column, mapping: Mapping[str, Meaning], used: BoolArray
) -> Predictions:
    """One prediction per used item, withdrawn where it has two; `used` is (items,). A column with texts that mean
    neither 1 nor 0 is left out as a whole: nothing is guessed, and no estimate needs it."""
    if COLUMN not in table.columns:
        return Predictions(of_item=None)
    words = Words.of(table, COLUMN, items.of_row >= 0)
    meaning = {text: mapping.get(text, binary_class(text)) for text in words.count}
    odd = [text for text, name in meaning.items()
           if name not in CODES and not (text in NO_VOTE or (text in mapping and name is None))]  # fmt: skip
    if odd:
        code = "prediction_other" if len(odd) == len(meaning) else "prediction_unknown"
        return Predictions(of_item=None, findings=(words.finding(code, odd),))
    of_text = [CODES.get(meaning.get(text) or "", NO_PREDICTION) for text in words.texts]
    codes = np.array([*of_text, NO_PREDICTION], dtype=np.int64)[words.column.codes]
    if not (codes >= 0).any():
        return Predictions(of_item=None)
    found = item_gold(table, items, ids, codes, column=COLUMN, code="prediction_conflict")
    return Predictions(of_item=found.of_item[used].astype(np.int8), findings=found.findings)
