"""A graded scale cut in two where the user says: labels at or above the threshold count as 1, the others as 0."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from hero_core.errors import Finding, ReadError, SettingsError
from hero_core.reading.table import Table
from hero_core.reading.words import NO_VOTE, Meaning, Words, binary_class, canonical, is_whole, whole_of
from hero_core.saying import joined, said

BINARY = {0, 1}


def check_threshold(threshold: float | None) -> None:
    """Refuse what is no finite number."""
    usual = isinstance(threshold, int | float) and not isinstance(threshold, bool) and math.isfinite(threshold)
    if threshold is not None and not usual:
        template = "threshold is {given}; it must be a number on the scale of the labels, such as 4."
        raise SettingsError(said(template, given=repr(threshold)))


def with_threshold(table: Table, threshold: float | None, mapping: Mapping[str, Meaning]) -> Table:
    """The table with 1 and 0 for labels (gold, predictions) on a scale of whole numbers; given classes stay.

    Raises ReadError where the labels are no such scale.
    """
    if threshold is None:
        return table
    labels = words_of(table, "label")
    cut = labels_on_scale(labels, threshold, mapping)
    columns, notes = {"label": cut_at(labels, threshold, cut)}, [told(labels, threshold, cut)]
    if "gold_label" in table.columns:
        gold = words_of(table, "gold_label")
        marks = scale_of(gold, mapping)
        if is_binary(marks):
            notes += [table.finding("threshold_gold", "gold_label")]
        else:
            columns["gold_label"] = cut_at(gold, threshold, [text for text in marks if is_whole(text)])
    if "prediction" in table.columns:
        guess = words_of(table, "prediction")
        marks = scale_of(guess, mapping)
        if all(is_whole(text) for text in marks) and not {int(text) for text in marks} <= BINARY:
            columns["prediction"] = cut_at(guess, threshold, marks)
    written = {name: table.columns[name].cleaned(texts) for name, texts in columns.items()}
    return replace(table, columns={**table.columns, **written}, findings=(*table.findings, *notes))


def words_of(table: Table, name: str) -> Words:
    """The texts of a column on all rows."""
    return Words.of(table, name, np.ones(table.n_rows, dtype=bool))


def scale_of(words: Words, mapping: Mapping[str, Meaning]) -> list[str]:
    """The texts that are meant as a label and have no given class."""
    return [text for text in words.count if text not in NO_VOTE and text not in mapping]


def is_binary(texts: Sequence[str]) -> bool:
    """Whether texts are 0 and 1 already: both of them, or in words."""
    spoken = {binary_class(text) for text in texts}
    return None not in spoken and (spoken == {"0", "1"} or not all(is_whole(text) for text in texts))


def labels_on_scale(labels: Words, threshold: float, mapping: Mapping[str, Meaning]) -> list[str]:
    """The label texts that the threshold divides. Raises ReadError where some are no whole numbers, or all 0 and 1."""
    texts = scale_of(labels, mapping)
    odd = [text for text in texts if not is_whole(text)]
    if odd:
        raise ReadError.of(labels.finding("threshold_no_scale", odd, threshold=f"{threshold:g}"))
    if {int(text) for text in texts} <= BINARY:
        raise ReadError.of(labels.finding("threshold_binary", texts, threshold=f"{threshold:g}"))
    return texts


def cut_at(words: Words, threshold: float, texts: Sequence[str]) -> pa.StringArray:
    """The distinct cells of a column, with 1 and 0 in the place of some (canonical) texts."""
    meant = {text: "1" if int(text) >= threshold else "0" for text in texts}
    whole = whole_of(words.table)
    raw = words.table.columns[words.name].texts.to_pylist()
    return pa.array([meant.get(canonical(cell, whole), cell) for cell in raw], pa.string())


def told(labels: Words, threshold: float, texts: Sequence[str]) -> Finding:
    """How many votes count as 1 and as 0; a warning where they are all the same."""
    high = [text for text in texts if int(text) >= threshold]
    low = [text for text in texts if int(text) < threshold]
    ones, zeros = (sum(labels.count[text] for text in side) for side in (high, low))
    code = "threshold_applied" if ones and zeros else "threshold_one_side"
    shown = [joined(sorted(side, key=int), ", ") or said("none") for side in (high, low)]
    return labels.finding(code, texts, threshold=f"{threshold:g}", ones=f"{ones:,}", zeros=f"{zeros:,}",
                          high=shown[0], low=shown[1])  # fmt: skip
