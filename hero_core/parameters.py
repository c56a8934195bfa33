"""What EM estimates: confusion matrices and class shares, how far they moved, and a longer step along their way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hero_core.annotations import FloatArray, IntArray

CLIP = 1e-6
LONGEST = 1e6


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """confusion[j, k, l, b] = P(annotator j says l | truth k), shape (R, K, K, B); prior (K, G, B).

    G is the number of groups of items with a class prior of their own, 1 where all items share one.
    """

    confusion: FloatArray
    prior: FloatArray

    def clipped(self) -> Parameters:
        """Probabilities held within [CLIP, 1 - CLIP] and brought back to sum 1 (METHODS: after every M-step)."""
        confusion = np.clip(self.confusion, CLIP, 1 - CLIP)
        prior = np.clip(self.prior, CLIP, 1 - CLIP)
        return Parameters(confusion=confusion / confusion.sum(axis=2, keepdims=True), prior=prior / prior.sum(axis=0))

    def columns(self, which: IntArray) -> Parameters:
        """The chosen replicates."""
        return Parameters(confusion=self.confusion[..., which], prior=self.prior[..., which])

    def repeated(self, times_: int, dtype: type) -> Parameters:
        """One fit's parameters as the start of many replicates."""
        return Parameters(
            confusion=np.repeat(self.confusion[..., :1].astype(dtype), times_, axis=3),
            prior=np.repeat(self.prior[..., :1].astype(dtype), times_, axis=2),
        )


def largest_move(before: Parameters, after: Parameters) -> FloatArray:
    """Largest change of any parameter, per replicate; shape (B,)."""
    confusion: FloatArray = np.abs(after.confusion - before.confusion).max(axis=(0, 1, 2))
    move: FloatArray = np.maximum(confusion, np.abs(after.prior - before.prior).max(axis=(0, 1)))
    return move


def extrapolated(zero: Parameters, one: Parameters, two: Parameters) -> Parameters:
    """SQUAREM step S3 (Varadhan & Roland 2008) from three successive EM iterates, each replicate its own length."""

    def pieces(parameters: Parameters) -> FloatArray:
        replicates = parameters.prior.shape[2]
        return np.concatenate([part.reshape(-1, replicates) for part in (parameters.confusion, parameters.prior)])

    start, first, second = pieces(zero), pieces(one), pieces(two)
    step = first - start
    bend = second - first - step
    length = np.sqrt((step**2).sum(axis=0)) / np.maximum(np.sqrt((bend**2).sum(axis=0)), 1e-30)
    length = np.clip(length, 1, LONGEST)
    moved = start + 2 * length * step + length**2 * bend
    cells = zero.confusion.size // moved.shape[1]
    return Parameters(
        confusion=moved[:cells].reshape(zero.confusion.shape), prior=moved[cells:].reshape(zero.prior.shape)
    ).clipped()
