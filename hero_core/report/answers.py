"""The sections that answer: verdict, one number per version, what was checked, what would settle it, ranks."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from hero_core.charts.labels import Units, method_name, system_name
from hero_core.compare import decide
from hero_core.errors import Finding, SettingsError
from hero_core.report.markup import literal, marked, quoted
from hero_core.report.parts import Section, Table
from hero_core.results import Decision, Estimate, EstimateResult, PlanResult, Standing
from hero_core.telling.advice import side_by_side
from hero_core.telling.plans import plan_sentences
from hero_core.telling.rails import CODES, checks_of, gravest_first, title_of
from hero_core.telling.ranks import ranks_table
from hero_core.telling.verdict import card_of, is_withheld, method_line, no_method_card, surprise
from hero_core.words import text, told


def decision_of(
    result: EstimateResult, margin: float, high_is_good: bool, method: str | None = None
) -> Decision | None:
    """The verdict, None where no method has a number for every version."""
    try:
        return decide(result, method=method, margin=margin, high_is_good=high_is_good)
    except SettingsError:
        return None


def verdict_section(result: EstimateResult, decision: Decision | None, plan: PlanResult | None = None) -> Section:
    """The card, and where the simple vote would have said something else."""
    card = no_method_card() if decision is None else card_of(decision, result, quoted, plan)
    other = None
    if decision is not None and "mv" in result.methods:
        simple = decision_of(result, decision.margin, decision.high_is_good, "mv")
        other = None if simple is None else surprise(decision, simple, result, quoted)
    sentences = (*card.sentences, *([other] if other else []))
    return Section(name="verdict", title=marked(card.word), kind=card.state, paragraphs=tuple(map(marked, sentences)),
                   label=text("report.section.verdict"))  # fmt: skip


def numbers_section(result: EstimateResult, decision: Decision, truth: Mapping[str | None, float]) -> Section:
    """One row per version, best first; nothing where a red guard rail withholds the numbers.

    `truth` are the true values, which only simulated data have.
    """
    title = text("overview.numbers")
    if is_withheld(decision, result):
        said = marked(text("overview.withheld", method=method_name(decision.method)))
        return Section(name="numbers", title=title, paragraphs=(said,))
    units = Units.of(result)
    systems: tuple[str | None, ...] = decision.order if len(decision.order) > 1 else (None,)
    rows = [result.get(decision.method, system) for system in systems]
    frame = pd.DataFrame({
        text("compare.column.system"): [system_name(row.system, result) for row in rows],
        text("compare.column.estimate"): [units.value(row.estimate, row.n_items) for row in rows],
        text("compare.column.range"): [units.interval(row.low, row.high, row.n_items) for row in rows],
        **({text("report.truth"): [_true_value(truth, row, units) for row in rows]} if truth else {}),
        text("compare.column.items"): [row.n_items for row in rows],
        text("compare.column.votes"): [row.n_votes for row in rows],
    })  # fmt: skip
    table = Table.of(frame, text("report.numbers.caption"))
    good = text("report.good.high" if decision.high_is_good else "report.good.low")
    return Section(name="numbers", title=title, tables=(table,),
                   paragraphs=(marked(method_line(result, decision, quoted)), good))  # fmt: skip


def _true_value(truth: Mapping[str | None, float], row: Estimate, units: Units) -> str:
    """The true value of a version, a dash where it is not known."""
    return units.value(truth[row.system], row.n_items) if row.system in truth else text("none")


def checks_section(result: EstimateResult) -> Section:
    """Every question with its answer, and every finding with its remedy, the gravest first."""
    checks = checks_of(result.findings, result.refusal is None, str, result.unchecked)
    asked = pd.DataFrame({
        text("report.checks.question"): [check.question for check in checks],
        text("report.checks.answer"): [check.answer for check in checks],
    })  # fmt: skip
    tables = [Table.of(asked, text("report.checks.caption"))]
    findings = gravest_first(side_by_side(result.findings))
    if findings:
        listed = pd.DataFrame({
            text("report.findings.kind"): [_kind(found) for found in findings],
            text("report.findings.message"): [told(found.message) for found in findings],
            text("report.findings.remedy"): [told(found.remedy) for found in findings],
        })  # fmt: skip
        tables.append(Table.of(listed, text("report.findings.caption")))
    return Section(name="checks", title=text("rails.header"), paragraphs=(text("rails.lead"),), tables=tuple(tables))


def _kind(found: Finding) -> str:
    """How grave a finding is and, for a guard rail, its title."""
    severity = text(f"report.findings.{found.severity}")
    return text("named", name=severity, value=title_of(found, str)) if found.code in CODES else severity


def plan_section(result: EstimateResult, plan: PlanResult) -> Section:
    """Ways to a decision."""
    lead, ways, share = plan_sentences(plan, Units.of(result), quoted)
    return Section(name="plan", title=text("plan.header"), paragraphs=(marked(share), marked(lead)),
                   points=tuple(map(marked, ways)))  # fmt: skip


def ranks_section(result: EstimateResult, decision: Decision, rows: tuple[Standing, ...]) -> Section:
    """Each version's rank with its plausible range."""
    table = Table.of(ranks_table(rows, result), text("report.ranks.caption", method=method_name(decision.method)))
    return Section(name="ranks", title=text("standings.header"), paragraphs=(literal(text("standings.how")),),
                   tables=(table,))  # fmt: skip
