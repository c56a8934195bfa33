"""Texts of the Compare page."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "compare.forest": "Every version by every method",
    "compare.methods": "Methods",
    "compare.methods.none": "Choose at least one method.",
    "compare.target": "Target line (%)",
    "compare.target.score": "Target line",
    "compare.target.help": "Draws a line and says for each version how likely it is above. Empty: no line.",
    "compare.target.header": "Against the target",
    "compare.target.ask": "There is one version in this round, so it can be compared with a target: set the target "
    "line "
    "above.",
    "compare.walk": "From the simple vote to HERO",
    "compare.walk.system": "Version",
    "compare.walk.lead": "Each step changes one thing: whether annotators count alike, whether expert answers are "
    "used, "
    "whether item features are.",
    "compare.worth": "What item features are worth",
    "compare.worth.waiting": "This appears when the plausible ranges are final.",
    "compare.pairs": "Pair by pair",
    "compare.pairs.none": "No method has a number for every version, so there is nothing to compare.",
    "compare.pairs.one": "There is one version in this round, so there are no pairs.",
    "compare.pairs.how": "By {method}, within your margin of {margin} for 'as good as equal'. A range that excludes "
    "zero "
    "decides. Both versions share their draws, so what they have in common does not blur the difference.",
    "compare.verdict.a_better": "A is better",
    "compare.verdict.b_better": "B is better",
    "compare.verdict.too_close": "too close to call",
    "compare.verdict.equal": "as good as equal",
    "compare.verdict.not_comparable": "not comparable",
    "compare.column.feature": "Item feature",
    "compare.column.history_mean": "Mean in the history",
    "compare.column.current_mean": "Mean now",
    "compare.column.equal": "Chance of such a gap (p)",
    "compare.column.used": "Used by HERO-2",
    "compare.column.a": "A",
    "compare.column.b": "B",
    "compare.column.difference": "A minus B",
    "compare.column.range": "Plausible range",
    "compare.column.chance": "Chance A above B",
    "compare.column.verdict": "Verdict",
    "compare.column.system": "Version",
    "compare.column.method": "Method",
    "compare.column.half": "Middle half",
    "compare.column.items": "Items",
    "compare.column.votes": "Votes",
    "compare.column.note": "Note",
    "compare.column.estimate": "Estimate",
    "compare.column.chance_target": "Chance above the target",
}
