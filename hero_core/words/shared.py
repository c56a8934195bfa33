"""Names of methods, statuses and verdicts; number formats."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "method.mv": "Simple vote (MV)",
    "method.vote_share": "Share of votes",
    "method.ds": "Dawid-Skene (DS)",
    "method.ds_hard": "Dawid-Skene, most likely class",
    "method.mle": "Gold only",
    "method.hero1": "HERO-1",
    "method.hero2": "HERO-2",
    "method.pec": "PEC",
    "method.mv.plain": "simple vote",
    "method.vote_share.plain": "share of votes, each item weighing the same",
    "method.ds.plain": "annotators' habits guessed from this round's votes alone",
    "method.ds_hard.plain": "the same guess, each item counted as its most likely class",
    "method.mle.plain": "annotators' habits from the gold items alone",
    "method.hero1.plain": "vote corrected for each annotator's habits",
    "method.hero2.plain": "the same, with noise taken out by known item features",
    "method.pec.plain": "average credit, keeps doubt",
    "status.ok": "ok",
    "status.boundary": "at the edge of the possible range",
    "status.not_identified": "not identified",
    "status.not_converged": "not converged",
    "status.refused": "no number",
    "none": "–",
    "alike": "the same to the last digit shown",
    "instead": "{then}, not {now}",
    "named": "{name}: {value}",
    "choose.several": "Choose one or more",
}
