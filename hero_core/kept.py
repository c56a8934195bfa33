"""Votes of few kept annotators, with equal items taken together in all replicates at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from hero_core.annotations import FloatArray, IntArray, NumberArray
from hero_core.votes import PATTERN_SHARE, Votes

PROBE = 4


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The votes that a mask leaves, its annotators numbered anew in each replicate: 0 to H - 1, where H are kept.

    Five people have few ways to vote on an item, whoever they are, so the same D patterns serve all replicates:
    `votes` (D patterns, H annotators), the `pattern` (I, B) of each item, and `who` (H, B) the annotators are.
    """

    votes: Votes
    pattern: IntArray
    who: IntArray

    @classmethod
    def of(cls, votes: Votes, mask: FloatArray) -> Kept | None:
        """The patterns under a mask (R, B); None where they are not much fewer than the items, or H differs."""
        kept = np.count_nonzero(mask, axis=0)
        if not kept.size or kept.min() != kept.max() or kept[0] == 0:
            return None
        most = int(PATTERN_SHARE * votes.n_items)
        keys = _keys(votes, mask, int(kept[0]))
        counts = votes.matrix.astype(np.uint64)
        probe = np.asarray(counts @ keys[:, :PROBE])
        if len(np.unique(probe)) > most:
            return None
        total = np.asarray(counts @ keys)
        _, first, pattern = np.unique(total, return_index=True, return_inverse=True)
        if len(first) > most:
            return None
        who = np.sort(np.argsort(mask == 0, axis=0, kind="stable")[: kept[0]], axis=0)
        pattern = pattern.reshape(votes.n_items, mask.shape[1])
        return cls(votes=_patterns(votes, mask, first, int(kept[0])), pattern=pattern, who=who)

    def gathered(self, weights: FloatArray) -> FloatArray:
        """Weight of each pattern in each replicate, all of its items together; (I, B) -> (D, B)."""
        replicates = weights.shape[1]
        cell = self.pattern * replicates + np.arange(replicates)
        total = np.bincount(cell.ravel(), weights=weights.ravel(), minlength=self.votes.n_items * replicates)
        return total.reshape(-1, replicates).astype(weights.dtype)

    def chosen(self, rates: FloatArray) -> FloatArray:
        """The rates of the kept annotators; (R, K, K, B) -> (H, K, K, B)."""
        return np.take_along_axis(rates, self.who[:, None, None], axis=0)

    def put_back(self, rates: FloatArray, everybody: FloatArray) -> FloatArray:
        """The rates (R, K, K, B) of everybody with those of the kept (H, K, K, B) in their place."""
        full = everybody.copy()
        np.put_along_axis(full, self.who[:, None, None], rates, axis=0)
        return full

    def of_items(self, values: FloatArray) -> FloatArray:
        """Values of the items from those of their patterns; (K, D, B) -> (K, I, B)."""
        return np.stack([np.take_along_axis(part, self.pattern, axis=0) for part in values])


def _places(mask: FloatArray) -> IntArray:
    """New number of each annotator in each replicate, -1 where left out; (R, B)."""
    return np.where(mask > 0, np.cumsum(mask > 0, axis=0) - 1, -1)


def _keys(votes: Votes, mask: FloatArray, kept: int) -> NumberArray:
    """A random number for each label of each newly numbered annotator, 0 for those left out; (R * K, B)."""
    keys = np.zeros((kept + 1, votes.n_classes), dtype=np.uint64)
    keys[:kept] = np.random.default_rng(20_260_102).integers(0, 2**64, size=(kept, votes.n_classes), dtype=np.uint64)
    return keys[_places(mask)].transpose(0, 2, 1).reshape(votes.n_annotators * votes.n_classes, -1)


def _patterns(votes: Votes, mask: FloatArray, first: IntArray, kept: int) -> Votes:
    """The kept votes of the cells (item * B + replicate) `first`, by the new numbers."""
    item, replicate = np.divmod(first, mask.shape[1])
    rows = sparse.coo_array(votes.matrix[item])
    row, column = rows.coords
    place = _places(mask)[column // votes.n_classes, replicate[row]]
    stays = place >= 0
    new = place * votes.n_classes + column % votes.n_classes
    shape = (len(first), kept * votes.n_classes)
    counts = sparse.csr_array(sparse.coo_array((rows.data[stays], (row[stays], new[stays])), shape=shape))
    return Votes.of_counts(counts, kept, votes.n_classes)
