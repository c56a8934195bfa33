"""One person's votes beside the truth as far as it is known: gold, or what all votes together say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations, BoolArray, FloatArray, IntArray, TextArray
from hero_core.charts.evidence import ENOUGH_GOLD
from hero_core.charts.labels import percent
from hero_core.decimals import signed
from hero_core.results import AnnotatorRow
from hero_core.words import chain, text

COLUMNS = ("where", "system", "round", "item_id", "prompt", "label", "against", "by", "probability", "log_ratio")
# What is read first stands first: on a phone the rest is a swipe away.
SHOWN = ("item_id", "label", "against", "by", "probability", "log_ratio", "prompt", "system", "round", "where")
OPTIONAL = ("system", "round", "prompt")
POSITION = "position"  # of the item in its file
GOLD, POSTERIOR = "gold", "posterior"


@dataclass(frozen=True, kw_only=True)
class Judged:
    """Votes beside the truth as far as it is known: item, label and true class in the codes of `classes`, how sure the
    truth is (NaN for gold), and by what it is known; each (V,)."""

    item: IntArray
    label: IntArray
    truth: IntArray
    sure: FloatArray
    by: str


def against_gold(annotations: Annotations, row: AnnotatorRow, classes: tuple[str, ...]) -> pd.DataFrame:
    """The person's votes on gold items; columns COLUMNS, class texts as they are, `by` GOLD.

    `classes` are those of the result that the row comes from.
    """
    votes, code = _votes_of(annotations, row.annotator), _codes(annotations, classes)
    items = annotations.item[votes]
    known = annotations.has_gold[items]
    items, labels = items[known], annotations.label[votes][known]
    nothing = np.full(len(items), np.nan)
    judged = Judged(item=items, label=code[labels], truth=code[annotations.gold[items]], sure=nothing, by=GOLD)
    return _table(annotations, row, judged, classes)


def against_posterior(
    annotations: Annotations, row: AnnotatorRow, items_frame: pd.DataFrame, classes: tuple[str, ...]
) -> pd.DataFrame:
    """The person's votes of the current round beside the item's most likely class, the surest first; `by` POSTERIOR.

    `items_frame` is the table of hero_core.item_table for the same round: one row per item, in the order of the codes;
    its posterior is that of the second class where there are two.
    """
    votes, code = _votes_of(annotations, row.annotator), _codes(annotations, classes)
    items, labels = annotations.item[votes], code[annotations.label[votes]]
    names = {name: number for number, name in enumerate(classes)}
    top = items_frame["top_class"].map(names).to_numpy(dtype=float)[items]
    sure = items_frame["posterior"].to_numpy(dtype=float)[items]
    if len(classes) == 2:
        sure = np.maximum(sure, 1 - sure)
    known = np.isfinite(top) & np.isfinite(sure)
    order = np.flatnonzero(known)[np.argsort(-sure[known], kind="stable")]
    judged = Judged(
        item=items[order], label=labels[order], truth=top[order].astype(int), sure=sure[order], by=POSTERIOR
    )  # fmt: skip
    return _table(annotations, row, judged, classes)


def _codes(annotations: Annotations, classes: tuple[str, ...]) -> IntArray:
    """The code in `classes` of each class of the file."""
    codes: IntArray = np.array([classes.index(name) for name in annotations.classes], dtype=int)
    return codes


def _table(annotations: Annotations, row: AnnotatorRow, judged: Judged, classes: tuple[str, ...]) -> pd.DataFrame:
    names, items = np.array(classes, dtype=object), judged.item
    prompts = np.full(annotations.n_items, "", dtype=object) if annotations.prompts is None else annotations.prompts
    return pd.DataFrame({
        "where": "current" if judged.by == POSTERIOR else annotations.role,
        "system": _names(annotations, "system", items), "round": _names(annotations, "round", items),
        "item_id": annotations.item_ids[items], "prompt": [str(prompt or "") for prompt in prompts[items]],
        "label": names[judged.label], "against": names[judged.truth], "by": judged.by, "probability": judged.sure,
        "log_ratio": vote_weights(row, judged.label, judged.truth), "position": items,
    }, columns=[*COLUMNS, POSITION])  # fmt: skip


def vote_weights(row: AnnotatorRow, labels: IntArray, truth: IntArray) -> FloatArray:
    """log P(said | said) - log P(said | truth) of each vote: how strongly it speaks for what was said; shape (V,).

    0 where both are the same class, NaN where the person's rates are not known.
    """
    if row.confusion is None:
        return np.full(len(labels), np.nan)
    with np.errstate(divide="ignore"):  # log 0 = -inf is meant: such a vote decides alone
        log_rates = np.log(np.array(row.confusion))
    return np.where(labels == truth, 0.0, log_rates[labels, labels] - log_rates[truth, labels])


def differing(frame: pd.DataFrame) -> pd.DataFrame:
    """Only the votes that differ from gold or from what all votes together say."""
    return frame[frame["label"] != frame["against"]].reset_index(drop=True)


def of_cell(frame: pd.DataFrame, truth: str, said: str) -> pd.DataFrame:
    """Only the votes of one cell of the matrix."""
    return frame[(frame["against"] == truth) & (frame["label"] == said)].reset_index(drop=True)


def _votes_of(annotations: Annotations, annotator: str) -> BoolArray:
    """The votes of one person; shape (V,)."""
    found = np.flatnonzero(annotations.annotator_ids == annotator)
    mine: BoolArray = annotations.annotator == (found[0] if len(found) else -1)
    return mine


def _names(annotations: Annotations, kind: str, items: IntArray) -> TextArray:
    """Names of the systems or rounds of the items; empty texts where the file has none."""
    names, codes = (
        (annotations.systems, annotations.system) if kind == "system" else (annotations.rounds, annotations.round)
    )
    found: TextArray = np.array(names or ("",), dtype=object)[codes[items]]
    return found


def disagreements_table(frame: pd.DataFrame) -> pd.DataFrame:
    """The votes with headings for people, in their own words; columns without content left out."""
    shown = frame[list(SHOWN)].copy()
    shown["where"] = [text(f"annotators.{name}") for name in frame["where"]]
    shown["by"] = [text(f"annotators.by_{name}") for name in frame["by"]]
    shown["probability"] = [percent(value) for value in frame["probability"]]
    shown["log_ratio"] = [_weight_words(value) for value in frame["log_ratio"]]
    empty = [name for name in OPTIONAL if not frame[name].astype(bool).any()]
    return shown.drop(columns=empty).rename(columns={name: text(f"annotators.column.{name}") for name in SHOWN})


def _weight_words(value: float) -> str:
    """A log-ratio with its sign, and the endless one of a rate of 0."""
    if math.isnan(value):
        return text("none")
    return signed(value, 2) if math.isfinite(value) else text("annotators.decides")


def disagreements_file(frame: pd.DataFrame) -> pd.DataFrame:
    """The votes as plain numbers for a file: nothing endless."""
    return frame[list(COLUMNS)].assign(log_ratio=frame["log_ratio"].where(np.isfinite(frame["log_ratio"])))


def disagreements_sentence(row: AnnotatorRow, gold: pd.DataFrame, posterior: pd.DataFrame) -> str:
    """How often the person disagrees with gold and with the items' most likely class; `gold` and `posterior` hold all
    votes that can be compared."""
    name, parts = row.annotator, []
    if len(gold):
        count = f"{len(differing(gold)):,}"
        parts.append(text("annotators.disagree_gold", name=name, count=count, of=f"{len(gold):,}"))
    if len(posterior):
        count = f"{len(differing(posterior)):,}"
        parts.append(text("annotators.disagree_posterior", name=name, count=count, of=f"{len(posterior):,}"))
    if 0 < len(gold) < ENOUGH_GOLD:
        parts.append(text("annotators.disagree_few"))
    return chain(parts) or text("annotators.no_votes", name=name)


def cells_of(frame: pd.DataFrame, classes: Sequence[str]) -> list[tuple[str, str]]:
    """The cells (truth, said) that hold votes of the table: the wrong ones first, those with most votes leading."""
    counts = frame.groupby(["against", "label"]).size().to_dict()
    found = [(truth, said) for truth in classes for said in classes if counts.get((truth, said))]
    return sorted(found, key=lambda cell: (cell[0] == cell[1], -counts[cell]))
