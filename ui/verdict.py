"""The verdict card on a page: icon, word, colour and sentences for each state of a decision."""

from __future__ import annotations

import streamlit as st

from hero_core.results import Decision, EstimateResult, PlanResult
from hero_core.telling import verdict
from hero_core.telling.verdict import Card, is_withheld, no_method_card
from ui.explain import escape

__all__ = ["card_of", "first_look", "is_withheld", "no_method_card", "show_card", "surprise"]

KINDS = {
    "better": ("success", ":material/check_circle:"),
    "best": ("success", ":material/check_circle:"),
    "too_close": ("warning", ":material/balance:"),
    "tied": ("warning", ":material/balance:"),
    "equal": ("info", ":material/equal:"),
    "equal_many": ("info", ":material/equal:"),
    "not_comparable": ("error", ":material/block:"),
    "single": ("info", ":material/straighten:"),
    "pending": ("info", ":material/hourglass:"),
}


def card_of(decision: Decision, result: EstimateResult, plan: PlanResult | None = None) -> Card:
    """The card of a decision; ids in it are escaped."""
    return verdict.card_of(decision, result, escape, plan)


def first_look(decision: Decision, result: EstimateResult) -> Card:
    """The card while the plausible ranges are not final; ids in it are escaped."""
    return verdict.first_look(decision, result, escape)


def surprise(headline: Decision, simple: Decision, result: EstimateResult) -> str | None:
    """One sentence where the simple vote would have said something else, None where both agree."""
    return verdict.surprise(headline, simple, result, escape)


def show_card(card: Card) -> None:
    """Draw the card: colour, icon and word say the same."""
    kind, icon = KINDS[card.state]
    box = {"success": st.success, "warning": st.warning, "info": st.info, "error": st.error}[kind]
    box("\n\n".join((f"## {icon} {card.word}", *card.sentences)))
