"""estimate(): every method side by side, with its interval, from two files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Unpack

from hero_core import diagnostics
from hero_core.annotations import Annotations
from hero_core.links import paired_count
from hero_core.progress import Progress
from hero_core.provenance import counts_of, provenance
from hero_core.results import DEFAULT_METHODS, CovariateRow, EstimateResult
from hero_core.runs import Run, Sampling
from hero_core.solved import ModelChoices, ModelOptions, Solved
from hero_core.tables import Rates, annotator_rows
from hero_core.textgain import text_finding, with_gain


def estimate(
    history: Annotations | None,
    current: Annotations,
    *,
    methods: Sequence[str] = DEFAULT_METHODS,
    resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
    text: str | None = None,
    progress: Progress | None = None,
    quick: bool = False,
    **model: Unpack[ModelChoices],
) -> EstimateResult:
    """All asked methods for all current items and for each system, with intervals.

    With text="prompt" the words of the prompts become a covariate of HERO-2, x_text, learned from the history.

    `resamples` replicates of the two-level bootstrap (history and current items drawn anew, rates refitted), 0 for the
    analytic interval. `progress(done, what)` is called as work goes on and may raise Cancelled. A method that cannot
    give a number is refused in its row; the others stay. A `quick` estimate has the same numbers, but not the guard
    rails that take long on many votes (`unchecked` of the result names them). Raises SettingsError for options,
    ReadError for scales that do not fit. HERO (arXiv 2606.29784), STABLEVAL (arXiv 2605.02122); METHODS of the docs.
    """
    options = ModelOptions(methods=tuple(methods), text=text, **model)
    options.check()
    sampling = Sampling(resamples=resamples, level=level, seed=seed)
    sampling.check()
    return _estimated(history, current, options, sampling, progress, quick)


def _estimated(
    history: Annotations | None,
    current: Annotations,
    options: ModelOptions,
    sampling: Sampling,
    progress: Progress | None,
    quick: bool,
) -> EstimateResult:
    rounds = options.paired(history, current)
    run = Run.of(rounds, options, sampling, progress, quick=quick)
    solved, panel = run.solved, run.solved.panel
    settings = options.as_used(solved) | asdict(sampling)
    text = None if solved.text is None else with_gain(solved.text, run.rows)
    told = () if text is None else (text_finding(text, rounds.current.name),)
    return EstimateResult(
        classes=rounds.classes,
        values=tuple(rounds.values.tolist()),
        systems=rounds.systems,
        methods=solved.recipe.methods,
        level=sampling.level,
        seed=sampling.seed,
        resamples=sampling.resamples,
        counts=counts_of(rounds),
        estimates=run.rows,
        annotators=annotator_rows(rounds, Rates.of(panel, solved.fits), level=sampling.level, drifts=run.drifts),
        covariates=_with_tests(solved),
        findings=(*run.findings, *told),
        provenance=provenance(rounds.history, rounds.current, history, settings),
        paired_items=paired_count(rounds.link, rounds.current.system),
        strip=run.strip,
        text=text,
        unchecked=diagnostics.SLOW if quick else (),
        refusal=rounds.refusal,
        version=rounds.current.only_system,
        replicates=run.replicates,
        influence=run.influence,
    )


def _with_tests(solved: Solved) -> tuple[CovariateRow, ...]:
    """The covariates with the p-value of equal means in history and round."""
    if solved.panel.anchor is None:
        return solved.covariates
    tests = diagnostics.column_tests(solved.panel, solved.panel.anchor, solved.recipe.covariate_names)
    return tuple(replace(row, p_value=tests.get(row.name)) for row in solved.covariates)
