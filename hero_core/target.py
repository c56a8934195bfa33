"""One system against a rate that it has to reach."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr

from hero_core.compare import check_systems, method_of, red_findings
from hero_core.errors import SettingsError
from hero_core.intervals import AGREE
from hero_core.results import EstimateResult, Target
from hero_core.saying import said


def against_target(
    result: EstimateResult, target: float, *, system: str | None = None, method: str | None = None
) -> Target:
    """Whether a system (None = all items together) is surely above or below `target`, in units of the estimate.

    `state` is above, below, too_close or not_comparable (a red guard rail, or no number). Raises SettingsError for a
    system or method that the result does not hold, or a target that is no number.
    """
    method = method_of(result, method)
    check_systems((system,), result.systems)
    if not np.isfinite(target):
        raise SettingsError(said("target is {target}; it must be a number in units of the estimate.", target=target))
    lowest, highest = min(result.values), max(result.values)
    if not lowest < target < highest:
        raise SettingsError(
            said(
                "target is {target:g}, but the estimates lie between {lowest:g} and {highest:g}; it must lie inside.",
                target=target,
                lowest=lowest,
                highest=highest,
            )
        )
    row = result.get(method, system)
    red = red_findings(result, method)
    state, reason = "too_close", None
    if row.estimate is None or row.low is None or row.high is None:
        state, reason = "not_comparable", row.reason or said("There is no interval for this number.")
    elif red:
        state, reason = "not_comparable", red[0].message
    elif row.low > target:
        state = "above"
    elif row.high < target:
        state = "below"
    return Target(method=method, system=system, target=target, estimate=row.estimate, low=row.low, high=row.high,
                  level=result.level, probability_above=_above(result, method, system, target), state=state,
                  reason=reason)  # fmt: skip


def _above(result: EstimateResult, method: str, system: str | None, target: float) -> float | None:
    """Chance that the rate is above the target: share of the replicates, ties half, else by the normal approximation.

    None where they all agree: that is not certainty.
    """
    group = 0 if system is None else 1 + result.systems.index(system)
    row = result.get(method, system)
    if method in result.replicates:
        draws = result.replicates[method][group]
        draws = draws[np.isfinite(draws)]
        if draws.size == 0 or np.ptp(draws) < AGREE:
            return None
        return float((draws > target).mean() + 0.5 * (draws == target).mean())
    if row.estimate is None or not row.std_error:
        return None
    return float(ndtr((row.estimate - target) / row.std_error))
