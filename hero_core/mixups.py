"""Mix-ups of the two files: one given twice, the two exchanged, a history from which HERO can learn nothing."""

from __future__ import annotations

from hero_core.annotations import Annotations
from hero_core.errors import Finding
from hero_core.saying import said

MUCH_GOLD = 0.05  # share of the current rows with gold from which on the file looks like a history


def is_same_file(history: Annotations, current: Annotations) -> bool:
    """Both were read from the same bytes."""
    return bool(history.sha256) and history.sha256 == current.sha256


def same_file(history: Annotations, current: Annotations, count: int) -> Finding:
    """The finding about one file in both places."""
    return Finding(
        severity="warning", code="same_file", file=history.name, column="item_id", count=count,
        message=said(
            "This is the same file twice: {history} as history and {current} as current round. No item may inform its "
            "own correction, so nothing is left as history.",
            history=history.name, current=current.name,
        ),
        remedy=said("Give an earlier round with gold labels as history, or work without one."),
    )  # fmt: skip


def exchanged(history: Annotations, current: Annotations) -> list[Finding]:
    """The finding where the gold stands in the current file and the history has none."""
    gold = next((found.count or 0 for found in current.findings if found.code == "gold_in_current"), 0)
    if history.has_gold.any() or not gold or gold < MUCH_GOLD * current.rows or is_same_file(history, current):
        return []
    return [Finding(
        severity="warning", code="exchanged", file=current.name, column="gold_label", count=gold,
        message=said(
            "The two files look exchanged: {current} is given as current round and has gold labels ({count} cells), "
            "{history} is given as history and has none.",
            current=current.name, history=history.name, count=f"{gold:,}",
        ),
        remedy=said("The file with the gold labels belongs in the place of the history: swap the two files."),
    )]  # fmt: skip


def no_hero(refusal: str, history: Annotations) -> Finding:
    """The finding that there will be no HERO number, with its reason in the words of `Rounds.refusal`."""
    return Finding(
        severity="warning", code="no_hero", file=history.name,
        message=said("This history cannot correct anything yet, so there will be no number from HERO. {why}",
                     why=refusal),
        remedy=said("Until that is solved, the methods that need no history are shown: simple vote, Dawid-Skene, PEC."),
    )  # fmt: skip
