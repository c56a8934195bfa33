"""A run: every method solved for every part of a round, with rows, replicates and guard rails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hero_core import diagnostics
from hero_core.analytic import influence_of
from hero_core.annotations import FloatArray
from hero_core.errors import Finding
from hero_core.intervals import chunk_of_blocks
from hero_core.methods import Stopping
from hero_core.panel import Panel, Part
from hero_core.progress import Progress, at_once, chunks, watching
from hero_core.resample import Block, block_streams, bootstrap_weights, check_sampling, linked_weights
from hero_core.results import Drift, Estimate
from hero_core.rounds import Rounds
from hero_core.rows import RowMaker
from hero_core.saying import said
from hero_core.shares import Draw, Fits, Recipe, solve_all
from hero_core.solved import ModelOptions, Solved, answer_values

FITTED, RESAMPLED = 0.5, 0.9  # about how much of the work is done then


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """How the intervals are made."""

    resamples: int
    level: float
    seed: int

    def check(self) -> None:
        """Raise SettingsError, in words, for an interval that cannot be made."""
        check_sampling(self.resamples, self.level, self.seed)


@dataclass(frozen=True, kw_only=True)
class Run:
    """What came of a run: a row per part and method (part by part), and what stands behind their intervals."""

    solved: Solved
    rows: tuple[Estimate, ...]
    replicates: dict[str, FloatArray]
    influence: dict[str, FloatArray]
    strip: tuple[float, ...]
    drifts: dict[int, Drift]
    findings: tuple[Finding, ...]

    @classmethod
    def of(
        cls,
        rounds: Rounds,
        options: ModelOptions,
        sampling: Sampling,
        progress: Progress | None = None,
        parts: Sequence[Part] | None = None,
        *,
        quick: bool = False,
    ) -> Run:
        """Fit, resample and check, for `parts` of the round (by default all items and each system).

        A `quick` run leaves out the guard rails that take long on many votes.
        """
        count = sampling.resamples
        solved = Solved.of(rounds, options, watching(progress, 0.0, said("fitting")), parts)
        solved = solved.watched(watching(progress, RESAMPLED if count else FITTED, said("checking")))
        panel, recipe, answers, fits = solved.panel, solved.recipe, solved.answers, solved.fits
        replicates = bootstrap(panel, recipe, fits, count, sampling.seed, progress) if count else {}
        influence = {} if count else influence_of(panel, recipe, answers, fits)
        maker = RowMaker(panel, recipe, answers, fits, replicates, influence, sampling.level)
        rows = tuple(maker.row(method, group) for group in range(len(panel.parts)) for method in recipe.methods)
        strip, moved = _checks(solved, quick)
        found = diagnostics.of_estimates(solved, rows, strip, moved, quick=quick)
        return cls(
            solved=solved,
            rows=rows,
            replicates=replicates,
            influence=influence,
            strip=strip,
            drifts=moved,
            findings=(*rounds.findings, *solved.findings, *found),
        )


def _checks(solved: Solved, quick: bool) -> tuple[tuple[float, ...], dict[int, Drift]]:
    """The sensitivity strip of HERO-1 and, unless in a `quick` run, each annotator's drift, with a fitted history."""
    panel, anchor, fits = solved.panel, solved.panel.anchor, solved.fits
    if anchor is None or fits.history is None:
        return (), {}
    strip = diagnostics.sensitivity_strip(panel, anchor, solved.recipe, fits)
    return strip, {} if quick else diagnostics.drifts(panel, anchor, solved.recipe, fits)


def bootstrap(
    panel: Panel, recipe: Recipe, fits: Fits, resamples: int, seed: int, progress: Progress | None = None
) -> dict[str, FloatArray]:
    """Value of each method in each two-level replicate; (S + 1, B) per method, NaN where it has none.

    History items (gold and silver together) and current items are drawn with replacement as weights; the history is
    refitted in each replicate from the full fit. Same seed, same numbers, whatever the size of the chunks.
    """
    light = panel.cast(np.float32)
    streams = block_streams(seed, resamples)
    n_history = 0 if panel.anchor is None else panel.anchor.history.n_items
    step = chunk_of_blocks(max(n_history, panel.current.n_items), panel.current.n_classes, resamples)

    def values_of(piece: tuple[slice, Stopping]) -> dict[str, FloatArray]:
        chunk, stopping = piece
        draw = _two_level(panel, streams[chunk], n_history)
        answers, _ = solve_all(light, replace(recipe, stopping=stopping), draw, warm=fits)
        return {method: answer_values(answer, panel.rounds.values) for method, answer in answers.items()}

    work = chunks(len(streams), step, recipe.stopping, progress, said("resampling"), span=(0.0, RESAMPLED))
    # Only where a single block is large do the products take so long that Python has time for another thread.
    parts = at_once(list(work), values_of) if step == 1 else [values_of(piece) for piece in work]
    return {method: np.concatenate([part[method] for part in parts], axis=1) for method in parts[0]}


def _two_level(panel: Panel, streams: Sequence[Block], n_history: int) -> Draw:
    items = _item_draws(panel, streams)
    history = [bootstrap_weights(rng, n_history, size) for rng, size in streams] if n_history else None
    return Draw(
        items=np.concatenate(items, axis=1), history=None if history is None else np.concatenate(history, axis=1)
    )


def _item_draws(panel: Panel, streams: Sequence[Block]) -> list[FloatArray]:
    return [linked_weights(rng, panel.rounds.link, size) for rng, size in streams]


def drawn_items(panel: Panel, resamples: int, seed: int, counted: FloatArray) -> FloatArray:
    """How many items of each part each replicate of `bootstrap` holds, each counting `counted` (n,); shape (S + 1, B).

    The same seed draws the same items as there.
    """
    blocks = (_item_draws(panel, [stream])[0] for stream in block_streams(seed, resamples))
    sums = [np.stack([counted[items] @ draws[items] for items in panel.groups]) for draws in blocks]
    return np.concatenate(sums, axis=1)
