"""Slopes: does an annotator's rate move from round to round? Judged on the gold of each round."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.special import chdtrc, ndtr, ndtri

from hero_core.annotations import Annotations, FloatArray, IntArray
from hero_core.diagnostics.means import holm
from hero_core.errors import Finding, chance, listed
from hero_core.intervals import wilson
from hero_core.results import RatePoint, Slope
from hero_core.saying import said

LEAST_VOTES = 10
MOVED_P = 0.05


def gold_tallies(history: Annotations, position: IntArray, rounds: int) -> tuple[IntArray, IntArray]:
    """Votes on gold items, and those of them that say the gold class, by annotator, class and round; both (R, K, T).

    `position` (I,) is the place of each item's round in time, -1 for none.
    """
    shape = (history.n_annotators, len(history.classes), rounds)
    item = history.item
    used = history.has_gold[item] & (position[item] >= 0)
    truth = history.gold[item][used].astype(np.int64)
    cell = (history.annotator[used].astype(np.int64) * shape[1] + truth) * rounds + position[item][used]
    size = int(np.prod(shape))
    votes = np.bincount(cell, minlength=size).reshape(shape)
    hits = np.bincount(cell[history.label[used] == truth], minlength=size).reshape(shape)
    return votes, hits


def rate_points(history: Annotations, rounds: tuple[str, ...], votes: IntArray, hits: IntArray, level: float) \
        -> tuple[RatePoint, ...]:  # fmt: skip
    """The rate in every cell with a vote; annotator by annotator, class by class, round by round."""
    points = []
    for j, k, t in np.argwhere(votes > 0).tolist():
        count, hit = int(votes[j, k, t]), int(hits[j, k, t])
        low, high = wilson(hit / count, count, level)
        points.append(RatePoint(
            annotator=str(history.annotator_ids[j]), round=rounds[t], position=t, true_class=history.classes[k],
            hits=hit, votes=count, rate=hit / count, low=low, high=high,
        ))  # fmt: skip
    return tuple(points)


def slopes(history: Annotations, votes: IntArray, hits: IntArray, level: float) -> tuple[Slope, ...]:
    """The trend of every annotator's rate for each class.

    An annotator is tested once, over all classes with enough gold together: the sum of their squared normal scores is
    chi-square with as many degrees of freedom. Holm's correction is over the annotators.
    """
    people = [
        [_slope(str(history.annotator_ids[j]), name, votes[j, k], hits[j, k], level)
         for k, name in enumerate(history.classes)]
        for j in np.flatnonzero(np.bincount(history.annotator, minlength=history.n_annotators))
    ]  # fmt: skip
    joint = [_joint([row.p_value for row in rows if row.p_value is not None]) for rows in people]
    adjusted = iter(holm(np.array([p for p in joint if p is not None], dtype=float)).tolist())
    found: list[Slope] = []
    for rows, p in zip(people, joint, strict=True):
        p_holm = None if p is None else next(adjusted)
        found += [row if row.p_value is None else replace(row, p_holm=p_holm) for row in rows]
    return tuple(found)


def _joint(p_values: list[float]) -> float | None:
    """One p-value of several independent ones that speak of one person; None for none."""
    if not p_values:
        return None
    squares = ndtri(np.array(p_values) / 2) ** 2
    return float(chdtrc(len(p_values), squares.sum()))


def _slope(annotator: str, true_class: str, votes: IntArray, hits: IntArray, level: float) -> Slope:
    """The line through the rates of the rounds (T,), each weighing its gold votes."""
    blank = Slope(annotator=annotator, true_class=true_class, rounds=int((votes > 0).sum()), votes=int(votes.sum()))
    reason = _too_little(blank)
    if reason is not None:
        return replace(blank, reason=reason)
    time = np.arange(len(votes)) - (votes * np.arange(len(votes))).sum() / votes.sum()
    rate = hits / np.maximum(votes, 1)
    share = float(hits.sum() / votes.sum())
    spread = float((votes * time**2).sum())
    slope = float((votes * time * rate).sum() / spread)
    low, high = _bounds(votes, hits, votes * time / spread, level)
    seen = np.flatnonzero(votes)
    first, last = (float(np.clip(share + slope * time[t], 0, 1)) for t in (seen[0], seen[-1]))
    return replace(
        blank, slope=slope, low=min(low, slope), high=max(high, slope), first=first, last=last,
        p_value=_no_trend(slope * spread, share * (1 - share) * spread),
    )  # fmt: skip


def _too_little(row: Slope) -> str | None:
    if row.rounds < 2:
        return said("Rounds with gold of this class: {count}; a slope needs two.", count=row.rounds)
    if row.votes < LEAST_VOTES:
        return said("Gold votes of this class: {count}; a slope needs {least}.", count=row.votes, least=LEAST_VOTES)
    return None


def _no_trend(score: float, variance: float) -> float:
    """p-value of no trend over the rounds: Cochran (1954) and Armitage (1955)."""
    if variance <= 0:
        return 1.0
    return float(2 * ndtr(-abs(score) / np.sqrt(variance)))


def _bounds(votes: IntArray, hits: IntArray, weight: FloatArray, level: float) -> tuple[float, float]:
    """Bounds of sum over rounds of weight (T,) times rate: Price and Bonett's (2004) for a sum of independent shares.

    Each round in the sum gets 2/m hits and 2/m misses more, where m rounds are in it.
    """
    used = votes > 0
    extra = 2 / int(used.sum())
    count = votes[used] + 2 * extra
    rate = (hits[used] + extra) / count
    centre = float(weight[used] @ rate)
    half = float(ndtri((1 + level) / 2) * np.sqrt((weight[used] ** 2 * rate * (1 - rate) / count).sum()))
    return centre - half, centre + half


def moving(found: tuple[Slope, ...]) -> tuple[Slope, ...]:
    """Of each annotator whose rates move for certain, the class in which they move most surely; the surest first."""
    sure = [row for row in found if row.p_holm is not None and row.p_holm < MOVED_P]
    sure.sort(key=lambda row: (row.p_holm or 0.0, row.p_value or 0.0))
    return tuple({row.annotator: row for row in reversed(sure)}[name] for name in dict.fromkeys(
        row.annotator for row in sure))  # fmt: skip


def steady_drift(history: Annotations, found: tuple[Slope, ...]) -> tuple[Finding, ...]:
    """Annotators whose rates on gold move in one direction over the rounds (5% over all of them together)."""
    sure = moving(found)
    if not sure:
        return ()
    names = tuple(row.annotator for row in sure)
    tested = len({row.annotator for row in found if row.p_value is not None})
    return (
        Finding(
            severity="warning", code="drift_over_rounds", file=history.name, column="annotator_id", count=len(names),
            annotators=names, p_value=sure[0].p_holm,
            message=said(
                "Of {tested} tested annotators, these move in one direction over the rounds: {names}. {first}: "
                "recognises class {true} in {before:.0%} of the cases at first, {after:.0%} at last ({p}).",
                tested=tested, names=listed(names), first=sure[0].annotator,
                true=sure[0].true_class, before=sure[0].first, after=sure[0].last, p=chance(sure[0].p_holm or 0.0),
            ),
            remedy=said("Talk to them about the standard, and get gold for items that they judge now."),
        ),
    )  # fmt: skip
