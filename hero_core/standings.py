"""Standings: rank of every system with its plausible range, and its chance of being the best."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hero_core.annotations import FloatArray
from hero_core.compare import compare, method_of
from hero_core.intervals import AGREE
from hero_core.ranking import rank_of
from hero_core.results import EstimateResult, Standing

DRAWS = 2000


def standings(result: EstimateResult, *, method: str | None = None, high_is_good: bool = True) -> tuple[Standing, ...]:
    """One row per system, best first; systems without a number are left out. Default method: the headline.

    The range of a rank counts the systems that are surely better or surely worse: simultaneous intervals of a system's
    differences to all others at the level of the result (Mogstad, Romano, Shaikh & Wilhelm 2024, marginal ranks).
    Raises SettingsError for a method that was not computed.
    """
    method = method_of(result, method)
    usable = _known(result, method)
    names = [result.systems[j] for j in usable]
    scores = np.array([result.get(method, name).estimate for name in names], dtype=float)
    if not len(scores):
        return ()
    sign = 1 if high_is_good else -1
    ranks = rank_of(sign * scores[:, None])[:, 0]
    draws = system_draws(result, method)
    draws = draws[usable] if len(draws) else draws
    best = _best(sign * draws)

    def surely(first: int, second: int) -> int:
        """1 where the first system is surely better by the stand-in interval, -1 where worse, else 0."""
        pair = compare(result, names[first], names[second], method=method)
        low, high = pair.low, pair.high
        return 0 if low is None or high is None else sign * (int(low > 0) - int(high < 0))

    found = [
        Standing(
            method=method,
            system=names[position],
            estimate=float(scores[position]),
            rank=float(ranks[position]),
            rank_low=None if bounds is None else bounds[0],
            rank_high=None if bounds is None else bounds[1],
            probability_best=None if best is None else float(best[position]),
        )
        for position in range(len(names))
        for bounds in [_rank_bounds(sign * scores, sign * draws, position, result.level, surely)]
    ]
    return tuple(sorted(found, key=lambda row: row.rank))


def system_draws(result: EstimateResult, method: str) -> FloatArray:
    """Values of the systems in each replicate that has all with a number, (S, B).

    From the analytic errors where there are no replicates; shape (0, 0) where the method has neither.
    """
    if method in result.replicates and result.systems:
        draws: FloatArray = result.replicates[method][1:]
        return draws[:, np.isfinite(draws[_known(result, method)]).all(axis=0)]
    if method in result.influence and result.systems:
        pull = result.influence[method][1:]
        scores = np.array([row.estimate for row in (result.get(method, name) for name in result.systems)], dtype=float)
        rng = np.random.default_rng(result.seed)
        root = np.linalg.qr(pull.T, mode="r")
        drawn: FloatArray = scores[:, None] + (rng.standard_normal((DRAWS, len(root))) @ root).T
        return drawn
    return np.zeros((0, 0))


def probability_best(result: EstimateResult, method: str, high_is_good: bool = True) -> dict[str, float]:
    """Share of the replicates in which each system with a number is the best, ties shared; empty without replicates."""
    draws, known = system_draws(result, method), _known(result, method)
    best = _best(draws[known] * (1 if high_is_good else -1)) if len(draws) else None
    return {} if best is None else dict(zip([result.systems[j] for j in known], best.tolist(), strict=True))


def _known(result: EstimateResult, method: str) -> list[int]:
    """Positions of the systems that have a number."""
    return [j for j, name in enumerate(result.systems) if result.get(method, name).estimate is not None]


def _best(draws: FloatArray) -> FloatArray | None:
    if draws.size == 0 or np.ptp(draws, axis=1).max() < AGREE:
        return None  # draws that all agree are no certainty
    top = (draws >= draws.max(axis=0) - 1e-12).astype(float)
    shares: FloatArray = (top / top.sum(axis=0)).mean(axis=1)
    return shares


def _rank_bounds(
    scores: FloatArray, draws: FloatArray, position: int, level: float, surely: Callable[[int, int], int]
) -> tuple[int, int] | None:
    """Best and worst rank of one system that its simultaneous differences to the others allow.

    Where the draws of a difference all agree, its stand-in interval decides (`surely`), not a width of zero.
    """
    if draws.shape[1] < 2:
        return None
    others = np.delete(np.arange(len(scores)), position)
    if not len(others):
        return 1, 1
    gap = scores[others] - scores[position]
    moved = draws[others] - draws[position] - gap[:, None]
    error = np.maximum(moved.std(axis=1, ddof=1), 1e-12)
    flat = np.ptp(moved, axis=1) < AGREE
    error[flat], moved[flat] = np.inf, 0
    reach = float(np.quantile((np.abs(moved) / error[:, None]).max(axis=0), level))
    reach = max(reach, 1e-12)
    stand_in = np.array([surely(other, position) for other in others[flat]], dtype=int)
    above = int((gap > reach * error).sum() + (stand_in > 0).sum())
    below = int((gap < -reach * error).sum() + (stand_in < 0).sum())
    return 1 + above, len(scores) - below
