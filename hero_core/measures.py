"""Precision, recall, share predicted 1 and prevalence, put together from the parts of a run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hero_core.analytic import in_units
from hero_core.annotations import FloatArray, IntArray
from hero_core.intervals import AGREE, Interval, logit_interval, percentile, wilson_interval
from hero_core.results import HISTORY_METHODS, QUANTITIES, ClassifierRow, Estimate, Joint, finite
from hero_core.rows import EDGE
from hero_core.runs import Run, Sampling, drawn_items
from hero_core.saying import said

NO_PRECISION = said("The classifier predicted 1 for no item: there is no precision.")
NO_RECALL = said("There is no positive item to find: recall is not defined.")
UNSOLVED = said("The share of positives has no number: see the row of prevalence or precision.")
OVER_ONE = said("More positives among the items predicted 1 than in all come out; recall is held at 1, the boundary.")


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a system (None = all items) stands among the parts of a run: all of its items, and those predicted 1."""

    system: str | None
    whole: int
    ones: int | None


def recall_of(precision: FloatArray, share: FloatArray, prevalence: FloatArray) -> FloatArray:
    """precision x share predicted 1 / prevalence, elementwise; 0 where nothing is predicted 1, NaN without positives.

    Above 1 where the equations of the two parts do not fit together.
    """
    found = np.where(share == 0, 0.0, precision * share)
    recall: FloatArray = np.divide(found, prevalence, out=np.full(found.shape, np.nan), where=prevalence > 0)
    return recall


class Measures:
    """The quantities of each method and place, with what they vary by."""

    def __init__(self, run: Run, sampling: Sampling, places: tuple[Place, ...]) -> None:
        self.run, self.sampling, self.places = run, sampling, places
        self.panel, self.methods = run.solved.panel, run.solved.recipe.methods
        self.draws = {method: self._draws(method) for method in run.replicates}

    def rows(self, method: str, index: int) -> tuple[list[ClassifierRow], Joint]:
        """The four rows of a method at one place, and how precision and recall move together."""
        place = self.places[index]
        whole = self._row(method, place.whole)
        if whole.status == "refused":
            return refused_rows(method, place.system, whole.reason, self.sampling.level)
        ones = None if place.ones is None else self._row(method, place.ones)
        point = self._point(method, place)
        draws = self.draws[method][index] if method in self.draws else None
        pulls = None if draws is not None else self._pulls(method, place, point)
        count = int(self._counted(method)[self.panel.groups[place.whole]].sum())
        positives = max(1, round(count * point[3])) if np.isfinite(point[3]) else 1
        recall = self._composed(method, 1, min(point[1], 1.0), draws, pulls, positives)
        share = self._composed(method, 2, point[2], draws, pulls, count)
        rows = [
            self._of_part(method, place, "precision", ones),
            self._row_of(method, place, "recall", min(point[1], 1.0), recall, count, *_recall_status(point)),
            self._row_of(method, place, "share_predicted", point[2], share, count, *_share_status(point)),
            self._of_part(method, place, "prevalence", whole),
        ]
        return rows, Joint(method=method, system=place.system, correlation=_correlation(draws, pulls))

    def _row(self, method: str, group: int) -> Estimate:
        return self.run.rows[group * len(self.methods) + self.methods.index(method)]

    def _counted(self, method: str) -> FloatArray:
        """1 for items whose votes the method uses; shape (n,)."""
        if method in HISTORY_METHODS and self.panel.anchor is not None:
            return self.panel.anchor.has_known_vote
        return (self.panel.current.votes_per_item() > 0).astype(float)

    def _point(self, method: str, place: Place) -> FloatArray:
        """The four numbers, NaN where there is none; shape (4,)."""
        used, groups = self._counted(method), self.panel.groups
        among = used[groups[place.whole]].sum()
        predicted = 0.0 if place.ones is None else used[groups[place.ones]].sum()
        share = predicted / among if among else np.nan
        rows = (None if place.ones is None else self._row(method, place.ones), self._row(method, place.whole))
        precision, mean = (np.nan if row is None or row.estimate is None else row.estimate for row in rows)
        recall = recall_of(np.array([precision]), np.array([share]), np.array([mean]))
        return np.array([precision, recall[0], share, mean])

    def _draws(self, method: str) -> FloatArray:
        """The four numbers in each replicate; (S + 1, 4, B)."""
        sampling, values = self.sampling, self.run.replicates[method]
        sums = drawn_items(self.panel, sampling.resamples, sampling.seed, self._counted(method))
        tables = []
        for place in self.places:
            among, nothing = sums[place.whole], np.full(sampling.resamples, np.nan)
            predicted = np.zeros_like(among) if place.ones is None else sums[place.ones]
            share = np.divide(predicted, among, out=nothing.copy(), where=among > 0)
            precision = nothing if place.ones is None else values[place.ones]
            recall = np.minimum(recall_of(precision, share, values[place.whole]), 1)
            tables.append(np.stack([precision, recall, share, values[place.whole]]))
        return np.stack(tables)

    def _pulls(self, method: str, place: Place, point: FloatArray) -> FloatArray | None:
        """Influence of each unit on each number (4, units), recall by the rules for products and quotients."""
        influence = self.run.influence.get(method)
        if influence is None or place.ones is None or not (point > 0).all():
            return None
        used, groups = self._counted(method), self.panel.groups
        counts = _indicator(groups[place.ones], used) - point[2] * _indicator(groups[place.whole], used)
        among = used[groups[place.whole]].sum()
        units = in_units(self.panel, counts[None] / among)[0]
        whole, ones = influence[place.whole], influence[place.ones]
        share = np.zeros_like(whole)
        share[: len(units)] = units
        recall = point[1] * (ones / point[0] + share / point[2] - whole / point[3])
        return np.stack([ones, recall, share, whole])

    def _composed(
        self, method: str, which: int, value: float, draws: FloatArray | None, pulls: FloatArray | None, count: int
    ) -> Interval:
        """Interval of recall or of the share predicted 1."""
        level = self.sampling.level
        if not np.isfinite(value):
            return Interval(low=None, high=None, std_error=None, words=None)
        if draws is not None:
            two = method in HISTORY_METHODS and QUANTITIES[which] == "recall"
            found = percentile(
                draws[which], level, said("two-level bootstrap") if two else said("bootstrap of current items")
            )
            return found or wilson_interval(value, (0.0, 1.0), max(count, 1), level, said("the resamples agree"))
        if pulls is None and method not in self.run.influence:
            return Interval(low=None, high=None, std_error=None, words=said("no analytic interval here; use resamples"))
        error = 0.0 if pulls is None else float(np.linalg.norm(pulls[which]))
        if error > AGREE and EDGE < value < 1 - EDGE:
            return logit_interval(value, error, (0.0, 1.0), level, said("analytic, logit scale"))
        why = said("the estimate lies at the edge of what is possible")
        return wilson_interval(value, (0.0, 1.0), max(count, 1), level, why)

    def _of_part(self, method: str, place: Place, quantity: str, row: Estimate | None) -> ClassifierRow:
        """Precision or prevalence: the estimate of a part, as it is."""
        if row is None:
            none = Interval(low=None, high=None, std_error=None, words=None)
            return self._row_of(method, place, quantity, np.nan, none, 0, "not_identified", NO_PRECISION)
        interval = Interval(low=row.low, high=row.high, std_error=row.std_error, words=row.interval)
        value = np.nan if row.estimate is None else row.estimate
        return self._row_of(method, place, quantity, value, interval, row.n_items, row.status, row.reason)

    def _row_of(
        self,
        method: str,
        place: Place,
        quantity: str,
        value: float,
        interval: Interval,
        count: int,
        status: str,
        reason: str | None,
    ) -> ClassifierRow:
        return ClassifierRow(
            method=method,
            system=place.system,
            quantity=quantity,
            estimate=finite(float(value)),
            low=finite(interval.low),
            high=finite(interval.high),
            std_error=finite(interval.std_error),
            level=self.sampling.level,
            interval=interval.words,
            n_items=count,
            status=status,
            reason=reason,
        )


def refused_rows(
    method: str, system: str | None, reason: str | None, level: float
) -> tuple[list[ClassifierRow], Joint]:
    """Four rows without a number, and why."""
    rows = [
        ClassifierRow(method=method, system=system, quantity=quantity, estimate=None, low=None, high=None,
                      std_error=None, level=level, interval=None, n_items=0, status="refused", reason=reason)
        for quantity in QUANTITIES
    ]  # fmt: skip
    return rows, Joint(method=method, system=system, correlation=None)


def _recall_status(point: FloatArray) -> tuple[str, str | None]:
    if np.isfinite(point[1]):
        return ("boundary", OVER_ONE) if point[1] > 1 + 1e-9 else ("ok", None)
    return "not_identified", NO_RECALL if point[3] == 0 else UNSOLVED


def _share_status(point: FloatArray) -> tuple[str, str | None]:
    return ("ok", None) if np.isfinite(point[2]) else ("not_identified", said("No item has a vote that counts here."))


def _indicator(items: IntArray, used: FloatArray) -> FloatArray:
    chosen = np.zeros(len(used))
    chosen[items] = used[items]
    return chosen


def _correlation(draws: FloatArray | None, pulls: FloatArray | None) -> float | None:
    """Correlation of precision and recall over replicates, else of their influences."""
    if draws is not None:
        both = draws[:2, np.isfinite(draws[:2]).all(axis=0)]
        centred = both - both.mean(axis=1, keepdims=True) if both.shape[1] > 1 else np.zeros((2, 1))
    elif pulls is not None:
        centred = pulls[:2]
    else:
        return None
    size = np.linalg.norm(centred, axis=1)
    if size.min() < AGREE * np.sqrt(centred.shape[1] if draws is not None else 1):
        return None
    return float(centred[0] @ centred[1] / size.prod())
