"""The Lab in a browser: it draws what it says, in light, dark and at phone width; work can be cancelled."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hero_core.words import speaking, text
from tests.browser.places import ask_for_rounds, go_to, place
from tests.browser.test_pages import faults
from tests.browser.visitor import MODES, PATIENCE


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_a_run_is_drawn_without_fault(visit, mode):
    """HERO's table, and the choices of an own design."""
    visitor = visit(mode)
    with speaking(mode.language):
        visitor.open(place("lab").path)
        visitor.settle()
        ask_for_rounds(visitor, 20)
        visitor.button(text("lab.run")).click()
        expect(visitor.page.get_by_role("heading", name=text("lab.numbers"))).to_be_visible(timeout=3 * PATIENCE)
        visitor.settle()
        assert not faults(visitor)

        visitor.page.get_by_text(text("lab.kind.own"), exact=True).click()
        visitor.sees(text("lab.own.about"))
    visitor.settle()
    assert not faults(visitor)


def test_a_run_can_be_cancelled_and_a_round_loaded(visit):
    """Cancel says so; loading leads to the overview with its label."""
    visitor = visit()
    visitor.open()
    go_to(visitor, place("lab"))
    ask_for_rounds(visitor, 500)
    visitor.button(text("lab.run")).click()
    visitor.button(text("job.cancel")).click()
    visitor.sees(text("lab.stopped"))
    visitor.button(text("lab.load.button")).click()
    visitor.title(text("page.overview"))
    visitor.sees(text("status.simulated.lab"))
