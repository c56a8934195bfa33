"""What further gold labels on history items are worth: the information that they add to the annotators' rates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from hero_core.analytic import FreeRates, by_cell, by_group
from hero_core.annotations import FloatArray
from hero_core.panel import Anchor
from hero_core.results import GoldWorth, NextGold
from hero_core.shares import Fits

FEW_ITEMS = 5


@dataclass(frozen=True, kw_only=True, eq=False)
class GoldValue:
    """Variance of a quantity as a function of gold labels.

    `gradient` (P,) is its derivative by the free rates of the history fit; `fixed` the part of its variance that gold
    does not touch. A gold label turns an item's score (posterior mean of the complete-data scores) into one of them,
    so the information grows by the posterior variance of those scores.
    """

    anchor: Anchor
    fits: Fits
    method: str
    rates: FreeRates
    gradient: FloatArray
    fixed: float

    @cached_property
    def posterior(self) -> FloatArray:
        """Class probabilities of the history items, (K, N); by the anchored fit also where the method is gold only."""
        if self.fits.history is not None:
            return self.fits.history.posterior[:, :, 0]
        classes = self.anchor.history.n_classes
        known: FloatArray = np.where(
            self.anchor.gold >= 0, (self.anchor.gold == np.arange(classes)[:, None]), 1 / classes
        ).astype(float)
        return known

    @cached_property
    def pulls(self) -> FloatArray:
        """Complete-data score of each history item, were it of class k, along the direction that matters; (K, N)."""
        along = self._solved(self.rates.score.T @ self.rates.score)
        cells = self.rates.chain @ along
        votes = self.anchor.history
        width, classes = votes.n_annotators, votes.n_classes
        confusion = cells[: width * classes**2].reshape(width, classes, classes)
        parts = [votes.matrix @ np.ascontiguousarray(confusion[:, k]).reshape(-1) for k in range(classes)]
        prior = cells[width * classes**2 :].reshape(-1, classes)
        if not len(prior):
            return np.stack(parts)
        group = np.zeros(votes.n_items, dtype=int) if self.anchor.group is None else self.anchor.group
        return np.stack([part + prior[group, k] for k, part in enumerate(parts)])

    @cached_property
    def gains(self) -> FloatArray:
        """Variance that one gold label on each history item takes away, 0 for items that have one; (N,)."""
        mean = (self.posterior * self.pulls).sum(axis=0)
        spread = (self.posterior * self.pulls**2).sum(axis=0) - mean**2
        return np.where(self.anchor.gold >= 0, 0, np.maximum(spread, 0))

    @cached_property
    def _information(self) -> tuple[FloatArray, FloatArray]:
        """Information of the rates now, and what a gold label on an average unlabelled item adds; (P, P) each."""
        score = self.rates.score
        now = (score.T @ score).toarray()
        free = np.flatnonzero(self.anchor.gold < 0)
        votes, classes = self.anchor.history.rows(free), self.anchor.history.n_classes
        group = None if self.anchor.group is None else self.anchor.group[free]
        width = votes.n_annotators * classes**2
        groups = (self.rates.chain.shape[0] - width) // classes
        more = np.zeros_like(now)
        mean = sparse.csr_array((len(free), score.shape[1]))
        for k in range(classes):
            sure = np.zeros((classes, len(free)))
            sure[k] = 1
            cells = by_cell(votes, sure)
            if groups:
                cells = sparse.csr_array(sparse.hstack([cells, by_group(sure, group, groups)]))
            part = sparse.csr_array(cells @ self.rates.chain)
            weight = sparse.diags_array(self.posterior[k, free])
            more += (part.T @ weight @ part).toarray()
            mean = mean + weight @ part
        return now, (more - (mean.T @ mean).toarray()) / max(len(free), 1)

    def variance(self, labels: int) -> float:
        """Variance of the quantity with so many more gold labels on random unlabelled history items."""
        now, more = self._information
        total = now + labels * more
        return self.fixed + float(self.gradient @ np.linalg.pinv(total, rcond=1e-10, hermitian=True) @ self.gradient)

    def _solved(self, information: sparse.csr_array) -> FloatArray:
        """Inverse information times the gradient; (P,)."""
        inverse = np.linalg.pinv(information.toarray(), rcond=1e-10, hermitian=True)
        along: FloatArray = inverse @ self.gradient
        return along

    def next_items(self, variance: float, most: int) -> tuple[NextGold, ...]:
        """The unlabelled items whose gold would take away most of `variance`, in percent of it."""
        file = self.anchor.file
        order = np.argsort(-self.gains, kind="stable")[:most]
        return tuple(
            NextGold(
                item_id=str(file.item_ids[i]),
                system=file.systems[file.system[i]] if file.systems else None,
                round=file.rounds[file.round[i]] if file.rounds else None,
                gain=100 * float(self.gains[i]) / variance,
            )
            for i in order
            if self.gains[i] > 0
        )

    def annotators(self, most: int) -> tuple[GoldWorth, ...]:
        """What gold on an annotator's unlabelled items is worth, against a random one; those with five or more."""
        file = self.anchor.file
        free = self.anchor.gold < 0
        if not free.any() or self.gains[free].mean() <= 0:
            return ()
        width, votes = file.n_annotators, free[file.item]
        seen = np.bincount(file.annotator[votes], minlength=width)
        total = np.bincount(file.annotator[votes], weights=self.gains[file.item[votes]], minlength=width)
        worth = total / np.maximum(seen, 1) / self.gains[free].mean()
        gold = np.bincount(file.annotator[~votes], minlength=width)
        order = [j for j in np.argsort(-worth, kind="stable") if seen[j] >= FEW_ITEMS][:most]
        return tuple(
            GoldWorth(annotator=str(file.annotator_ids[j]), gold_votes=int(gold[j]), unlabelled=int(seen[j]),
                      worth=float(worth[j]))
            for j in order
        )  # fmt: skip
