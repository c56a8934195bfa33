"""Mismatches: what stands between a history and a current round, as findings and refusals in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hero_core.annotations import Annotations, BoolArray
from hero_core.errors import Finding, counted, listed
from hero_core.saying import for_shell, joined, said

MOST_LABELS = 12
ONE_SHARED = (
    "1 item of {history} is in {current} too ({examples}): left out of the history, so that no item informs its own "
    "correction."
)
MANY_SHARED = (
    "{count} items of {history} are in {current} too ({examples}): left out of the history, so that no item informs "
    "its own correction."
)


def scales_differ(history: Annotations, current: Annotations) -> Finding:
    """The red finding about two label scales of which neither can be read as the other."""
    graded = current if current.graded else history
    labels = for_shell(
        ", or with --labels '{file}:{highest}=1,{lowest}=0,...' (one entry for each label)",
        file=graded.name, highest=graded.classes[-1], lowest=graded.classes[0],
    )  # fmt: skip
    return Finding(
        severity="error",
        code="scales_differ",
        file=graded.name,
        column="label",
        lines=tuple(line for _, _, line in graded.label_counts if line),
        count=sum(count for _, count, _ in graded.label_counts),
        message=said(
            "The two files use different label scales. {history} {current} Nothing was mapped, since a 1 on one scale "
            "is not a 1 on the other.",
            history=_scale_in_words(history),
            current=_scale_in_words(current),
        ),
        remedy=said(
            "Say which labels of {file} count as 1 and which as 0 on the Data page{labels}, or cut the scale in two"
            "{threshold}: labels of N and more count as 1.",
            file=graded.name,
            labels=labels,
            threshold=for_shell(" with --threshold '{file}:N'", file=graded.name),
        ),
    )


def _scale_in_words(file: Annotations) -> str:
    counts = [
        said("{value} ({count} times, first in line {line})", value=value, count=count, line=line)
        for value, count, line in file.label_counts[:MOST_LABELS]
    ]
    return said("{file}, column label: {labels}.", file=file.name, labels=joined(counts or file.classes, ", "))


def shared_items(
    history: Annotations, current: Annotations, examples: Sequence[str], count: int, reused: bool
) -> Finding:
    """The finding about item ids of both files: outputs that are the same, or others under `reused` ids."""
    facts: dict[str, Any] = {
        "count": count, "history": history.name, "current": current.name, "examples": joined(examples, ", "),
    }  # fmt: skip
    if reused:
        message = said(
            "{count} item ids stand in {history} and in {current} ({examples}), but with other votes: they are taken "
            "for different outputs under reused ids and all stay.",
            **facts,
        )
        remedy = said("Add a round or system column to make this certain.")
    else:
        message = said(ONE_SHARED if count == 1 else MANY_SHARED, **facts)
        remedy = said("Keep them in both{shell} on the Data page.", shell=for_shell(" with --overlap keep, or"))
    return Finding(
        severity="info" if reused else "warning", code="ids_reused" if reused else "overlap", file=history.name,
        column="item_id", count=count, message=message, remedy=remedy,
    )  # fmt: skip


def unknown_annotators(current: Annotations, known: BoolArray, *, grave: float, pool: bool) -> list[Finding]:
    """Current annotators without any history (policy P18); red where they cast more than the share `grave` of votes.

    `known` is (R,). With `pool` their votes count all the same.
    """
    votes = np.bincount(current.annotator, minlength=len(known))
    strangers = np.flatnonzero((votes > 0) & ~known)
    if strangers.size == 0 or not (known & (votes > 0)).any():
        return []
    cast = int(votes[strangers].sum())
    names = [str(current.annotator_ids[code]) for code in strangers]
    everyone = counted(int((votes > 0).sum()), "annotator")
    shell = "" if pool else for_shell("; --new-annotators pool lets their votes count")
    return [
        Finding(
            severity="error" if cast > grave * current.n_votes else "warning",
            code="unknown_annotators",
            file=current.name,
            column="annotator_id",
            count=len(names),
            annotators=tuple(names),
            message=joined([_strangers(names, everyone, current.name), _their_votes(current, known, cast, pool)]),
            remedy=said(
                "Collect gold for items that they have judged, or use the methods that need no history{shell}.",
                shell=shell,
            ),
        )
    ]


def _strangers(names: list[str], everyone: str, file: str) -> str:
    facts = {"some": len(names), "everyone": everyone, "file": file, "names": listed(names)}
    if len(names) == 1:
        return said("{some} of {everyone} of {file} has no history: {names}.", **facts)
    return said("{some} of {everyone} of {file} have no history: {names}.", **facts)


def _their_votes(current: Annotations, known: BoolArray, cast: int, pool: bool) -> str:
    """What becomes of the votes of the annotators without history."""
    facts = {"cast": cast, "votes": counted(current.n_votes, "vote")}
    theirs = (
        said("{cast} of {votes} is theirs", **facts) if cast == 1 else said("{cast} of {votes} are theirs", **facts)
    )
    if pool:
        return said(
            "{theirs} and used in gold-only and HERO, with habits learned from this round, tied to those of the "
            "others.",
            theirs=theirs,
        )
    left = np.bincount(current.item, weights=known[current.annotator], minlength=current.n_items)
    return said(
        "{theirs} and left out of gold-only and HERO, which leaves {items} without a vote there; the other methods use "
        "them.",
        theirs=theirs,
        items=counted(int((left == 0).sum()), "item"),
    )


def refusal_of(history: Annotations | None, current: Annotations, known: BoolArray) -> str | None:
    """Why HERO cannot be computed, or None (policies P18, P20); `known` is (R,)."""
    if history is None:
        return said("This method needs a history file with gold labels; only the current file was given.")
    names = {"history": history.name, "current": current.name}
    if history.n_items == 0:
        return said(
            "No item of {history} is left as history (all of them stand in {current} too); it needs other items.",
            **names,
        )
    without = refusal_for_gold(history)
    if without is not None:
        return without
    votes = np.bincount(current.annotator, minlength=len(known)) > 0
    if not (known & votes).any():
        return said(
            "None of the annotators of {current} ({ours}) occurs in {history} ({theirs}). Check whether the same "
            "people are named differently in the two files.",
            **names,
            ours=listed([str(name) for name in current.annotator_ids[votes]]),
            theirs=listed([str(name) for name in current.annotator_ids[known]]),
        )
    return None


def refusal_for_gold(history: Annotations) -> str | None:
    """Why the gold of a history does not do for HERO, or None: each class needs some (policy P20)."""
    gold = np.bincount(history.gold[history.has_gold], minlength=len(history.classes)).tolist()
    if not sum(gold):
        return said(
            "{history} has no expert answer (gold) at all, so nothing anchors the annotators' rates. Add gold labels "
            "of each class, or use a method that needs no history.",
            history=history.name,
        )
    missing = [name for name, count in zip(history.classes, gold, strict=True) if count == 0]
    if missing:
        seen = [
            said("{count} of class {name}", count=n, name=name) for name, n in zip(history.classes, gold, strict=True)
        ]
        return said(
            "{history} has gold items as follows: {seen}. Without gold of class {missing}, nothing anchors the "
            "annotators' rates there. Add gold labels of each class, or use a method that needs no history.",
            history=history.name,
            seen=joined(seen, ", "),
            missing=joined(missing, " and "),
        )
    return None
