"""Messy files from real life, page by page: explained in words, never a traceback, nothing that must not be shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.pages.visit import PAGES, arrive, go, plain, said, settle, upload

CASES = ROOT.parent / "shared" / "cases"
NAMES = sorted(path.parent.name for path in CASES.glob("*/case.json"))


def files_of(case: Path) -> list[tuple[str, bytes]]:
    """Role and bytes of a case's files, in the order of their upload ("current (first upload)" comes first)."""
    listed = json.loads((case / "case.json").read_text(encoding="utf-8"))["files"]
    return [(file["role"].split()[0], (case / file["path"]).read_bytes()) for file in listed]


@pytest.mark.skipif(not NAMES, reason="no folder of reference cases beside the project")
@pytest.mark.parametrize("name", NAMES or ["none"])
def test_a_messy_case_breaks_no_page(name):
    """Whatever is in the files, every page is drawn, and shows none of the words that must not appear."""
    told = json.loads((CASES / name / "case.json").read_text(encoding="utf-8"))
    app = arrive("data", stability_draws=50)
    for role, data in files_of(CASES / name):
        upload(app, role, data)
    for page in PAGES:
        settle(go(app, page))
        shown = plain(said(app))

        assert not app.exception, page
        for word in told.get("must_not", []):
            assert not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", shown, re.IGNORECASE), (page, word)
