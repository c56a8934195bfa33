"""The page about files from other tools says what the program does."""

from __future__ import annotations

import tomllib

from docs.layouts import PAGE, page
from hero_core.reading.workbook import LIBRARY
from tests.conftest import ROOT


def test_the_page_is_made_from_the_layouts():
    """Run `python -m docs.layouts` after a change of a layout."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_named_extra_brings_the_library():
    """The message about a workbook names an extra that exists."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    assert any(need.startswith(LIBRARY) for need in extras["excel"])
