"""Simulated rounds through the engine's front door, many at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from hero_core import Annotations, estimate, read
from hero_core.results import EstimateResult
from hero_core.simulate import SimulatedRounds, simulate


def annotations(table: pd.DataFrame, role: str) -> Annotations:
    """A simulated table as the engine reads it from a file."""
    return read(table.to_csv(index=False).encode(), role=role, name=f"{role}.csv")


def answered(rounds: SimulatedRounds, methods: Sequence[str], **options: object) -> EstimateResult:
    """The engine's estimates of simulated rounds."""
    history = None if rounds.history is None else annotations(rounds.history, "history")
    return estimate(history, annotations(rounds.current, "current"), methods=methods, **options)


def errors(design: str, methods: Sequence[str], count: int, *, seed: int = 0, **overrides: object) -> pd.DataFrame:
    """Estimate minus exact prevalence over all items, one row per round and one column per method."""
    rows = []
    for number in range(count):
        rounds = simulate(design, rng=np.random.default_rng([seed, number]), **overrides)
        result = answered(rounds, methods, resamples=0)
        rows.append({name: result.get(name).estimate - rounds.population_shares[None] for name in methods})
    return pd.DataFrame(rows)
