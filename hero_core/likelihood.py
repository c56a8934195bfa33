"""Likelihood of an item's votes under each class, in logarithms; and class probabilities from it."""

from __future__ import annotations

import numpy as np

from hero_core.annotations import FloatArray
from hero_core.votes import Votes, times


def log_ratios(votes: Votes, confusion: FloatArray, mask: FloatArray | None = None) -> FloatArray:
    """log l_i(k) - log l_i(0) of each item's votes for k = 1..K-1; shape (K - 1, I, B)."""
    log_confusion = np.log(confusion)
    gains = [_cells(log_confusion[:, k] - log_confusion[:, 0], mask) for k in range(1, votes.n_classes)]
    return np.stack([times(votes.matrix, gain) for gain in gains])


def _cells(per_label: FloatArray, mask: FloatArray | None) -> FloatArray:
    """(R, K, B) values as the columns of the vote matrix, left-out annotators at 0; shape (R * K, B)."""
    values = masked(per_label, mask)
    return np.ascontiguousarray(values.reshape(-1, values.shape[-1]))


def posterior_of(logits: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Class probabilities (K, I, B) and log normaliser (I, B) from log odds against class 0, (K - 1, I, B)."""
    if len(logits) == 1:
        return _binary_posterior(logits[0])
    top = np.maximum(logits.max(axis=0), 0)
    shares = np.concatenate([np.exp(-top)[None], np.exp(logits - top)])
    total = shares.sum(axis=0)
    shares /= total
    return shares, top + np.log(total)


def _binary_posterior(logit: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The same for two classes, each side to full precision; exponentials without a branch are the fast ones."""
    posterior: FloatArray = np.empty((2, *logit.shape), dtype=logit.dtype)
    above = np.maximum(logit, 0)
    np.exp(-above, out=posterior[0])
    np.exp(logit - above, out=posterior[1])
    total = posterior[0] + posterior[1]
    posterior /= total
    normaliser = np.log(total, out=total)
    normaliser += above
    return posterior, normaliser


def masked(per_label: FloatArray, mask: FloatArray | None) -> FloatArray:
    """(R, K, B) values with left-out annotators at 0."""
    return per_label if mask is None else per_label * mask[:, None, :]
