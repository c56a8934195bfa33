"""`make study`: rerun the simulations and write docs/validation.md."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from benchmarks.study import alarms, bias, coverage

PAGE = Path(__file__).resolve().parents[2] / "docs" / "validation.md"
LEAD = """# Validation

How often the intervals hold the truth, how far the estimates are off, and how often each guard rail fires: on simulated
rounds, where the truth is known. This page is written by `make study` (seed {seed}); ± is one Monte Carlo error.
Designs are those of `hero_core.designs`: unless said otherwise *base*, that is 800 history items (10% with gold), 300
current items, 10 annotators of mean sensitivity .65 and specificity .85 spread by k = 12, 5 votes an item, true share
.24 now and .30 before.
"""
COVERAGE = """
## Coverage of the 95% bands

Two-level bootstrap, percentile, {resamples} resamples, {rounds} rounds each. Where the model holds the bands of HERO-1
and HERO-2 should cover 93% to 97%. {outcome}
"""
BIAS = """
## Bias and spread of the estimates

Bias/SD over {rounds} rounds of HERO's synthetic table. The paper gives, for k = 3: MV .158/.025, DS .098/.038, gold
only .042/.045, HERO-1 .021/.034, HERO-2 .020/.029 (absolute bias). Design A and B come near these figures; no generator
among 108 tried gives converged Dawid-Skene a bias of .098 together with .02 for HERO-1. On *clean*, where no items are
hard for everyone, HERO is unbiased.
"""
SIZE = """
## How often guard rails fire without cause

Share of {rounds} clean rounds. Annotators are spread by k = 50 there: with k = 12 and less some simulated annotators
truly are at chance or worse, and are rightly named.
"""
POWER = """
## How often guard rails find what was planted

Share of rounds with one planted defect in which its guard rail fires. A defect that is missed half of the time is small
against the noise of one round; the tests do not see what everybody does alike.
"""


def markdown(table: pd.DataFrame) -> str:
    """A table as Markdown, numbers with three digits."""
    shown = table.map(lambda value: f"{value:.3f}" if isinstance(value, float) else str(value))
    lines = ["| " + " | ".join(shown.columns) + " |", "|" + " --- |" * len(shown.columns)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in shown.to_numpy().tolist())]) + "\n"


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="simulated rounds of each setting (default 200)")
    parser.add_argument("--resamples", type=int, default=1000, help="bootstrap replicates per round (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the whole study (default 0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cores to use (default: all)")
    parser.add_argument("--output", type=Path, default=PAGE, help="the page to write (default docs/validation.md)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study and write its page; 1 where a band misses its promise by more than two Monte Carlo errors."""
    wanted = options(arguments)
    started, rounds, seed, jobs = time.perf_counter(), wanted.rounds, wanted.seed, wanted.jobs
    parts = [LEAD.format(seed=seed)]
    sizes, power = alarms.size_table(seed, rounds, jobs), alarms.power_table(seed, max(rounds // 2, 1), jobs)
    offs = bias.table(seed, rounds, jobs)
    covered = pd.concat(
        [coverage.table(setting, seed, rounds, wanted.resamples, jobs) for setting in coverage.SETTINGS]
    )
    missed = coverage.outside(covered)
    outcome = "All do, within two Monte Carlo errors." if not missed else f"Outside: {', '.join(missed)}."
    parts += [COVERAGE.format(resamples=wanted.resamples, rounds=rounds, outcome=outcome), markdown(covered)]
    parts += [BIAS.format(rounds=rounds), markdown(offs), SIZE.format(rounds=rounds), markdown(sizes), POWER,
              markdown(power)]  # fmt: skip
    wanted.output.write_text("\n".join(parts), encoding="utf-8")
    print("\n".join(parts))
    print(f"{time.perf_counter() - started:.0f} s; written to {wanted.output}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
