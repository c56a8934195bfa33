"""What would settle a close call, in sentences."""

from __future__ import annotations

from math import sqrt

from hero_core.charts.labels import Units, method_name, percent
from hero_core.results import Comparison, Decision, PlanResult, PlanRow
from hero_core.telling.numbers import size
from hero_core.telling.quoting import Quote, shortening
from hero_core.words import chain, text

OPEN = ("too_close", "tied")
SMALLEST = 0.01  # a smaller difference is not planned for


def open_pair(decision: Decision) -> Comparison | None:
    """The pair that is still open and closest to a decision, of the leader with the next leader; None if none is."""
    if decision.state not in OPEN:
        return None
    first, *others = decision.leaders if len(decision.leaders) > 1 else decision.order
    return next((pair for pair in decision.comparisons if {pair.a, pair.b} == {first, *others[:1]}), None)


def planned_difference(pair: Comparison, margin: float) -> float:
    """The difference to plan for: the one seen, but none that counts as equal."""
    return max(abs(pair.difference or 0.0), margin, SMALLEST)


def hopeless(plan: PlanResult) -> bool:
    """No way leads to a decision, not even gold; without a history this one would."""
    return _uses_history(plan) and all(row.needed is None for row in plan.rows)


def _uses_history(plan: PlanResult) -> bool:
    """A part of the doubt, however small, is about what the history says of the annotators."""
    return plan.from_history > 1e-9


def plan_sentences(plan: PlanResult, units: Units, quote: Quote) -> tuple[str, list[str], str]:
    """What is to be found, one way to it each, and where the uncertainty comes from."""
    called = shortening(quote, (plan.a, plan.b))
    lead = text(
        "plan.lead.none" if hopeless(plan) else "plan.lead", detect=size(plan.detect, units), a=called(plan.a),
        b=called(plan.b), power=f"{plan.power:.0%}", method=method_name(plan.method),
    )  # fmt: skip
    share = [text("plan.smallest", smallest=size(plan.smallest, units))]
    if _uses_history(plan):
        share.append(text("plan.share", items=percent(plan.from_items), history=percent(plan.from_history)))
    floor = plan.smallest * sqrt(plan.from_history)
    if floor >= plan.detect:
        share.append(text("plan.floor", floor=size(floor, units)))
    return lead, [_way(row, quote) for row in plan.rows], chain(share)


def _way(row: PlanRow, quote: Quote) -> str:
    if row.needed is None:
        return text(f"plan.{row.what}.no", reason=quote(row.reason or ""))
    now = f"{row.now:,.1f}" if row.what == "votes" else f"{row.now:,.0f}"
    return text(f"plan.{row.what}", needed=f"{row.needed:,.0f}", now=now)
