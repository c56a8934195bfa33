"""The one EM loop: Dawid-Skene likelihood, many weightings of the same votes at once.

Every array carries the B replicates on its last axis; one fit is B = 1. Starts, clamps, pseudo-counts, item weights
and annotator masks are all that tells Dawid-Skene, the history fit of HERO and PEC apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from hero_core.annotations import NO_GOLD, BoolArray, FloatArray, IntArray
from hero_core.kept import Kept
from hero_core.likelihood import log_ratios, masked, posterior_of
from hero_core.parameters import Parameters, extrapolated, largest_move
from hero_core.votes import Distinct, Votes, times

PLAIN_STEPS = 4


@dataclass(frozen=True, kw_only=True)
class Model:
    """What stays the same while EM runs.

    `weights` (I, B) multiplies items; `gold` (I,) clamps items to their class (-1 = free); `annotator_mask` (R, B) is 0
    where an annotator's votes are left out; pseudo-counts are Dirichlet parameters minus 1, for the confusion
    (K, K, 1) of everybody or (R, K, K, B). `group` (I,) says which of the `groups` class priors an item has;
    rates of annotators in `fixed` (R,) stay as they started. Where `twins` (R / 2, B) is true, annotators j and
    R / 2 + j are one person with the same rates.
    """

    votes: Votes
    weights: FloatArray
    gold: IntArray | None = None
    group: IntArray | None = None
    groups: int = 1
    fixed: BoolArray | None = None
    twins: BoolArray | None = None
    annotator_mask: FloatArray | None = None
    pseudo_confusion: FloatArray | None = None
    pseudo_class: float = 0.0
    totals: FloatArray | None = None

    def with_totals(self) -> Model:
        """The same model with the weighted votes of each annotator for each label, (R, K, B), worked out once."""
        return replace(self, totals=vote_totals(self))

    def columns(self, which: IntArray) -> Model:
        """The model of the chosen replicates."""
        mask = None if self.annotator_mask is None else self.annotator_mask[:, which]
        pseudo = self.pseudo_confusion
        pseudo = pseudo[..., which] if pseudo is not None and pseudo.shape[-1] > 1 else pseudo
        twins = None if self.twins is None else self.twins[:, which]
        totals = None if self.totals is None else self.totals[..., which]
        weights = np.ascontiguousarray(self.weights[:, which])
        return replace(self, weights=weights, annotator_mask=mask, totals=totals, pseudo_confusion=pseudo, twins=twins)

    def by_group(self, values: FloatArray) -> FloatArray:
        """Sums (G, B) of item values (I, B) within the groups."""
        if self.group is None:
            total: FloatArray = values.sum(axis=0, keepdims=True)
            return total
        where = (self.group, np.arange(len(self.group)))
        gather = sparse.csr_array((np.ones(len(self.group), dtype=values.dtype), where),
                                  shape=(self.groups, len(self.group)))  # fmt: skip
        return times(gather, values)


@dataclass(frozen=True, kw_only=True)
class EMFit:
    """Where EM ended: parameters, posterior (K, I, B), and how it got there (each (B,)).

    A posterior that was not asked for is (K, 0, B).
    """

    parameters: Parameters
    posterior: FloatArray
    converged: BoolArray
    steps: IntArray
    objective: FloatArray


def e_step(model: Model, parameters: Parameters) -> tuple[FloatArray, FloatArray]:
    """Posterior (K, I, B) and penalised log-likelihood (B,), up to a constant, at these parameters."""
    log_prior = np.log(parameters.prior)
    logits = log_ratios(model.votes, parameters.confusion, model.annotator_mask)
    odds = log_prior[1:] - log_prior[0]
    logits += odds if model.group is None else odds[:, model.group]
    posterior, normaliser = posterior_of(logits)
    if model.gold is not None:
        known = np.flatnonzero(model.gold != NO_GOLD)
        truth = model.gold[known]
        with_zero = np.concatenate([np.zeros_like(logits[:1, known]), logits[:, known]])
        normaliser[known] = np.take_along_axis(with_zero, truth[None, :, None], axis=0)[0]
        posterior[:, known] = (np.arange(len(posterior))[:, None] == truth)[:, :, None]
    objective = (model.weights * normaliser).sum(axis=0, dtype=np.float64)
    objective += (model.by_group(model.weights) * log_prior[0]).sum(axis=0)
    return posterior, objective + _base_likelihood(model, parameters)


def _base_likelihood(model: Model, parameters: Parameters) -> FloatArray:
    """Log-likelihood of all votes under class 0, plus the log prior densities; shape (B,)."""
    log_first = np.log(parameters.confusion[:, 0])
    totals = vote_totals(model)
    base: FloatArray = (totals * masked(log_first, model.annotator_mask)).sum(axis=(0, 1), dtype=np.float64)
    if model.pseudo_confusion is not None:
        base += (model.pseudo_confusion * np.log(parameters.confusion)).sum(axis=(0, 1, 2), dtype=np.float64)
    base += model.pseudo_class * np.log(parameters.prior).sum(axis=(0, 1), dtype=np.float64)
    return base


def vote_totals(model: Model) -> FloatArray:
    """Weighted votes of each annotator for each label; shape (R, K, B)."""
    if model.totals is not None:
        return model.totals
    votes = model.votes
    return times(votes.transposed, model.weights).reshape(votes.n_annotators, votes.n_classes, -1)


def m_step(model: Model, posterior: FloatArray, before: Parameters | None) -> Parameters:
    """Parameters that maximise the expected objective; a row without any weight keeps its value from `before`."""
    votes, classes = model.votes, model.votes.n_classes
    counts = np.empty((votes.n_annotators, classes, classes, posterior.shape[-1]), dtype=posterior.dtype)
    counts[:, 0] = vote_totals(model)
    for k in range(1, classes):
        weighted = times(votes.transposed, model.weights * posterior[k])
        counts[:, k] = weighted.reshape(votes.n_annotators, classes, -1)
        counts[:, 0] -= counts[:, k]
    np.maximum(counts, 0, out=counts)
    if model.pseudo_confusion is not None:
        counts += model.pseudo_confusion.astype(counts.dtype)
    if model.twins is not None:
        half = len(counts) // 2
        both, tied = counts[:half] + counts[half:], model.twins[:, None, None]
        counts = np.concatenate([np.where(tied, both, counts[:half]), np.where(tied, both, counts[half:])])
    row_total = counts.sum(axis=2, keepdims=True)
    empty = row_total <= 1e-12
    confusion = counts / np.where(empty, 1, row_total)
    fallback = before.confusion if before is not None else np.full_like(confusion, 1 / classes)
    confusion = np.where(
        empty if model.fixed is None else empty | model.fixed[:, None, None, None], fallback, confusion
    )
    return Parameters(confusion=confusion, prior=_prior(model, posterior, before)).clipped()


def _prior(model: Model, posterior: FloatArray, before: Parameters | None) -> FloatArray:
    """Class shares of each group; a group without any weight keeps its own from `before`."""
    mass: FloatArray = np.stack([model.by_group(model.weights * part) for part in posterior]) + model.pseudo_class
    total = mass.sum(axis=0)
    kept = np.full_like(mass, 1 / len(mass)) if before is None else before.prior
    prior: FloatArray = np.where(total > 0, mass / np.where(total > 0, total, 1), kept).astype(posterior.dtype)
    return prior


class _Ledger:
    """Collects the end state of each replicate while the others go on."""

    def __init__(self, start: Parameters) -> None:
        count = start.prior.shape[2]
        self.parameters = Parameters(confusion=start.confusion.copy(), prior=start.prior.copy())
        self.converged = np.zeros(count, dtype=bool)
        self.steps = np.zeros(count, dtype=np.int64)
        self.active = np.arange(count)

    def record(self, current: Parameters, steps: int, done: BoolArray) -> BoolArray:
        """Write down where all active replicates are; return which of them go on (mask over active)."""
        self.parameters.confusion[..., self.active] = current.confusion
        self.parameters.prior[..., self.active] = current.prior
        self.steps[self.active] = steps
        self.converged[self.active] = done
        self.active = self.active[~done]
        return ~done


def run_em(
    model: Model,
    start: Parameters,
    *,
    tol: float = 1e-6,
    max_iter: int = 2000,
    keep_posterior: bool = True,
    watch: Callable[[], None] | None = None,
) -> EMFit:
    """EM from `start` until no parameter moves by more than `tol` in one plain step, or `max_iter` steps.

    Accelerated by SQUAREM after a few plain steps; an extrapolation that would lower the objective is undone, so the
    objective never falls. `watch` is called once a round and may raise Cancelled. Ends with one E-step, so posterior
    and parameters belong together. Dawid & Skene (1979); HERO eq. (gold-anchored EM); STABLEVAL (MAP-EM).
    """
    if model.votes.distinct is not None:
        small = _on_patterns(model, model.votes.distinct)
        fit = run_em(small, start, tol=tol, max_iter=max_iter, keep_posterior=keep_posterior, watch=watch)
        return replace(fit, posterior=fit.posterior[:, model.votes.distinct.pattern]) if keep_posterior else fit
    kept = _kept_of(model) if keep_posterior else None
    if kept is not None:
        small, begin = _on_kept(model, kept), Parameters(confusion=kept.chosen(start.confusion), prior=start.prior)
        fit = run_em(small, begin, tol=tol, max_iter=max_iter, watch=watch)
        return _of_everybody(model, kept, fit, start)
    model = model.with_totals()
    ledger, live = _Ledger(start), model
    current, steps, floor = start, 0, np.full(start.prior.shape[2], -np.inf)
    fallback: Parameters | None = None
    while ledger.active.size and steps < max_iter:
        if watch is not None:
            watch()
        posterior, objective = e_step(live, current)
        if fallback is not None:
            current, posterior, objective = _undo_falls(live, current, fallback, posterior, objective, floor)
        one = m_step(live, posterior, current)
        steps += 1
        done = largest_move(current, one) <= tol
        if done.all() or steps >= max_iter:
            ledger.record(one, steps, done)
            break
        posterior, floor = e_step(live, one)
        two = m_step(live, posterior, one)
        steps += 1
        done = largest_move(one, two) <= tol
        going = ledger.record(two, steps, done)
        fallback = two
        current = extrapolated(current, one, two) if steps > PLAIN_STEPS else two
        if not going.all():
            which = np.flatnonzero(going)
            live = live.columns(which)
            current, fallback, floor = current.columns(which), fallback.columns(which), floor[which]
    return _finished(model, ledger, keep_posterior)


def _on_patterns(model: Model, distinct: Distinct) -> Model:
    """The same model with each pattern of votes once, weighing as much as all its items together."""
    gold = None if model.gold is None else distinct.of_each(model.gold)
    group = None if model.group is None else distinct.of_each(model.group)
    return replace(model, votes=distinct.votes, weights=distinct.gathered(model.weights), gold=gold, group=group)


def _kept_of(model: Model) -> Kept | None:
    """The patterns of the kept annotators' votes where a mask leaves few; None where that saves nothing."""
    plain = model.gold is None and model.group is None and model.fixed is None and model.twins is None
    pseudo = model.pseudo_confusion
    if model.annotator_mask is None or not plain or (pseudo is not None and pseudo.shape[-1] > 1):
        return None
    return Kept.of(model.votes, model.annotator_mask)


def _on_kept(model: Model, kept: Kept) -> Model:
    """The same model of the kept annotators alone, with each pattern of their votes once."""
    return replace(model, votes=kept.votes, weights=kept.gathered(model.weights), annotator_mask=None, totals=None)


def _of_everybody(model: Model, kept: Kept, fit: EMFit, start: Parameters) -> EMFit:
    """The fit of the kept annotators as that of the whole model: those left out have rates, but no say."""
    posterior = kept.of_items(fit.posterior)
    everybody = m_step(model, posterior, start).confusion
    rates = kept.put_back(fit.parameters.confusion, everybody)
    return replace(fit, posterior=posterior, parameters=replace(fit.parameters, confusion=rates))


def _undo_falls(
    live: Model,
    current: Parameters,
    fallback: Parameters,
    posterior: FloatArray,
    objective: FloatArray,
    floor: FloatArray,
) -> tuple[Parameters, FloatArray, FloatArray]:
    """Replace extrapolations that fell below the last plain iterate by that iterate's successor."""
    slack = 1e-7 if posterior.dtype == np.float32 else 1e-12
    fell = np.flatnonzero(~(objective >= floor - slack * np.abs(floor)))
    if fell.size == 0:
        return current, posterior, objective
    confusion, prior = current.confusion.copy(), current.prior.copy()
    confusion[..., fell], prior[..., fell] = fallback.confusion[..., fell], fallback.prior[..., fell]
    posterior[..., fell], objective[fell] = e_step(live.columns(fell), fallback.columns(fell))
    return Parameters(confusion=confusion, prior=prior), posterior, objective


def _finished(model: Model, ledger: _Ledger, keep_posterior: bool) -> EMFit:
    posterior: FloatArray = np.empty((model.votes.n_classes, 0, len(ledger.steps)))
    objective: FloatArray = np.full(len(ledger.steps), np.nan)
    if keep_posterior:
        posterior, objective = e_step(model, ledger.parameters)
    return EMFit(
        parameters=ledger.parameters,
        posterior=posterior,
        converged=ledger.converged,
        steps=ledger.steps,
        objective=objective,
    )
