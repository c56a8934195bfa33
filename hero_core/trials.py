"""Trials: every method on many simulated rounds of one design, against the known truth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hero_core.analytic import influence_of
from hero_core.annotations import Annotations, FloatArray, IntArray
from hero_core.designs import planned
from hero_core.errors import refuse_settings
from hero_core.progress import Progress, SoFar
from hero_core.ranking import tau_b
from hero_core.reading import read
from hero_core.resample import check_sampling
from hero_core.results import DEFAULT_METHODS, HISTORY_METHODS, Estimate, TrialRow, TrialsResult
from hero_core.rows import RowMaker
from hero_core.runs import Sampling, bootstrap
from hero_core.saying import joined, said
from hero_core.simulate import SimulatedRounds, simulate
from hero_core.solved import ModelOptions, Solved

NEEDING_NO_HISTORY = ("mv", "ds_hard", "pec")
GROUPED_DESIGNS = ("hero_a", "hero_b", "clean")
PAPER_POOLS = 5
PEOPLE, ROUND = 0, 1  # two families of random streams


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """One method on one round: its rows, all items first and then each system, and the truth behind them.

    `exact` is the design's share of all items, `true_scores` (S,) the systems' true values in this round.
    """

    rows: tuple[Estimate, ...]
    exact: float
    true_scores: FloatArray

    @property
    def error(self) -> float:
        """Estimate of all items minus the exact share; NaN where there is no number."""
        found = self.rows[0].estimate
        return math.nan if found is None else found - self.exact

    @property
    def covered(self) -> bool:
        """The interval is there and holds the exact share."""
        low, high = self.rows[0].low, self.rows[0].high
        return low is not None and high is not None and low <= self.exact <= high

    @property
    def width(self) -> float:
        """Width of the interval; NaN where there is none."""
        low, high = self.rows[0].low, self.rows[0].high
        return math.nan if low is None or high is None else high - low

    @property
    def scores(self) -> FloatArray:
        """The systems' estimates; shape (S,), NaN where there is no number."""
        return np.array([math.nan if row.estimate is None else row.estimate for row in self.rows[1:]])

    @property
    def score_error(self) -> float:
        """Mean squared error of the systems' scores; NaN without systems or a score."""
        return float(np.mean((self.scores - self.true_scores) ** 2)) if len(self.true_scores) else math.nan

    @property
    def tau(self) -> float:
        """Kendall's tau-b with the true ranking; NaN where one of the two has no order."""
        scores = self.scores
        if len(scores) < 2 or np.isnan(scores).any():
            return math.nan
        return float(tau_b(scores[:, None], self.true_scores)[0])


def trials(
    design: str,
    *,
    repetitions: int = 200,
    seed: int = 0,
    methods: Sequence[str] | None = None,
    resamples: int = 0,
    level: float = 0.95,
    pools: int | None = None,
    progress: Progress | None = None,
    so_far: SoFar | None = None,
    **overrides: object,
) -> TrialsResult:
    """Bias, spread, coverage and, with several systems, errors of scores and ranking, of every method.

    `resamples` 0 takes the analytic intervals. `pools` groups of annotators take turns, as in HERO's paper (5 for its
    table); 0 draws new annotators for every round (all other designs). Same seed, same numbers, and more repetitions
    begin with the same rounds. `progress(done, what)` may raise Cancelled; `so_far` is handed, from the second round
    on, what makes the result of the rounds done so far. `overrides` are fields of the design.
    Raises SettingsError for what cannot be used.
    """
    plan = planned(design, overrides)
    groups = _groups(design, pools)
    asked = tuple(methods or (DEFAULT_METHODS if plan.n_history else NEEDING_NO_HISTORY))
    _check(repetitions, groups, asked, bool(plan.n_history))
    options, sampling = ModelOptions(methods=asked), Sampling(resamples=resamples, level=level, seed=seed)
    options.check()
    check_sampling(resamples, level, seed)
    blank = TrialsResult(
        design=design, description=plan.description, overrides=dict(overrides), methods=asked, repetitions=0,
        seed=seed, pools=groups, resamples=resamples, level=level, truth=float(np.mean(plan.means)),
        systems=len(plan.means), rows=(),
    )  # fmt: skip
    found: list[dict[str, Outcome]] = []
    for number in range(repetitions):
        if progress is not None:
            progress(number / repetitions, said("round {number} of {total}", number=number + 1, total=repetitions))
        rounds = simulated_round(design, seed, number, groups, overrides)
        found.append(outcomes(rounds, options, sampling, _within(progress, number, repetitions)))
        if so_far is not None and number:
            so_far(lambda count=number + 1: _of_rounds(blank, found[:count]))  # type: ignore[misc]
    return _of_rounds(blank, found)


def _of_rounds(blank: TrialsResult, found: Sequence[Mapping[str, Outcome]]) -> TrialsResult:
    """The result of the rounds that are done."""
    count, pools = len(found), blank.pools
    group = np.arange(count) % pools if pools else np.zeros(count, dtype=int)
    rows = tuple(summary(method, [each[method] for each in found], group) for method in blank.methods)
    return replace(blank, repetitions=count, rows=rows)


def first_round(design: str, *, seed: int = 0, pools: int | None = None, **overrides: object) -> SimulatedRounds:
    """The first round of the trial with the same arguments. Raises SettingsError."""
    planned(design, overrides)
    refuse_settings((seed < 0, said("seed is {seed}; it must be 0 or a positive whole number.", seed=seed)))
    return simulated_round(design, seed, 0, _groups(design, pools), overrides)


def _groups(design: str, pools: int | None) -> int:
    return (PAPER_POOLS if design in GROUPED_DESIGNS else 0) if pools is None else pools


def _check(repetitions: int, pools: int, methods: tuple[str, ...], has_history: bool) -> None:
    """Raise SettingsError, in words, for a trial that cannot be run."""
    needing = [] if has_history else [name for name in methods if name in HISTORY_METHODS]
    refuse_settings(
        (repetitions < 2, said("repetitions is {total}; a spread needs at least 2.", total=repetitions)),
        (
            pools < 0,
            said(
                "pools is {pools}; it must be 0 (new annotators in every round) or a positive whole number.",
                pools=pools,
            ),
        ),
        (bool(needing), said("The design has no history, which {methods} would need.", methods=joined(needing, ", "))),
    )


def _within(progress: Progress | None, number: int, repetitions: int) -> Progress | None:
    """Progress inside one round as progress of the whole."""
    if progress is None:
        return None

    def report(done: float, what: str) -> None:
        progress((number + done) / repetitions, said("round {number} of {total}", number=number + 1, total=repetitions))

    return report


def simulated_round(
    design: str, seed: int, number: int, pools: int, overrides: Mapping[str, object]
) -> SimulatedRounds:
    """Round `number` of a trial, by the annotators of its group where `pools` groups take turns."""
    people = None
    if pools:
        streams = np.random.default_rng([seed, PEOPLE, number % pools])
        people = simulate(design, rng=streams, **overrides).annotators  # type: ignore[arg-type]
    rng = np.random.default_rng([seed, ROUND, number])
    return simulate(design, rng=rng, annotators=people, **overrides)


def files_of(rounds: SimulatedRounds) -> tuple[Annotations | None, Annotations]:
    """History (None where the design has none) and current round, read through the same door as a user's files."""
    tables = {"history": rounds.history, "current": rounds.current}
    found = {
        role: read(table.to_csv(index=False).encode(), role=role, name=f"{role}.csv")
        for role, table in tables.items()
        if table is not None
    }
    return found.get("history"), found["current"]


def outcomes(
    rounds: SimulatedRounds, options: ModelOptions, sampling: Sampling, progress: Progress | None = None
) -> dict[str, Outcome]:
    """Every method on one simulated round: the rows of `estimate`, without its checks of the data."""
    paired = options.paired(*files_of(rounds))
    solved = Solved.of(paired, options)
    panel, recipe, answers, fits = solved.panel, solved.recipe, solved.answers, solved.fits
    count = sampling.resamples
    replicates = bootstrap(panel, recipe, fits, count, sampling.seed, progress) if count else {}
    influence = {} if count else influence_of(panel, recipe, answers, fits)
    maker = RowMaker(panel, recipe, answers, fits, replicates, influence, sampling.level)
    exact = rounds.population_shares[None]
    scores = np.array([rounds.true_shares[name] for name in panel.labels[1:]], dtype=float)
    return {
        method: Outcome(
            rows=tuple(maker.row(method, group) for group in range(len(panel.parts))), exact=exact, true_scores=scores
        )
        for method in recipe.methods
    }


def summary(method: str, found: Sequence[Outcome], group: IntArray) -> TrialRow:
    """The outcomes of one method over all rounds; `group` (rounds,) are the annotators who judged each."""
    error = np.array([each.error for each in found])
    known = ~np.isnan(error)
    sd, sd_error = _spread(error[known], group[known])
    square, square_error = _mean(error[known] ** 2)
    rmse = None if square is None else math.sqrt(square)
    covered, covered_error = _share(np.array([each.covered for each in found]))
    score, score_error = _mean(np.array([each.score_error for each in found]))
    tau, tau_error = _mean(np.array([each.tau for each in found]))
    count = int(known.sum())
    return TrialRow(
        method=method, rounds=count, missing=len(found) - count, bias=_mean(error)[0],
        bias_error=None if sd is None else sd / math.sqrt(count), sd=sd, sd_error=sd_error, rmse=rmse,
        rmse_error=None if not rmse or square_error is None else square_error / (2 * rmse),
        coverage=covered, coverage_error=covered_error, width=_mean(np.array([each.width for each in found]))[0],
        score_mse=score, score_mse_error=score_error, tau=tau, tau_error=tau_error,
    )  # fmt: skip


def _mean(values: FloatArray) -> tuple[float | None, float | None]:
    """Mean of the numbers that are there, and its Monte Carlo error."""
    known = values[~np.isnan(values)]
    if not len(known):
        return None, None
    return float(known.mean()), float(known.std(ddof=1) / math.sqrt(len(known))) if len(known) > 1 else None


def _spread(error: FloatArray, group: IntArray) -> tuple[float | None, float | None]:
    """SD around the mean of each group, pooled, and its Monte Carlo error for normal errors."""
    names, code = np.unique(group, return_inverse=True)
    free = len(error) - len(names)
    if free < 1:
        return None, None
    centre = np.bincount(code, weights=error) / np.bincount(code)
    sd = math.sqrt(float(((error - centre[code]) ** 2).sum()) / free)
    return sd, sd / math.sqrt(2 * free)


def _share(hits: FloatArray) -> tuple[float, float]:
    """Share of hits and its Monte Carlo error."""
    share = float(hits.mean())
    return share, math.sqrt(share * (1 - share) / len(hits))
