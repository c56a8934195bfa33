"""Every page, in light, dark and at phone width, empty and with the sample data."""

from __future__ import annotations

import pytest

from tests.browser.places import PLACES, go_to, load_sample
from tests.browser.visitor import MODES, visiting

pages = pytest.mark.parametrize("page", PLACES, ids=lambda page: page.name)


def faults(visitor) -> list[str]:
    """What no page may have: an error box, something to scroll sideways, hard to read, noise, calls off the machine."""
    wider = visitor.overflow()
    found = [f"error box: {words}" for words in visitor.exceptions()]
    found += [f"{wider} pixels wider than the window"] if wider else []
    return [*found, *visitor.accessibility(), *visitor.complaints()]


@pytest.fixture(scope="module", params=MODES, ids=lambda mode: mode.name)
def newcomer(request, browser, server):
    """A visitor without data, kept for all pages of one mode."""
    with visiting(browser, server, request.param) as visitor:
        visitor.open()
        yield visitor


@pytest.fixture(scope="module", params=MODES, ids=lambda mode: mode.name)
def visitor(request, browser, server):
    """A visitor who took the sample data, kept for all pages of one mode."""
    with visiting(browser, server, request.param) as visitor:
        load_sample(visitor)
        yield visitor


@pages
def test_page_without_data(newcomer, page):
    """A page that lacks data says so and offers a way on."""
    go_to(newcomer, page)

    assert not faults(newcomer)
    assert newcomer.page.get_by_test_id("stMain").get_by_role("button").count() >= 1


@pages
def test_page_with_sample_data(visitor, page):
    """The sample data fill every page."""
    go_to(visitor, page)

    assert not faults(visitor)
    assert visitor.page.get_by_test_id("stMain").inner_text() != page.title, "the page shows more than its title"
