"""Ranking stability: how the ranking of systems moves when annotators are left out (STABLEVAL)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from hero_core.annotations import Annotations, FloatArray
from hero_core.covariates import choose_covariates
from hero_core.errors import Finding, SettingsError
from hero_core.estimate import REPLICATE_STEPS, REPLICATE_TOL, answer_values, whole
from hero_core.methods import Stopping
from hero_core.provenance import provenance
from hero_core.resample import annotator_masks
from hero_core.results import METHODS, RankSpread, StabilityPoint, StabilityResult
from hero_core.rounds import Rounds, pair
from hero_core.shares import Draw, Fits, Panel, Recipe, solve_all

SAME_SCORE = 1e-6
BATCH_CELLS = 3_000_000
STABILITY_METHODS = ("mv", "ds_hard", "pec", "hero1", "hero2")
Progress = Callable[[float, str], None]


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
    ridge: float = 0.0,
    tol: float = 1e-6,
    max_iter: int = 2000,
    pec_pseudocounts: tuple[float, float, float] = (0.0, 0.01, 0.01),
    values: Sequence[float] | None = None,
    overlap: str = "drop",
    level: float = 0.95,
    progress: Progress | None = None,
) -> StabilityResult:
    """Kendall's tau-b between the ranking by all annotators and by random subsets of them.

    For each fraction, `repeats_per_fraction` subsets of round(fraction * R) annotators (at least 1) are kept; DS and PEC
    are refitted on the kept votes, HERO keeps the rates of the whole history. Items left without a vote do not count.
    Raises SettingsError with fewer than two systems or two annotators. STABLEVAL (arXiv 2605.02122), rank stability.
    """
    rounds = pair(history, current, overlap=overlap, values=values)
    voters = np.flatnonzero(np.bincount(rounds.current.annotator, minlength=len(rounds.known)) > 0)
    _check(rounds, len(voters), methods, fractions, repeats_per_fraction)
    names, _, found = choose_covariates(rounds, covariates)
    recipe = Recipe(
        methods=tuple(methods),
        covariate_names=names,
        hero2_weight=hero2_weight,
        ridge=ridge,
        pec_pseudocounts=pec_pseudocounts,
        stopping=Stopping(tol=tol, max_iter=max_iter),
    )
    panel = Panel.of(rounds, names)
    answers, fits = solve_all(panel, recipe, whole(panel))
    full = {name: answer_values(answer, rounds.values)[1:, 0] for name, answer in answers.items()}
    notes = _notes(rounds, methods, full)
    able = tuple(name for name in methods if name not in notes)
    curves: list[StabilityPoint] = []
    ranks: list[RankSpread] = []
    if able:
        light = panel.cast(np.float32)
        stopping = Stopping(tol=max(tol, REPLICATE_TOL), max_iter=min(max_iter, REPLICATE_STEPS))
        quick = replace(recipe, methods=able, stopping=stopping)
        jobs = list(zip(fractions, np.random.SeedSequence(seed).spawn(len(fractions)), strict=True))
        for position, (fraction, stream) in enumerate(jobs):
            span = (position / len(jobs), 1 / len(jobs))
            kept = max(1, round(fraction * len(voters)))
            drawn = _draw(
                light, quick, fits, voters, kept, repeats_per_fraction, np.random.default_rng(stream), span, progress
            )
            for name in able:
                curves.append(_point(name, fraction, kept, full[name], drawn[name], level))
                ranks += _spread(name, fraction, rounds.systems, drawn[name], level)
    options = {
        "methods": list(methods),
        "fractions": list(fractions),
        "repeats_per_fraction": repeats_per_fraction,
        "seed": seed,
        "hero2_weight": hero2_weight,
        "ridge": ridge,
        "tol": tol,
        "max_iter": max_iter,
        "overlap": overlap,
        "pec_pseudocounts": list(pec_pseudocounts),
        "values": rounds.values.tolist(),
        "covariates": list(names),
    }
    return StabilityResult(
        systems=rounds.systems,
        methods=tuple(methods),
        curves=tuple(curves),
        ranks=tuple(ranks),
        full_ranking={name: _ranking(rounds.systems, scores) for name, scores in full.items()},
        tau_with_gold=_with_gold(rounds, full),
        notes=notes,
        findings=(*rounds.findings, *found, *_few(len(voters))),
        provenance=provenance(rounds.history, rounds.current, history, options),
    )


def _check(rounds: Rounds, voters: int, methods: Sequence[str], fractions: Sequence[float], repeats: int) -> None:
    file = rounds.current.name
    unknown = [name for name in methods if name not in METHODS]
    if len(rounds.systems) < 2:
        raise SettingsError(
            f"Ranking stability needs at least two systems; {file} has {len(rounds.current.systems) or 'no system column'}."
        )
    if voters < 2:
        raise SettingsError(f"Ranking stability needs at least two annotators; {file} has {voters}.")
    if unknown or not methods:
        raise SettingsError(
            f"Unknown method {', '.join(map(repr, unknown)) or '(none given)'}; the methods are {', '.join(METHODS)}."
        )
    if not fractions or not all(0 < fraction <= 1 for fraction in fractions):
        raise SettingsError(
            f"Fractions must lie above 0 and at most 1; given were {', '.join(map(str, fractions)) or 'none'}."
        )
    if repeats < 2:
        raise SettingsError(f"{repeats} subsets for each fraction are too few; use at least 2.")


def _few(voters: int) -> list[Finding]:
    if voters >= 4:
        return []
    return [
        Finding(
            severity="warning",
            code="few_annotators",
            count=voters,
            column="annotator_id",
            message=f"Only {voters} annotators: leaving some out says little about the stability of a ranking.",
        )
    ]


def _notes(rounds: Rounds, methods: Sequence[str], full: dict[str, FloatArray]) -> dict[str, str]:
    """Why a method has no curve, in words."""
    notes: dict[str, str] = {}
    for name in methods:
        if name not in full:
            notes[name] = rounds.refusal or "This method has no number here."
        elif not np.isfinite(full[name]).all():
            notes[name] = "At least one system has no number, so there is no ranking to compare with."
        elif not _order(full[name]).any():
            notes[name] = "All systems are tied, so there is no order and tau is not defined."
    return notes


def _draw(
    panel: Panel,
    recipe: Recipe,
    fits: Fits,
    voters: np.ndarray,
    kept: int,
    draws: int,
    rng: np.random.Generator,
    span: tuple[float, float],
    progress: Progress | None,
) -> dict[str, FloatArray]:
    """System scores (S, draws) of every method under random subsets of the annotators."""
    masks = np.zeros((panel.current.n_annotators, draws), dtype=np.float32)
    masks[voters] = annotator_masks(rng, len(voters), kept, draws)
    batch = int(np.clip(BATCH_CELLS // max(1, panel.current.n_items * panel.current.n_classes), 1, draws))
    parts = []
    for first in range(0, draws, batch):
        done = span[0] + span[1] * first / draws
        watch = None if progress is None else lambda done=done: progress(done, "leaving annotators out")
        mask = masks[:, first : first + batch]
        draw = Draw(items=np.ones((panel.current.n_items, mask.shape[1]), dtype=np.float32), mask=mask)
        answers, _ = solve_all(panel, replace(recipe, stopping=replace(recipe.stopping, watch=watch)), draw, warm=fits)
        parts.append({name: answer_values(answers[name], panel.rounds.values)[1:] for name in recipe.methods})
    return {name: np.concatenate([part[name] for part in parts], axis=1) for name in recipe.methods}


def _order(scores: FloatArray) -> FloatArray:
    """Sign of score[a] - score[b] for every pair a < b, 0 for a tie; shape (pairs, ...)."""
    first, second = np.triu_indices(len(scores), 1)
    gap = scores[first] - scores[second]
    return np.where(np.abs(gap) < SAME_SCORE, 0, np.sign(gap))


def tau_b(scores: FloatArray, reference: FloatArray) -> FloatArray:
    """Kendall's tau-b of each column of (S, B) scores with (S,) reference scores; NaN where one has no order; (B,)."""
    ours, theirs = _order(scores), _order(reference)[:, None]
    with np.errstate(invalid="ignore", divide="ignore"):  # 0/0 where a ranking has no order: NaN is meant
        return (ours * theirs).sum(axis=0) / np.sqrt((ours**2).sum(axis=0) * (theirs**2).sum(axis=0))


def rank_of(scores: FloatArray) -> FloatArray:
    """Rank of each system, 1 = highest score, ties sharing the mean rank; same shape as (S, B) scores."""
    gap = scores[None] - scores[:, None]
    above = np.where(np.abs(gap) < SAME_SCORE, 0.5, gap > 0)
    return 0.5 + above.sum(axis=1)


def _point(
    method: str, fraction: float, kept: int, full: FloatArray, drawn: FloatArray, level: float
) -> StabilityPoint:
    good = drawn[:, np.isfinite(drawn).all(axis=0)]
    tau = tau_b(good, full)
    defined = tau[np.isfinite(tau)]
    base = {
        "method": method,
        "fraction": float(fraction),
        "annotators_kept": kept,
        "draws": drawn.shape[1],
        "undefined": drawn.shape[1] - defined.size,
    }
    if defined.size == 0:
        return StabilityPoint(
            **base, tau_mean=None, tau_low=None, tau_high=None, same_ranking=None, same_winner=None, rank_sd=None
        )
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    same = (_order(good) == _order(full)[:, None]).all(axis=0)
    best = good >= good.max(axis=0) - SAME_SCORE
    winner = (best == (full >= full.max() - SAME_SCORE)[:, None]).all(axis=0)
    return StabilityPoint(
        **base,
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
            shares=_rank_shares(ranks[row], len(systems)),
        )
        for row, name in enumerate(systems)
    ]


def _rank_shares(ranks: FloatArray, systems: int) -> tuple[float, ...]:
    """Share of draws at each rank; a rank between two (an even tie) counts half for each."""
    lower = np.bincount(np.floor(ranks).astype(int) - 1, minlength=systems)
    upper = np.bincount(np.ceil(ranks).astype(int) - 1, minlength=systems)
    return tuple(((lower + upper) / (2 * len(ranks))).tolist())


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
