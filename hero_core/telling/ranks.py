"""Ranks as a table for people."""

from __future__ import annotations

import pandas as pd

from hero_core.charts.labels import Units, chance
from hero_core.results import EstimateResult, Standing
from hero_core.words import text


def ranks_table(rows: tuple[Standing, ...], result: EstimateResult) -> pd.DataFrame:
    """Rank, range and chance of being best of every version, best first."""
    units = Units.of(result)
    sizes = {row.system: result.get(row.method, row.system).n_items for row in rows}
    return pd.DataFrame({
        text("compare.column.system"): [row.system for row in rows],
        text("compare.column.estimate"): [units.value(row.estimate, sizes[row.system]) for row in rows],
        text("standings.column.rank"): [f"{row.rank:g}" for row in rows],
        text("standings.column.range"): [_range(row) for row in rows],
        text("standings.column.best"): [chance(row.probability_best) for row in rows],
    })  # fmt: skip


def _range(row: Standing) -> str:
    if row.rank_low is None or row.rank_high is None:
        return text("none")
    if row.rank_low == row.rank_high:
        return str(row.rank_low)
    return text("charts.to", low=row.rank_low, high=row.rank_high)
