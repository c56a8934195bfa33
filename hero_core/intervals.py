"""Intervals: percentiles of replicates, and what stands in for them when all replicates agree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import chdtri, expit, logit, ndtri

from hero_core.annotations import FloatArray
from hero_core.errors import counted
from hero_core.resample import BLOCK
from hero_core.saying import said

AGREE = 5e-5
NEEDED_SHARE = 0.5


@dataclass(frozen=True, kw_only=True)
class Interval:
    """Bounds at a level, the standard error, and in words how they were made. None where there is none."""

    low: float | None
    high: float | None
    std_error: float | None
    words: str | None


def percentile(replicates: FloatArray, level: float, what: str) -> Interval | None:
    """Percentile interval of the finite replicates (B,); None when too few are finite, or so many agree that it has
    no width.
    """
    finite = replicates[np.isfinite(replicates)]
    if finite.size < max(2, NEEDED_SHARE * replicates.size):
        return None
    low, high = np.quantile(finite, [(1 - level) / 2, (1 + level) / 2])
    if high - low < AGREE:
        return None
    lost = replicates.size - finite.size
    words = said("{what}, percentile, {count} resamples", what=what, count=replicates.size)
    if lost:
        words = said("{interval} ({lost} without a number left out)", interval=words, lost=lost)
    return Interval(low=float(low), high=float(high), std_error=float(finite.std(ddof=1)), words=words)


def wilson(share: float, count: float, level: float) -> tuple[float, float]:
    """Wilson interval of a share seen in `count` trials (Wilson 1927)."""
    z = float(ndtri((1 + level) / 2))
    centre = (share + z**2 / (2 * count)) / (1 + z**2 / count)
    half = z / (1 + z**2 / count) * np.sqrt(share * (1 - share) / count + z**2 / (4 * count**2))
    return max(0.0, float(centre - half)), min(1.0, float(centre + half))


def wilson_interval(estimate: float, bounds: tuple[float, float], count: int, level: float, why: str) -> Interval:
    """Wilson interval of an estimate that lives between `bounds` (value of the lowest and highest class)."""
    low_value, width = bounds[0], bounds[1] - bounds[0]
    share = float(np.clip((estimate - low_value) / width, 0, 1)) if width > 0 else 0.0
    low, high = wilson(share, count, level)
    return Interval(
        low=low_value + width * low,
        high=low_value + width * high,
        std_error=None,
        words=said("Wilson interval over {items}, since {why}", items=counted(count, "item"), why=why),
    )


def likelihood_interval(likelihood: FloatArray, share: float, level: float) -> tuple[float, float]:
    """Binary shares whose mean log-likelihood is within chi-square reach of the best; `likelihood` is (2, n)."""
    grid = np.unique(np.concatenate([np.linspace(0, 1, 2001), [share]]))
    mixture = likelihood[0][:, None] * (1 - grid) + likelihood[1][:, None] * grid
    with np.errstate(divide="ignore"):  # log 0 = -inf is meant: that share is impossible
        curve = np.log(mixture).sum(axis=0)
    inside = grid[curve >= curve.max() - chdtri(1, 1 - level) / 2]
    return float(inside[0]), float(inside[-1])


def logit_interval(
    estimate: float, std_error: float, bounds: tuple[float, float], level: float, words: str
) -> Interval:
    """Normal interval on the logit scale of an estimate between `bounds`, from its standard error (METHODS §2)."""
    low_value, width = bounds[0], bounds[1] - bounds[0]
    share = float(np.clip((estimate - low_value) / width, 1e-9, 1 - 1e-9))
    spread = std_error / width / (share * (1 - share))
    z = float(ndtri((1 + level) / 2))
    low, high = expit(logit(share) + z * np.array([-spread, spread]))
    return Interval(
        low=low_value + width * float(low), high=low_value + width * float(high), std_error=std_error, words=words
    )


def chunk_of_blocks(items: int, classes: int, replicates: int, budget: int = 1_600_000) -> int:
    """Blocks of replicates to solve at once, so that one (K, I, B) array stays near `budget` cells."""
    blocks = -(-replicates // BLOCK)
    return int(np.clip(budget // max(1, items * classes * BLOCK), 1, blocks))
