"""The shell repairs what it is told to: --merge and --flip-rounds."""

from __future__ import annotations

import pytest

from tests.reading.test_repairs import ALIKE, ROUNDS
from tests.support import shell


@pytest.fixture
def files(tmp_path):
    """A file with look-alike ids and one with two rounds."""
    (tmp_path / "alike.csv").write_bytes(ALIKE)
    (tmp_path / "rounds.csv").write_bytes(ROUNDS)
    return tmp_path


def test_merge_by_file_column_and_id(files):
    """Validate counts one annotator less, and says what was merged."""
    before = shell("validate", files / "alike.csv", "--json")
    after = shell("validate", files / "alike.csv", "--json", "--merge", "alike.csv:annotator_id:7=007")

    assert (before.document["file"]["annotators"], after.document["file"]["annotators"]) == (3, 2)
    assert "ids_merged" in [note["code"] for note in after.document["findings"]]
    assert "--merge alike.csv:" in before.err


def test_flip_rounds_by_file_and_name(files):
    """The swap is reported with its lines."""
    said = shell("validate", files / "rounds.csv", "--role", "history", "--flip-rounds", "rounds.csv:r2")

    assert said.code == 0 and 'round "r2" were swapped' in said.err


@pytest.mark.parametrize(
    "option", ["alike.csv:annotator_id", "other.csv:annotator_id:7=007", "alike.csv:annotator_id:8=7"]
)
def test_a_merge_that_cannot_be_is_refused(files, option):
    """A form that is none, a file that is not given, an id that is not there."""
    said = shell("validate", files / "alike.csv", "--merge", option)

    assert said.code == 2 and "merge" in said.err
