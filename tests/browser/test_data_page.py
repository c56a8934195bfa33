"""The data page in its states: accessible, nothing to scroll sideways, and every question answered by a click."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hero_core.words import text
from tests.browser.places import place
from tests.browser.visitor import DARK, LIGHT, PATIENCE, PHONE, Visitor

HEADER = "item_id,annotator_id,label,gold_label,system"
ROWS = 100_000
SOON = 5  # seconds on a busy machine; about one on an idle one
PAIRS = [(item, who) for item in range(40) for who in range(3)]


def file_of(words: tuple[str, ...], gold: tuple[str, ...] = ("",), name: str = "a{who}") -> str:
    """A small file whose labels are these words."""
    rows = [
        f"{item},{name.format(who=who, item=item)},{words[(item * item + who) % len(words)]},{gold[item % len(gold)]},"
        f"v{item % 2}"
        for item, who in PAIRS
    ]
    return "\n".join((HEADER, *rows, ""))


STATES = {
    "two words, words of a preference": (file_of(("good", "bad")), file_of(("win", "tie", "loss"))),
    "two scales": (file_of(("0", "1"), ("0", "1")), file_of(("1", "2", "3", "4", "5"))),
    "graded": (file_of(("1", "2", "3"), ("1", "2", "3")), file_of(("1", "2", "3"))),
    "look-alikes and repeats": (
        file_of(("0", "1"), ("0", "1"), "Rater{item}") + "1,Rater1,0,,v1\n1,Rater1,1,,v1\n",
        file_of(("0", "1"), name="rater{item}"),
    ),
    "empty and no header": ("", "x,y\n1,2\n"),
    "an export": ("question,worker,answer\n1,a,1\n1,b,0\n2,a,0\n2,b,1\n", file_of(("yes", "no"))),
}


def drop(visitor: Visitor, folder: Path, role: str, content: str) -> None:
    """Put a file with this content into a drop zone and wait until the page has taken it."""
    path = folder / f"{role}.csv"
    path.write_text(content, encoding="utf-8")
    zone = visitor.page.get_by_test_id("stFileUploader").filter(has_text=text(f"data.{role}.drop"))
    visitor.upload(zone, path)
    expect(visitor.page.get_by_test_id("stMain").get_by_text(f"{role}.csv").first).to_be_visible(timeout=PATIENCE)
    visitor.settle()


@pytest.mark.parametrize("mode", [LIGHT, DARK, PHONE], ids=lambda mode: mode.name)
@pytest.mark.parametrize("state", STATES)
def test_every_state_of_the_page_is_accessible(visit, tmp_path, state, mode):
    """No serious finding of axe, no error box, nothing wider than the window; forms open or folded."""
    visitor = visit(mode)
    visitor.open(place("data").path)
    for role, content in zip(("history", "current"), STATES[state], strict=True):
        drop(visitor, tmp_path, role, content)

    assert not visitor.accessibility()
    assert not visitor.exceptions() and not visitor.overflow()


def test_a_large_file_is_understood_soon(visit, tmp_path):
    """A hundred thousand votes: counts and gold stand there about a second after the drop."""
    rows = (
        f"{at // 5},a{at * 7 % 61},{at % 2},{at // 5 % 2 if at % 50 < 5 else ''},v{at // 5 % 4}" for at in range(ROWS)
    )
    path = tmp_path / "history.csv"
    path.write_text("\n".join((HEADER, *rows, "")), encoding="utf-8")
    visitor = visit()
    visitor.open(place("data").path)
    visitor.settle()

    start = time.monotonic()
    zone = visitor.page.get_by_test_id("stFileUploader").filter(has_text=text("data.history.drop"))
    visitor.upload(zone, path)
    expect(visitor.page.get_by_test_id("stTable").first).to_contain_text(f"{ROWS:,}", timeout=PATIENCE)

    assert time.monotonic() - start < SOON


def test_a_question_is_answered_told_and_taken_back(visit, tmp_path):
    """One click says what the words mean; the page says what that changed; undo asks again."""
    visitor = visit()
    visitor.open(place("data").path)
    drop(visitor, tmp_path, "current", file_of(("good", "bad")))
    question = visitor.page.get_by_text(text("data.ask.one.answer", one="good", zero="bad"))
    expect(visitor.page.get_by_test_id("stTable")).to_have_count(0)

    question.click()
    visitor.sees(text("data.change.read", votes=f"{len(PAIRS)}", items="40"))
    expect(visitor.page.get_by_test_id("stTable").first).to_contain_text("good → 1")

    visitor.button(text("data.undo")).first.click()
    expect(question).to_be_visible(timeout=PATIENCE)
    expect(visitor.page.get_by_test_id("stTable")).to_have_count(0)
