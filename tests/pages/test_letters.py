"""Words of strangers: shown letter by letter on the page, harmless in a spreadsheet."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest

from ui.explain import escape
from ui.export import csv_bytes

MARKUP = (
    "**bold**",
    ":red[x]",
    ":smile:",
    "$x$",
    "`a`",
    "<b>x</b>",
    "[a](b)",
    "# a",
    "1. a",
    "~~a~~",
    "a|b",
    ":material/home:",
)


@pytest.mark.parametrize("text", MARKUP)
def test_no_markup_survives(text):
    """Every punctuation mark is escaped, so Markdown shows the letters."""
    escaped = escape(text)

    assert escaped.replace("\\", "") == text
    assert all(
        escaped[at - 1] == "\\" for at, letter in enumerate(escaped) if not letter.isalnum() and letter not in "\\ "
    )


@pytest.mark.parametrize("text", ["www.example.com", "http://a.b", "x@y.com", "->", "<->", "--", ">="])
def test_words_that_markdown_rewrites_become_code(text):
    """Addresses would become links and arrows signs even when escaped."""
    assert escape(text) == f"`{text}`"


def test_backticks_in_code_do_not_end_it():
    """The fence is longer than any run of backticks inside."""
    assert escape("http://a``b") == "``` http://a``b ```"


def test_lines_stay_lines():
    """A message of several sentences keeps its lines."""
    assert escape("a\nb") == "a  \nb"


def read_back(data: bytes) -> list[list[str]]:
    """The cells of an exported file."""
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


def test_csv_begins_with_a_byte_order_mark():
    """Spreadsheets need it to read Chinese names."""
    assert csv_bytes(pd.DataFrame({"名": ["李"]})).startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_formulas_are_neutralised(start):
    """An annotator called =HYPERLINK(...) is a name, not a command."""
    frame = pd.DataFrame({f"{start}head": [f"{start}1+1", "plain"]})

    header, first, second = read_back(csv_bytes(frame))

    assert header == [f"'{start}head"]
    assert first == [f"'{start}1+1"] and second == ["plain"]


def test_negative_numbers_stay_numbers():
    """A difference of -0.2 is no formula; an id that reads -5 is a text."""
    frame = pd.DataFrame({"difference": [-0.2, None], "id": ["-5", "5"], "mixed": pd.Series([-1, "=1"], dtype=object)})

    assert read_back(csv_bytes(frame))[1:] == [["-0.2", "'-5", "-1"], ["", "5", "'=1"]]
