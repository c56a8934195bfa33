"""Class shares of every system by every method, for many weightings of the same items at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from hero_core.annotations import FloatArray, IntArray
from hero_core.em import EMFit, Parameters
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
from hero_core.results import HISTORY_METHODS
from hero_core.rounds import Rounds
from hero_core.votes import Votes


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """What the user may choose about the estimates themselves (names as in the shell)."""

    methods: tuple[str, ...]
    covariate_names: tuple[str, ...] = ()
    hero2_weight: str = "paper"
    ridge: float = 0.0
    pec_pseudocounts: tuple[float, float, float] = (0.0, 0.01, 0.01)
    stopping: Stopping = field(default_factory=Stopping)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One method: shares (S + 1, K, B), row 0 all items; per group and replicate whether unique and at an edge."""

    shares: FloatArray
    identified: np.ndarray
    edge: np.ndarray
    converged: np.ndarray | None = None
    steps: IntArray | None = None


@dataclass(frozen=True, kw_only=True)
class Panel:
    """Both rounds as matrices, in one precision. `groups` holds the items of all and of each system."""

    rounds: Rounds
    current: Votes
    known: Votes | None
    history: Votes | None
    groups: tuple[IntArray, ...]
    covariates: FloatArray
    history_covariates: FloatArray

    @classmethod
    def of(cls, rounds: Rounds, covariate_names: tuple[str, ...] = ()) -> Panel:
        """The panel of two paired files; HERO's parts only where HERO is not refused."""
        current, history = rounds.current, rounds.history
        usable = history is not None and rounds.refusal is None
        votes = Votes.of(current)
        groups = [np.arange(current.n_items)]
        groups += [np.flatnonzero(current.system == current.systems.index(name)) for name in rounds.systems]
        return cls(
            rounds=rounds,
            current=votes,
            groups=tuple(groups),
            known=_known_votes(votes, rounds) if usable else None,
            history=Votes.of(history) if usable and history is not None else None,
            covariates=_columns(current, covariate_names),
            history_covariates=_columns(history, covariate_names) if usable else np.empty((0, 0)),
        )

    def cast(self, dtype: type) -> Panel:
        """The same panel with votes in another precision."""
        return replace(
            self,
            current=self.current.cast(dtype),
            known=None
            if self.known is None
            else self.current.cast(dtype)
            if self.known is self.current
            else self.known.cast(dtype),
            history=None if self.history is None else self.history.cast(dtype),
        )

    @cached_property
    def has_known_vote(self) -> FloatArray:
        """1 for items with a vote of an annotator who has history; shape (n,)."""
        votes = self.known if self.known is not None else self.current
        return (votes.votes_per_item() > 0).astype(np.float64)


def _known_votes(votes: Votes, rounds: Rounds) -> Votes:
    cast = np.bincount(rounds.current.annotator, minlength=len(rounds.known)) > 0
    return votes if (rounds.known | ~cast).all() else votes.without(rounds.known)


def _columns(file: object, names: tuple[str, ...]) -> FloatArray:
    where = [file.covariate_names.index(name) for name in names]  # type: ignore[attr-defined]
    return file.covariates[:, where]  # type: ignore[attr-defined]


@dataclass(frozen=True, kw_only=True)
class Draw:
    """One batch of weightings: items (n, B), history items (N, B), and a mask (R, B) of annotators kept now."""

    items: FloatArray
    history: FloatArray | None = None
    mask: FloatArray | None = None

    @property
    def size(self) -> int:
        """Number of weightings, B."""
        return self.items.shape[1]


@dataclass(kw_only=True)
class Fits:
    """Fitted parameters behind the answers; the starting values of later fits."""

    ds: EMFit | None = None
    pec: EMFit | None = None
    history: EMFit | None = None
    gold: FloatArray | None = None


def solve_all(panel: Panel, recipe: Recipe, draw: Draw, warm: Fits | None = None) -> tuple[dict[str, Answer], Fits]:
    """Every method of the recipe for every weighting. With `warm`, EM starts from its parameters.

    A draw without history weights takes the history fit of `warm` as it is (annotators subsampled now, rates kept).
    """
    fits = Fits()
    answers: dict[str, Answer] = {}
    used = _with_votes(panel, draw)
    counts = None
    if {"mv", "vote_share"} & {*recipe.methods}:
        counts = (
            panel.current.label_counts()[:, :, None]
            if draw.mask is None
            else kept_label_counts(panel.current, draw.mask)
        )
    for method in recipe.methods:
        if method == "mv":
            answers[method] = _averaged(panel, used, np.moveaxis(majority_shares(counts), 1, 0))
        elif method == "vote_share":
            answers[method] = _averaged(panel, used, np.moveaxis(vote_shares(counts), 1, 0))
        elif method in ("ds", "ds_hard"):
            fits.ds = fits.ds or fit_ds(
                panel.current, used, recipe.stopping, mask=draw.mask, warm=_start(warm and warm.ds, draw)
            )
            posterior = fits.ds.posterior if method == "ds" else hardened(fits.ds.posterior)
            answers[method] = _averaged(panel, used, posterior, fits.ds)
        elif method == "pec":
            fits.pec = fit_pec(
                panel.current,
                used,
                recipe.pec_pseudocounts,
                recipe.stopping,
                mask=draw.mask,
                warm=_start(warm and warm.pec, draw),
            )
            answers[method] = _averaged(panel, used, fits.pec.posterior, fits.pec)
    if panel.history is not None and {*HISTORY_METHODS} & {*recipe.methods}:
        answers |= _by_history(panel, recipe, draw, warm, fits)
    return answers, fits


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


def _by_history(panel: Panel, recipe: Recipe, draw: Draw, warm: Fits | None, fits: Fits) -> dict[str, Answer]:
    answers: dict[str, Answer] = {}
    if "mle" in recipe.methods:
        fits.gold = _gold_confusion(panel, draw, warm)
        answers["mle"] = _hero1(panel, draw, fits.gold, None)[0]
    if {"hero1", "hero2"} & {*recipe.methods}:
        fits.history = _history_fit(panel, recipe, draw, warm)
        first, likelihood, weights = _hero1(panel, draw, fits.history.parameters.confusion, fits.history)
        if "hero1" in recipe.methods:
            answers["hero1"] = first
        if "hero2" in recipe.methods:
            answers["hero2"] = (
                _hero2(panel, recipe, draw, first, likelihood, weights) if panel.covariates.shape[1] else first
            )
    return answers


def _gold_confusion(panel: Panel, draw: Draw, warm: Fits | None) -> FloatArray:
    before = None if warm is None or warm.gold is None else warm.gold
    if draw.history is None and before is not None:
        return before
    gold = panel.rounds.history.gold  # type: ignore[union-attr]
    return gold_rates(panel.history, gold, draw.history, before)  # type: ignore[arg-type]


def _history_fit(panel: Panel, recipe: Recipe, draw: Draw, warm: Fits | None) -> EMFit:
    if draw.history is None and warm is not None and warm.history is not None:
        return warm.history
    start = (
        None
        if warm is None or warm.history is None
        else warm.history.parameters.repeated(draw.size, draw.items.dtype.type)
    )
    gold = panel.rounds.history.gold  # type: ignore[union-attr]
    return fit_history(panel.history, gold, draw.history, recipe.stopping, warm=start, keep_posterior=start is None)  # type: ignore[arg-type]


def _hero1(panel: Panel, draw: Draw, confusion: FloatArray, fit: EMFit | None) -> tuple[Answer, FloatArray, FloatArray]:
    """HERO-1 of every group with these rates; also the likelihoods (K, I, B) and weights (I, B) it used."""
    confusion = confusion.astype(draw.items.dtype, copy=False)
    if draw.mask is not None:
        confusion = np.broadcast_to(confusion, (*confusion.shape[:3], draw.size))
    likelihood = likelihoods(panel.known, confusion, draw.mask)  # type: ignore[arg-type]
    weights = draw.items * panel.has_known_vote[:, None]
    if draw.mask is not None:
        weights = weights * _any_vote(panel.known, draw.mask)  # type: ignore[arg-type]
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
    panel: Panel, recipe: Recipe, draw: Draw, first: Answer, likelihood: FloatArray, weights: FloatArray
) -> Answer:
    """HERO-2 of every group: the tilted equation with the group's own regression and the whole history's mean."""
    rows = []
    n_history = len(panel.history_covariates)
    history = np.ones((n_history, 1)) if draw.history is None else draw.history.astype(np.float64)
    history_mean = panel.history_covariates.T @ (history / history.sum(axis=0))
    for position, items in enumerate(panel.groups):
        part, weight = likelihood[:, items], weights[items]
        used = np.count_nonzero(weight, axis=0) if draw.mask is not None else (panel.has_known_vote[items] > 0).sum()
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
