"""The answers of an automatic classifier: by item, 1 or 0, withdrawn where they contradict themselves."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core.reading import convert, read
from tests.reading.build import codes, file, votes
from ui.canonical import canonical_table

HEADER = "item_id,annotator_id,label,prediction"


def test_a_prediction_belongs_to_the_item():
    """Whichever of its rows carries it; an item without one has -1."""
    found = read(votes("i1,ana,1,", "i1,bo,0,yes", "i2,ana,1,F", "i3,ana,0,N/A", header=HEADER))

    assert found.prediction is not None
    assert found.prediction.dtype == np.int8
    assert found.prediction.tolist() == [1, 0, -1]


def test_without_the_column_there_is_none():
    """None, not a column of blanks; also where every cell is blank."""
    assert read(votes("i1,ana,1")).prediction is None
    assert read(votes("i1,ana,1,", header=HEADER)).prediction is None


def test_two_predictions_for_an_item_are_withdrawn():
    """Neither is better; the votes stay, and a warning names item and lines."""
    found = read(votes("i1,ana,1,1", "i1,bo,0,0", "i2,ana,1,1", header=HEADER))
    note = next(note for note in found.findings if note.code == "prediction_conflict")

    assert found.prediction.tolist() == [-1, 1]  # type: ignore[union-attr]
    assert found.n_votes == 3
    assert (note.severity, note.lines, note.count) == ("warning", (2, 3), 1)
    assert '"i1"' in note.message


@pytest.mark.parametrize(
    ("cells", "code"),
    [(("1", "0", "maybe"), "prediction_unknown"), (("a text", "0.87", "another"), "prediction_other")],
)
def test_a_column_that_means_something_else_is_left_out(cells, code):
    """A model's output or a score is no answer; nothing is guessed, the estimates go on."""
    found = read(votes(*(f"i{at},ana,1,{cell}" for at, cell in enumerate(cells)), header=HEADER))

    assert found.prediction is None
    assert codes(found) == [code]
    assert found.n_votes == 3


def test_the_mapping_of_labels_holds_for_predictions():
    """They answer the same question in the same words."""
    data = votes("i1,ana,good,good", "i2,ana,bad,bad", "i3,ana,bad,?", header=HEADER)

    found = read(data, labels={"good": 1, "bad": 0, "?": None})

    assert found.prediction.tolist() == [1, 0, -1]  # type: ignore[union-attr]


def test_a_threshold_cuts_graded_predictions_too():
    """5 and 2 beside labels of 1 to 5; answers of 1 and 0 stay."""
    graded = votes("i1,ana,5,5", "i2,ana,2,2", "i3,ana,3,", header=HEADER)
    binary = votes("i1,ana,5,1", "i2,ana,2,0", "i3,ana,3,", header=HEADER)

    assert read(graded, threshold=4).prediction.tolist() == [1, 0, -1]  # type: ignore[union-attr]
    assert read(binary, threshold=4).prediction.tolist() == [1, 0, -1]  # type: ignore[union-attr]


def test_a_graded_scale_keeps_binary_predictions():
    """The codes are 0 and 1 whatever the classes of the labels are."""
    found = read(votes("i1,ana,5,1", "i2,ana,3,0", "i3,ana,4,", header=HEADER))

    assert found.classes == ("3", "4", "5")
    assert found.prediction.tolist() == [1, 0, -1]  # type: ignore[union-attr]


def test_a_prediction_of_items_that_count_stays_with_them():
    """Items without votes go, a selection keeps its own, the fingerprint knows it."""
    data = votes("i1,ana,1,1", "i2,ana,,0", "i3,ana,0,0", header=HEADER)
    found = read(data)

    assert found.prediction.tolist() == [1, 0]  # type: ignore[union-attr]
    assert found.select_items(np.array([False, True])).prediction.tolist() == [0]  # type: ignore[union-attr]
    assert found.fingerprint != read(data.replace(b"i1,ana,1,1", b"i1,ana,1,0")).fingerprint


def test_a_wide_table_carries_its_predictions():
    """One row per item, so one prediction per item."""
    data = file("item_id,ana,bo,prediction", "q1,1,0,1", "q2,0,0,0", "q3,,1,1")

    assert read(data, layout="wide").prediction.tolist() == [1, 0, 1]  # type: ignore[union-attr]


def test_predictions_are_written_and_read_again():
    """By convert, and in the table as it was understood."""
    data = votes("i1,ana,good,good", "i2,ana,bad,bad", header=HEADER)
    meaning = {"good": 1, "bad": 0}

    written, _ = convert(data, labels=meaning)
    understood = canonical_table(read(data, labels=meaning)).to_csv(index=False).encode()

    for again in (written, understood):
        assert read(again).prediction.tolist() == [1, 0]  # type: ignore[union-attr]
