"""What is kept between runs goes by content: a changed file never meets an old answer."""

from __future__ import annotations

import gzip
import traceback
from dataclasses import replace

import numpy as np
import pytest
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

from hero_core.errors import ReadError
from hero_core.reading.source import bytes_of
from tests.pages.visit import csv
from ui import cached
from ui.settings import Settings
from ui.uploads import Named, Upload

ROWS = 60_000


def long_file(changed: int | None = None) -> Upload:
    """More rows than Streamlit's cache looks at; one label may be changed."""
    labels = np.random.default_rng(5).integers(0, 2, ROWS)
    if changed is not None:
        labels[changed] ^= 1
    rows = [f"i{row // 3},a{row % 3},{label}" for row, label in enumerate(labels)]
    return Upload.of("current", "current.csv", csv(*rows))


@pytest.mark.parametrize("changed", [0, 17_000, ROWS - 1])
def test_one_changed_label_changes_the_answer(changed):
    """Streamlit's own cache hashes a sample of such a table and would return the old numbers."""
    before, after = (cached.rounds(None, long_file(at), "drop") for at in (None, changed))

    shares = [cached.item_table(data, Settings(), "vote_share").frame["posterior"] for data in (before, after)]

    assert before.key != after.key
    assert (shares[0] != shares[1]).sum() == 1


def test_the_same_content_is_read_once():
    """Every run of a page asks again; reading again would take seconds."""
    assert cached.read_upload(long_file()) is cached.read_upload(long_file())


@pytest.mark.parametrize("choice", [{"repeats": "first"}, {"labels": (("1", "0"), ("0", "1"))}])
def test_reading_choices_are_part_of_the_key(choice):
    """The same bytes read in another way are other data."""
    upload = long_file()

    assert cached.read_upload(upload) is not cached.read_upload(replace(upload, **choice))


def test_a_refusal_that_is_kept_holds_no_copy_of_the_file():
    """A traceback would keep the frames of the reader alive, with the file unpacked and half-read."""
    ragged = Upload.of("current", "ragged.csv", gzip.compress(csv("i1,a1,1", "i2,a2,0,1")))

    error = cached.read_upload(ragged).error

    assert error is not None
    assert error.__traceback__ is error.__cause__ is error.__context__ is None
    for _ in range(3):
        with pytest.raises(ReadError):
            cached.rounds(None, ragged, "drop")
    assert len(list(traceback.walk_tb(error.__traceback__))) == 2  # this function and `rounds`: nothing piles up


def test_an_upload_is_held_once():
    """A file of hundreds of MB must not be copied on its way from the drop zone to the reader."""
    arrived = UploadedFileRec("1", "votes.csv", "text/csv", csv("i1,a1,1"))

    upload = Upload.of("current", arrived.name, UploadedFile(arrived, FileURLs()).getvalue())

    assert upload.data is arrived.data
    assert bytes_of(upload.data, upload.name) is arrived.data
    assert bytes_of(Named(upload.data, upload.name), upload.name) is arrived.data


def test_the_overlap_choice_is_part_of_the_key():
    """Numbers with and without shared items differ."""
    upload = long_file()

    assert cached.rounds(None, upload, "drop").key != cached.rounds(None, upload, "keep").key


def test_forgotten_files_leave_no_trace():
    """ "Forget my files" reaches what was read and what was computed."""
    upload = long_file()
    data = cached.rounds(None, upload, "drop")
    cached.item_table(data, Settings(), "mv")
    kept = (cached._readings, cached._results)
    assert any(upload.sha256 in key for key in kept[0]._kept)
    assert any(data.current.fingerprint in key for key in kept[1]._kept)

    cached.forget(upload)

    assert not any(upload.sha256 in key for key in kept[0]._kept)
    assert not any(data.current.fingerprint in key for key in kept[1]._kept)


def test_caches_are_bounded():
    """Many files in a row do not fill the memory."""
    for number in range(cached.READINGS + 3):
        cached.read_upload(Upload.of("current", "x.csv", csv(f"i,a,{number % 2}", f"i{number},b,0")))

    assert len(cached._readings) <= cached.READINGS


def test_a_headline_that_was_not_computed_gives_way():
    """HERO-2 chosen in the sidebar, then only a current file: the best available method speaks."""
    data = cached.rounds(None, Upload.of("current", "c.csv", csv("1,a,1", "1,b,0", "2,a,1", "2,b,1")), "drop")
    result = cached.estimate_job(data, Settings(resamples=200)).result

    assert cached.headline_of(result, Settings(headline="hero2")) is None
    assert cached.headline_of(result, Settings(headline="mv")) == "mv"
