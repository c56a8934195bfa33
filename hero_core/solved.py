"""Both rounds with every asked method fitted on all of their items: where every result begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

import numpy as np

from hero_core.annotations import Annotations, FloatArray
from hero_core.covariates import TEXT_COLUMN, choose_covariates, unproven_covariates
from hero_core.errors import Finding, refuse_settings
from hero_core.hero import gcv_ridge, likelihoods, scores
from hero_core.methods import Stopping, fit_history
from hero_core.panel import Panel, Part
from hero_core.results import METHODS, CovariateRow, TextRow
from hero_core.rounds import Rounds, pair
from hero_core.saying import joined, said
from hero_core.shares import Answer, Draw, Fits, Recipe, solve_all

MANY = 5  # covariates from which on "auto" chooses a ridge
NEW_ANNOTATORS = ("drop", "pool")
PREVALENCES = ("shared", "by_group")


class FitChoices(TypedDict, total=False):
    """How the model is fitted: further keywords of every function that fits it, each with a usual value.

    `covariates` "auto" (all that can be used), "none" or names, and `hero2_weight` "paper" or "finite" for HERO-2, with
    its `ridge` ("auto" or a number from 0 on); `tol` and `max_iter` of the EM (1e-6, 2,000); `pec_pseudocounts` of
    class, diagonal and off-diagonal (0, .01, .01); `overlap` "drop" or "keep" items that both files have;
    `new_annotators` "drop" or "pool"; `prevalence` "shared" or "by_group". The usual values are those of ModelOptions.
    """

    covariates: str | Sequence[str]
    hero2_weight: str
    ridge: float | str
    tol: float
    max_iter: int
    pec_pseudocounts: tuple[float, float, float]
    overlap: str
    new_annotators: str
    prevalence: str


class ModelChoices(FitChoices, total=False):
    """The same, with the worth `values` of the K classes (None: spread over 0 to 1)."""

    values: Sequence[float] | None


@dataclass(frozen=True, kw_only=True)
class ModelOptions:
    """The methods, the ModelChoices as chosen or usual, and the column of words for HERO-2."""

    methods: tuple[str, ...]
    covariates: str | Sequence[str] = "auto"
    hero2_weight: str = "paper"
    ridge: float | str = "auto"
    tol: float = 1e-6
    max_iter: int = 2000
    pec_pseudocounts: tuple[float, float, float] = (0.0, 0.01, 0.01)
    values: Sequence[float] | None = None
    overlap: str = "drop"
    new_annotators: str = "drop"
    prevalence: str = "shared"
    text: str | None = None

    def check(self) -> None:
        """Raise SettingsError, in words, for an option that cannot be used."""
        self._check_methods()
        pseudo, ridge, weight = tuple(self.pec_pseudocounts), self.ridge, self.hero2_weight
        fits = ridge == "auto" or (isinstance(ridge, int | float) and np.isfinite(ridge) and ridge >= 0)
        values = (0.0, 1.0) if self.values is None else tuple(self.values)
        ways, shares = joined(NEW_ANNOTATORS, " or "), joined(PREVALENCES, " or ")
        refuse_settings(
            (weight not in ("paper", "finite"), said("hero2_weight is {value!r}; use paper or finite.", value=weight)),
            (not fits, said("ridge is {value}; it must be auto, 0 or a positive number.", value=ridge)),
            (
                self.new_annotators not in NEW_ANNOTATORS,
                said("new_annotators is {value!r}; use {names}.", value=self.new_annotators, names=ways),
            ),
            (
                self.prevalence not in PREVALENCES,
                said("prevalence is {value!r}; use {names}.", value=self.prevalence, names=shares),
            ),
            (
                not 0 < self.tol < 1,
                said("tol is {value}; it must be a small positive number such as 1e-6.", value=self.tol),
            ),
            (self.max_iter < 1, said("max_iter is {value}; it must be at least 1.", value=self.max_iter)),
            (
                len(pseudo) != 3 or not all(np.isfinite(x) and x >= 0 for x in pseudo),
                said(
                    "pec_pseudocounts is {value}; give three numbers of at least 0: class, diagonal, off-diagonal.",
                    value=pseudo,
                ),
            ),
            (
                len(values) < 2 or not all(np.isfinite(values)),
                said("values are {given}; give one finite number for each class, lowest class first.",
                     given=joined((f"{value:g}" for value in values), ", ") or said("none")),
            ),
        )  # fmt: skip

    def _check_methods(self) -> None:
        """Raise SettingsError for methods that do not exist, or for words that no method would use."""
        methods = joined(METHODS, ", ")
        unknown = joined((repr(name) for name in self.methods if name not in METHODS), ", ")
        refuse_settings(
            (not self.methods, said("No method was chosen; choose at least one of {methods}.", methods=methods)),
            (
                bool(unknown),
                said("Unknown method {names}; the methods are {methods}.", names=unknown, methods=methods),
            ),
            (
                self.text not in (None, "prompt"),
                said("text is {value!r}; only the column prompt can be used.", value=self.text),
            ),
            (
                self.text is not None and "hero2" not in self.methods,
                said("The words of the prompts are a covariate of HERO-2: add hero2 to the methods."),
            ),
        )

    def paired(self, history: Annotations | None, current: Annotations) -> Rounds:
        """Both files coded alike. Raises ReadError, SettingsError."""
        pool = self.new_annotators == "pool"
        return pair(history, current, overlap=self.overlap, values=self.values, pool=pool)

    def recipe(self, covariate_names: tuple[str, ...], watch: Callable[[], None] | None = None) -> Recipe:
        """The same, with the covariates that can be used."""
        return Recipe(
            methods=self.methods,
            covariate_names=covariate_names,
            hero2_weight=self.hero2_weight,
            ridge=0.0 if isinstance(self.ridge, str) else self.ridge,
            pool=self.new_annotators == "pool",
            pec_pseudocounts=self.pec_pseudocounts,
            stopping=Stopping(tol=self.tol, max_iter=self.max_iter, watch=watch),
        )

    def as_used(self, solved: Solved) -> dict[str, object]:
        """The options with what "auto" and None came to, for the provenance."""
        return {
            "methods": list(self.methods),
            "covariates": list(solved.recipe.covariate_names),
            "hero2_weight": self.hero2_weight,
            "ridge": solved.recipe.ridge,
            "tol": self.tol,
            "max_iter": self.max_iter,
            "pec_pseudocounts": list(self.pec_pseudocounts),
            "values": solved.rounds.values.tolist(),
            "overlap": self.overlap,
            "new_annotators": self.new_annotators,
            "prevalence": self.prevalence,
            "text": self.text,
        }


@dataclass(frozen=True, kw_only=True)
class Solved:
    """The data as matrices, the recipe, and what came of it; `findings` are those about the covariates.

    `text` tells of the prompts' words where they were asked for.
    """

    panel: Panel
    recipe: Recipe
    answers: dict[str, Answer]
    fits: Fits
    covariates: tuple[CovariateRow, ...]
    findings: tuple[Finding, ...]
    text: TextRow | None = None

    @classmethod
    def of(
        cls,
        rounds: Rounds,
        options: ModelOptions,
        watch: Callable[[], None] | None = None,
        parts: Sequence[Part] | None = None,
    ) -> Solved:
        """Fit every method once, for `parts` of the round (by default all items and each system).

        Raises SettingsError for a covariate that no file has or prompts that cannot be used, and what `watch` raises.
        """
        rounds, text = _with_text(rounds, options, watch)
        names, rows, findings = choose_covariates(rounds, _asked(options, text))
        if options.covariates == "auto" and "hero2" in options.methods:
            findings += unproven_covariates(rounds, names)
        by_group, pool = options.prevalence == "by_group", options.new_annotators == "pool"
        panel = Panel.of(rounds, names, by_group=by_group, pool=pool, parts=parts)
        recipe = options.recipe(names, watch)
        answers, fits = solve_all(panel, recipe, whole(panel))
        if options.ridge == "auto" and len(names) > MANY and "hero2" in answers:
            recipe = replace(recipe, ridge=_ridge_of(panel, answers["hero2"], fits))
            answers, fits = solve_all(panel, recipe, whole(panel))
        return cls(
            panel=panel, recipe=recipe, answers=answers, fits=fits, covariates=rows, findings=tuple(findings), text=text
        )

    def watched(self, watch: Callable[[], None] | None) -> Solved:
        """The same, with `watch` called by fits yet to come."""
        return replace(self, recipe=replace(self.recipe, stopping=replace(self.recipe.stopping, watch=watch)))

    @property
    def rounds(self) -> Rounds:
        """Both files, coded alike."""
        return self.panel.rounds


def _asked(options: ModelOptions, text: TextRow | None) -> str | Sequence[str]:
    """The covariates asked for, with that of the prompts' words."""
    asked = options.covariates
    if text is None or not text.used or asked == "auto":
        return asked
    return (*(() if asked == "none" else (asked,) if isinstance(asked, str) else asked), TEXT_COLUMN)


def _with_text(
    rounds: Rounds, options: ModelOptions, watch: Callable[[], None] | None
) -> tuple[Rounds, TextRow | None]:
    """Both files with the covariate x_text, where it is asked for and HERO has a number."""
    if options.text is None:
        return rounds, None
    by_group, pool = options.prevalence == "by_group", options.new_annotators == "pool"
    anchor = Panel.of(rounds, by_group=by_group, pool=pool).anchor
    if anchor is None:
        return rounds, None
    from hero_core.text import with_text  # scikit-learn is loaded only by those who ask for it

    every = np.ones((anchor.history.n_items, 1))
    fit = fit_history(anchor.history, anchor.gold, every, options.recipe((), watch).stopping, group=anchor.group)
    return with_text(rounds, rounds.values @ fit.posterior[:, :, 0])


def _ridge_of(panel: Panel, answer: Answer, fits: Fits) -> float:
    """The ridge of HERO-2's regression by generalised cross-validation over all current items."""
    anchor = panel.anchor
    if anchor is None or not answer.identified[0, 0]:
        return 0.0
    used = anchor.has_known_vote > 0
    score = scores(likelihoods(anchor.known, fits.rates("hero1"))[:, used], answer.shares[0, :, :1])[:, :, 0]
    return gcv_ridge(score, panel.covariates[used])


def whole(panel: Panel) -> Draw:
    """Every item once: the data themselves."""
    history = None if panel.anchor is None else np.ones((panel.anchor.history.n_items, 1))
    return Draw(items=np.ones((panel.current.n_items, 1)), history=history)


def answer_values(answer: Answer, values: FloatArray) -> FloatArray:
    """Worth of the class shares, sum over k of values[k] * share[k]; (S + 1, B), NaN where there is no number."""
    worth = np.einsum("k,gkb->gb", values, answer.shares)
    return np.where(answer.identified, worth, np.nan)
