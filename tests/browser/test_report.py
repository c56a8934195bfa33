"""The report as a reader meets it: downloaded, opened from a file without a network, printed; and a workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from hero_core.words import text
from tests.browser.places import go_to, load_sample, place
from tests.browser.visitor import LIGHT, PHONE, SERIOUS, Mode, axe_source

FIGURES = 3


@pytest.fixture(scope="module")
def saved(browser, server, tmp_path_factory) -> Path:
    """The report and the workspace of the sample, as the page's buttons save them."""
    from tests.browser.visitor import visiting

    folder = tmp_path_factory.mktemp("saved")
    with visiting(browser, server) as visitor:
        load_sample(visitor)
        go_to(visitor, place("report"))
        (folder / "report.html").write_bytes(visitor.download(visitor.button(text("report.html"))))
        (folder / "workspace.zip").write_bytes(visitor.download(visitor.button(text("report.workspace.save"))))
        assert not visitor.complaints()
    return folder


@pytest.fixture(params=[LIGHT, PHONE], ids=lambda mode: mode.name)
def opened(request, browser, saved):
    """The file in a browser without a network; nothing may be asked for and nothing complained about."""
    mode: Mode = request.param
    context = mode.context(browser)
    context.set_offline(True)
    page, troubles = context.new_page(), []
    page.on("console", lambda message: troubles.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else troubles.append(asked.url))
    page.goto((saved / "report.html").as_uri())
    yield page, troubles
    context.close()


def test_the_report_opens_without_a_network(opened):
    """Charts are drawn with their marks and fit the window; nothing is fetched; no serious finding of axe."""
    page, troubles = opened
    page.wait_for_function(f"document.querySelectorAll('[data-figure] .main-svg').length >= {FIGURES}")

    drawn = page.evaluate(
        "[...document.querySelectorAll('[data-figure]')].map(e => [e.querySelectorAll('path.point').length, "
        "Math.round(e.getBoundingClientRect().right), e.clientWidth])"
    )
    width = page.evaluate("document.documentElement.clientWidth")
    assert len(drawn) == FIGURES
    assert all(points >= 5 and right <= width and wide > 200 for points, right, wide in drawn)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate(axe_source())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [rule["id"] for rule in found if rule["impact"] in SERIOUS] == []
    assert not troubles


def test_the_report_prints(opened):
    """Some pages of paper, no chart wider than the paper."""
    page, _ = opened
    page.wait_for_function(f"document.querySelectorAll('[data-figure] .main-svg').length >= {FIGURES}")

    paper = page.pdf(format="A4", prefer_css_page_size=True)

    assert paper.startswith(b"%PDF") and len(paper) > 20_000
    assert page.evaluate("Math.max(...[...document.querySelectorAll('[data-figure]')].map(e => e.clientWidth))") <= 690


def test_a_workspace_survives_a_reload(visit, saved):
    """A new tab knows nothing; the file brings the data back."""
    visitor = visit()
    visitor.open("Report")
    visitor.sees(text("report.workspace.nothing"))

    zone = visitor.page.get_by_test_id("stFileUploader").filter(has_text=text("report.workspace.open"))
    visitor.upload(zone, saved / "workspace.zip")

    visitor.sees(text("report.workspace.done", name="workspace.zip"))
    visitor.sees(text("status.simulated"))
