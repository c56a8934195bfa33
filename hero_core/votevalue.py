"""What more votes per item are worth: variance of a HERO estimate by the number of votes, from drawn items."""

from __future__ import annotations

import numpy as np

from hero_core.analytic import share_direction
from hero_core.annotations import FloatArray
from hero_core.errors import Refused
from hero_core.hero import scores
from hero_core.saying import said
from hero_core.solved import Solved

DRAWN = 4000
STEPS = 12


def variance_by_votes(
    solved: Solved, method: str, weights: FloatArray, most: int, seed: int
) -> tuple[FloatArray, FloatArray]:
    """Numbers of votes (m,) and the variance of one item's part in the estimate with as many, averaged over groups.

    Items are drawn from the fitted shares of each group with weight in `weights` (S + 1,), votes from the fitted rates
    of annotators as they vote now, each at most once an item.
    """
    panel, anchor = solved.panel, solved.panel.anchor
    if anchor is None:
        raise Refused(said("There is no history, so nothing tells how annotators vote."))
    confusion = solved.fits.rates(method)[..., 0]
    cast = np.asarray(anchor.known.matrix.sum(axis=0)).reshape(len(confusion), -1).sum(axis=1)
    voters = np.flatnonzero(cast)
    most = min(most, len(voters))
    numbers = np.unique(np.rint(np.linspace(1, most, min(STEPS, most)))).astype(float)
    rng = np.random.default_rng(seed)
    total = np.zeros(len(numbers))
    for group in np.flatnonzero(weights):
        shares = solved.answers[method].shares[group, :, 0]
        total += _drawn(rng, confusion[voters], cast[voters] / cast.sum(), shares, panel.rounds.values, numbers)
    return numbers, total


def _drawn(
    rng: np.random.Generator, confusion: FloatArray, chance: FloatArray, shares: FloatArray, values: FloatArray,
    numbers: FloatArray,
) -> FloatArray:  # fmt: skip
    """Variance of one item's influence with each number of votes; the same items and order of voters for all."""
    truth = rng.choice(len(shares), size=DRAWN, p=shares / shares.sum())
    order = np.argsort(rng.exponential(size=(DRAWN, len(chance))) / chance, axis=1)[:, : int(numbers[-1])]
    cumulated = np.cumsum(confusion, axis=2)
    drawn = rng.random(order.shape)
    label = (drawn[:, :, None] > cumulated[order, truth[:, None]]).sum(axis=2).clip(max=len(shares) - 1)
    steps = np.log(confusion[order, :, label])
    log_likelihood = np.cumsum(steps, axis=1)
    found = []
    for number in numbers.astype(int):
        logs = log_likelihood[:, number - 1].T
        likelihood = np.exp(logs - logs.max(axis=0))
        score = scores(likelihood[:, :, None], shares[:, None])[:, :, 0]
        part = share_direction(score, shares, values) @ score
        found.append(float(part.var()))
    return np.array(found)
