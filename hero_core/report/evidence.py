"""The sections that show why: charts with their tables, annotators, items, features."""

from __future__ import annotations

import pandas as pd
from markupsafe import Markup

from hero_core import charts
from hero_core.charts.labels import Units, method_name, percent
from hero_core.decimals import fixed, significant
from hero_core.report.markup import marked, quoted
from hero_core.report.parts import MOST_ROWS, Figure, Section, Table
from hero_core.results import AnnotatorResult, Decision, EstimateResult, StabilityResult, TableResult
from hero_core.telling.numbers import size
from hero_core.telling.steadiness import answer_of
from hero_core.telling.walk import step_sentences
from hero_core.walk import Step
from hero_core.words import chain, text, told

TALLEST = 800  # pixels: a taller figure would be cut by the end of a printed page
FEWEST_ITEMS, LEAST_DOUBT = 10, 0.005
DRAWN = 10  # versions in the forest plot, the best first


def forest_section(result: EstimateResult, decision: Decision | None) -> Section:
    """Every version by every method, best first; in the figure the best ones where there are many."""
    method = None if decision is None else decision.method
    order = charts.rows_of(result) if decision is None or len(decision.order) < 2 else decision.order
    drawn, shown = order[:DRAWN], result.methods
    if charts.forest_height(len(drawn), len(shown)) > TALLEST:
        shown = tuple(name for name in shown if name in ("mv", method)) or shown[:2]
    figure = Figure.of(
        "forest", charts.forest(result, shown, systems=drawn), charts.forest_sentence(result, shown, method)
    )
    table = Table.of(charts.forest_table(result, systems=order), text("report.forest.caption"))
    part = (text("compare.part", shown=len(drawn), total=len(order)),) if len(drawn) < len(order) else ()
    return Section(name="forest", title=text("overview.forest"), paragraphs=part, figure=figure, tables=(table,))


def walk_section(result: EstimateResult, steps: tuple[Step, ...]) -> Section:
    """The version that the methods move farthest, step by step, with what each step did and why."""
    system = charts.most_moved(result)
    told_steps = step_sentences(steps, result, quoted)
    points = tuple(marked(text("walk.entry", step=head, why=why)) for head, why in told_steps)
    figure = Figure.of("walk", charts.method_walk(result, system), charts.walk_sentence(result, system))
    table = Table.of(charts.walk_table(result, system),
                     text("report.walk.caption", system=charts.system_name(system, result)))  # fmt: skip
    return Section(name="walk", title=text("compare.walk"), paragraphs=(text("compare.walk.lead"),), figure=figure,
                   points=points, tables=(table,))  # fmt: skip


def pairs_section(result: EstimateResult, decision: Decision) -> Section:
    """All pairs: difference, range, chance, verdict."""
    units = Units.of(result)
    how = text("compare.pairs.how", method=method_name(decision.method), margin=size(decision.margin, units))
    reasons = dict.fromkeys(str(told(pair.reason)) for pair in decision.comparisons if pair.reason)
    table = Table.of(charts.pairwise_table(decision, units),
                     text("report.pairs.caption", method=method_name(decision.method)))  # fmt: skip
    return Section(name="pairs", title=text("compare.pairs"), tables=(table,),
                   paragraphs=(how, charts.pairwise_sentence(decision, units), *reasons))  # fmt: skip


def people_section(annotators: AnnotatorResult) -> Section:
    """Whom to believe."""
    rows = sorted(annotators.rows, key=lambda row: -(row.gold_votes + row.votes))[:MOST_ROWS]
    shown = set(map(id, rows))
    ordered = [row for row in annotators.rows if id(row) in shown]
    table = Table.of(charts.people_table(ordered, annotators), text("report.people.caption"))
    hidden = len(annotators.rows) - len(ordered)
    tables = (table,) if not hidden else (_with_note(table, len(ordered), len(annotators.rows)),)
    figure = Figure.of("people", charts.reliability(annotators), charts.reliability_sentence(annotators))
    return Section(name="people", title=text("report.section.people"), figure=figure, tables=tables)


def _with_note(table: Table, shown: int, total: int) -> Table:
    note = text("report.more_rows", shown=f"{shown:,}", total=f"{total:,}")
    return Table(caption=table.caption, columns=table.columns, rows=table.rows, numeric=table.numeric, note=note)


def stability_section(result: StabilityResult, method: str | None) -> Section:
    """Would the ranking be the same if other people had judged? Answered by the method of the verdict."""
    figure = None
    answer = answer_of(result, method, quoted) if method is not None else None
    if charts.with_curve(result):
        figure = Figure.of("stability", charts.tau_curves(result), charts.tau_sentence(result))
    rank = {name: place for place, name in enumerate(charts.in_order(result.methods))}
    known = [point for point in result.curves if point.tau_mean is not None]
    curves = sorted(known, key=lambda point: (rank[point.method], point.fraction))
    frame = pd.DataFrame({
        text("report.stability.method"): [method_name(point.method) for point in curves],
        text("report.stability.fraction"): [f"{point.fraction:.0%}" for point in curves],
        text("report.stability.tau"): [point.tau_mean for point in curves],
        text("report.stability.range"): [Units(False).interval(point.tau_low, point.tau_high) for point in curves],
        text("report.stability.winner"): [percent(point.same_winner, 1) for point in curves],
    })  # fmt: skip
    said: list[str | Markup] = [*charts.notes(result)]
    if answer is None:
        said.append(charts.gold_sentence(result))
    else:
        taus = charts.gold_taus(result)
        said.insert(0, marked(text("compare.answer", word=answer.word, say=chain(answer.sentences))))
        said += [] if taus is None else [taus]
    return Section(name="stability", title=text("report.section.stability"), figure=figure, paragraphs=tuple(said),
                   tables=(Table.of(frame, text("report.stability.caption")),))  # fmt: skip


def items_section(items: TableResult, classes: tuple[str, ...]) -> Section:
    """The least certain items: ids and numbers, no labels; none of which the doubt would read 0.00, if others do."""
    frame = items.frame.sort_values("entropy", ascending=False, na_position="last", kind="stable").head(MOST_ROWS)
    frame = frame.head(max(FEWEST_ITEMS, int((frame["entropy"] >= LEAST_DOUBT).sum())))
    binary = len(classes) == 2
    columns = [name for name in ("item_id", "system", "round") if frame[name].notna().any()]
    shown = pd.DataFrame({text(f"items.col.{name}"): frame[name] for name in columns})
    shown[text("items.col.n_votes")] = frame["n_votes"]
    heading = text("items.col.posterior", label=classes[1]) if binary else text("items.col.posterior.top")
    shown[heading] = [percent(value) for value in frame["posterior"]]
    shown[text("items.col.entropy")] = frame["entropy"]
    settings: dict[str, object] = items.provenance["settings"]  # type: ignore[assignment]
    lead = text("report.items.lead", method=method_name(str(settings["method"])), shown=f"{len(frame):,}",
                total=f"{len(items.frame):,}")  # fmt: skip
    return Section(name="items", title=text("report.section.items"), paragraphs=(lead,),
                   tables=(Table.of(shown, text("report.items.caption")),))  # fmt: skip


def features_section(result: EstimateResult) -> Section:
    """The item features that HERO-2 may use."""
    rows = result.covariates
    frame = pd.DataFrame({
        text("report.features.name"): [row.name for row in rows],
        text("report.features.history"): [_number(row.history_mean) for row in rows],
        text("report.features.current"): [_number(row.current_mean) for row in rows],
        text("report.features.used"): [text("report.yes" if row.used else "report.no") for row in rows],
        text("report.features.p"): [_p_value(row.p_value) for row in rows],
        text("report.features.note"): [told(row.reason or "") for row in rows],
    })  # fmt: skip
    return Section(name="features", title=text("report.section.features"), paragraphs=(text("report.features.lead"),),
                   tables=(Table.of(frame, text("report.features.caption")),))  # fmt: skip


def _number(value: float | None) -> str:
    return text("none") if value is None else significant(value)


def _p_value(value: float | None) -> str:
    if value is None:
        return text("none")
    return "< 0.001" if value < 0.001 else fixed(value, 3)
