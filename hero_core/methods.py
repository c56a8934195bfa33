"""Methods that score items: majority vote, vote share, Dawid-Skene, PEC; and the history fit behind HERO."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hero_core.annotations import NO_GOLD, BoolArray, FloatArray, IntArray, NumberArray
from hero_core.em import EMFit, Model, m_step, run_em
from hero_core.parameters import Parameters
from hero_core.votes import Votes, times

START_COUNT = 0.5


@dataclass(frozen=True, kw_only=True)
class Stopping:
    """When EM ends, and who may end it early (`watch` is called once a round and may raise Cancelled)."""

    tol: float = 1e-6
    max_iter: int = 2000
    watch: Callable[[], None] | None = None


def majority_shares(counts: NumberArray) -> FloatArray:
    """Majority vote of each item, m tied labels getting 1/m each; counts (I, K, ...) -> same shape, 0 without votes."""
    top = counts.max(axis=1, keepdims=True)
    winners = ((counts == top) & (top > 0)).astype(np.float64)
    shares: FloatArray = winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)
    return shares


def vote_shares(counts: NumberArray) -> FloatArray:
    """Share of each label among an item's votes; counts (I, K, ...) -> same shape, 0 without votes."""
    shares: FloatArray = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return shares


def hardened(posterior: FloatArray) -> FloatArray:
    """Each item as its most probable class, the lowest of tied ones; (K, I, B) -> same shape (STABLEVAL's "DS")."""
    near_top: BoolArray = posterior >= posterior.max(axis=0) - 1e-9
    first: BoolArray = near_top.argmax(axis=0)[None] == np.arange(len(posterior))[:, None, None]
    return first.astype(posterior.dtype)


def fit_ds(
    votes: Votes,
    weights: FloatArray,
    stopping: Stopping,
    *,
    warm: Parameters | None = None,
    mask: FloatArray | None = None,
) -> EMFit:
    """Dawid-Skene without prior, started from each item's vote shares (M-step first)."""
    model = Model(votes=votes, weights=weights, annotator_mask=mask)
    start = warm if warm is not None else _start_from_shares(model, vote_shares(_kept_counts(votes, mask, weights)))
    return run_em(model, start, tol=stopping.tol, max_iter=stopping.max_iter, watch=stopping.watch)


def _kept_counts(votes: Votes, mask: FloatArray | None, weights: FloatArray) -> FloatArray:
    """Votes per item and label (I, K, B), of the kept annotators only."""
    if mask is None:
        return np.repeat(votes.label_counts()[:, :, None], weights.shape[1], axis=2)
    return kept_label_counts(votes, mask)


def kept_label_counts(votes: Votes, mask: FloatArray) -> FloatArray:
    """Votes of the annotators kept by `mask` (R, B) for each label; shape (I, K, B)."""
    one = np.eye(votes.n_classes, dtype=mask.dtype)
    return np.stack([times(votes.matrix, np.kron(mask, one[:, [label]])) for label in range(votes.n_classes)], axis=1)


def _start_from_shares(model: Model, shares: FloatArray) -> Parameters:
    posterior = np.moveaxis(shares, 1, 0).astype(model.weights.dtype)
    return m_step(model, posterior, None)


def fit_pec(
    votes: Votes,
    weights: FloatArray,
    pseudo: tuple[float, float, float],
    stopping: Stopping,
    *,
    warm: Parameters | None = None,
    mask: FloatArray | None = None,
) -> EMFit:
    """STABLEVAL's MAP-EM: Dirichlet pseudo-counts (class, diagonal, off-diagonal), diagonal start of 0.8."""
    classes = votes.n_classes
    on_class, diagonal, off = pseudo
    prior_counts = np.full((classes, classes), off) + (diagonal - off) * np.eye(classes)
    model = Model(
        votes=votes,
        weights=weights,
        annotator_mask=mask,
        pseudo_confusion=prior_counts[:, :, None],
        pseudo_class=on_class,
    )
    start = warm if warm is not None else _pec_start(model, mask)
    return run_em(model, start, tol=stopping.tol, max_iter=stopping.max_iter, watch=stopping.watch)


def _pec_start(model: Model, mask: FloatArray | None) -> Parameters:
    votes, weights = model.votes, model.weights
    classes, replicates = votes.n_classes, weights.shape[1]
    confusion = np.full((classes, classes), 0.2 / (classes - 1))
    np.fill_diagonal(confusion, 0.8)
    majority = majority_shares(_kept_counts(votes, mask, weights))
    prior = (weights[:, None, :] * majority).sum(axis=0)
    full = np.broadcast_to(confusion[None, :, :, None], (votes.n_annotators, classes, classes, replicates))
    return Parameters(
        confusion=full.astype(weights.dtype), prior=(prior / prior.sum(axis=0)).astype(weights.dtype)[:, None]
    ).clipped()


def gold_counts(votes: Votes, gold: IntArray, weights: FloatArray) -> FloatArray:
    """counts[j, k, l, b]: weighted gold items of class k that annotator j labelled l; shape (R, K, K, B)."""
    blocks = [times(votes.transposed, weights * (gold == k)[:, None]) for k in range(votes.n_classes)]
    return np.stack(blocks).reshape(votes.n_classes, votes.n_annotators, votes.n_classes, -1).transpose(1, 0, 2, 3)


def gold_rates(votes: Votes, gold: IntArray, weights: FloatArray, before: FloatArray | None = None) -> FloatArray:
    """Confusion from gold items alone, as sample proportions (HERO, historical MLE); shape (R, K, K, B).

    A row without gold of its class is the row pooled over annotators; where even that is empty (possible only in a
    bootstrap replicate), the row of `before`.
    """
    counts = gold_counts(votes, gold, weights)
    pooled = counts.sum(axis=0, keepdims=True)
    filled = np.where(counts.sum(axis=2, keepdims=True) > 0, counts, pooled)
    total = filled.sum(axis=2, keepdims=True)
    rates = filled / np.where(total > 0, total, 1)
    if before is not None:
        rates = np.where(total > 0, rates, before)
    return Parameters(confusion=rates, prior=np.full((votes.n_classes, 1, rates.shape[-1]), 0.5)).clipped().confusion


def _history_start(votes: Votes, gold: IntArray, weights: FloatArray, groups: int) -> Parameters:
    """Gold counts + 0.5 in every cell (rows without gold: pooled over annotators + 0.5); a starting value only."""
    counts = gold_counts(votes, gold, weights)
    pooled = counts.sum(axis=0, keepdims=True)
    cells = np.where(counts.sum(axis=2, keepdims=True) > 0, counts, pooled) + START_COUNT
    classes = np.arange(votes.n_classes)
    per_class = (gold[None, :] == classes[:, None]).astype(weights.dtype) @ weights
    prior = (per_class + START_COUNT) / (per_class.sum(axis=0) + START_COUNT * votes.n_classes)
    prior = np.repeat(prior[:, None], groups, axis=1)
    return Parameters(confusion=cells / cells.sum(axis=2, keepdims=True), prior=prior).clipped()


def fit_history(
    votes: Votes,
    gold: IntArray,
    weights: FloatArray,
    stopping: Stopping,
    *,
    warm: Parameters | None = None,
    group: IntArray | None = None,
    mask: FloatArray | None = None,
    keep_posterior: bool = True,
) -> EMFit:
    """Gold-anchored EM over the history: gold items keep their class, the others are free (HERO, EM with anchors).

    One class prior over all items as published, or one for each `group` (I,) of items.
    """
    groups = 1 if group is None else int(group.max(initial=0)) + 1
    model = Model(votes=votes, weights=weights, gold=gold, group=group, groups=groups, annotator_mask=mask)
    start = warm if warm is not None else _history_start(votes, gold, weights, groups)
    return run_em(
        model, start, tol=stopping.tol, max_iter=stopping.max_iter, watch=stopping.watch, keep_posterior=keep_posterior
    )


def gold_per_class(gold: IntArray, classes: int) -> IntArray:
    """Number of gold items of each class; shape (K,)."""
    return np.bincount(gold[gold != NO_GOLD], minlength=classes)
