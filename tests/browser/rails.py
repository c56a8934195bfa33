"""`python -m tests.browser.rails FOLDER`: the first page of a round with each defect that a guard rail is there for."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from benchmarks.study.alarms import DEFECTS
from benchmarks.study.rounds import files, simulated
from hero_core.words import text
from tests.browser.chrome import ARGS, find_browser
from tests.browser.places import OVERVIEW, go_to, place
from tests.browser.server import running_app
from tests.browser.shots import picture
from tests.browser.visitor import LIGHT, Visitor, visiting
from ui.canonical import canonical_table


def main(folder: Path) -> None:
    """Make each defective round, upload both files, save a picture of the first page under the guard rail's code."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as work,
        running_app(Path(work) / "server.log") as server,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=find_browser(), args=list(ARGS))
        for number, (name, (code, design, plant)) in enumerate(DEFECTS.items()):
            planted = plant(files(simulated("base", (0, 1), **design)), np.random.default_rng(0))
            paths = []
            for role, file in zip(("history", "current"), planted, strict=True):
                paths.append(Path(work) / f"{role}.csv")
                canonical_table(file).to_csv(paths[-1], index=False)
            with visiting(browser, server, LIGHT) as visitor:
                show(visitor, paths)
                picture(visitor, folder / f"{number:02}_{code}.png")
                print(code, name, *visitor.complaints(), *visitor.exceptions(), sep="\n   ")
        browser.close()


def show(visitor: Visitor, paths: list[Path]) -> None:
    """Give both files on the data page, then look at the first page."""
    visitor.open()
    go_to(visitor, place("data"))
    for path in paths:
        zone = visitor.page.get_by_test_id("stFileUploader").filter(has_text=text(f"data.{path.stem}.drop"))
        visitor.upload(zone, path)
        visitor.sees(path.name)
        visitor.settle()
    go_to(visitor, OVERVIEW)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.browser.rails FOLDER")
    main(Path(sys.argv[1]))
