"""One more vote on an item: what it would make of the item's class, and how much doubt it would take away.

All else stays as it is: the annotators' rates and the class shares.
"""

from __future__ import annotations

import numpy as np

from hero_core.annotations import FloatArray


def entropy(shares: FloatArray) -> FloatArray:
    """Entropy over the first axis, in nats; (K, ...) -> (...). 0 log 0 = 0; NaN stays NaN."""
    with np.errstate(divide="ignore", invalid="ignore"):  # log 0 = -inf is meant, and never counts
        terms = np.where(shares > 0, shares * np.log(shares), np.where(np.isnan(shares), np.nan, 0.0))
    found: FloatArray = -terms.sum(axis=0)
    return found


def expected_drop(posterior: FloatArray, confusion: FloatArray) -> FloatArray:
    """Entropy that one vote takes away on average, in nats; posterior (K, I), confusion (..., K, L) -> (..., I).

    The mutual information of class and vote: entropy of the vote less its entropy where the class is known.
    """
    vote = np.einsum("ki,...kl->l...i", posterior, confusion)
    given = np.einsum("ki,...k->...i", posterior, entropy(np.moveaxis(confusion, -1, 0)))
    gain: FloatArray = np.maximum(entropy(vote) - given, 0)
    return gain


def chance_of_vote(posterior: FloatArray, confusion: FloatArray) -> FloatArray:
    """How likely each label is to be said of one item; posterior (K,), confusion (..., K, L) -> (..., L)."""
    chances: FloatArray = np.einsum("k,...kl->...l", posterior, confusion)
    return chances


def after_vote(posterior: FloatArray, confusion: FloatArray) -> FloatArray:
    """Class probabilities of one item after each label; posterior (K,), confusion (..., K, L) -> (..., L, K)."""
    joint = np.moveaxis(confusion, -1, -2) * posterior
    after: FloatArray = joint / joint.sum(axis=-1, keepdims=True)
    return after
