"""sensitivity(): every estimate opened: what it would be if one choice were made otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np

from hero_core.analytic import influence_of
from hero_core.annotations import Annotations, FloatArray
from hero_core.diagnostics import red_rails
from hero_core.diagnostics.dependence import WEIGHTS
from hero_core.errors import Refused, SettingsError
from hero_core.intervals import logit_interval
from hero_core.methods import fit_history
from hero_core.progress import Progress, watching
from hero_core.provenance import provenance
from hero_core.results import HISTORY_METHODS, SensitivityResult, SensitivityRow
from hero_core.saying import joined, said
from hero_core.shares import Draw, Fits, solve_all
from hero_core.solved import ModelChoices, ModelOptions, Solved, answer_values, whole

MOST_ANNOTATORS = 200
BATCH_CELLS = 2_000_000


def sensitivity(
    history: Annotations,
    current: Annotations,
    *,
    method: str | None = None,
    level: float = 0.95,
    progress: Progress | None = None,
    **model: Unpack[ModelChoices],
) -> SensitivityResult:
    """The estimates of one method as they are, and with one change at a time.

    Changes: weight of unlabelled history items 1, .3, .1, 0; finite-history weight; without each covariate and without
    all; without each annotator (history and round; the 200 with the most votes); newcomers pooled; one prevalence per
    round and system; gold only. Only those that can make a difference are listed. `method` is hero2 where covariates
    are usable, else hero1. `progress(done, what)` may raise Cancelled. Raises Refused when HERO has no
    number, SettingsError for another method.
    """
    if method is not None and method not in HISTORY_METHODS:
        raise SettingsError(
            said(
                "Sensitivity is known for {methods}, not for {method!r}.",
                methods=joined(HISTORY_METHODS, ", "),
                method=method,
            )
        )
    options = ModelOptions(methods=("mle", "hero1", "hero2"), **model)
    options.check()
    rounds = options.paired(history, current)
    solved = Solved.of(rounds, options, watching(progress, 0.0, said("fitting")))
    if solved.panel.anchor is None:
        raise Refused(rounds.refusal or said("HERO has no number here."))
    leading = method or ("hero2" if solved.recipe.covariate_names else "hero1")
    base = answer_values(solved.answers[leading], rounds.values)[:, 0]
    bands = _bands(solved, leading, base, level)
    changes = [_Change(change="as_is", name=None, values=base), *_changes(solved, options, leading, progress)]
    settings = options.as_used(solved) | {"method": leading, "level": level}
    return SensitivityResult(
        method=leading, systems=rounds.systems, rows=_rows(solved, base, bands, changes),
        findings=(*rounds.findings, *solved.findings, *red_rails(solved)),
        provenance=provenance(rounds.history, rounds.current, history, settings),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _Change:
    """One change and the values of all groups with it, (S + 1,)."""

    change: str
    name: str | None
    values: FloatArray


def _changes(solved: Solved, options: ModelOptions, method: str, progress: Progress | None) -> Iterator[_Change]:
    if method != "mle":
        yield from _weights(solved, method)
        gold_only = answer_values(solved.answers["mle"], solved.rounds.values)[:, 0]
        yield _Change(change="gold_only", name=None, values=gold_only)
    names = solved.recipe.covariate_names
    if method == "hero2" and names:
        if options.hero2_weight == "paper":
            yield _again(solved, replace(options, hero2_weight="finite"), method, "finite_weight", None)
        for name in names if len(names) > 1 else ():
            rest = tuple(other for other in names if other != name)
            yield _again(solved, replace(options, covariates=rest), method, "without_covariate", name)
        yield _again(solved, replace(options, covariates="none"), method, "without_covariates", None)
    if not solved.rounds.known[solved.rounds.voters].all() and options.new_annotators == "drop":
        yield _again(solved, replace(options, new_annotators="pool"), method, "new_annotators_pooled", None)
    history = solved.rounds.history
    grouped = history is not None and (len(history.systems) > 1 or len(history.rounds) > 1)
    if method != "mle" and grouped and options.prevalence == "shared":
        yield _again(solved, replace(options, prevalence="by_group"), method, "prevalence_by_group", None)
    yield from _without_annotators(solved, method, progress)


def _again(solved: Solved, options: ModelOptions, method: str, change: str, name: str | None) -> _Change:
    """The method with other options on the same rounds."""
    other = Solved.of(solved.rounds, replace(options, methods=(method,)))
    return _Change(change=change, name=name, values=answer_values(other.answers[method], solved.rounds.values)[:, 0])


def _weights(solved: Solved, method: str) -> Iterator[_Change]:
    """Unlabelled history items weighing less and less in the rates; means of covariates stay those of all items."""
    anchor = solved.panel.anchor
    if anchor is None or (anchor.gold >= 0).all():
        return
    weights = np.where((anchor.gold >= 0)[:, None], 1.0, np.array(WEIGHTS[1:]))
    start = solved.fits.of(method).parameters.repeated(weights.shape[1], np.float64)
    fit = fit_history(anchor.history, anchor.gold, weights, solved.recipe.stopping, warm=start, group=anchor.group,
                      keep_posterior=False)  # fmt: skip
    draw = Draw(items=np.ones((solved.panel.current.n_items, weights.shape[1])))
    answers, _ = solve_all(solved.panel, replace(solved.recipe, methods=(method,)), draw, warm=Fits(history=fit))
    found = answer_values(answers[method], solved.rounds.values)
    for column, weight in enumerate(WEIGHTS[1:]):
        yield _Change(change="unlabelled_weight", name=f"{weight:g}", values=found[:, column])


def _without_annotators(solved: Solved, method: str, progress: Progress | None) -> Iterator[_Change]:
    """Without each annotator whose votes HERO uses now, the busiest first, at most 200."""
    voters, known = solved.rounds.voters, solved.rounds.known
    who = (voters if solved.recipe.pool else voters[known[voters]])[:MOST_ANNOTATORS]
    if len(who) < 2:
        return
    panel, width = solved.panel, len(solved.rounds.known)
    history = 0 if panel.anchor is None else panel.anchor.history.n_items
    cells = max(history, panel.current.n_items, 1) * panel.current.n_classes
    step = int(np.clip(BATCH_CELLS // cells, 1, len(who)))
    for first in range(0, len(who), step):
        part = who[first : first + step]
        mask = np.ones((width, len(part)))
        mask[part, np.arange(len(part))] = 0
        watch = watching(progress, first / len(who), said("leaving annotators out"))
        recipe = replace(solved.recipe, methods=(method,), stopping=replace(solved.recipe.stopping, watch=watch))
        plain = whole(panel)
        draw = Draw(items=np.repeat(plain.items, len(part), axis=1), mask=mask,
                    history=None if plain.history is None else np.repeat(plain.history, len(part), axis=1))  # fmt: skip
        answers, _ = solve_all(panel, recipe, draw, warm=solved.fits)
        found = answer_values(answers[method], solved.rounds.values)
        for column, j in enumerate(part):
            name = str(solved.rounds.annotator_ids[j])
            yield _Change(change="without_annotator", name=name, values=found[:, column])


def _bands(solved: Solved, method: str, base: FloatArray, level: float) -> list[tuple[float, float] | None]:
    """Analytic plausible range of each group; None where there is none."""
    influence = influence_of(solved.panel, solved.recipe, solved.answers, solved.fits).get(method)
    bounds = (float(solved.rounds.values.min()), float(solved.rounds.values.max()))
    found: list[tuple[float, float] | None] = []
    for group, value in enumerate(base):
        error = 0.0 if influence is None else float(np.linalg.norm(influence[group]))
        if not np.isfinite(value) or error <= 0:
            found.append(None)
            continue
        band = logit_interval(float(value), error, bounds, level, "analytic")
        found.append(None if band.low is None or band.high is None else (band.low, band.high))
    return found


def _rows(
    solved: Solved, base: FloatArray, bands: list[tuple[float, float] | None], changes: list[_Change]
) -> tuple[SensitivityRow, ...]:
    rows = []
    for group, system in enumerate((None, *solved.rounds.systems)):
        band, mine = bands[group], []
        for change in changes:
            value = float(change.values[group])
            known = bool(np.isfinite(value))
            shift = value - float(base[group]) if known and np.isfinite(base[group]) else None
            outside = known and band is not None and not band[0] <= value <= band[1]
            mine.append(SensitivityRow(change=change.change, name=change.name, system=system,
                                       estimate=value if known else None, shift=shift, outside=outside))  # fmt: skip
        mine.sort(key=lambda row: (row.change != "as_is", -abs(row.shift or 0.0)))
        rows += mine
    return tuple(rows)
