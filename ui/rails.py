"""The guard-rail strip: what was checked and what came of it, in a reviewer's words; and one line for other pages."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from hero_core.errors import SEVERITIES, Finding
from hero_core.words import text
from ui.explain import escape
from ui.findings import ICONS

CHECKS: dict[str, tuple[str, ...]] = {
    "standard": ("rates_do_not_transport", "annotator_drift", "reversed_round", "unknown_annotators"),
    "independence": ("dependence", "copied_annotator"),
    "gold": ("weak_identification", "gold_not_random", "little_gold"),
    "people": ("reversed_annotator", "constant_annotator", "random_annotator"),
    "spread": ("routing", "high_consensus"),
    "features": ("covariate_shift", "output_level_covariate", "many_covariates"),
    "classes": ("label_switching",),
}
CODES = frozenset(code for codes in CHECKS.values() for code in codes)
NEED_HISTORY = ("standard", "independence", "gold", "features")
TILE_PIXELS = 205
NAMED = 3


def show_strip(findings: Iterable[Finding], has_history: bool) -> None:
    """One small tile per question, with an icon and what was found."""
    seen = list(findings)
    with st.container(horizontal=True, gap="small"):
        for check, codes in CHECKS.items():
            mine = [found for found in seen if found.code in codes]
            with st.container(border=True, width=TILE_PIXELS, height="stretch", gap="xsmall"):
                st.markdown(_tile(check, mine, has_history))


def _tile(check: str, mine: list[Finding], has_history: bool) -> str:
    worst = max((SEVERITIES.index(found.severity) for found in mine), default=-1)
    name = text(f"rails.check.{check}")
    if worst >= 0:
        severity = SEVERITIES[worst]
        titles = titles_of([found for found in mine if found.severity == severity])
        return f"{ICONS[severity]} **{name}**  \n{text(f'rails.{severity}', titles=titles)}"
    if not has_history and check in NEED_HISTORY:
        return f":material/do_not_disturb_on: **{name}**  \n{text('rails.skipped')}"
    return f":material/check_circle: **{name}**  \n{text('rails.ok')}"


def titles_of(findings: Iterable[Finding]) -> str:
    """What the findings are about, each once, in words."""
    titles = list(dict.fromkeys(title_of(found) for found in findings))
    more = len(titles) - NAMED
    return ", ".join(titles[:NAMED]) + (f" +{more}" if more > 0 else "")


def title_of(found: Finding) -> str:
    """A guard rail's finding in a few words."""
    return text(f"rail.{found.code}") if found.code in CODES else escape(found.code.replace("_", " "))


def show_line(findings: Iterable[Finding]) -> None:
    """One line above numbers that a guard rail touches, with the way to the details; nothing where all is well."""
    serious = [found for found in findings if found.code in CODES and found.severity != "info"]
    if not serious:
        return
    red = [found for found in serious if found.severity == "error"]
    count = text("rails.line.many", count=len(serious)) if len(serious) > 1 else text("rails.line.one")
    told = text("rails.line", count=text("rails.line.red") if red else count, titles=titles_of(red or serious))
    icon = ICONS["error" if red else "warning"]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{icon} {told}")
        st.page_link("app.py", label=text("rails.line.link"), icon=":material/arrow_forward:")
