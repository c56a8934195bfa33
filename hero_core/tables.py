"""Tables of annotators and of items."""

from __future__ import annotations

import numpy as np

from hero_core.annotations import NO_GOLD, FloatArray
from hero_core.em import EMFit
from hero_core.intervals import wilson
from hero_core.methods import gold_counts
from hero_core.results import AnnotatorRow, finite
from hero_core.shares import Fits, Panel
from hero_core.votes import Votes

LITTLE_GOLD = 5
NEAR_EDGE = 1e-3
CHANCE = 0.02
Cells = tuple[tuple[float, ...], ...]


def annotator_rows(
    panel: Panel, fits: Fits, *, level: float, replicates: FloatArray | None = None
) -> tuple[AnnotatorRow, ...]:
    """One row per annotator of either round; `replicates` (R, K, K, B) of the confusion give the intervals.

    The confusion is that of the gold-anchored history fit, without history that of Dawid-Skene on the current votes.
    """
    fit, votes = (fits.history, panel.history) if fits.history is not None else (fits.ds, panel.current)
    rounds, history = panel.rounds, panel.rounds.history
    width, classes = len(rounds.annotator_ids), len(rounds.classes)
    expected = np.zeros((width, classes, classes)) if fit is None else _expected(votes, fit)  # type: ignore[arg-type]
    gold = np.zeros((width, classes, classes), dtype=int)
    if history is not None:
        clamp = Votes.of(history)
        gold = np.rint(
            gold_counts(clamp, history.gold, (history.gold != NO_GOLD).astype(float)[:, None])[..., 0]
        ).astype(int)
    cast = 0 * expected[:, 0, 0] if history is None else np.bincount(history.annotator, minlength=width)
    now = np.bincount(rounds.current.annotator, minlength=width)
    has = cast > 0 if fit is fits.history and fit is not None else now > 0
    low, high, words = _cell_intervals(fit, expected, replicates, level)
    make = _Maker(rounds.annotator_ids, gold, expected, cast, now, history is not None)
    return tuple(
        make.row(j, None if fit is None or not has[j] else fit.parameters.confusion[j, :, :, 0], low, high, words)
        for j in range(width)
    )


def _expected(votes: Votes, fit: EMFit) -> FloatArray:
    """Votes of each annotator by (expected) true class and label; shape (R, K, K)."""
    blocks = [(votes.transposed @ part[:, 0]).reshape(votes.n_annotators, votes.n_classes) for part in fit.posterior]  # type: ignore[union-attr]
    return np.stack(blocks, axis=1)


def _cell_intervals(
    fit: EMFit | None, expected: FloatArray, replicates: FloatArray | None, level: float
) -> tuple[FloatArray | None, FloatArray | None, np.ndarray | None]:
    """Percentiles of the replicates; at an edge or without spread a Wilson interval over the row's expected votes."""
    if fit is None or replicates is None:
        return None, None, None
    low, high = np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2], axis=-1)
    rate = fit.parameters.confusion[..., 0]
    total = np.broadcast_to(expected.sum(axis=2, keepdims=True), rate.shape)
    edge = (rate < NEAR_EDGE) | (rate > 1 - NEAR_EDGE) | (high - low < NEAR_EDGE)
    words = np.where(edge, "Wilson over expected votes", "bootstrap of history items, percentile").astype(object)
    for cell in zip(*np.nonzero(edge), strict=True):
        if total[cell] > 0:
            low[cell], high[cell] = wilson(float(rate[cell]), max(float(total[cell]), 1e-3), level)
    low, high = np.minimum(low, rate), np.maximum(high, rate)
    return low, high, words


class _Maker:
    """Builds the rows; holds what is common to them."""

    def __init__(
        self, ids: np.ndarray, gold: np.ndarray, expected: FloatArray, cast: np.ndarray, now: np.ndarray, anchored: bool
    ) -> None:
        self.ids, self.gold, self.expected, self.cast, self.now, self.anchored = (
            ids,
            gold,
            expected,
            cast,
            now,
            anchored,
        )

    def row(
        self,
        j: int,
        confusion: FloatArray | None,
        low: FloatArray | None,
        high: FloatArray | None,
        words: np.ndarray | None,
    ) -> AnnotatorRow:
        """The row of annotator j; bounds are (R, K, K) or None."""
        classes = self.gold.shape[1]
        binary = classes == 2 and confusion is not None
        shown = confusion is not None and low is not None and high is not None

        def cell(array: FloatArray | None, k: int) -> float | None:
            return finite(float(array[j, k, k])) if binary and array is not None else None

        return AnnotatorRow(
            annotator=str(self.ids[j]),
            confusion=None if confusion is None else _cells(confusion),
            low=_cells(low[j]) if shown else None,
            high=_cells(high[j]) if shown else None,  # type: ignore[index]
            interval=tuple(map(tuple, words[j])) if shown and words is not None else None,
            sensitivity=float(confusion[1, 1]) if binary else None,
            sensitivity_low=cell(low, 1),
            sensitivity_high=cell(high, 1),  # type: ignore[index]
            specificity=float(confusion[0, 0]) if binary else None,
            specificity_low=cell(low, 0),
            specificity_high=cell(high, 0),  # type: ignore[index]
            weight=None if confusion is None else float((np.trace(confusion) - 1) / (classes - 1)),
            gold_counts=tuple(tuple(int(x) for x in r) for r in self.gold[j]),
            expected_counts=_cells(self.expected[j]),
            gold_votes=int(self.gold[j].sum()),
            votes=int(self.cast[j]),
            current_votes=int(self.now[j]),
            flags=self._flags(j, confusion),
        )

    def _flags(self, j: int, confusion: FloatArray | None) -> tuple[str, ...]:
        """What should be known before this annotator's rates are believed."""
        truth = []
        if self.anchored:
            per_class = self.gold[j].sum(axis=1)
            truth += [("no_history", self.cast[j] == 0)]
            truth += [("little_gold", self.cast[j] > 0 and self.gold[j].sum() < LITTLE_GOLD)]
            truth += [(f"no_gold_of_class_{k}", n == 0 and self.cast[j] > 0) for k, n in enumerate(per_class)]
        if confusion is not None:
            weight = (np.trace(confusion) - 1) / (len(confusion) - 1)
            given = self.expected[j].sum(axis=0)
            truth += [("no_information", abs(weight) < CHANCE), ("worse_than_chance", weight <= -CHANCE)]
            truth += [("constant", given.sum() >= LITTLE_GOLD and (given > 0.5).sum() == 1)]
        return tuple(flag for flag, holds in truth if holds)


def _cells(matrix: FloatArray) -> Cells:
    return tuple(tuple(float(x) for x in row) for row in matrix)
