"""Guard rail about independence: do posteriors made without gold agree with gold, and do unlabelled items pull?"""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.special import chdtrc

from hero_core.annotations import NO_GOLD, FloatArray, IntArray
from hero_core.errors import Finding
from hero_core.hero import likelihoods, solve_shares
from hero_core.links import item_keys
from hero_core.methods import fit_history
from hero_core.panel import Anchor, Panel
from hero_core.results import Estimate
from hero_core.shares import Fits, Recipe
from hero_core.votes import Votes

CALIBRATION_P = 0.05
FOLDS = 5
WEIGHTS = (1.0, 0.3, 0.1, 0.0)


def dependence(
    panel: Panel, anchor: Anchor, recipe: Recipe, fits: Fits, row: Estimate, strip: tuple[float, ...]
) -> list[Finding]:
    """Items hard for everyone, or annotators who err together: conditional independence fails.

    Two signs: gold that its own posterior, computed without it, does not match (z over all gold items, chi-square with
    K - 1 degrees, 5%), and HERO-1 leaving its band `row` when unlabelled history items weigh .3 or .1 (`strip`). Weight
    0 is gold-only, which leaves the band by its own noise too often (43% of clean rounds at 3% gold) to be a sign.
    """
    p = calibration(anchor, recipe, fits)
    low, high = row.low, row.high
    pulled = low is not None and high is not None and not all(low <= value <= high for value in strip[:-1])
    if p >= CALIBRATION_P and not pulled:
        return []
    signs = []
    if p < CALIBRATION_P:
        signs.append(f"gold does not match what the votes alone make of the same items (p = {p:.2g})")
    if pulled:
        signs.append(
            f"HERO-1 goes from {strip[0]:.3f} to {strip[-2]:.3f} when unlabelled history items weigh a tenth, which is "
            "more than its plausible range"
        )
    return [
        Finding(
            severity="warning",
            code="dependence",
            file=anchor.file.name,
            column="gold_label",
            count=int((anchor.gold >= 0).sum()),
            p_value=p,
            message=f"Annotators seem to err together, on items that are hard for everyone: {'; and '.join(signs)}. "
            "Methods that correct votes assume that errors are independent given the truth.",
            remedy="Compare with gold only, which needs this assumption less, and collect more gold where they differ.",
        )
    ]


def calibration(anchor: Anchor, recipe: Recipe, fits: Fits) -> float:
    """p-value of sum over gold items of (class - posterior without their gold), a fifth hidden at a time."""
    known = np.flatnonzero(anchor.gold >= 0)
    fold = _folds(anchor, known)
    parts = [_posterior_without(anchor, recipe, fits, known[fold == part]) for part in range(FOLDS)]
    truth = anchor.gold[np.concatenate([known[fold == part] for part in range(FOLDS)])]
    posterior = np.concatenate(parts, axis=1)
    gap = ((truth == np.arange(len(posterior))[:, None]) - posterior).sum(axis=1)[1:]
    spread = (np.diag(posterior.sum(axis=1)) - posterior @ posterior.T)[1:, 1:]
    return float(chdtrc(len(gap), float(gap @ np.linalg.pinv(spread, hermitian=True) @ gap)))


def _posterior_without(anchor: Anchor, recipe: Recipe, fits: Fits, hidden: IntArray) -> FloatArray:
    """Posterior (K, items) of these gold items when their gold is hidden, everything else fitted as ever."""
    gold = anchor.gold.copy()
    gold[hidden] = NO_GOLD
    classes, votes = anchor.history.n_classes, anchor.history
    group = np.zeros(len(gold), dtype=int) if anchor.group is None else anchor.group
    votes = Votes.from_matrix(votes.matrix, votes.n_annotators, classes, gold - NO_GOLD + group * (classes + 1))
    start = fits.of("hero1").parameters.repeated(1, np.float64)
    fit = fit_history(votes, gold, np.ones((len(gold), 1)), recipe.stopping, warm=start, group=anchor.group)
    return fit.posterior[:, hidden, 0]


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
