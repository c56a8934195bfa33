"""Coverage of the two-level bands where the model holds: many rounds, each with annotators, items and votes of its own.

The bootstrap speaks about the population that the items come from, so coverage is counted for the design's exact share.
"""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from benchmarks.study.rounds import files, share_error, simulated, spread
from hero_core import compare, estimate
from hero_core.errors import HeroError

METHODS = ("mle", "hero1", "hero2")
HEADLINE = ("hero1", "hero2")
BAR = (0.93, 0.97)

SETTINGS: dict[str, dict[str, Any]] = {
    "k = 12 (base)": {},
    "k = 3": {"k": 3.0},
    "k = 150": {"k": 150.0},
    "gold 3%": {"gold_share": 0.03},
    "n = 100": {"n_current": 100},
    "N = n = 300": {"n_history": 300, "gold_share": 0.2},
    "three classes": {"n_classes": 3},
    "two systems, difference": {"n_systems": 2, "gap": 0.1, "n_current": 150},
}
Task = tuple[str, int, int, int]


def one_round(task: Task) -> list[dict[str, object]]:
    """Every method's answer to one simulated round beside the truth; one row per method."""
    setting, seed, number, resamples = task
    rounds = simulated("base", (seed, number), **SETTINGS[setting])
    result = estimate(*files(rounds), methods=METHODS, resamples=resamples, seed=number)
    if result.systems:
        truth = rounds.population_shares["s2"] - rounds.population_shares["s1"]  # type: ignore[operator]
        return [_difference(result, method, truth) for method in METHODS]
    rows = [result.get(method) for method in METHODS]
    truth = rounds.population_shares[None]
    return [
        {"method": row.method, "error": None if row.estimate is None else row.estimate - truth,
         "covered": row.low is not None and row.high is not None and row.low <= truth <= row.high,
         "width": None if row.low is None or row.high is None else row.high - row.low}
        for row in rows
    ]  # fmt: skip


def _difference(result: Any, method: str, truth: float) -> dict[str, object]:
    """The same for the difference of two systems."""
    try:
        found = compare(result, "s2", "s1", method=method)
    except HeroError:
        return {"method": method, "error": None, "covered": False, "width": None}
    known = found.low is not None and found.high is not None
    return {"method": method, "error": None if found.difference is None else found.difference - truth,
            "covered": known and found.low <= truth <= found.high,
            "width": found.high - found.low if known else None}  # fmt: skip


def table(setting: str, seed: int, rounds: int, resamples: int, jobs: int) -> pd.DataFrame:
    """One row per method: bias, spread, coverage, width, with their Monte Carlo errors."""
    tasks = [(setting, seed, number, resamples) for number in range(rounds)]
    answers = pd.DataFrame([row for found in spread(one_round, tasks, f"coverage, {setting}", jobs) for row in found])
    lines = []
    for method, group in answers.groupby("method", sort=False):
        error, covered = group["error"].astype(float), float(group["covered"].mean())
        lines.append(
            {"setting": setting, "method": method, "rounds": len(group), "no number": int(error.isna().sum()),
             "bias": error.mean(), "bias +-": error.std() / math.sqrt(max(error.count(), 1)), "SD": error.std(),
             "RMSE": math.sqrt((error**2).mean()), "width": group["width"].astype(float).mean(),
             "coverage": covered, "cov +-": share_error(covered, len(group))}
        )  # fmt: skip
    return pd.DataFrame(lines)


def outside(tables: pd.DataFrame) -> list[str]:
    """Settings and headline methods whose coverage misses the bar by more than two Monte Carlo errors."""
    rows = tables[tables["method"].isin(HEADLINE)]
    slack = 2 * rows["cov +-"]
    missed = rows[(rows["coverage"] + slack < BAR[0]) | (rows["coverage"] - slack > BAR[1])]
    return [f"{row['setting']} by {row['method']}" for _, row in missed.iterrows()]
