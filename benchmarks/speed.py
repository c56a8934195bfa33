"""Speed and memory beside their bars: python -m benchmarks.speed [--only NAME]. Prints one line for each figure.

Each figure is measured in a process of its own. Wall seconds are held against the bar; CPU seconds stand beside them,
for a machine that has other work to do. Memory is the peak above what the process held before (Linux only).
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from hero_core import estimate, read, stability
from hero_core.annotations import NO_GOLD, Annotations
from hero_core.methods import Stopping, fit_ds
from hero_core.resample import bootstrap_weights
from hero_core.votes import Votes

SIX = ("mv", "ds", "mle", "hero1", "hero2", "pec")
SMALL = b"item_id,annotator_id,label\na,b,1\na,c,0\n"
GROWTH = (10_000, 100_000, 1_000_000, 10_000_000)
Work = Callable[[], object]


@dataclass(frozen=True)
class Figure:
    """What is measured, the bars in seconds and MB, and what prepares the work in a folder for files."""

    name: str
    seconds: float
    megabytes: float | None
    prepare: Callable[[Path], Work]


@dataclass(frozen=True)
class Cost:
    """Seconds of wall and of processor time of the fastest run, and MB above the start in the first."""

    wall: float
    cpu: float
    memory: float | None


def votes_of(
    items: int, annotators: int, per_item: int, *, seed: int, gold: float = 0.0, systems: int = 1
) -> Annotations:
    """Votes by the Dawid-Skene model, rates from Beta(12 m, 12 (1 - m)) with means .65 and .85, prevalence .3."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(items) < 0.3).astype(int)
    sensitivity = rng.beta(12 * 0.65, 12 * 0.35, annotators).clip(0.02, 0.98)
    specificity = rng.beta(12 * 0.85, 12 * 0.15, annotators).clip(0.02, 0.98)
    first = rng.integers(0, annotators, items)
    stride = rng.integers(1, max(2, annotators // per_item), items)
    who = (first[:, None] + stride[:, None] * np.arange(per_item)) % annotators
    item, annotator = np.repeat(np.arange(items), per_item), who.ravel()
    chance = np.where(truth[item] == 1, sensitivity[annotator], 1 - specificity[annotator])
    names = tuple(f"s{code}" for code in range(systems))
    return Annotations(
        role="history" if gold else "current",
        name="simulated",
        sha256="",
        rows=len(item),
        classes=("0", "1"),
        item_ids=np.arange(items).astype(str).astype(object),
        annotator_ids=np.array([f"a{code:04d}" for code in range(annotators)], dtype=object),
        item=item,
        annotator=annotator,
        label=(rng.random(len(item)) < chance).astype(int),
        gold=np.where(rng.random(items) < gold, truth, NO_GOLD),
        systems=names if systems > 1 else (),
        system=np.arange(items) * systems // items if systems > 1 else np.zeros(items, dtype=int),
        round=np.zeros(items, dtype=int),
        covariate_names=("x_1",),
        covariates=truth[:, None] + rng.normal(size=(items, 1)),
    )


def whole_job(_: Path) -> Work:
    """N = 800, n = 300, J = 10: six methods, two-level bootstrap, 1,000 resamples."""
    history, current = votes_of(800, 10, 5, seed=1, gold=0.1), votes_of(300, 10, 5, seed=2)
    return lambda: estimate(history, current, methods=SIX, resamples=1000, overlap="keep")


def one_fit(_: Path, items: int, annotators: int) -> Work:
    """Dawid-Skene on the current votes to 1e-6, the vote matrix included."""
    data = votes_of(items, annotators, 5, seed=3)

    def fit() -> None:
        result = fit_ds(Votes.of(data), np.ones((items, 1)), Stopping())
        if not result.converged[0]:
            raise RuntimeError("Dawid-Skene did not converge")

    return fit


def bootstrap_fits(_: Path) -> Work:
    """1,000 Dawid-Skene fits of 2,000 items x 5 votes, 50 annotators, warm start."""
    data = votes_of(2000, 50, 5, seed=4)
    votes = Votes.of(data)
    full = fit_ds(votes, np.ones((2000, 1)), Stopping())
    light = votes.cast(np.float32)

    def fits() -> None:
        for seed in range(4):
            weights = bootstrap_weights(np.random.default_rng(seed), 2000, 250)
            start = full.parameters.repeated(250, np.float32)
            fit_ds(light, weights, Stopping(tol=1e-5, max_iter=300), warm=start)

    return fits


def stability_job(_: Path) -> Work:
    """200 draws x 5 fractions x 3 methods, 2,000 items x 5 votes, 50 annotators, 10 systems."""
    data = votes_of(2000, 50, 5, seed=5, systems=10)
    fractions = (0.1, 0.3, 0.5, 0.7, 0.9)
    return lambda: stability(data, methods=("mv", "ds_hard", "pec"), fractions=fractions, repeats_per_fraction=200)


def reading(folder: Path, kind: str, rows: int, by_item: bool = False) -> Work:
    """A file of many rows and a fifth as many items, from its path to codes."""
    place = folder / f"{rows}-{by_item}"
    if not place.exists():
        command = [sys.executable, "-m", "benchmarks.bigfile", str(place), f"--rows={rows}"]
        subprocess.run([*command, *(["--sorted"] if by_item else [])], check=True)
    return lambda: read(place / f"votes.{kind}", role="history")


FIGURES = (
    Figure("whole job at the paper's size, 1,000 resamples", 2.0, None, whole_job),
    Figure("DS to 1e-6, 100 k items x 5 votes", 0.2, None, partial(one_fit, items=100_000, annotators=300)),
    Figure("DS to 1e-6, 1 M items x 5 votes", 2.0, 400, partial(one_fit, items=1_000_000, annotators=1000)),
    Figure("1,000 DS bootstrap fits, 2 k items x 5 votes", 1.0, None, bootstrap_fits),
    Figure("stability, 200 draws x 5 fractions x 3 methods", 5.0, None, stability_job),
    Figure("read CSV, 1 M rows, in any order", 0.6, None, partial(reading, kind="csv", rows=1_000_000)),
    Figure("read CSV, 5 M rows, in any order", 3.0, 600, partial(reading, kind="csv", rows=5_000_000)),
    Figure("read CSV, 5 M rows, by item", 3.0, 600, partial(reading, kind="csv", rows=5_000_000, by_item=True)),
    Figure("read Parquet, 5 M rows, in any order", 3.0, 600, partial(reading, kind="parquet", rows=5_000_000)),
)


def cost_of(number: int, repeat: int, folder: Path) -> Cost:
    """What a figure costs; for a process of its own."""
    read(SMALL)  # whatever is imported late
    work = FIGURES[number].prepare(folder)
    held, runs, peak = start_of_peak(), [], None
    for _ in range(repeat):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        runs.append((time.perf_counter() - wall, time.process_time() - cpu))
        peak = memory("VmHWM") if peak is None else peak
    return Cost(*min(runs), None if peak is None or held is None else peak - held)


def memory(what: str) -> float | None:
    """MB of this process: VmRSS now, VmHWM at most; None where the system does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(what)), None)


def start_of_peak() -> float | None:
    """MB held now; the peak is counted from here on."""
    clear = Path("/proc/self/clear_refs")
    if not clear.exists():
        return None
    clear.write_text("5")
    return memory("VmRSS")


def growth(steps: int = 20) -> str:
    """Seconds of the vote matrix and 20 steps of Dawid-Skene at each size, and the exponent of their growth."""
    seconds = []
    for n_votes in GROWTH:
        data = votes_of(n_votes // 5, 1000, 5, seed=8)
        start = time.process_time()
        fit_ds(Votes.of(data), np.ones((data.n_items, 1)), Stopping(tol=0.0, max_iter=steps))
        seconds.append(time.process_time() - start)
    exponent = math.log(seconds[-1] / seconds[0]) / math.log(GROWTH[-1] / GROWTH[0])
    told = ", ".join(f"{n_votes:.0e}: {spent:.3f} s" for n_votes, spent in zip(GROWTH, seconds, strict=True))
    steepest = max(math.log10(after / before) for before, after in pairwise(seconds))
    word = "within" if exponent <= 1.1 else "OVER"
    return (
        f"growth with the votes, DS, {steps} steps (CPU): {told}; "
        f"exponent {exponent:.2f} (steepest tenfold {steepest:.2f})   bar 1.1   {word}"
    )


def line_of(figure: Figure, cost: Cost) -> str:
    """A figure beside its bars; where only the wall time is over, other work may be the reason."""
    word = "within" if cost.wall <= figure.seconds else "within by CPU" if cost.cpu <= figure.seconds else "OVER"
    told = f"{figure.name:48s} {cost.wall:6.2f} s wall {cost.cpu:6.2f} s CPU   bar {figure.seconds:4.1f} s"
    if cost.memory is not None:
        told += f"   {cost.memory:5.0f} MB"
    if figure.megabytes is not None and cost.memory is not None:
        word = word if cost.memory <= figure.megabytes else "OVER"
        told += f"   bar {figure.megabytes:4.0f} MB"
    return f"{told}   {word}"


def alone(work: Callable[..., object], *arguments: object) -> object:
    """The result of a call in a new process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def main() -> None:
    """Measure every figure a few times and print the best run beside its bars."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="", help="only figures whose name contains this")
    options.add_argument("--repeat", type=int, default=3)
    chosen = options.parse_args()
    print(f"{os.cpu_count()} cores; other work at the start: load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for number, figure in enumerate(FIGURES):
            if chosen.only in figure.name:
                cost = alone(cost_of, number, chosen.repeat, Path(folder))
                print(line_of(figure, cost), flush=True)
    if chosen.only in "growth":
        print(alone(growth), flush=True)


if __name__ == "__main__":
    main()
