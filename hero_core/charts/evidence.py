"""How much stands behind an annotator's rates: gold votes, or plain votes where the round has no gold at all."""

from __future__ import annotations

from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import text

ENOUGH_GOLD = 5
ENOUGH_OF_CLASS = 3
GUESSED = "Dawid-Skene"  # how AnnotatorResult.source begins where no gold stands behind the rates


def from_gold(result: AnnotatorResult) -> bool:
    """The rates rest on gold; else they were guessed from the votes alone."""
    return not result.source.startswith(GUESSED) and any(row.gold_votes for row in result.rows)


def has_round(result: AnnotatorResult) -> bool:
    """There is a current round whose votes are counted; else there is a history alone."""
    return any(row.current_votes for row in result.rows)


def expected(row: AnnotatorRow, true_class: int) -> float:
    """Votes behind one line of the matrix: on gold items, and on others by what these probably are."""
    return float(sum(row.expected_counts[true_class])) if row.expected_counts else 0.0


def support(row: AnnotatorRow, true_class: int) -> int:
    """The same, rounded."""
    return round(expected(row, true_class))


def gold_of(row: AnnotatorRow, true_class: int) -> int:
    """Gold votes behind one line of the matrix."""
    return sum(row.gold_counts[true_class]) if row.gold_counts else 0


def votes_behind(row: AnnotatorRow, result: AnnotatorResult) -> int:
    """Votes behind the whole matrix."""
    return row.gold_votes if from_gold(result) else all_votes(row)


def all_votes(row: AnnotatorRow) -> int:
    """Votes of both rounds."""
    return row.votes + row.current_votes


def is_scarce(row: AnnotatorRow, result: AnnotatorResult) -> bool:
    """Too few votes behind the rates to read them as facts."""
    return votes_behind(row, result) < ENOUGH_GOLD


def class_is_scarce(row: AnnotatorRow, true_class: int) -> bool:
    """Too few votes behind one line of the matrix."""
    return support(row, true_class) < ENOUGH_OF_CLASS


def why_grey(row: AnnotatorRow, result: AnnotatorResult) -> str | None:
    """The reason why a person's matrix is grey; None where it is not."""
    if row.confusion is None:
        return text("charts.grey_unknown")
    if not is_scarce(row, result):
        return None
    key = "charts.grey_gold" if from_gold(result) else "charts.grey_votes"
    return text(key, count=votes_behind(row, result), enough=ENOUGH_GOLD)
