"""The dashboard's pages as the page list shows them, and the way to the sample data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from hero_core.words import text
from tests.browser.server import ROOT
from tests.browser.visitor import Visitor
from ui.frame import PAGES


@dataclass(frozen=True)
class Place:
    """One page: its name here, the link that leads there, its title and its address."""

    name: str
    link: str
    title: str
    path: str

    @classmethod
    def of(cls, script: str, key: str) -> Place:
        """From a row of the page list."""
        name = key.removeprefix("page.")
        stem = PurePath(script).stem
        address = "" if script == "app.py" else stem.split("_", 1)[-1]
        return cls(name, text(f"nav.{name}"), text(key), address)


PLACES = tuple(Place.of(script, key) for script, key, _ in PAGES if (ROOT / script).exists())
OVERVIEW = PLACES[0]


def load_sample(visitor: Visitor) -> None:
    """Open the dashboard and take the sample data, as a newcomer does."""
    visitor.open()
    visitor.button(text("empty.sample")).click()
    visitor.sees(text("status.simulated"))
    visitor.settle()


def go_to(visitor: Visitor, place: Place) -> None:
    """Follow the page list to a page and wait until it is drawn."""
    visitor.go(place.link, place.title)
    visitor.settle()


def place(name: str) -> Place:
    """A page by its name."""
    return next(found for found in PLACES if found.name == name)
