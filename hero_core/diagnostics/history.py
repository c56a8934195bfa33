"""Guard rails about the history: reversed rounds, and gold that is little or no random sample."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr

from hero_core.annotations import Annotations
from hero_core.diagnostics.means import mean_test
from hero_core.errors import Finding, chance, counted, listed
from hero_core.methods import vote_shares
from hero_core.rounds import Rounds
from hero_core.saying import for_shell, said

REVERSED_P = 0.01
LITTLE_GOLD = 5
PICKED_P = 0.01


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
                    message=said(
                        "{where}: every annotator disagrees with gold more often than not ({right} of {votes} votes "
                        "right). The meaning of its labels may be reversed; nothing was flipped.",
                        where=_where(history, name),
                        right=int(right.sum()),
                        votes=votes.size,
                    ),
                    remedy=_swap(history, name),
                    about=((name,),) if _can_swap(history) else (),
                )
            )
    return found


def _where(history: Annotations, name: str) -> str:
    return said("Round {round} of {history}", round=name, history=history.name) if history.rounds else history.name


def _can_swap(history: Annotations) -> bool:
    """The reader can swap the labels of a round: it has a name, and there are two classes."""
    return bool(history.rounds) and len(history.classes) == 2


def _swap(history: Annotations, name: str) -> str:
    if _can_swap(history):
        return said(
            "If it is reversed, swap the labels of round {round}: on the Data page{shell}.",
            round=name,
            shell=for_shell(", or with --flip-rounds {history}:{round}", round=name, history=history.name),
        )
    if history.rounds:
        return said("If it is reversed, swap the labels in the file, round {round}, and read it again.", round=name)
    return said("If it is reversed, swap the labels in the file and read it again.")


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
            message=said(
                "{annotators} of this round with fewer than {least} votes on gold items ({names}): their rates "
                "rest mostly on agreement with the others.",
                annotators=counted(few.size, "annotator"),
                least=LITTLE_GOLD,
                names=listed(names),
            ),
            remedy=said("Gold for items that they have judged would help most."),
        )
    ]


def gold_not_random(history: Annotations) -> list[Finding]:
    """Items with gold whose votes differ from those of the other items: gold is no random sample (size 1%)."""
    shares = vote_shares(history.vote_counts)[:, 1:]
    p = mean_test(shares[history.has_gold], shares[~history.has_gold])
    if p >= PICKED_P:
        return []
    top = shares @ np.linspace(1 / shares.shape[1], 1, shares.shape[1])
    means = [100 * float(top[chosen].mean()) for chosen in (history.has_gold, ~history.has_gold)]
    return [
        Finding(
            severity="warning",
            code="gold_not_random",
            file=history.name,
            column="gold_label",
            count=int(history.has_gold.sum()),
            p_value=p,
            message=said(
                "Items with gold got other votes than the rest of {history}: on average {gold:.1f}% against "
                "{rest:.1f}% of the full score ({chance}). Gold that was picked, for instance for being "
                "positive, biases the rates of the annotators by up to 5 points.",
                history=history.name,
                gold=means[0],
                rest=means[1],
                chance=chance(p),
            ),
            remedy=said("Say how the items for the expert were chosen; draw the next ones at random."),
        )
    ]
