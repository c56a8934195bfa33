"""Walk: from the simple vote to PEC, what each step did to the number of one version, and what did it.

An annotator's part in a step is measured by taking the step back for this annotator alone: with the rates that the
method before used (after the simple vote: those of the average annotator) in place of the own ones, all else as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from scipy.special import softmax

from hero_core.annotations import Annotations, BoolArray, FloatArray, IntArray
from hero_core.hero import control_variate, scores, solve_shares
from hero_core.results import HISTORY_METHODS, finite
from hero_core.solved import ModelOptions, Solved, answer_values

WALK = ("mv", "ds", "mle", "hero1", "hero2", "pec")
TRIED = 12  # annotators for whom the number is worked out anew: those that move the items' posteriors most


@dataclass(frozen=True, kw_only=True)
class Person:
    """The annotator that moves a step most: with the former rates `without` would be the number, `moved` the rest.

    `share` of the version's votes; `leaning` the mean worth of the labels given there, `others` that of all others'.
    `rates` (K, K) are those of the method, `former` those put in their place; None where the votes were left out.
    """

    annotator: str
    without: float
    moved: float
    share: float
    leaning: float
    others: float | None
    rates: tuple[tuple[float, ...], ...]
    former: tuple[tuple[float, ...], ...] | None


@dataclass(frozen=True, kw_only=True)
class Feature:
    """The item feature that moves HERO-2 most: its means, and the number without it."""

    name: str
    here: float
    history: float
    without: float
    moved: float


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step from method to method: the change, the annotator or feature behind it, ties and votes left out.

    `ties` are items on which the simple vote is tied; `unused` votes of annotators without history, which HERO leaves
    out; `base` is what stands in for an annotator's rates: "average" or the method before.
    """

    before: str
    after: str
    start: float
    end: float
    n_items: int
    ties: int
    unused: int
    base: str
    person: Person | None = None
    feature: Feature | None = None

    @property
    def change(self) -> float:
        """How far the number moved."""
        return self.end - self.start


@dataclass(frozen=True, kw_only=True)
class Walk:
    """Every method fitted once, ready to be walked for any version."""

    solved: Solved

    @classmethod
    def of(cls, history: Annotations | None, current: Annotations, options: ModelOptions) -> Walk:
        """Fit the methods of the walk that `options` ask for. Raises ReadError, SettingsError."""
        options.check()
        return cls(solved=Solved.of(options.paired(history, current), options))

    def steps(self, system: str | None = None) -> tuple[Step, ...]:
        """The steps of one version (None = all items), between the methods that have a number for it."""
        part = _Part(solved=self.solved, system=system)
        with_number = [name for name in WALK if name in self.solved.answers and finite(part.value(name)) is not None]
        return tuple(_step(part, before, after) for before, after in pairwise(with_number))


@dataclass(frozen=True, kw_only=True)
class _Part:
    """The items of one version with all that the steps need."""

    solved: Solved
    system: str | None

    @cached_property
    def position(self) -> int:
        """Row of the version in every answer."""
        return self.solved.panel.labels.index(self.system)

    @cached_property
    def items(self) -> IntArray:
        """Items of the version, shape (n,)."""
        return self.solved.panel.groups[self.position]

    @cached_property
    def ballots(self) -> tuple[IntArray, IntArray, IntArray]:
        """Place among the items, annotator and label of each vote on the version; shapes (V,)."""
        file = self.solved.rounds.current
        place = np.full(file.n_items, -1)
        place[self.items] = np.arange(len(self.items))
        mine = place[file.item] >= 0
        return place[file.item][mine], file.annotator[mine], file.label[mine]

    @cached_property
    def unused(self) -> int:
        """Votes that HERO leaves out."""
        if self.solved.recipe.pool:
            return 0
        return int((~self.solved.rounds.known[self.ballots[1]]).sum())

    @cached_property
    def ties(self) -> int:
        """Items on which the simple vote is tied."""
        counts = self.solved.rounds.current.vote_counts[self.items]
        top = counts.max(axis=1, keepdims=True)
        return int((((counts == top) & (top > 0)).sum(axis=1) > 1).sum())

    def value(self, method: str) -> float:
        """The number of a method."""
        return float(answer_values(self.solved.answers[method], self.solved.rounds.values)[self.position, 0])

    def rates(self, method: str) -> FloatArray:
        """Rates of all annotators by a method, (R, K, K)."""
        return self.solved.fits.rates(method)[..., 0]

    def heard(self, method: str) -> FloatArray:
        """1 for each vote that the method uses, shape (V,)."""
        if method not in HISTORY_METHODS or self.solved.recipe.pool:
            return np.ones(len(self.ballots[1]))
        return self.solved.rounds.known[self.ballots[1]].astype(float)


def _step(part: _Part, before: str, after: str) -> Step:
    base = "average" if before == "mv" else before
    return Step(
        before=before, after=after, start=part.value(before), end=part.value(after), n_items=len(part.items),
        ties=part.ties, unused=part.unused, base=base,
        person=None if after == "hero2" else _person(part, before, after),
        feature=_feature(part) if after == "hero2" else None,
    )  # fmt: skip


def _former_rates(part: _Part, before: str, after: str) -> tuple[FloatArray, FloatArray]:
    """Rates to put in place of each annotator's own (R, K, K), and 1 where they are known, 0 = votes left out (R,)."""
    rounds = part.solved.rounds
    if before == "mv":
        rates = part.rates(after)
        cast = np.bincount(rounds.current.annotator, minlength=len(rates))
        mean = np.tensordot(cast / cast.sum(), rates, axes=1)
        return np.broadcast_to(mean, rates.shape), np.ones(len(rates))
    source = "hero1" if before == "hero2" else before
    gone = source in HISTORY_METHODS and after not in HISTORY_METHODS and not part.solved.recipe.pool
    return part.rates(source), rounds.known.astype(float) if gone else np.ones(len(rounds.known))


def _person(part: _Part, before: str, after: str) -> Person | None:
    """The annotator without whose new rates the number would differ most."""
    own, (former, known) = part.rates(after), _former_rates(part, before, after)
    place, who, label = part.ballots
    heard = part.heard(after)
    base = np.zeros((own.shape[1], len(part.items)))
    np.add.at(base.T, place, heard[:, None] * np.log(own[who, :, label]))
    swap = heard[:, None] * (known[who, None] * np.log(former[who, :, label]) - np.log(own[who, :, label]))
    people = np.unique(who[heard > 0])
    if not len(people):
        return None
    solve = _solver(part, after)
    rough = np.abs(_rough(part, after, base, swap))[people]
    tried = people[np.argsort(-rough, kind="stable")[:TRIED]]
    whole = solve(base)
    without = np.array([solve(_with(base, place[who == j], swap[who == j])) for j in tried])
    if not np.isfinite(without).any() or not np.isfinite(whole):
        return None
    most = int(np.nanargmax(np.abs(whole - without)))
    j = int(tried[most])
    values, mine = part.solved.rounds.values, who == j
    return Person(
        annotator=str(part.solved.rounds.annotator_ids[j]), without=float(without[most]),
        moved=float(whole - without[most]), share=float(mine.mean()), leaning=float(values[label[mine]].mean()),
        others=float(values[label[~mine]].mean()) if (~mine).any() else None,
        rates=_as_tuple(own[j]), former=_as_tuple(former[j]) if known[j] else None,
    )  # fmt: skip


def _as_tuple(rates: FloatArray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(float, row)) for row in rates)


def _with(base: FloatArray, place: IntArray, swap: FloatArray) -> FloatArray:
    """Log likelihoods (K, n) with the votes at `place` weighed otherwise by `swap` (V, K)."""
    changed = base.copy()
    np.add.at(changed.T, place, swap)
    return changed


def _solver(part: _Part, method: str) -> Callable[[FloatArray], float]:
    """Log likelihoods of the items (K, n) -> the version's number by the method; NaN where it is not identified."""
    values, used = part.solved.rounds.values, _used(part, method)
    if method in HISTORY_METHODS:

        def by_equation(logs: FloatArray) -> float:
            found = solve_shares(softmax(logs[:, used], axis=0)[:, :, None], np.ones((int(used.sum()), 1)))
            return float(values @ found.shares[:, 0]) if found.identified[0] else float("nan")

        return by_equation
    shares = _log_shares(part, method)
    return lambda logs: float((values @ softmax(logs[:, used] + shares, axis=0)).mean())


def _log_shares(part: _Part, method: str) -> FloatArray:
    """Log of the class shares that an item has before its votes, (K, 1)."""
    if method in HISTORY_METHODS:
        shares: FloatArray = part.solved.answers[method].shares[part.position, :, :1]
    else:
        shares = part.solved.fits.of(method).parameters.prior[:, 0, :1]
    return np.log(np.maximum(shares, 1e-300))


def _used(part: _Part, method: str) -> BoolArray:
    """Items with a vote that the method uses, as a mask (n,)."""
    place = part.ballots[0][part.heard(method) > 0]
    used: BoolArray = np.bincount(place, minlength=len(part.items)) > 0
    return used


def _rough(part: _Part, method: str, base: FloatArray, swap: FloatArray) -> FloatArray:
    """How far the mean posterior moves at the present shares with each annotator's swap, vote by vote; shape (R,)."""
    place, who, _ = part.ballots
    logs = _log_shares(part, method) + base
    values = part.solved.rounds.values
    moved = values @ softmax(logs[:, place] + swap.T, axis=0) - values @ softmax(logs[:, place], axis=0)
    total: FloatArray = np.bincount(who, moved, minlength=len(part.solved.rounds.known)).astype(float)
    return total


def _feature(part: _Part) -> Feature | None:
    """The covariate without which HERO-2 would differ most."""
    panel, recipe, anchor = part.solved.panel, part.solved.recipe, part.solved.panel.anchor
    if anchor is None or not recipe.covariate_names:
        return None
    used = _used(part, "hero1")
    place, who, label = part.ballots
    logs = np.zeros((len(panel.rounds.classes), len(part.items)))
    np.add.at(logs.T, place, part.heard("hero1")[:, None] * np.log(part.rates("hero1")[who, :, label]))
    likelihood = softmax(logs[:, used], axis=0)[:, :, None]
    shares = part.solved.answers["hero1"].shares[part.position, :, :1]
    columns, weights = panel.covariates[part.items][used], np.ones((int(used.sum()), 1))
    shrink = len(anchor.covariates) / (len(anchor.covariates) + len(columns)) if recipe.hero2_weight == "finite" else 1
    found, whole = [], part.value("hero2")
    for number, name in enumerate(recipe.covariate_names):
        rest = [other for other in range(columns.shape[1]) if other != number]
        without = part.value("hero1")
        if rest:
            mean = anchor.covariates[:, rest].mean(axis=0)[:, None]
            tilt = control_variate(
                scores(likelihood, shares), columns[:, rest], weights, mean, ridge=recipe.ridge, shrink=shrink
            ).tilt
            without = float(part.solved.rounds.values @ solve_shares(likelihood, weights, tilt).shares[:, 0])
        found.append(
            Feature(name=name, here=float(columns[:, number].mean()), without=without, moved=whole - without,
                    history=float(anchor.covariates[:, number].mean()))
        )  # fmt: skip
    return max(found, key=lambda feature: abs(feature.moved))
