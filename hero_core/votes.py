"""Votes as a matrix, so that each step of EM is one product, with equal items taken together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from hero_core.annotations import NO_GOLD, Annotations, BoolArray, FloatArray, IntArray

PATTERN_SHARE = 0.5


@dataclass(frozen=True, kw_only=True)
class Votes:
    """Votes as a matrix of counts: row = item, column = annotator * K + label; shape (I, R * K).

    `transposed` is the same, turned, so that both steps of EM are one product each. `distinct` holds each pattern of
    votes once, where many items have the very same votes (and gold).
    """

    matrix: sparse.csr_array
    transposed: sparse.csr_array
    n_items: int
    n_annotators: int
    n_classes: int
    distinct: Distinct | None = None

    @classmethod
    def of(cls, annotations: Annotations, dtype: type = np.float64, group: IntArray | None = None) -> Votes:
        """The votes of coded annotations; a repeated vote counts as often as it stands.

        Items of different `group` (I,) are never taken together.
        """
        classes = len(annotations.classes)
        shape = (annotations.n_items, annotations.n_annotators * classes)
        column = annotations.annotator.astype(np.int64) * classes + annotations.label
        ones: FloatArray = np.ones(annotations.n_votes, dtype=dtype)
        counts = sparse.csr_array(sparse.coo_array((ones, (annotations.item, column)), shape=shape))
        counts.sum_duplicates()
        apart = annotations.gold - NO_GOLD if group is None else annotations.gold - NO_GOLD + group * (classes + 1)
        return cls._with_patterns(counts, annotations.n_annotators, classes, apart)

    @classmethod
    def from_matrix(cls, counts: sparse.csr_array, annotators: int, classes: int, apart: IntArray) -> Votes:
        """The votes of a matrix of counts (I, R * K); items of different code `apart` (I,) are never taken together."""
        return cls._with_patterns(counts, annotators, classes, apart)

    def rows(self, items: IntArray) -> Votes:
        """Only these items, in this order."""
        return self.of_counts(sparse.csr_array(self.matrix[items]), self.n_annotators, self.n_classes)

    @classmethod
    def _with_patterns(cls, counts: sparse.csr_array, annotators: int, classes: int, apart: IntArray) -> Votes:
        whole = cls.of_counts(counts, annotators, classes)
        first, pattern = _patterns(counts, apart)
        if len(first) > PATTERN_SHARE * counts.shape[0]:
            return whole
        once = cls.of_counts(sparse.csr_array(counts[first]), annotators, classes)
        return replace(whole, distinct=Distinct(votes=once, pattern=pattern))

    @classmethod
    def of_counts(cls, counts: sparse.csr_array, annotators: int, classes: int) -> Votes:
        """The votes of a matrix of counts (I, R * K), without a search for equal items."""
        turned = sparse.csr_array(counts.T)
        return cls(
            matrix=counts, transposed=turned, n_items=counts.shape[0], n_annotators=annotators, n_classes=classes
        )

    def cast(self, dtype: type) -> Votes:
        """The same votes in another precision."""
        return replace(
            self,
            matrix=self.matrix.astype(dtype),
            transposed=self.transposed.astype(dtype),
            distinct=None if self.distinct is None else replace(self.distinct, votes=self.distinct.votes.cast(dtype)),
        )

    def only(self, annotator: BoolArray) -> Votes:
        """Only the votes of annotators where `annotator` (R,) is true."""
        keep = np.repeat(annotator.astype(float), self.n_classes)
        counts = sparse.csr_array((self.matrix @ sparse.diags_array(keep)).astype(self.matrix.dtype))
        counts.eliminate_zeros()
        return self.of_counts(counts, self.n_annotators, self.n_classes)

    def votes_per_item(self) -> FloatArray:
        """Number of votes of each item; shape (I,)."""
        return times(self.matrix, np.ones((self.matrix.shape[1], 1), dtype=self.matrix.dtype))[:, 0]

    def label_counts(self) -> FloatArray:
        """Votes of each item for each label; shape (I, K)."""
        total = np.tile(np.eye(self.n_classes, dtype=self.matrix.dtype), (self.n_annotators, 1))
        return times(self.matrix, total)


@dataclass(frozen=True, kw_only=True)
class Distinct:
    """Each pattern of votes once, as `votes` of D items, and the `pattern` (I,) that each item has."""

    votes: Votes
    pattern: IntArray

    def gathered(self, weights: FloatArray) -> FloatArray:
        """Weight of each pattern, all of its items together; (I, B) -> (D, B)."""
        ones = np.ones(len(self.pattern), dtype=weights.dtype)
        where = (self.pattern, np.arange(len(self.pattern)))
        gather = sparse.csr_array((ones, where), shape=(self.votes.n_items, len(self.pattern)))
        return times(gather, weights)

    def of_each(self, values: IntArray) -> IntArray:
        """One value per pattern from values (I,) that are equal within patterns; shape (D,)."""
        found = np.empty(self.votes.n_items, dtype=values.dtype)
        found[self.pattern] = values
        return found


def _patterns(counts: sparse.csr_array, apart: IntArray) -> tuple[IntArray, IntArray]:
    """First item of each pattern (votes and code `apart` (I,)), and the pattern of each item; by sums of keys."""
    rng = np.random.default_rng(20_260_101)
    keys = rng.integers(0, 2**64, size=counts.shape[1], dtype=np.uint64)
    code_keys = rng.integers(0, 2**64, size=int(apart.max(initial=0)) + 1, dtype=np.uint64)
    total = counts.astype(np.uint64) @ keys + code_keys[apart]
    _, first, pattern = np.unique(total, return_index=True, return_inverse=True)
    return first, pattern


def times(matrix: sparse.csr_array, columns: FloatArray) -> FloatArray:
    """matrix @ columns, by the faster vector product where there is just one column."""
    if columns.shape[1] == 1:
        return (matrix @ np.ascontiguousarray(columns[:, 0]))[:, None]
    return matrix @ columns
