"""What the forest plots show, said in full sentences with the result."""

from __future__ import annotations

from itertools import pairwise

from hero_core.charts.forest import SPOKEN_SYSTEMS, best_method, missing, rows_of
from hero_core.charts.labels import Units, listing, method_name, system_name
from hero_core.results import EstimateResult
from hero_core.walk import WALK
from hero_core.words import chain, text


def forest_sentence(result: EstimateResult, methods: tuple[str, ...] | None = None, method: str | None = None) -> str:
    """The systems by `method` (or the best one shown), highest first, with ranges; then methods without a number."""
    method = method or best_method(result, methods)
    if method is None:
        return chain([text("charts.forest_none"), *missing(result, methods)])
    units = Units.of(result)
    rows = sorted((result.get(method, system) for system in rows_of(result)), key=lambda row: -(row.estimate or 0.0))
    said = [
        text("charts.at", system=system_name(row.system), value=units.value(row.estimate, row.n_items),
             range=units.interval(row.low, row.high, row.n_items))
        for row in rows[:SPOKEN_SYSTEMS]
    ]  # fmt: skip
    key = "charts.forest" if len(rows) <= SPOKEN_SYSTEMS else "charts.forest_first"
    first = text(key, method=method_name(method), systems=listing(said), total=len(rows))
    level = f"{rows[0].level:.0%}"
    bands = text("charts.forest_bands" if method in result.replicates else "charts.forest_band", level=level)
    return chain([first, bands, *missing(result, methods)])


def most_moved(result: EstimateResult) -> str | None:
    """The system that the walk moves farthest: there the annotators' habits matter most."""

    def moved(system: str | None) -> float:
        steps = (result.get(method, system).estimate for method in WALK if method in result.methods)
        numbers = [number for number in steps if number is not None]
        return max(numbers) - min(numbers) if numbers else 0.0

    return max(rows_of(result), key=moved)


def walk_sentence(result: EstimateResult, system: str | None) -> str:
    """From the simple vote to the most refined estimate: both ends and the largest step on the way."""
    units = Units.of(result)
    steps = [row for m in WALK if m in result.methods and (row := result.get(m, system)).estimate is not None]
    if len(steps) < 2:
        return text("charts.walk_none", system=system_name(system))
    last = next((row for m in ("hero2", "hero1", "mle") for row in steps if row.method == m), steps[-1])
    steps = steps[: steps.index(last) + 1]
    if len(steps) < 2:
        return text("charts.walk_none", system=system_name(system))
    jumps = [(abs((b.estimate or 0.0) - (a.estimate or 0.0)), a, b) for a, b in pairwise(steps)]
    size, before, after = max(jumps, key=lambda jump: jump[0])
    ends = {"system": system_name(system), "first": method_name(steps[0].method), "last": method_name(last.method)}
    first_value, nothing = units.value(steps[0].estimate, steps[0].n_items), units.difference(0.0)
    if units.difference(size) == nothing:
        return text("charts.walk.still", **ends, value=first_value)
    change = units.difference((last.estimate or 0.0) - (steps[0].estimate or 0.0))
    return text(
        "charts.walk", **ends, first_value=first_value, last_value=units.value(last.estimate, last.n_items),
        change=text("alike") if change == nothing else text("charts.walk.change", change=change),
        before=method_name(before.method), after=method_name(after.method),
        step=units.difference(size if (after.estimate or 0.0) >= (before.estimate or 0.0) else -size),
    )  # fmt: skip
