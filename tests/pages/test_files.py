"""Tables as CSV files: one value in each cell."""

from __future__ import annotations

import io
import re

import pandas as pd
import pytest
import streamlit as st

from tests.pages.visit import PAGES, settle, with_sample
from ui.export import csv_bytes

SEVERAL = re.compile(r"'?[(\[{].*,.*[)\]}]", re.DOTALL)


def test_several_names_in_a_cell_read_as_names():
    """Without the brackets and quotation marks of a program; what looks like a formula stays harmless."""
    frame = pd.DataFrame({"leaders": [("v1", "v 2"), ("v1",), (), ("=v1", "v2")]})

    assert csv_bytes(frame).decode("utf-8-sig").split("\r\n") == ["leaders", "v1;v 2", "v1", '""', "'=v1;v2", ""]


@pytest.mark.parametrize("page", PAGES)
def test_no_cell_of_a_file_holds_several_values(page, monkeypatch):
    """A spreadsheet can add up a column of shares; "(0.4, 0.6)" in a cell it can only show."""
    files: dict[str, pd.DataFrame] = {}

    def taken(label: str, *, data: object, file_name: str, **options: object) -> bool:
        if file_name.endswith(".csv"):
            files[file_name] = pd.read_csv(io.BytesIO(data() if callable(data) else data), dtype=str)
        return False

    monkeypatch.setattr(st, "download_button", taken)
    app = settle(with_sample(page))

    assert not app.exception and files
    for name, frame in files.items():
        crowded = [column for column in frame if frame[column].dropna().map(SEVERAL.fullmatch).any()]
        assert not crowded, (name, crowded)
