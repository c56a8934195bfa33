"""Ranking stability: how the ranking of systems moves when annotators are left out (STABLEVAL)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hero_core.annotations import Annotations, FloatArray, IntArray
from hero_core.errors import Finding, SettingsError, counted
from hero_core.panel import Panel
from hero_core.progress import Progress, chunks
from hero_core.provenance import provenance
from hero_core.ranking import SAME_SCORE, order_of, rank_of, rank_shares, tau_b
from hero_core.resample import annotator_masks, check_sampling
from hero_core.results import RankSpread, StabilityPoint, StabilityResult
from hero_core.rounds import Rounds
from hero_core.saying import joined, said
from hero_core.shares import Draw, Fits, Recipe, solve_all
from hero_core.solved import ModelOptions, Solved, answer_values

BATCH_CELLS = 400_000
STABILITY_METHODS = ("mv", "ds_hard", "pec", "hero1", "hero2")


def stability(
    current: Annotations,
    history: Annotations | None = None,
    *,
    methods: Sequence[str] = STABILITY_METHODS,
    fractions: Sequence[float] = (0.3, 0.5, 0.7, 0.9),
    repeats_per_fraction: int = 200,
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
    level: float = 0.95,
    progress: Progress | None = None,
) -> StabilityResult:
    """Kendall's tau-b between the ranking by all annotators and by random subsets of them.

    For each fraction, `repeats_per_fraction` subsets of round(fraction * R) annotators (at least 1) are kept; DS and
    PEC are refitted on the kept votes, HERO keeps the rates of the whole history. Items left without a vote do not
    count. Raises SettingsError with fewer than two systems or two annotators. STABLEVAL (arXiv 2605.02122).
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
    plan = _Plan(fractions=tuple(fractions), repeats=repeats_per_fraction, seed=seed, level=level)
    return _stability(history, current, options, plan, progress)


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """Which subsets are drawn, and the level of their percentiles."""

    fractions: tuple[float, ...]
    repeats: int
    seed: int
    level: float


def _stability(
    history: Annotations | None,
    current: Annotations,
    options: ModelOptions,
    plan: _Plan,
    progress: Progress | None,
) -> StabilityResult:
    options.check()
    check_sampling(0, plan.level, plan.seed)
    rounds = options.paired(history, current)
    voters = np.flatnonzero(np.bincount(rounds.current.annotator, minlength=len(rounds.known)) > 0)
    _check(rounds, len(voters), plan)
    solved = Solved.of(rounds, options)
    full = {name: answer_values(answer, rounds.values)[1:, 0] for name, answer in solved.answers.items()}
    notes = _notes(rounds, options.methods, full)
    curves, ranks = _curves(
        solved, {name: full[name] for name in options.methods if name not in notes}, voters, plan, progress
    )
    settings = options.as_used(solved) | {
        "fractions": list(plan.fractions),
        "repeats_per_fraction": plan.repeats,
        "seed": plan.seed,
    }
    return StabilityResult(
        systems=rounds.systems,
        methods=options.methods,
        curves=tuple(curves),
        ranks=tuple(ranks),
        full_ranking={name: _ranking(rounds.systems, scores) for name, scores in full.items()},
        tau_with_gold=_with_gold(rounds, full),
        notes=notes,
        findings=(*rounds.findings, *solved.findings, *_few(len(voters))),
        provenance=provenance(rounds.history, rounds.current, history, settings),
    )


def _curves(
    solved: Solved, full: dict[str, FloatArray], voters: IntArray, plan: _Plan, progress: Progress | None
) -> tuple[list[StabilityPoint], list[RankSpread]]:
    """Agreement and ranks at each fraction, of the methods whose `full` scores (S,) make a ranking."""
    curves: list[StabilityPoint] = []
    ranks: list[RankSpread] = []
    if not full:
        return curves, ranks
    light, recipe = solved.panel.cast(np.float32), replace(solved.recipe, methods=tuple(full))
    streams = np.random.SeedSequence(plan.seed).spawn(len(plan.fractions))
    for position, (fraction, stream) in enumerate(zip(plan.fractions, streams, strict=True)):
        kept = max(1, round(fraction * len(voters)))
        masks = np.zeros((light.current.n_annotators, plan.repeats), dtype=np.float32)
        masks[voters] = annotator_masks(np.random.default_rng(stream), len(voters), kept, plan.repeats)
        span = (position / len(streams), 1 / len(streams))
        drawn = _draw(light, recipe, solved.fits, masks, span, progress)
        for name, scores in full.items():
            curves.append(_point(name, fraction, kept, scores, drawn[name], plan.level))
            ranks += _spread(name, fraction, solved.rounds.systems, drawn[name], plan.level)
    return curves, ranks


def _check(rounds: Rounds, voters: int, plan: _Plan) -> None:
    file, fractions = rounds.current.name, plan.fractions
    if len(rounds.systems) < 2:
        raise SettingsError(
            said(
                "Ranking stability needs at least two systems; {file} has {count}.",
                file=file,
                count=len(rounds.current.systems) or said("no system column"),
            )
        )
    if voters < 2:
        raise SettingsError(
            said("Ranking stability needs at least two annotators; {file} has {count}.", file=file, count=voters)
        )
    if not fractions or not all(0 < fraction <= 1 for fraction in fractions):
        raise SettingsError(
            said(
                "Fractions must lie above 0 and at most 1; given were {fractions}.",
                fractions=joined(map(str, fractions), ", ") or said("none"),
            )
        )
    if plan.repeats < 2:
        raise SettingsError(said("{count} subsets for each fraction are too few; use at least 2.", count=plan.repeats))


def _few(voters: int) -> list[Finding]:
    if voters >= 4:
        return []
    return [
        Finding(
            severity="warning",
            code="few_annotators",
            count=voters,
            column="annotator_id",
            message=said(
                "Only {annotators}: leaving some out says little about the stability of a ranking.",
                annotators=counted(voters, "annotator"),
            ),
        )
    ]


def _notes(rounds: Rounds, methods: Sequence[str], full: dict[str, FloatArray]) -> dict[str, str]:
    """Why a method has no curve, in words."""
    notes: dict[str, str] = {}
    for name in methods:
        if name not in full:
            notes[name] = rounds.refusal or said("This method has no number here.")
        elif not np.isfinite(full[name]).all():
            notes[name] = said("At least one system has no number, so there is no ranking to compare with.")
        elif not order_of(full[name]).any():
            notes[name] = said("All systems are tied, so there is no order and tau is not defined.")
    return notes


def _draw(
    panel: Panel, recipe: Recipe, fits: Fits, masks: FloatArray, span: tuple[float, float], progress: Progress | None
) -> dict[str, FloatArray]:
    """System scores (S, B) of every method under the masks (R, B) of annotators kept."""
    draws = masks.shape[1]
    batch = int(np.clip(BATCH_CELLS // max(1, panel.current.n_items * panel.current.n_classes), 1, draws))
    parts = []
    for chunk, stopping in chunks(draws, batch, recipe.stopping, progress, said("leaving annotators out"), span=span):
        mask = masks[:, chunk]
        draw = Draw(items=np.ones((panel.current.n_items, mask.shape[1]), dtype=np.float32), mask=mask)
        answers, _ = solve_all(panel, replace(recipe, stopping=stopping), draw, warm=fits)
        parts.append({name: answer_values(answers[name], panel.rounds.values)[1:] for name in recipe.methods})
    return {name: np.concatenate([part[name] for part in parts], axis=1) for name in recipe.methods}


def _point(
    method: str, fraction: float, kept: int, full: FloatArray, drawn: FloatArray, level: float
) -> StabilityPoint:
    good = drawn[:, np.isfinite(drawn).all(axis=0)]
    tau = tau_b(good, full)
    defined = tau[np.isfinite(tau)]
    blank = StabilityPoint(
        method=method,
        fraction=float(fraction),
        annotators_kept=kept,
        tau_mean=None,
        tau_low=None,
        tau_high=None,
        same_ranking=None,
        same_winner=None,
        rank_sd=None,
        draws=drawn.shape[1],
        undefined=drawn.shape[1] - defined.size,
    )
    if defined.size == 0:
        return blank
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    same = (order_of(good) == order_of(full)[:, None]).all(axis=0)
    best = good >= good.max(axis=0) - SAME_SCORE
    winner = (best == (full >= full.max() - SAME_SCORE)[:, None]).all(axis=0)
    return replace(
        blank,
        tau_mean=float(defined.mean()),
        tau_low=float(low),
        tau_high=float(high),
        same_ranking=float(same.mean()),
        same_winner=float(winner.mean()),
        rank_sd=float(rank_of(good).std(axis=1).mean()),
    )


def _spread(
    method: str, fraction: float, systems: tuple[str, ...], drawn: FloatArray, level: float
) -> list[RankSpread]:
    good = drawn[:, np.isfinite(drawn).all(axis=0)]
    if good.shape[1] == 0:
        return []
    ranks = rank_of(good)
    low, high = np.quantile(ranks, [(1 - level) / 2, (1 + level) / 2], axis=1)
    return [
        RankSpread(
            method=method,
            fraction=float(fraction),
            system=name,
            mean_rank=float(ranks[row].mean()),
            rank_low=float(low[row]),
            rank_high=float(high[row]),
            shares=rank_shares(ranks[row], len(systems)),
        )
        for row, name in enumerate(systems)
    ]


def _ranking(systems: tuple[str, ...], scores: FloatArray) -> tuple[tuple[str, float | None, float | None], ...]:
    """(system, score, rank), best first; a system without a number has neither."""
    finite = np.isfinite(scores)
    ranks = np.full(len(scores), np.nan)
    ranks[finite] = rank_of(scores[finite][:, None])[:, 0]
    order = sorted(range(len(systems)), key=lambda j: (not finite[j], ranks[j] if finite[j] else 0.0, j))
    return tuple(
        (systems[j], float(scores[j]), float(ranks[j])) if finite[j] else (systems[j], None, None) for j in order
    )


def _with_gold(rounds: Rounds, full: dict[str, FloatArray]) -> dict[str, float | None]:
    """tau-b of each method's ranking with that of the gold items in the history, where the systems have gold there."""
    history = rounds.history
    if history is None or not {*rounds.systems} <= {*history.systems}:
        return dict.fromkeys(full)
    worth = np.where(history.has_gold, rounds.values[history.gold], np.nan)
    means = np.full(len(rounds.systems), np.nan)
    for row, name in enumerate(rounds.systems):
        judged = worth[(history.system == history.systems.index(name)) & history.has_gold]
        means[row] = judged.mean() if judged.size else np.nan
    if not np.isfinite(means).all():
        return dict.fromkeys(full)
    taus = {name: float(tau_b(scores[:, None], means)[0]) for name, scores in full.items()}
    return {name: tau if np.isfinite(tau) else None for name, tau in taus.items()}
