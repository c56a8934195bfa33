"""What the forest plots show, said in full sentences with the result."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hero_core.charts.forest import SPOKEN_SYSTEMS, best_method, half_band, missing, rows_of
from hero_core.charts.labels import Units, listing, method_name, spoken_system
from hero_core.charts.palette import in_order
from hero_core.results import EstimateResult
from hero_core.walk import WALK
from hero_core.words import chain, text

SPOKEN_MARKS = 3


def forest_sentence(
    result: EstimateResult, methods: tuple[str, ...] | None = None, method: str | None = None,
    systems: Sequence[str | None] | None = None,
) -> str:  # fmt: skip
    """The systems by `method` (or the best one shown), highest first, with ranges; then what is odd about the marks:
    those of the drawn `systems` (all by default) outside their band, and methods without a number."""
    method = method or best_method(result, methods)
    if method is None:
        return chain([text("charts.forest_none"), *missing(result, methods)])
    units = Units.of(result)
    rows = sorted((result.get(method, system) for system in rows_of(result)), key=lambda row: -(row.estimate or 0.0))
    said = [
        text("charts.at", system=spoken_system(row.system, result), value=units.value(row.estimate, row.n_items),
             range=units.interval(row.low, row.high, row.n_items))
        for row in rows[:SPOKEN_SYSTEMS]
    ]  # fmt: skip
    key = "charts.forest" if len(rows) <= SPOKEN_SYSTEMS else "charts.forest_first"
    first = text(key, method=method_name(method), systems=listing(said), total=len(rows))
    level = f"{rows[0].level:.0%}"
    bands = text("charts.forest_bands" if method in result.replicates else "charts.forest_band", level=level)
    return chain([first, bands, outside_sentence(result, methods, systems), *missing(result, methods)])


def outside_sentence(
    result: EstimateResult, methods: tuple[str, ...] | None = None, systems: Sequence[str | None] | None = None
) -> str:
    """Once for all marks outside their thick band: which they are, and what to make of it; empty where there is none.

    An estimate belongs into the middle of its replicates. Where they lie to one side, the bootstrap is biased, and so
    is a range by its percentiles.
    """
    found = [
        (row, band)
        for system in systems or rows_of(result)
        for name in in_order(methods or result.methods)
        if (row := result.get(name, system)).estimate is not None and (band := half_band(result, name, system))
        and not band.low <= row.estimate <= band.high
    ]  # fmt: skip
    if not found:
        return ""
    down = [band.high < (row.estimate or 0.0) for row, band in found]
    marks = [
        method_name(row.method) if len(rows_of(result)) == 1
        else text("charts.mark", method=method_name(row.method), system=spoken_system(row.system, result))
        for row, _ in found
    ]  # fmt: skip
    more = len(marks) - SPOKEN_MARKS
    named = text("charts.marks", names=chain(marks[:SPOKEN_MARKS], ", "), more=more) if more > 1 else listing(marks)
    way = text("charts.pull.down" if all(down) else "charts.pull.both" if any(down) else "charts.pull.up")
    return text("charts.forest_outside", count=len(found), marks=named, way=way)


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
        return text("charts.walk_none", system=spoken_system(system, result))
    last = next((row for m in ("hero2", "hero1", "mle") for row in steps if row.method == m), steps[-1])
    steps = steps[: steps.index(last) + 1]
    if len(steps) < 2:
        return text("charts.walk_none", system=spoken_system(system, result))
    jumps = [(abs((b.estimate or 0.0) - (a.estimate or 0.0)), a, b) for a, b in pairwise(steps)]
    size, before, after = max(jumps, key=lambda jump: jump[0])
    ends = {
        "system": spoken_system(system, result),
        "first": method_name(steps[0].method),
        "last": method_name(last.method),
    }
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
