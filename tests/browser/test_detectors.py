"""The checks of this folder notice what they are there to notice, on a page with every fault planted."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser.chrome import works
from tests.browser.server import BY_STREAMLIT, ROOT, running_app
from tests.browser.visitor import GONE, LIGHT, PHONE, visiting

GOOD = """
import streamlit as st
st.set_page_config(page_title="Good")
st.title("Good")
file = st.file_uploader("Votes")
if file:
    st.text(f"{file.name} has {len(file.getvalue())} bytes")
    st.download_button("Get it back", file.getvalue(), file.name)
"""
BAD = """
import streamlit as st
st.set_page_config(page_title="Bad")
st.title("Bad")
st.html('<p style="color:#aaa;background:#fff">Hard to read</p><div style="width:1500px;height:9px">wide</div>')
st.html('<img alt="far" src="http://far.invalid/dot.png"><script>console.error("planted")</script>',
        unsafe_allow_javascript=True)
if st.button("Break"):
    raise RuntimeError("planted")
"""


def wait_for(fact: Callable[[], bool], seconds: float = 30) -> None:
    """Until it is so, or the time is over."""
    end = time.monotonic() + seconds
    while not fact() and time.monotonic() < end:
        time.sleep(0.05)


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A little dashboard with a good page and a bad one."""
    folder = tmp_path_factory.mktemp("planted")
    (folder / "pages").mkdir()
    shutil.copytree(ROOT / ".streamlit", folder / ".streamlit")
    (folder / "app.py").write_text(GOOD, encoding="utf-8")
    (folder / "pages" / "1_Bad.py").write_text(BAD, encoding="utf-8")
    with running_app(folder / "server.log", folder, BY_STREAMLIT) as app:
        yield app


def test_nothing_is_noticed_on_a_good_page(browser, planted, tmp_path: Path):
    """Upload and download work, and no check raises a false alarm."""
    votes = tmp_path / "votes.csv"
    votes.write_bytes(b"item_id,annotator_id,label\n1,a,0\n")
    with visiting(browser, planted, PHONE) as visitor:
        visitor.open()
        visitor.upload(visitor.page.get_by_test_id("stFileUploader"), votes)
        visitor.sees("votes.csv has 33 bytes")
        visitor.settle()

        assert visitor.download(visitor.button("Get it back")) == votes.read_bytes()
        assert not visitor.exceptions()
        assert visitor.overflow() == 0
        assert not visitor.accessibility()
        assert not visitor.complaints()


def test_every_fault_of_a_bad_page_is_noticed(browser, planted):
    """Console, network, contrast, width, exception box and the server's traceback."""
    with visiting(browser, planted, LIGHT) as visitor:
        visitor.open("Bad")
        visitor.settle()

        assert visitor.overflow() > 100
        assert any("color-contrast" in line and "Hard to read" in line for line in visitor.accessibility())

        visitor.button("Break").click()
        visitor.page.get_by_test_id("stException").wait_for()
        wait_for(lambda: "RuntimeError: planted" in planted.said())
        complaints = "\n".join(visitor.complaints())

        assert visitor.exceptions()
        assert "off the machine: http://far.invalid/dot.png" in complaints
        assert "console error: planted" in complaints
        assert "RuntimeError: planted" in complaints
        assert not visitor.complaints(), "told once"


def test_a_page_opened_by_its_address_is_looked_for_twice(browser, planted):
    """Streamlit asks below the address first: these two are not found, and nothing else may be missing unnoticed."""
    missing: list[str] = []
    with visiting(browser, planted, LIGHT) as visitor:
        visitor.page.on("response", lambda told: told.status == 404 and missing.append(urlsplit(told.url).path))
        visitor.open()
        visitor.settle()
        assert missing == visitor.complaints() == []

        visitor.open("Bad?x=1")
        visitor.settle()
        assert sorted(missing) == ["/Bad/_stcore/health", "/Bad/_stcore/host-config"]
        assert [line for line in visitor.complaints() if "404" in line] == []

        others = ["/Good/_stcore/health", "/media/gone.png"]
        visitor.page.evaluate("paths => Promise.all(paths.map(path => fetch(path)))", others)
        visitor.settle()
        assert sorted(missing[2:]) == sorted(others)
        noticed = [line for line in visitor.complaints() if "404" in line]
        assert len(noticed) == len(others) and all(any(path in line for line in noticed) for path in others)


def test_a_program_that_only_gives_a_hint_is_no_browser(tmp_path):
    """Some systems have a `chromium-browser` that only says how to install one."""
    for name, script in (("hint", "echo Install it with snap; exit 1"), ("real", "echo Chromium 150.0")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)

    assert works(str(tmp_path / "real"))
    assert not works(str(tmp_path / "hint"))
    assert not works(str(tmp_path / "absent"))


def test_a_closed_window_is_no_fault_of_the_server():
    """The server's last words to somebody who left are not an error; any other traceback is."""
    left = (
        "Exception in ASGI application\nTraceback (most recent call last):\n  File x\n"
        "starlette.websockets.WebSocketDisconnected: Cannot call send\n"
    )
    broken = "Uncaught app execution\nTraceback (most recent call last):\nValueError: 1\n"

    assert "Traceback" not in GONE.sub("", left + left)
    assert "ValueError" in GONE.sub("", left + broken + left)
