"""Addresses in a real browser: what is copied opens the same view in another window, and back leads back."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from hero_core.words import speaking, text
from tests.browser.places import load_sample, place
from tests.browser.server import ROOT
from tests.browser.visitor import PATIENCE, PHONE, Mode, Visitor
from ui.links import Fingerprint
from ui.presenter import PRESENTED
from ui.uploads import Upload, Workspace

ROLES = ("history", "current")


def said(visitor: Visitor) -> dict[str, str]:
    """What stands behind the question mark."""
    return {name: values[-1] for name, values in parse_qs(urlsplit(visitor.page.url).query).items()}


def until(visitor: Visitor, **address: str | None) -> None:
    """Wait until the address says this (None: does not name it)."""
    tests = [
        f"new URLSearchParams(location.search).get({name!r}) === {'null' if value is None else repr(value)}"
        for name, value in address.items()
    ]
    visitor.page.wait_for_function(" && ".join(tests), timeout=PATIENCE)
    visitor.settle()


def copied(visitor: Visitor) -> str:
    """The address in the control of the sidebar."""
    visitor.page.get_by_role("button", name=text("links.copy")).click()
    code = visitor.page.get_by_test_id("stPopoverBody").get_by_test_id("stCode")
    expect(code).to_be_visible(timeout=PATIENCE)
    found = code.inner_text().strip()
    visitor.page.keyboard.press("Escape")
    return found


def test_a_copied_address_opens_the_same_view(visit):
    """Settings, language and the chosen annotator; the address bar and the control agree."""
    visitor = visit()
    load_sample(visitor)
    visitor.go(place("annotators").link)
    visitor.page.get_by_test_id("stSidebar").get_by_text(text("setting.good.low")).click()
    until(visitor, good="low")
    visitor.choose(text("annotators.pick"), "ann_04")
    until(visitor, annotator="ann_04", data="sample")
    link = copied(visitor)
    assert link == visitor.page.url

    guest = visit()
    guest.page.goto(link)
    guest.title(place("annotators").title)
    expect(guest.page.get_by_role("combobox", name=text("annotators.pick")).first).to_have_value(
        "ann_04", timeout=PATIENCE
    )
    expect(guest.page.get_by_role("radio", name=text("setting.good.low"))).to_be_checked(timeout=PATIENCE)
    guest.settle()
    assert said(guest) == said(visitor)


def test_a_language_switch_keeps_every_choice_and_is_shared(visit):
    """The browser knows a choice by its words: the words change, the choice must not."""
    visitor = visit()
    visitor.open(f"{place('annotators').path}?data=sample&prevalence=by_group&sort=sensitivity")
    visitor.settle()
    visitor.page.get_by_test_id("stSidebar").get_by_text("中文").click()
    until(visitor, lang="zh")
    with speaking("zh"):
        visitor.page.get_by_test_id("stSidebar").get_by_text(text("setting.good.low")).click()
        until(visitor, good="low", prevalence="by_group", sort="sensitivity")

        guest = visit()
        guest.page.goto(visitor.page.url)
        guest.title(text("page.annotators"))


def test_back_leads_to_the_former_settings_and_pages(visit):
    """One step of the browser for each step of the visitor, also over pages; nothing runs in circles."""
    visitor = visit()
    visitor.open("?data=sample")
    visitor.settle()
    for way in ("low", "high"):
        visitor.page.get_by_test_id("stSidebar").get_by_text(text(f"setting.good.{way}")).click()
        until(visitor, good="low" if way == "low" else None)
    visitor.go(place("data").link)
    visitor.settle()

    visitor.page.go_back()
    visitor.title(place("overview").title)
    until(visitor, good=None, data="sample")
    visitor.page.go_back()
    until(visitor, good="low", data="sample")
    expect(visitor.page.get_by_role("radio", name=text("setting.good.low"))).to_be_checked(timeout=PATIENCE)
    visitor.page.go_forward()
    until(visitor, good=None)
    expect(visitor.page.get_by_role("radio", name=text("setting.good.high"))).to_be_checked(timeout=PATIENCE)


def test_a_link_to_files_waits_for_them_and_then_shows_the_view(visit):
    """What is needed and why; after the two files, one click leads to the linked view."""
    uploads = {
        role: Upload.of(role, f"{role}.csv", (ROOT / "demo_data" / f"{role}.csv").read_bytes()) for role in ROLES
    }
    asked = str(Fingerprint.of(Workspace(**uploads)))
    visitor = visit()
    visitor.open(f"{place('items').path}?data={asked}&method=mv&margin=4")
    visitor.sees(text("links.waiting.title"))
    assert not visitor.accessibility() and not visitor.overflow()

    visitor.button(text("empty.files")).click()
    visitor.title(place("data").title)
    for role in ROLES:
        zone = visitor.page.get_by_test_id("stFileUploader").filter(has_text=text(f"data.{role}.drop"))
        visitor.upload(zone, ROOT / "demo_data" / f"{role}.csv")
        expect(visitor.page.get_by_test_id("stMain").get_by_text(f"{role}.csv").first).to_be_visible(timeout=PATIENCE)
        visitor.settle()
    visitor.page.get_by_role("link", name=text("links.to_view")).click()

    visitor.title(place("items").title)
    until(visitor, data=asked, method="mv", margin="4")


@pytest.mark.parametrize(("size", "pages"), [((1280, 720), PRESENTED), ((1920, 1080), PRESENTED[:2])], ids=str)
def test_presenter_mode_on_a_projector(visit, size, pages):
    """Every page fits, is accessible and shows nothing to fill in; the arrow keys turn the pages, Escape leads out."""
    visitor = visit(Mode("projector", *size))
    visitor.open("?data=sample&present=1&resamples=200")
    for number, key in enumerate(pages):
        visitor.title(text(key))
        visitor.settle()
        main = visitor.page.get_by_test_id("stMain")
        assert not visitor.page.get_by_test_id("stSidebar").count()
        for kind in ("stExpander", "stMultiSelect", "stNumberInput", "stDownloadButton", "stTextInput"):
            assert not main.locator(f".{kind}:visible").count(), kind
        letters = float(main.locator("p:visible").last.evaluate("e => parseFloat(getComputedStyle(e).fontSize)"))
        assert letters >= size[0] / 80
        assert not visitor.overflow() and not visitor.exceptions()
        if number == 0:
            assert not visitor.accessibility()
        visitor.page.keyboard.press("ArrowRight")
    visitor.title(text(PRESENTED[len(pages) % len(PRESENTED)]))
    visitor.settle()

    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_test_id("stSidebar")).to_be_visible(timeout=PATIENCE)
    until(visitor, present=None, data="sample")


def test_presenter_mode_begun_on_a_phone(visit):
    """The page list goes with the rest, and no page is wider than the phone, however large its letters."""
    visitor = visit(PHONE)
    visitor.open("?data=sample&resamples=200")
    visitor.settle()
    visitor.page.get_by_test_id("stExpandSidebarButton").click()
    visitor.page.get_by_text(text("present.toggle"), exact=True).click()
    expect(visitor.page.get_by_test_id("stSidebar")).not_to_be_visible(timeout=PATIENCE)
    for key in PRESENTED:
        visitor.title(text(key))
        visitor.settle()
        assert not visitor.overflow() and not visitor.exceptions(), key
        visitor.page.keyboard.press("ArrowRight")


def test_on_a_phone_the_page_list_closes_after_a_tap(visit):
    """The page that was chosen is what is seen, also when it is the one that was there."""
    visitor = visit(PHONE)
    visitor.open("?data=sample&resamples=200")
    sidebar = visitor.page.get_by_test_id("stSidebar")
    for name in ("items", "data", "data"):
        visitor.page.get_by_test_id("stExpandSidebarButton").click()
        expect(sidebar).to_have_attribute("data-collapsed", "false", timeout=PATIENCE)
        sidebar.get_by_role("link", name=place(name).link).click()
        expect(sidebar).to_have_attribute("data-collapsed", "true", timeout=PATIENCE)
        visitor.title(place(name).title)
        visitor.settle()
        assert not visitor.overflow()
