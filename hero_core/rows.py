"""Rows of `Estimate`: answers and replicates with statuses in place of NaN."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hero_core import diagnostics
from hero_core.analytic import CROWDED, KNOWN_RATE
from hero_core.annotations import NO_GOLD, FloatArray
from hero_core.errors import counted
from hero_core.hero import likelihoods
from hero_core.intervals import AGREE, Interval, likelihood_interval, logit_interval, percentile, wilson_interval
from hero_core.panel import Anchor, Panel
from hero_core.results import HISTORY_METHODS, Estimate, finite
from hero_core.saying import for_shell, joined, said
from hero_core.shares import Answer, Fits, Recipe

EDGE = 1e-5  # nearer to its bounds than this the logit scale gives any interval


class RowMaker:
    """Turns answers and replicates into `Estimate` rows, with statuses in place of NaN."""

    def __init__(
        self,
        panel: Panel,
        recipe: Recipe,
        answers: dict[str, Answer],
        fits: Fits,
        replicates: dict[str, FloatArray],
        influence: dict[str, FloatArray],
        level: float,
    ) -> None:
        self.panel, self.recipe, self.answers, self.fits = panel, recipe, answers, fits
        self.replicates, self.influence, self.level = replicates, influence, level
        self.votes_per_item = panel.current.votes_per_item()
        self.known_votes = None if panel.anchor is None else panel.anchor.known.votes_per_item()

    def row(self, method: str, group: int) -> Estimate:
        """The estimate of one method for one group (0 = all items)."""
        system = self.panel.labels[group]
        votes = self.known_votes if method in HISTORY_METHODS and self.known_votes is not None else self.votes_per_item
        votes = votes[self.panel.groups[group]]
        blank = Estimate(
            method=method,
            system=system,
            estimate=None,
            class_shares=None,
            std_error=None,
            low=None,
            high=None,
            level=self.level,
            interval=None,
            n_items=int((votes > 0).sum()),
            n_votes=int(votes.sum()),
            status="refused",
            reason=self.panel.rounds.refusal,
            converged=None,
            steps=None,
        )
        answer = self.answers.get(method)
        return blank if answer is None else self._answered(blank, answer, group)

    def _answered(self, blank: Estimate, answer: Answer, group: int) -> Estimate:
        """The row with the method's number, if the votes tell the classes apart."""
        fitted = replace(
            blank,
            converged=None if answer.converged is None else bool(answer.converged[0]),
            steps=None if answer.steps is None else int(answer.steps[0]),
        )
        if not answer.identified[group, 0]:
            return replace(fitted, status="not_identified", reason=self._why_flat(blank.method))
        shares = answer.shares[group, :, 0]
        value = float(self.panel.rounds.values @ shares)
        interval = self._interval(blank.method, group, value, blank.n_items)
        status, reason = self._status(fitted, answer, group)
        return replace(
            fitted,
            estimate=value,
            class_shares=tuple(shares.tolist()),
            std_error=finite(interval.std_error),
            low=finite(interval.low),
            high=finite(interval.high),
            interval=interval.words,
            status=status,
            reason=reason,
        )

    def _why_flat(self, method: str) -> str:
        if method not in HISTORY_METHODS:
            return said("No item has a vote.")
        if self.known_votes is not None and not self.known_votes.any():
            return said("No vote of an annotator with history is left.")
        return diagnostics.flat_in_words(self.panel, self.fits, method)

    def _status(self, row: Estimate, answer: Answer, group: int) -> tuple[str, str | None]:
        if row.converged is False:
            return "not_converged", said(
                "EM is not converged: it stopped after {steps}, the limit; the number may still move.{shell}",
                steps=counted(row.steps or 0, "iteration"),
                shell=for_shell(" Raise --max-iter."),
            )
        if answer.edge[group, 0]:
            return "boundary", _at_boundary(self.panel.rounds.classes, answer.shares[group, :, 0])
        if row.method == "hero2" and not self.recipe.covariate_names:
            return "ok", said("No usable covariate: HERO-2 equals HERO-1.")
        return "ok", None

    def _interval(self, method: str, group: int, value: float, count: int) -> Interval:
        bounds = (float(self.panel.rounds.values.min()), float(self.panel.rounds.values.max()))
        if method in self.influence:
            error = float(np.linalg.norm(self.influence[method][group]))
            inside = EDGE < (value - bounds[0]) / max(bounds[1] - bounds[0], EDGE) < 1 - EDGE
            if error > AGREE and inside:
                return logit_interval(value, error, bounds, self.level, self._formula(method))
            why = (
                said("the items agree completely")
                if inside
                else said("the estimate lies at the edge of what is possible")
            )
            return self._degenerate(method, group, value, bounds, count, why)
        if method not in self.replicates:
            return Interval(low=None, high=None, std_error=None, words=said("no analytic interval here; use resamples"))
        what = said("two-level bootstrap") if method in HISTORY_METHODS else said("bootstrap of current items")
        replicates = self.replicates[method][group]
        found = percentile(replicates, self.level, what)
        if found is not None:
            return found
        if np.isfinite(replicates).mean() < 0.5:
            return Interval(low=None, high=None, std_error=None, words=said("none: most resamples have no number"))
        return self._degenerate(method, group, value, bounds, count, said("the resamples agree"))

    def _formula(self, method: str) -> str:
        """How an analytic interval was made, and whether it is to be trusted."""
        anchor = self.panel.anchor
        if anchor is None or method not in HISTORY_METHODS or not _crowded(anchor, self.fits, method):
            return said("analytic, logit scale")
        return said("analytic, logit scale; the history is small for so many rates, so it may be too narrow")

    def _degenerate(
        self, method: str, group: int, value: float, bounds: tuple[float, float], count: int, why: str
    ) -> Interval:
        """No band of zero width: a likelihood interval (binary HERO) or a Wilson interval stands in (policy P24)."""
        anchor = self.panel.anchor
        if method not in HISTORY_METHODS or len(self.panel.rounds.classes) != 2 or anchor is None:
            return wilson_interval(value, bounds, max(count, 1), self.level, why)
        likelihood = likelihoods(anchor.known, self.fits.rates(method))[:, self.panel.groups[group], 0]
        low, high = likelihood_interval(likelihood, float(self.answers[method].shares[group, 1, 0]), self.level)
        width = float(np.diff(self.panel.rounds.values)[0])
        ends = sorted(float(self.panel.rounds.values[0]) + width * share for share in (low, high))
        return Interval(
            low=ends[0],
            high=ends[1],
            std_error=None,
            words=said("likelihood interval with rates held fixed, since {why}", why=why),
        )


def _at_boundary(classes: tuple[str, ...], shares: FloatArray) -> str:
    """What it means that a class share is 0 because no share above it would solve the equation."""
    if len(classes) == 2:
        return said(
            "No share inside 0 to 1 solves the equation; the number is the nearest possible one, at the boundary."
        )
    gone = joined((name for name, share in zip(classes, shares, strict=True) if share == 0), ", ")
    return said(
        "The share of class {label} would have to be below 0; it is held at 0, the boundary, and the rest is fitted.",
        label=gone,
    )


def _crowded(anchor: Anchor, fits: Fits, method: str) -> bool:
    """Whether the history has so few items (gold only: expert answers) for each free rate that the formula, which
    takes the rates near 0 and 1 as known, may tell too narrow a range.
    """
    rates = fits.rates(method)[..., 0]
    free = np.count_nonzero(rates > KNOWN_RATE) - rates.shape[0] * rates.shape[1]
    items = np.count_nonzero(anchor.gold != NO_GOLD) if method == "mle" else anchor.history.n_items
    return bool(items < CROWDED * free)
