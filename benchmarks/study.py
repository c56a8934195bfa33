"""Coverage, bias and width of every method over many simulated rounds: `make study`.

Each round draws annotators, items and votes anew. The two-level bootstrap speaks about the population the items come
from, so coverage is counted for the design's exact prevalence; beside it, for the share realised in the round's items.
Exit status 1 when HERO-1 or HERO-2 covers less than 91% or more than 98% in the base design, where the model holds.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence

import numpy as np
import pandas as pd

from hero_core import Annotations, estimate, read
from hero_core.designs import DESIGNS
from hero_core.simulate import simulate

METHODS = ("mv", "ds", "mle", "hero1", "hero2", "pec")
HEADLINE = ("hero1", "hero2")
BAR = (0.91, 0.98)
JUDGED = "base"
COLUMNS = ("method", "estimate", "std_error", "low", "high", "status")


def annotations(table: pd.DataFrame, role: str) -> Annotations:
    """A simulated table, read through the same door as a user's file."""
    return read(table.to_csv(index=False).encode(), role=role, name=f"{role}.csv")


def one_round(design: str, seed: int, number: int, resamples: int) -> list[dict[str, object]]:
    """Every method's answer to one simulated round beside the truth; one row per method."""
    rounds = simulate(design, rng=np.random.default_rng([seed, number]))
    if rounds.history is None:
        raise SystemExit(f"The design {design!r} has no history; the study needs one.")
    result = estimate(
        annotations(rounds.history, "history"),
        annotations(rounds.current, "current"),
        methods=METHODS,
        resamples=resamples,
        seed=number,
    )
    truth = {"round": number, "population": rounds.population_shares[None], "realised": rounds.true_shares[None]}
    return [truth | {name: getattr(row, name) for name in COLUMNS} for row in result.estimates if row.system is None]


def covers(rows: pd.DataFrame, target: str) -> pd.Series:
    """Whether the band holds the target; a round without a band does not."""
    return (rows["low"] <= rows[target]) & (rows[target] <= rows["high"])


def summary(rows: pd.DataFrame) -> pd.DataFrame:
    """One row per method: bias, spread and coverage with their Monte Carlo errors."""
    lines = []
    for method, group in rows.groupby("method", sort=False):
        error = (group["estimate"] - group["population"]).astype(float)
        covered = covers(group, "population").mean()
        lines.append(
            {
                "method": method,
                "rounds": len(group),
                "no number": int(group["estimate"].isna().sum()),
                "bias": error.mean(),
                "bias +-": error.std() / math.sqrt(max(error.count(), 1)),
                "SD": error.std(),
                "RMSE": math.sqrt((error**2).mean()),
                "mean SE": group["std_error"].astype(float).mean(),
                "width": (group["high"] - group["low"]).astype(float).mean(),
                "coverage": covered,
                "cov +-": math.sqrt(covered * (1 - covered) / len(group)),
                "realised": covers(group, "realised").mean(),
            }
        )
    return pd.DataFrame(lines).set_index("method")


def outside(table: pd.DataFrame) -> list[str]:
    """The headline methods whose coverage misses the bar."""
    return [method for method in HEADLINE if not BAR[0] <= table.loc[method, "coverage"] <= BAR[1]]


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=200, help="simulated rounds (default 200)")
    parser.add_argument("--resamples", type=int, default=1000, help="bootstrap replicates per round (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the whole study (default 0)")
    with_history = [name for name, design in DESIGNS.items() if design.n_history]
    parser.add_argument("--design", choices=with_history, default=JUDGED, help=f"simulation design (default {JUDGED})")
    parser.add_argument("--output", help="also write every round's answers to this CSV, round by round")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study, print its table, and say whether the bands keep their promise."""
    wanted = options(arguments)
    started = time.perf_counter()
    rows: list[dict[str, object]] = []
    for number in range(wanted.rounds):
        rows += one_round(wanted.design, wanted.seed, number, wanted.resamples)
        if (number + 1) % 10 == 0:
            print(f"{number + 1} rounds, {time.perf_counter() - started:.0f} s", file=sys.stderr)
        if wanted.output:
            pd.DataFrame(rows).to_csv(wanted.output, index=False)
    answers = pd.DataFrame(rows)
    table = summary(answers)
    print(f"Design {wanted.design}: {wanted.rounds} rounds, {wanted.resamples} resamples, seed {wanted.seed}.")
    print("Coverage of nominal 95% bands: of the population prevalence, and of the share realised in the items.")
    print(table.to_string(float_format=lambda value: f"{value:.4f}"))
    if wanted.design != JUDGED:
        print(f"The bar is set for the design {JUDGED}; here the figures are for comparison.")
        return 0
    missed = outside(table)
    outcome = f"MISSED by {', '.join(missed)}." if missed else "Met."
    print(f"Bar for {' and '.join(HEADLINE)}: {BAR[0]:.0%} to {BAR[1]:.0%}. {outcome}")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
