"""From round to round on the pages: add the current one, keep rounds on the server, see trends."""

from __future__ import annotations

import io

import pandas as pd
import pytest

from hero_core import read
from hero_core.roundstore import RoundStore
from hero_core.words import text
from tests.pages.test_links import opened
from tests.pages.visit import arrive, click, csv, figure_of, go, labels, plain, said, sample, settle, upload, with_files
from ui import kept
from ui.links import Fingerprint

ADD = text("rounds.add")
NEXT = sample("current").replace(b",r5,", b",,").replace(b"c0", b"d0").replace(b"c1", b"d1")
OLD = csv(*(f"h{n},{who},{n % 2},{n % 2}" for n in range(8) for who in ("ann", "bob")),
          header="item_id,annotator_id,label,gold_label")  # fmt: skip
NOW = csv(*(f"c{n},{who},{n % 2}" for n in range(6) for who in ("ann", "bob")))


def files(app):
    """The visitor's workspace."""
    return app.session_state["_workspace"]


def drop(app, zone: str, data: bytes, name: str):
    """Drop a file into any zone of the page."""
    next(found for found in app.file_uploader if (found.key or "").startswith(f"drop_{zone}")).set_value(
        (name, data, "text/csv")
    )
    app.run()
    return app


def read_history(app):
    """The history as the engine reads the visitor's file."""
    past = files(app).history
    return read(past.data, role="history", labels=dict(past.labels) or None, repeats=past.repeats)


def test_one_click_adds_the_round_and_undo_takes_it_back():
    """The history has one round more, the place for the next is free; the page says so."""
    app = click(arrive("data"), text("data.sample"))
    before = files(app)

    click(app, ADD)

    assert not app.exception
    assert read_history(app).rounds == ("r1", "r2", "r3", "r4", "r5") and files(app).current is None
    assert plain(text("rounds.added", name="r5", rounds="r1, r2, r3, r4, r5")) in plain(said(app))
    assert files(app).simulated and files(app).sample
    assert ADD not in labels(app, "button")
    click(app, text("data.undo"))
    assert files(app) == before and ADD in labels(app, "button")


def test_newly_arrived_gold_comes_along():
    """It is counted before the click, and stands in the history after it."""
    app = with_files(history=OLD, current=NOW)
    assert text("rounds.gold.none") in said(app)

    drop(app, "round_gold", b"item_id,gold_label\nc1,1\nc2,0\n", "gold.csv")
    assert text("rounds.gold.found", count="2", total="6") in said(app)
    click(app, ADD)

    history = read_history(app)
    assert history.rounds == ("0", "1") and int(history.has_gold.sum()) == 10


def test_gold_for_the_outputs_of_several_versions_is_said_before_the_click():
    """In the history it could no longer be told from gold of each version."""
    now = csv(*(f"c{n},{who},{(n + (v == 'v2')) % 2},{v}" for n in range(4) for who in "ab" for v in ("v1", "v2")),
              header="item_id,annotator_id,label,system")  # fmt: skip
    app = with_files(history=OLD, current=now)

    drop(app, "round_gold", b"item_id,gold_label\nc1,1\nc2,0\n", "gold.csv")

    told = next(plain(box.value) for box in app.warning if "gold.csv" in plain(box.value))
    assert "has no column system" in told and "for 2 of them the most frequent vote is not the same" in told


def test_a_gold_file_that_fits_nothing_is_refused_in_words():
    """The button is not there until the gold is right or gone."""
    app = drop(with_files(history=OLD, current=NOW), "round_gold", b"item_id,gold_label\nz1,1\n", "gold.csv")

    assert not app.exception and ADD not in labels(app, "button")
    assert any("gold.csv" in plain(box.value) for box in app.error)


def test_gold_of_another_round_is_forgotten():
    """A file of gold belongs to the round it was dropped for."""
    app = drop(with_files(history=OLD, current=NOW), "round_gold", b"item_id,gold_label\nc1,1\n", "gold.csv")

    upload(app, "current", csv("x1,ann,1", "x1,bob,0"), "next.csv")

    assert text("rounds.gold.none") in said(app)


def test_gold_that_went_into_the_history_is_not_offered_again():
    """The zone is empty after the round was added; the same file given once more comes without the gold of before."""
    app = drop(with_files(history=OLD, current=NOW), "round_gold", b"item_id,gold_label\nc1,1\n", "gold.csv")
    click(app, ADD)

    upload(app, "current", NOW)

    assert text("rounds.gold.found", count="1", total="6") not in said(app) and text("rounds.gold.none") in said(app)


def test_a_name_of_the_history_is_refused():
    """Two rounds of one name would become one; nothing changes."""
    app = click(arrive("data"), text("data.sample"))
    app.text_input(key=next(box.key for box in app.text_input if box.label == text("rounds.name"))).set_value(
        "r2"
    ).run()
    assert text("rounds.taken", names="r2") in said(app) and text("rounds.not_last", last="r4") not in said(app)
    assert next(button for button in app.button if button.key == "add_round").disabled
    assert files(app).current is not None


def test_a_round_that_was_added_is_called_so_when_it_comes_again():
    """The same file once more: its own name is there, before any click."""
    app = click(click(arrive("data"), text("data.sample")), ADD)
    drop(app, "current", sample("current"), "current.csv")

    assert text("rounds.taken", names="r5") in said(app) and text("rounds.not_last", last="r5") not in said(app)
    assert next(button for button in app.button if button.key == "add_round").disabled


def test_a_round_that_cannot_be_added_is_refused_as_such():
    """Under another name its votes are there all the same: the title says that it is about adding."""
    app = click(click(arrive("data"), text("data.sample")), ADD)
    bare = pd.read_csv(io.BytesIO(sample("current")), dtype=str).drop(columns="round").to_csv(index=False).encode()
    drop(app, "current", bare, "again.csv")

    click(app, ADD)

    assert [box.proto.title for box in app.error] == [text("rounds.refused")]
    assert "was added before" in plain(app.error[0].value)


def test_without_a_history_the_round_becomes_its_first():
    """A team that starts has no history; the next round will have one."""
    app = with_files(current=NOW)
    assert text("rounds.say.first") in said(app)

    click(app, ADD)

    assert files(app).history is not None and files(app).current is None
    assert read_history(app).rounds == ("1",)


def test_a_history_that_cannot_be_read_offers_nothing():
    """First the file must be understood."""
    app = with_files(history=csv("1,a"), current=NOW)

    assert not app.exception and ADD not in labels(app, "button")


def test_strange_names_are_letters():
    """Markup in a round's name is shown, not drawn."""
    odd = csv("c1,ann,1,**r**<b>", "c1,bob,0,**r**<b>", header="item_id,annotator_id,label,round")
    app = click(with_files(history=OLD, current=odd), ADD)

    assert not app.exception
    assert r"\*\*r\*\*" in said(app)


def test_the_trend_has_every_round_after_the_next_upload():
    """Add a round, give the next: the compare page draws six rounds, with the engine's numbers."""
    app = click(click(arrive("data"), text("data.sample")), ADD)
    upload(app, "current", NEXT, "next.csv")
    settle(go(app, "compare"))

    assert not app.exception
    assert text("trend.title") in [header.value for header in app.header]
    names = [name for spec in map(lambda at: figure_of(app, at), range(len(app.get("plotly_chart"))))
             for name in spec["layout"]["xaxis"].get("categoryarray", [])]  # fmt: skip
    assert {"r1", "r2", "r3", "r4", "r5", "current"} <= set(names)


@pytest.mark.parametrize(("page", "need"), [("compare", "trend.need"), ("annotators", "trend.drift.need")])
def test_a_history_without_rounds_says_what_is_needed(page, need):
    """An empty state with a way on, not an empty chart."""
    app = settle(with_files(page, history=OLD, current=NOW))

    assert not app.exception
    assert text(need) in said(app)


def test_nothing_is_kept_unless_the_server_is_set_up(monkeypatch):
    """Off by default: no word, no folder."""
    monkeypatch.delenv(kept.VARIABLE, raising=False)
    app = click(arrive("data"), text("data.sample"))

    assert text("rounds.kept") not in [header.value for header in app.header]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A server that is set up to keep rounds."""
    monkeypatch.setenv(kept.VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def save_as(app, name: str):
    """Type a name and save."""
    app.text_input(key="kept_name").set_value(name).run()
    return app.button(key="keep").click().run()


def test_what_is_saved_opens_for_the_next_visitor(folder):
    """Data, choices and settings come back as they were, from the folder alone; the same votes, the same numbers."""
    app = save_as(click(arrive("data", margin=3.5), text("data.sample")), "team a")
    assert not app.exception and text("rounds.kept.done", name="team a") in plain(said(app))
    assert [one.name for one in RoundStore(folder).listed()] == ["team a"]

    other = arrive("data")
    assert text("rounds.kept.say") in said(other)
    other.button(key="kept_open_team a").click().run()

    assert not other.exception
    assert files(other) == files(app) and files(other).simulated and files(other).sample
    assert dict(files(other).current.truth) == dict(files(app).current.truth)
    assert other.session_state["margin"] == 3.5
    history = read(sample("history"), role="history")
    assert (read_history(other).label == history.label).all() and (read_history(other).gold == history.gold).all()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_link_opens_what_is_kept_whenever_it_was_made(folder, when):
    """The address of the data as they were dropped, and of those that were saved, leads to the same rounds."""
    app = with_files("data", history=OLD, current=NOW)
    before = Fingerprint.of(files(app))
    save_as(app, "team a")
    asked = {"before": before, "after": Fingerprint.of(files(app))}[when]

    guest = opened(data=str(asked))

    assert not guest.exception and Fingerprint.of(files(guest)) == Fingerprint.of(files(app)) != before
    assert not guest.warning and text("empty.current") not in said(guest)


def test_a_round_added_is_saved_over_the_former(folder):
    """Open, add, save the changes: the name holds the longer history."""
    app = save_as(click(arrive("data"), text("data.sample")), "team a")

    click(app, ADD)
    app.button(key="keep").click().run()

    assert not app.exception and not app.error
    kept_now, _ = RoundStore(folder).open("team a")
    assert kept_now.revision == 2 and kept_now.facts["summary"]["rounds"] == 5
    assert kept_now.facts["summary"]["current"] is False


def test_two_visitors_do_not_overwrite_each_other(folder):
    """The second one is told, and nothing of the first is lost."""
    first = save_as(click(arrive("data"), text("data.sample")), "team a")
    second = arrive("data")
    second.button(key="kept_open_team a").click().run()
    click(first, ADD).button(key="keep").click().run()

    click(second, ADD).button(key="keep").click().run()

    assert any("saved by somebody else" in plain(box.value) for box in second.error)
    assert RoundStore(folder).look("team a").revision == 2


def test_a_name_that_is_taken_or_no_name_is_refused(folder):
    """In words; the data stay as they are."""
    app = save_as(click(arrive("data"), text("data.sample")), "team a")
    stranger = click(arrive("data"), text("data.sample"))

    for name, words in (("team a", "kept under the name team a already"), ("../x", "cannot be used as a name"),
                        ("", "Give a name")):  # fmt: skip
        save_as(stranger, name)
        assert not stranger.exception
        assert any(words in plain(box.value) for box in stranger.error), name
    assert not app.exception and len(RoundStore(folder).listed()) == 1


def test_deleting_asks_first(folder):
    """One click opens the question, the second deletes; the visitor's own copy stays."""
    app = save_as(click(arrive("data"), text("data.sample")), "team a")
    assert text("rounds.kept.delete.ask", name="team a") in plain(said(app))

    app.button(key="kept_gone_team a").click().run()

    assert RoundStore(folder).listed() == () and files(app).current is not None
    assert text("rounds.kept.none") in said(app)


def test_a_damaged_one_is_shown_and_not_opened(folder):
    """What is wrong stands there; it can be deleted."""
    save_as(click(arrive("data"), text("data.sample")), "team a")
    next(folder.rglob("*.parquet")).write_bytes(b"half")

    app = arrive("data")
    app.button(key="kept_open_team a").click().run()

    assert not app.exception
    assert any("is damaged" in plain(box.value) for box in app.error) and files_of(app) is None


def files_of(app):
    """The visitor's current round, if any file is there."""
    return app.session_state["_workspace"].current if "_workspace" in app.session_state else None


def test_a_file_that_is_not_understood_is_not_kept(folder):
    """Half-understood data would come back half-understood."""
    app = save_as(with_files(current=csv("1,a,maybe", "1,b,perhaps")), "team a")

    assert not app.exception
    assert any(plain(text("rounds.kept.unread", file="current.csv")) in plain(box.value) for box in app.error)
    assert RoundStore(folder).listed() == ()


def test_a_folder_that_cannot_be_used_is_said(tmp_path, monkeypatch):
    """A wrong setting does not break the page."""
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv(kept.VARIABLE, str(tmp_path / "file"))

    app = click(arrive("data"), text("data.sample"))

    assert not app.exception and any("cannot be used" in plain(box.value) for box in app.error)
