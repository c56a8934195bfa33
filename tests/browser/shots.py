"""`python -m tests.browser.shots FOLDER`: pictures of every page with sample data: light, dark, phone, Chinese."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chrome import ARGS, find_browser
from tests.browser.places import PLACES, go_to, load_sample
from tests.browser.server import running_app
from tests.browser.visitor import MODES, Visitor, visiting

# Streamlit scrolls inside a box; without the box the whole page fits into one picture.
UNBOXED = """
[data-testid="stApp"], [data-testid="stAppViewContainer"], [data-testid="stMain"] {
    position: static !important; height: auto !important; overflow: visible !important; min-width: 0 !important;
}
"""
# On a phone the page list slides in over the page; in the picture it would stand beside it.
ALONE = '[data-testid="stSidebar"] { display: none !important; }'


def picture(visitor: Visitor, path: Path) -> None:
    """The whole page in one picture."""
    box = visitor.page.add_style_tag(content=UNBOXED + (ALONE if visitor.mode.phone else ""))
    visitor.settle()
    visitor.page.screenshot(path=path, full_page=True)
    box.evaluate("style => style.remove()")


def main(folder: Path) -> None:
    """Start the dashboard, visit every page in every mode, save the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        running_app(Path(place) / "server.log") as server,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=find_browser(), args=list(ARGS))
        for mode in MODES:
            with visiting(browser, server, mode) as visitor:
                walk(visitor, folder)
        browser.close()


def walk(visitor: Visitor, folder: Path) -> None:
    """Pictures of the empty start and of every page with the sample data, in one mode."""
    name = visitor.mode.name
    visitor.open()
    picture(visitor, folder / f"{name}_empty.png")
    load_sample(visitor)
    for number, page in enumerate(PLACES):
        go_to(visitor, page)
        path = folder / f"{name}_{number}_{page.name}.png"
        picture(visitor, path)
        print(path, *visitor.complaints(), *visitor.exceptions(), sep="\n   ")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.browser.shots FOLDER")
    main(Path(sys.argv[1]))
