"""Every text that a screen asks for exists, and every text there is is asked for."""

from __future__ import annotations

import ast
import re
from functools import cache

from hero_core import words
from hero_core.words.formulas import FORMULAS
from tests.layers.source import sources
from ui.help import WORDS
from ui.links import PAGES

PLACES = ("hero_core", "ui", "pages", "app.py")
TOPICS = {key.split(".")[0] for key in words._TEXTS}
BY_LISTS = {*WORDS, *(key.replace("page.", "nav.") for _, key, _ in PAGES)}


@cache
def nodes() -> list[ast.AST]:
    """The code of everything that shows texts, without the texts themselves."""
    return [
        node for source in sources(*PLACES) if not source.name.startswith("hero_core.words.")
        for node in ast.walk(source.tree)
    ]  # fmt: skip


def starts_with_topic(node: ast.AST) -> bool:
    """An f-string that can only be one of our keys, such as f"charts.odds_{side}"."""
    first = node.values[0] if isinstance(node, ast.JoinedStr) else None
    return isinstance(first, ast.Constant) and str(first.value).split(".")[0] in TOPICS


def endings(node: ast.AST) -> set[str]:
    """What may be put behind an f-string: "" and ".back" in f"data.change.{name}" + ("" if now else ".back")."""
    return {found.value for found in ast.walk(node) if isinstance(found, ast.Constant) and isinstance(found.value, str)}


def asked() -> tuple[set[str], set[str], set[str]]:
    """Keys as they stand in the code, patterns of f-strings with a group for each gap, names that may fill a gap."""
    literal, patterns, names = set(), set(), set()
    for node in nodes():
        if isinstance(node, ast.BinOp) and starts_with_topic(node.left):
            patterns |= {pattern(node.left) + re.escape(ending) for ending in endings(node.right)}
        elif starts_with_topic(node):
            patterns.add(pattern(node))
        elif isinstance(node, ast.Constant):
            literal.add(f"{node.value:g}" if isinstance(node.value, int | float) else str(node.value))
        names |= {str(getattr(node, field, "")) for field in ("arg", "attr", "id")}
    return literal, patterns, names | literal | {*FORMULAS}


def pattern(node: ast.JoinedStr) -> str:
    """The keys that an f-string can be; a gap holds one word."""
    return "".join(re.escape(part.value) if isinstance(part, ast.Constant) else r"(\w+)" for part in node.values)


def calls() -> set[str]:
    """Keys that are asked for by name, in text("key", ...)."""
    return {
        node.args[0].value
        for node in nodes()
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "text"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


def test_every_key_that_is_asked_for_exists():
    """A missing text would be a crash on the screen."""
    assert not {key for key in calls() if key not in words._TEXTS}


def test_every_text_is_asked_for():
    """A text nobody shows is a text nobody checks: each key stands in the code, or is put together from its words."""
    literal, patterns, names = asked()

    def put_together(key: str) -> bool:
        found = (re.fullmatch(pattern, key) for pattern in patterns)
        return any(match and all(word in names for word in match.groups()) for match in found)

    assert not {key for key in words._TEXTS if key not in literal | BY_LISTS and not put_together(key)}
