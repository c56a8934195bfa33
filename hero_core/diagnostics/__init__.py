"""Guard rails: one function for each way in which a number can mislead. Each returns its findings."""

from __future__ import annotations

from hero_core.annotations import FloatArray
from hero_core.diagnostics.covariates import column_tests, covariate_shift, many_covariates
from hero_core.diagnostics.dependence import dependence, sensitivity_strip
from hero_core.diagnostics.drift import annotator_drift, drifts
from hero_core.diagnostics.history import gold_not_random, little_gold, reversed_round
from hero_core.diagnostics.people import of_people
from hero_core.diagnostics.statuses import flat_in_words, method_notes
from hero_core.diagnostics.transport import label_switching, rates_do_not_transport, weak_identification
from hero_core.diagnostics.votes import high_consensus, routing, shared_too_little
from hero_core.errors import Finding
from hero_core.results import Drift, Estimate
from hero_core.rounds import Rounds
from hero_core.solved import Solved

__all__ = [
    "SLOW",
    "annotator_drift",
    "column_tests",
    "covariate_shift",
    "dependence",
    "drifts",
    "flat_in_words",
    "gold_not_random",
    "high_consensus",
    "label_switching",
    "little_gold",
    "many_covariates",
    "method_notes",
    "of_estimates",
    "of_people",
    "of_rounds",
    "rates_do_not_transport",
    "red_rails",
    "reversed_round",
    "routing",
    "sensitivity_strip",
    "shared_too_little",
    "weak_identification",
]


SLOW = ("annotator_drift", "copied_annotator")  # of all guard rails these take long on many votes


def of_rounds(rounds: Rounds, confusion: FloatArray | None = None, *, quick: bool = False) -> list[Finding]:
    """Guard rails about the votes and the gold themselves; `confusion` (R, K, K) are the fitted rates, if any.

    A `quick` look leaves out what SLOW names.
    """
    found: list[Finding] = []
    if rounds.history is not None:
        found += reversed_round(rounds.history)
        found += gold_not_random(rounds.history)
        found += routing(rounds.history, "history")
    found += routing(rounds.current, "current")
    found += of_people(rounds, confusion, copies=not quick)
    return found + high_consensus(rounds.current)


def of_estimates(
    solved: Solved,
    rows: tuple[Estimate, ...],
    strip: tuple[float, ...],
    moved: dict[int, Drift],
    *,
    quick: bool = False,
) -> list[Finding]:
    """All guard rails that concern a run of `estimate`; a `quick` look leaves out what SLOW names."""
    panel, answers, fits, anchor = solved.panel, solved.answers, solved.fits, solved.panel.anchor
    fit = fits.history or fits.ds
    rates = None if fit is None else fit.parameters.confusion[..., 0]
    found = of_rounds(panel.rounds, rates, quick=quick) + label_switching(panel, fits)
    without_gold = [name for name, learned in (("ds", fits.ds), ("pec", fits.pec)) if learned is not None]
    found += shared_too_little(panel.rounds.current, without_gold, anchored=anchor is not None)
    if anchor is not None:
        found += little_gold(panel.rounds, anchor.file)
        found += red_rails(solved, rows)
        if "hero1" in answers:
            band = next(row for row in rows if row.method == "hero1")
            found += dependence(anchor, solved.recipe, fits, band, strip)
        if fits.history is not None:
            found += annotator_drift(panel.rounds, moved)
        if "hero2" in answers:
            found += covariate_shift(panel, anchor) + many_covariates(panel, solved.recipe)
    return found + method_notes(panel, rows)


def red_rails(solved: Solved, rows: tuple[Estimate, ...] = ()) -> list[Finding]:
    """Guard rails that withhold what rests on the rates of the history, by the first such method that was computed.

    `rows` are its estimates, where there are some, for their standard errors.
    """
    panel, anchor, fits = solved.panel, solved.panel.anchor, solved.fits
    method = next((name for name in ("hero1", "hero2", "mle") if name in solved.answers), None)
    if anchor is None or method is None:
        return []
    whole = next((row.std_error for row in rows if row.method == method and row.system is None), None)
    weak = weak_identification(panel, anchor, solved.answers[method], fits.rates(method), whole)
    return rates_do_not_transport(panel, anchor, fits) + weak
