"""Long work: it can be stopped, and it holds nobody up."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from hero_core.words import text
from tests.browser.places import ask_for_rounds, go_to, load_sample, place
from tests.browser.visitor import PATIENCE, Visitor

STOP_SECONDS = 20  # on an idle machine it takes about one
LOADED = 4  # how much slower a page may be while another visitor's work runs (both share the processors)
PAGE_SECONDS = 5  # and what is fine in any case


def start_long_work(visitor: Visitor) -> None:
    """Ask the Lab for as many rounds as it takes in half a minute or more."""
    visitor.open()
    go_to(visitor, place("lab"))
    ask_for_rounds(visitor, 500)
    visitor.button(text("lab.run")).click()
    expect(visitor.page.get_by_test_id("stProgress")).to_be_visible(timeout=PATIENCE)


def seconds_to(visitor: Visitor, name: str) -> float:
    """How long a page switch takes until the new page's title is there."""
    start = time.monotonic()
    visitor.go(place(name).link, place(name).title)
    return time.monotonic() - start


def test_long_work_can_be_stopped_and_taken_up_again(visit):
    """Cancel takes effect soon; the page stays usable and offers to carry on."""
    visitor = visit()
    start_long_work(visitor)

    start = time.monotonic()
    visitor.button(text("job.cancel")).click()
    visitor.sees(text("lab.stopped"))

    assert time.monotonic() - start < STOP_SECONDS
    visitor.button(text("job.resume")).click()
    expect(visitor.page.get_by_test_id("stProgress")).to_be_visible(timeout=PATIENCE)
    visitor.button(text("job.cancel")).click()
    visitor.sees(text("lab.stopped"))


def test_a_second_visitor_is_not_held_up(visit):
    """While one visitor's curves are worked out another one walks through the pages."""
    second = visit()
    load_sample(second)
    alone = max(seconds_to(second, name) for name in ("items", "overview", "data", "overview"))
    first = visit()
    start_long_work(first)

    busy = max(seconds_to(second, name) for name in ("items", "overview", "data", "overview"))

    assert first.button(text("job.cancel")).is_visible(), "the long work was still running"
    assert busy < max(PAGE_SECONDS, LOADED * alone)
    first.button(text("job.cancel")).click()
    first.sees(text("lab.stopped"))
