"""What to watch about an annotator: flags of the engine and findings that name the person, in words with what to do."""

from __future__ import annotations

from hero_core.charts.evidence import all_votes, is_scarce
from hero_core.results import AnnotatorResult, AnnotatorRow
from hero_core.words import text

NO_GOLD_OF = "no_gold_of_class_"
NO_GOLD = "no_gold_of_class"
ROW_FLAGS = ("no_history", "little_gold", NO_GOLD, "no_information", "worse_than_chance", "constant")
FOUND_FLAGS = ("reversed_annotator", "random_annotator", "copied_annotator", "annotator_drift", "routing")
KNOWN_FLAGS = (*ROW_FLAGS, *FOUND_FLAGS)
SAME = {"constant_annotator": "constant"}
SAID_BY_RATES = {"random_annotator": "no_information", "reversed_annotator": "worse_than_chance"}
WEAK = 0.15  # up to this reliability votes are not to be relied on


def flags_of(result: AnnotatorResult) -> dict[str, tuple[str, ...]]:
    """The flags of every annotator, each once: of the row and of findings that name the person."""
    found: dict[str, list[str]] = {row.annotator: [_kind(flag) for flag in row.flags] for row in result.rows}
    for finding in result.findings:
        code = SAME.get(finding.code, finding.code)
        for name in finding.annotators if code in KNOWN_FLAGS else ():
            if name in found and SAID_BY_RATES.get(code) not in found[name]:
                found[name].append(code)
    return {name: tuple(dict.fromkeys(codes)) for name, codes in found.items()}


def _kind(flag: str) -> str:
    """A flag without the class it names."""
    return NO_GOLD if flag.startswith(NO_GOLD_OF) else flag


def flag_words(flag: str) -> str:
    """A flag as a phrase; one we have no words for is shown as its code."""
    return text(f"annotators.flag.{flag}") if flag in KNOWN_FLAGS else flag.replace("_", " ")


def flag_advice(flag: str) -> str:
    """What a flag means and what to do about it; empty for one we have no words for."""
    return text(f"annotators.advice.{flag}") if flag in KNOWN_FLAGS else ""


def standing(row: AnnotatorRow, result: AnnotatorResult, flags: tuple[str, ...]) -> str:
    """Whether to believe a person: "unknown", "scarce", "reversed", "constant", "weak" (by the
    reliability), "coin" (by the finding random_annotator) or "usable"."""
    if row.confusion is None or row.weight is None:
        return "unknown"
    if is_scarce(row, result):
        return "scarce"
    if "constant" in flags:
        return "constant"
    if "reversed_annotator" in flags or (row.weight_high is not None and row.weight_high < 0):
        return "reversed"
    if row.weight <= WEAK:
        return "weak"
    return "coin" if "random_annotator" in flags else "usable"


def by_standing(result: AnnotatorResult) -> dict[str, list[AnnotatorRow]]:
    """Everybody by whether to believe them, the least reliable first, among equals who voted most."""
    flags = flags_of(result)
    found: dict[str, list[AnnotatorRow]] = {}
    ordered = sorted(result.rows, key=lambda row: (row.weight or 0.0, -all_votes(row)))
    for row in ordered:
        found.setdefault(standing(row, result, flags[row.annotator]), []).append(row)
    return found
