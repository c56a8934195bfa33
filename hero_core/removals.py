"""removals(): the ranking and the verdict without each annotator in turn, and whose absence moves them most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np

from hero_core.analytic import influence_of
from hero_core.annotations import Annotations, FloatArray
from hero_core.compare import decide
from hero_core.errors import HeroError, SettingsError
from hero_core.progress import Progress, SoFar, watching
from hero_core.provenance import provenance
from hero_core.ranking import SAME_SCORE, order_of, tau_b
from hero_core.results import Decision, EstimateResult, Removal, RemovalsResult
from hero_core.rounds import Rounds
from hero_core.rows import RowMaker
from hero_core.saying import said
from hero_core.sensitivity import MOST_ANNOTATORS
from hero_core.solved import ModelChoices, ModelOptions, Solved
from hero_core.stability import check_ranking


def removals(
    current: Annotations,
    history: Annotations | None = None,
    *,
    method: str | None = None,
    margin: float = 0.02,
    high_is_good: bool = True,
    level: float = 0.95,
    progress: Progress | None = None,
    so_far: SoFar | None = None,
    **model: Unpack[ModelChoices],
) -> RemovalsResult:
    """The ranking and the verdict (by analytic ranges) without each annotator's votes, in the history and the round.

    The 200 with the most votes on the round, the busiest first. Without `method` hero2, or pec where HERO has none.
    Raises SettingsError with fewer than two systems or annotators, or where the method has no number.
    """
    options = ModelOptions(methods=(method or "hero2",), **model)
    options.check()
    rounds = options.paired(history, current)
    leading = method or ("pec" if rounds.history is None or rounds.refusal is not None else "hero2")
    options = replace(options, methods=(leading,))
    judge = _Judge(options=options, margin=margin, high_is_good=high_is_good, level=level)
    people = rounds.voters
    check_ranking(rounds, len(people))
    full = judge.of(rounds, progress)
    asked, rows = min(len(people), MOST_ANNOTATORS), []
    blank = RemovalsResult(
        method=leading, order=full.decision.order, lead=full.lead(full.decision.order), state=full.decision.state,
        leaders=full.decision.leaders, values=tuple(rounds.values.tolist()), rows=(), done=0, asked=asked,
        voters=len(people), findings=rounds.findings,
        provenance=provenance(rounds.history, rounds.current, history,
                              options.as_used(full.solved) | {"method": leading, "level": level, "margin": margin,
                                                              "high_is_good": high_is_good}),
    )  # fmt: skip
    for number, code in enumerate(people[:asked]):
        if progress is not None:
            progress(number / asked, said("leaving annotators out"))
        rows.append(_removal(judge, rounds, int(code), full))
        if so_far is not None:
            so_far(lambda count=number + 1: _sorted(blank, rows[:count]))  # type: ignore[misc]
    return _sorted(blank, rows)


@dataclass(frozen=True, kw_only=True)
class _Judged:
    """A fitted round: the scores of its systems, higher is better, and the verdict."""

    solved: Solved
    scores: dict[str, float]
    decision: Decision

    def lead(self, order: tuple[str, ...]) -> float | None:
        """How far the first system is ahead of the second of an order."""
        first, second = (self.scores.get(name, np.nan) for name in order[:2])
        return float(first - second) if np.isfinite(first - second) else None


@dataclass(frozen=True, kw_only=True)
class _Judge:
    """How a round is judged."""

    options: ModelOptions
    margin: float
    high_is_good: bool
    level: float

    def of(self, rounds: Rounds, progress: Progress | None = None) -> _Judged:
        """Scores and verdict. Raises SettingsError where a system has no number."""
        solved = Solved.of(rounds, self.options, watching(progress, 0.0, said("fitting")))
        method = self.options.methods[0]
        if method not in solved.answers:
            raise SettingsError(rounds.refusal or said("This method has no number here."))
        result = _estimates(solved, self.level)
        decision = decide(result, method=method, margin=self.margin, high_is_good=self.high_is_good)
        sign = 1 if self.high_is_good else -1
        found = {name: result.get(method, name).estimate for name in rounds.systems}
        scores = {name: np.nan if value is None else sign * value for name, value in found.items()}
        return _Judged(solved=solved, scores=scores, decision=decision)


def _estimates(solved: Solved, level: float) -> EstimateResult:
    """The rows of `estimate` with analytic ranges, without its checks of the data."""
    panel, recipe, rounds = solved.panel, solved.recipe, solved.rounds
    influence = influence_of(panel, recipe, solved.answers, solved.fits)
    maker = RowMaker(panel, recipe, solved.answers, solved.fits, {}, influence, level)
    rows = tuple(maker.row(method, group) for group in range(len(panel.parts)) for method in recipe.methods)
    return EstimateResult(
        classes=rounds.classes, values=tuple(rounds.values.tolist()), systems=rounds.systems, methods=recipe.methods,
        level=level, seed=0, resamples=0, counts={}, estimates=rows, annotators=(), covariates=(), findings=(),
        provenance={}, influence=influence,
    )  # fmt: skip


def _removal(judge: _Judge, rounds: Rounds, code: int, full: _Judged) -> Removal:
    name = str(rounds.annotator_ids[code])
    blank = Removal(
        annotator=name, votes=int((rounds.current.annotator == code).sum()), lead=None, tau=None, winner=None,
        new_winner=False, new_order=False, state=None, leaders=(), new_verdict=False,
    )  # fmt: skip
    fewer = _without(rounds, code)
    try:
        if len({*fewer.current.system.tolist()}) < len(rounds.systems):
            return blank
        now = judge.of(fewer)
    except HeroError:
        return blank
    order = full.decision.order
    before, after = (np.array([each.scores.get(name, np.nan) for name in order]) for each in (full, now))
    if not np.isfinite(after).all():
        return blank
    old, new = (full.decision.state, full.decision.leaders), (now.decision.state, now.decision.leaders)
    tau = float(tau_b(after[:, None], before)[0])
    return replace(
        blank,
        lead=now.lead(order),
        tau=tau if np.isfinite(tau) else None,
        winner=_winner(order, after),
        new_winner=_winner(order, after) != _winner(order, before),
        new_order=bool((order_of(after) != order_of(before)).any()),
        state=now.decision.state,
        leaders=now.decision.leaders,
        new_verdict=(old[0], {*old[1]}) != (new[0], {*new[1]}),
    )


def _winner(order: tuple[str, ...], scores: FloatArray) -> str | None:
    """The system with the highest score, None where several share it."""
    first = np.flatnonzero(scores >= scores.max() - SAME_SCORE)
    return order[first[0]] if len(first) == 1 else None


def _without(rounds: Rounds, code: int) -> Rounds:
    """Both files without this annotator's votes, and without current items that have no vote then."""
    current, history = rounds.current.select_votes(rounds.current.annotator != code), rounds.history
    if history is not None:
        history = history.select_votes(history.annotator != code)
    keep = np.bincount(current.item, minlength=current.n_items) > 0
    return replace(rounds, current=current.select_items(keep), history=history)


def _sorted(blank: RemovalsResult, rows: Sequence[Removal]) -> RemovalsResult:
    """The result with the removal that moves most first: another verdict, another winner, another order, the lead."""

    def moved(row: Removal) -> tuple[float, ...]:
        lead = 0.0 if row.lead is None or blank.lead is None else abs(row.lead - blank.lead)
        return (-row.new_verdict, -row.new_winner, row.tau if row.tau is not None else 1.0, -lead)

    return replace(blank, rows=tuple(sorted(rows, key=moved)), done=len(rows))
