"""A visitor who reads Chinese meets no English sentence on any page: not in a label, a table, a figure or a hover."""

from __future__ import annotations

import pytest

from hero_core.words import speaking
from tests.pages.visit import PAGES, arrive, go, sample_rounds, settle
from tests.words.reading import english_run, read_on

Read = list[tuple[str, str]]


def english_in(read: Read) -> dict[str, str]:
    """Runs of three or more English words, with the text in which they stand; prompts may stand as they are."""
    found, prompts = {}, {p for rounds in sample_rounds() if rounds.prompts is not None for p in rounds.prompts}
    for kind, said in read:
        if kind not in ("code", "latex") and said not in prompts and (run := english_run(said)):
            found[f"{kind}: {said[:200]}"] = run
    return found


@pytest.fixture(scope="module")
def pages() -> dict[tuple[str, str], Read]:
    """What stands on every page, without data and with the sample; one visitor goes through them all."""
    found = {}
    with speaking("zh"):
        app = arrive(lang="zh")
        for page in PAGES:
            found["empty", page] = list(read_on(go(app, page)))
        go(app, "overview").button(key="offer_sample").click().run()
        for page in PAGES:
            found["sample", page] = list(read_on(settle(go(settle(app), page))))
    return found


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("state", ["empty", "sample"])
def test_a_page_is_chinese(pages, state, page):
    """Nothing to read is in English, before any file is there and with everything worked out."""
    read = pages[state, page]

    assert any("exception" in kind for kind, _ in read) is False
    assert english_in(read) == {}
