"""Intervals of an annotator against all others together, by hand and against a published example."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core.annotations import BoolArray, FloatArray
from hero_core.intervals import wilson
from hero_core.pool import PoolBounds, difference_interval, weight_interval


def cell(value: float) -> FloatArray:
    """One number as the matrix of one annotator and one class."""
    return np.full((1, 1, 1), value)


def interval(own: float, pool: float, bounds: PoolBounds, draws: list[float], level: float) -> tuple[float, float]:
    """Bounds of own minus pool."""
    low, high = difference_interval(cell(own - pool), np.array([[[draws]]]), cell(own), cell(pool), bounds, level)
    return float(low[0, 0, 0]), float(high[0, 0, 0])


def bounds_of(own: tuple[float, float], pool: tuple[float, float], *, certain: bool) -> PoolBounds:
    """The same of both bounds."""
    sure: BoolArray = np.full((1, 1, 1), certain)
    return PoolBounds(own=(cell(own[0]), cell(own[1])), pool=(cell(pool[0]), cell(pool[1])), certain=sure)


def test_where_replicates_do_not_vary_it_is_newcombes():
    """56 of 70 against 48 of 80 (Newcombe 1998, table II): the square-and-add interval is 0.0524 to 0.3339."""
    bounds = bounds_of(wilson(56 / 70, 70, 0.95), wilson(48 / 80, 80, 0.95), certain=False)

    assert interval(56 / 70, 48 / 80, bounds, [0.2, 0.2], 0.95) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_where_replicates_vary_their_middle_counts():
    """Quartiles of four replicates; and never an interval that leaves the difference out, or leaves -1 to 1."""
    bounds = bounds_of((0.0, 1.0), (0.0, 1.0), certain=True)

    assert interval(0.85, 0.6, bounds, [0.1, 0.4, 0.2, 0.3], 0.5) == pytest.approx((0.175, 0.325))
    assert interval(0.95, 0.6, bounds, [0.1, 0.4, 0.2, 0.3], 0.5) == pytest.approx((0.175, 0.35))
    assert interval(0.85, 0.6, bounds, [0.5, 2.0], 0.98) == pytest.approx((0.25, 1.0))


@pytest.mark.parametrize(("certain", "ends"), [(True, (0.375, 0.525)), (False, (0.5 - 0.5, 0.5 + 0.25))])
def test_the_reliability_has_the_middle_of_its_replicates_or_both_rates_ranges(certain, ends):
    """Rates .8 and .7 make .5: quartiles of .3 to .6; else .3 and .4 below, .15 and .2 above, added in squares."""
    confusion = np.array([[[0.8, 0.2], [0.3, 0.7]]])
    right = np.array([[0.7, 0.6], [0.75, 0.65], [0.8, 0.7], [0.85, 0.75]])
    replicates = np.stack([np.array([[[a, 1 - a], [1 - d, d]]]) for a, d in right], axis=-1)
    low, high = confusion.copy(), confusion.copy()
    low[0, [0, 1], [0, 1]], high[0, [0, 1], [0, 1]] = (0.5, 0.3), (0.95, 0.9)
    found = weight_interval(confusion, low, high, replicates, 0.5, np.full((1, 2, 2), certain))

    assert (found[0][0], found[1][0]) == pytest.approx(ends)
