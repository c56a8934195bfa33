"""Guard rails: one function for each way in which a number can mislead. Each returns its findings."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr, fdtrc

from hero_core.annotations import Annotations, FloatArray, IntArray
from hero_core.errors import Finding, listed
from hero_core.hero import likelihoods, scores
from hero_core.links import linked_items
from hero_core.panel import Anchor, Panel
from hero_core.results import HISTORY_METHODS, METHOD_NAMES, Estimate
from hero_core.rounds import Rounds
from hero_core.shares import Answer, Fits

REVERSED_P = 0.01
WEAK_SE = 0.1
WEAK_RATIO = 3.0
CONSENSUS = 0.9
LITTLE_GOLD = 5
COVARIATE_P = 0.05
BY_SYSTEM = ("boundary", "not_identified")


def of_estimates(panel: Panel, answers: dict[str, Answer], fits: Fits, rows: tuple[Estimate, ...]) -> list[Finding]:
    """All guard rails that concern a run of `estimate`."""
    found: list[Finding] = []
    if panel.rounds.history is not None:
        found += reversed_round(panel.rounds.history)
    found += high_consensus(panel.rounds.current)
    if panel.anchor is not None:
        found += little_gold(panel.rounds, panel.anchor.file)
        if "hero1" in answers:
            found += weak_identification(panel, panel.anchor, answers["hero1"], fits.rates("hero1"))
        if "hero2" in answers:
            found += covariate_shift(panel, panel.anchor)
    return found + method_notes(panel, rows)


def reversed_round(history: Annotations) -> list[Finding]:
    """History rounds in which the annotators agree with gold less than chance would (policy P21)."""
    truth = history.gold[history.item]
    judged = truth >= 0
    names = history.rounds or (history.name,)
    found = []
    for code, name in enumerate(names):
        votes = np.flatnonzero(judged & (history.round[history.item] == code))
        right = history.label[votes] == truth[votes]
        if votes.size == 0 or bdtr(int(right.sum()), votes.size, 1 / len(history.classes)) > REVERSED_P:
            continue
        who = history.annotator[votes]
        cast, hits = np.bincount(who), np.bincount(who, weights=right)
        if (hits[cast > 0] < cast[cast > 0] / len(history.classes)).all():
            found.append(
                Finding(
                    severity="warning",
                    code="reversed_round",
                    file=history.name,
                    column="label",
                    count=int(votes.size),
                    annotators=tuple(str(history.annotator_ids[j]) for j in np.flatnonzero(cast)),
                    message=f"Round {name} of {history.name}: every annotator disagrees with gold more often than not "
                    f"({int(right.sum())} of {votes.size} votes right). The meaning of its labels may be reversed; "
                    "nothing was flipped.",
                    remedy=_swap(history, name),
                    about=((name,),) if _can_swap(history) else (),
                )
            )
    return found


def _can_swap(history: Annotations) -> bool:
    """The reader can swap the labels of a round: it has a name, and there are two classes."""
    return bool(history.rounds) and len(history.classes) == 2


def _swap(history: Annotations, name: str) -> str:
    if _can_swap(history):
        return (
            f"If it is reversed, swap the labels of round {name}: on the Data page, or with "
            f"--flip-rounds {history.name}:{name}."
        )
    return f"If it is reversed, swap the labels of round {name} in the file (1 for 0, 0 for 1) and read it again."


def high_consensus(current: Annotations) -> list[Finding]:
    """Nearly all items with several votes are unanimous: every method says the same."""
    counts = current.vote_counts
    several = counts.sum(axis=1) >= 2
    if several.sum() < 20:
        return []
    share = float((counts[several].max(axis=1) == counts[several].sum(axis=1)).mean())
    if share < CONSENSUS:
        return []
    return [
        Finding(
            severity="info",
            code="high_consensus",
            file=current.name,
            count=int(several.sum()),
            message=f"{100 * share:.1f}% of the items with several votes are unanimous: all methods will agree, the "
            "simple vote is enough here.",
        )
    ]


def little_gold(rounds: Rounds, history: Annotations) -> list[Finding]:
    """Current annotators with history but fewer than five votes on gold items."""
    width = len(rounds.known)
    gold_votes = np.bincount(history.annotator[history.has_gold[history.item]], minlength=width)
    now = np.bincount(rounds.current.annotator, minlength=width) > 0
    few = np.flatnonzero(now & rounds.known & (gold_votes < LITTLE_GOLD))
    if few.size == 0:
        return []
    names = tuple(str(rounds.annotator_ids[code]) for code in few)
    return [
        Finding(
            severity="info",
            code="little_gold",
            file=history.name,
            column="gold_label",
            count=few.size,
            annotators=names,
            message=f"{few.size} annotators of this round have fewer than {LITTLE_GOLD} votes on gold items "
            f"({listed(names)}): their rates rest mostly on agreement with the others.",
            remedy="Gold for items that they have judged would help most.",
        )
    ]


def weak_identification(panel: Panel, anchor: Anchor, answer: Answer, confusion: FloatArray) -> list[Finding]:
    """Annotators so close to chance that the share of classes is hardly identified: SE = 1/sqrt(sum psi^2)."""
    if not answer.identified[0, 0]:
        return []
    shares = answer.shares[0, :, :1]
    used = anchor.has_known_vote > 0
    score = scores(likelihoods(anchor.known, confusion)[:, used], shares)[:, :, 0]
    spread = score - (shares * score).sum(axis=0)
    error = 1 / np.sqrt(max(float((spread**2).sum() / len(score)), 1e-12))
    ideal = 0.5 / np.sqrt(max(used.sum(), 1))
    if error <= WEAK_SE or error <= WEAK_RATIO * ideal:
        return []
    return [
        Finding(
            severity="error",
            code="weak_identification",
            file=panel.rounds.current.name,
            count=int(used.sum()),
            message=f"The annotators of this round are so close to chance that the estimate has a model error of "
            f"{error:.2f}: gold-only and HERO numbers should not be used.",
            remedy="Add votes of annotators who tell the classes apart, or clear up the labelling task.",
        )
    ]


def covariate_shift(panel: Panel, anchor: Anchor) -> list[Finding]:
    """Means of the covariates that differ between history and current items more than chance allows (joint Hotelling).

    HERO-2 assumes equal means. Tested for all items and for each system, Holm over these groups at 5%. Items
    judged side by side share their covariates: each link counts once, in the history too.
    """
    columns, past, link = panel.covariates, anchor.covariates, panel.rounds.link
    past = _per_link(past, linked_items(anchor.file)) if past.size else past
    if columns.shape[1] == 0 or len(past) < 2:
        return []
    groups = [
        (name, items) for name, items in zip((None, *panel.rounds.systems), panel.groups, strict=True) if len(items) > 1
    ]
    p_values = np.array([_mean_test(_per_link(columns[items], link[items]), past) for _, items in groups])
    order = np.argsort(p_values)
    holm = np.maximum.accumulate(p_values[order] * (len(order) - np.arange(len(order))))
    moved = [groups[position] for position, p in zip(order, holm, strict=True) if p < COVARIATE_P]
    if not moved:
        return []
    names = [name if name is not None else "all items" for name, _ in moved]
    return [
        Finding(
            severity="warning",
            code="covariate_shift",
            file=panel.rounds.current.name,
            count=len(names),
            p_value=float(min(holm[0], 1)),
            message=f"The covariates have other means than in the history for {listed(names)} "
            f"(p = {min(holm[0], 1):.2g}). HERO-2 assumes equal means and moves its numbers by the difference; "
            "HERO-1 leads.",
            remedy="Leave the covariates out (--covariates none), or keep only those that describe the same prompts "
            "in both rounds.",
        )
    ]


def _per_link(columns: FloatArray, link: IntArray) -> FloatArray:
    """Mean covariates of each link among these items; shape (links, p)."""
    _, code, count = np.unique(link, return_inverse=True, return_counts=True)
    sums = np.stack([np.bincount(code, weights=column, minlength=len(count)) for column in columns.T], axis=1)
    means: FloatArray = sums / count[:, None]
    return means


def _mean_test(columns: FloatArray, past: FloatArray) -> float:
    """p-value of equal mean vectors: Hotelling's test with separate covariances, F with the fewer items' freedom."""
    few = min(len(columns), len(past))
    if few < 2:
        return 1.0
    gap = columns.mean(axis=0) - past.mean(axis=0)
    spread = np.atleast_2d(np.cov(columns.T)) / len(columns) + np.atleast_2d(np.cov(past.T)) / len(past)
    scale = np.sqrt(np.diag(spread))
    if not scale.all():
        return 1.0
    inverse = np.linalg.pinv(spread / np.outer(scale, scale), rcond=1e-9, hermitian=True)
    rank = int(np.linalg.matrix_rank(inverse))
    if few <= rank:
        return 1.0
    square = float(gap / scale @ inverse @ (gap / scale))
    return float(fdtrc(rank, few - rank, square * (few - rank) / (rank * (few - 1))))


def _named(row: Estimate) -> str:
    """The method, and the system where it is about one."""
    return METHOD_NAMES[row.method] + (f" of {row.system}" if row.system else "")


def method_notes(panel: Panel, rows: tuple[Estimate, ...]) -> list[Finding]:
    """Statuses of the methods over all items, once each, as findings."""
    found: list[Finding] = []
    for status, code in (
        ("refused", "method_refused"),
        ("not_identified", "not_identified"),
        ("not_converged", "not_converged"),
        ("boundary", "boundary"),
    ):
        hit = [row for row in rows if row.status == status and (row.system is None or status in BY_SYSTEM)]
        for reason in dict.fromkeys(row.reason for row in hit):
            same = [row for row in hit if row.reason == reason]
            where = list(dict.fromkeys(_named(row) for row in same))
            file = (
                panel.rounds.history.name
                if panel.rounds.history and same[0].method in HISTORY_METHODS
                else panel.rounds.current.name
            )
            found.append(
                Finding(
                    severity="warning",
                    code=code,
                    file=file,
                    count=len(where),
                    message=f"{listed(where)}: {status.replace('_', ' ')}. {reason}",
                )
            )
    return found


def flat_in_words(panel: Panel, fits: Fits, method: str) -> str:
    """Why a score equation has no unique solution, with the rates of the annotators concerned."""
    confusion = fits.rates(method)[..., 0]
    cast = np.bincount(panel.rounds.current.annotator, minlength=len(confusion)) > 0
    who = np.flatnonzero(cast & panel.rounds.known)
    names = [str(panel.rounds.annotator_ids[j]) for j in who]
    if confusion.shape[1] == 2:
        names = [
            f"{name} {confusion[j, 1, 1]:.2f}/{confusion[j, 0, 0]:.2f}" for name, j in zip(names, who, strict=True)
        ]
    what = "sensitivity/specificity" if confusion.shape[1] == 2 else "annotators"
    return f"The votes do not tell the classes apart, so every share fits them equally well ({what}: {listed(names)})."
