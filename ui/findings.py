"""Findings on the screen: the gravest first, each with where it is and what can be done."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from hero_core.errors import Finding
from hero_core.telling.rails import CODES, gravest_first, title_of
from hero_core.words import chain, text
from ui import state
from ui.cures import way_to_cure
from ui.explain import escape

ICONS = {"error": ":material/block:", "warning": ":material/warning:", "info": ":material/info:"}
SHOWN = 8


def show_findings(findings: Iterable[Finding], *, shown: int = SHOWN) -> None:
    """One box per finding; where there are many, the rest folded away."""
    ordered = gravest_first(findings)
    for found in ordered[:shown]:
        show_finding(found)
    if len(ordered) > shown:
        with st.expander(text("findings.more", count=len(ordered) - shown)):
            for found in ordered[shown:]:
                show_finding(found)


def cure_of(found: Finding) -> str:
    """The remedy as Markdown; on the data page it does not send the visitor to the data page."""
    told = escape(found.remedy)
    return told.replace(text("data.elsewhere"), text("data.here")) if state.page() == "page.data" else told


def show_finding(found: Finding) -> None:
    """One finding: message, people it is about, remedy."""
    box = {"error": st.error, "warning": st.warning, "info": st.info}[found.severity]
    title = title_of(found, escape) if found.code in CODES else ""
    message = escape(found.message)
    parts = [text("findings.said", title=f"{title[:1].upper()}{title[1:]}", message=message) if title else message]
    if found.remedy:
        parts.append(text("findings.remedy", remedy=chain([cure_of(found), way_to_cure(found)])))
    box("  \n".join(parts), icon=ICONS[found.severity])
