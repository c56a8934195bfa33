"""item_table(), item_votes() and next_votes(): what each item probably is, why, and what one more vote would change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Unpack

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations, BoolArray, FloatArray, IntArray, TextArray
from hero_core.errors import Refused
from hero_core.hero import likelihoods
from hero_core.methods import hardened, majority_shares, vote_shares
from hero_core.nextvote import after_vote, chance_of_vote, entropy, expected_drop
from hero_core.provenance import provenance
from hero_core.results import HISTORY_METHODS, TableResult
from hero_core.rounds import Rounds
from hero_core.saying import said
from hero_core.solved import ModelChoices, ModelOptions, Solved

SETTINGS = (
    "tol", "max_iter", "pec_pseudocounts", "values", "overlap", "hero2_weight", "ridge", "new_annotators", "prevalence",
)  # fmt: skip
COLUMNS = (
    "item_id", "system", "round", "n_votes", "posterior", "credit", "entropy", "top_class", "split",
    "expected_entropy_drop",
)  # fmt: skip
WITHOUT_RATES = ("mv", "vote_share")


def item_table(
    current: Annotations,
    history: Annotations | None = None,
    *,
    method: str = "hero1",
    **model: Unpack[ModelChoices],
) -> TableResult:
    """One row per current item, in the order of the codes.

    `posterior` is the probability of class 1 (binary) or of the most probable class; `credit` sum over k of value[k]
    times posterior[k]; `entropy` in nats; `split` the votes for the top label ("3 of 5"); `expected_entropy_drop` what
    one more vote of an average annotator takes off the entropy (None for methods without rates); with more than two
    classes `probability_NAME` the probability of each. HERO's posterior of an item is proportional to its system's
    share times its likelihood. Items without a usable vote have none. Raises Refused when the method has no number,
    SettingsError for an unknown method.
    """
    options = ModelOptions(methods=(method,), **model)
    return ItemModel.of(history, current, options).table()


def item_votes(
    current: Annotations,
    history: Annotations | None,
    item_position: int,
    *,
    method: str = "hero1",
    **model: Unpack[ModelChoices],
) -> TableResult:
    """Why an item has its label: one row per vote, strongest first.

    `log_ratio` is log P(label | top class) - log P(label | runner-up) of the annotator who cast it (natural log; for
    binary labels class 1 against class 0); None for an annotator whose rates are unknown to the method;
    `known` says which.
    """
    options = ModelOptions(methods=(method,), **model)
    return ItemModel.of(history, current, options).votes(item_position)


def next_votes(
    current: Annotations,
    history: Annotations | None,
    item_position: int,
    *,
    method: str = "hero1",
    **model: Unpack[ModelChoices],
) -> TableResult:
    """What one more vote on an item would change: one row per annotator and label, the most telling annotator first.

    The annotators are those who vote in this round, have rates and did not vote on the item; `annotator` None is the
    average one. `chance` is how likely the label is, `after` the probability of the class that leads now (binary:
    class 1) once it is given, `top_class` the leading class then, `flips` whether that is another one. Empty for an
    item without a posterior and for methods without rates.
    """
    options = ModelOptions(methods=(method,), **model)
    return ItemModel.of(history, current, options).next_votes(item_position)


@dataclass(frozen=True, kw_only=True)
class ItemModel:
    """One method fitted on both rounds, ready to be asked about items."""

    solved: Solved
    options: ModelOptions
    history: Annotations | None

    @classmethod
    def of(cls, history: Annotations | None, current: Annotations, options: ModelOptions) -> ItemModel:
        """Fit the only method of `options`. Raises Refused, SettingsError."""
        options.check()
        method = options.methods[0]
        rounds = options.paired(history, current)
        if method != "hero2":
            options = replace(options, covariates="none")
        solved = Solved.of(rounds, options)
        if method not in solved.answers:
            raise Refused(rounds.refusal or said("This method has no number here."))
        return cls(solved=solved, options=options, history=history)

    @property
    def method(self) -> str:
        """The method."""
        return self.options.methods[0]

    @property
    def rounds(self) -> Rounds:
        """Both files, coded alike."""
        return self.solved.rounds

    @cached_property
    def posterior(self) -> FloatArray:
        """Class probabilities (K, n), NaN for items without a usable vote or share."""
        return _posterior(self.solved)

    @cached_property
    def confusion(self) -> FloatArray | None:
        """Rates of all annotators (R, K, K); None for methods without."""
        return None if self.method in WITHOUT_RATES else self.solved.fits.rates(self.method)[..., 0]

    @cached_property
    def has_rates(self) -> BoolArray:
        """Annotators whose rates the method knows; shape (R,)."""
        if self.method in HISTORY_METHODS and not self.solved.recipe.pool:
            return self.rounds.known
        return np.full(len(self.rounds.known), self.confusion is not None)

    @cached_property
    def present(self) -> IntArray:
        """Votes of each annotator with rates in this round, 0 for all others; shape (R,)."""
        cast = np.bincount(self.rounds.current.annotator, minlength=len(self.has_rates))
        return np.where(self.has_rates, cast, 0)

    @cached_property
    def average(self) -> FloatArray | None:
        """Rates of the average annotator of this round, weighted by votes; (K, K)."""
        if self.confusion is None or not self.present.any():
            return None
        mean: FloatArray = np.tensordot(self.present / self.present.sum(), self.confusion, axes=1)
        return mean

    def table(self) -> TableResult:
        """One row per item, see item_table."""
        used = self.options.as_used(self.solved)
        settings = {"method": self.method} | {name: used[name] for name in SETTINGS}
        return TableResult(
            frame=_item_frame(self),
            findings=self.rounds.findings,
            provenance=provenance(self.rounds.history, self.rounds.current, self.history, settings),
        )

    def sides(self, position: int) -> tuple[int, int]:
        """The class whose probability is told of an item, and the one it is weighed against."""
        shares = self.posterior[:, position]
        order = np.argsort(-np.nan_to_num(shares), kind="stable")
        return (1, 0) if len(shares) == 2 else (int(order[0]), int(order[1]))

    def votes(self, position: int) -> TableResult:
        """One row per vote on an item, see item_votes."""
        file, confusion = self.rounds.current, self.confusion
        votes = np.flatnonzero(file.item == position)
        first, second = self.sides(position)
        who, label = file.annotator[votes], file.label[votes]
        known = self.has_rates[who]
        ratio = np.full(len(votes), np.nan)
        if confusion is not None:
            ratio[known] = np.log(
                confusion[who[known], first, label[known]] / confusion[who[known], second, label[known]]
            )
        names = np.array(self.rounds.classes, dtype=object)
        frame = pd.DataFrame(
            {"annotator": file.annotator_ids[who], "label": names[label], "log_ratio": ratio, "known": known}
        )
        frame = frame.iloc[np.argsort(-np.abs(np.nan_to_num(ratio)), kind="stable")].reset_index(drop=True)
        frame.attrs["for_class"], frame.attrs["against_class"] = str(names[first]), str(names[second])
        return TableResult(frame=frame, findings=())

    def next_votes(self, position: int) -> TableResult:
        """One row per annotator and label, see next_votes."""
        shares, names = self.posterior[:, position], self.rounds.classes
        lines: list[list[object]] = []
        if self.confusion is not None and self.average is not None and np.isfinite(shares).all():
            voted = self.rounds.current.annotator[self.rounds.current.item == position]
            free = np.setdiff1d(np.flatnonzero(self.present), voted)
            who = [*self.rounds.annotator_ids[free], None]
            rates = np.concatenate([self.confusion[free], self.average[None]])
            drop = expected_drop(shares[:, None], rates)[:, 0]
            chances, after = chance_of_vote(shares, rates), after_vote(shares, rates)
            focus, top = self.sides(position)[0], int(shares.argmax())
            for j in [*np.argsort(-drop[:-1], kind="stable"), len(free)]:
                leads = after[j].argmax(axis=1)
                lines += [
                    [who[j], names[label], float(chances[j, label]), float(after[j, label, focus]),
                     names[leads[label]], bool(leads[label] != top), float(drop[j])]
                    for label in range(len(names))
                ]  # fmt: skip
        frame = pd.DataFrame(
            lines, columns=["annotator", "label", "chance", "after", "top_class", "flips", "expected_entropy_drop"]
        )
        frame.attrs["for_class"] = str(names[self.sides(position)[0]])
        return TableResult(frame=frame, findings=())


def _item_frame(model: ItemModel) -> pd.DataFrame:
    rounds, posterior = model.rounds, model.posterior
    counts = rounds.current.vote_counts
    usable: BoolArray = np.asarray(np.isfinite(posterior).all(axis=0))
    binary = len(rounds.classes) == 2
    names = np.array(rounds.classes, dtype=object)
    shown = posterior[1] if binary else posterior.max(axis=0)
    top = names[np.where(usable, posterior, 0).argmax(axis=0)]
    drop = np.full(len(usable), np.nan) if model.average is None else expected_drop(posterior, model.average)
    frame = pd.DataFrame(
        {
            "item_id": rounds.current.item_ids,
            "system": _names(rounds.current.systems, rounds.current.system),
            "round": _names(rounds.current.rounds, rounds.current.round),
            "n_votes": counts.sum(axis=1),
            "posterior": shown,
            "credit": rounds.values @ posterior,
            "entropy": np.where(usable, entropy(posterior), np.nan),
            "top_class": np.where(usable, top, None),
            "split": [f"{most} of {total}" for most, total in zip(counts.max(axis=1), counts.sum(axis=1), strict=True)],
            "expected_entropy_drop": np.where(usable, drop, np.nan),
        },
        columns=list(COLUMNS),
    )
    for code, name in enumerate(rounds.classes if not binary else ()):
        frame[f"probability_{name}"] = posterior[code]
    return frame


def _names(names: tuple[str, ...], codes: IntArray) -> TextArray:
    return np.array(names, dtype=object)[codes] if names else np.full(len(codes), None, dtype=object)


def _posterior(solved: Solved) -> FloatArray:
    """Class probabilities (K, n) by the one method fitted, NaN for items without a usable vote or share."""
    method, anchor = solved.recipe.methods[0], solved.panel.anchor
    if method in ("mv", "vote_share"):
        counts = solved.rounds.current.vote_counts
        return (majority_shares(counts) if method == "mv" else vote_shares(counts)).T
    if method not in HISTORY_METHODS or anchor is None:
        posterior = solved.fits.of(method).posterior
        return (hardened(posterior) if method == "ds_hard" else posterior)[:, :, 0]
    likelihood = likelihoods(anchor.known, solved.fits.rates(method))[:, :, 0]
    answer, shares = solved.answers[method], np.empty_like(likelihood)
    for position, items in enumerate(solved.panel.groups):
        shares[:, items] = answer.shares[position, :, :1] if answer.identified[position, 0] else np.nan
    joint = np.where(anchor.has_known_vote > 0, likelihood * shares, np.nan)
    shared: FloatArray = joint / joint.sum(axis=0)
    return shared
