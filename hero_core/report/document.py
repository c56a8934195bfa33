"""report(): one HTML file with everything that backs a verdict."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from plotly.offline import get_plotlyjs

from hero_core.errors import refuse_settings
from hero_core.provenance import VERSION
from hero_core.report import answers, evidence, origin
from hero_core.report.parts import Section
from hero_core.report.recipe import wished
from hero_core.report.simulated import notice_of
from hero_core.report.template import render
from hero_core.results import (
    AnnotatorResult,
    Decision,
    EstimateResult,
    PlanResult,
    StabilityResult,
    Standing,
    TableResult,
)
from hero_core.saying import joined, said
from hero_core.standings import standings
from hero_core.walk import Step
from hero_core.words import ENGLISH, LANGUAGES, speaking, text


@dataclass(frozen=True, kw_only=True)
class Extras:
    """What a report may hold beside the estimates; None = left out."""

    annotators: AnnotatorResult | None = None
    items: TableResult | None = None
    stability: StabilityResult | None = None
    plan: PlanResult | None = None
    steps: tuple[Step, ...] = ()


def report(
    result: EstimateResult,
    *,
    annotators: AnnotatorResult | None = None,
    items: TableResult | None = None,
    stability: StabilityResult | None = None,
    decision: Decision | None = None,
    plan: PlanResult | None = None,
    steps: tuple[Step, ...] = (),
    title: str | None = None,
    margin: float = 0.02,
    high_is_good: bool = True,
    language: str = ENGLISH,
    simulated: Collection[str] = (),
    truth: Mapping[str | None, float] | None = None,
) -> str:
    """The report as one HTML document that needs no network, in one of the languages "en" and "zh".

    `annotators`, `items` (the 200 least certain: ids and numbers), `stability`, `plan` and `steps` (of the walk of the
    version that the methods move farthest) are parts to add. Without a
    `decision` the verdict is made here, by `margin` and `high_is_good`. No label of an annotator is in it.
    `simulated` are the roles ("history", "current") whose files came from a simulation, which stands in the head then;
    `truth` are the true values of their systems (None = all items).
    Raises SettingsError for another language.
    """
    known = joined(LANGUAGES, ", ")
    wrong = said("The language {language!r} is not one of {languages}.", language=language, languages=known)
    refuse_settings((language not in LANGUAGES, wrong))
    verdict = decision or answers.decision_of(result, margin, high_is_good)
    extras = Extras(annotators=annotators, items=items, stability=stability, plan=plan, steps=steps)
    wishes = wished(
        title=title, annotators=annotators is not None, items=items is not None, stability=stability is not None,
        language=language,
    )  # fmt: skip
    with speaking(language):
        sections = [*_sections(result, verdict, extras, truth or {}), origin.again_section(result, verdict, wishes)]
        plotly = get_plotlyjs() if any(section.figure for section in sections) else ""
        return render(plotly=plotly, title=(title or "").strip() or text("report.title"), lead=_lead(result),
                      notice=notice_of(result, simulated),
                      sections=sections, version=VERSION)  # fmt: skip


def contents(
    result: EstimateResult,
    decision: Decision | None,
    *,
    annotators: bool,
    items: bool,
    plan: bool,
    stability: bool = False,
) -> list[str]:
    """The headings that a report of this result has, in their order."""
    several = decision is not None and len(result.systems) > 1
    ranked = decision is not None and several and bool(_standings(result, decision))
    headings = {
        "report.section.verdict": True,
        "overview.numbers": decision is not None,
        "rails.header": True,
        "plan.header": plan,
        "standings.header": ranked,
        "overview.forest": True,
        "compare.walk": True,
        "compare.pairs": several,
        "report.section.people": annotators,
        "report.section.stability": stability,
        "report.section.items": items,
        "report.section.features": bool(result.covariates),
        "report.section.provenance": True,
        "report.section.again": True,
    }
    return [text(key) for key, present in headings.items() if present]


def _standings(result: EstimateResult, decision: Decision) -> tuple[Standing, ...]:
    """The ranks, where the versions may be compared."""
    if len(result.systems) < 2 or decision.state == "not_comparable":
        return ()
    return standings(result, method=decision.method, high_is_good=decision.high_is_good)


def _lead(result: EstimateResult) -> list[str]:
    """Which files it is about."""
    facts: Mapping[str, Any] = result.provenance
    names = {role: facts[role]["name"] for role in ("current", "history") if facts.get(role) is not None}
    return [text("report.files.history" if "history" in names else "report.files", **names)]


def _sections(
    result: EstimateResult, decision: Decision | None, extras: Extras, truth: Mapping[str | None, float]
) -> Iterator[Section]:
    """Answer first, then why, then where it comes from."""
    yield answers.verdict_section(result, decision, extras.plan)
    if decision is not None:
        yield answers.numbers_section(result, decision, truth)
    yield answers.checks_section(result)
    if extras.plan is not None:
        yield answers.plan_section(result, extras.plan)
    ranks = () if decision is None else _standings(result, decision)
    if decision is not None and ranks:
        yield answers.ranks_section(result, decision, ranks)
    yield evidence.forest_section(result, decision)
    yield evidence.walk_section(result, extras.steps)
    if decision is not None and len(result.systems) > 1:
        yield evidence.pairs_section(result, decision)
    yield from _extra_sections(result, decision, extras)
    yield origin.provenance_section(result)


def _extra_sections(result: EstimateResult, decision: Decision | None, extras: Extras) -> Iterator[Section]:
    if extras.annotators is not None:
        yield evidence.people_section(extras.annotators)
    if extras.stability is not None:
        yield evidence.stability_section(extras.stability, None if decision is None else decision.method)
    if extras.items is not None:
        yield evidence.items_section(extras.items, result.classes)
    if result.covariates:
        yield evidence.features_section(result)
