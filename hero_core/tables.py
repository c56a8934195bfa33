"""Tables of annotators and of items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from hero_core.annotations import NO_GOLD, BoolArray, FloatArray, IntArray, TextArray
from hero_core.em import EMFit
from hero_core.intervals import wilson
from hero_core.methods import gold_counts
from hero_core.panel import Panel
from hero_core.pool import PoolBounds, difference_interval, pool_distance, pool_of_others, weight_interval
from hero_core.results import AnnotatorRow, Cells, Drift, KnownCells, finite
from hero_core.rounds import Rounds
from hero_core.saying import said
from hero_core.shares import Fits
from hero_core.votes import Votes, times

LITTLE_GOLD = 5
NEAR_EDGE = 1e-3
CHANCE = 0.02


@dataclass(frozen=True, kw_only=True)
class Rates:
    """Where the rates of the annotators come from: a fit, the votes it used, and whether gold anchored it."""

    fit: EMFit
    votes: Votes
    anchored: bool

    @classmethod
    def of(cls, panel: Panel, fits: Fits) -> Rates | None:
        """The gold-anchored fit of the history, else Dawid-Skene on the current votes, else nothing."""
        if fits.history is not None and panel.anchor is not None:
            return cls(fit=fits.history, votes=panel.anchor.history, anchored=True)
        return None if fits.ds is None else cls(fit=fits.ds, votes=panel.current, anchored=False)

    @property
    def confusion(self) -> FloatArray:
        """Rates [annotator, true, observed]; shape (R, K, K)."""
        return self.fit.parameters.confusion[..., 0]

    def expected(self) -> FloatArray:
        """Votes of each annotator by (expected) true class and label; shape (R, K, K)."""
        shape = (self.votes.n_annotators, self.votes.n_classes)
        blocks = [times(self.votes.transposed, part[:, :1]).reshape(shape) for part in self.fit.posterior]
        return np.stack(blocks, axis=1)


def annotator_rows(
    rounds: Rounds,
    rates: Rates | None,
    *,
    level: float,
    replicates: FloatArray | None = None,
    drifts: Mapping[int, Drift] | None = None,
) -> tuple[AnnotatorRow, ...]:
    """One row per annotator of either round; `replicates` (R, K, K, B) of the confusion give the intervals.

    `drifts` are the tests of those annotators who voted in both rounds, by code.
    """
    history, width, classes = rounds.history, len(rounds.annotator_ids), len(rounds.classes)
    gold: IntArray = np.zeros((width, classes, classes), dtype=int)
    cast: IntArray = np.zeros(width, dtype=int)
    if history is not None:
        known = (history.gold != NO_GOLD).astype(float)[:, None]
        gold = np.rint(gold_counts(Votes.of(history), history.gold, known)[..., 0]).astype(int)
        cast = np.bincount(history.annotator, minlength=width)
    now = np.bincount(rounds.current.annotator, minlength=width)
    expected = np.zeros((width, classes, classes)) if rates is None else rates.expected()
    bounds = None
    if rates is not None and replicates is not None:
        bounds = _cell_intervals(rates.confusion, expected, replicates, level)
    make = _Maker(
        ids=rounds.annotator_ids,
        gold=gold,
        expected=expected,
        cast=cast,
        now=now,
        with_history=history is not None,
        bounds=bounds,
        pool=None if rates is None else _against_pool(rates.confusion, expected, replicates, bounds, level),
    )
    if rates is None:
        return tuple(make.row(j, None) for j in range(width))
    has = cast > 0 if rates.anchored else now > 0
    moved = drifts or {}
    rows = (make.row(j, rates.confusion[j] if has[j] else None) for j in range(width))
    return tuple(replace(row, drift=moved.get(j)) for j, row in enumerate(rows))


@dataclass(frozen=True, kw_only=True)
class _Bounds:
    """Bounds of each rate, whether replicates vary there, and in words how they were made; each (R, K, K).

    `weight` are the bounds of the reliability, each (R,).
    """

    low: FloatArray
    high: FloatArray
    varies: BoolArray
    words: TextArray
    weight: tuple[FloatArray, FloatArray]


@dataclass(frozen=True, kw_only=True)
class _Pool:
    """All others' shares, own minus theirs with bounds, each (R, K, K), and how far apart in all, (R,)."""

    share: FloatArray
    difference: FloatArray
    low: FloatArray | None
    high: FloatArray | None
    distance: FloatArray


def _against_pool(
    rate: FloatArray, expected: FloatArray, replicates: FloatArray | None, bounds: _Bounds | None, level: float
) -> _Pool:
    """Everybody against all others together; the others weigh the same in every replicate: by their expected votes."""
    votes = expected.sum(axis=2)
    pool = pool_of_others(rate, votes)
    difference, low, high = rate - pool, None, None
    if replicates is not None and bounds is not None:
        draws = pool_of_others(replicates, votes)
        others = _percentiles(pool, (votes.sum(axis=0) - votes)[:, :, None], draws, level)
        limits = PoolBounds(own=(bounds.low, bounds.high), pool=others[:2], certain=bounds.varies & others[2])
        low, high = difference_interval(difference, replicates - draws, rate, pool, limits, level)
    return _Pool(
        share=pool, difference=difference, low=low, high=high, distance=pool_distance(difference, votes)
    )  # fmt: skip


def _percentiles(
    rate: FloatArray, total: FloatArray, replicates: FloatArray, level: float
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Low and high percentiles of the replicates, and where these vary; elsewhere Wilson over `total` votes."""
    low, high = np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2], axis=-1)
    edge = (rate < NEAR_EDGE) | (rate > 1 - NEAR_EDGE) | (high - low < NEAR_EDGE)
    total = np.broadcast_to(total, rate.shape)
    for cell in zip(*np.nonzero(edge), strict=True):
        low[cell], high[cell] = wilson(float(rate[cell]), max(float(total[cell]), 1e-3), level)
    return np.minimum(low, rate), np.maximum(high, rate), ~edge


def _cell_intervals(rate: FloatArray, expected: FloatArray, replicates: FloatArray, level: float) -> _Bounds:
    """Percentiles of the replicates; at an edge or without spread a Wilson interval over the row's expected votes."""
    low, high, varies = _percentiles(rate, expected.sum(axis=2, keepdims=True), replicates, level)
    words = np.array([said("Wilson over expected votes"), said("bootstrap of history items, percentile")], dtype=object)
    weight = weight_interval(rate, low, high, replicates, level, varies)
    return _Bounds(low=low, high=high, varies=varies, words=words[varies.astype(int)], weight=weight)


@dataclass(frozen=True, kw_only=True)
class _Maker:
    """Builds the rows; holds what is common to them."""

    ids: TextArray
    gold: IntArray
    expected: FloatArray
    cast: IntArray
    now: IntArray
    with_history: bool
    bounds: _Bounds | None
    pool: _Pool | None

    def row(self, j: int, confusion: FloatArray | None) -> AnnotatorRow:
        """The row of annotator j, whose rates (K, K) may be unknown."""
        plain = AnnotatorRow(
            annotator=str(self.ids[j]),
            confusion=None,
            low=None,
            high=None,
            interval=None,
            sensitivity=None,
            sensitivity_low=None,
            sensitivity_high=None,
            specificity=None,
            specificity_low=None,
            specificity_high=None,
            weight=None,
            gold_counts=tuple(tuple(int(x) for x in r) for r in self.gold[j]),
            expected_counts=_cells(self.expected[j]),
            gold_votes=int(self.gold[j].sum()),
            votes=int(self.cast[j]),
            current_votes=int(self.now[j]),
            flags=self._flags(j, confusion),
        )
        return plain if confusion is None else self._with_rates(plain, j, confusion)

    def _with_rates(self, row: AnnotatorRow, j: int, confusion: FloatArray) -> AnnotatorRow:
        """The same row with its rates and, where there are any, their bounds."""
        binary, weight = len(confusion) == 2, float((np.trace(confusion) - 1) / (len(confusion) - 1))
        row = replace(self._with_pool(row, j), confusion=_cells(confusion), weight=weight)
        if binary:
            row = replace(row, sensitivity=float(confusion[1, 1]), specificity=float(confusion[0, 0]))
        if self.bounds is None:
            return row
        low, high, words = self.bounds.low[j], self.bounds.high[j], self.bounds.words[j]
        row = replace(
            row,
            low=_cells(low),
            high=_cells(high),
            interval=tuple(map(tuple, words)),
            weight_low=float(self.bounds.weight[0][j]),
            weight_high=float(self.bounds.weight[1][j]),
        )
        if not binary:
            return row
        return replace(
            row,
            sensitivity_low=finite(float(low[1, 1])),
            sensitivity_high=finite(float(high[1, 1])),
            specificity_low=finite(float(low[0, 0])),
            specificity_high=finite(float(high[0, 0])),
        )

    def _with_pool(self, row: AnnotatorRow, j: int) -> AnnotatorRow:
        """The same row with what all others together answer."""
        pool = self.pool
        if pool is None:
            return row
        return replace(
            row,
            pool=_known_cells(pool.share[j]),
            pool_difference=_known_cells(pool.difference[j]),
            pool_low=None if pool.low is None else _known_cells(pool.low[j]),
            pool_high=None if pool.high is None else _known_cells(pool.high[j]),
            pool_distance=finite(float(pool.distance[j])),
        )

    def _flags(self, j: int, confusion: FloatArray | None) -> tuple[str, ...]:
        """What should be known before this annotator's rates are believed."""
        truth = []
        if self.with_history:
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


def _known_cells(matrix: FloatArray) -> KnownCells:
    """The cells, None where nobody else voted."""
    return tuple(tuple(finite(float(x)) for x in row) for row in matrix)
