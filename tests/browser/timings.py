"""`python -m tests.browser.timings`: how long a person waits, in a browser, beside the bars of the design.

With `--history F --current F` the same for files of one's own, with `--visitors N` for N visitors at once. Each figure
is the time in seconds from a click until the frame of the browser that shows the effect; the load of the machine stands
beside.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from hero_core.words import speaking, text
from tests.browser.chrome import ARGS, find_browser
from tests.browser.places import EARLY, OVERVIEW, PLACES, Place, go_to, pattern, place
from tests.browser.server import BY_STREAMLIT, Server, running_app
from tests.browser.visitor import LIGHT, PATIENCE, Visitor, visiting

BARS = {"cold start to heading": 2.5, "data to first verdict": 3.0, "data to final verdict": 3.0}
PAGE_BAR, RERUN_BAR = 1.0, 0.5
LONG = 5 * PATIENCE
CARD = '[data-testid="stAlert"] h2'
TITLED = "wanted => [...document.querySelectorAll('h1')].some(found => found.innerText.includes(wanted))"
JUDGED = f"""early => [...document.querySelectorAll('{CARD}')].some(found =>
    !early || !new RegExp(early).test(found.closest('[data-testid="stAlert"]').innerText))"""


def since(start: float) -> float:
    """Seconds since a moment."""
    return time.time() - start


def tell(name: str, seconds: float, bar: float | None = None) -> None:
    """One line: the figure, its bar, and whether it is within."""
    held = "" if bar is None else f"   bar {bar:.1f} s   {'within' if seconds <= bar else 'OVER'}"
    print(f"{name:44s} {seconds:6.2f} s{held}", flush=True)


def worked(server: Server) -> float:
    """Seconds of processor time that the server has taken so far; Linux only."""
    told = Path(f"/proc/{server.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def to_verdict(visitor: Visitor, start: float) -> None:
    """From a start until a verdict card is there, and until it is final."""
    tell("data to first verdict", visitor.painted(JUDGED) - start, BARS["data to first verdict"])
    early = "|".join(pattern(key).pattern for key in EARLY)
    tell("data to final verdict", visitor.painted(JUDGED, early) - start, BARS["data to final verdict"])
    tell("   until it is still", visitor.settle() - start)


def take_sample(visitor: Visitor) -> None:
    """From the click on the sample to its verdict."""
    start = time.time()
    visitor.button(text("empty.sample")).click()
    to_verdict(visitor, start)


def take_files(visitor: Visitor, history: Path, current: Path) -> None:
    """Upload two files on the data page, then go to the verdict."""
    go_to(visitor, place("data"))
    for role, path in (("history", history), ("current", current)):
        start = time.time()
        zone = visitor.page.get_by_test_id("stFileUploader").filter(has_text=text(f"data.{role}.drop"))
        visitor.upload(zone, path)
        expect(visitor.page.get_by_test_id("stSidebar").get_by_text(path.name)).to_be_visible(timeout=LONG)
        visitor.settle()
        tell(f"{path.name} uploaded and read", since(start))
    start = time.time()
    visitor.go(OVERVIEW.link, OVERVIEW.title)
    to_verdict(visitor, start)


def switch(visitor: Visitor, target: Place) -> tuple[float, float]:
    """Seconds until the title of another page is there, and until nothing moves any more."""
    start = time.time()
    visitor.page.get_by_test_id("stSidebar").get_by_role("link", name=target.link).click(no_wait_after=True)
    titled = visitor.painted(TITLED, target.title)
    return titled - start, visitor.settle() - start


def rerun(visitor: Visitor) -> float:
    """Seconds until a change that moves no number, of the language, has its effect on the whole page."""
    sidebar = visitor.page.get_by_test_id("stSidebar")
    start = time.time()
    sidebar.get_by_text(text("language.zh"), exact=True).click()
    with speaking("zh"):
        found = visitor.painted(TITLED, OVERVIEW.title) - start
    sidebar.get_by_text(text("language.en"), exact=True).click()
    visitor.title(OVERVIEW.title)
    return found


def first_page(visitor: Visitor) -> float:
    """When the heading of the first page is there, as time.time() does."""
    visitor.page.goto(visitor.server.url, wait_until="commit")
    return visitor.painted(TITLED)


def empty_page(browser: Browser, folder: Path) -> float:
    """Seconds of the cold start of a page of Streamlit that holds its heading and nothing else: the least there is."""
    (folder / "app.py").write_text('import streamlit as st\n\nst.title("Empty")\n', encoding="utf-8")
    begun = time.time()
    with running_app(folder / "empty.log", folder, BY_STREAMLIT) as server, visiting(browser, server, LIGHT) as visitor:
        return first_page(visitor) - begun


def one_visitor(browser: Browser, server: Server, take: Callable[[Visitor], None], begun: float) -> None:
    """Everything one person waits for."""
    with visiting(browser, server, LIGHT) as visitor:
        tell("cold start to heading", first_page(visitor) - begun, BARS["cold start to heading"])
        visitor.title()
        take(visitor)
        for again in ("", ", again"):
            for target in (*PLACES[1:], OVERVIEW):
                titled, drawn = switch(visitor, target)
                tell(f"to {target.name}{again}", titled, PAGE_BAR)
                tell(f"   until it is still{again}", drawn)
        tell("rerun (another language)", rerun(visitor), RERUN_BAR)
        print(*visitor.complaints(), sep="\n")


def many_visitors(browser: Browser, server: Server, count: int) -> None:
    """All open the dashboard, all take the sample at once, all turn a page at once."""
    with ExitStack() as windows:
        visitors = [windows.enter_context(visiting(browser, server, LIGHT)) for _ in range(count)]
        for visitor in visitors:
            visitor.open()
        start, before = time.time(), worked(server)
        waits = []
        for visitor in visitors:
            visitor.button(text("empty.sample")).click(no_wait_after=True)
        for visitor in visitors:
            expect(visitor.page.locator(CARD).first).to_be_visible(timeout=LONG)
            waits.append(since(start))
        tell(f"{count} visitors: median to the verdict", statistics.median(waits))
        tell(f"{count} visitors: last to the verdict", max(waits))
        tell(f"{count} visitors: processor time of the server", worked(server) - before)
        turned = []
        start, before = time.time(), worked(server)
        for visitor in visitors:
            visitor.page.get_by_test_id("stSidebar").get_by_role("link", name=place("items").link).click()
        for visitor in visitors:
            visitor.title(place("items").title)
            turned.append(since(start))
        tell(f"{count} visitors: last to turn a page", max(turned))
        tell(f"{count} visitors: processor time of the server", worked(server) - before)
        print(*(line for visitor in visitors for line in visitor.complaints()), sep="\n")


def main() -> None:
    """Start the dashboard and measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--history", type=Path, default=None)
    options.add_argument("--current", type=Path, default=None)
    options.add_argument("--visitors", type=int, default=0)
    chosen = options.parse_args()
    print(f"{os.cpu_count()} cores; load at the start {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_browser(), args=list(ARGS))
        browser.new_page().close()  # a browser that is open already
        tell("cold start of an empty page of Streamlit", empty_page(browser, Path(folder)))
        begun = time.time()
        with running_app(Path(folder) / "server.log") as server:
            if chosen.visitors:
                many_visitors(browser, server, chosen.visitors)
            elif chosen.current is not None:
                one_visitor(browser, server, lambda who: take_files(who, chosen.history, chosen.current), begun)
            else:
                one_visitor(browser, server, take_sample, begun)
        browser.close()


if __name__ == "__main__":
    main()
