"""Texts of the Compare page."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "compare.verdict.a_better": "A is better",
    "compare.verdict.b_better": "B is better",
    "compare.verdict.too_close": "too close to call",
    "compare.verdict.equal": "as good as equal",
    "compare.verdict.not_comparable": "not comparable",
    "compare.column.a": "A",
    "compare.column.b": "B",
    "compare.column.difference": "A minus B",
    "compare.column.range": "Plausible range",
    "compare.column.chance": "Chance A above B",
    "compare.column.verdict": "Verdict",
    "compare.column.system": "Version",
    "compare.column.estimate": "Estimate",
    "compare.column.chance_target": "Chance above the target",
}
