"""From round to round as a team lives it: add with gold, the next round, the trend; and a server that restarts."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import expect

from hero_core.words import text
from tests.browser.places import place
from tests.browser.server import ROOT, running_app
from tests.browser.visitor import PATIENCE, Visitor, visiting

DEMO = ROOT / "demo_data"
NAME = "team a"


@pytest.fixture
def papers(tmp_path) -> dict[str, Path]:
    """What the team has: a history, a current round, gold that arrived for it, and the round after it."""
    current = pd.read_csv(DEMO / "current.csv", dtype=str)
    gold = current.drop_duplicates(["item_id", "system"])[["item_id", "system"]].head(40)
    gold["gold_label"] = [str(n % 2) for n in range(len(gold))]
    later = current.assign(round="r6", item_id="n" + current["item_id"], label=current["label"].to_numpy()[::-1])
    found = {"history": DEMO / "history.csv", "current": DEMO / "current.csv"}
    for name, table in {"gold": gold, "next": later}.items():
        found[name] = tmp_path / f"{name}.csv"
        table.to_csv(found[name], index=False)
    return found


def drop(visitor: Visitor, label: str, path: Path) -> None:
    """Put a file into the zone with this label."""
    visitor.upload(visitor.page.get_by_test_id("stFileUploader").filter(has_text=label), path)


def sees_trend(visitor: Visitor) -> None:
    """The compare page draws six rounds, in order, under their names."""
    visitor.go(place("compare").link, place("compare").title)
    heading = visitor.page.get_by_role("heading", name=text("trend.title"))
    expect(heading).to_be_visible(timeout=PATIENCE)
    ticks = visitor.page.locator(".stPlotlyChart .xtick text")
    expect(ticks.filter(has_text=re.compile("^r6$")).first).to_be_visible(timeout=PATIENCE)
    drawn = [tick for tick in ticks.all_text_contents() if re.fullmatch(r"r\d", tick)]
    assert drawn[:6] == ["r1", "r2", "r3", "r4", "r5", "r6"]


def test_a_round_is_added_and_kept_over_a_restart(browser, papers, tmp_path, monkeypatch):
    """Upload, add with gold, next round, trend, save; after a restart of the server everything is there again."""
    monkeypatch.setenv("HERO_WORKSPACES", str(tmp_path / "kept"))
    with running_app(tmp_path / "first.log") as server, visiting(browser, server) as visitor:
        visitor.open("Data")
        drop(visitor, text("data.history.drop"), papers["history"])
        visitor.sees(re.compile("history.csv: 3,350 votes"))
        drop(visitor, text("data.current.drop"), papers["current"])
        visitor.sees(text("rounds.gold.none"))
        drop(visitor, text("rounds.gold"), papers["gold"])
        visitor.sees(re.compile("expert answers: 40 of 480"))
        visitor.button(text("rounds.add")).click()
        visitor.sees(re.compile("was added to the history. It now has these rounds: r1, r2, r3, r4, r5"))
        visitor.settle()

        drop(visitor, text("data.current.drop"), papers["next"])
        visitor.sees(re.compile("next.csv: 1,059 votes"))
        sees_trend(visitor)

        visitor.go(place("data").link, place("data").title)
        visitor.page.get_by_label(text("rounds.kept.name")).fill(NAME)
        visitor.button(text("rounds.kept.save")).click()
        visitor.sees(re.compile(f"Saved as {NAME}"))
        assert not visitor.accessibility() and not visitor.complaints()

    with running_app(tmp_path / "second.log") as server, visiting(browser, server) as visitor:
        visitor.open("Data")
        visitor.sees(re.compile("Rounds: 6 · items: 1,920"))
        visitor.button(text("rounds.kept.open")).click()
        visitor.sees(re.compile(f"{NAME} is open, as it was saved"))
        sees_trend(visitor)
        visitor.go(place("data").link, place("data").title)
        visitor.button(text("rounds.kept.delete")).click()
        visitor.button(text("rounds.kept.delete.sure")).click()
        visitor.sees(text("rounds.kept.none"))
        assert not visitor.complaints()
    assert not list((tmp_path / "kept").glob("team*"))
