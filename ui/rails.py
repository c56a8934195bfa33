"""The guard-rail strip: what was checked and what came of it, in a reviewer's words; and a line for other pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from hero_core.errors import Finding
from hero_core.telling.rails import CODES, Check, titles_of
from hero_core.words import text
from ui import state
from ui.explain import escape
from ui.findings import ICONS
from ui.presenter import scaled

OUTCOMES = {**ICONS, "ok": ":material/check_circle:", "skipped": ":material/do_not_disturb_on:",
            "open": ":material/hourglass_empty:"}  # fmt: skip
COLOURS = {"error": "red", "warning": "orange", "info": "blue", "ok": "green", "skipped": "gray", "open": "gray"}
GRAVEST_FIRST = ("error", "warning", "info")
TILE_PIXELS = 205


def show_strip(checks: Sequence[Check]) -> None:
    """One line: a badge for each check that found something, the gravest first; how many found nothing, are not made
    yet or cannot be made."""
    badges = [_badge(kind, check.answer) for kind in GRAVEST_FIRST for check in checks if check.outcome == kind]
    for kind in ("ok", "open", "skipped"):
        count = sum(check.outcome == kind for check in checks)
        if count:
            badges.append(_badge(kind, text(f"rails.strip.{kind}", count=count, total=len(checks))))
    st.markdown(" ".join(badges))


def _badge(outcome: str, told: str) -> str:
    return f":{COLOURS[outcome]}-badge[{OUTCOMES[outcome]} {told}]"


def show_checks(checks: Sequence[Check]) -> None:
    """One small tile per question, with an icon and what was found."""
    with st.container(horizontal=True, gap="small"):
        for check in checks:
            with st.container(border=True, width=scaled(TILE_PIXELS), height="stretch", gap="xsmall"):
                st.markdown(f"{OUTCOMES[check.outcome]} **{check.question}**  \n{check.answer}")


def show_line(findings: Iterable[Finding]) -> None:
    """One line above numbers that a guard rail touches, with the way to the details; nothing where all is well."""
    serious = [found for found in findings if found.code in CODES and found.severity != "info"]
    if not serious:
        return
    red = [found for found in serious if found.severity == "error"]
    count = text("rails.line.many", count=len(serious)) if len(serious) > 1 else text("rails.line.one")
    titles = titles_of(red or serious, escape)
    told = text("rails.line", count=text("rails.line.red") if red else count, titles=titles)
    icon = ICONS["error" if red else "warning"]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{icon} {told}")
        st.page_link(**state.way_to("app.py"), label=text("rails.line.link"), icon=":material/arrow_forward:")
