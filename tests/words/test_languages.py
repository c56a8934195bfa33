"""English and Chinese say the same: the same keys, the same placeholders, and sentences of the engine in both."""

from __future__ import annotations

import copy
import pickle
from string import Formatter

import pytest

from hero_core import words
from hero_core.errors import counted, listed
from hero_core.saying import joined, said
from hero_core.words import speaking, text, told, zh

PLURAL = "s"  # {s} is "s" unless the count is 1


def placeholders(template: str) -> set[tuple[str, str, str]]:
    """Name, conversion and format of every placeholder."""
    return {
        (name, conversion or "", form or "")
        for _, name, form, conversion in Formatter().parse(template)
        if name is not None
    }


def test_both_languages_have_the_same_keys():
    """A missing text would stand in English on a Chinese screen; one too many is a text nobody reads."""
    assert sorted(words._TEXTS.keys() - zh.TEXTS.keys()) == [], "add the Chinese in hero_core/words/zh"
    assert sorted(zh.TEXTS.keys() - words._TEXTS.keys()) == [], "take the Chinese out in hero_core/words/zh"


@pytest.mark.parametrize("key", sorted(zh.TEXTS))
def test_a_chinese_text_has_the_placeholders_of_the_english_one(key):
    """A missing one loses a number, an unknown one would be a crash."""
    assert {name for name, *_ in placeholders(zh.TEXTS[key])} == {name for name, *_ in placeholders(words._TEXTS[key])}


@pytest.mark.parametrize("template", sorted(zh.SENTENCES))
def test_a_chinese_sentence_has_the_placeholders_of_the_english_one(template):
    """The same for what the engine says; only the ending of the English plural has no place in Chinese."""
    english = {name for name, *_ in placeholders(template)} - {PLURAL}
    assert {name for name, *_ in placeholders(zh.SENTENCES[template])} == english


def test_the_language_is_that_of_the_surrounding_block():
    """A report in Chinese does not change the language of the page."""
    with speaking("zh"):
        assert text("nav.data") == "数据"
    assert text("nav.data") == "Data"


def test_a_said_sentence_is_an_ordinary_text_that_survives_copies(monkeypatch):
    """Results are cached, copied and sent between threads; JSON and the shell see the English."""
    monkeypatch.setitem(zh.SENTENCES, "{count} votes of {who}", "{who}的{count}票")
    inner = said("{count} votes of {who}", count=3, who="ann_a")
    outer = joined([inner, "", said("{share:.0%} known", share=0.5)])

    assert outer == "3 votes of ann_a 50% known"
    for kept in (outer, pickle.loads(pickle.dumps(outer)), copy.deepcopy(outer)):
        with speaking("zh"):
            assert told(kept) == "ann_a的3票 50% known"
        assert told(kept) == outer


def test_parts_in_chinese_are_joined_by_chinese_punctuation(monkeypatch):
    """No blank after a full stop that brings its own, and names are listed by the Chinese comma."""
    monkeypatch.setitem(zh.SENTENCES, "Odd.", "奇怪。")
    people = listed([f"ann_{letter}" for letter in "abcdefg"])
    whole = joined([said("Odd."), said("Odd."), people])

    assert whole == "Odd. Odd. ann_a, ann_b, ann_c, ann_d, ann_e and 2 more"
    with speaking("zh"):
        assert told(whole) == "奇怪。奇怪。ann_a、ann_b、ann_c、ann_d、ann_e 以及另外 2 个"


def test_a_blank_stands_beside_latin_letters_only(monkeypatch):
    """Names come in both scripts; between Han characters, and beside full-width punctuation, nothing is blank."""
    monkeypatch.setitem(zh.TEXTS, "charts.and", "{first} 和 {last}")
    with speaking("zh"):
        assert text("charts.and", first="v1", last="v2") == "v1 和 v2"
        assert text("charts.and", first="v1（52%）", last="甲") == "v1（52%）和甲"
        assert text("charts.tau_of", method="多数票（MV）", tau="0.5") == "多数票（MV）0.5"


@pytest.mark.parametrize("number", (1, 2))
def test_counts_are_counted_in_both_languages(number):
    """Chinese knows no plural."""
    assert counted(number, "item") == ("1 item" if number == 1 else "2 items")
    with speaking("zh"):
        assert told(counted(number, "item")) == f"{number} 个条目"
