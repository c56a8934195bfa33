"""What people come to do, from the first click to the answer."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil

import pandas as pd
import pytest
from playwright.sync_api import Locator, expect

from hero_core.words import text, zh
from tests.browser.places import OVERVIEW, final_card, go_to, load_sample, pattern, place
from tests.browser.server import BY_STREAMLIT, ROOT, running_app
from tests.browser.visitor import CHINESE, PATIENCE, Visitor, visiting
from ui.ahead import libraries

DEMO = ROOT / "demo_data"
BOM = b"\xef\xbb\xbf"
TILES = '[data-testid="stVegaLiteChart"] path[aria-label*=", truth "]'  # cells of confusion matrices


def verdict(visitor: Visitor) -> Locator:
    """The verdict of two or more versions on the overview, waited for until it is final."""
    words = ("better", "too_close", "equal", "best", "tied", "equal_many", "not_comparable")
    final = re.compile("|".join(pattern(f"verdict.{word}.word").pattern for word in words))
    heading = final_card(visitor).get_by_role("heading", name=final)
    expect(heading.first).to_be_visible(timeout=2 * PATIENCE)
    return heading.first


def true_best() -> str:
    """The best version of the sample data, which only simulated data can tell."""
    truth = pd.read_csv(DEMO / "truth.csv")
    return str(truth.loc[truth["true_share"].idxmax(), "system"])


def shown(frame: Locator) -> list[list[str]]:
    """The rows of a table that are drawn, header first."""
    rows: list[list[str]] = frame.evaluate(
        "e => [...e.querySelectorAll('canvas table tr')].map(r => [...r.children].map(c => c.textContent))"
    )
    return rows


def number_field(visitor: Visitor, key: str) -> Locator:
    """A number of the settings in the sidebar."""
    return visitor.page.get_by_test_id("stSidebar").get_by_role("spinbutton", name=text(key))


def set_number(visitor: Visitor, key: str, value: str) -> None:
    """Type a number into the settings."""
    field = number_field(visitor, key)
    field.fill(value)
    field.press("Enter")
    visitor.settle()


def upload(visitor: Visitor, role: str, path) -> None:
    """Put a file into one of the two drop zones of the data page."""
    zone = visitor.page.get_by_test_id("stFileUploader").filter(has_text=text(f"data.{role}.drop"))
    visitor.upload(zone, path)


def test_sample_leads_to_the_verdict(visit):
    """One click from the first page to a verdict: it crowns the truly best version, and the simple vote does not."""
    visitor = visit()
    load_sample(visitor)

    assert true_best() in verdict(visitor).inner_text()
    visitor.sees(re.compile("|".join(pattern(f"surprise.{kind}").pattern for kind in ("other", "ahead"))))


def test_figures_are_ready_before_a_page_needs_them(visit):
    """While a newcomer reads the first page, the browser loads what draws figures and tables."""
    visitor = visit()
    visitor.open()

    visitor.painted(
        """wanted => JSON.parse(wanted).every(name =>
            performance.getEntriesByType("resource").some(found => found.name.endsWith(`/${name}`)))""",
        json.dumps(libraries()),
    )


def test_own_files_lead_to_the_verdict(visit, tmp_path):
    """Two uploads, and the overview has the verdict; nothing says simulated."""
    for name, role in (("before.csv", "history"), ("after.csv", "current")):
        shutil.copy(DEMO / f"{role}.csv", tmp_path / name)
    visitor = visit()
    visitor.open(place("data").path)
    upload(visitor, "history", tmp_path / "before.csv")
    visitor.sees(re.compile(r"before\.csv: [\d,]+ votes"))
    upload(visitor, "current", tmp_path / "after.csv")
    visitor.sees(re.compile(r"after\.csv: [\d,]+ votes"))

    go_to(visitor, OVERVIEW)

    assert true_best() in verdict(visitor).inner_text()
    assert not visitor.page.get_by_text(text("status.simulated")).count()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", r"empty"),
        (b"item_id,annotator_id\n1,a\n", r"label"),
        (b"item_id,annotator_id,label\n1,a,maybe\n2,a,1\n", r"maybe"),
    ],
    ids=["nothing in it", "no labels", "unknown label"],
)
def test_a_file_that_cannot_be_used_is_explained(visit, tmp_path, content, said):
    """The page says what is wrong in words, and goes on working."""
    path = tmp_path / "broken.csv"
    path.write_bytes(content)
    visitor = visit()
    visitor.open(place("data").path)

    upload(visitor, "current", path)

    visitor.sees(pattern("data.status.refused"))
    expect(visitor.page.get_by_test_id("stAlert").filter(has_text=re.compile(said, re.IGNORECASE))).to_be_visible()
    assert not visitor.exceptions()


def test_a_click_on_a_matrix_chooses_the_annotator(visit):
    """The dashboard's pictures are its controls: a click on somebody's matrix shows that person."""
    visitor = visit()
    load_sample(visitor)
    go_to(visitor, place("annotators"))
    chosen = visitor.page.get_by_role("combobox", name=text("annotators.pick"))
    before = chosen.input_value()
    tiles = visitor.page.locator(TILES)
    names = [(tile.get_attribute("aria-label") or "").split(", truth ")[0] for tile in tiles.all()]
    other = next(number for number in reversed(range(len(names))) if names[number] != before)

    tiles.nth(other).click()

    expect(chosen).to_have_value(names[other], timeout=PATIENCE)


def test_a_history_alone_shows_how_people_judged(visit):
    """Without a current round the other pages lead to the annotators, where a click on a dot chooses the person."""
    visitor = visit()
    visitor.open(place("data").path)
    upload(visitor, "history", DEMO / "history.csv")
    visitor.sees(re.compile(r"history\.csv: 3,350 votes"))
    visitor.sees(text("status.alone"))
    go_to(visitor, place("compare"))
    visitor.page.get_by_role("link", name=text("empty.to_people")).click()
    visitor.title(text("page.annotators"))
    visitor.sees(text("annotators.alone"))
    visitor.settle()
    chosen = visitor.page.get_by_role("combobox", name=text("annotators.pick"))
    expect(chosen).to_have_value("vendor_b_3", timeout=PATIENCE)

    dots = visitor.page.locator(".stPlotlyChart").first.locator("path.point")
    places = [dot.bounding_box() for dot in dots.all()]
    highest = max((box for box in places if box), key=lambda box: box["x"])
    visitor.page.mouse.click(highest["x"] + highest["width"] / 2, highest["y"] + highest["height"] / 2)

    expect(chosen).not_to_have_value("vendor_b_3", timeout=PATIENCE)
    visitor.sees(re.compile(f"{chosen.input_value()} disagrees with gold in"))
    visitor.settle()
    assert not visitor.exceptions() and not visitor.overflow() and not visitor.accessibility()


def test_a_click_on_a_cell_lists_its_votes_and_leads_to_an_item(visit):
    """From a wrong cell of somebody's matrix to those votes, and from one of them to the item on the Items page."""
    visitor = visit()
    load_sample(visitor)
    go_to(visitor, place("annotators"))
    which = visitor.page.get_by_role("combobox", name=text("annotators.which"))

    visitor.page.locator(TILES.replace("truth ", "truth 0, said 1: ")).first.click()

    expect(which).to_have_value(re.compile(text("annotators.which.cell", truth="0", said="1")), timeout=PATIENCE)
    visitor.settle()
    item = visitor.page.get_by_role("combobox", name=text("annotators.open_which")).input_value()
    visitor.button(text("annotators.open")).click()
    visitor.title(text("page.items"))
    expect(visitor.page.get_by_role("combobox", name=text("items.pick"))).to_have_value(item, timeout=PATIENCE)
    assert not visitor.exceptions()


def test_a_click_on_a_cell_of_the_matrix_opens_that_pair(visit):
    """From all pairs to one: the versions of the clicked row and column stand in the two boxes, with their verdict."""
    visitor = visit()
    load_sample(visitor)
    go_to(visitor, place("compare"))
    row, column = (visitor.page.get_by_role("combobox", name=text(f"pair.{side}"), exact=True) for side in "ab")
    expect(row).to_have_value("v1.1", timeout=PATIENCE)

    cells = visitor.page.locator(".st-key-pairs_matrix path[aria-roledescription='rect mark']")
    expect(cells).to_have_count(9)
    cells.nth(7).click(force=True)

    expect(row).to_have_value("v1.0", timeout=PATIENCE)
    expect(column).to_have_value("v2.0", timeout=PATIENCE)
    assert not visitor.exceptions()


def test_a_long_page_is_jumped_through(visit):
    """Links under the verdict lead to each section, in Chinese too, and back leads back; nothing is loaded anew."""
    visitor = visit(CHINESE)
    load_sample(visitor)
    go_to(visitor, place("compare"))
    link = visitor.page.get_by_role("link", name=zh.TEXTS["trend.title"], exact=True)
    section = visitor.page.locator("#rounds")
    expect(section).to_be_attached(timeout=PATIENCE)
    assert top_of(section) > visitor.mode.height

    link.click()
    expect(section).to_be_in_viewport(ratio=1)
    visitor.page.get_by_role("link", name=zh.TEXTS["compare.pairs"], exact=True).click()
    expect(visitor.page.locator("#pairs")).to_be_in_viewport(ratio=1)
    visitor.page.go_back()

    expect(section).to_be_in_viewport(ratio=1)
    assert not visitor.exceptions() and len(visitor.context.pages) == 1


def top_of(found: Locator) -> float:
    """How many pixels below the upper edge of the window it begins."""
    box = found.bounding_box()
    assert box is not None
    return box["y"]


def test_a_download_holds_the_table_on_the_page(visit):
    """The CSV opens in a spreadsheet (byte order mark) and says what the page says, row by row."""
    visitor = visit()
    load_sample(visitor)
    go_to(visitor, place("items"))
    table = visitor.page.get_by_test_id("stDataFrame").first
    expect(table).to_be_visible()
    on_page = shown(table)[1:]

    data = visitor.download(visitor.page.get_by_test_id("stDownloadButton").first.get_by_role("button"))

    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert data.startswith(BOM) and not data.startswith(BOM + BOM)
    assert len(on_page) >= 5
    for row, cells in zip(rows, on_page, strict=False):
        assert [row["item_id"], row["system"]] == cells[:2]
        assert float(row["posterior"]) * 100 == pytest.approx(float(cells[2]))
        assert float(row["entropy"]) == pytest.approx(float(cells[3]))


def test_settings_survive_page_switches(visit):
    """A margin and a chosen annotator are still there after a walk through other pages."""
    visitor = visit()
    load_sample(visitor)
    set_number(visitor, "setting.margin", "7.5")
    go_to(visitor, place("annotators"))
    who = visitor.page.get_by_role("combobox", name=text("annotators.pick"))
    names = pd.read_csv(DEMO / "history.csv")["annotator_id"].unique()
    name = next(name for name in sorted(names) if name != who.input_value())
    visitor.choose(text("annotators.pick"), name)
    visitor.settle()

    for other in ("compare", "items", "overview", "annotators"):
        go_to(visitor, place(other))

    expect(who).to_have_value(name)
    assert float(number_field(visitor, "setting.margin").input_value()) == 7.5


@pytest.mark.parametrize("start", [("ui",), BY_STREAMLIT], ids=" ".join)
def test_a_page_is_reached_by_its_address_on_a_fresh_server(browser, tmp_path, start):
    """The first visit to a server that just started, in either way, may be a deep link."""
    with running_app(tmp_path / "server.log", start=start) as server, visiting(browser, server) as visitor:
        visitor.open(place("stability").path)

        visitor.title(place("stability").title)
        go_to(visitor, place("items"))
        assert not visitor.exceptions()
        assert not visitor.complaints()
