"""The dashboard's pages as the page list shows them, and the way to the sample data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath

from playwright.sync_api import Locator

from hero_core.words import _TEXTS, speaking, text
from tests.browser.server import ROOT
from tests.browser.visitor import Visitor
from ui.frame import PAGES

EARLY = ("verdict.pending.say", "verdict.first_look")  # what only a card that is not final says


@dataclass(frozen=True)
class Place:
    """One page: its name here and its address; its link and title are those of the language spoken."""

    name: str
    path: str

    @property
    def link(self) -> str:
        """The words of the page list that lead there."""
        return text(f"nav.{self.name}")

    @property
    def title(self) -> str:
        """The page's heading."""
        return text(f"page.{self.name}")

    @classmethod
    def of(cls, script: str, key: str) -> Place:
        """From a row of the page list."""
        name = key.removeprefix("page.")
        stem = PurePath(script).stem
        address = "" if script == "app.py" else stem.split("_", 1)[-1]
        return cls(name, address)


PLACES = tuple(Place.of(script, key) for script, key, _ in PAGES if (ROOT / script).exists())
OVERVIEW = PLACES[0]


def load_sample(visitor: Visitor) -> None:
    """Open the dashboard and take the sample data, as a newcomer does."""
    with speaking(visitor.mode.language):
        visitor.open()
        visitor.button(text("empty.sample")).click()
        visitor.sees(text("status.simulated"))
    visitor.settle()


def go_to(visitor: Visitor, place: Place) -> None:
    """Follow the page list to a page and wait until it is drawn."""
    with speaking(visitor.mode.language):
        visitor.go(place.link, place.title)
    visitor.settle()


def pattern(key: str) -> re.Pattern[str]:
    """The English text of a key with anything in place of its placeholders, as it reads on the page (no Markdown)."""
    plain = re.sub(r"\*\*|`|:small\[|\]$|:material/\w+:", "", _TEXTS[key])
    return re.compile(".+".join(re.escape(part) for part in re.split(r"{\w+}", plain)))


def final_card(visitor: Visitor) -> Locator:
    """The verdict on the overview, once it is no first look any more."""
    cards = visitor.page.get_by_test_id("stAlert").filter(has=visitor.page.locator("h2"))
    for early in EARLY:
        cards = cards.filter(has_not_text=pattern(early))
    return cards


def ask_for_rounds(visitor: Visitor, count: int) -> None:
    """On the Lab: how often a design is simulated. 20 are done in a moment, 500 take half a minute or more."""
    visitor.choose(text("lab.repetitions"), str(count))
    visitor.settle()


def place(name: str) -> Place:
    """A page by its name."""
    return next(found for found in PLACES if found.name == name)
