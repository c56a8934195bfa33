"""What only a browser sees of a page's layout: what is cut, in which order it is read, where a page begins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from hero_core.words import text
from tests.browser.places import OVERVIEW, PLACES, go_to, load_sample, place
from tests.browser.visitor import PATIENCE, PHONE, Mode, visiting

LAPTOP = Mode("laptop", width=1366, height=768)
WIDTHS = (1920, 1366, 900)  # the page list beside the page takes 300 of them

# How many pixels each table is wider than its frame: columns that are only seen when it is scrolled sideways.
HIDDEN = """() => [...document.querySelectorAll('[data-testid="stMain"] .dvn-scroller')]
    .filter(e => e.clientWidth > 0).map(e => e.scrollWidth - e.clientWidth)"""
# How the bar of buttons of each figure is laid out.
BARS = """() => [...document.querySelectorAll('.js-plotly-plot .modebar-container')]
    .map(e => getComputedStyle(e).display)"""
# Everybody's matrices by the corner of their first cell: [name, top, left], and where the chart's frame ends.
MATRICES = """() => {
    const chart = document.querySelector('[class*="st-key-matrices_"] [data-testid="stVegaLiteChart"]');
    const first = new Map();
    for (const cell of chart.querySelectorAll('path[aria-label*=", truth "]')) {
        const name = cell.getAttribute('aria-label').split(', truth ')[0], box = cell.getBoundingClientRect();
        const [y, x] = first.get(name) ?? [Infinity, Infinity];
        first.set(name, [Math.min(y, box.top), Math.min(x, box.left)]);
    }
    const cells = [...chart.querySelectorAll('path[aria-label*=", truth "]')];
    return {
        tiles: [...first].map(([name, [y, x]]) => [name, Math.round(y), Math.round(x)]),
        right: Math.max(...cells.map(cell => cell.getBoundingClientRect().right)),
        end: chart.getBoundingClientRect().right,
    };
}"""


# Each table's buttons (those that stay), and where what stands before the table ends.
BUTTONS = """() => [...document.querySelectorAll('[data-testid="stDataFrame"] > [data-testid="stElementToolbar"]')]
    .filter(e => getComputedStyle(e).opacity === '1' && e.getBoundingClientRect().height > 0)
    .map(e => [e, e.closest('[data-testid="stElementContainer"]').previousElementSibling])
    .filter(([e, before]) => before)
    .map(([e, before]) => [e.getBoundingClientRect().top, before.getBoundingClientRect().bottom])"""


@pytest.fixture(scope="module", params=["sample", "graded"])
def reader(request, browser, server):
    """A visitor at a usual laptop with one of the two simulated rounds."""
    with visiting(browser, server, LAPTOP) as visitor:
        if request.param == "sample":
            load_sample(visitor)
        else:
            visitor.open()
            visitor.button(text("empty.graded")).click()
            visitor.sees(text("status.simulated"))
        yield visitor


@pytest.fixture(scope="module")
def passenger(browser, server):
    """A visitor with a phone and the sample."""
    with visiting(browser, server, PHONE) as visitor:
        load_sample(visitor)
        yield visitor


@pytest.mark.parametrize("page", PLACES, ids=lambda page: page.name)
def test_a_laptop_shows_every_column(reader, page):
    """A column behind the edge of a table is not known to be there."""
    go_to(reader, page)

    assert [wider for wider in reader.page.evaluate(HIDDEN) if wider > 1] == []


def test_matrices_are_read_row_by_row_at_every_width(reader):
    """The order of the sentence (the most worrying first) is that of the eye; more room, more beside each other."""
    go_to(reader, place("annotators"))
    in_a_row = []
    for width in WIDTHS:
        reader.page.set_viewport_size({"width": width, "height": 900})
        reader.settle()
        found = reader.page.evaluate(MATRICES)
        tiles = found["tiles"]
        by_eye = sorted(tiles, key=lambda tile: (tile[1], tile[2]))
        assert [name for name, *_ in by_eye] == [name for name, *_ in tiles]
        assert found["right"] <= found["end"]
        in_a_row.append(sum(top == tiles[0][1] for _, top, _ in tiles))
    reader.page.set_viewport_size({"width": LAPTOP.width, "height": LAPTOP.height})

    assert in_a_row == sorted(in_a_row, reverse=True) and in_a_row[0] > in_a_row[-1] >= 2


def test_an_audience_sees_the_three_versions_beside_each_other(visit):
    """The last one fell into a second row, below the edge of the first screen, for a few pixels of gap."""
    visitor = visit(LAPTOP)
    visitor.open("?data=sample&present=1")
    tiles = visitor.page.get_by_text(re.compile("^plausible range"))
    expect(tiles).to_have_count(3, timeout=PATIENCE)
    visitor.settle()

    assert len({round(tile.bounding_box()["y"]) for tile in tiles.all()}) == 1


def test_a_small_window_is_not_scrolled_sideways(reader):
    """A column beside the page list has less room than a matrix: the matrix scrolls, the page does not."""
    go_to(reader, place("annotators"))
    reader.page.set_viewport_size({"width": 900, "height": 768})
    reader.settle()
    wider = reader.overflow()
    reader.page.set_viewport_size({"width": LAPTOP.width, "height": LAPTOP.height})

    assert wider == 0


def test_a_phone_begins_each_page_at_its_top(passenger):
    """Who turned the page at its end would otherwise start in the middle of the next."""
    go_to(passenger, place("compare"))
    main = passenger.page.get_by_test_id("stMain")
    main.evaluate("e => e.scrollTo({top: e.scrollHeight})")
    assert main.evaluate("e => e.scrollTop") > PHONE.height

    go_to(passenger, place("annotators"))
    assert main.evaluate("e => e.scrollTop") == 0


def test_no_button_of_a_figure_stands_on_it_on_a_phone(passenger):
    """They have nowhere else to go than on its legend; on a wide screen they are there for the pointer."""
    go_to(passenger, OVERVIEW)
    expect(passenger.page.locator(".js-plotly-plot").first).to_be_visible(timeout=PATIENCE)
    assert set(passenger.page.evaluate(BARS)) == {"none"}

    passenger.page.set_viewport_size({"width": LAPTOP.width, "height": LAPTOP.height})
    passenger.settle()
    assert "none" not in passenger.page.evaluate(BARS)
    passenger.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})


def test_no_button_of_a_table_covers_the_line_before_it_on_a_phone(passenger):
    """Without a pointer they are always there; the end of a sentence was under them."""
    go_to(passenger, place("compare"))
    buttons = passenger.page.evaluate(BUTTONS)

    assert len(buttons) >= 3
    assert [above - top for top, above in buttons if above > top + 1] == []
