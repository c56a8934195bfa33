"""From our sentences to HTML: ids letter by letter, bold words bold, icons left out."""

from __future__ import annotations

import html
import re

from markupsafe import Markup

from hero_core.words import told

BOLD = re.compile(r"\*\*(.+?)\*\*")
SMALL = re.compile(r":small\[(.*?)\]")
ICON = re.compile(r":material/\w+:\s*")
MARKS = str.maketrans({"*": "&#42;", ":": "&#58;", "[": "&#91;", "]": "&#93;", "\n": " "})


def quoted(value: object) -> str:
    """An id or message inside a sentence of ours, in the language of the report: nothing in it is markup."""
    return html.escape(str(told(value))).translate(MARKS)


def marked(sentence: str) -> Markup:
    """A sentence of ours, with its ids quoted by `quoted`, as HTML."""
    bare = SMALL.sub(r"\1", ICON.sub("", sentence))
    return Markup(BOLD.sub(r"<strong>\1</strong>", bare))


def literal(value: object) -> Markup:
    """A text of strangers, as it is, as HTML."""
    return Markup(html.escape(str(told(value))))
