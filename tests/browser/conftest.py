"""Browser, server and visitors for the tests in this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chrome import ARGS, find_browser
from tests.browser.server import Server, running_app
from tests.browser.visitor import LIGHT, Mode, Visitor, visiting

HERE = Path(__file__).resolve().parent
Visit = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is a browser test (`-m "not browser"` leaves it out)."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of the folder."""
    path = find_browser()
    if path is None:
        pytest.fail("No Chrome or Chromium: `python -m tests.browser.chrome` installs one.")
    with sync_playwright() as play:
        chrome = play.chromium.launch(executable_path=path, args=list(ARGS))
        yield chrome
        chrome.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The dashboard, started once for all tests of the folder."""
    with running_app(tmp_path_factory.mktemp("server") / "server.log") as app:
        yield app


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Makes visitors; at the end none of them may have met an error or left the machine."""
    with ExitStack() as windows:
        visitors: list[Visitor] = []

        def arrive(mode: Mode = LIGHT, at: Server = server) -> Visitor:
            visitors.append(windows.enter_context(visiting(browser, at, mode)))
            return visitors[-1]

        yield arrive
        complaints = [line for visitor in visitors for line in visitor.complaints()]
    assert not complaints
