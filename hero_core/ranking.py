"""Rankings of systems by their scores, and how far two of them agree."""

from __future__ import annotations

import numpy as np

from hero_core.annotations import FloatArray

SAME_SCORE = 1e-6


def order_of(scores: FloatArray) -> FloatArray:
    """Sign of score[a] - score[b] for every pair a < b, 0 for a tie; shape (pairs, ...)."""
    first, second = np.triu_indices(len(scores), 1)
    gap = scores[first] - scores[second]
    return np.where(np.abs(gap) < SAME_SCORE, 0, np.sign(gap))


def tau_b(scores: FloatArray, reference: FloatArray) -> FloatArray:
    """Kendall's tau-b of each column of (S, B) scores with (S,) reference scores; NaN where one has no order; (B,)."""
    ours, theirs = order_of(scores), order_of(reference)[:, None]
    with np.errstate(invalid="ignore", divide="ignore"):  # 0/0 where a ranking has no order: NaN is meant
        tau: FloatArray = (ours * theirs).sum(axis=0) / np.sqrt((ours**2).sum(axis=0) * (theirs**2).sum(axis=0))
    return tau


def rank_of(scores: FloatArray) -> FloatArray:
    """Rank of each system, 1 = highest score, ties sharing the mean rank; same shape as (S, B) scores."""
    gap = scores[None] - scores[:, None]
    above = np.where(np.abs(gap) < SAME_SCORE, 0.5, gap > 0)
    rank: FloatArray = 0.5 + above.sum(axis=1)
    return rank


def rank_shares(scores: FloatArray) -> FloatArray:
    """Share of the draws in which each system takes each rank, from (S, B) scores; (S, S), rows and columns sum to 1.

    Systems that share some ranks count in equal parts at each of them.
    """
    gap = scores[None] - scores[:, None]
    tied = np.abs(gap) < SAME_SCORE
    above, alike = ((gap > 0) & ~tied).sum(axis=1), tied.sum(axis=1)
    rank = np.arange(len(scores))[:, None, None]
    taken = (rank >= above) & (rank < above + alike)  # (rank, system, draw)
    shares: FloatArray = (taken / alike).mean(axis=2).T
    return shares
