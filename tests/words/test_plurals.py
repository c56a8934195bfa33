"""One item, two items: a counted word agrees with its number, wherever there can be one."""

from __future__ import annotations

import re

import pytest

from hero_core import words
from hero_core.words import speaking, text

NOUNS = (
    "annotators", "changes", "groups", "items", "pairs", "remarks", "rows", "times", "versions", "votes", "points",
    "draws", "rounds", "checks", "people", "are", "have", "were", "need",
)  # fmt: skip
# "1 of 12 items" is right as it stands, so a number after "of" or "the" needs no word of its own.
BARE = r"(?<!of )(?<!the )(?<!least )(?<!than )\{(\w+)\}\**(?: more| tested| gold)? "
COUNTED = re.compile(f"{BARE}({'|'.join(NOUNS)})\\b")
NEVER_ONE = {
    "charts.points": "a difference with its decimals",
    "verdict.points": "a difference with its decimals",
    "verdict.points_range": "a difference with its decimals",
    "charts.cell_difference": "a difference with its decimals; votes of all votes",
    "charts.cell_share": "votes of all votes",
    "lab.bias.row": "a bias with its decimals",
    "lab.bias.row_paper": "a bias with its decimals",
    "charts.reliability": "one annotator has a sentence of its own",
    "charts.reliability_equal": "one annotator has a sentence of its own",
    "charts.recall_equal": "two annotators at least",
    "charts.people": "six annotators at least",
    "charts.times": "a factor with its decimals",
    "plan.times": "a factor with its decimals",
    "items.say": "votes of all votes",
    "items.say.binary": "votes of all votes",
    "influence.most": "so many that not all are left out",
    "verdict.equal_many.word": "three at least",
    "trust.usable": "one annotator has a sentence of its own",
    "trust.usable_all": "one annotator has a sentence of its own",
    "trust.usable_equal": "one annotator has a sentence of its own",
    "influence.large": "a warning about very large data",
    "verdict.too_close.items": "a plan for a round with more items than there are",
    "verdict.too_close.plan": "a plan for a round with more items than there are",
    "plan.items": "a plan for a round with more items than there are",
    "plan.votes": "a plan for more votes than there are",
    "plan.both": "a plan for a round with more items than there are",
    "annotators.nothing.gold": "five",
    "annotators.nothing.votes": "five",
    "charts.reliability_none_few_votes": "five",
    "charts.reliability_none_little_gold": "five",
}


def bare(template: str) -> list[str]:
    """Numbers before a word for many that has no form for one."""
    return [found[1] for found in COUNTED.finditer(template)]


@pytest.mark.parametrize("key", sorted(words._TEXTS))
def test_a_counted_word_has_a_form_for_one(key):
    """Else a page says "1 more versions are"."""
    if key in NEVER_ONE:
        assert bare(words._TEXTS[key]), f"{key} needs no exception any more"
    else:
        assert not bare(words._TEXTS[key]), "write {count} {count:item|items}"


def test_bare_counts_are_seen():
    """The rule above sees a word for many, and lets be what agrees or comes after "of"."""
    assert bare("{count} more versions are here") == ["count"] and bare("**{items} items**") == ["items"]
    assert bare("{a} of {items} items, {votes} {votes:vote|votes}") == []


@pytest.mark.parametrize(
    ("key", "one", "many"),
    [
        ("overview.more_versions", "1 more version is in the figure", "2 more versions are in the figure"),
        ("overview.file_remarks", "1 more remark about the files is on", "2 more remarks about the files are on"),
        ("trend.more", "1 more version is drawn", "2 more versions are drawn"),
    ],
)
def test_one_and_many_are_told_apart(key, one, many):
    """Numbers and numbers already written as text; Chinese has one form for both."""
    for number in (1, "1"):
        assert text(key, count=number).startswith(one)
    for number in (2, "2"):
        assert text(key, count=number).startswith(many)
    assert text("overview.size", items="1", votes="1,001") == "1 item, 1,001 votes"
    with speaking("zh"):
        assert text(key, count=1) == text(key, count=2).replace("2", "1")
