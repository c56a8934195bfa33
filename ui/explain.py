"""Words of strangers on the screen: text shown letter by letter, and refusals shown as sentences."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import streamlit as st

from hero_core.errors import HeroError
from hero_core.words import text, told

P = ParamSpec("P")
R = TypeVar("R")

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_REWRITTEN = re.compile(r"www\.|://|@|^(<?->?|<-|--|[<>~]=)$")


def escape(value: object) -> str:
    """The value as Markdown that shows it letter by letter: no markup, emoji, links or formulas come out of it.

    Sentences of the engine come in the visitor's language. For ids, file names and messages inside st.markdown,
    alerts, labels and metrics; st.text and st.dataframe need nothing of the kind. Words that Streamlit would rewrite
    even when escaped (addresses, arrows) become code.
    """
    lines = str(told(value)).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "  \n".join(" ".join(_escape_word(word) for word in line.split(" ")) for line in lines)


def _escape_word(word: str) -> str:
    if _REWRITTEN.search(word):
        fence = "`" * (1 + max(map(len, re.findall("`+", word)), default=0))
        pad = " " if "`" in word else ""
        return f"{fence}{pad}{word}{pad}{fence}"
    return _PUNCTUATION.sub(r"\\\1", word)


def show_refusal(error: HeroError, title: str | None = None) -> None:
    """A refusal as a red box with its sentences, as plain text; `title` says what was not done."""
    st.error(escape(error.message), icon=":material/block:", title=title or text("frame.refused"))


def explained(function: Callable[P, R]) -> Callable[P, R]:
    """On a HeroError show its sentences and end the page there, instead of a traceback."""

    @functools.wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except HeroError as error:
            show_refusal(error)
            st.stop()

    return wrapper
