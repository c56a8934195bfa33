"""What the words of the prompts took out of the variance of HERO, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hero_core.errors import Finding, counted
from hero_core.results import Estimate, TextRow
from hero_core.saying import joined, said


def with_gain(text: TextRow, rows: Sequence[Estimate]) -> TextRow:
    """The row with 1 - (error of HERO-2 / error of HERO-1)^2 over all items, and the items that are worth as much.

    As if the variance of HERO-1 fell with the number of items: it falls less, so the items are a cautious count.
    """
    first, second = (next((row for row in rows if row.method == name and row.system is None), None)
                     for name in ("hero1", "hero2"))  # fmt: skip
    if not text.used or first is None or second is None or not first.std_error or not second.std_error:
        return text
    ratio = (second.std_error / first.std_error) ** 2
    return replace(text, variance_removed=1 - ratio, items_worth=max(0, round(first.n_items * (1 / ratio - 1))))


def text_finding(text: TextRow, file: str) -> Finding:
    """The same in words."""
    empty = text.empty_history + text.empty_current
    rest = said("{items} without a prompt count as average.", items=counted(empty, "item")) if empty else ""
    found = said("HERO-2 does not use the words of the prompts: {reason}.", reason=text.reason)
    return Finding(
        severity="info",
        code="text_covariate",
        file=file,
        column=text.column,
        count=text.prompts,
        message=joined([_worth(text) if text.used else found, rest]),
    )


def _worth(text: TextRow) -> str:
    explained = 0 if text.explained is None else round(100 * text.explained)
    known = said(
        "The words of {prompts} prompts foretell {explained}% of the variance of the history's items.",
        prompts=text.prompts,
        explained=explained,
    )
    if text.variance_removed is None:
        return said(
            "{known} What HERO-2 gains is told where HERO-1 stands beside it with a standard error.", known=known
        )
    if text.variance_removed <= 0:
        return said("{known} HERO-2 is not more precise than HERO-1 for it.", known=known)
    return said(
        "{known} HERO-2 takes {share:.0f}% out of the variance of HERO-1: worth about {items}.",
        known=known,
        share=100 * text.variance_removed,
        items=counted(text.items_worth or 0, "more item"),
    )
