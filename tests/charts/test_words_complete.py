"""Every text that figures and their pages ask for exists, and every text of theirs is asked for."""

from __future__ import annotations

import ast
import re

from hero_core import words
from hero_core.words import agreement, annotators, charts, compare, lab, rails, report, rounds, stability
from tests.layers.source import sources

PLACES = ("hero_core/charts", "hero_core/telling", "hero_core/report", "ui", "pages", "app.py")
PARTS = (annotators, charts, compare, stability, rails, agreement, lab, report, rounds)
TOPICS = {key: said for part in PARTS for key, said in part.TEXTS.items()}


def starts_with_topic(node: ast.JoinedStr) -> bool:
    """An f-string that can only be one of our keys, such as f"charts.odds_{side}"."""
    first = node.values[0]
    return isinstance(first, ast.Constant) and str(first.value).split(".")[0] in {key.split(".")[0] for key in TOPICS}


def asked() -> tuple[set[str], set[str]]:
    """Keys of text("…") calls, and patterns of text(f"…{…}…") calls."""
    literal, patterns = set(), set()
    for source in sources(*PLACES):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.JoinedStr) and starts_with_topic(node):
                parts = [re.escape(p.value) if isinstance(p, ast.Constant) else r"[\w.]+" for p in node.values]
                patterns.add("".join(parts))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                literal.add(node.value)
    return literal, patterns


def calls() -> set[str]:
    """Keys that are asked for by name, in text("key", ...)."""
    return {
        node.args[0].value
        for source in sources(*PLACES)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "text"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


def test_every_key_that_is_asked_for_exists():
    """A missing text would be a crash on the screen."""
    assert not {key for key in calls() if key not in words._TEXTS}


def test_every_text_is_asked_for():
    """A text nobody shows is a text nobody checks."""
    literal, patterns = asked()
    unused = {key for key in TOPICS if key not in literal and not any(re.fullmatch(p, key) for p in patterns)}

    assert not unused
