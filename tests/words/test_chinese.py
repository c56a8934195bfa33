"""The Chinese texts are Chinese: no English left, full-width punctuation, bold that is drawn, one word for a thing."""

from __future__ import annotations

import re

import pytest

from hero_core import words
from hero_core.words import zh

HAN = re.compile("[\u4e00-\u9fff]")
KEPT = re.compile(r"`[^`]*`|\{[^}]*\}|:[a-z-]+/\w+:|:[a-z-]+\[|\*+")  # code, placeholders, icons, directives, emphasis
HALF = re.compile("(?<=[\u4e00-\u9fff])[,:;?!()]|[,:;?!()](?=[\u4e00-\u9fff])")
RUN = re.compile(r"[A-Za-z][A-Za-z'’]*(?:[ ,]+[A-Za-z][A-Za-z'’]*){2,}")
OPENS = set("\uff08\u201c")
CLOSES = set("\uff0c\u3002\uff1a\uff1b\uff1f\uff01\uff09\u201d\u3001)],.;:?!")

SAME_IN_BOTH = {
    "language.en", "language.zh", "frame.language", "method.ds", "setting.headline.ds",
    "method.hero1", "method.hero2", "method.pec", "none",
    "setting.headline.hero1", "setting.headline.hero2", "setting.headline.pec", "compare.column.a", "compare.column.b",
    "agreement.column.alpha", "agreement.column.kappa", "charts.tau_of", "charts.tau_is", "charts.same_of",
    "charts.count_of",
    "data.form.json", "data.form.parquet", "report.fact.sha256", "report.lang", "report.methods.hero",
    "report.methods.pec", "lab.column.tau", "data.fact", "named", "findings.said", "walk.entry",
}  # fmt: skip
OTHER_WORDS = {
    "标注员": "标注者", "注释者": "标注者", "打标": "标注", "置信区间": "合理区间", "显著": "差距不足以定论",
    "金标准": "金标", "黄金": "金标", "多数投票": "多数票", "先验": "类别占比", "样本数": "条目数",
    "协变量": "条目特征", "项目数": "条目数", "题目": "条目", "混乱矩阵": "混淆矩阵", "灵敏性": "灵敏度",
    "仪表板": "看板", "仪表盘": "看板", "您": "你", "可视为相同": "基本持平",
}  # fmt: skip


def bare(template: str) -> str:
    """The template without what is the same in every language."""
    return KEPT.sub(" ", template)


@pytest.mark.parametrize("key", sorted(zh.TEXTS.keys() - SAME_IN_BOTH))
def test_words_are_translated(key):
    """Where the English has words, the Chinese has Chinese ones."""
    if re.search("[A-Za-z]{2}", bare(words._TEXTS[key])):
        assert HAN.search(zh.TEXTS[key])


@pytest.mark.parametrize("texts", [zh.TEXTS, zh.SENTENCES], ids=["screens", "engine"])
def test_no_english_sentence_is_left(texts):
    """Three English words in a row are a phrase that was forgotten."""
    kept = {key: bare(chinese) for key, chinese in texts.items()}
    assert {key: found.group() for key, chinese in kept.items() if (found := RUN.search(chinese))} == {}


@pytest.mark.parametrize("texts", [zh.TEXTS, zh.SENTENCES], ids=["screens", "engine"])
def test_punctuation_is_full_width(texts):
    """A comma of the Latin alphabet between Chinese characters is a slip of the keyboard."""
    found = {key: KEPT.sub("", chinese) for key, chinese in texts.items()}
    assert {key: chinese for key, chinese in found.items() if HALF.search(chinese)} == {}


@pytest.mark.parametrize("texts", [zh.TEXTS, zh.SENTENCES], ids=["screens", "engine"])
def test_bold_is_drawn_as_bold(texts):
    """Markdown ends bold after punctuation only before a space or punctuation; else people see the asterisks."""
    assert {key: chinese for key, chinese in texts.items() if not bold_is_drawn(chinese)} == {}


def bold_is_drawn(chinese: str) -> bool:
    """Every pair of double asterisks opens and closes by the rules of CommonMark."""
    parts = chinese.split("**")
    if len(parts) % 2 == 0:
        return False
    for inside, before, after in zip(parts[1::2], parts[::2], parts[2::2], strict=False):
        shut = inside[-1] in CLOSES | OPENS and after and not (after[0] in CLOSES | OPENS or after[0].isspace())
        lost = inside[0] in CLOSES | OPENS and before and not (before[-1] in CLOSES | OPENS or before[-1].isspace())
        if shut or lost:
            return False
    return True


@pytest.mark.parametrize("texts", [zh.TEXTS, zh.SENTENCES], ids=["screens", "engine"])
@pytest.mark.parametrize("other", sorted(OTHER_WORDS))
def test_one_word_for_one_thing(texts, other):
    """A reader must not wonder whether two words mean two things."""
    assert [key for key, chinese in texts.items() if other in chinese] == [], f"say {OTHER_WORDS[other]}"
