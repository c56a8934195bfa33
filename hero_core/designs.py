"""Simulation designs: what a round with known truth is made of; the two papers' designs and the sample data's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from hero_core.annotations import FloatArray
from hero_core.errors import SettingsError
from hero_core.saying import joined, said

KIND_RATES = {
    "adversarial": (0.25, 0.25),
    "strict": (0.60, 0.95),
    "lenient": (0.95, 0.60),
    "routed": (0.97, 0.15),
}
KINDS = ("ordinary", "gone", "new", *KIND_RATES)


@dataclass(frozen=True, kw_only=True)
class Design:
    """What a simulated round is made of; every field can be overridden in `simulate`.

    Truth: a class is the number of good ones among K - 1 aspects of an item, each good with the same chance, which
    is logistic in the covariate; `prevalence` is its exact mean (per system; a single number rises by `gap` from one
    system to the next). An annotator sees each aspect with the given sensitivity and specificity, so K = 2 is the
    usual binary model. `n_current` counts items per system; under `paired` systems share ids and covariates.
    `prevalence_history` is the history's mean, unless with `history_systems` it holds the same systems.
    `k` spreads sensitivity and specificity as Beta(k m, k (1 - m)); None gives everybody the mean.
    `kinds` names each annotator's kind: "gone" leaves half-way through the history, "new" comes with the current
    round and votes little, "routed" is very lenient and labels mostly the last system. On hard items sensitivity is
    multiplied by `hard_sensitivity`, and both rates move to 0.5 by the share `hard_pull`. Planted defects:
    `drift` is what a share of annotators loses in sensitivity after the history, `covariate_shift` moves the covariate.
    """

    description: str
    n_classes: int = 2
    n_history: int = 800
    history_rounds: int = 1
    n_current: int = 300
    gold_share: float = 0.10
    votes_per_item: float = 5.0
    votes_per_current_item: float | None = None
    prevalence_history: float = 0.30
    history_systems: bool = False
    prevalence: float | tuple[float, ...] = 0.24
    n_systems: int = 1
    gap: float = 0.0
    systems: tuple[str, ...] = ()
    paired: bool = False
    n_annotators: int = 10
    sensitivity: float = 0.65
    specificity: float = 0.85
    k: float | None = 12.0
    kinds: tuple[str, ...] = ()
    annotator_names: tuple[str, ...] = ()
    adversarial_share: float = 0.0
    strict_lenient: bool = False
    drift_share: float = 0.0
    drift: float = 0.2
    covariate: str = "x_1"
    slope: float = 1.5
    covariate_shift: float = 0.0
    noise_covariates: int = 0
    hard_share: float = 0.0
    hard_sensitivity: float = 1.0
    hard_pull: float = 0.0

    @property
    def means(self) -> FloatArray:
        """Exact mean value of each system's items; shape (S,)."""
        given = np.atleast_1d(np.asarray(self.prevalence, dtype=float))
        return given if len(given) > 1 else given + self.gap * np.arange(self.n_systems)

    @property
    def system_names(self) -> tuple[str, ...]:
        """Names of the systems; none where there is a single unnamed one."""
        count = len(self.means)
        return self.systems or (tuple(f"s{index + 1}" for index in range(count)) if count > 1 else ())


SAMPLE_KINDS = {
    "ann_01": "ordinary", "ann_02": "ordinary", "ann_03": "gone", "ann_04": "ordinary", "ann_05": "ordinary",
    "ann_06": "ordinary", "ann_07": "new", "judge_kestrel": "ordinary", "judge_wren": "new", "vendor_a_1": "ordinary",
    "vendor_a_2": "gone", "vendor_b_1": "ordinary", "vendor_b_2": "ordinary", "vendor_b_3": "routed",
}  # fmt: skip

DESIGNS: Mapping[str, Design] = {
    "base": Design(
        description=said("Ten annotators, five random ones per item, rarer positives now than in the history.")
    ),
    "hero_a": Design(
        description=said("HERO's synthetic table, generator A: 10% of items hide their positives from everybody."),
        sensitivity=0.639, specificity=0.945, prevalence_history=0.413, prevalence=0.413, k=3.0, slope=4.0,
        votes_per_item=4.0, hard_share=0.10, hard_sensitivity=0.312,
    ),
    "hero_b": Design(
        description=said("HERO's synthetic table, generator B: 20% of items hide their positives from everybody."),
        sensitivity=0.586, specificity=0.950, prevalence_history=0.332, prevalence=0.332, k=3.0, slope=4.0,
        votes_per_item=3.0, hard_share=0.20, hard_sensitivity=0.409,
    ),
    "clean": Design(
        description=said("HERO's synthetic table without hard items: the model holds."),
        sensitivity=0.50, specificity=0.90, prevalence_history=0.30, prevalence=0.30, k=3.0, slope=4.0,
    ),
    "stableval": Design(
        description=said("STABLEVAL's stress test: six systems of rising quality; spoil the annotators or the items."),
        n_history=0, n_current=60, n_systems=6, prevalence_history=0.70, prevalence=0.55, gap=0.06,
        sensitivity=0.80, specificity=0.80, k=None, slope=0.0,
    ),
    "sample": Design(
        description=said("Three versions on the same prompts; a lenient annotator labelled mostly the newest."),
        n_history=960, history_rounds=4, n_current=160, votes_per_item=3.5, votes_per_current_item=2.2,
        prevalence_history=0.48, prevalence=(0.44, 0.62, 0.42), systems=("v1.0", "v1.1", "v2.0"), paired=True,
        n_annotators=len(SAMPLE_KINDS), annotator_names=tuple(SAMPLE_KINDS), kinds=tuple(SAMPLE_KINDS.values()),
        sensitivity=0.82, specificity=0.86, k=50.0, covariate="x_difficulty", slope=-2.5,
    ),
    "graded": Design(
        description=said("Ten systems on a scale of 0, 1, 2, judged by strict and lenient annotators."),
        n_classes=3, n_history=600, history_systems=True, gold_share=0.50, n_current=40, votes_per_item=4.0,
        prevalence=(0.47, 0.62, 0.35, 0.53, 0.44, 0.65, 0.38, 0.56, 0.41, 0.50),
        systems=("aster", "birch", "cedar", "daisy", "elm", "fern", "gorse", "hazel", "iris", "juniper"),
        paired=True, n_annotators=12, sensitivity=0.80, specificity=0.80, k=8.0, slope=0.0,
    ),
}  # fmt: skip


def planned(design: str, overrides: Mapping[str, Any]) -> Design:
    """The design with the overrides in place. Raises SettingsError for what does not exist or cannot be made."""
    if design not in DESIGNS:
        raise SettingsError(
            said(
                "There is no simulation design {design!r}. Choose one of: {names}.",
                design=design,
                names=joined(DESIGNS, ", "),
            )
        )
    known = [item.name for item in fields(Design)]
    unknown = [name for name in overrides if name not in known]
    if unknown:
        raise SettingsError(
            said(
                "A simulation design has no field {names}. Fields: {known}.",
                names=joined(unknown, ", "),
                known=joined(known, ", "),
            )
        )
    plan = replace(DESIGNS[design], **overrides)
    wrong = _impossible(plan)
    if wrong:
        raise SettingsError(_refusal(design, plan, wrong))
    return plan


def _refusal(design: str, plan: Design, wrong: Sequence[str]) -> str:
    """Which values make no round, and why."""
    given = joined((f"{name} = {getattr(plan, name)!r}" for name in wrong), ", ")
    reasons = _reasons(plan)
    why = joined(dict.fromkeys(reasons[name] for name in wrong if name in reasons), "; ")
    if not why:
        return said("The simulation design {design!r} cannot be made with {given}.", design=design, given=given)
    return said("The simulation design {design!r} cannot be made with {given}: {why}.", design=design, given=given,
                why=why)  # fmt: skip


def _reasons(plan: Design) -> dict[str, str]:
    """Why a field has a value that makes no round, where the name of the field does not say it."""
    votes = said("an item has at least 1 vote and at most one of each annotator (n_annotators = {count})",
                 count=plan.n_annotators)  # fmt: skip
    inside = said("it must lie between 0 and 1, without 0 and 1")
    return {
        "votes_per_item": votes,
        "votes_per_current_item": votes,
        "prevalence": said(
            "every system's share, prevalence plus gap for each system after the first, must lie between 0 and 1"
        ),
        "prevalence_history": said("a share must lie between 0 and 1"),
        "k": said("it must be positive, or none for annotators who are all alike"),
        "sensitivity": inside,
        "specificity": inside,
        "history_systems": said("there is only one system"),
    }


def impossible_fields(design: str, overrides: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the fields for whose values `planned` would refuse an existing design with existing fields."""
    return tuple(_impossible(replace(DESIGNS[design], **overrides)))


def _impossible(plan: Design) -> list[str]:
    """Names of the fields whose values make no round."""
    rules = {
        "n_history": plan.n_history >= 0,
        "n_classes": plan.n_classes >= 2,
        "votes_per_item": 1.0 <= plan.votes_per_item <= plan.n_annotators,
        "votes_per_current_item": plan.votes_per_current_item is None
        or 1.0 <= plan.votes_per_current_item <= plan.n_annotators,
        "k": plan.k is None or plan.k > 0.0,
        "prevalence": bool(((plan.means > 0.0) & (plan.means < 1.0)).all()) and len(plan.means) > 0,
        "prevalence_history": 0.0 < plan.prevalence_history < 1.0,
        "systems": len(plan.systems) in (0, len(plan.means)),
        "history_systems": not plan.history_systems or bool(plan.system_names),
        "kinds": set(plan.kinds) <= set(KINDS) and len(plan.kinds) in (0, plan.n_annotators),
        "annotator_names": len(plan.annotator_names) in (0, plan.n_annotators),
    }
    counts = ("n_current", "history_rounds", "n_systems", "n_annotators")
    shares = ("gold_share", "adversarial_share", "drift_share", "hard_share", "hard_pull", "hard_sensitivity")
    rules |= {name: getattr(plan, name) >= 1 for name in counts}
    rules |= {name: 0.0 <= getattr(plan, name) <= 1.0 for name in shares}
    rules |= {name: 0.0 < getattr(plan, name) < 1.0 for name in ("sensitivity", "specificity")}
    return [name for name, holds in rules.items() if not holds]
