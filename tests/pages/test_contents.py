"""The row of links on a long page: each leads to a heading that is there, in every language, and none is left out."""

from __future__ import annotations

import re

import pytest

from hero_core.words import LANGUAGES, speaking, text
from tests.pages.visit import arrive, csv, go, said, settle, with_files, with_sample
from ui.contents import ANCHORS

LINK = re.compile(r"\]\(#([\w-]+)\)")


def linked(app) -> list[str]:
    """Where the links of the row lead."""
    return LINK.findall(said(app))


def headings(app) -> list[str]:
    """The addresses of the headings that a row may lead to, in their order on the page."""
    return [header.anchor for header in app.header if header.anchor in ANCHORS.values()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["compare", "annotators"])
def test_each_link_leads_to_its_section(page, language):
    """The address is the same in both languages, so a link of one opens the place in the other."""
    app = arrive(lang=language)
    with speaking(language):
        app.button(key="offer_sample").click().run()
        app = settle(go(app, page))

        assert not app.exception and len(linked(app)) > 4
        assert linked(app) == headings(app)
        assert [header.value for header in app.header if header.anchor == "rounds"] == (
            [text("trend.title")] if page == "compare" else []
        )


def test_sections_that_are_not_there_have_no_link():
    """One version, no history: no ranks, no items side by side, nothing that HERO-2 adds."""
    app = settle(go(with_files(current=csv(*(f"i{n},{who},{n % 2}" for n in range(30) for who in "abc"))), "compare"))

    assert not app.exception
    assert linked(app) == headings(app) and not {"ranks", "items", "features"} & {*linked(app)}


def test_an_audience_gets_no_row():
    """Whoever presents leads."""
    app = settle(with_sample("compare"))
    assert linked(app)

    app.toggle(key="present").set_value(True).run()

    assert not app.exception and not linked(app)
