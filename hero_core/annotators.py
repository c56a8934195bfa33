"""annotator_table(): who judges how, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hero_core.annotations import Annotations, FloatArray, IntArray
from hero_core.diagnostics import annotator_drift, drifts, of_rounds, shared_too_little
from hero_core.em import EMFit
from hero_core.errors import ReadError, Refused
from hero_core.intervals import chunk_of_blocks
from hero_core.methods import Stopping, fit_ds, fit_history, gold_per_class
from hero_core.panel import Panel
from hero_core.parameters import Parameters
from hero_core.progress import Progress, chunks, watching
from hero_core.provenance import provenance
from hero_core.resample import Block, block_streams, bootstrap_weights, check_sampling
from hero_core.results import AnnotatorResult, Drift
from hero_core.rounds import Rounds, pair
from hero_core.saying import said
from hero_core.shares import Fits, Recipe
from hero_core.solved import ModelOptions
from hero_core.tables import Rates, annotator_rows
from hero_core.votes import Votes

FROM_GOLD = said("gold-anchored fit of the history")
FROM_CURRENT = said("Dawid-Skene on the current votes, without gold")


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
    checks: bool = True,
    progress: Progress | None = None,
) -> AnnotatorResult:
    """Confusion matrix, counts, intervals and flags of every annotator of either file.

    Rates come from the gold-anchored EM on the history; their intervals from `resamples` bootstrap draws of its items
    (0: no intervals). Where the history cannot anchor them, from Dawid-Skene on the current votes: `source` says which.
    `checks=False` leaves out drift and findings about odd people, most of the work where votes or people are many.
    Raises ReadError when neither file is given, Refused when a history alone has too little gold.
    """
    ModelOptions(methods=("hero1",), tol=tol, max_iter=max_iter).check()
    check_sampling(resamples, level, seed)
    rounds = _rounds_of(history, current, values, overlap)
    past = rounds.history
    stopping = Stopping(tol=tol, max_iter=max_iter, watch=watching(progress, 0.0, said("fitting")))
    gold = None if past is None or not _every_class_has_gold(past) else past.gold
    if gold is None and past is not None and not rounds.current.n_items:
        raise Refused(
            said(
                "{history} does not have gold of every class and there is no current round, so nothing tells how "
                "the annotators judge. Add gold labels of each class, or give a current round.",
                history=past.name,
            )
        )
    votes = Votes.of(rounds.current if gold is None or past is None else past)
    fit = _fit(votes, gold, np.ones((votes.n_items, 1)), stopping)
    rates = Rates(fit=fit, votes=votes, anchored=gold is not None)
    checking = replace(stopping, watch=watching(progress, 0.0, said("checking")))
    moved = _drifts(rounds, fit, checking) if checks and gold is not None else {}
    draws = _replicates(rates, gold, block_streams(seed, resamples), stopping, progress) if resamples else None
    settings = {
        "resamples": resamples,
        "level": level,
        "seed": seed,
        "tol": tol,
        "max_iter": max_iter,
        "overlap": overlap,
    }
    odd = of_rounds(rounds, rates.confusion) if checks else []
    if checks and gold is None:
        odd += shared_too_little(rounds.current, ("ds",), anchored=False)
    return AnnotatorResult(
        classes=rounds.classes,
        rows=annotator_rows(rounds, rates, level=level, replicates=draws, drifts=moved),
        level=level,
        source=FROM_GOLD if gold is not None else FROM_CURRENT,
        findings=(*rounds.findings, *odd, *annotator_drift(rounds, moved)),
        provenance=provenance(past, rounds.current, history, settings),
    )


def _drifts(rounds: Rounds, fit: EMFit, stopping: Stopping) -> dict[int, Drift]:
    """Whether each annotator judges the round as the history; none where there is no round to judge."""
    panel = Panel.of(rounds)
    if panel.anchor is None or not rounds.current.n_items:
        return {}
    return drifts(panel, panel.anchor, Recipe(methods=("hero1",), stopping=stopping), Fits(history=fit))


def _rounds_of(
    history: Annotations | None, current: Annotations | None, values: Sequence[float] | None, overlap: str
) -> Rounds:
    if current is not None:
        return pair(history, current, overlap=overlap, values=values)
    if history is None:
        raise ReadError(said("There is no file to take annotators from; give a history, a current round, or both."))
    return pair(history, _no_votes(history), overlap="keep", values=values)


def _no_votes(like: Annotations) -> Annotations:
    """A current round without items, on the classes and annotators of the history."""
    nothing = like.select_items(np.zeros(like.n_items, dtype=bool))
    return replace(nothing, role="current", findings=(), counts={}, systems=(), rounds=())


def _every_class_has_gold(history: Annotations) -> bool:
    """Whether gold anchors the rates of every class; HERO may be refused for other reasons."""
    return bool(gold_per_class(history.gold, len(history.classes)).all())


def _fit(
    votes: Votes, gold: IntArray | None, weights: FloatArray, stopping: Stopping, start: Parameters | None = None
) -> EMFit:
    """The anchored fit where there is gold, else Dawid-Skene."""
    if gold is None:
        return fit_ds(votes, weights, stopping, warm=start)
    return fit_history(votes, gold, weights, stopping, warm=start, keep_posterior=start is None)


def _replicates(
    rates: Rates, gold: IntArray | None, streams: Sequence[Block], stopping: Stopping, progress: Progress | None
) -> FloatArray:
    """Confusion matrices (R, K, K, B) refitted on bootstrap draws of the items behind them."""
    votes = rates.votes.cast(np.float32)
    step = chunk_of_blocks(votes.n_items, votes.n_classes, sum(size for _, size in streams))
    parts = []
    for chunk, quick in chunks(len(streams), step, stopping, progress, said("resampling")):
        drawn = [bootstrap_weights(rng, votes.n_items, size) for rng, size in streams[chunk]]
        weights = np.concatenate(drawn, axis=1)
        start = rates.fit.parameters.repeated(weights.shape[1], np.float32)
        parts.append(_fit(votes, gold, weights, quick, start).parameters.confusion)
    return np.concatenate(parts, axis=-1)
