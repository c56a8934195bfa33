"""Ranking stability: how the ranking of systems moves when annotators are left out (STABLEVAL)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np

from hero_core.annotations import Annotations, FloatArray, IntArray
from hero_core.curves import point_of, ranking_of, spreads_of
from hero_core.errors import Finding, SettingsError, counted
from hero_core.progress import Progress, SoFar, watching
from hero_core.provenance import provenance
from hero_core.ranking import order_of, tau_b
from hero_core.resample import check_sampling
from hero_core.results import StabilityResult
from hero_core.rounds import Rounds
from hero_core.saying import said
from hero_core.solved import ModelChoices, ModelOptions, Solved, answer_values
from hero_core.subsets import Drawn, Size, Sizes, draw_subsets

STABILITY_METHODS = ("mv", "ds_hard", "pec", "hero1", "hero2")


def stability(
    current: Annotations,
    history: Annotations | None = None,
    *,
    methods: Sequence[str] = STABILITY_METHODS,
    fractions: Sequence[float] = (0.3, 0.5, 0.7, 0.9),
    annotators: Sequence[int] | None = None,
    repeats_per_fraction: int = 200,
    seed: int = 0,
    high_is_good: bool = True,
    level: float = 0.95,
    progress: Progress | None = None,
    so_far: SoFar | None = None,
    **model: Unpack[ModelChoices],
) -> StabilityResult:
    """Kendall's tau-b between the ranking by all annotators and by random subsets of them.

    For each fraction, `repeats_per_fraction` subsets of round(fraction * R) annotators (at least 1) are kept; with
    `annotators` subsets of these numbers instead. DS and PEC are refitted on the kept votes, HERO keeps the rates of
    the whole history. Items left without a vote do not count. The winner has the highest score, with
    `high_is_good=False` the lowest. `so_far` is handed what makes the result of the draws done so far, batch after
    batch once each size has some; it changes no number. Raises SettingsError with fewer than two systems or two
    annotators. STABLEVAL (arXiv 2605.02122).
    """
    options = ModelOptions(methods=tuple(methods), **model)
    numbers = None if annotators is None else tuple(annotators)
    plan = Sizes(fractions=tuple(fractions), annotators=numbers, repeats=repeats_per_fraction, seed=seed)
    options.check()
    plan.check()
    check_sampling(0, level, seed)
    study = _Study.of(history, current, options, plan, high_is_good, level, progress)
    return study.run(progress, so_far)


@dataclass(frozen=True, kw_only=True)
class _Study:
    """What is known before the first draw; `full` are scores (S,) by method, `blank` is the result without draws."""

    solved: Solved
    plan: Sizes
    sizes: tuple[Size, ...]
    voters: IntArray
    full: dict[str, FloatArray]
    sign: int
    level: float
    blank: StabilityResult

    @classmethod
    def of(
        cls,
        history: Annotations | None,
        current: Annotations,
        options: ModelOptions,
        plan: Sizes,
        high_is_good: bool,
        level: float,
        progress: Progress | None,
    ) -> _Study:
        """Fit all annotators' votes. Raises SettingsError, in words, where there is nothing to draw."""
        rounds = options.paired(history, current)
        voters = np.flatnonzero(np.bincount(rounds.current.annotator, minlength=len(rounds.known)) > 0)
        check_ranking(rounds, len(voters))
        sizes = plan.of(len(voters))
        solved = Solved.of(rounds, options, watching(progress, 0.0, said("fitting")))
        full = {name: answer_values(answer, rounds.values)[1:, 0] for name, answer in solved.answers.items()}
        notes, sign = _notes(rounds, options.methods, full), 1 if high_is_good else -1
        settings = options.as_used(solved) | {
            "fractions": list(plan.fractions),
            "annotators": None if plan.annotators is None else list(plan.annotators),
            "repeats_per_fraction": plan.repeats,
            "seed": plan.seed,
            "high_is_good": high_is_good,
        }
        drawable = {name: full[name] for name in options.methods if name not in notes}
        blank = StabilityResult(
            systems=rounds.systems,
            methods=options.methods,
            curves=(),
            ranks=(),
            full_ranking={name: ranking_of(rounds.systems, scores, sign) for name, scores in full.items()},
            tau_with_gold=_with_gold(rounds, full),
            notes=notes,
            fractions=tuple(size.share for size in sizes),
            asked=len(sizes) * plan.repeats if drawable else 0,
            by_number=plan.annotators is not None,
            annotators=len(voters),
            high_is_good=high_is_good,
            findings=(*rounds.findings, *solved.findings, *_few(len(voters))),
            provenance=provenance(rounds.history, rounds.current, history, settings),
        )
        return cls(solved=solved, plan=plan, sizes=sizes, voters=voters, full=drawable, sign=sign, level=level,
                   blank=blank)  # fmt: skip

    def run(self, progress: Progress | None, so_far: SoFar | None) -> StabilityResult:
        """Draw all subsets, handing out what there is after each batch."""
        if not self.full:
            return self.blank
        batches: list[Drawn] = []
        for batch in draw_subsets(self.solved, tuple(self.full), self.voters, self.sizes, self.plan, progress):
            batches.append(batch)
            if so_far is not None and len(batches) >= len(self.sizes):
                count = len(batches)
                so_far(lambda count=count: self.result(batches[:count]))  # type: ignore[misc]
        return self.result(batches)

    def result(self, batches: Sequence[Drawn]) -> StabilityResult:
        """Curves and ranks from these batches."""
        curves, ranks, drawn = [], [], 0
        for position, size in enumerate(self.sizes):
            mine = [batch.scores for batch in batches if batch.position == position]
            if not mine:
                continue
            for name, scores in self.full.items():
                found = np.concatenate([part[name] for part in mine], axis=1)
                curves.append(point_of(name, size, self.sign * scores, self.sign * found, self.level))
                ranks += spreads_of(name, size, self.blank.systems, self.sign * found, self.level)
            drawn += found.shape[1]
        return replace(self.blank, curves=tuple(curves), ranks=tuple(ranks), drawn=drawn)


def check_ranking(rounds: Rounds, voters: int) -> None:
    """Raise SettingsError, in words, where there is nothing to rank or nobody to leave out."""
    file = rounds.current.name
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
