"""Class shares of every system by every method, for many weightings of the same items at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from hero_core.annotations import BoolArray, FloatArray, IntArray
from hero_core.em import EMFit, Model, run_em
from hero_core.hero import control_variate, likelihoods, scores, solve_shares
from hero_core.methods import (
    Stopping,
    fit_ds,
    fit_history,
    fit_pec,
    gold_rates,
    hardened,
    kept_label_counts,
    majority_shares,
    vote_shares,
)
from hero_core.panel import Anchor, Panel
from hero_core.parameters import Parameters
from hero_core.results import HISTORY_METHODS
from hero_core.votes import Votes

NEWCOMER_VOTES = 5.0


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """What the user may choose about the estimates themselves (names as in the shell).

    `pool`: votes of annotators without history count in HERO, with rates tied to the pool mean.
    """

    methods: tuple[str, ...]
    covariate_names: tuple[str, ...] = ()
    hero2_weight: str = "paper"
    ridge: float = 0.0
    pool: bool = False
    pec_pseudocounts: tuple[float, float, float] = (0.0, 0.01, 0.01)
    stopping: Stopping = field(default_factory=Stopping)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One method: shares (S + 1, K, B), row 0 all items; per group and replicate whether unique and at an edge."""

    shares: FloatArray
    identified: BoolArray
    edge: BoolArray
    converged: BoolArray | None = None
    steps: IntArray | None = None


@dataclass(frozen=True, kw_only=True)
class Draw:
    """One batch of weightings: items (n, B), history items (N, B), and a mask (R, B) of annotators kept now."""

    items: FloatArray
    history: FloatArray | None = None
    mask: FloatArray | None = None

    @property
    def size(self) -> int:
        """Number of weightings, B."""
        return int(self.items.shape[1])


@dataclass(kw_only=True)
class Fits:
    """Fitted parameters behind the answers; the starting values of later fits. `heard` are HERO's rates."""

    ds: EMFit | None = None
    pec: EMFit | None = None
    history: EMFit | None = None
    gold: FloatArray | None = None
    heard: FloatArray | None = None

    def of(self, method: str) -> EMFit:
        """The EM fit that a method rests on. Raises LookupError where there is none."""
        found = self.pec if method == "pec" else self.ds if method in ("ds", "ds_hard") else self.history
        if found is None or method in ("mv", "vote_share", "mle"):
            raise LookupError(f"no EM fit behind {method}")
        return found

    def rates(self, method: str) -> FloatArray:
        """The confusion that a method rests on, (R, K, K, B). Raises LookupError where there is none."""
        if method == "mle" and self.gold is not None:
            return self.gold
        if method in HISTORY_METHODS and self.heard is not None:
            return self.heard
        return self.of(method).parameters.confusion


def solve_all(panel: Panel, recipe: Recipe, draw: Draw, warm: Fits | None = None) -> tuple[dict[str, Answer], Fits]:
    """Every method of the recipe for every weighting. With `warm`, EM starts from its parameters.

    A draw without history weights takes the history fit of `warm` as it is (annotators subsampled now, rates kept).
    """
    fits, start = Fits(), warm or Fits()
    answers: dict[str, Answer] = {}
    used = _with_votes(panel, draw)
    if {"mv", "vote_share"} & {*recipe.methods}:
        counts = _label_counts(panel.current, draw)
        for method, shares in (("mv", majority_shares), ("vote_share", vote_shares)):
            if method in recipe.methods:
                answers[method] = _averaged(panel, used, np.moveaxis(shares(counts), 1, 0))
    if {"ds", "ds_hard"} & {*recipe.methods}:
        warm_ds = _start(start.ds, draw)
        fits.ds = fit_ds(panel.current, used, recipe.stopping, mask=draw.mask, warm=warm_ds)
        for method in ("ds", "ds_hard"):
            if method in recipe.methods:
                posterior = fits.ds.posterior if method == "ds" else hardened(fits.ds.posterior)
                answers[method] = _averaged(panel, used, posterior, fits.ds)
    if "pec" in recipe.methods:
        pseudo, warm_pec = recipe.pec_pseudocounts, _start(start.pec, draw)
        fits.pec = fit_pec(panel.current, used, pseudo, recipe.stopping, mask=draw.mask, warm=warm_pec)
        answers["pec"] = _averaged(panel, used, fits.pec.posterior, fits.pec)
    if panel.anchor is not None and {*HISTORY_METHODS} & {*recipe.methods}:
        answers |= _by_history(panel, panel.anchor, recipe, draw, start, fits)
    return {method: answers[method] for method in recipe.methods if method in answers}, fits


def _label_counts(votes: Votes, draw: Draw) -> FloatArray:
    """Votes of the kept annotators for each label; shape (I, K, B), or (I, K, 1) where all are kept."""
    return votes.label_counts()[:, :, None] if draw.mask is None else kept_label_counts(votes, draw.mask)


def _with_votes(panel: Panel, draw: Draw) -> FloatArray:
    """Item weights, 0 where no vote is left after the annotators were masked."""
    if draw.mask is None:
        return draw.items
    return draw.items * _any_vote(panel.current, draw.mask)


def _any_vote(votes: Votes, mask: FloatArray) -> FloatArray:
    kept = np.repeat(mask, votes.n_classes, axis=0)
    return ((votes.matrix @ kept) > 0).astype(mask.dtype)


def _start(fit: EMFit | None, draw: Draw) -> Parameters | None:
    return None if fit is None else fit.parameters.repeated(draw.size, draw.items.dtype.type)


def _averaged(panel: Panel, weights: FloatArray, per_item: FloatArray, fit: EMFit | None = None) -> Answer:
    """Weighted means over each group's items of (K, I, B) item shares."""
    rows = []
    for items in panel.groups:
        weight = weights[items]
        total = np.maximum(weight.sum(axis=0, dtype=np.float64), 1e-300)
        rows.append((per_item[:, items] * weight).sum(axis=1, dtype=np.float64) / total)
    shares = np.stack(rows)
    present = np.stack([weights[items].sum(axis=0) > 0 for items in panel.groups])
    shares[~np.broadcast_to(present[:, None], shares.shape)] = np.nan
    return Answer(
        shares=shares,
        identified=present,
        edge=np.zeros_like(present),
        converged=None if fit is None else fit.converged,
        steps=None if fit is None else fit.steps,
    )


def _by_history(panel: Panel, anchor: Anchor, recipe: Recipe, draw: Draw, warm: Fits, fits: Fits) -> dict[str, Answer]:
    answers: dict[str, Answer] = {}
    if "mle" in recipe.methods:
        fits.gold = _gold_confusion(anchor, draw, warm)
        answers["mle"] = _hero1(panel, anchor, draw, _with_newcomers(panel, recipe, draw, fits.gold), None)[0]
    if {"hero1", "hero2"} & {*recipe.methods}:
        fits.history = _history_fit(anchor, recipe, draw, warm)
        fits.heard = _with_newcomers(panel, recipe, draw, fits.history.parameters.confusion)
        first, likelihood, weights = _hero1(panel, anchor, draw, fits.heard, fits.history)
        tilted = "hero2" in recipe.methods and panel.covariates.shape[1] > 0
        answers["hero1"] = first
        answers["hero2"] = _hero2(panel, anchor, recipe, draw, first, likelihood, weights) if tilted else first
    return answers


def _gold_confusion(anchor: Anchor, draw: Draw, warm: Fits) -> FloatArray:
    if draw.history is None:
        return warm.rates("mle")
    return gold_rates(anchor.history, anchor.gold, draw.history, warm.gold)


def _history_fit(anchor: Anchor, recipe: Recipe, draw: Draw, warm: Fits) -> EMFit:
    if draw.history is None:
        return warm.of("hero1")
    start = _start(warm.history, draw)
    return fit_history(
        anchor.history, anchor.gold, draw.history, recipe.stopping, warm=start, group=anchor.group, mask=draw.mask,
        keep_posterior=start is None,
    )  # fmt: skip


def _with_newcomers(panel: Panel, recipe: Recipe, draw: Draw, confusion: FloatArray) -> FloatArray:
    """The rates, those of annotators without history from the current votes, tied to the pool mean by five votes.

    EM on the current votes in which the rates of known annotators stay as they are (METHODS §3).
    """
    known = panel.rounds.known
    voted = np.bincount(panel.rounds.current.annotator, minlength=len(known)) > 0
    if not recipe.pool or (known | ~voted).all():
        return confusion
    dtype = draw.items.dtype
    rates = np.broadcast_to(confusion, (*confusion.shape[:3], draw.size)).astype(dtype)
    rates[~known] = rates[known].mean(axis=0)
    tie = np.where(known[:, None, None, None], 0, NEWCOMER_VOTES * rates).astype(dtype)
    model = Model(votes=panel.current, weights=draw.items, fixed=known, annotator_mask=draw.mask, pseudo_confusion=tie)
    even = np.full((rates.shape[1], 1, draw.size), 1 / rates.shape[1], dtype=dtype)
    stop = recipe.stopping
    fit = run_em(model, Parameters(confusion=rates, prior=even), tol=stop.tol, max_iter=stop.max_iter,
                 watch=stop.watch, keep_posterior=False)  # fmt: skip
    return fit.parameters.confusion


def _hero1(
    panel: Panel, anchor: Anchor, draw: Draw, confusion: FloatArray, fit: EMFit | None
) -> tuple[Answer, FloatArray, FloatArray]:
    """HERO-1 of every group with these rates; also the likelihoods (K, I, B) and weights (I, B) it used."""
    confusion = confusion.astype(draw.items.dtype, copy=False)
    if draw.mask is not None:
        confusion = np.broadcast_to(confusion, (*confusion.shape[:3], draw.size))
    likelihood = likelihoods(anchor.known, confusion, draw.mask)
    weights = draw.items * anchor.has_known_vote[:, None]
    if draw.mask is not None:
        weights = weights * _any_vote(anchor.known, draw.mask)
    weights = weights.astype(np.float64)
    rows = [solve_shares(likelihood[:, items], weights[items]) for items in panel.groups]
    present = np.stack([weights[items].sum(axis=0) > 0 for items in panel.groups])
    answer = Answer(
        shares=np.stack([row.shares for row in rows]),
        edge=np.stack([row.edge for row in rows]),
        identified=np.stack([row.identified for row in rows]) & present,
        converged=None if fit is None else np.broadcast_to(fit.converged, (draw.size,)),
        steps=None if fit is None else fit.steps,
    )
    return answer, likelihood, weights


def _hero2(
    panel: Panel,
    anchor: Anchor,
    recipe: Recipe,
    draw: Draw,
    first: Answer,
    likelihood: FloatArray,
    weights: FloatArray,
) -> Answer:
    """HERO-2 of every group: the tilted equation with the group's own regression and the mean of its history."""
    rows = []
    for position, group in enumerate(panel.parts):
        items, past = group.items, slice(None) if group.past is None else group.past
        columns, n_history = anchor.covariates[past], len(anchor.covariates[past])
        history = np.ones((n_history, 1)) if draw.history is None else draw.history[past].astype(np.float64)
        history_mean = columns.T @ (history / history.sum(axis=0))
        part, weight = likelihood[:, items], weights[items]
        used = np.count_nonzero(weight, axis=0) if draw.mask is not None else (anchor.has_known_vote[items] > 0).sum()
        shrink = n_history / (n_history + used) if recipe.hero2_weight == "finite" else 1.0
        tilt = control_variate(
            scores(part, first.shares[position]),
            panel.covariates[items],
            weight,
            np.broadcast_to(history_mean, (history_mean.shape[0], draw.size)),
            ridge=recipe.ridge,
            shrink=shrink,
        ).tilt
        rows.append(solve_shares(part, weight, tilt))
    return replace(
        first,
        shares=np.stack([row.shares for row in rows]),
        edge=np.stack([row.edge for row in rows]),
        identified=np.stack([row.identified for row in rows]) & first.identified,
    )
