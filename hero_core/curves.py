"""How far rankings under subsets of annotators agree with the one by all: points of curves, and ranks of systems."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hero_core.annotations import FloatArray
from hero_core.ranking import SAME_SCORE, order_of, rank_of, rank_shares, tau_b
from hero_core.results import RankSpread, StabilityPoint
from hero_core.subsets import Size


def point_of(method: str, size: Size, full: FloatArray, drawn: FloatArray, level: float) -> StabilityPoint:
    """Agreement of the drawn rankings (S, B) with the full one (S,); higher is better in both."""
    good = drawn[:, np.isfinite(drawn).all(axis=0)]
    tau = tau_b(good, full)
    defined = tau[np.isfinite(tau)]
    blank = StabilityPoint(
        method=method,
        fraction=size.share,
        annotators_kept=size.kept,
        tau_mean=None,
        tau_low=None,
        tau_high=None,
        same_ranking=None,
        same_winner=None,
        rank_sd=None,
        draws=drawn.shape[1],
        undefined=drawn.shape[1] - defined.size,
    )
    if defined.size == 0:
        return blank
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    same = (order_of(good) == order_of(full)[:, None]).all(axis=0)
    best = good >= good.max(axis=0) - SAME_SCORE
    winner = (best == (full >= full.max() - SAME_SCORE)[:, None]).all(axis=0)
    return replace(
        blank,
        tau_mean=float(defined.mean()),
        tau_low=float(low),
        tau_high=float(high),
        same_ranking=float(same.mean()),
        same_winner=float(winner.mean()),
        rank_sd=float(rank_of(good).std(axis=1).mean()),
    )


def spreads_of(method: str, size: Size, systems: tuple[str, ...], drawn: FloatArray, level: float) -> list[RankSpread]:
    """How often each system took each rank; empty where no draw has all scores."""
    good = drawn[:, np.isfinite(drawn).all(axis=0)]
    if good.shape[1] == 0:
        return []
    ranks, shares = rank_of(good), rank_shares(good)
    low, high = np.quantile(ranks, [(1 - level) / 2, (1 + level) / 2], axis=1)
    return [
        RankSpread(
            method=method,
            fraction=size.share,
            system=name,
            mean_rank=float(ranks[row].mean()),
            rank_low=float(low[row]),
            rank_high=float(high[row]),
            shares=tuple(shares[row].tolist()),
        )
        for row, name in enumerate(systems)
    ]


Ranking = tuple[tuple[str, float | None, float | None], ...]


def ranking_of(systems: tuple[str, ...], scores: FloatArray, sign: int) -> Ranking:
    """(system, score, rank), best first; a system without a number has neither. `sign` -1 where a low score is good."""
    finite = np.isfinite(scores)
    ranks = np.full(len(scores), np.nan)
    ranks[finite] = rank_of(sign * scores[finite][:, None])[:, 0]
    order = sorted(range(len(systems)), key=lambda j: (not finite[j], ranks[j] if finite[j] else 0.0, j))
    return tuple(
        (systems[j], float(scores[j]), float(ranks[j])) if finite[j] else (systems[j], None, None) for j in order
    )
