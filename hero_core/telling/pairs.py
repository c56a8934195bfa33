"""One pair of versions in a sentence: both numbers, the paired difference, its range, the chance, the verdict."""

from __future__ import annotations

from hero_core.charts.labels import Units, chance
from hero_core.results import Comparison, EstimateResult
from hero_core.telling.numbers import gap_of, size
from hero_core.telling.quoting import Quote, shortening
from hero_core.words import chain, text

LEAN = 0.02  # a chance nearer to one half leans to neither side


def pair_sentences(pair: Comparison, result: EstimateResult, quote: Quote) -> tuple[str, str]:
    """The verdict as a phrase, and what stands behind it."""
    called = shortening(quote, (pair.a, pair.b))
    named = {"a": called(pair.a), "b": called(pair.b)}
    word = text(f"pair.verdict.{pair.verdict}", **named)
    if pair.difference is None:
        return word, quote(pair.reason or text("compare.pairs.none"))
    units = Units.of(result)
    gap = gap_of(pair, units)
    sizes = [result.get(pair.method, name).n_items for name in (pair.a, pair.b)]
    value_a, value_b = units.value(pair.estimate_a, sizes[0]), units.value(pair.estimate_b, sizes[1])
    parts = [text("pair.say", **named, value_a=value_a, value_b=value_b,
                  gap=gap.told, range=gap.range, chance=chance(pair.probability_above))]  # fmt: skip
    behind = _behind_but_ahead(pair)
    if behind is not None:
        parts.append(text("pair.leans", behind=quote(behind)))
    if pair.verdict == "not_comparable":
        parts.append(quote(pair.reason or ""))
    if pair.verdict == "equal":
        parts.append(text("pair.equal", margin=size(pair.margin, units)))
    if pair.items_needed is not None:
        parts.append(text("verdict.too_close.items", items=f"{pair.items_needed:,}", gap=gap.size))
    return word, chain(parts)


def _behind_but_ahead(pair: Comparison) -> str | None:
    """The version with the lower number, where most resamples nevertheless put it above the other."""
    above, gap = pair.probability_above, pair.difference
    if above is None or gap is None or abs(above - 0.5) < LEAN:
        return None
    return pair.b if gap > 0 and above < 0.5 else pair.a if gap < 0 and above > 0.5 else None
