"""The guard rails in words: which question each finding belongs to, and what came of every question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hero_core.errors import SEVERITIES, Finding
from hero_core.telling.quoting import Quote
from hero_core.words import chain, text
from hero_core.words.rails import TEXTS

CHECKS: dict[str, tuple[str, ...]] = {
    "standard": ("rates_do_not_transport", "annotator_drift", "reversed_round", "unknown_annotators"),
    "independence": ("dependence", "copied_annotator"),
    "gold": ("gold_not_random", "little_gold"),
    "people": ("reversed_annotator", "constant_annotator", "random_annotator"),
    "spread": ("routing", "high_consensus"),
    "features": ("covariate_shift", "output_level_covariate", "many_covariates"),
    "classes": ("weak_identification", "label_switching"),
}
CODES = frozenset(code for codes in CHECKS.values() for code in codes)
NEED_HISTORY = ("standard", "independence", "gold", "features")
NAMED = 3


@dataclass(frozen=True, kw_only=True)
class Check:
    """One question and its answer: `outcome` is "ok", "skipped", "open" (not looked at yet) or the gravest severity
    found."""

    question: str
    outcome: str
    answer: str


def checks_of(
    findings: Iterable[Finding], has_history: bool, quote: Quote, unchecked: Iterable[str] = ()
) -> list[Check]:
    """Every question with what was found; `unchecked` are the codes that were not looked for."""
    seen, left = list(findings), set(unchecked)
    return [
        _check(name, [found for found in seen if found.code in codes], has_history, bool(left & set(codes)), quote)
        for name, codes in CHECKS.items()
    ]


def _check(name: str, mine: list[Finding], has_history: bool, is_open: bool, quote: Quote) -> Check:
    question = text(f"rails.check.{name}")
    if mine:
        severity = max((found.severity for found in mine), key=SEVERITIES.index)
        titles = titles_of([found for found in mine if found.severity == severity], quote)
        return Check(question=question, outcome=severity, answer=text(f"rails.{severity}", titles=titles))
    needs = not has_history and name in NEED_HISTORY
    outcome = "skipped" if needs else "open" if is_open else "ok"
    return Check(question=question, outcome=outcome, answer=text(f"rails.{outcome}"))


def titles_of(findings: Iterable[Finding], quote: Quote) -> str:
    """What the findings are about, each once, in words."""
    titles = list(dict.fromkeys(title_of(found, quote) for found in findings))
    more = len(titles) - NAMED
    shown = chain(titles[:NAMED], ", ")
    return text("rails.more", titles=shown, more=more) if more > 0 else shown


def title_of(found: Finding, quote: Quote) -> str:
    """A guard rail's finding in a few words; a mere note may have words of its own."""
    if found.code not in CODES:
        return quote(found.code.replace("_", " "))
    own = f"rail.{found.code}.{found.severity}"
    return text(own if own in TEXTS else f"rail.{found.code}")


def gravest_first(findings: Iterable[Finding]) -> list[Finding]:
    """Red, then warnings, then notes; in the order of the engine within each."""
    return sorted(findings, key=lambda found: -SEVERITIES.index(found.severity))
