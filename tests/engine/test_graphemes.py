"""Names are cut between letters as a reader sees them, and stay short, distinct and whole where they are short."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hero_core.charts.labels import said_names, short_names
from hero_core.graphemes import cut, letters_of, middle_out

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"  # man, woman, girl joined to one sign
LETTERS = [
    FAMILY, "\U0001f44d\U0001f3fd", "\U0001f1e9\U0001f1ea", "\u2764\ufe0f", "e\u0301", "\u0915\u093f",
    "\u1112\u1161\u11ab", "a", "王",
]  # fmt: skip


@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_is_never_cut(letter):
    """Wherever a name of such letters is cut, each of them is whole: joined emoji, tones, flags, accents, syllables."""
    name = letter * 60
    for longest in range(12, 30):
        kept = [*middle_out(name, longest, 8).split("…"), *short_names([name], longest)[name].split("…")]
        assert all(part == letter * list(letters_of(part)).count(letter) for part in kept)
        assert len(list(letters_of(cut(name, longest)))) == longest


@given(parts=st.lists(st.sampled_from(LETTERS), max_size=40))
def test_letters_put_together_are_the_text(parts):
    """Nothing is lost, and each letter is found again, but that two flags may meet."""
    assert "".join(letters_of("".join(parts))) == "".join(parts)
    assert list(letters_of("x".join(parts))) == [letter for part in parts for letter in (part, "x")][:-1] or not parts


@given(text=st.text(max_size=60), longest=st.integers(10, 40))
def test_what_is_short_stays_whole(text, longest):
    """And what is cut is as long as it may be."""
    whole = len(list(letters_of(text))) <= longest
    for found in (cut(text, longest), middle_out(text, longest, 8)):
        assert found == text if whole else len(found) < len(text) and "…" in found


def test_sentences_tell_long_names_apart():
    """Three names that differ in the middle only; a short one and anything else stay as they are."""
    names = [f"model-{'a' * 150}-{middle}-{'z' * 150}" for middle in ("one", "two", "three")]
    called = said_names([*names, "v1", None])

    assert len({called(name) for name in names}) == 3 and max(len(called(name)) for name in names) < 50
    assert called("v1") == "v1" and called(None) is None and called("a reason that was not given") != ""
