"""A person at a browser: opens pages, clicks, uploads, downloads; and notes everything that should not happen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, SourceLocation, expect

from tests.browser.server import Server

HOME = {"127.0.0.1", "localhost"}
SERIOUS = ("serious", "critical")
# A page's address might also be a folder that the server lives in: Streamlit's own code asks there first whether the
# server answers, is told "not found", and asks one level higher (streamlit/streamlit#7074). No error of ours.
PROBES = ("_stcore/health", "_stcore/host-config")
NOT_FOUND = "Failed to load resource: the server responded with a status of 404 (Not Found)"
# What the server says when a visitor closed the window while it was answering.
GONE = re.compile(r"Exception in ASGI application\n.*?WebSocketDisconnected: [^\n]*", re.DOTALL)
PATIENCE = 60_000  # milliseconds to wait for an effect, also on a busy machine
QUIET = 400  # milliseconds without a change before a page counts as drawn


@dataclass(frozen=True)
class Mode:
    """How the dashboard is looked at."""

    name: str
    width: int = 1280
    height: int = 900
    dark: bool = False
    phone: bool = False
    language: str = "en"

    def context(self, browser: Browser) -> BrowserContext:
        """A browser window of its own, without memory of earlier ones."""
        return browser.new_context(
            viewport={"width": self.width, "height": self.height},
            color_scheme="dark" if self.dark else "light",
            is_mobile=self.phone,
            has_touch=self.phone,
            accept_downloads=True,
            locale="en-GB",
            reduced_motion="reduce",
        )


LIGHT = Mode("light")
DARK = Mode("dark", dark=True)
PHONE = Mode("phone", width=390, height=844, phone=True)
CHINESE = Mode("chinese", language="zh")
MODES = (LIGHT, DARK, PHONE, CHINESE)


@cache
def axe_source() -> str:
    """The accessibility checker axe-core, as shipped in a Python package."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


class Visitor:
    """One visitor with one tab. `page` is Playwright's page for whatever has no helper here."""

    def __init__(self, context: BrowserContext, server: Server, mode: Mode) -> None:
        self.server = server
        self.mode = mode
        self.context = context
        self.context.set_default_timeout(PATIENCE)
        self.troubles: list[str] = []
        self._probed: set[str] = set()
        self._read = len(server.said())
        self.page: Page = context.new_page()
        self.page.on("console", lambda message: self._console(message.type, message.text, message.location))
        self.page.on("pageerror", lambda error: self.troubles.append(f"script error: {error}"))
        self.page.on("websocket", lambda socket: self._host(socket.url))
        context.on("request", self._request)

    def _console(self, kind: str, text: str, where: SourceLocation) -> None:
        looked_for = urlsplit(where["url"]).path
        if kind == "error" and not (text == NOT_FOUND and looked_for in self._probed):
            self.troubles.append(f"console error: {text} ({looked_for})")

    def _request(self, request: Request) -> None:
        self._host(request.url)
        opened = urlsplit(request.url).path.rstrip("/")
        if opened and request.is_navigation_request():
            self._probed |= {f"{opened}/{probe}" for probe in PROBES}

    def _host(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in HOME:
            self.troubles.append(f"request off the machine: {url}")

    def complaints(self) -> list[str]:
        """What went wrong since the last call: in the console, on the network, on the server."""
        said = self.server.said()
        fresh, self._read = said[self._read :], len(said)
        if "Traceback (most recent call last)" in GONE.sub("", fresh):
            self.troubles.append(f"server: {fresh}")
        found, self.troubles = self.troubles, []
        return found

    def open(self, path: str = "") -> None:
        """Go to an address of the dashboard, as a new tab would, and wait for the page's title."""
        asked = {"en": ""}.get(self.mode.language, f"{'&' if '?' in path else '?'}lang={self.mode.language}")
        self.page.goto(f"{self.server.url}/{path}{asked}")
        self.title()

    def title(self, text: str | None = None) -> Locator:
        """The page's title (H1), waited for."""
        heading = self.page.get_by_role("heading", level=1)
        expect(heading.or_(self.page.get_by_test_id("stException")).first).to_be_visible(timeout=PATIENCE)
        if self.exceptions() and not heading.count():
            raise AssertionError("\n".join(["no title but an error box", *self.complaints()]))
        if text is not None:
            expect(heading).to_have_text(re.compile(re.escape(text)), timeout=PATIENCE)
        return heading

    def go(self, link: str, title: str | None = None) -> None:
        """Follow a link of the page list in the sidebar, and wait for the title of the new page."""
        sidebar = self.page.get_by_test_id("stSidebar")
        if self.mode.phone:
            opener = self.page.get_by_test_id("stExpandSidebarButton")
            if opener.count() and opener.is_visible():
                opener.click()
        sidebar.get_by_role("link", name=link).click()
        self.title(title or link)
        if self.mode.phone:
            self.close_sidebar()

    def close_sidebar(self) -> None:
        """On a phone the sidebar covers the page."""
        sidebar = self.page.get_by_test_id("stSidebar")
        if sidebar.get_attribute("data-collapsed") == "false":
            self.page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
            expect(sidebar).to_have_attribute("data-collapsed", "true")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by its text."""
        return self.page.get_by_role("button", name=name)

    def choose(self, label: str, option: str) -> None:
        """Take an option of a select box of the page, each by its text."""
        self.page.get_by_role("combobox", name=label).first.click()
        self.page.get_by_role("option", name=option, exact=True).click()

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until the text is on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    def upload(self, zone: Locator, *paths: Path) -> None:
        """Put files into a drop zone."""
        zone.get_by_test_id("stFileUploaderDropzoneInput").set_input_files([str(path) for path in paths])

    def download(self, button: Locator) -> bytes:
        """Click a download button; the file's bytes."""
        with self.page.expect_download(timeout=PATIENCE) as waiting:
            button.click()
        return Path(waiting.value.path()).read_bytes()

    def settle(self) -> float:
        """Wait until the page has not changed for a moment: for pictures and checks, not for journeys.

        Returns when it changed last, as time.time() does.
        """
        last: float = self.page.evaluate(
            """([quiet, most]) => new Promise(done => {
                const app = document.querySelector('[data-testid="stApp"]');
                let last = performance.now(); const start = last;
                const watcher = new MutationObserver(() => { last = performance.now(); });
                watcher.observe(document.body, {subtree: true, childList: true, characterData: true});
                const tick = () => {
                    const now = performance.now();
                    const busy = app && app.dataset.testScriptState === 'running'
                        || document.querySelector('[data-testid="stSkeleton"], [data-testid="stProgress"]');
                    if (now - start > most || (now - last > quiet && !busy)) {
                        watcher.disconnect();
                        done(Date.now() - now + last);
                    } else setTimeout(tick, 100);
                };
                tick();
            })""",
            [QUIET, PATIENCE],
        )
        return last / 1000

    def painted(self, condition: str, wanted: str = "") -> float:
        """Wait until a frame is drawn in which a JavaScript function of `wanted` holds; when that was, as time.time().

        The browser itself looks at each frame: asking it from outside waits for whatever else it is busy with.
        """
        found = self.page.wait_for_function(
            f"wanted => ({condition})(wanted) && Date.now()", arg=wanted, timeout=5 * PATIENCE, polling="raf"
        )
        return float(found.json_value()) / 1000

    def exceptions(self) -> list[str]:
        """Texts of the boxes Streamlit shows for uncaught exceptions."""
        return self.page.get_by_test_id("stException").all_inner_texts()

    def overflow(self) -> int:
        """How many pixels the page is wider than the window; 0 when nothing has to be scrolled sideways."""
        wider: int = self.page.evaluate(
            """() => Math.max(...[document.documentElement, document.querySelector('[data-testid="stMain"]')]
                .filter(Boolean).map(e => e.scrollWidth - e.clientWidth),
                document.documentElement.scrollWidth - screen.width)"""
        )
        return max(0, wider)

    def accessibility(self) -> list[str]:
        """Serious and critical findings of axe-core on the page as it is, one line each."""
        self.page.evaluate(axe_source())
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        return [
            f"{rule['impact']} {rule['id']}: {node['html'][:160]} {' '.join(check['message'] for check in node['any'])}"
            for rule in found
            if rule["impact"] in SERIOUS
            for node in rule["nodes"]
        ]


@contextmanager
def visiting(browser: Browser, server: Server, mode: Mode = LIGHT) -> Iterator[Visitor]:
    """A visitor with a fresh window, closed at the end."""
    context = mode.context(browser)
    try:
        yield Visitor(context, server, mode)
    finally:
        context.close()
