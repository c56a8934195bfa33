"""Findings side by side: where a red one stops HERO, no other sends the reader to HERO or to gold alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hero_core.errors import Finding
from hero_core.saying import Said, joined, said

STOPPED = "error"


def side_by_side(findings: Iterable[Finding], others: Iterable[Finding] = ()) -> list[Finding]:
    """The findings as they may stand together; `others` are known too, but told elsewhere."""
    mine = list(findings)
    if not any(found.severity == STOPPED for found in (*mine, *others)):
        return mine
    return [_without_way_out(found) for found in mine]


def _without_way_out(found: Finding) -> Finding:
    """The same finding without advice that the red one takes back."""
    if found.code == "routing" and found.severity == "info":
        mixed = said("The simple vote compares the annotators as much as the systems.")
        fact = found.message.values.get("part0") if isinstance(found.message, Said) else None
        message = found.message if fact is None else joined([fact, mixed])
        return replace(found, message=message, remedy=said("Spread annotators over systems in the next round."))
    if found.code == "dependence":
        return replace(found, remedy=said("Collect more gold for this round."))
    return found
