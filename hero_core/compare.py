"""Paired differences of systems and the verdict over all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy.special import ndtr, ndtri

from hero_core.errors import Finding, SettingsError
from hero_core.intervals import AGREE
from hero_core.results import HISTORY_METHODS, Comparison, Decision, Estimate, EstimateResult, finite
from hero_core.saying import joined, said

HEADLINE_ORDER = ("hero2", "hero1", "pec", "ds", "mv", "vote_share", "mle", "ds_hard")
POWER = 0.8


def headline(result: EstimateResult) -> str:
    """The method that leads: the first of HERO-2, HERO-1, PEC, DS, MV with a number for every system.

    HERO-2 leads only where it used a covariate whose mean did not move since the history. Raises SettingsError when no
    method has numbers.
    """
    moved = any(finding.code == "covariate_shift" for finding in result.findings)
    used = any(row.used for row in result.covariates) and not moved
    groups = result.systems or (None,)
    for method in HEADLINE_ORDER:
        if method not in result.methods or (method == "hero2" and not used and "hero1" in result.methods):
            continue
        if all(result.get(method, system).estimate is not None for system in groups):
            return method
    raise SettingsError(said("No method has a number for every system; see the reasons beside the methods."))


def method_of(result: EstimateResult, method: str | None) -> str:
    """The method asked for, else the one that leads. Raises SettingsError for one that was not computed."""
    method = headline(result) if method is None else method
    if method not in result.methods:
        raise SettingsError(
            said(
                "Method {method!r} was not computed; computed were {methods}.",
                method=method,
                methods=joined(result.methods, ", "),
            )
        )
    return method


def red_findings(result: EstimateResult, method: str) -> tuple[Finding, ...]:
    """Red findings that concern a method: those about the history do not touch methods without it."""
    return red_among(result.findings, method)


def red_among(findings: Sequence[Finding], method: str) -> tuple[Finding, ...]:
    """The same of any findings."""
    return tuple(
        finding
        for finding in findings
        if finding.severity == "error" and (method in HISTORY_METHODS or finding.code not in HISTORY_CODES)
    )


HISTORY_CODES = frozenset({"unknown_annotators", "weak_identification", "rates_do_not_transport", "reversed_round"})


def compare(
    result: EstimateResult,
    a: str,
    b: str,
    *,
    method: str | None = None,
    margin: float = 0.02,
    high_is_good: bool = True,
) -> Comparison:
    """Difference A - B by one method from the same draws of both systems, and its verdict.

    `margin` (in units of the estimate) is what counts as equal. Raises SettingsError for a system or method that the
    result does not hold.
    """
    _check(result, (a, b), margin)
    method = method_of(result, method)
    row_a, row_b = result.get(method, a), result.get(method, b)
    red = red_findings(result, method)
    blank = Comparison(
        method=method,
        a=a,
        b=b,
        estimate_a=row_a.estimate,
        estimate_b=row_b.estimate,
        difference=None,
        low=None,
        high=None,
        level=result.level,
        probability_above=None,
        margin=margin,
        high_is_good=high_is_good,
        verdict="not_comparable",
        reason=row_a.reason if row_a.estimate is None else row_b.reason,
        interval=None,
        paired_items=result.paired_items,
        items_needed=None,
        red=tuple(finding.code for finding in red),
    )
    if row_a.estimate is None or row_b.estimate is None:
        return blank
    difference = row_a.estimate - row_b.estimate
    gap = _paired_gap(result, method, row_a, row_b, difference)
    judged = replace(
        blank,
        difference=difference,
        low=finite(gap.low),
        high=finite(gap.high),
        probability_above=finite(gap.above),
        std_error=finite(gap.error),
        interval=gap.words,
        reason=red[0].message if red else None,
    )
    return judged if red else _judged(judged, gap, (row_a.n_items + row_b.n_items) / 2)


def _judged(comparison: Comparison, gap: _Gap, items: float) -> Comparison:
    """The comparison with the verdict that its interval allows."""
    if gap.low is None or gap.high is None or comparison.difference is None:
        return replace(
            comparison, reason=said("There is no interval for the difference: too few resamples have a number.")
        )
    verdict = verdict_of(gap.low, gap.high, comparison.margin, comparison.high_is_good)
    needed = _items_needed(comparison.difference, gap.error, items, comparison.level)
    return replace(comparison, verdict=verdict, items_needed=needed if verdict == "too_close" else None)


def _check(result: EstimateResult, systems: Sequence[str], margin: float) -> None:
    check_systems(systems, result.systems)
    if len(systems) == 2 and systems[0] == systems[1]:
        raise SettingsError(said("{system} cannot be compared with itself; choose two systems.", system=systems[0]))
    check_margin(margin)


def check_systems(asked: Iterable[str | None], known: Sequence[str]) -> None:
    """Raise SettingsError, in words, for a system that is not there; None stands for all items together."""
    for system in asked:
        if system is not None and system not in known:
            systems = joined(known, ", ") or said("none")
            raise SettingsError(
                said("There is no system {system!r}; the systems are {systems}.", system=system, systems=systems)
            )


def check_margin(margin: float) -> None:
    """Raise SettingsError, in words, for a margin that is none."""
    if not (np.isfinite(margin) and margin >= 0):
        raise SettingsError(
            said("margin is {margin}; it must be 0 or a positive number, in units of the estimate.", margin=margin)
        )


@dataclass(frozen=True, kw_only=True)
class _Gap:
    """Bounds and standard error of A - B, the chance that A is above B, and in words how they were made."""

    low: float | None = None
    high: float | None = None
    error: float | None = None
    above: float | None = None
    words: str | None = None


def _paired_gap(result: EstimateResult, method: str, a: Estimate, b: Estimate, difference: float) -> _Gap:
    """The difference of two systems from paired replicates or the analytic influences."""
    rows = [1 + result.systems.index(row.system) for row in (a, b) if row.system is not None]
    if method in result.replicates:
        draws = result.replicates[method]
        gaps = draws[rows[0]] - draws[rows[1]]
        gaps = gaps[np.isfinite(gaps)]
        if gaps.size < 0.5 * draws.shape[1] or gaps.size < 2:
            return _Gap()
        low, high = np.quantile(gaps, [(1 - result.level) / 2, (1 + result.level) / 2])
        if high - low >= AGREE:
            above = float((gaps > 1e-12).mean() + 0.5 * (np.abs(gaps) <= 1e-12).mean())
            words: str = said("percentile of {count} paired resamples", count=gaps.size)
            return _Gap(low=float(low), high=float(high), error=float(gaps.std(ddof=1)), above=above, words=words)
    if method in result.influence:
        error = float(np.linalg.norm(result.influence[method][rows[0]] - result.influence[method][rows[1]]))
        if error > AGREE:
            half = float(ndtri((1 + result.level) / 2)) * error
            above = float(ndtr(difference / error))
            words = said("analytic, paired")
            return _Gap(low=difference - half, high=difference + half, error=error, above=above, words=words)
    return _from_ends(a, b)


def _from_ends(a: Estimate, b: Estimate) -> _Gap:
    """The resamples agree: the difference of the two stand-in intervals, added in squares, never of zero width."""
    if a.estimate is None or a.low is None or a.high is None or b.estimate is None or b.low is None or b.high is None:
        return _Gap()
    gap = a.estimate - b.estimate
    return _Gap(
        low=float(gap - np.hypot(a.estimate - a.low, b.high - b.estimate)),
        high=float(gap + np.hypot(a.high - a.estimate, b.estimate - b.low)),
        above=0.5 if abs(gap) < 1e-12 else float(gap > 0),
        words=said("from the intervals of both systems, since the resamples agree"),
    )


def verdict_of(low: float, high: float, margin: float, high_is_good: bool) -> str:
    """One of the four states from the interval of A - B."""
    if -margin <= low and high <= margin:
        return "equal"
    if low > 0:
        return "a_better" if high_is_good else "b_better"
    if high < 0:
        return "b_better" if high_is_good else "a_better"
    return "too_close"


def _items_needed(difference: float, error: float | None, items: float, level: float) -> int | None:
    """Items per system to find this difference with 80% power, all else equal; None beyond 100 times as many."""
    if error is None or abs(difference) < 1e-9:
        return None
    wanted = abs(difference) / (float(ndtri((1 + level) / 2)) + float(ndtri(POWER)))
    count = items * (error / wanted) ** 2
    return int(np.ceil(count)) if count <= 100 * items else None


def decide(
    result: EstimateResult, *, method: str | None = None, margin: float = 0.02, high_is_good: bool = True
) -> Decision:
    """The verdict over all systems: every pair compared, leaders, order best first in the user's direction.

    For two systems the state is that of their comparison. For more, "best" when one is better than all others, "equal"
    when all pairs are, else "tied" with every system that may be the best as leader. Levels hold pair by pair.
    """
    _check(result, (), margin)
    method = method_of(result, method)
    red = red_findings(result, method)
    reason, cure = (red[0].message, red[0].remedy or None) if red else (None, None)
    blank = Decision(
        method=method,
        state="not_comparable" if red else "single",
        leaders=result.systems,
        order=result.systems,
        comparisons=(),
        high_is_good=high_is_good,
        margin=margin,
        reason=reason,
        cure=cure,
    )
    if len(result.systems) < 2:
        return blank
    order = _ordered(result, method, high_is_good)
    pairs = tuple(
        compare(result, a, b, method=method, margin=margin, high_is_good=high_is_good)
        for a, b in combinations(order, 2)
    )
    broken = next((pair for pair in pairs if pair.verdict == "not_comparable"), None)
    if broken is not None:
        reason = reason or broken.reason
        return replace(
            blank, state="not_comparable", leaders=(), order=order, comparisons=pairs, reason=reason, cure=cure
        )
    beaten = {pair.b if pair.verdict == "a_better" else pair.a for pair in pairs if pair.verdict.endswith("_better")}
    leaders = tuple(name for name in order if name not in beaten)
    return replace(blank, state=_state(pairs, leaders), leaders=leaders, order=order, comparisons=pairs)


def _state(pairs: tuple[Comparison, ...], leaders: tuple[str, ...]) -> str:
    """The verdict of the only pair, else what all pairs together say."""
    if len(pairs) == 1:
        return pairs[0].verdict
    if all(pair.verdict == "equal" for pair in pairs):
        return "equal"
    return "best" if len(leaders) == 1 else "tied"


def _ordered(result: EstimateResult, method: str, high_is_good: bool) -> tuple[str, ...]:
    """Systems best first; those without a number last, ties in natural order."""
    sign = -1 if high_is_good else 1

    def key(name: str) -> tuple[bool, float]:
        value = result.get(method, name).estimate
        return (value is None, 0.0 if value is None else sign * round(value, 12))

    return tuple(sorted(result.systems, key=key))
