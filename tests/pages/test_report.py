"""The report page: the shell's file, the engine's numbers, and a workspace that survives a reload."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import pandas as pd
import pytest

import hero_core
from hero_core.documents import estimate_document
from hero_core.errors import ReadError
from hero_core.report import Wishes, full_report
from hero_core.telling.verdict import card_of
from hero_core.words import text
from tests.pages.visit import RESAMPLES, arrive, csv, go, plain, said, sample_rounds, settle, with_files, with_sample
from tests.support import csv_text, small_world
from ui import cached, reporting, state, workspaces
from ui.export import csv_bytes
from ui.reporting import frame_of, html_of, json_of
from ui.settings import Settings
from ui.uploads import Gold, Rounds, Upload, Workspace

LIMIT = 64
HISTORY, CURRENT = (csv_text(part, role) for part, role in zip(small_world(1, systems=2), ("history", "current"),
                                                               strict=True))  # fmt: skip
FULL = Workspace(
    history=replace(
        Upload.of("history", "alt.csv", HISTORY.encode()), labels=(("ja", "1"), ("hm", None)),
        columns=(("item_id", "task"),), repeats="first", layout="plain", encoding="cp1252", flip_rounds=("r1",),
        merge=(("annotator_id", "7", "007"),), gold=Gold.of("gold.csv", b"item_id,gold_label\nh1,1\n"),
    ),
    current=replace(Upload.of("current", "neu.csv", CURRENT.encode()), threshold=3.0),
    overlap="keep", values=(("0", 0.0), ("1", 1.0)),
)  # fmt: skip
CHOSEN = Settings(level=0.9, resamples=500, seed=11, headline="hero1", high_is_good=False, margin=0.035,
                  new_annotators="pool", prevalence="by_group", hero2_weight="finite", left_out=("x_1",),
                  prompts=True)  # fmt: skip


def give(app, data: bytes, name: str = "hero_workspace.zip"):
    """Put a workspace file into its zone."""
    zone = next(zone for zone in app.file_uploader if zone.key.startswith("drop_workspace"))
    zone.set_value((name, data, "application/zip")).run()
    return app


def remade(data: bytes, **parts: bytes | None) -> bytes:
    """The same zip with some parts changed, added or (None) left out; "list__x" edits the list of contents."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        held = {name: old.read(name) for name in old.namelist()} | parts
        for name, content in held.items():
            if content is not None:
                new.writestr(name, content)
    return out.getvalue()


def relisted(data: bytes, change) -> bytes:
    """The same zip with a changed list of contents."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        listed = json.loads(archive.read(workspaces.LIST))
    change(listed)
    return remade(data, **{workspaces.LIST: json.dumps(listed).encode()})


def test_the_page_announces_the_report():
    """Headings, downloads, lines to copy; no error."""
    app = settle(with_sample("report"))

    assert not app.exception
    assert text("overview.numbers") in said(app) and text("report.section.again") in said(app)
    labels = [button.label for button in app.get("download_button")]
    assert labels[:3] == [text("report.html"), text("report.csv"), text("report.json")]
    assert "from hero_core import" in app.code[0].value and app.code[1].value.startswith("hero report")


def test_parts_can_be_left_out():
    """A team may not want names in it."""
    app = settle(with_sample("report"))
    assert f"1. {text('report.section.people')}" in said(app)

    app.checkbox(key="report_annotators").uncheck().run()

    assert f"1. {text('report.section.people')}" not in said(app)


def test_stability_and_language_can_be_asked_for():
    """The report then says how stable the ranking is, and speaks Chinese; the lines to copy say so too."""
    app = settle(with_sample("report"))
    assert f"1. {text('report.section.stability')}" not in said(app)

    app.checkbox(key="report_stability").check().run()
    app.radio(key="report_language").set_value("zh").run()
    settle(app)

    assert not app.exception and f"1. {text('report.section.stability')}" in said(app)
    assert "--stability" in app.code[1].value and "--language=zh" in app.code[1].value
    html = next(button for button in app.get("download_button") if button.label == text("report.html"))
    assert not html.proto.disabled


def test_the_page_shows_the_verdict_of_the_report():
    """Nobody should send a report whose answer they have not seen."""
    result = hero_core.estimate(*sample_rounds(), resamples=RESAMPLES)
    app = settle(with_sample("report"))
    card = card_of(hero_core.decide(result), result, str)

    assert card.word in plain(said(app))


def test_a_report_of_simulated_data_says_so():
    """It travels without the page that bears the badge; own files and own titles are left alone."""
    app = settle(with_sample("report"))
    assert "--title=Which version is better? (simulated data)" in app.code[1].value

    app.text_input(key="report_title").set_value("Spring").run()
    assert "--title=Spring" in app.code[1].value
    own = settle(go(with_files(current=csv(*(f"i{n},{who},{n % 2}" for n in range(30) for who in "abc"))), "report"))
    assert "--title" not in own.code[1].value


def test_the_downloads_hold_the_engine_s_numbers():
    """HTML as the shell writes it, JSON as `hero estimate` prints it, CSV that a spreadsheet reads."""
    history, current = sample_rounds()
    result = hero_core.estimate(history, current, resamples=0)
    data = Rounds(current=current, history=history)

    same = (
        html_of(data, result, Settings(), Wishes()).decode() == full_report(history, current, result, Wishes(), {})[0]
    )

    assert same
    assert json.loads(json_of(result, Wishes())) == json.loads(json.dumps(estimate_document(result)))
    table = csv_bytes(result.to_frame())
    assert table.startswith(b"\xef\xbb\xbf")
    pd.testing.assert_series_equal(
        pd.read_csv(io.BytesIO(table))["estimate"], result.to_frame()["estimate"], check_names=False
    )


def test_the_downloads_of_simulated_data_say_so():
    """Tables and documents travel without the page that has the label."""
    result = hero_core.estimate(*sample_rounds(), resamples=0)
    truth = tuple(cached.sample_truth().items())

    wishes = Wishes(simulated=("history", "current"), truth=truth)
    table, document = frame_of(result, wishes), json.loads(json_of(result, wishes))

    assert table["simulated"].all()
    named = table[table["system"].notna()]
    assert set(zip(named["system"], named["true_value"], strict=True)) == set(truth)
    assert document["simulated"]["files"] == ["history", "current"]
    assert {row["system"]: row["value"] for row in document["simulated"]["true_values"]} == dict(truth)
    shares = [row.class_shares for row in result.estimates]
    assert table[["share_0", "share_1"]].to_numpy().tolist() == [list(pair) for pair in shares]
    assert "class_shares" not in table
    assert "simulated" not in frame_of(result, Wishes()) and "simulated" not in json.loads(json_of(result, Wishes()))


def test_the_page_knows_which_of_its_files_are_simulated(monkeypatch):
    """The sample says so of both files, with its truth; files of one's own are not called simulated."""
    asked = []
    monkeypatch.setattr(reporting, "show_downloads", lambda *given: asked.append(given[-1]))

    app = settle(with_sample("report"))
    sample, truth = asked[-1], cached.sample_truth()
    files = app.session_state[state._WORKSPACE]
    mine = {
        role: replace(files.upload(role), simulated=False, sample=False, truth=()) for role in ("history", "current")
    }
    app.session_state[state._WORKSPACE] = replace(files, **mine)
    settle(app.run())

    assert sample.simulated == ("history", "current") and dict(sample.truth) == truth
    assert asked[-1].simulated == () and asked[-1].truth == ()


def test_a_workspace_comes_back_as_it_was():
    """Bytes, names, every reading choice and every setting; the same content makes the same file."""
    file = workspaces.packed(FULL, CHOSEN)

    found = workspaces.opened(file, LIMIT)

    assert found.workspace == FULL and found.settings == CHOSEN
    assert (
        found.workspace.history.data == FULL.history.data
        and found.workspace.history.gold.data == FULL.history.gold.data
    )
    assert workspaces.packed(found.workspace, found.settings) == file


def test_a_reload_is_survived():
    """A new visitor opens the file and sees the same data, the same choices, the same sidebar."""
    file = workspaces.packed(replace(FULL, history=None, values=()), CHOSEN)
    app = arrive("report")

    give(app, file)

    assert not app.exception
    assert app.session_state[state._WORKSPACE].current == FULL.current
    assert app.session_state["level"] == 0.9 and app.session_state["good"] == "low"
    assert app.session_state["margin"] == 3.5 and app.session_state["headline"] == "hero1"
    assert text("report.workspace.done", name="hero_workspace.zip") in plain(said(app))


def test_the_sample_stays_simulated_and_other_files_are_no_sample():
    """True values come back with the round they belong to; only our own files are the sample."""
    files = with_sample("report").session_state[state._WORKSPACE]
    mine = replace(FULL, current=replace(FULL.current, simulated=True, sample=True, truth=(("S1", 0.5), (None, 0.4))))

    again, other = (workspaces.opened(workspaces.packed(kept, Settings()), LIMIT).workspace for kept in (files, mine))

    assert again == files and again.sample
    assert other.simulated and not other.sample and other.current.truth == mine.current.truth


def changed(listed, path: str, value: object) -> None:
    """Set one value in the list of contents."""
    *way, last = path.split(".")
    for step in way:
        listed = listed[step]
    listed[last] = value


GOOD = workspaces.packed(FULL, CHOSEN)
REFUSED = {
    "no zip": (b"item_id,label\n", "workspace.no_zip"),
    "empty": (b"", "workspace.no_zip"),
    "cut short": (GOOD[: len(GOOD) // 2], "workspace.no_zip"),
    "broken inside": (GOOD[:60] + bytes([GOOD[60] ^ 255]) + GOOD[61:], "workspace."),
    "another zip": (remade(GOOD, **{workspaces.LIST: None}), "workspace.foreign"),
    "another format": (relisted(GOOD, lambda listed: changed(listed, "format", "zoo")), "workspace.foreign"),
    "a later version": (relisted(GOOD, lambda listed: changed(listed, "version", 2)), "workspace.version"),
    "a path that leads out": (remade(GOOD, **{"../../evil.py": b"x"}), "workspace.damaged"),
    "something more": (remade(GOOD, **{"notes.txt": b"x"}), "workspace.damaged"),
    "other bytes": (remade(GOOD, **{"current.data": b"item_id\n"}), "workspace.damaged"),
    "no file": (remade(GOOD, **{"history.data": None}), "workspace.damaged"),
    "no list": (remade(GOOD, **{workspaces.LIST: b"{]"}), "workspace.damaged"),
    "nested": (remade(GOOD, **{workspaces.LIST: b"[" * 100_000}), "workspace.damaged"),
    "not a number": (relisted(GOOD, lambda listed: changed(listed, "current.threshold", float("nan"))),
                     "workspace.damaged"),
    "a level of its own": (relisted(GOOD, lambda listed: changed(listed, "settings.level", 3)), "workspace.damaged"),
    "labels of another shape": (relisted(GOOD, lambda listed: changed(listed, "history.labels", [["a"]])),
                                "workspace.damaged"),
    "a margin as text": (relisted(GOOD, lambda listed: changed(listed, "settings.margin", "2")), "workspace.damaged"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_workspace_is_refused_in_words(name):
    """Damaged, foreign, tampered: a sentence, never a traceback."""
    data, key = REFUSED[name]
    firsts = {
        text(k, found="", known="", what="", limit="")[:14]
        for k in ("workspace.no_zip", "workspace.foreign", "workspace.version", "workspace.damaged")
        if k.startswith(key)
    }

    with pytest.raises(ReadError) as caught:
        workspaces.opened(data, LIMIT)

    assert str(caught.value)[:14] in firsts


def test_a_bomb_is_not_unpacked():
    """The size is known before anything is unpacked."""
    with pytest.raises(ReadError, match="larger than 64 MB"):
        workspaces.opened(remade(GOOD, **{"current.data": bytes(65 * 1024 * 1024)}), LIMIT)


def test_a_refused_workspace_changes_nothing():
    """The page says why, and the data stay."""
    app = with_sample("report")
    before = app.session_state[state._WORKSPACE]

    give(app, csv("a,b,1"), "votes.zip")

    assert not app.exception
    assert app.session_state[state._WORKSPACE] == before
    assert text("workspace.no_zip") in plain(said(app)) and "votes.zip" in plain(said(app))


def test_without_data_a_workspace_can_be_opened():
    """The empty page offers the sample, own files, and the zone; there is nothing to save."""
    app = arrive("report")

    assert not app.exception
    assert text("report.workspace.nothing") in said(app)
    assert not app.get("download_button")
    assert go(app, "data").title[0].value == text("page.data")
