"""Sentences that remember how they were made, so that a screen can say them in another language."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

COUNTS = frozenset(  # what is counted; every other number of a sentence (a line, a seed, a limit) is written plainly
    ("count", "votes", "items", "pairs", "rows", "cells", "annotators", "total", "rest", "more", "some", "right",
     "unused", "groups", "prompts", "tested", "voters", "answers", "known", "shown", "lost", "moved", "most", "least",
     "among")
)  # fmt: skip


class Said(str):
    """A sentence in English, with its `template` and the `values` in it; everywhere else an ordinary text.

    Joining or cutting it gives a plain text: build longer sentences by `said` with sentences as values.
    """

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, values: dict[str, Any]) -> Said:
        sentence = super().__new__(cls, template.format(**values))
        sentence.template, sentence.values = template, values
        return sentence

    def __getnewargs__(self) -> tuple[str, dict[str, Any]]:  # type: ignore[override]
        return self.template, self.values


def said(template: str, /, **values: Any) -> Said:
    """The template with its {placeholders} filled; its Chinese stands in words/zh, under the template itself.

    A value that was itself `said` is translated with the sentence. Counts of a thousand and more get their commas here.
    """
    return Said(template, _with_commas(values))


def _with_commas(values: dict[str, Any]) -> dict[str, Any]:
    """Each whole number under a name in COUNTS written as on the pages; lines, seeds and ids stay as they are."""
    return {
        name: f"{value:,}" if name in COUNTS and isinstance(value, Integral) else value
        for name, value in values.items()
    }


def joined(parts: Iterable[str], gap: str = " ") -> str:
    """Several sentences as one text, with `gap` between them; each keeps its own translation."""
    kept = [part for part in parts if part]
    if len(kept) == 1:
        return kept[0]
    names = [f"part{number}" for number in range(len(kept))]
    return Said(gap.join(f"{{{name}}}" for name in names), dict(zip(names, kept, strict=True)))


def gap_of(sentence: Said) -> str | None:
    """What stands between the parts of a `joined` text; None for every other sentence."""
    if "part1" not in sentence.values:
        return None
    return sentence.template.removeprefix("{part0}").partition("{part1}")[0]


class ForShell(Said):
    """A part of a sentence about the command line: the shell and JSON say it, a screen leaves it out."""


def for_shell(template: str, /, **values: Any) -> ForShell:
    """A part of a sentence that only the shell has a use for, such as an option; a value of the sentence around it."""
    return ForShell(template, _with_commas(values))


def for_screen(sentence: object) -> object:
    """The sentence without its parts for the shell; everything that was not `said` as it is."""
    if isinstance(sentence, ForShell):
        return ""
    if not isinstance(sentence, Said):
        return sentence
    values = {name: for_screen(part) for name, part in sentence.values.items()}
    same = all(values[name] is part for name, part in sentence.values.items())
    return sentence if same else Said(sentence.template, values)
