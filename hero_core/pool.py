"""The pool of an annotator: what all others together answer, and how far the annotator is from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hero_core.annotations import BoolArray, FloatArray

NOBODY = 1e-6


@dataclass(frozen=True, kw_only=True)
class PoolBounds:
    """Bounds of each annotator's own shares and of their pool's shares; `certain` is False where replicates do not
    vary, so that percentiles of a difference would be too narrow. Each (R, K, K)."""

    own: tuple[FloatArray, FloatArray]
    pool: tuple[FloatArray, FloatArray]
    certain: BoolArray


def pool_of_others(confusion: FloatArray, votes: FloatArray) -> FloatArray:
    """Shares [annotator, true, observed, ...] of all other annotators together; shape (R, K, K, ...).

    The matrices of the others, `confusion` (R, K, K, ...), weighted by their (expected) votes on items of each true
    class, `votes` (R, K): with counted votes that is the matrix of all their votes thrown together, one's own left out.
    NaN where nobody else voted on items of a class.
    """
    weight = votes.reshape(votes.shape + (1,) * (confusion.ndim - 2)).astype(confusion.dtype)
    weighted = confusion * weight
    rest, count = weighted.sum(axis=0) - weighted, weight.sum(axis=0) - weight
    with np.errstate(divide="ignore", invalid="ignore"):  # nobody else: NaN is meant
        shares: FloatArray = np.where(count > NOBODY, np.clip(rest / count, 0, 1), np.nan)
    return shares


def pool_distance(difference: FloatArray, votes: FloatArray) -> FloatArray:
    """Share of each annotator's votes that would be others if the pool had cast them; shape (R,), NaN without votes.

    Total variation, half the sum over answers of |difference|, averaged over the true classes by own votes (R, K).
    """
    apart = np.abs(difference).sum(axis=2) / 2
    seen = np.isfinite(apart) & (votes > NOBODY)
    weight = np.where(seen, votes, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):  # no votes: NaN is meant
        distance: FloatArray = (weight * np.where(seen, apart, 0.0)).sum(axis=1) / weight.sum(axis=1)
    return distance


def difference_interval(
    difference: FloatArray, draws: FloatArray, own: FloatArray, pool: FloatArray, bounds: PoolBounds, level: float
) -> tuple[FloatArray, FloatArray]:
    """Bounds of annotator minus pool, each (R, K, K), from replicates `draws` (R, K, K, B) of the difference.

    Where replicates do not vary the two intervals are put together by the square-and-add method (Newcombe 1998,
    method 10).
    """
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2], axis=-1)
    (own_low, own_high), (pool_low, pool_high) = bounds.own, bounds.pool
    below = difference - np.hypot(own - own_low, pool_high - pool)
    above = difference + np.hypot(own_high - own, pool - pool_low)
    low, high = np.where(bounds.certain, low, below), np.where(bounds.certain, high, above)
    return np.minimum(low, difference).clip(-1, 1), np.maximum(high, difference).clip(-1, 1)


def weight_interval(
    confusion: FloatArray, low: FloatArray, high: FloatArray, replicates: FloatArray, level: float, certain: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Bounds of the reliability (sum of the diagonal - 1)/(K - 1), each (R,), from replicates (R, K, K, B).

    Where a rate of the diagonal does not vary its own bounds are added by the square-and-add method.
    """
    rooms = confusion.shape[1] - 1
    draws = (np.trace(replicates, axis1=1, axis2=2) - 1) / rooms
    found_low, found_high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2], axis=-1)
    right, below, above = (np.diagonal(part, axis1=1, axis2=2) for part in (confusion, low, high))
    weight = (right.sum(axis=1) - 1) / rooms
    down = weight - np.sqrt(((right - below) ** 2).sum(axis=1)) / rooms
    up = weight + np.sqrt(((above - right) ** 2).sum(axis=1)) / rooms
    varies = np.diagonal(certain, axis1=1, axis2=2).all(axis=1)
    return (
        np.minimum(np.where(varies, found_low, down), weight).clip(-1, 1),
        np.maximum(np.where(varies, found_high, up), weight).clip(-1, 1),
    )
