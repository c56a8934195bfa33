"""Ids that look alike between the two files: noticed, and merged in the current file where that is asked."""

from __future__ import annotations

import re
import shlex

import numpy as np
import pytest

from hero_core import estimate
from hero_core.annotations import Annotations
from hero_core.errors import Finding
from hero_core.reading import read
from hero_core.rounds import pair
from tests.reading.build import current_rows, history_rows, table, with_values
from tests.support import shell

CODE = "look_alikes_between"


def files(past: tuple[str, ...], now: tuple[str, ...], **columns: object) -> tuple[Annotations, Annotations]:
    """A history and a current round by these raters."""
    history = read(table(history_rows(past)).encode(), name="h.csv", role="history")
    return history, read(table(with_values(current_rows(now), **columns)).encode(), name="c.csv")


def noticed(history: Annotations, current: Annotations, column: str = "annotator_id") -> list[Finding]:
    """The warnings about a column."""
    return [note for note in pair(history, current).findings if note.code == CODE and note.column == column]


@pytest.mark.parametrize(
    ("before", "after"), [("Ann Lee", "ann lee"), ("007", "7"), ("bo-1", "bo_1"), ("Ａｎａ", "ana"), ("12", "12.0")]
)
def test_one_person_written_in_two_ways_is_noticed(before, after):
    """Each file is fine alone; together they are a stranger and an absent one."""
    (note,) = noticed(*files((before, "bo"), (after, "bo")))

    assert (note.severity, note.file, note.role, note.count) == ("warning", "c.csv", "current", 1)
    assert note.about == ((before, after),)
    assert "h.csv" in note.message and f'"{before}" / "{after}"' in note.message


def test_ids_that_stand_in_both_files_are_no_look_alikes():
    """Two spellings within a file are that file's warning; equal ids need none."""
    assert noticed(*files(("ana", "bo"), ("ana", "bo"))) == []
    assert noticed(*files(("ana", "bo"), ("ana", "Ana"))) == []
    assert noticed(*files(("ana", "bo"), ("cy", "di"))) == []


def test_merging_in_the_current_file_brings_them_together():
    """The offer's groups are what `merge` takes; then nobody is unknown and nothing is noticed."""
    data = table(current_rows(("ann lee", "bo"))).encode()
    history = read(table(history_rows(("Ann Lee", "bo"))).encode(), name="h.csv", role="history")
    (note,) = noticed(history, read(data, name="c.csv"))
    ((meant, *written),) = note.about

    merged = read(data, name="c.csv", merge={"annotator_id": dict.fromkeys(written, meant)})

    assert noticed(history, merged) == []
    assert pair(history, merged).known.all()
    assert not pair(history, read(data, name="c.csv")).known.all()


def test_systems_are_compared_too():
    """A version under two names would be ranked twice."""
    (note,) = noticed(*files(("ana", "bo"), ("ana", "bo"), system="ALPHA"), column="system")

    assert note.about == (("alpha", "ALPHA"),)


def test_items_are_compared_where_the_files_share_some():
    """Else item ids of different rounds are different things, however they look."""
    history, plain = files(("ana", "bo"), ("ana", "bo"))
    same = [{**row, "label": row["label"]} for row in history_rows()[:8]]
    shared = [*same, *with_values(history_rows()[8:12], item_id=lambda row: str(row["item_id"]).upper())]
    overlapping = read(table(shared).encode(), name="c.csv")
    upper = read(
        table(with_values(history_rows(), item_id=lambda row: str(row["item_id"]).upper())).encode(), name="c.csv"
    )

    assert noticed(history, plain, column="item_id") == []
    assert noticed(history, upper, column="item_id") == []
    assert noticed(history, overlapping, column="item_id")[0].about == (("old4", "OLD4"), ("old5", "OLD5"))


def test_all_groups_are_known_and_few_are_told():
    """The message names five, the remedy of the page has all, two hundred at most."""
    raters = tuple(f"rater {'abcdefghijklmnopqrstuvwxyz'[at % 26]}{at}" for at in range(230))
    rows = [{"item_id": "i1", "annotator_id": name, "label": 1} for name in raters]
    upper = read(
        table(with_values(rows, annotator_id=lambda row: str(row["annotator_id"]).upper())).encode(), name="c.csv"
    )
    (note,) = noticed(read(table(rows).encode(), name="h.csv", role="history"), upper)

    assert (note.count, len(note.about)) == (230, 200)
    assert note.message.count(" / ") == 5 and "and 225 more" in note.message


def test_within_a_file_all_groups_are_known_too():
    """As between files."""
    raters = [name for at in range(230) for name in (f"rater x{at}y", f"Rater X{at}Y")]
    found = read(table([{"item_id": "i1", "annotator_id": name, "label": 1} for name in raters]).encode())
    note = next(note for note in found.findings if note.code == "look_alikes")

    assert (note.count, len(note.about)) == (230, 200)
    assert all(len(group) == 2 and group[0].lower() == group[1].lower() for group in note.about)


def test_the_option_in_the_warning_works(tmp_path):
    """As it stands there, pasted behind the command."""
    history, current = tmp_path / "h.csv", tmp_path / "c.csv"
    history.write_text(table(history_rows(("Lee, Ann", "bo"))), encoding="utf-8")
    current.write_text(table(current_rows(("lee, ann", "bo"))), encoding="utf-8")
    given = ("estimate", "--history", history, "--current", current, "--resamples", "0", "--json")
    said = shell(*given)

    option = shlex.split(re.search(r"--merge .*(?=\.$)", said.err, re.MULTILINE)[0])  # type: ignore[index]
    mended = shell(*given, *option)

    assert CODE in [note["code"] for note in said.document["findings"]]
    assert CODE not in [note["code"] for note in mended.document["findings"]]
    assert mended.code == 0


def test_nothing_is_merged_by_itself():
    """A warning changes no number."""
    history, current = files(("Ana", "bo"), ("ana", "bo"))
    result = estimate(history, current, resamples=0)

    assert CODE in [note.code for note in result.findings]
    assert len(np.unique(current.annotator)) == 2
    assert {"Ana", "ana", "bo"} == {row.annotator for row in result.annotators}
