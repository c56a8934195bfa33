"""The reliability of annotators in a sentence, and whom it names: the figure names the same people."""

from __future__ import annotations

from hero_core.charts.density import crowd_sentence, is_crowd, rated
from hero_core.charts.evidence import ENOUGH_GOLD, class_is_scarce, from_gold, is_scarce, support
from hero_core.charts.flags import WEAK
from hero_core.charts.labels import decimal, listing, percent
from hero_core.charts.order import RECALL, value_of
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import chain, text

WEIGHT = "weight"
SAME = 0.005
FEW_WEAK = 5  # more than these are counted, not named


def is_binary(result: AnnotatorResult) -> bool:
    """Two classes: sensitivity and specificity say everything."""
    return len(result.classes) == 2


def left_out(result: AnnotatorResult) -> str | None:
    """How many annotators have no dot, and why; None when all have one."""
    unknown = len(result.rows) - len(rated(result))
    parts = [crowd_sentence(result)]
    if unknown:
        parts.append(text("charts.no_history", count=f"{unknown:,}", total=f"{len(result.rows):,}"))
    return chain(part for part in parts if part) or None


def is_thin(row: AnnotatorRow, result: AnnotatorResult, measure: str) -> bool:
    """Too few votes behind what is drawn."""
    code = int(measure.removeprefix(RECALL)) if measure.startswith(RECALL) else None
    return is_scarce(row, result) or (code is not None and class_is_scarce(row, code))


def scarce_key(result: AnnotatorResult) -> str:
    """Scarce in gold votes, or in votes where the rates do not rest on gold."""
    return "little_gold" if from_gold(result) else "few_votes"


def reliability_sentence(result: AnnotatorResult, measure: str = WEIGHT) -> str:
    """Who stands apart, how many stand on thin gold, and who has no dot."""
    rows = _judged(result, measure)
    scarce = len(rated(result)) - len(rows)
    if not rows:
        parts = [text(f"charts.reliability_none_{scarce_key(result)}", enough=ENOUGH_GOLD)]
    elif measure.startswith(RECALL):
        parts = [_recall_sentence(rows, measure, result)]
    else:
        parts = _reliable(rows, result)
    if scarce and rows:
        why = text(f"charts.{scarce_key(result)}", enough=ENOUGH_GOLD)
        parts.append(text("charts.scarce_crowd" if is_crowd(result) else "charts.scarce", count=f"{scarce:,}", why=why))
    if rows and not from_gold(result):
        parts.insert(0, text("charts.without_gold"))
    rest = left_out(result)
    return chain([*parts, rest] if rest else parts)


def _judged(result: AnnotatorResult, measure: str) -> list[AnnotatorRow]:
    """Annotators with enough behind what is drawn: of them the sentence speaks."""
    return [row for row in rated(result) if not is_thin(row, result, measure)]


def _ends(rows: list[AnnotatorRow], measure: str) -> tuple[AnnotatorRow, AnnotatorRow]:
    """The least and the most reliable of them, or who recognises a class least and most often."""
    return min(rows, key=lambda row: value_of(row, measure) or 0.0), max(
        rows, key=lambda row: value_of(row, measure) or 0.0
    )


def _weak(rows: list[AnnotatorRow]) -> list[AnnotatorRow]:
    """Who is hardly better than a coin."""
    return [row for row in rows if _weight(row) <= WEAK]


def spoken(result: AnnotatorResult, measure: str) -> list[AnnotatorRow]:
    """Whom the sentence names."""
    rows = _judged(result, measure)
    if not rows:
        return []
    weak = [] if measure.startswith(RECALL) else _weak(rows)
    return [*_ends(rows, measure), *(weak if len(weak) <= FEW_WEAK else [])]


def _reliable(rows: list[AnnotatorRow], result: AnnotatorResult) -> list[str]:
    """The most and the least reliable, and who is hardly better than a coin."""
    (worst, best), count = _ends(rows, WEIGHT), f"{len(rows):,}"
    below = [row.annotator for row in _weak(rows)]
    parts = [
        text("charts.reliability", count=count, best=best.annotator, best_rates=_rates(best, result),
             worst=worst.annotator, worst_rates=_rates(worst, result))
    ]  # fmt: skip
    if len(rows) == 1:
        parts = [text("charts.reliability_one", name=best.annotator, rates=_rates(best, result))]
    elif _weight(best) - _weight(worst) < SAME:
        parts = [text("charts.reliability_equal", count=count, rates=_rates(best, result))]
    if below:
        shown = listing(below) if len(below) <= FEW_WEAK else text("charts.people", count=len(below))
        parts.append(text("charts.near_chance", names=shown, most=decimal(WEAK)))
    return parts


def _recall_sentence(rows: list[AnnotatorRow], measure: str, result: AnnotatorResult) -> str:
    """Who recognises one class most and least often."""
    code = int(measure.removeprefix(RECALL))
    worst, best = _ends(rows, measure)
    least, most = (percent(value_of(row, measure), support(row, code)) for row in (worst, best))
    facts = {"label": result.classes[code], "count": f"{len(rows):,}"}
    if least == most:
        return text("charts.recall_equal", **facts, share=most)
    named = {"best": best.annotator, "worst": worst.annotator}
    return text("charts.recall", **facts, **named, best_share=most, worst_share=least)


def _weight(row: AnnotatorRow) -> float:
    """The reliability, 0 where there is none."""
    return row.weight or 0.0


def _rates(row: AnnotatorRow, result: AnnotatorResult) -> str:
    """A person's rates in words."""
    if not is_binary(result):
        return text("charts.weight_is", value=decimal(row.weight))
    return text("charts.both_rates", sensitivity=percent(row.sensitivity, support(row, 1)),
                specificity=percent(row.specificity, support(row, 0)))  # fmt: skip
