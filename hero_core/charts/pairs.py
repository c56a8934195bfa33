"""Pairs of systems as a table, what HERO-2 is worth in items, and one system against a target."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from hero_core.charts.forest import replicates_of, rows_of
from hero_core.charts.labels import Units, chance, listing, method_name, said_names, spoken_system, system_name
from hero_core.results import Comparison, Decision, EstimateResult
from hero_core.words import chain, text

FEWEST_REPLICATES = 50


def verdict_word(pair: Comparison) -> str:
    """The verdict of one pair as a phrase; the names of the two stand in their own columns."""
    return text(f"compare.verdict.{pair.verdict}")


def pairwise_frame(decision: Decision) -> pd.DataFrame:
    """All pairs with their numbers, for calculations and the CSV."""
    return pd.DataFrame(
        [
            {
                "a": pair.a, "b": pair.b, "method": pair.method, "estimate_a": pair.estimate_a,
                "estimate_b": pair.estimate_b, "difference": pair.difference, "low": pair.low, "high": pair.high,
                "level": pair.level, "probability_above": pair.probability_above, "verdict": pair.verdict,
                "verdict_words": verdict_word(pair), "items_needed": pair.items_needed,
                "paired_items": pair.paired_items, "reason": pair.reason,
            }
            for pair in decision.comparisons
        ],
        columns=["a", "b", "method", "estimate_a", "estimate_b", "difference", "low", "high", "level",
                 "probability_above", "verdict", "verdict_words", "items_needed", "paired_items", "reason"],
    )  # fmt: skip


def pairwise_table(decision: Decision, units: Units) -> pd.DataFrame:
    """All pairs as a person reads them: A, B, the difference, its range, the chance that A is above B, the verdict."""
    head = [text(f"compare.column.{name}") for name in ("a", "b", "difference", "range", "chance", "verdict")]
    rows = [
        [pair.a, pair.b, units.difference(pair.difference), units.differences(pair.low, pair.high),
         chance(pair.probability_above), verdict_word(pair)]
        for pair in decision.comparisons
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=head)


def pairwise_sentence(decision: Decision, units: Units) -> str:
    """How many pairs are decided, and the clearest one."""
    pairs = decision.comparisons
    clear = [pair for pair in pairs if pair.verdict in ("a_better", "b_better")]
    called = said_names(decision.order)
    method, gap = method_name(decision.method), {}
    if clear:
        top = max(clear, key=lambda pair: abs(pair.difference or 0.0))
        gap = {"a": called(top.a), "b": called(top.b), "difference": units.difference(top.difference),
               "range": units.differences(top.low, top.high)}  # fmt: skip
    if len(pairs) == 1:
        return text("charts.pair_clear", method=method, **gap) if clear else text("charts.pair_open", method=method)
    counted = text("charts.pairs", clear=len(clear), total=len(pairs), method=method)
    return chain([counted, text("charts.clearest", **gap)]) if clear else counted


@dataclass(frozen=True, kw_only=True)
class Worth:
    """What HERO-2 gains over HERO-1 for one system: `extra_items` HERO-1 would need on top for the same spread."""

    system: str
    n_items: int
    extra_items: int


def _worth(result: EstimateResult) -> list[Worth]:
    """One gain per system with replicates of both methods."""
    gains = []
    for system in rows_of(result):
        one, two = (replicates_of(result, method, system) for method in ("hero1", "hero2"))
        if min(len(one), len(two)) < FEWEST_REPLICATES or two.var() == 0:
            continue
        ratio, n = float(one.var() / two.var()), result.get("hero2", system).n_items
        name, extra = system_name(system, result), round(n * (ratio - 1))
        gains.append(Worth(system=name, n_items=n, extra_items=extra))
    return gains


def worth_sentence(result: EstimateResult) -> str:
    """The gain of HERO-2 in items for each system, or that there is none."""
    all_rows = _worth(result)
    if not all_rows:
        return text("charts.worth_unknown")
    gains = [row for row in all_rows if row.extra_items > 0]
    called = said_names(row.system for row in all_rows)
    others = [called(row.system) for row in all_rows if row.extra_items <= 0]
    parts = []
    if gains:
        said = [
            text("charts.worth_of", system=called(row.system), extra=f"{row.extra_items:,}", n=f"{row.n_items:,}")
            for row in gains
        ]
        parts.append(text("charts.worth", systems=listing(said)))
    if others:
        parts.append(text("charts.worth_nothing", systems=listing(others)) if gains else text("charts.worth_none"))
    return chain(parts)


def chance_above(result: EstimateResult, target: float, method: str, system: str | None) -> float | None:
    """The share of replicates above the target, ties counting one half; None without replicates."""
    draws = replicates_of(result, method, system)
    if len(draws) < FEWEST_REPLICATES:
        return None
    return float(np.mean(draws > target) + np.mean(draws == target) / 2)


def target_sentence(result: EstimateResult, target: float, method: str, system: str | None = None) -> str:
    """One system's rate against a target: where it stands, and the chance that it is above."""
    row, units = result.get(method, system), Units.of(result)
    if row.estimate is None:
        return text("charts.missing", method=method_name(method), reason=row.reason or text(f"status.{row.status}"))
    where = "inside"
    if row.low is not None and row.low > target:
        where = "above"
    elif row.high is not None and row.high < target:
        where = "below"
    return text(
        f"charts.target_{where}", system=spoken_system(system, result), estimate=units.value(row.estimate, row.n_items),
        range=units.interval(row.low, row.high, row.n_items), target=units.value(target), method=method_name(method),
        chance=chance(chance_above(result, target, method, system)),
    )  # fmt: skip


def target_frame(result: EstimateResult, target: float, method: str) -> pd.DataFrame:
    """Every system against the target."""
    units = Units.of(result)
    rows = [
        [system_name(system, result), units.value(row.estimate, row.n_items),
         units.interval(row.low, row.high, row.n_items), chance(chance_above(result, target, method, system))]
        for system in rows_of(result)
        if (row := result.get(method, system))
    ]  # fmt: skip
    head = [text(f"compare.column.{name}") for name in ("system", "estimate", "range", "chance_target")]
    return pd.DataFrame(rows, columns=head)
