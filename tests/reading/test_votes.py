"""Policy P13 to P16: what an item is, repeated votes, gold."""

from __future__ import annotations

import pytest

from hero_core.reading import read
from tests.reading.build import codes, current_rows, history_rows, label_of, refusal, same, table, votes

FULL = "round,system,item_id,annotator_id,label"
GOLD = "item_id,annotator_id,label,gold_label"
TWICE = ("i1,ana,1", "i2,ana,0", "i1,ana,1", "i1,bo,0", "i2,ana,1", "i1,ana,1", "i3,cy,1")


def test_an_item_is_round_system_and_id():
    """P13: the same prompt id under two systems is two items."""
    found = read(votes("r1,a,i1,ana,1", "r1,b,i1,ana,0", "r2,a,i1,ana,0", "r1,a,i1,bo,1", header=FULL))

    assert found.n_items == 3
    assert list(found.item_ids) == ["i1"] * 3
    assert [found.systems[code] for code in found.system] == ["a", "b", "a"]
    assert [found.rounds[code] for code in found.round] == ["r1", "r1", "r2"]
    assert not found.findings


def test_items_are_sorted_by_round_system_id_and_names_naturally():
    """P13, P25: r2 before r10, 2 before 10."""
    lines = [
        f"r{number},s{system},i{item},{who},1"
        for number in (10, 2)
        for system in (11, 3)
        for item in (2, 1)
        for who in (10, 9)
    ]
    found = read(votes(*lines, header=FULL))

    assert found.rounds == ("r2", "r10")
    assert found.systems == ("s3", "s11")
    assert list(found.annotator_ids) == ["9", "10"]
    order = list(zip(found.round, found.system, found.item_ids, strict=True))
    assert order == sorted(order)
    assert list(found.item) == sorted(found.item)


def test_files_without_systems_and_rounds():
    found = read(votes("i1,ana,1", "i2,ana,0"))

    assert (found.systems, found.rounds) == ((), ())
    assert list(found.system) == list(found.round) == [0, 0]
    assert read(votes(",,i1,ana,1", " ,,i2,ana,0", header=FULL)).systems == ()


def test_blank_systems_among_others_form_their_own_group():
    found = read(votes("r1,a,i1,ana,1", "r1,,i1,ana,0", header=FULL))

    assert found.systems == ("(blank)", "a")
    assert codes(found) == ["blank_group"]
    assert found.findings[0].lines == (3,)


def test_the_same_vote_again_is_collapsed():
    """P14: counting it twice would break the likelihood; the repair is certain."""
    found = read(votes("i1,ana,1", "i1,bo,0", "i1,ana,1.0", "i1,ana,yes"))

    assert label_of(found) == {("i1", "ana"): "1", ("i1", "bo"): "0"}
    assert codes(found) == ["repeated_votes"]
    assert found.findings[0].lines == (4, 5)
    assert found.counts["repeats_collapsed"] == 2


@pytest.mark.parametrize(
    ("policy", "expected", "collapsed", "dropped"),
    [
        ("drop", {("i1", "ana"): "1", ("i1", "bo"): "0", ("i3", "cy"): "1"}, 2, 2),
        ("first", {("i1", "ana"): "1", ("i1", "bo"): "0", ("i2", "ana"): "0", ("i3", "cy"): "1"}, 2, 1),
        ("last", {("i1", "ana"): "1", ("i1", "bo"): "0", ("i2", "ana"): "1", ("i3", "cy"): "1"}, 2, 1),
    ],
)
def test_contradictions_follow_the_policy(policy, expected, collapsed, dropped):
    """P14: none of them by default, which depends on no order and favours no class."""
    found = read(votes(*TWICE), repeats=policy)

    assert label_of(found) == expected
    assert found.n_votes == len(expected)
    assert found.counts["repeats_collapsed"] == collapsed
    assert found.counts["conflicting_dropped"] == dropped
    assert codes(found)[:2] == ["repeated_votes", "conflicting_votes"]
    assert found.findings[1].lines == (3, 6)
    assert '"i2" by "ana"' in found.findings[1].message


def test_keep_keeps_all_and_says_so():
    """P14: several votes by one judge, sampled anew, may be meant."""
    found = read(votes(*TWICE), repeats="keep")

    assert found.n_votes == 7
    assert found.counts["repeats_collapsed"] == found.counts["conflicting_dropped"] == 0
    assert codes(found) == ["repeated_votes", "conflicting_votes"]


def test_three_labels_where_two_agree_are_still_a_contradiction():
    """P14: exact repeats inside a contradiction do not outvote it."""
    found = read(votes("i1,ana,1", "i1,ana,1", "i1,ana,0", "i2,ana,1"))

    assert label_of(found) == {("i2", "ana"): "1"}
    assert found.counts["conflicting_dropped"] == 3


def test_a_skip_does_not_contradict_a_vote():
    found = read(votes("i1,ana,1", "i1,ana,", "i2,ana,0"))

    assert found.n_votes == 2
    assert codes(found) == ["no_vote_rows"]


def test_items_and_annotators_left_without_votes_do_not_appear():
    """P14, P19: but they are counted and reported, with their gold."""
    lines = ("i1,ana,1,1", "i2,bo,1,0", "i2,bo,0,0", "i3,cy,,1", "i4,ana,0,0")
    found = read(votes(*lines, header=GOLD), role="history")

    assert list(found.item_ids) == ["i1", "i4"]
    assert list(found.annotator_ids) == ["ana"]
    assert found.counts["items_without_votes"] == 2
    assert found.counts["gold_items"] == 2
    note = next(finding for finding in found.findings if finding.code == "items_without_votes")
    assert "2 of them with a gold label" in note.message
    assert note.lines == (3, 5)


def test_nothing_left_after_contradictions_is_refused():
    assert codes(refusal(votes("i1,ana,1", "i1,ana,0"))) == ["conflicting_votes", "no_votes"]


def test_gold_belongs_to_the_item_whichever_row_carries_it():
    """P15: also a row that carries no vote."""
    found = read(votes("i1,ana,1,", "i1,bo,,0", "i2,ana,0,1", "i2,bo,0,", header=GOLD), role="history")

    assert list(found.gold) == [0, 1]
    assert found.counts["gold_items"] == 2


def test_two_gold_labels_withdraw_the_gold():
    """P15: a doubtful anchor is worse than none; the votes stay."""
    found = read(votes("i1,ana,1,1", "i1,bo,1,0", "i2,ana,0,0", "i1,cy,0,", header=GOLD), role="history")

    assert list(found.gold) == [-1, 0]
    assert found.n_votes == 4
    assert codes(found) == ["gold_conflict"]
    assert found.findings[0].lines == (2, 3)
    for token in ('"i1"', "2, 3"):
        assert token in found.findings[0].message
    assert found.counts["gold_conflicts"] == 1


def test_gold_in_the_current_file_is_counted_and_not_used():
    """P16: even if it could not be understood."""
    found = read(votes("i1,ana,1,1", "i2,ana,0,", "i3,ana,0,strange", header=GOLD), role="current")

    assert list(found.gold) == [-1, -1, -1]
    assert codes(found) == ["gold_in_current"]
    assert found.counts["gold_cells"] == 2
    assert found.findings[0].lines == (2, 4)


def test_current_gold_does_not_change_the_classes():
    """P16: a scale comes from the votes."""
    assert read(votes("i1,ana,1,5", "i2,ana,0,3", header=GOLD)).classes == ("0", "1")


def test_an_empty_gold_column_in_the_current_file_is_silent():
    assert not read(votes("i1,ana,1,", "i2,ana,0,NA", header=GOLD)).findings


def test_counts_of_a_clean_file():
    found = read(table(history_rows()).encode(), role="history")

    assert found.counts == {
        "rows_read": 20, "votes_used": 20, "repeats_collapsed": 0, "conflicting_dropped": 0, "rows_without_id": 0,
        "rows_without_label": 0, "items_without_votes": 0, "gold_items": 10, "gold_conflicts": 0, "gold_cells": 0,
    }  # fmt: skip


def test_votes_of_one_item_and_annotator_are_unique():
    found = read(table(current_rows() * 3).encode())

    assert same(found, read(table(current_rows() * 3).encode()))
    assert len(set(zip(found.item, found.annotator, strict=True))) == found.n_votes == 16
