"""What has to be known when agreement is read: left-out pairs, and labels of which one is nearly everything."""

from __future__ import annotations

import numpy as np

from hero_core.annotations import Annotations
from hero_core.errors import Finding, counted
from hero_core.saying import said

SKEWED = 0.9
ENOUGH_VOTES = 20


def skewed_labels(file: Annotations) -> list[Finding]:
    """One label makes up nearly all votes: chance agreement is high, so that alpha and kappa say little."""
    counts = np.bincount(file.label, minlength=len(file.classes))
    if file.n_votes < ENOUGH_VOTES or counts.max() < SKEWED * file.n_votes or counts.max() == file.n_votes:
        return []
    return [
        Finding(
            severity="info",
            code="skewed_labels",
            file=file.name,
            count=int(counts.max()),
            message=said(
                "{share:.1f}% of the votes are {label}: people agree often by chance alone, so alpha and kappa are low "
                "or unsure though they agree.",
                share=100 * counts.max() / file.n_votes,
                label=file.classes[int(counts.argmax())],
            ),
            remedy=said("Read the share of equal votes beside them."),
        )
    ]


def pairs_left_out(file: str, count: int, shown: int, most: int) -> Finding:
    """More pairs share items than are listed; `most` shared items is the most of those left out."""
    return Finding(
        severity="info",
        code="pairs_left_out",
        file=file,
        count=count - shown,
        message=said(
            "{count} pairs of annotators share items; the {shown} that share most are listed, and {rest} "
            "pairs with at most {items} are left out.",
            count=count,
            shown=shown,
            rest=count - shown,
            items=counted(most, "shared item"),
        ),
    )
