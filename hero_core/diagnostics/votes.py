"""Guard rails about who voted on what: consensus, and annotators sent to systems."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.special import chdtrc

from hero_core.annotations import Annotations, IntArray
from hero_core.errors import Finding, listed
from hero_core.results import METHOD_NAMES
from hero_core.saying import for_shell, joined, said

CONSENSUS = 0.9
ROUTED_P = 1e-3
ROUTED_SHARE = 0.25
ROUTED_VOTES = 20
DETERMINED = 3  # people who share items: the agreement of two leaves their rates open, whatever the number of classes
APART_SHARE = 0.1


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
            message=said(
                "{share:.1f}% of the items with several votes are unanimous: all methods will agree, the simple "
                "vote is enough here.",
                share=100 * share,
            ),
        )
    ]


def shared_too_little(current: Annotations, methods: Sequence[str], *, anchored: bool) -> list[Finding]:
    """Votes that do not determine what `methods` without gold learn from them: too few share items, or groups none.

    Two people give K^2 - 1 frequencies for their 2 K (K - 1) rates and K - 1 class shares: any number of votes leaves
    them open. Groups without a common item are learned each by itself. A tenth of the votes is asked for; where the
    history is `anchored`, HERO does not need them, and it is only noted.
    """
    if not methods or current.n_votes == 0:
        return []
    group = _linked(current)
    votes = np.bincount(group[current.annotator])
    people = np.bincount(group[np.unique(current.annotator)], minlength=len(votes))
    few = float(votes[people < DETERMINED].sum()) / current.n_votes
    named = {"file": current.name, "methods": listed([METHOD_NAMES[method] for method in methods])}
    if few >= APART_SHARE:
        message = said(
            "{share:.0f}% of the votes of {file} come from annotators who share items with at most one other: that "
            "does not determine how each of them judges, so the numbers of {methods} rest on where their "
            "computation starts.",
            share=100 * few, **named,
        )  # fmt: skip
        remedy = said("Let a third person judge some of the same items, or give a history with gold.")
    elif votes.max() <= (1 - APART_SHARE) * current.n_votes:
        message = said(
            "The annotators of {file} fall into {groups} groups without a common item; the largest has {share:.0f}% of "
            "the votes. {methods} learn each group by itself: they may swap the classes in one of them, and nobody "
            "compares the items of one group with those of another.",
            groups=int((votes > 0).sum()), share=100 * votes.max() / current.n_votes, **named,
        )  # fmt: skip
        remedy = said("Let people of each group judge some items of the others, or give a history with gold.")
    else:
        return []
    return [
        Finding(
            severity="info" if anchored else "warning",
            code="weak_identification",
            file=current.name,
            column="annotator_id",
            count=int((votes > 0).sum()),
            message=message,
            remedy="" if anchored else remedy,
        )
    ]


def _linked(file: Annotations) -> IntArray:
    """Group of each annotator, (R,): who judged an item together is in one group, and so are their groups."""
    one = np.zeros(file.n_items, dtype=np.int64)
    one[file.item] = file.annotator  # any of the item's annotators, to whom all the others are linked
    first, second = one[file.item], file.annotator
    apart = first != second
    edges = np.ones(int(apart.sum()), dtype=bool), (first[apart], second[apart])
    links = sparse.coo_array(edges, shape=(file.n_annotators, file.n_annotators))
    groups: IntArray = connected_components(links, directed=False)[1]
    return groups


def routing(file: Annotations, role: str) -> list[Finding]:
    """Annotators who label mostly one system: then systems differ by who judged them.

    Chi-square of annotator against system, p < .001, and an annotator of twenty votes whose share of votes on a
    system is 25 points from everybody's.
    """
    systems = len(file.systems)
    if systems < 2 or file.n_votes == 0:
        return []
    table = np.zeros((file.n_annotators, systems))
    np.add.at(table, (file.annotator, file.system[file.item]), 1)
    cast, overall = table.sum(axis=1), table.sum(axis=0) / table.sum()
    expected = cast[:, None] * overall
    square = float(np.where(expected > 0, (table - expected) ** 2 / np.where(expected > 0, expected, 1), 0).sum())
    freedom = ((cast > 0).sum() - 1) * ((overall > 0).sum() - 1)
    p = float(chdtrc(freedom, square)) if freedom > 0 else 1.0
    lean = table / np.maximum(cast, 1)[:, None] - overall
    who = np.flatnonzero((cast >= ROUTED_VOTES) & (np.abs(lean).max(axis=1) >= ROUTED_SHARE))
    if p >= ROUTED_P or who.size == 0:
        return []
    who = who[np.argsort(-np.abs(lean[who]).max(axis=1), kind="stable")]
    names = tuple(str(file.annotator_ids[j]) for j in who)
    most, at = who[0], int(np.abs(lean[who[0]]).argmax())
    lean_most = said(
        "{file}: annotators were not spread evenly over the systems ({names}): {share:.0f}% of the votes of {first} "
        "are on {system}, which has {all:.0f}% of all votes.",
        file=file.name, names=listed(names), share=100 * table[most, at] / cast[most], first=names[0],
        system=file.systems[at], all=100 * overall[at],
    )  # fmt: skip
    history = role == "history"
    biased = said("One class share for the whole history then biases their rates.")
    mixed = said("The simple vote compares the annotators as much as the systems; HERO corrects for it.")
    return [
        Finding(
            severity="warning" if history else "info",
            code="routing",
            file=file.name,
            column="system",
            count=len(names),
            annotators=names,
            p_value=p,
            message=joined([lean_most, biased if history else mixed]),
            remedy=said(
                "Use one class share for each round and system{shell}.", shell=for_shell(" (--prevalence by_group)")
            )
            if history
            else said("Trust HERO rather than the simple vote here; spread annotators over systems in the next round."),
        )
    ]
