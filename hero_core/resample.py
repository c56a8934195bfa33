"""Random streams, bootstrap weights and annotator subsets. The generator comes in through the front door."""

from __future__ import annotations

import numpy as np

from hero_core.annotations import FloatArray, IntArray
from hero_core.errors import refuse_settings
from hero_core.saying import said

BLOCK = 50
Block = tuple[np.random.Generator, int]


def check_sampling(resamples: int, level: float, seed: int) -> None:
    """Raise SettingsError, in words, for an interval that cannot be made."""
    refuse_settings(
        (
            resamples < 0 or resamples == 1,
            said("resamples is {resamples}; use 0 (no resampling) or at least 2.", resamples=resamples),
        ),
        (not 0 < level < 1, said("level is {level:g}; it must lie between 0 and 1, for example 0.95.", level=level)),
        (seed < 0, said("seed is {seed}; it must be 0 or a positive whole number.", seed=seed)),
    )


def block_streams(seed: int, replicates: int) -> list[Block]:
    """Generators and sizes of blocks of at most 50 replicates: the same numbers whatever runs first or beside."""
    sizes = [min(BLOCK, replicates - start) for start in range(0, replicates, BLOCK)]
    children = np.random.SeedSequence(seed).spawn(len(sizes))
    return [(np.random.default_rng(child), size) for child, size in zip(children, sizes, strict=True)]


def bootstrap_weights(rng: np.random.Generator, units: int, replicates: int, dtype: type = np.float32) -> FloatArray:
    """How often each unit is drawn when `units` are drawn with replacement; shape (units, replicates)."""
    drawn = rng.integers(0, units, size=(replicates, units))
    flat = (drawn + (np.arange(replicates) * units)[:, None]).ravel()
    counts = np.bincount(flat, minlength=units * replicates).reshape(replicates, units)
    return np.ascontiguousarray(counts.T, dtype=dtype)


def linked_weights(rng: np.random.Generator, link: IntArray, replicates: int, dtype: type = np.float32) -> FloatArray:
    """Bootstrap weights of items drawn by link (items judged side by side together); shape (I, replicates)."""
    units = int(link.max()) + 1 if link.size else 0
    return bootstrap_weights(rng, units, replicates, dtype)[link]


def annotator_masks(rng: np.random.Generator, annotators: int, kept: int, draws: int) -> FloatArray:
    """1 for annotators kept, 0 for those left out, `kept` of them in each draw; shape (annotators, draws)."""
    order = rng.random((annotators, draws)).argsort(axis=0).argsort(axis=0)
    return (order < kept).astype(np.float32)
