"""Everything a report holds beside the estimates, worked out from the files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hero_core.annotations import Annotations
from hero_core.annotators import annotator_table
from hero_core.charts import most_moved
from hero_core.errors import HeroError
from hero_core.items import item_table
from hero_core.planning import plan
from hero_core.report.answers import decision_of
from hero_core.report.document import report
from hero_core.report.recipe import wished
from hero_core.results import (
    HISTORY_METHODS,
    AnnotatorResult,
    Decision,
    EstimateResult,
    PlanResult,
    StabilityResult,
    TableResult,
)
from hero_core.solved import ModelOptions
from hero_core.stability import STABILITY_METHODS, stability
from hero_core.telling.plans import open_pair, planned_difference
from hero_core.walk import Step, Walk
from hero_core.words import ENGLISH

ANNOTATOR_RESAMPLES = 200


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What the report shall hold, and how the verdict is asked for; `method` None = the one that leads.

    `simulated` are the roles whose files were simulated, `truth` the true values of their systems.
    """

    title: str | None = None
    annotators: bool = True
    items: bool = False
    stability: bool = False
    language: str = ENGLISH
    method: str | None = None
    margin: float = 0.02
    high_is_good: bool = True
    simulated: tuple[str, ...] = ()
    truth: tuple[tuple[str | None, float], ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Title, parts and language as options of the shell."""
        return wished(
            title=self.title, annotators=self.annotators, items=self.items, stability=self.stability,
            language=self.language,
        )  # fmt: skip


def full_report(
    history: Annotations | None,
    current: Annotations,
    result: EstimateResult,
    wishes: Wishes,
    model: Mapping[str, Any],
    ranking: StabilityResult | None = None,
) -> tuple[str, Decision | None]:
    """The report of these files and the verdict in it; `model` are the options with which `result` was made.

    `ranking` is the stability of the ranking where it is known already; else it is worked out if wished for.
    """
    if wishes.stability and ranking is None:
        ranking = stability_of(history, current, result, model, wishes.high_is_good)
    decision = decision_of(result, wishes.margin, wishes.high_is_good, wishes.method)
    page = report(
        result,
        annotators=people_of(history, current, result, model) if wishes.annotators else None,
        items=items_of(history, current, result, model) if wishes.items else None,
        stability=ranking if wishes.stability else None,
        decision=decision,
        plan=None if decision is None else plan_of(history, current, result, decision, model),
        steps=steps_of(history, current, result, model),
        title=wishes.title,
        language=wishes.language,
        simulated=wishes.simulated,
        truth=dict(wishes.truth),
    )
    return page, decision


def people_of(
    history: Annotations | None, current: Annotations, result: EstimateResult, model: Mapping[str, Any]
) -> AnnotatorResult | None:
    """Every annotator with ranges; None where nothing can be said of them."""
    try:
        return annotator_table(
            history, current, resamples=ANNOTATOR_RESAMPLES, level=result.level, seed=result.seed,
            overlap=model.get("overlap", "drop"), values=model.get("values"),
        )  # fmt: skip
    except HeroError:
        return None


def items_of(
    history: Annotations | None, current: Annotations, result: EstimateResult, model: Mapping[str, Any]
) -> TableResult | None:
    """The items by HERO-1, without a history that it can use by PEC; None where the method has no number."""
    try:
        return item_table(current, history, method="hero1" if result.refusal is None else "pec", **model)
    except HeroError:
        return None


def stability_methods(has_history: bool) -> tuple[str, ...]:
    """The methods whose ranking a report looks at; `has_history` of which HERO can make use."""
    return tuple(name for name in STABILITY_METHODS if has_history or name not in HISTORY_METHODS)


def stability_of(
    history: Annotations | None,
    current: Annotations,
    result: EstimateResult,
    model: Mapping[str, Any],
    high_is_good: bool = True,
) -> StabilityResult | None:
    """Ranking stability by the methods of the result; None where there is no ranking or there are too few people."""
    methods = stability_methods(result.refusal is None)
    try:
        return stability(current, history, methods=methods, seed=result.seed, high_is_good=high_is_good, **model)
    except HeroError:
        return None


def steps_of(
    history: Annotations | None, current: Annotations, result: EstimateResult, model: Mapping[str, Any]
) -> tuple[Step, ...]:
    """What each method did to the number of the version that the methods move farthest, and why."""
    settings: Any = result.provenance["settings"]
    options = ModelOptions(methods=result.methods, text=settings["text"], **model)
    try:
        return Walk.of(history, current, options).steps(most_moved(result))
    except HeroError:
        return ()


def plan_of(
    history: Annotations | None,
    current: Annotations,
    result: EstimateResult,
    decision: Decision,
    model: Mapping[str, Any],
) -> PlanResult | None:
    """What would settle an open verdict; None where it is not open or the method allows no plan."""
    pair = open_pair(decision)
    if pair is None:
        return None
    detect = planned_difference(pair, decision.margin)
    try:
        return plan(history, current, a=pair.a, b=pair.b, detect=detect, method=decision.method,
                    std_error=pair.std_error or None, level=result.level, seed=result.seed, **model)  # fmt: skip
    except HeroError:
        return None
