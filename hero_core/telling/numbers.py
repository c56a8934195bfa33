"""Numbers as people read them: shares in percent, differences in points without a sign of direction."""

from __future__ import annotations

from dataclasses import dataclass

from hero_core.charts.labels import Units
from hero_core.decimals import fixed
from hero_core.results import Comparison
from hero_core.words import text


@dataclass(frozen=True, kw_only=True)
class Gap:
    """A difference told as a size ("3.2 points"), as a whole ("3.2 points lower"), with its range ("1.1 to 5.4 points")

    One that is too small to be shown is told as none.
    """

    size: str
    told: str
    range: str


def gap_of(comparison: Comparison, units: Units) -> Gap:
    """How far A lies from B. The range is turned so that it speaks of the same direction as the size."""
    difference, low, high = comparison.difference, comparison.low, comparison.high
    if difference is None:
        return Gap(size=text("none"), told=text("none"), range=text("none"))
    turn = -1.0 if difference < 0 else 1.0
    bounds = None if low is None or high is None else sorted((turn * low, turn * high))
    told = size(abs(difference), units)
    way = text("verdict.lower" if difference < 0 else "verdict.higher")
    return Gap(
        size=told,
        told=text("verdict.gap.none") if told == size(0.0, units) else text("verdict.gap", size=told, way=way),
        range=text("none") if bounds is None else size_range(bounds[0], bounds[1], units),
    )


def size(number: float, units: Units) -> str:
    """The size of a difference, in points where the numbers are percent."""
    return text("verdict.points", number=fixed(100 * number, 1)) if units.percent else fixed(number, 2)


def lead(number: float, units: Units) -> str:
    """The size of a difference that is known to be one, however small."""
    told = size(abs(number), units)
    if told != size(0.0, units):
        return told
    return text("verdict.least", size=size(0.001 if units.percent else 0.01, units))


def size_range(low: float, high: float, units: Units) -> str:
    """Two bounds of a difference as words."""
    if units.percent:
        return text("verdict.points_range", low=fixed(100 * low, 1), high=fixed(100 * high, 1))
    return text("verdict.range", low=fixed(low, 2), high=fixed(high, 2))
