"""Repairs that the user asks for: ids merged, the labels of a reversed round swapped; both say what they did."""

from __future__ import annotations

import pytest

from hero_core.errors import ReadError
from hero_core.reading import convert, read

ALIKE = b"item_id,annotator_id,label\n1,007,1\n2,007,0\n3,7,1\n1,b,1\n2,b,0\n"
ROUNDS = b"item_id,annotator_id,label,gold_label,round\n1,a,yes,yes,r1\n2,a,no,no,r1\n3,a,yes,no,r2\n4,a,,no,r2\n"
GRADED = b"item_id,annotator_id,label,round\n1,a,5,r9\n2,a,3,r9\n3,a,4,r9\n"


def notes(found) -> dict[str, object]:
    """Findings by code."""
    return {note.code: note for note in found.findings}


def test_merged_ids_are_one_person():
    """The votes of both spellings are of one annotator; the rest is untouched; the remark is answered."""
    found = read(ALIKE, name="f.csv", merge={"annotator_id": {"7": "007"}})

    assert list(found.annotator_ids) == ["007", "b"] and found.n_votes == 5
    assert "look_alikes" not in notes(found)
    note = notes(found)["ids_merged"]
    assert (note.lines, note.column, note.count) == ((4,), "annotator_id", 1) and '"7" as "007"' in note.message


def test_a_merge_equals_the_corrected_file():
    """Merging is what an editor would have done."""
    merged, corrected = read(ALIKE, merge={"annotator_id": {"7": "007"}}), read(ALIKE.replace(b"3,7,", b"3,007,"))

    assert (merged.vote_counts == corrected.vote_counts).all() and (merged.annotator == corrected.annotator).all()
    assert merged.fingerprint != read(ALIKE).fingerprint


def test_two_votes_that_a_merge_brings_together_are_repeats():
    """Merging comes before the policy for repeats."""
    data = ALIKE + b"3,007,0\n"

    assert "conflicting_votes" in notes(read(data, merge={"annotator_id": {"7": "007"}}))
    assert "conflicting_votes" not in notes(read(data))


def test_look_alikes_name_their_groups_with_the_most_frequent_spelling_first():
    """What a remedy would act on; not part of the document."""
    note = notes(read(ALIKE))["look_alikes"]

    assert note.about == (("007", "7"),) and "about" not in note.to_dict()


@pytest.mark.parametrize("merge", [{"annotator_id": {"8": "007"}}, {"round": {"r1": "r2"}}, {"label": {"1": "0"}}])
def test_a_merge_of_what_is_not_there_is_refused(merge):
    """A misspelt id must not pass for a repaired one."""
    with pytest.raises(ReadError) as refused:
        read(ALIKE, merge=merge)

    assert [note.code for note in refused.value.findings] == ["merge_unknown"]


def test_ids_that_end_in_point_zero_can_be_merged_as_they_are_shown():
    """The id as the reader shows it, not as the file writes it."""
    found = read(b"item_id,annotator_id,label\n1,7.0,1\n2,07.0,0\n", merge={"annotator_id": {"07": "7"}})

    assert list(found.annotator_ids) == ["7"] and "float_ids" in notes(found)


def test_a_flipped_round_has_its_two_labels_swapped_and_its_gold_kept():
    """Only the votes of that round change; empty cells stay no votes."""
    plain, found = read(ROUNDS, role="history"), read(ROUNDS, role="history", flip_rounds=("r2",))
    changed = plain.label != found.label

    assert [plain.rounds[plain.round[item]] for item in plain.item[changed]] == ["r2"]
    assert (plain.gold == found.gold).all() and plain.n_votes == found.n_votes == 3
    assert notes(found)["round_flipped"].lines == (4,)
    assert plain.fingerprint != found.fingerprint


@pytest.mark.parametrize(("data", "code"), [(ROUNDS, "flip_unknown"), (GRADED, "flip_classes")])
def test_what_cannot_be_flipped_is_refused(data, code):
    """An unknown round, or a graded scale, where swapping means nothing."""
    with pytest.raises(ReadError) as refused:
        read(data, role="current", flip_rounds=("r9",))

    assert code in [note.code for note in refused.value.findings]


def test_a_converted_file_has_the_merged_ids():
    """What is written means the same without the option."""
    content, _ = convert(ALIKE, merge={"annotator_id": {"7": "007"}})

    assert b"\r\n3,007,1" in content and list(read(content).annotator_ids) == ["007", "b"]
