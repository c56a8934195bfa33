"""Rounds other than the sample in Chinese: graded labels, no history, one version, files that need an answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from hero_core.words import speaking
from tests.pages.visit import arrive, csv, go, sample, sample_rounds, settle, upload
from tests.words.reading import english_run, read_on

PAGES = ("overview", "annotators", "compare", "stability", "data")


@pytest.fixture(autouse=True)
def _chinese() -> Iterator[None]:
    """Widgets of the test visitor write their options outside of the page too."""
    with speaking("zh"):
        yield


def english_on(app: AppTest) -> list[str]:
    """What is in English on the page; prompts are the visitor's own."""
    own = {prompt for rounds in sample_rounds() if rounds.prompts is not None for prompt in rounds.prompts}
    return [
        said for kind, said in read_on(app)
        if kind not in ("code", "latex") and english_run(said) and said not in own
    ]  # fmt: skip


def test_a_graded_round_is_chinese():
    """Its findings, refusals and weights are others than those of two classes."""
    app = arrive(lang="zh")
    app.button(key="offer_graded").click().run()
    for page in PAGES:
        assert english_on(settle(go(settle(app), page))) == [], page


def test_one_version_without_history_is_chinese():
    """Nothing to compare and nobody known: the pages explain what is missing."""
    head, *rows = sample("current").splitlines()
    app = arrive("data", lang="zh")
    upload(app, "current", b"\n".join([head, *(row for row in rows if b",v1.0," in row)]))
    for page in PAGES[:4]:
        assert english_on(settle(go(app, page))) == [], page


def test_a_history_alone_is_chinese():
    """The annotators page with what a current round would add, and the pages that need one."""
    app = upload(arrive("data", lang="zh"), "history", sample("history"))
    for page in PAGES:
        assert english_on(settle(go(app, page))) == [], page


@pytest.mark.parametrize(
    "data",
    [b"", csv("a,b", header="one,two"), csv("i1,ann,good", "i1,bob,bad"), csv("i1,ann,1", "i1,ann,0", "i2,bob,1")],
    ids=["empty", "columns", "words", "repeats"],
)
def test_a_file_that_needs_an_answer_asks_in_chinese(data):
    """Refusals, questions and remedies of the reader."""
    app = arrive("data", lang="zh")

    assert english_on(upload(app, "current", data)) == []
