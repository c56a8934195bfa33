"""Guard rails about who voted on what: consensus, and annotators sent to systems."""

from __future__ import annotations

import numpy as np
from scipy.special import chdtrc

from hero_core.annotations import Annotations
from hero_core.errors import Finding, listed
from hero_core.saying import for_shell, joined, said

CONSENSUS = 0.9
ROUTED_P = 1e-3
ROUTED_SHARE = 0.25
ROUTED_VOTES = 20


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
