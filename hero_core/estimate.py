"""estimate(): every method side by side, with its interval, from two files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from hero_core import diagnostics
from hero_core.analytic import influence_of
from hero_core.annotations import Annotations, FloatArray
from hero_core.intervals import chunk_of_blocks
from hero_core.links import paired_count
from hero_core.panel import Panel
from hero_core.progress import Progress, chunks, watching
from hero_core.provenance import counts_of, provenance
from hero_core.resample import Block, block_streams, bootstrap_weights, check_sampling, linked_weights
from hero_core.results import DEFAULT_METHODS, CovariateRow, Drift, EstimateResult
from hero_core.rows import RowMaker
from hero_core.shares import Draw, Fits, Recipe, solve_all
from hero_core.solved import ModelOptions, Solved, answer_values
from hero_core.tables import Rates, annotator_rows


def estimate(
    history: Annotations | None,
    current: Annotations,
    *,
    methods: Sequence[str] = DEFAULT_METHODS,
    resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
    covariates: str | Sequence[str] = "auto",
    hero2_weight: str = "paper",
    ridge: float | str = "auto",
    tol: float = 1e-6,
    max_iter: int = 2000,
    pec_pseudocounts: tuple[float, float, float] = (0.0, 0.01, 0.01),
    values: Sequence[float] | None = None,
    overlap: str = "drop",
    new_annotators: str = "drop",
    prevalence: str = "shared",
    progress: Progress | None = None,
) -> EstimateResult:
    """All asked methods for all current items and for each system, with intervals.

    `resamples` replicates of the two-level bootstrap (history and current items drawn anew, rates refitted), 0 for the
    analytic interval. `progress(done, what)` is called as work goes on and may raise Cancelled. A method that cannot
    give a number is refused in its row; the others stay. Raises SettingsError for options, ReadError for scales that
    do not fit. HERO (arXiv 2606.29784), STABLEVAL (arXiv 2605.02122); METHODS of the docs.
    """
    options = ModelOptions(
        methods=tuple(methods),
        covariates=covariates,
        hero2_weight=hero2_weight,
        ridge=ridge,
        tol=tol,
        max_iter=max_iter,
        pec_pseudocounts=pec_pseudocounts,
        values=values,
        overlap=overlap,
        new_annotators=new_annotators,
        prevalence=prevalence,
    )
    options.check()
    check_sampling(resamples, level, seed)
    sampling = _Sampling(resamples=resamples, level=level, seed=seed)
    return _estimated(history, current, options, sampling, progress)


@dataclass(frozen=True, kw_only=True)
class _Sampling:
    """How the intervals are made."""

    resamples: int
    level: float
    seed: int


def _estimated(
    history: Annotations | None,
    current: Annotations,
    options: ModelOptions,
    sampling: _Sampling,
    progress: Progress | None,
) -> EstimateResult:
    resamples, level, seed = sampling.resamples, sampling.level, sampling.seed
    rounds = options.paired(history, current)
    solved = Solved.of(rounds, options, watching(progress, 0.0, "fitting"))
    panel, recipe, answers, fits = solved.panel, solved.recipe, solved.answers, solved.fits
    replicates = bootstrap(panel, recipe, fits, resamples, seed, progress) if resamples else {}
    influence = {} if resamples else influence_of(panel, recipe, answers, fits)
    maker = RowMaker(panel, recipe, answers, fits, replicates, influence, level)
    rows = tuple(maker.row(method, group) for group in range(len(panel.groups)) for method in recipe.methods)
    strip, moved = _checks(solved)
    findings = (*rounds.findings, *solved.findings, *diagnostics.of_estimates(solved, rows, strip, moved))
    settings = options.as_used(solved) | asdict(sampling)
    return EstimateResult(
        classes=rounds.classes,
        values=tuple(rounds.values.tolist()),
        systems=rounds.systems,
        methods=recipe.methods,
        level=level,
        seed=seed,
        resamples=resamples,
        counts=counts_of(rounds),
        estimates=rows,
        annotators=annotator_rows(rounds, Rates.of(panel, fits), level=level, drifts=moved),
        covariates=_with_tests(solved),
        findings=findings,
        provenance=provenance(rounds.history, rounds.current, history, settings),
        paired_items=paired_count(rounds.link, rounds.current.system),
        strip=strip,
        replicates=replicates,
        influence=influence,
    )


def _checks(solved: Solved) -> tuple[tuple[float, ...], dict[int, Drift]]:
    """The sensitivity strip of HERO-1 and the drift of each annotator, where the history was fitted."""
    panel, anchor, fits = solved.panel, solved.panel.anchor, solved.fits
    if anchor is None or fits.history is None:
        return (), {}
    strip = diagnostics.sensitivity_strip(panel, anchor, solved.recipe, fits)
    return strip, diagnostics.drifts(panel, anchor, solved.recipe, fits)


def _with_tests(solved: Solved) -> tuple[CovariateRow, ...]:
    """The covariates with the p-value of equal means in history and round."""
    if solved.panel.anchor is None:
        return solved.covariates
    tests = diagnostics.column_tests(solved.panel, solved.panel.anchor, solved.recipe.covariate_names)
    return tuple(replace(row, p_value=tests.get(row.name)) for row in solved.covariates)


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
    parts: list[dict[str, FloatArray]] = []
    for chunk, stopping in chunks(len(streams), step, recipe.stopping, progress, "resampling"):
        draw = _two_level(panel, streams[chunk], n_history)
        answers, _ = solve_all(light, replace(recipe, stopping=stopping), draw, warm=fits)
        parts.append({method: answer_values(answer, panel.rounds.values) for method, answer in answers.items()})
    return {method: np.concatenate([part[method] for part in parts], axis=1) for method in parts[0]}


def _two_level(panel: Panel, streams: Sequence[Block], n_history: int) -> Draw:
    link = panel.rounds.link
    items = [linked_weights(rng, link, size) for rng, size in streams]
    history = [bootstrap_weights(rng, n_history, size) for rng, size in streams] if n_history else None
    return Draw(
        items=np.concatenate(items, axis=1), history=None if history is None else np.concatenate(history, axis=1)
    )
