"""Simulated rounds as files of the engine, and many of them at once on all cores."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from hero_core import Annotations, read
from hero_core.simulate import SimulatedRounds, simulate

T = TypeVar("T")


def simulated(design: str, seed: Sequence[int], **overrides: Any) -> SimulatedRounds:
    """A round of a design; its history is there."""
    return simulate(design, rng=np.random.default_rng(list(seed)), **overrides)


def annotations(table: pd.DataFrame | None, role: str) -> Annotations:
    """A simulated table, read through the same door as a user's file."""
    if table is None:
        raise SystemExit("The design has no history; the study needs one.")
    return read(table.to_csv(index=False).encode(), role=role, name=f"{role}.csv")


def files(rounds: SimulatedRounds) -> tuple[Annotations, Annotations]:
    """History and current round."""
    return annotations(rounds.history, "history"), annotations(rounds.current, "current")


def spread(work: Callable[[Any], T], tasks: Sequence[Any], what: str, jobs: int) -> list[T]:
    """The work done for each task, in order, on so many cores; says on stderr how far it is."""
    started, done = time.perf_counter(), []
    if jobs < 2:
        for task in tasks:
            done.append(work(task))
            _say(what, len(done), len(tasks), started)
        return done
    with ProcessPoolExecutor(jobs) as pool:
        for result in pool.map(work, tasks):
            done.append(result)
            _say(what, len(done), len(tasks), started)
    return done


def _say(what: str, done: int, total: int, started: float) -> None:
    if done % 20 == 0 or done == total:
        print(f"{what}: {done} of {total}, {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)


def share_error(share: float, count: int) -> float:
    """Monte Carlo error of a share seen in `count` rounds."""
    return math.sqrt(share * (1 - share) / count) if count else math.nan
