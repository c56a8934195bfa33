"""Coefficients of agreement from tables of votes with weights.

From the published formulas: K. Krippendorff (2011), Computing Krippendorff's alpha-reliability; J. Cohen (1960), A
coefficient of agreement for nominal scales.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hero_core.annotations import FloatArray, IntArray

METRICS = ("nominal", "ordinal", "interval")
FLAT = 1e-12


class Alpha(NamedTuple):
    """Alpha, share of equal votes and its expectation, each by replicate; NaN where there is none; shape (B,)."""

    alpha: FloatArray
    agreement: FloatArray
    expected: FloatArray


def alpha_of(table: FloatArray, weights: FloatArray, metric: str, position: FloatArray | None) -> Alpha:
    """Krippendorff's alpha of patterns of votes, `table` (P, K) counts per item, with `weights` (P, B).

    Two votes on an item with m votes count 1/(m - 1). Labels differ by 1 (nominal) or by the square of their distance;
    the ordinal one is that between mid-ranks among all pairable votes.
    """
    size = table.sum(axis=1)
    share = weights / (size - 1)[:, None]
    count = table.T @ weights
    total = count.sum(axis=0)
    unequal = (size**2 - (table**2).sum(axis=1)) @ share
    unequal_anywhere = total**2 - (count**2).sum(axis=0)
    observed, expected = unequal, unequal_anywhere
    if metric != "nominal":
        place = (np.cumsum(count, axis=0) - count / 2) / total if position is None else position[:, None]
        first, second = table @ place, table @ place**2
        observed = (2 * (size[:, None] * second - first**2) * share).sum(axis=0)
        expected = 2 * (total * (count * place**2).sum(axis=0) - (count * place).sum(axis=0) ** 2)
    defined = expected > FLAT * total**2
    ratio = np.divide((total - 1) * observed, expected, out=np.full(len(total), np.nan), where=defined)
    return Alpha(1 - ratio, 1 - unequal / total, 1 - unequal_anywhere / (total * (total - 1)))


def kappa_of(cell: IntArray, weights: FloatArray, classes: int) -> tuple[FloatArray, FloatArray]:
    """Cohen's kappa (NaN where both always say one and the same) and share of equal labels; shapes (B,).

    `cell` (P,) are the occupied cells of the table, `weights` (P, B) the items in each.
    """
    total = weights.sum(axis=0)
    margins = [np.equal(np.arange(classes)[:, None], labels) @ weights for labels in np.divmod(cell, classes)]
    equal = weights[cell // classes == cell % classes].sum(axis=0) / total
    chance = (margins[0] * margins[1]).sum(axis=0) / total**2
    room = 1 - chance
    kappa = np.divide(equal - chance, room, out=np.full(len(total), np.nan), where=room > FLAT)
    return kappa, equal


def positions(classes: tuple[str, ...]) -> FloatArray:
    """Place of each class on a scale from 0 to 1: by its number, evenly where a class is no number; shape (K,)."""
    try:
        number = np.array([float(name) for name in classes])
    except ValueError:
        number = np.arange(len(classes), dtype=float)
    width = np.ptp(number) if len(number) else 0.0
    place: FloatArray = (number - number.min()) / width if width > 0 and np.isfinite(width) else np.zeros(len(number))
    return place
