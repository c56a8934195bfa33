"""The current round in the history: as if both had been one file all along."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from hero_core import ReadError, Refused, SettingsError, estimate, read
from hero_core.annotations import Annotations
from hero_core.merging import LONGEST_NAME, Merged, comes_last, file_name, merged, suggested_name
from hero_core.votetable import blanks_meant, labels_as_they_are, parquet_bytes, vote_table
from tests.conftest import ROOT
from tests.laws.strategies import QUICK, Tiny, tiny_rounds
from tests.support import Item, annotations, csv_text

ARRAYS = ("item_ids", "annotator_ids", "item", "annotator", "label", "gold", "system", "round", "covariates")
PLAIN = ("classes", "systems", "rounds", "graded", "explicit", "covariate_names")


def frame_of(text: str) -> pd.DataFrame:
    """A file's cells as they stand."""
    return pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)


def opened(found: Merged, repeats: str | None = None) -> Annotations:
    """The joined file as the reader gives it."""
    labels = found.labels or None
    return read(found.data, role="history", name=found.name, labels=labels, repeats=repeats or found.repeats)


def same(one: Annotations, other: Annotations) -> None:
    """Everything about the votes is equal; names, hashes and remarks of the files are not votes."""
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    for name in PLAIN:
        assert getattr(one, name) == getattr(other, name), name
    for name in ("prompts", "prediction"):
        ours, theirs = getattr(one, name), getattr(other, name)
        assert (ours is None) == (theirs is None), name
        assert ours is None or (ours == theirs).all(), name


def bare(tiny: Tiny) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Both files as cells: the history in its round, the current one (with gold of its first item) in the next."""
    if tiny.history is None:
        return pd.DataFrame(), frame_of(csv_text(tiny.current, "history")).assign(round="r2")
    past, now = (frame_of(csv_text(items, "history")) for items in (tiny.history, tiny.current))
    now.loc[now["item_id"] == now["item_id"][0], "gold_label"] = "1"
    return past.assign(round="r1"), now.assign(round="r2", prompt="a fox", x_9="0.25")


@QUICK
@given(tiny_rounds())
def test_a_joined_round_is_as_if_both_had_been_one_file(tiny):
    """Classes, people, systems, gold, prompts and features come out as from one table with the rows of both."""
    past, now = bare(tiny)
    labels = {str(k): str(k) for k in range(tiny.classes)}
    try:
        whole = read(pd.concat([past, now]).to_csv(index=False).encode(), role="history", labels=labels)
        history = None if past.empty else read(past.to_csv(index=False).encode(), role="history", labels=labels)
        current = read(now.to_csv(index=False).encode(), role="history", labels=labels)
    except ReadError:  # contradicting votes left nothing of one of the files
        return

    found = opened(merged(history, current))

    assert whole.has_gold.sum() == current.has_gold.sum() + (0 if history is None else history.has_gold.sum())
    same(found, whole)


@QUICK
@given(tiny_rounds())
def test_the_table_of_a_file_reads_as_the_file(tiny):
    """What is kept or downloaded as Parquet gives the same numbers when it comes back."""
    text = csv_text(tiny.history or tiny.current, "history").encode()
    try:
        first = read(text, role="history", repeats="keep")
    except ReadError:  # three classes of which only 0 and 2 occur
        return

    labels = labels_as_they_are(first) or None
    again = read(parquet_bytes(vote_table(first)), role="history", labels=labels, repeats="keep")

    same(again, replace(first, explicit=again.explicit))


def test_odd_ids_survive(tmp_path):
    """Names that look like numbers, nothing, formulas or several things at once are still names."""
    ids = ["007", "7", "nan", "NULL", "=1+1", "a,b", 'q"q', "冷", "e\u0301", "1e5", "x.0", "<b>"]
    pairs = zip(ids, ids[::-1], strict=True)
    rows = [Item(name, ((who, n % 2),), gold=n % 2, round="r 1") for n, (name, who) in enumerate(pairs)]
    history = read(csv_text(rows, "history").encode(), role="history")
    current = read(csv_text([replace(row, round=None) for row in rows[:3]]).encode(), role="history")

    found = opened(merged(history, replace(current, label=1 - current.label), name="r 2"))

    assert found.rounds == ("r 1", "r 2")
    assert {*found.item_ids} == {*history.item_ids} and {*found.annotator_ids} == {*history.annotator_ids}


HISTORY = [Item(f"h{n}", (("ann", n % 2), ("bob", n % 2)), gold=n % 2, round=f"r{n % 2 + 1}") for n in range(8)]
CURRENT = [Item(f"c{n}", (("ann", n % 2), ("cho", 1)), system=f"v{n % 2}") for n in range(6)]


def both(history=HISTORY, current=CURRENT, **options) -> tuple[Annotations, Annotations]:
    """The two rounds as annotations."""
    return annotations(history, role="history", **options), annotations(current, **options)


def test_newly_arrived_gold_is_attached_by_item():
    """The gold file is read as for any history; only the items that it names get gold."""
    current = read(csv_text(CURRENT).encode(), role="history", gold=pd.DataFrame({"item_id": ["c1"], "gold": [1]}))

    joined = merged(annotations(HISTORY, role="history"), current, name="r3")
    found = opened(joined)

    assert joined.gold_items == 1 and joined.items == 6
    assert found.gold[[*found.item_ids].index("c1")] == 1
    assert found.has_gold.sum() == 9


def test_a_round_without_a_name_needs_one():
    """The trend and the next check of the name need to tell the rounds apart."""
    history, current = both()

    with pytest.raises(SettingsError, match="The round has no name"):
        merged(history, current)
    with pytest.raises(SettingsError, match=f"up to {LONGEST_NAME} letters"):
        merged(history, current, name="r" * 61)
    with pytest.raises(SettingsError, match="all of them visible"):
        merged(history, current, name="r\x003")
    assert merged(history, current, name="  r3 ").added == ("r3",)


def test_rounds_stand_in_the_natural_order_of_their_names():
    """r10 is the round after r9, also where it comes as a name for the current file."""
    history, current = both([replace(item, round="r9") for item in HISTORY])

    assert merged(history, current, name="r10").rounds == ("r9", "r10")
    assert (comes_last(history, "r10"), comes_last(history, "r8"), comes_last(None, "r8")) == (True, False, True)


def test_names_of_rounds_stay_unique():
    """Two rounds of one name would become one."""
    history, current = both()

    with pytest.raises(Refused, match=r"history\.csv has a round named r2 already\. Give the new round another name: "):
        merged(history, current, name="r2")


def test_rounds_so_far_without_a_name_come_first():
    """A history without the column is one round; its name sorts before all others."""
    history, current = both([replace(item, round=None) for item in HISTORY])

    assert merged(history, current, name="2026-07").rounds == ("0", "2026-07")
    assert merged(history, current, name="spring", earlier="autumn").rounds == ("autumn", "spring")


def test_the_same_round_is_not_added_twice():
    """Votes that count twice would make the history look more certain than it is."""
    history, current = both()
    first = opened(merged(history, current, name="r3"))

    with pytest.raises(Refused, match=r"in rounds_r1-r3\.parquet already, with the same votes"):
        merged(first, current, name="r4")

    more = annotations([*CURRENT, Item("c9", (("ann", 1),), system="v0")])
    again = merged(first, more, name="r4")
    assert (again.items, again.left_out) == (1, 6)


def test_reused_ids_with_other_votes_are_other_items():
    """Teams number their items anew in every round."""
    history, current = both(current=[Item(f"h{n}", (("ann", 1 - n % 2), ("bob", 1 - n % 2))) for n in range(8)])

    found = opened(merged(history, current, name="r3"))

    assert found.n_items == 16


def test_other_scales_are_refused_in_words():
    """A 1 on one scale is no 1 on the other."""
    history = annotations(HISTORY, role="history")
    current = annotations([Item(f"c{n}", (("ann", n % 5),)) for n in range(10)], classes=5, graded=True)

    with pytest.raises(ReadError, match="different label scales"):
        merged(history, current, name="r3")


def test_classes_that_lost_their_last_vote_stay_classes():
    """A scale of five steps of which a round used three is still a scale of five steps."""
    classes = {"bad": "0", "fair": "1", "good": "2"}
    history = read(b"item_id,annotator_id,label,gold_label\ni1,ann,bad,bad\ni2,ann,good,good\n", role="history",
                   labels=classes)  # fmt: skip
    current = read(b"item_id,annotator_id,label\nj1,ann,good\nj2,ann,bad\n", labels=classes)

    found = opened(merged(history, current, name="r2"))

    assert found.classes == ("0", "1", "2") and found.graded == history.graded


def test_repeated_votes_that_were_kept_stay_kept():
    """A choice about the votes of one file is not undone by joining another."""
    history = read(csv_text([Item("h1", (("ann", 1), ("ann", 0), ("bob", 1)), gold=1, round="r1")], "history").encode(),
                   role="history", repeats="keep")  # fmt: skip

    assert opened(merged(history, annotations(CURRENT), name="r2")).n_votes == 3 + 12


def test_the_sample_with_its_round_added_gives_the_numbers_of_one_file():
    """What a person does with the mouse, against the same rows in one CSV file."""
    folder = ROOT / "demo_data"
    history, current = read(folder / "history.csv", role="history"), read(folder / "current.csv")
    cells = [frame_of((folder / f"{role}.csv").read_text()) for role in ("history", "current")]
    whole = read(pd.concat(cells).to_csv(index=False).encode(), role="history")

    found = opened(merged(history, current))

    same(found, whole)
    options = {"methods": ("hero2",), "resamples": 0, "overlap": "keep"}
    ours, theirs = (estimate(past, current, **options).to_frame()["estimate"] for past in (found, whole))
    pd.testing.assert_series_equal(ours, theirs)


OF_BLANKS = "blank_group"


def codes(file: Annotations) -> list[str]:
    """What the reader saw."""
    return [note.code for note in file.findings]


def test_blanks_of_the_joining_are_no_remark():
    """Only the new round names versions: the blank cells of the older ones are ours, also after the next round."""
    older = [Item(f"h{n}", (("ann", n % 2), ("bob", 1)), gold=n % 2, round="r1") for n in range(6)]
    newer = [[Item(f"{name}{n}", (("ann", n % 2), ("bob", 0)), system=f"v{n % 2}", round=name) for n in range(6)]
             for name in ("r2", "r3")]  # fmt: skip
    once = opened(merged(annotations(older, role="history"), annotations(newer[0])))
    twice = opened(merged(once, annotations(newer[1])))
    kept = read(parquet_bytes(vote_table(twice), blanks_meant([twice])), role="history")

    assert "(blank)" in once.systems and "(blank)" in twice.systems
    assert OF_BLANKS not in codes(once) + codes(twice) + codes(kept)
    assert kept.systems == twice.systems


def test_blanks_of_a_file_stay_a_remark():
    """What the user left blank is said, before and after joining."""
    cells = csv_text([Item(f"h{n}", (("ann", n % 2), ("bob", 1)), gold=n % 2, round="r1", system="v1" if n else "")
                      for n in range(6)], "history")  # fmt: skip
    past = read(cells.encode(), role="history")
    found = opened(merged(past, annotations([Item("c1", (("ann", 1), ("bob", 0)), system="v2", round="r2")])))

    assert OF_BLANKS in codes(past) and OF_BLANKS in codes(found)


@pytest.mark.parametrize(
    ("rounds", "name"),
    [
        (("r1", "r2", "r3"), "rounds_r1-r3.parquet"),
        (("r1", "r2", "r3", "r4", "r6"), "rounds_r1-r4_r6.parquet"),
        (("2026-08", "2026-09", "2026-10"), "rounds_2026-08-2026-10.parquet"),
        (("pilot",), "rounds_pilot.parquet"),
        (("July", "May/June"), "rounds_July_May_June.parquet"),
        (("1", "3", "5", "7", "9"), "rounds_5_up_to_9.parquet"),
    ],
)
def test_the_name_of_the_file_promises_no_round_that_is_not_in_it(rounds, name):
    """From the first to the last only where none is missing between."""
    assert file_name(rounds) == name


def test_the_next_name_is_suggested():
    """The last number of the last round counted on; a file's own name wins."""
    history, current = both()

    assert suggested_name(history, current) == "r3"
    assert suggested_name(None, current) == "1"
    assert suggested_name(history, replace(current, rounds=("July",))) == "July"
    assert suggested_name(replace(history, rounds=("2026-08", "2026-09")), current) == "2026-10"
    assert suggested_name(replace(history, rounds=("pilot",)), current) == "pilot 2"
    assert comes_last(history, "r3") and not comes_last(history, "r0") and comes_last(None, "r0")
