"""annotator_table(): who judges how, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from hero_core.annotations import Annotations, FloatArray
from hero_core.diagnostics import reversed_round
from hero_core.errors import ReadError
from hero_core.estimate import REPLICATE_STEPS, REPLICATE_TOL
from hero_core.intervals import chunk_of_blocks
from hero_core.methods import Stopping, fit_ds, fit_history
from hero_core.provenance import provenance
from hero_core.resample import block_streams, bootstrap_weights
from hero_core.results import AnnotatorResult
from hero_core.rounds import Rounds, pair
from hero_core.shares import Fits, Panel
from hero_core.tables import annotator_rows
from hero_core.votes import Votes

Progress = Callable[[float, str], None]


def annotator_table(
    history: Annotations | None,
    current: Annotations | None = None,
    *,
    resamples: int = 200,
    level: float = 0.95,
    seed: int = 0,
    tol: float = 1e-6,
    max_iter: int = 2000,
    values: Sequence[float] | None = None,
    overlap: str = "drop",
    progress: Progress | None = None,
) -> AnnotatorResult:
    """Confusion matrix, counts, intervals and flags of every annotator of either file.

    Rates come from the gold-anchored EM on the history; their intervals from `resamples` bootstrap draws of its items (0:
    no intervals). Where the history cannot anchor them, from Dawid-Skene on the current votes: `source` says which.
    Raises ReadError when neither file is given.
    """
    rounds = _rounds_of(history, current, values, overlap)
    panel = Panel.of(rounds)
    stopping = Stopping(
        tol=tol, max_iter=max_iter, watch=None if progress is None else lambda: progress(0.0, "fitting")
    )
    past = rounds.history
    anchored = (
        past is not None and past.has_gold.any() and len(np.unique(past.gold[past.has_gold])) == len(rounds.classes)
    )
    fits = Fits()
    if anchored:
        panel = panel if panel.history is not None else _with_history(panel)
        ones = np.ones((panel.history.n_items, 1))  # type: ignore[union-attr]
        fits.history = fit_history(panel.history, past.gold, ones, stopping)  # type: ignore[arg-type,union-attr]
    else:
        fits.ds = fit_ds(panel.current, np.ones((panel.current.n_items, 1)), stopping)
    draws = _replicates(panel, fits, anchored, resamples, seed, stopping, progress) if resamples else None
    rows = annotator_rows(panel, fits, level=level, replicates=draws)
    options = {
        "resamples": resamples,
        "level": level,
        "seed": seed,
        "tol": tol,
        "max_iter": max_iter,
        "overlap": overlap,
    }
    return AnnotatorResult(
        classes=rounds.classes,
        rows=rows,
        level=level,
        source="gold-anchored fit of the history" if anchored else "Dawid-Skene on the current votes, without gold",
        findings=(*rounds.findings, *(reversed_round(past) if past is not None else ())),
        provenance=provenance(past, rounds.current, history, options),
    )


def _rounds_of(
    history: Annotations | None, current: Annotations | None, values: Sequence[float] | None, overlap: str
) -> Rounds:
    if history is None and current is None:
        raise ReadError("There is no file to take annotators from; give a history, a current round, or both.")
    if current is None:
        return pair(history, _no_votes(history), overlap="keep", values=values)  # type: ignore[arg-type]
    return pair(history, current, overlap=overlap, values=values)


def _no_votes(like: Annotations) -> Annotations:
    """A current round without items, on the classes and annotators of the history."""
    nothing = like.select_items(np.zeros(like.n_items, dtype=bool))
    return replace(nothing, role="current", findings=(), counts={}, systems=(), rounds=())


def _with_history(panel: Panel) -> Panel:
    """HERO may be refused (no annotator in common), the history's own rates can still be shown."""
    return replace(panel, history=Votes.of(panel.rounds.history))  # type: ignore[arg-type]


def _replicates(
    panel: Panel, fits: Fits, anchored: bool, resamples: int, seed: int, stopping: Stopping, progress: Progress | None
) -> FloatArray:
    """Confusion matrices (R, K, K, B) refitted on bootstrap draws of the items behind them."""
    votes = (panel.history if anchored else panel.current).cast(np.float32)  # type: ignore[union-attr]
    gold = panel.rounds.history.gold if anchored and panel.rounds.history is not None else None
    warm = (fits.history if anchored else fits.ds).parameters  # type: ignore[union-attr]
    streams = block_streams(seed, resamples)
    step = chunk_of_blocks(votes.n_items, votes.n_classes, resamples)
    parts = []
    for first in range(0, len(streams), step):
        done = first / len(streams)
        watch = None if progress is None else lambda done=done: progress(done, "resampling")
        quick = Stopping(
            tol=max(stopping.tol, REPLICATE_TOL), max_iter=min(stopping.max_iter, REPLICATE_STEPS), watch=watch
        )
        weights = np.concatenate(
            [bootstrap_weights(rng, votes.n_items, size) for rng, size in streams[first : first + step]], axis=1
        )
        start = warm.repeated(weights.shape[1], np.float32)
        if gold is not None:
            fit = fit_history(votes, gold, weights, quick, warm=start, keep_posterior=False)
        else:
            fit = fit_ds(votes, weights, quick, warm=start)
        parts.append(fit.parameters.confusion)
    return np.concatenate(parts, axis=-1)
