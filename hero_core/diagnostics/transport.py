"""Guard rails about rates carried over: hardly identified, impossible, or of the wrong sign."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr

from hero_core.annotations import FloatArray, IntArray
from hero_core.errors import Finding, listed
from hero_core.hero import likelihoods, scores
from hero_core.panel import Anchor, Panel
from hero_core.results import METHOD_NAMES
from hero_core.saying import joined, said
from hero_core.shares import Answer, Fits
from hero_core.votes import times

WEAK_SE = 0.1
WEAK_RATIO = 3.0
POSSIBLE_SE = 0.5  # no share has a larger one: the formula has failed
IMPOSSIBLE_P = 0.01
SWITCHED = 0.1
UNLABELLED_WORTH = 0.5


def weak_identification(
    panel: Panel, anchor: Anchor, answer: Answer, confusion: FloatArray, whole: float | None = None
) -> list[Finding]:
    """Annotators so close to chance that the share of classes is hardly identified: SE above .1.

    SE is 1/sqrt(sum psi^2) with the rates taken as known, or the `whole` standard error of the estimate where that is
    larger: near chance the fitted rates look better than they are. Few items alone do not count as weak.
    """
    if not answer.identified[0, 0]:
        return []
    shares = answer.shares[0, :, :1]
    used = anchor.has_known_vote > 0
    score = scores(likelihoods(anchor.known, confusion)[:, used], shares)[:, :, 0]
    width = float(np.ptp(panel.rounds.values)) or 1.0
    full = 0.0 if whole is None or whole / width > POSSIBLE_SE else whole / width
    error = max(model_error(score, panel.rounds.values), full)
    ideal = 0.5 / np.sqrt(max(used.sum(), 1))
    if error <= WEAK_SE or error <= WEAK_RATIO * ideal:
        return []
    return [
        Finding(
            severity="error",
            code="weak_identification",
            file=panel.rounds.current.name,
            count=int(used.sum()),
            message=said(
                "The annotators of this round are so close to chance that the estimate has a standard error of "
                "{error:.2f}: gold-only and HERO numbers should not be used.",
                error=error,
            ),
            remedy=said("Add votes of annotators who tell the classes apart, or clear up the labelling task."),
        )
    ]


def model_error(score: FloatArray, values: FloatArray) -> float:
    """Standard error of the estimate by the model, rates taken as known, in parts of the range of `values` (K,).

    From the information that the scores (K, n) hold about the shares; 1/sqrt(sum psi^2) for two classes.
    """
    width = float(np.ptp(values))
    against = score[1:] - score[0]
    steps = (values[1:] - values[0]) / (width if width > 0 else 1.0)
    information = against @ against.T + 1e-9 * np.eye(len(steps))
    return float(np.sqrt(steps @ np.linalg.solve(information, steps)))


def rates_do_not_transport(panel: Panel, anchor: Anchor, fits: Fits) -> list[Finding]:
    """Class shares that the votes would imply with the rates of the history, below 0 or above 1: impossible.

    Binary: (share of positive votes - false alarms) / (sensitivity + specificity - 1); K classes: the linear system of
    the mean confusion. Tested for all items and each system against the errors of the votes and of the rates
    (p < .01, Bonferroni).
    """
    groups = [(part.label or said("all items"), part.items) for part in panel.parts]
    found = []
    for name, items in groups:
        implied, error = _implied(anchor, fits, items)
        outside = np.maximum(-implied, implied - 1)
        p = float(ndtr(-(outside / error).max())) * len(groups) * len(implied)
        if p < IMPOSSIBLE_P:
            worst = int((outside / error).argmax())
            share, label = 100 * implied[worst], panel.rounds.classes[worst]
            found.append((p, name, said("{share:.0f}% of class {label}", share=share, label=label)))
    if not found:
        return []
    p, name, what = min(found)
    return [
        Finding(
            severity="error",
            code="rates_do_not_transport",
            file=panel.rounds.current.name,
            count=len(found),
            p_value=min(p, 1.0),
            message=said(
                "With the habits learned from {history}, the votes of {current} would mean {what} ({names}), "
                "which is impossible: the annotators judge this round by another standard than the history, so "
                "gold-only and HERO numbers do not hold.",
                history=anchor.file.name,
                current=panel.rounds.current.name,
                what=what,
                names=listed([entry[1] for entry in sorted(found)]),
            ),
            remedy=said("Get gold labels for some items of this round and add them to the history."),
        )
    ]


def _implied(anchor: Anchor, fits: Fits, items: IntArray) -> tuple[FloatArray, FloatArray]:
    """Class shares implied by the label shares of these items, and their standard errors; (K,) each."""
    method = "hero1" if fits.history is not None else "mle"
    confusion = fits.rates(method)[..., 0]
    width, classes = confusion.shape[:2]
    counts = anchor.known.matrix[items]
    cast = np.asarray(counts.sum(axis=0)).reshape(width, classes).sum(axis=1)
    total = cast.sum()
    if total == 0:
        return np.full(classes, 0.5), np.ones(classes)
    weight = cast / total
    mean = np.einsum("j,jkl->kl", weight, confusion)
    inverse = np.linalg.pinv(mean.T)
    by_item = np.asarray(counts @ np.tile(np.eye(classes), (width, 1)))
    observed = by_item.sum(axis=0) / total
    implied = inverse @ observed
    residual = by_item - by_item.sum(axis=1, keepdims=True) * observed
    variance = residual.T @ residual / total**2
    variance = variance + _rate_variance(anchor, fits, weight, confusion, np.clip(implied, 0, 1))
    return implied, np.sqrt(np.maximum(np.diag(inverse @ variance @ inverse.T), 1e-12))


def _rate_variance(
    anchor: Anchor, fits: Fits, weight: FloatArray, confusion: FloatArray, shares: FloatArray
) -> FloatArray:
    """Variance of sum over k of shares[k] times the mean confusion, gold items fully counted, others half."""
    width, classes = confusion.shape[:2]
    gold = anchor.gold >= 0
    if fits.history is None:
        posterior = (anchor.gold == np.arange(classes)[:, None]).astype(float)
    else:
        posterior = fits.history.posterior[:, :, 0] * np.where(gold, 1.0, UNLABELLED_WORTH)
    variance = np.zeros((classes, classes))
    for k in range(classes):
        seen = times(anchor.history.transposed, posterior[k][:, None]).reshape(width, classes).sum(axis=1)
        row = confusion[:, k]
        spread = np.einsum("jl,lm->jlm", row, np.eye(classes)) - np.einsum("jl,jm->jlm", row, row)
        scale = (shares[k] * weight) ** 2 / np.maximum(seen, 1)
        variance += np.einsum("j,jlm->lm", scale, spread)
    return variance


def label_switching(panel: Panel, fits: Fits) -> list[Finding]:
    """Dawid-Skene or PEC whose average voter is hardly better than chance, or of the other sign than the history."""
    past = None if fits.history is None else _youden(panel, fits, "hero1")
    found = []
    for method, fit in (("ds", fits.ds), ("pec", fits.pec)):
        if fit is None:
            continue
        mean = _youden(panel, fits, method)
        if mean < SWITCHED or (past is not None and past > SWITCHED and mean < 0):
            found.append(said("{method} ({mean:.2f})", method=METHOD_NAMES[method], mean=mean))
    if not found:
        return []
    parts = [
        said("The average voter comes out at or near chance (sensitivity + specificity - 1): {methods}.",
             methods=listed(found)),
        "" if past is None else said("In the history it is {past:.2f}.", past=past),
        said("Without gold these methods cannot tell the classes from each other and may have swapped them."),
    ]  # fmt: skip
    return [
        Finding(
            severity="warning",
            code="label_switching",
            file=panel.rounds.current.name,
            count=len(found),
            message=joined(parts),
            remedy=said("Do not use these methods here; HERO with gold in the history cannot swap the classes."),
        )
    ]


def _youden(panel: Panel, fits: Fits, method: str) -> float:
    """Mean over the current votes of (trace - 1) / (K - 1) of the voter's confusion, among those it is known of."""
    confusion = fits.rates(method)[..., 0]
    cast = np.bincount(panel.rounds.current.annotator, minlength=len(confusion)).astype(float)
    if method == "hero1":
        cast = cast * panel.rounds.known
    weight = (np.trace(confusion, axis1=1, axis2=2) - 1) / (confusion.shape[1] - 1)
    return float(cast @ weight / max(cast.sum(), 1))
