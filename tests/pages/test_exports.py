"""Exports of other tools on the data page: proposed under the drop zone, read when accepted, and taken back."""

from __future__ import annotations

import pandas as pd
import pytest

import hero_core
from hero_core.reading.layouts import BY_NAME
from hero_core.words import text
from tests.pages.visit import click, csv, go, labels, plain, said, upload, with_files
from ui import state

TOLOKA, STUDIO, PRODIGY = (BY_NAME[name].sample.encode() for name in ("toloka", "label_studio_csv", "prodigy"))
HISTORY = csv(*[f"{item},a{who},{(item + who) % 2}" for item in range(12) for who in range(3)])
GOLD = csv(*[f"{item},{item % 2}" for item in range(5)], header="item_id,gold_label")


def choices(app, role: str = "current"):
    """The file in a role with its reading choices."""
    return app.session_state[state._WORKSPACE].upload(role)


def pairing(app) -> pd.DataFrame:
    """The table of the proposal."""
    return next(table.value for table in app.table if text("data.layout.from") in table.value)


def drop_gold(app, data: bytes, name: str = "gold.csv"):
    """Drop a file into the zone for gold labels."""
    zone = next(zone for zone in app.file_uploader if zone.key.startswith("drop_gold"))
    zone.set_value((name, data, "text/csv")).run()
    return app


def read_of(app, role: str = "current"):
    """What the page understood, by the fact's name."""
    facts = next(table.value for table in app.table if text(f"data.{role}") in table.value)
    return facts[text(f"data.{role}")]


def test_an_export_is_proposed_with_pairing_and_first_vote():
    """The proposal is the engine's; nothing is read and nothing is called unusable."""
    app = with_files(current=TOLOKA)
    proposal = hero_core.propose(TOLOKA, name="current.csv")

    assert not app.exception and proposal.title in plain(said(app))
    found = pairing(app).map(plain)
    assert found[text("data.layout.from")].str.strip("`").tolist() == list(proposal.pairing.values())
    assert found.loc["`annotator_id`", text("data.layout.example")] == proposal.example["annotator_id"]
    assert choices(app).layout is None and "cannot be used" not in said(app)
    assert "--layout" not in plain(said(app))


def test_one_click_reads_it():
    """The votes are those of the engine with the same layout."""
    app = click(with_files(current=TOLOKA), text("data.layout.use"))
    found = hero_core.read(TOLOKA, layout="toloka")

    assert not app.exception and choices(app).layout == "toloka"
    assert read_of(app)[text("data.fact.votes")] == str(found.n_votes)
    assert read_of(app)[text("data.fact.annotators")] == str(found.n_annotators)


def test_the_answer_field_is_asked_for_where_there_are_several():
    """Pairing and choice follow the field; here the second one is taken."""
    app = with_files(current=STUDIO)
    answer = next(box for box in app.selectbox if box.label == text("data.layout.answer"))
    assert answer.options == ["good", "text"]
    answer.set_value("text").run()
    assert pairing(app).map(plain).loc["`label`", text("data.layout.example")] == "first text"

    click(app, text("data.layout.use"))
    assert choices(app).layout == "label_studio_csv:text" and "**text**" in said(app)


def test_json_lines_are_accepted_like_any_file():
    """The zone takes every type; the content says what it is."""
    app = with_files()
    upload(app, "current", PRODIGY, "tasks.jsonl")
    click(app, text("data.layout.use"))

    assert read_of(app)[text("data.fact.votes")] == str(hero_core.read(PRODIGY, layout="prodigy").n_votes)


def test_json_with_our_columns_needs_no_question():
    """An array of records with our names is read as it stands."""
    app = with_files()
    upload(app, "current", b'[{"item_id": 1, "annotator_id": "a", "label": 1}, '
                           b'{"item_id": 2, "annotator_id": "a", "label": 0}]', "votes.json")  # fmt: skip

    assert read_of(app)[text("data.fact.votes")] == "2" and text("data.layout.use") not in labels(app, "button")


def test_a_declined_layout_is_not_proposed_again():
    """Plain holds until the visitor asks again; then the proposal is back."""
    app = click(with_files(current=TOLOKA), text("data.layout.decline"))
    assert choices(app).layout == "plain" and text("data.layout.use") not in labels(app, "button")
    assert any("label" in plain(box.value) for box in app.error)

    click(app, text("data.layout.again"))
    assert choices(app).layout is None and text("data.layout.use") in labels(app, "button")


def test_undo_takes_the_choice_back():
    """One step back is the proposal, not the empty page."""
    app = click(click(with_files(current=TOLOKA), text("data.layout.use")), text("data.undo"))

    assert choices(app).layout is None and text("data.layout.use") in labels(app, "button")


def test_the_choice_belongs_to_one_file():
    """The other file keeps its own way of being read; a corrected file keeps the choice; another kind is asked anew."""
    app = click(with_files(current=TOLOKA, history=HISTORY), text("data.layout.use"))
    assert choices(app, "history").layout is None

    upload(app, "current", TOLOKA + b"\n")
    assert choices(app).layout == "toloka"
    upload(app, "current", HISTORY)
    assert choices(app).layout is None and not app.error


def test_the_choice_survives_a_page_switch():
    """It is part of the file, not of a widget."""
    app = click(with_files(current=TOLOKA), text("data.layout.use"))
    go(go(app, "items"), "data")

    assert not app.exception and choices(app).layout == "toloka" and not app.error


def test_gold_in_a_file_of_its_own_is_joined():
    """The history gains exactly the gold of that file, by its name."""
    app = drop_gold(with_files(history=HISTORY), GOLD)

    assert not app.exception and plain(read_of(app, "history")[text("data.fact.gold")]).startswith("5 ")
    assert "gold.csv: gold for 5 of the 12 items" in plain(said(app))


def test_gold_can_be_taken_away_and_brought_back():
    """The button and undo; the votes stay."""
    app = click(drop_gold(with_files(history=HISTORY), GOLD), text("data.gold.remove"))
    assert plain(read_of(app, "history")[text("data.fact.gold")]).startswith("0 ")

    click(app, text("data.undo"))
    assert plain(read_of(app, "history")[text("data.fact.gold")]).startswith("5 ")


def test_a_gold_file_that_does_not_belong_is_explained():
    """Both files are named; nothing crashes."""
    app = drop_gold(with_files(history=HISTORY), csv("x1,1", header="item_id,gold_label"))

    assert not app.exception
    assert any("gold.csv" in plain(box.value) and "history.csv" in plain(box.value) for box in app.error)


def test_only_the_history_has_a_gold_zone():
    """The current round is to be judged, not known."""
    zones = [zone.key for zone in with_files(current=HISTORY).file_uploader]

    assert not any(key.startswith("drop_gold") for key in zones)


@pytest.mark.parametrize("name", ["toloka", "label_studio", "mturk", "wide", "mqm", "argilla", "side_by_side"])
def test_every_kind_of_export_can_be_accepted(name):
    """The proposal that is shown can be read: no crash, no question about columns left."""
    layout = BY_NAME[name]
    app = with_files()
    upload(app, "current", layout.sample.encode(), f"export.{layout.suffix}")
    click(app, text("data.layout.use"))

    assert not app.exception and choices(app).layout.partition(":")[0] == name
    assert not any("column" in plain(box.value) for box in app.error)


def test_other_pages_point_to_the_data_page_while_nothing_is_decided():
    """A page that needs the file says where the question is answered, without a traceback."""
    app = go(with_files(current=TOLOKA), "items")

    assert not app.exception and any("Data page" in plain(box.value) for box in app.error)
