"""Items in both files must not inform their own correction; reused ids are not the same items (policy P17)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hero_core import estimate
from hero_core.links import linked_items, paired_count
from hero_core.words import speaking, text, told
from tests.support import Item, Items, annotations, pair_of, small_world

HISTORY, CURRENT = small_world(5, history=30, current=20)


def codes(history: Items, current: Items, **options: object) -> dict[str, int]:
    """Overlap findings with their counts."""
    result = estimate(*pair_of(history, current), methods=("hero1",), resamples=0, **options)
    return {found.code: found.count for found in result.findings if found.code in ("overlap", "ids_reused")}


def with_round(items: Items, name: str) -> Items:
    """The items in a named round."""
    return [replace(item, round=name) for item in items]


def copied(count: int, change: int = 0) -> Items:
    """The current round with its first items copied from the history; `change` of the copies got other votes."""
    copies = [replace(item, gold=None) for item in HISTORY[:count]]
    for number in range(change):
        flipped = tuple((who, 1 - label) for who, label in copies[number].votes)
        copies[number] = replace(copies[number], votes=flipped)
    return [*copies, *CURRENT]


def test_same_round_and_id_is_the_same_item():
    """With round columns in both files the key decides, whatever the votes say."""
    both = with_round(copied(6, change=6), "r1")

    assert codes(with_round(HISTORY, "r1"), both) == {"overlap": 6}
    assert codes(with_round(HISTORY, "r1"), with_round(copied(6), "r2")) == {}


def test_same_system_and_id_is_the_same_item():
    """Likewise with system columns; the same id under another system is another output."""
    history = [replace(item, system="old") for item in HISTORY]
    current = copied(6)
    mixed = [replace(item, system="old" if number < 2 else "new") for number, item in enumerate(current)]

    assert codes(history, mixed) == {"overlap": 2}


def test_bare_ids_with_the_same_votes_are_the_same_items():
    """Nine in ten shared votes identical: one export contained the other."""
    assert codes(HISTORY, copied(6)) == {"overlap": 6}


def test_bare_ids_with_other_votes_are_reused():
    """Prompt ids used again for new outputs: all stay, with a notice."""
    assert codes(HISTORY, copied(6, change=6)) == {"ids_reused": 6}


def test_nine_in_ten_is_the_bound():
    """One changed vote of ten still is the same export, two are not."""
    history = [replace(item, votes=(("a1", 1),)) for item in HISTORY]
    copies = [replace(item, gold=None) for item in history[:10]]

    def current(changed: int) -> Items:
        return [
            *(replace(item, votes=(("a1", 0),)) if n < changed else item for n, item in enumerate(copies)),
            *CURRENT,
        ]

    assert codes(history, current(1)) == {"overlap": 10}
    assert codes(history, current(2)) == {"ids_reused": 10}


def test_ids_reused_across_systems_of_the_current_round():
    """A history without systems and the same prompts under two systems now: an answer, not a crash."""
    current = [
        replace(item, name=f"h{number}", system=system) for system in ("A", "B") for number, item in enumerate(CURRENT)
    ]

    assert codes(HISTORY, current) == {"ids_reused": 20}


def test_overlap_is_left_out_of_rates_and_covariate_means():
    """As if these items had never stood in the history."""
    history, current = small_world(5, history=30, current=20, covariates=1)
    current = [*(replace(item, gold=None) for item in history[:6]), *current]
    dropped = estimate(*pair_of(history, current), methods=("hero1", "hero2"), resamples=0)
    without = estimate(*pair_of(history[6:], current), methods=("hero1", "hero2"), resamples=0)
    kept = estimate(*pair_of(history, current), methods=("hero1", "hero2"), resamples=0, overlap="keep")

    for method in ("hero1", "hero2"):
        assert dropped.get(method).estimate == pytest.approx(without.get(method).estimate, abs=1e-12)
        assert abs(dropped.get(method).estimate - kept.get(method).estimate) > 1e-5
    assert dropped.covariates[0].history_mean == pytest.approx(without.covariates[0].history_mean)
    assert dropped.counts["history_items"] == 24 and kept.counts["history_items"] == 30


def test_nothing_left_as_history_is_refused_in_words():
    """The same file given twice."""
    items = [replace(item, gold=None) for item in HISTORY]
    row = estimate(*pair_of(HISTORY, items), methods=("hero1",), resamples=0).get("hero1")

    assert row.status == "refused" and "No item of history.csv is left" in row.reason


def linked(*items: Item) -> tuple[list[int], int]:
    """Link codes of a current round, and how many links hold two systems."""
    coded = annotations(items)
    link = linked_items(coded)
    return link.tolist(), paired_count(link, coded.system)


VOTE = (("a1", 1),)


def test_the_same_id_under_two_systems_is_drawn_together():
    """Paired by item_id."""
    assert linked(
        Item("p1", VOTE, system="A"),
        Item("p2", VOTE, system="A"),
        Item("p1", VOTE, system="B"),
        Item("p3", VOTE, system="B"),
    ) == ([0, 1, 0, 2], 1)


def test_the_same_prompt_under_two_systems_is_drawn_together():
    """Paired by prompt where ids differ."""
    items = [Item(f"{name}{n}", VOTE, system=name, prompt=f"text {n}") for name in "AB" for n in range(3)]

    assert linked(*items) == ([0, 1, 2, 0, 1, 2], 3)


def test_one_prompt_for_everything_links_nothing():
    """A constant prompt column says nothing about which outputs belong together."""
    items = [Item(f"{name}{n}", VOTE, system=name, prompt="rate this") for name in "AB" for n in range(3)]

    assert linked(*items) == ([0, 1, 2, 3, 4, 5], 0)


def test_rounds_are_not_linked():
    """The same id in two rounds is another output."""
    items = [
        Item("p1", VOTE, system="A", round="r1"),
        Item("p1", VOTE, system="B", round="r1"),
        Item("p1", VOTE, system="B", round="r2"),
    ]

    assert linked(*items) == ([0, 0, 1], 1)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_remedy_names_the_button_beside_it(language):
    """One wording for keeping the items, in the finding and on the button."""
    result = estimate(*pair_of(HISTORY, copied(6)), methods=("hero1",), resamples=0)
    remedy = next(found.remedy for found in result.findings if found.code == "overlap")

    with speaking(language):
        assert text("data.overlap.keep") in str(told(remedy))
