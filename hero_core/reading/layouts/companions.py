"""Files that belong to votes but hold none: gold alone, questions alone, verdicts without their pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hero_core.reading.header import guess_columns
from hero_core.reading.records import Records
from hero_core.saying import said


@dataclass(frozen=True)
class Companion:
    """What the file holds, and what to do with it, {shell} in the shell."""

    fits: Callable[[Records], bool]
    holds: str
    cure: str


def gold_columns(records: Records) -> tuple[str, str] | None:
    """The columns of item and gold label."""
    guesses = guess_columns(records.header)
    question = next((name for name in records.header if name.strip().casefold() == "question"), "")
    item = guesses.get("item_id") or question
    gold = guesses.get("gold_label")
    return (item, gold) if item and gold else None


def _is_gold(records: Records) -> bool:
    return gold_columns(records) is not None and not {"annotator_id", "label"} & guess_columns(records.header).keys()


def _has(*wanted: str) -> Callable[[Records], bool]:
    return lambda records: set(wanted) <= set(records.header)


COMPANIONS = (
    Companion(
        _has("idx", "gpt_result"),
        said("verdicts of one judge by idx, but not which systems were compared (PandaLM)"),
        "Put it into one zip archive with the test set (idx, cmp_key, annotator1, ...) and give that.",
    ),
    Companion(
        _has("question_id", "turns"),
        said("questions (MT-bench), but no votes"),
        "Give the file of judgements; their question_id and turn point here.",
    ),
    Companion(
        _is_gold,
        said("gold labels of items, but no votes"),
        "Give the file of votes and this one as its gold: on the Data page under the history file{shell}.",
    ),
)


def companion(records: Records) -> Companion | None:
    """What else this may be."""
    return next((known for known in COMPANIONS if known.fits(records)), None)
