"""Whom to believe, in one sentence."""

from __future__ import annotations

from hero_core.charts.evidence import ENOUGH_GOLD, from_gold
from hero_core.charts.flags import WEAK, by_standing
from hero_core.charts.labels import decimal, listing, said_names
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import chain, text

BAD = ("reversed", "constant", "weak", "coin")
NAMED = 3


def trust_sentence(result: AnnotatorResult) -> str:
    """Who is not to be relied on and why, how reliable the others are, and of whom nothing is known."""
    people = by_standing(result)
    bad = [_bad(kind, people[kind]) for kind in BAD if people.get(kind)]
    parts = [] if from_gold(result) else [text("trust.guessed")]
    if bad:
        parts.append(text("trust.bad", people=listing(bad)))
    usable = people.get("usable", [])
    if usable:
        parts.append(_usable(usable, alone=not bad))
    for kind in ("scarce", "unknown"):
        if people.get(kind):
            counts = {"count": f"{len(people[kind]):,}", "total": f"{len(result.rows):,}"}
            parts.append(text(f"trust.{kind}", enough=ENOUGH_GOLD, what=_what(result), **counts))
    return chain(parts)


def _bad(kind: str, rows: list[AnnotatorRow]) -> str:
    names = _names(rows)
    if len(names) > NAMED + 1:
        names = [*names[:NAMED], text("trust.more", count=f"{len(names) - NAMED:,}")]
    limit = {"most": decimal(WEAK)} if kind == "weak" else {}
    return text(f"trust.{kind}", names=listing(names), **limit)


def _usable(rows: list[AnnotatorRow], *, alone: bool) -> str:
    """`rows` with the least reliable first; `alone` where nobody is to be left out."""
    worst, best = rows[0], rows[-1]
    called = _names([worst, best])
    values = {"worst": called[0], "worst_weight": decimal(worst.weight or 0.0), "best": called[1],
              "best_weight": decimal(best.weight or 0.0), "count": f"{len(rows):,}"}  # fmt: skip
    if values["worst_weight"] == decimal(WEAK):  # "0.15 or less" is what the others are not to be relied on for
        values["worst_weight"] = text("trust.over", limit=decimal(WEAK))
    if len(rows) == 1:
        return text("trust.usable_one", best=values["best"], best_weight=values["best_weight"])
    if values["worst_weight"] == values["best_weight"]:
        return text("trust.usable_equal", count=values["count"], best_weight=values["best_weight"])
    return text("trust.usable_all" if alone else "trust.usable", **values)


def _names(rows: list[AnnotatorRow]) -> list[str]:
    called = said_names(row.annotator for row in rows)
    return [called(row.annotator) for row in rows]


def _what(result: AnnotatorResult) -> str:
    """What a person is judged by."""
    return text("trust.gold_votes" if from_gold(result) else "trust.votes")
