"""Guard rail about independence: does hidden gold agree with the fit, and do unlabelled items pull at it?"""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.special import chdtrc, ndtr

from hero_core.annotations import NO_GOLD, FloatArray, IntArray
from hero_core.em import EMFit
from hero_core.errors import Finding, chance
from hero_core.hero import likelihoods, solve_shares
from hero_core.links import item_keys
from hero_core.methods import fit_history
from hero_core.panel import Anchor, Panel
from hero_core.results import Estimate
from hero_core.saying import joined, said
from hero_core.shares import Fits, Recipe
from hero_core.votes import Votes, times

DEPENDENCE_P = 0.05
FOLDS = 5
ENOUGH = 2  # votes for each cell of a table of rates
WEIGHTS = (1.0, 0.3, 0.1, 0.0)


def dependence(anchor: Anchor, recipe: Recipe, fits: Fits, row: Estimate, strip: tuple[float, ...]) -> list[Finding]:
    """Items hard for everyone, or annotators who err together: conditional independence fails.

    Two tests against gold that was hidden from the fit (5% together), and HERO-1 leaving its band `row` when unlabelled
    history items weigh .3 or .1 (`strip`). Weight 0 is gold-only, which leaves the band by its own noise too often (43%
    of clean rounds at 3% gold) to be a sign.
    """
    posterior_p, accuracy_p = against_gold(anchor, recipe, fits)
    p = min(1.0, 2 * min(posterior_p, accuracy_p))
    low, high = row.low, row.high
    pulled = low is not None and high is not None and not all(low <= value <= high for value in strip[:-1])
    signs = []
    if 2 * posterior_p < DEPENDENCE_P:
        signs.append(said("gold does not match what the votes alone make of the same items"))
    if 2 * accuracy_p < DEPENDENCE_P:
        signs.append(said("annotators match gold less often than the habits learned from their agreement promise"))
    if pulled:
        signs.append(
            said(
                "HERO-1 goes from {full:.3f} to {tenth:.3f} when unlabelled history items weigh a tenth, which "
                "is more than its plausible range",
                full=strip[0],
                tenth=strip[-2],
            )
        )
    if not signs:
        return []
    return [
        Finding(
            severity="warning",
            code="dependence",
            file=anchor.file.name,
            column="gold_label",
            count=int((anchor.gold >= 0).sum()),
            p_value=p,
            message=said(
                "Annotators seem to err together, on items that are hard for everyone or by copying: {signs} "
                "({chance}). Methods that correct votes assume that errors are independent given the truth.",
                signs=joined(signs, "; and "),
                chance=chance(p),
            ),
            remedy=said(
                "Compare with gold only, which needs this assumption less, and collect more gold where they differ."
            ),
        )
    ]


def against_gold(anchor: Anchor, recipe: Recipe, fits: Fits) -> tuple[float, float]:
    """p-values of two tests on gold items, a fifth of the gold hidden from the fit at a time.

    Of the sum of (class - posterior without gold), two-sided, chi-square with K - 1 degrees; and of the
    annotators' hits on gold against their fitted rates, one-sided: fewer hits than the rates say. Not asked (1, 1)
    where the typical vote comes from an annotator with too few votes of each class to have rates worth testing.
    """
    cast = np.bincount(anchor.file.annotator)
    if (cast**2).sum() < ENOUGH * anchor.history.n_classes**2 * cast.sum():
        return 1.0, 1.0
    known = np.flatnonzero(anchor.gold >= 0)
    fold = _folds(anchor, known)
    classes = anchor.history.n_classes
    gap, spread, excess, variance = np.zeros(classes), np.zeros((classes, classes)), 0.0, 0.0
    for part in range(FOLDS):
        hidden = known[fold == part]
        fit = _without_gold_of(anchor, recipe, fits, hidden)
        confusion, posterior = _without_overfit(anchor, fit, hidden)
        gap += ((anchor.gold[hidden] == np.arange(classes)[:, None]) - posterior).sum(axis=1)
        spread += np.diag(posterior.sum(axis=1)) - posterior @ posterior.T
        votes = np.flatnonzero(np.isin(anchor.file.item, hidden))
        truth = anchor.gold[anchor.file.item[votes]]
        rate = confusion[anchor.file.annotator[votes], truth, truth]
        excess += float(((anchor.file.label[votes] == truth) - rate).sum())
        variance += float((rate * (1 - rate)).sum())
    inverse = np.linalg.pinv(spread[1:, 1:], hermitian=True)
    of_rates = 1 + len(known) / len(anchor.gold)  # the fitted rates are uncertain too
    accuracy = float(ndtr(excess / np.sqrt(max(variance, 1e-12) * of_rates)))
    return float(chdtrc(classes - 1, float(gap[1:] @ inverse @ gap[1:]))), accuracy


def _without_overfit(anchor: Anchor, fit: EMFit, hidden: IntArray) -> tuple[FloatArray, FloatArray]:
    """Rates (R, K, K) learned without the hidden items, and what they make of these, (K, hidden).

    A cell seen once or never is no certainty: each row gets K votes of all annotators together, without which the
    posteriors are too sure and the tests fire on clean data with three or more classes.
    """
    votes, learned = anchor.history, fit.posterior[:, :, 0].copy()
    width, classes = votes.n_annotators, votes.n_classes
    learned[:, hidden] = 0
    seen = times(votes.transposed, np.ascontiguousarray(learned.T)).reshape(width, classes, classes).swapaxes(1, 2)
    pool = seen.sum(axis=0) + 1 / classes
    pool /= pool.sum(axis=1, keepdims=True)
    confusion = (seen + classes * pool) / (seen.sum(axis=2, keepdims=True) + classes)
    group = np.zeros(votes.n_items, dtype=int) if anchor.group is None else anchor.group
    prior = fit.parameters.prior[:, group[hidden], 0]
    joint = prior * likelihoods(votes.rows(hidden), confusion[..., None])[:, :, 0]
    return confusion, joint / joint.sum(axis=0)


def _without_gold_of(anchor: Anchor, recipe: Recipe, fits: Fits, hidden: IntArray) -> EMFit:
    """The history fit in which the gold of these items is hidden, everything else as ever."""
    gold = anchor.gold.copy()
    gold[hidden] = NO_GOLD
    classes, votes = anchor.history.n_classes, anchor.history
    group = np.zeros(len(gold), dtype=int) if anchor.group is None else anchor.group
    votes = Votes.from_matrix(votes.matrix, votes.n_annotators, classes, gold - NO_GOLD + group * (classes + 1))
    start = fits.of("hero1").parameters.repeated(1, np.float64)
    return fit_history(votes, gold, np.ones((len(gold), 1)), recipe.stopping, warm=start, group=anchor.group)


def _folds(anchor: Anchor, known: IntArray) -> IntArray:
    """Fold of each gold item, by a hash of its name: the same whatever the order of rows."""
    names = item_keys(anchor.file, rounds=bool(anchor.file.rounds), systems=bool(anchor.file.systems))
    hashes = pd.util.hash_array(names.to_numpy(dtype=object)[known])
    fold = np.empty(len(known), dtype=int)
    fold[np.argsort(hashes, kind="stable")] = np.arange(len(known)) % FOLDS
    return fold


def sensitivity_strip(panel: Panel, anchor: Anchor, recipe: Recipe, fits: Fits) -> tuple[float, ...]:
    """HERO-1 of all items with unlabelled history items weighing 1, .3, .1 and 0."""
    weights = np.where((anchor.gold >= 0)[:, None], 1.0, np.array(WEIGHTS))
    start = fits.of("hero1").parameters.repeated(len(WEIGHTS), np.float64)
    fit = fit_history(anchor.history, anchor.gold, weights, recipe.stopping, warm=start, group=anchor.group,
                      keep_posterior=False)  # fmt: skip
    likelihood = likelihoods(anchor.known, fit.parameters.confusion)
    used = np.repeat(anchor.has_known_vote[:, None], len(WEIGHTS), axis=1)
    shares = solve_shares(likelihood, used).shares
    return tuple((panel.rounds.values @ shares).tolist())
