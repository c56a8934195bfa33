"""estimate(): every method side by side, with its interval, from two files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from hero_core import diagnostics
from hero_core.analytic import influence_of
from hero_core.annotations import Annotations, FloatArray
from hero_core.covariates import choose_covariates
from hero_core.errors import SettingsError
from hero_core.intervals import chunk_of_blocks
from hero_core.methods import Stopping
from hero_core.provenance import counts_of, provenance
from hero_core.resample import block_streams, bootstrap_weights, linked_weights
from hero_core.results import DEFAULT_METHODS, METHODS, EstimateResult
from hero_core.rounds import pair, paired_count
from hero_core.rows import RowMaker
from hero_core.shares import Answer, Draw, Fits, Panel, Recipe, solve_all
from hero_core.tables import annotator_rows

Progress = Callable[[float, str], None]
REPLICATE_TOL = 1e-5
REPLICATE_STEPS = 300


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
    ridge: float = 0.0,
    tol: float = 1e-6,
    max_iter: int = 2000,
    pec_pseudocounts: tuple[float, float, float] = (0.0, 0.01, 0.01),
    values: Sequence[float] | None = None,
    overlap: str = "drop",
    progress: Progress | None = None,
) -> EstimateResult:
    """All asked methods for all current items and for each system, with intervals.

    `resamples` replicates of the two-level bootstrap (history and current items drawn anew, rates refitted), 0 for the
    analytic interval. `progress(done, what)` is called as work goes on and may raise Cancelled. A method that cannot
    give a number is refused in its row; the others stay. Raises SettingsError for options, ReadError for scales that
    do not fit. HERO (arXiv 2606.29784), STABLEVAL (arXiv 2605.02122); METHODS of the docs.
    """
    check_settings(methods, resamples, level, hero2_weight, ridge, tol, max_iter, pec_pseudocounts)
    watch = None if progress is None else lambda: progress(0.0, "fitting")
    rounds = pair(history, current, overlap=overlap, values=values)
    names, covariate_rows, found = choose_covariates(rounds, covariates)
    recipe = Recipe(
        methods=tuple(methods),
        covariate_names=names,
        hero2_weight=hero2_weight,
        ridge=ridge,
        pec_pseudocounts=pec_pseudocounts,
        stopping=Stopping(tol=tol, max_iter=max_iter, watch=watch),
    )
    panel = Panel.of(rounds, names)
    answers, fits = solve_all(panel, recipe, whole(panel))
    replicates = bootstrap(panel, recipe, fits, resamples, seed, progress) if resamples else {}
    influence = {} if resamples else influence_of(panel, recipe, answers, fits)
    maker = RowMaker(panel, recipe, answers, fits, replicates, influence, level)
    rows = tuple(maker.row(method, group) for group in range(len(panel.groups)) for method in recipe.methods)
    findings = (*rounds.findings, *found, *diagnostics.of_estimates(panel, answers, fits, rows))
    options = {
        "methods": list(methods),
        "resamples": resamples,
        "level": level,
        "seed": seed,
        "covariates": list(names),
        "hero2_weight": hero2_weight,
        "ridge": ridge,
        "tol": tol,
        "max_iter": max_iter,
        "pec_pseudocounts": list(pec_pseudocounts),
        "values": rounds.values.tolist(),
        "overlap": overlap,
    }
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
        annotators=annotator_rows(panel, fits, level=level),
        covariates=covariate_rows,
        findings=findings,
        provenance=provenance(rounds.history, rounds.current, history, options),
        paired_items=paired_count(rounds.link, rounds.current.system),
        replicates=replicates,
        influence=influence if isinstance(influence, dict) else {},
    )


def check_settings(
    methods: Sequence[str],
    resamples: int,
    level: float,
    hero2_weight: str,
    ridge: float,
    tol: float,
    max_iter: int,
    pseudo: Sequence[float],
) -> None:
    """Raise SettingsError, in words, for an option that cannot be used."""
    unknown = [name for name in methods if name not in METHODS]
    checks = (
        (not methods, "No method was chosen; choose at least one of " + ", ".join(METHODS) + "."),
        (bool(unknown), f"Unknown method {', '.join(map(repr, unknown))}; the methods are {', '.join(METHODS)}."),
        (resamples < 0 or resamples == 1, f"resamples is {resamples}; use 0 (analytic interval) or at least 2."),
        (not 0 < level < 1, f"level is {level:g}; it must lie between 0 and 1, for example 0.95."),
        (hero2_weight not in ("paper", "finite"), f"hero2_weight is {hero2_weight!r}; use paper or finite."),
        (not (np.isfinite(ridge) and ridge >= 0), f"ridge is {ridge}; it must be 0 or a positive number."),
        (not 0 < tol < 1, f"tol is {tol}; it must be a small positive number such as 1e-6."),
        (max_iter < 1, f"max_iter is {max_iter}; it must be at least 1."),
        (
            len(pseudo) != 3 or not all(np.isfinite(x) and x >= 0 for x in pseudo),
            f"pec_pseudocounts is {tuple(pseudo)}; give three numbers of at least 0: class, diagonal, off-diagonal.",
        ),
    )
    for wrong, message in checks:
        if wrong:
            raise SettingsError(message)


def whole(panel: Panel) -> Draw:
    """Every item once: the data themselves."""
    history = None if panel.history is None else np.ones((panel.history.n_items, 1))
    return Draw(items=np.ones((panel.current.n_items, 1)), history=history)


def bootstrap(
    panel: Panel, recipe: Recipe, fits: Fits, resamples: int, seed: int, progress: Progress | None = None
) -> dict[str, FloatArray]:
    """Value of each method in each two-level replicate; (S + 1, B) per method, NaN where it has none.

    History items (gold and silver together) and current items are drawn with replacement as weights; the history is
    refitted in each replicate from the full fit. Same seed, same numbers, whatever the size of the chunks.
    """
    light = panel.cast(np.float32)
    stopping = Stopping(
        tol=max(REPLICATE_TOL, recipe.stopping.tol), max_iter=min(REPLICATE_STEPS, recipe.stopping.max_iter)
    )
    streams = block_streams(seed, resamples)
    n_history = 0 if panel.history is None else panel.history.n_items
    step = chunk_of_blocks(max(n_history, panel.current.n_items), panel.current.n_classes, resamples)
    parts: list[dict[str, FloatArray]] = []
    for first in range(0, len(streams), step):
        done = first / len(streams)
        watch = None if progress is None else lambda done=done: progress(done, "resampling")
        draw = _two_level(panel, streams[first : first + step], n_history)
        answers, _ = solve_all(light, replace(recipe, stopping=replace(stopping, watch=watch)), draw, warm=fits)
        parts.append({method: answer_values(answer, panel.rounds.values) for method, answer in answers.items()})
    return {method: np.concatenate([part[method] for part in parts], axis=1) for method in parts[0]}


def _two_level(panel: Panel, streams: Sequence[tuple[np.random.Generator, int]], n_history: int) -> Draw:
    link = panel.rounds.link
    items = [linked_weights(rng, link, size) for rng, size in streams]
    history = [bootstrap_weights(rng, n_history, size) for rng, size in streams] if n_history else None
    return Draw(
        items=np.concatenate(items, axis=1), history=None if history is None else np.concatenate(history, axis=1)
    )


def answer_values(answer: Answer, values: FloatArray) -> FloatArray:
    """Worth of the class shares, sum over k of values[k] * share[k]; (S + 1, B), NaN where there is no number."""
    worth = np.einsum("k,gkb->gb", values, answer.shares)
    return np.where(answer.identified, worth, np.nan)
