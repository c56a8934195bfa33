"""Differences of systems and the verdict over them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Difference of two systems by one method, from the same draws of both.

    `difference` = A - B in the units of the estimate, with its interval; `probability_above` is the share of
    replicates in which A is above B (ties count one half); `std_error` is that of the difference. `verdict` is one of
    VERDICTS, in the direction the user gave (`high_is_good`); `reason` explains "not_comparable". `red` lists the codes
    of the red findings behind it.
    """

    method: str
    a: str
    b: str
    estimate_a: float | None
    estimate_b: float | None
    difference: float | None
    low: float | None
    high: float | None
    level: float
    probability_above: float | None
    margin: float
    high_is_good: bool
    verdict: str
    reason: str | None
    interval: str | None
    paired_items: int
    items_needed: int | None
    std_error: float | None = None
    red: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The verdict over all systems by the headline method.

    `state` is one of VERDICTS for two systems, "best" / "tied" / "equal" / "not_comparable" for three or more,
    "single" for one. `leaders` are the systems that may be the best (one where it is clear); `order` lists all
    systems, best first in the user's direction. `reason` and `cure` are sentences for "not_comparable";
    `comparisons` holds every pair (A listed before B in `order`).
    """

    method: str
    state: str
    leaders: tuple[str, ...]
    order: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    high_is_good: bool
    margin: float
    reason: str | None = None
    cure: str | None = None


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Rank of one system (1 = best in the user's direction, ties share the mean) with its plausible range.

    `probability_best` is the share of the replicates in which it is the best, ties shared.
    """

    method: str
    system: str
    estimate: float
    rank: float
    rank_low: int | None
    rank_high: int | None
    probability_best: float | None


@dataclass(frozen=True, kw_only=True)
class Target:
    """One system against a rate: `state` is above, below, too_close or not_comparable (then `reason` says why)."""

    method: str
    system: str | None
    target: float
    estimate: float | None
    low: float | None
    high: float | None
    level: float
    probability_above: float | None
    state: str
    reason: str | None
