"""Speed and memory beside their bars: python -m benchmarks.speed [--only NAME]. Prints one line for each figure."""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hero_core import estimate, read, stability
from hero_core.annotations import NO_GOLD, Annotations
from hero_core.methods import Stopping, fit_ds
from hero_core.resample import bootstrap_weights
from hero_core.votes import Votes

SIX = ("mv", "ds", "mle", "hero1", "hero2", "pec")


@dataclass(frozen=True)
class Figure:
    """What was measured, the bar it is held against, and how to measure it (returns seconds)."""

    name: str
    bar: float
    measure: Callable[[], float]


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


def timed(work: Callable[[], object]) -> float:
    """Seconds of wall time."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def whole_job() -> float:
    """N = 800, n = 300, J = 10: six methods, two-level bootstrap, 1,000 resamples."""
    history, current = votes_of(800, 10, 5, seed=1, gold=0.1), votes_of(300, 10, 5, seed=2)
    return timed(lambda: estimate(history, current, methods=SIX, resamples=1000, overlap="keep"))


def one_fit(items: int, annotators: int) -> float:
    """Dawid-Skene on the current votes to 1e-6, the vote matrix included."""
    data = votes_of(items, annotators, 5, seed=3)

    def fit() -> None:
        result = fit_ds(Votes.of(data), np.ones((items, 1)), Stopping())
        if not result.converged[0]:
            raise RuntimeError("Dawid-Skene did not converge")

    return timed(fit)


def bootstrap_fits() -> float:
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

    return timed(fits)


def stability_job() -> float:
    """200 draws x 5 fractions x 3 methods, 2,000 items x 5 votes, 50 annotators, 10 systems."""
    data = votes_of(2000, 50, 5, seed=5, systems=10)
    fractions = (0.1, 0.3, 0.5, 0.7, 0.9)
    return timed(
        lambda: stability(data, methods=("mv", "ds_hard", "pec"), fractions=fractions, repeats_per_fraction=200)
    )


def reading() -> float:
    """A CSV of one million rows, from bytes to codes."""
    data = votes_of(200_000, 1000, 5, seed=6)
    lines = [
        f"item{i},{data.annotator_ids[j]},{k}" for i, j, k in zip(data.item, data.annotator, data.label, strict=True)
    ]
    text = ("item_id,annotator_id,label\n" + "\n".join(lines) + "\n").encode()
    return timed(lambda: read(text, name="million.csv"))


FIGURES = (
    Figure("whole job at the paper's size, 1,000 resamples", 2.0, whole_job),
    Figure("DS to 1e-6, 100 k items x 5 votes, 300 annotators", 0.2, lambda: one_fit(100_000, 300)),
    Figure("DS to 1e-6, 1 M items x 5 votes, 1,000 annotators", 2.0, lambda: one_fit(1_000_000, 1000)),
    Figure("1,000 DS bootstrap fits, 2 k items x 5 votes", 1.0, bootstrap_fits),
    Figure("stability, 200 draws x 5 fractions x 3 methods", 5.0, stability_job),
    Figure("read a CSV of 1 M rows (a fifth of the 5 M-row bar)", 0.6, reading),
)


def main() -> None:
    """Measure every figure three times and print the best beside its bar."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="", help="only figures whose name contains this")
    options.add_argument("--repeat", type=int, default=3)
    chosen = options.parse_args()
    for figure in FIGURES:
        if chosen.only not in figure.name:
            continue
        best = min(figure.measure() for _ in range(chosen.repeat))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        word = "within" if best <= figure.bar else "OVER"
        print(
            f"{figure.name:55s} {best:7.2f} s   bar {figure.bar:4.1f} s   {word:6s} peak so far {peak:5.0f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
