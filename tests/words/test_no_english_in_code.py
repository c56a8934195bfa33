"""Texts are joined by the words, not by the code: an English comma between Chinese names is made in code."""

from __future__ import annotations

import ast

from tests.layers.source import sources

PLACES = ("hero_core/charts", "hero_core/telling", "ui", "pages", "app.py")
GAPS = {" ", ", ", "; ", " and ", ". ", ": "}
NOT_FOR_READERS = {"_escape_word", "flags", "_badge", "badges"}  # words of a Markdown text, codes, Markdown badges


def test_lists_and_sentences_are_joined_by_words_chain():
    """`chain` knows the punctuation of the visitor's language; `join` does not."""
    found = [
        f"{source.path}:{node.lineno}"
        for source in sources(*PLACES)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "join"
        and isinstance(node.func.value, ast.Constant)
        and node.func.value.value in GAPS
        and not NOT_FOR_READERS & {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        and not NOT_FOR_READERS & {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    ]

    assert found == []
