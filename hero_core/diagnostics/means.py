"""Tests of equal means of several columns."""

from __future__ import annotations

import numpy as np
from scipy.special import binom, fdtrc

from hero_core.annotations import FloatArray, IntArray


def per_link(columns: FloatArray, link: IntArray) -> FloatArray:
    """Mean covariates of each link among these items; shape (links, p)."""
    _, code, count = np.unique(link, return_inverse=True, return_counts=True)
    sums = np.stack([np.bincount(code, weights=column, minlength=len(count)) for column in columns.T], axis=1)
    means: FloatArray = sums / count[:, None]
    return means


def mean_test(columns: FloatArray, past: FloatArray) -> float:
    """p-value of equal mean vectors: Hotelling's test with separate covariances, F with the fewer items' freedom.

    Columns without variation on either side say nothing where they are equal, and much where they are not.
    """
    few = min(len(columns), len(past))
    if few < 2:
        return 1.0
    fixed = (np.ptp(columns, axis=0) == 0) & (np.ptp(past, axis=0) == 0)
    if (columns[0] != past[0])[fixed].any():
        return min(1.0, float(2 / binom(len(columns) + len(past), few)))  # two values, split exactly as the files are
    if fixed.all():
        return 1.0
    columns, past = columns[:, ~fixed], past[:, ~fixed]
    gap = columns.mean(axis=0) - past.mean(axis=0)
    spread = np.atleast_2d(np.cov(columns.T)) / len(columns) + np.atleast_2d(np.cov(past.T)) / len(past)
    scale = np.sqrt(np.diag(spread))
    inverse = np.linalg.pinv(spread / np.outer(scale, scale), rcond=1e-9, hermitian=True)
    rank = int(np.linalg.matrix_rank(inverse))
    if few <= rank:
        return 1.0
    square = float(gap / scale @ inverse @ (gap / scale))
    return float(fdtrc(rank, few - rank, square * (few - rank) / (rank * (few - 1))))


def holm(p_values: FloatArray) -> FloatArray:
    """p-values after Holm's correction for as many tests; same order, at most 1."""
    order = np.argsort(p_values)
    adjusted = np.empty(len(p_values))
    adjusted[order] = np.minimum(np.maximum.accumulate(p_values[order] * (len(order) - np.arange(len(order)))), 1)
    return adjusted
