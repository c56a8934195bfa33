"""Guard rail about drift: does an annotator judge this round as the history?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy import sparse
from scipy.special import chdtrc

from hero_core.annotations import NO_GOLD, FloatArray, IntArray
from hero_core.diagnostics.means import holm
from hero_core.em import EMFit, Model, run_em
from hero_core.errors import Finding, chance, counted, listed
from hero_core.methods import Stopping
from hero_core.panel import Anchor, Panel
from hero_core.parameters import Parameters
from hero_core.results import Drift
from hero_core.rounds import Rounds
from hero_core.saying import joined, said
from hero_core.shares import Fits, Recipe
from hero_core.votes import Votes, times

DRIFT_P = 0.05
LEAST_VOTES = 10
MOST_TESTED = 200
BUDGET = 4_000_000
TOL = 1e-4
STEPS = 60


def drifts(panel: Panel, anchor: Anchor, recipe: Recipe, fits: Fits) -> dict[int, Drift]:
    """Joint likelihood-ratio test of each annotator by code: rates shared between history and round, or split.

    History and round are fitted together, gold clamped, each with its own class shares; chi-square with K (K - 1)
    degrees of freedom and Williams' correction for small counts (1976), Holm over the annotators. Those with ten votes
    on either side are tested, at most 200 of them.
    """
    who = _tested(panel, anchor)
    if who.size == 0:
        return {}
    model, start = _joint(panel, anchor, fits)
    watch = recipe.stopping.watch
    chunk = int(np.clip(BUDGET // max(1, model.votes.n_items * model.votes.n_classes), 1, len(who) + 1))
    null = _fitted(model, start, np.zeros(0, dtype=int), Stopping(tol=1e-6, max_iter=500, watch=watch))
    parts = [_fitted(model, null.parameters, who[first : first + chunk], Stopping(tol=TOL, max_iter=STEPS, watch=watch))
             for first in range(0, len(who), chunk)]  # fmt: skip
    gain = np.concatenate([fit.objective for fit in parts]) - null.objective
    ratio = 2 * np.maximum(gain, 0) / _williams(model.votes, null)[who]
    confusion = np.concatenate([fit.parameters.confusion for fit in parts], axis=-1)
    classes = confusion.shape[1]
    p_values = chdtrc(classes * (classes - 1), ratio)
    half = len(confusion) // 2
    return {
        int(j): Drift(p_value=float(p), p_holm=float(adjusted), before=_cells(confusion[j, :, :, b]),
                      now=_cells(confusion[half + j, :, :, b]))
        for b, (j, p, adjusted) in enumerate(zip(who, p_values, holm(p_values), strict=True))
    }  # fmt: skip


def _tested(panel: Panel, anchor: Anchor) -> IntArray:
    """Codes of the annotators with enough votes on both sides, those with the most votes first kept."""
    width = len(panel.rounds.known)
    least = np.minimum(
        np.bincount(anchor.file.annotator, minlength=width),
        np.bincount(panel.rounds.current.annotator, minlength=width),
    )
    most = np.argsort(-least, kind="stable")[:MOST_TESTED]
    return np.sort(most[least[most] >= LEAST_VOTES])


def _joint(panel: Panel, anchor: Anchor, fits: Fits) -> tuple[Model, Parameters]:
    """Both rounds in one model: annotator j in the history is its twin R + j in the current round."""
    matrix = sparse.csr_array(sparse.block_diag([anchor.history.matrix, panel.current.matrix]))
    width, classes = panel.current.n_annotators, panel.current.n_classes
    past = np.zeros(anchor.history.n_items, dtype=int) if anchor.group is None else anchor.group
    group = np.concatenate([past, np.full(panel.current.n_items, past.max(initial=0) + 1)])
    gold = np.concatenate([anchor.gold, np.full(panel.current.n_items, NO_GOLD)])
    votes = Votes.from_matrix(matrix, 2 * width, classes, gold - NO_GOLD + group * (classes + 1))
    model = Model(votes=votes, weights=np.ones((votes.n_items, 1)), gold=gold, group=group, groups=int(group.max()) + 1)
    confusion = np.tile(fits.of("hero1").parameters.confusion[..., :1], (2, 1, 1, 1))
    prior = fits.of("hero1").parameters.prior[..., :1]
    return model, Parameters(confusion=confusion, prior=np.concatenate([prior, prior[:, :1]], axis=1))


def _williams(votes: Votes, null: EMFit) -> FloatArray:
    """Williams' correction of each annotator's likelihood ratio, from expected counts of label by class; (R,).

    For each class a table of two rows, history and round, and a column for each label.
    """
    half, classes = votes.n_annotators // 2, votes.n_classes
    blocks = [times(votes.transposed, part).reshape(2, half, classes) for part in null.posterior]
    counts = np.maximum(np.stack(blocks, axis=2), 1e-9)  # (2, R, K true, K said)
    rows, columns, total = counts.sum(axis=3), counts.sum(axis=0), counts.sum(axis=(0, 3))
    seen = columns >= 1
    by_row = (total / np.maximum(rows, 1)).sum(axis=0) - 1
    by_column = np.where(seen, total[..., None] / np.maximum(columns, 1), 0).sum(axis=2) - 1
    extra = by_row * np.maximum(by_column, 0) / (6 * np.maximum(total, 1) * (classes - 1))
    corrections: FloatArray = 1 + extra.mean(axis=1)
    return corrections


def _fitted(model: Model, start: Parameters, split: IntArray, stopping: Stopping) -> EMFit:
    """The fit with the twins of one annotator of `split` apart in each column (none: one column, all tied)."""
    columns = max(1, len(split))
    twins = np.ones((model.votes.n_annotators // 2, columns), dtype=bool)
    twins[split, np.arange(len(split))] = False
    model = replace(model, weights=np.repeat(model.weights, columns, axis=1), twins=twins)
    start = start.repeated(columns, np.float64)
    return run_em(model, start, tol=stopping.tol, max_iter=stopping.max_iter, watch=stopping.watch)


def _cells(matrix: FloatArray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(x) for x in row) for row in matrix)


def annotator_drift(rounds: Rounds, found: dict[int, Drift]) -> list[Finding]:
    """Annotators whose rates moved since the history (5% over all annotators together)."""
    moved = sorted((drift.p_holm, j) for j, drift in found.items() if drift.p_holm < DRIFT_P)
    if not moved:
        return []
    names = tuple(str(rounds.annotator_ids[j]) for _, j in moved)
    first = found[moved[0][1]]
    return [
        Finding(
            severity="warning",
            code="annotator_drift",
            file=rounds.current.name,
            column="annotator_id",
            count=len(names),
            annotators=names,
            p_value=moved[0][0],
            message=said(
                "{moved} of {annotators} judged this round differently than the history: {names}. {first}: "
                "{rates} ({chance}). A change of everybody at once would not be seen.",
                moved=len(names),
                annotators=counted(len(found), "annotator"),
                names=listed(names),
                first=names[0],
                rates=_in_words(first, rounds.classes),
                chance=chance(moved[0][0]),
            ),
            remedy=said(
                "Get gold for items that they judge now; until then read the numbers without their votes beside."
            ),
        )
    ]


def _in_words(drift: Drift, classes: tuple[str, ...]) -> str:
    if len(classes) == 2:
        return said(
            "finds real positives {found_before:.0f}% before, {found_now:.0f}% now; clears negatives "
            "{cleared_before:.0f}% before, {cleared_now:.0f}% now",
            found_before=100 * drift.before[1][1], found_now=100 * drift.now[1][1],
            cleared_before=100 * drift.before[0][0], cleared_now=100 * drift.now[0][0],
        )  # fmt: skip
    parts = [
        said("{label} {before:.0f}% to {now:.0f}%", label=name, before=100 * drift.before[k][k],
             now=100 * drift.now[k][k])
        for k, name in enumerate(classes)
    ]  # fmt: skip
    return said("share of each class recognised {classes}", classes=joined(parts, ", "))
