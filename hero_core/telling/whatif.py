"""What if: how the difference that decides, and the verdict on it, move when one choice is made otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from hero_core.charts.labels import Units, said_names, system_name
from hero_core.compare import verdict_of
from hero_core.results import Comparison, EstimateResult, SensitivityResult, SensitivityRow
from hero_core.words import text


@dataclass(frozen=True, kw_only=True)
class Change:
    """One choice made otherwise: the difference A - B with it, how far that moved, the verdict then.

    `low`, `high` are the plausible range of the difference as it is, moved along: its width is taken as it was.
    """

    change: str
    name: str | None
    gap: float
    moved: float
    low: float | None
    high: float | None
    verdict: str
    turned: bool


def changes_of(found: SensitivityResult, pair: Comparison) -> list[Change]:
    """Every change with its effect on A - B of the pair, what moves it most first; those without a number left out."""
    by_change: dict[tuple[str, str | None], dict[str | None, float]] = {}
    for row in found.rows:
        if row.estimate is not None:
            by_change.setdefault((row.change, row.name), {})[row.system] = row.estimate
    now = by_change.pop(("as_is", None), {})
    if pair.a not in now or pair.b not in now:
        return []
    gap = now[pair.a] - now[pair.b]
    before, _, _ = _judged(pair, 0.0)
    changes = []
    for (change, name), numbers in by_change.items():
        if pair.a not in numbers or pair.b not in numbers:
            continue
        then = numbers[pair.a] - numbers[pair.b]
        verdict, low, high = _judged(pair, then - gap)
        changes.append(
            Change(change=change, name=name, gap=then, moved=then - gap, low=low, high=high, verdict=verdict,
                   turned=verdict != before)
        )  # fmt: skip
    return sorted(changes, key=lambda change: -abs(change.moved))


def _judged(pair: Comparison, moved: float) -> tuple[str, float | None, float | None]:
    """The verdict with the range moved along; red findings stop it as before."""
    if pair.low is None or pair.high is None or pair.verdict == "not_comparable":
        return "not_comparable", None, None
    low, high = pair.low + moved, pair.high + moved
    return verdict_of(low, high, pair.margin, pair.high_is_good), low, high


def change_in_words(row: SensitivityRow | Change) -> str:
    """What was changed."""
    return text(f"whatif.{row.change}", name=row.name or "")


def gap_in_words(change: Change, units: Units, escape: Callable[[str], str] = str) -> str:
    """The difference with the change made, and its plausible range where it has one."""
    gap = escape(units.difference(change.gap))
    if change.low is None or change.high is None:
        return gap
    return text("whatif.gap.range", gap=gap, range=escape(units.differences(change.low, change.high)))


def changes_sentence(changes: list[Change], pair: Comparison, units: Units) -> str:
    """The change that moves the deciding difference most, and how many would turn the verdict."""
    first, turned = changes[0], sum(change.turned for change in changes)
    called = said_names((pair.a, pair.b))
    moved = units.difference(first.moved)
    facts = {"a": called(pair.a), "b": called(pair.b), "turned": turned, "count": len(changes)}
    if moved == units.difference(0.0):
        return text("whatif.gap.still", **facts)
    return text("whatif.gap.said", **facts, change=change_in_words(first), moved=moved)


def changes_table(changes: list[Change], units: Units) -> pd.DataFrame:
    """One row per change: the difference with it, how far it moved, the verdict where it is another."""
    return pd.DataFrame({
        text("whatif.column.change"): [change_in_words(change) for change in changes],
        text("whatif.column.gap"): [units.difference(change.gap) for change in changes],
        text("whatif.column.moved"): [units.difference(change.moved) for change in changes],
        text("whatif.column.verdict"): [
            text(f"compare.verdict.{change.verdict}" if change.turned else "whatif.stays") for change in changes
        ],
    })  # fmt: skip


def both_numbers(
    found: SensitivityResult, change: str, name: str | None, result: EstimateResult, order: Sequence[str] = ()
) -> pd.DataFrame:
    """Every version as it is and with one change, in this order; which leave their range, where any does."""
    units = Units.of(result)
    rows = [row for row in found.rows if (row.change, row.name) == (change, name)]
    now = {row.system: row.estimate for row in found.rows if row.change == "as_is"}
    rows = [row for row in rows if row.system is not None] or rows
    rows.sort(key=lambda row: order.index(row.system) if row.system in order else len(order))
    shift = "whatif.column.shift.points" if units.percent else "whatif.column.shift"
    sizes = {row.system: result.get(found.method, row.system).n_items for row in rows}
    table = pd.DataFrame({
        text("compare.column.system"): [system_name(row.system) for row in rows],
        text("whatif.column.as_is"): [units.value(now.get(row.system), sizes[row.system]) for row in rows],
        text("whatif.column.then"): [units.value(row.estimate, sizes[row.system]) for row in rows],
        text(shift): [units.bare_difference(row.shift) for row in rows],
    })  # fmt: skip
    if any(row.outside for row in rows):
        table[text("whatif.column.outside")] = [text("whatif.yes" if row.outside else "whatif.no") for row in rows]
    return table
