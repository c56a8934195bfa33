"""Texts cut where a reader sees a letter end: an accent, an emoji of several signs or a flag stays whole."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import islice

JOINER = "\u200d"  # zero width joiner: what stands on both sides is one sign
JAMO, FIRST = range(0x1100, 0x1200), range(0x1100, 0x1160)  # parts of a Korean syllable, and those that begin one
TONES = range(0x1F3FB, 0x1F400)
TAGS = range(0xE0020, 0xE0080)
FLAGS = range(0x1F1E6, 0x1F200)  # two of them are one flag


def cut(text: str, longest: int, mark: str = "…") -> str:
    """The text, or its beginning and a mark: at most `longest` letters in all."""
    if len(text) <= longest:
        return text
    letters = list(islice(letters_of(text), longest + 1))
    return text if len(letters) <= longest else "".join(letters[: longest - len(mark)]) + mark


def middle_out(text: str, longest: int, end: int) -> str:
    """The text, or its beginning, a mark and its last letters (`end` of them): at most `longest` letters in all."""
    letters = list(letters_of(text)) if len(text) > longest else [text]
    if len(letters) <= longest:
        return text
    return "".join((*letters[: longest - end - 1], "…", *letters[-end:]))


def letters_of(text: str) -> Iterator[str]:
    """What a reader takes for the letters of a text, each with all that belongs to it."""
    if text.isascii():
        yield from text
        return
    letter, flags = "", 0
    for sign in text:
        if letter and not _belongs(sign, letter, flags):
            yield letter
            letter, flags = "", 0
        letter += sign
        flags += ord(sign) in FLAGS
    if letter:
        yield letter


def _belongs(sign: str, letter: str, flags: int) -> bool:
    """Does the sign continue the letter before it?"""
    code, before = ord(sign), ord(letter[-1])
    if letter[-1] == JOINER or sign == JOINER or code in TONES or code in TAGS:
        return True
    if code in FLAGS:
        return before in FLAGS and flags % 2 == 1
    if code in JAMO and before in JAMO:
        return code not in FIRST or before in FIRST
    return unicodedata.category(sign) in ("Mn", "Me", "Mc")
