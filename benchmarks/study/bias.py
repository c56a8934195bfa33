"""Bias and spread of every method on HERO's synthetic table, beside the figures of the paper and of METHODS."""

from __future__ import annotations

from typing import Any

import pandas as pd

from benchmarks.study.rounds import simulated, spread
from hero_core.runs import Sampling
from hero_core.solved import ModelOptions
from hero_core.trials import outcomes

METHODS = ("mv", "ds", "mle", "hero1", "hero2")
DESIGNS = ("hero_a", "hero_b", "clean")
SPREADS = (3.0, 12.0, 150.0)
Task = tuple[str, float, int, int]


def one_round(task: Task) -> dict[str, Any]:
    """Estimate minus the design's exact share, by method."""
    design, k, seed, number = task
    sampling = Sampling(resamples=0, level=0.95, seed=number)
    found = outcomes(simulated(design, (seed, number), k=k), ModelOptions(methods=METHODS), sampling)
    return {method: outcome.error for method, outcome in found.items()}


def table(seed: int, rounds: int, jobs: int) -> pd.DataFrame:
    """One row per design and heterogeneity: bias / SD of each method."""
    lines = []
    for design in DESIGNS:
        for k in SPREADS:
            tasks = [(design, k, seed, number) for number in range(rounds)]
            errors = pd.DataFrame(spread(one_round, tasks, f"bias, {design}, k = {k:g}", jobs)).astype(float)
            said = {method: f"{errors[method].mean():+.3f}/{errors[method].std():.3f}" for method in METHODS}
            lines.append({"design": design, "k": f"{k:g}", "rounds": rounds, **said})
    return pd.DataFrame(lines)
