"""Pieces of texts as numbers: words, pairs of words and runs of 2 to 5 letters, counted by hash.

A run of letters stays within a word; Chinese and Japanese, written without blanks, count letter by letter as words, and
their runs go through whole sentences.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hero_core.annotations import BoolArray, IntArray

HashArray = npt.NDArray[np.uint64]
BITS = 20
BUCKETS = 1 << BITS
BLOCK = 5000
HEAD, TAIL = 300, 200  # letters of a longer text that count: its beginning and its end
RUNS = (2, 3, 4, 5)
UNSPACED = ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
PRIME = np.uint64(1_099_511_628_211)
SPREAD = np.uint64(0x9E3779B97F4A7C15)
POWERS = np.cumprod(np.full(HEAD + TAIL + 2, PRIME, dtype=np.uint64))


def plain_text(text: str) -> str:
    """A text as it is compared: letters in one form and one case, blanks as one; its beginning and end where long."""
    words = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return words if len(words) <= HEAD + TAIL else f"{words[:HEAD]} {words[-TAIL:]}"


class Pieces(NamedTuple):
    """Pieces of a block of texts: text (counted from the block's first) and bucket of each."""

    size: int
    words: tuple[IntArray, IntArray]
    runs: tuple[IntArray, IntArray]


def grams(texts: Sequence[str]) -> Iterator[Pieces]:
    """Words with their pairs, and runs of letters, of plain texts, some thousand texts at a time."""
    for first in range(0, len(texts), BLOCK):
        block = [f" {text} " for text in texts[first : first + BLOCK]]
        code = np.frombuffer("".join(block).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        text = np.repeat(np.arange(len(block), dtype=np.int32), [len(piece) for piece in block])
        yield Pieces(len(block), _words(code, text), _runs(code, text))


def _bucket(value: HashArray) -> IntArray:
    return (value * SPREAD >> np.uint64(64 - BITS)).astype(np.int32)


def _words(code: npt.NDArray[np.uint32], text: IntArray) -> tuple[IntArray, IntArray]:
    """Text and bucket of each word and of each pair of neighbouring words."""
    letter, alone = _letters(code), _unspaced(code)
    before = np.concatenate([[False], letter[:-1]])
    begins = letter & (~before | alone | np.concatenate([[False], alone[:-1]]))
    kept = code[letter].astype(np.uint64) + np.uint64(1)
    first = np.flatnonzero(begins[letter])
    if not first.size:
        return text[:0], text[:0]
    place = np.arange(len(kept)) - np.repeat(first, np.diff(np.append(first, len(kept))))
    word = np.add.reduceat(kept * POWERS[np.minimum(place, len(POWERS) - 1)], first)
    where = text[letter][first]
    neighbours = where[:-1] == where[1:]
    pair = (word[:-1] * PRIME + word[1:] + np.uint64(7))[neighbours]
    return np.concatenate([where, where[:-1][neighbours]]), _bucket(np.concatenate([word, pair]))


def _runs(code: npt.NDArray[np.uint32], text: IntArray) -> tuple[IntArray, IntArray]:
    """Text and bucket of each run of letters that holds a blank only at its ends."""
    blank = np.concatenate([[0], np.cumsum(code == ord(" "))])
    value, texts, buckets = code.astype(np.uint64), [], []
    for length in RUNS:
        last = np.arange(length - 1, len(code))
        value = value[:-1] * PRIME + code[length - 1 :]
        inside = blank[last] - blank[last - length + 2] if length > 2 else np.zeros(len(last), dtype=np.int64)
        good = (inside == 0) & (text[last] == text[: len(last)])
        texts.append(text[: len(last)][good])
        buckets.append(_bucket(value[good] + np.uint64(length)))
    return np.concatenate(texts), np.concatenate(buckets)


def _unspaced(code: npt.NDArray[np.uint32]) -> BoolArray:
    """Letters of writing without blanks between words."""
    found = np.zeros(len(code), dtype=bool)
    for low, high in UNSPACED:
        found |= (code >= low) & (code <= high)
    return found & _letters(code)


LETTERS = np.array([chr(number).isalnum() for number in range(0x10000)])


def _letters(code: npt.NDArray[np.uint32]) -> BoolArray:
    """Letters and digits; beyond the first 65,536 codes everything counts."""
    return LETTERS[np.minimum(code, 0xFFFF)] | (code > 0xFFFF)
