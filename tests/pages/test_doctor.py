"""The data page as a doctor: what was understood, what is asked and never guessed, what a click changed."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pandas as pd
import pytest

import hero_core
from hero_core.words import text
from tests.pages.test_exports import choices, read_of
from tests.pages.visit import click, csv, go, labels, plain, said, sample, settle, with_files, with_sample
from ui import cached, state
from ui.canonical import canonical_table
from ui.excerpt import rows_of

PAIRS = [(item, who) for item in range(20) for who in range(3)]
GOOD_BAD = csv(*[f"{item},a{who},{'good' if (item + who) % 3 else 'bad'}" for item, who in PAIRS])
WINS = csv(*[f"{item},a{who},{('win', 'tie', 'loss')[(item * item + who) % 3]}" for item, who in PAIRS])
GRADED = csv(*[f"{item},a{who},{1 + (item + who) % 5},v{item % 2}" for item, who in PAIRS],
             header="item_id,annotator_id,label,system")  # fmt: skip
BINARY = csv(*[f"{item},a{who},{(item + who) % 2},{item % 2}" for item, who in PAIRS],
             header="item_id,annotator_id,label,gold_label")  # fmt: skip
REPEATED = csv("1,a,1", "1,a,0", "2,a,0", "2,b,1")
SCALE = "loss = 0, tie = 1, win = 2"


def zipped(*names: str) -> bytes:
    """An archive with members of these names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "<x/>")
    return out.getvalue()


def radio(app, start: str):
    """The question whose key begins like this."""
    return next(found for found in app.radio if found.key and found.key.startswith(start))


def press(app, start: str):
    """Press the button whose label begins like this."""
    next(button for button in app.button if plain(button.label).startswith(start)).click().run()
    return app


def cut_from(app, label: str):
    """Cut the graded scale at a label."""
    next(box for box in app.selectbox if box.label == text("data.threshold.from")).set_value(label)
    return click(app, text("data.threshold.use"))


def test_what_was_understood_comes_before_remarks_and_choices():
    """First what the reader made of the files, then what is odd about it."""
    found = [heading.value for heading in with_files(history=BINARY, current=GOOD_BAD).header]
    order = [text(f"data.{name}") for name in ("understood", "findings", "choices", "preview")]

    assert [heading for heading in found if heading in order] == order


def test_the_form_of_the_file_is_told():
    """Encoding and separator as found in the bytes; columns by another name are paired."""
    facts = read_of(with_files(current="Item-ID;annotator id;label\n1;Zoë;1\n2;Zoë;0\n".encode("cp1252")))
    form = plain(facts[text("data.fact.format")])

    assert "semicolons" in form and "utf-8" not in form.lower()
    assert "annotator id → annotator_id" in plain(facts[text("data.fact.renamed")])


def test_gold_is_told_by_annotator_and_by_version():
    """The same counts as by hand from the annotations."""
    facts = read_of(with_files(history=sample("history")), "history")
    found = hero_core.read(sample("history"), role="history")
    votes = np.bincount(found.annotator, weights=found.has_gold[found.item])
    by_annotator = plain(facts[text("data.fact.gold_votes")])

    assert f"median {np.median(votes):.0f}" in by_annotator and f"fewest {votes.min():.0f}" in by_annotator
    for code, name in enumerate(found.systems):
        here = found.system == code
        told = text("data.gold_system", system=name, gold=int(found.has_gold[here].sum()), total=int(here.sum()))
        assert told in plain(facts[text("data.fact.gold_systems")])


def test_each_label_is_told_with_its_class():
    """yes is 1 by convention; what is 1 already needs no arrow."""
    told = plain(read_of(with_files(current=csv("1,a,yes", "2,a,no", "3,a,1")))[text("data.fact.labels")])

    assert "yes → 1: " in told and "no → 0: 1" in told and "1 → 1" not in told


@pytest.mark.parametrize(("one", "other"), [("good", "bad"), ("bad", "good")])
def test_of_two_words_one_click_says_which_is_1(one, other):
    """A question without a preset answer; what is clicked is what the engine reads."""
    app = with_files(current=GOOD_BAD)
    question = radio(app, "remedy_unknown_labels")
    assert question.value is None and choices(app).labels == ()

    question.set_value(question.options.index(text("data.ask.one.answer", one=one, zero=other))).run()
    assert not app.exception and not app.error
    assert dict(choices(app).labels) == {one: "1", other: "0"}


def test_words_of_a_preference_are_read_with_one_button():
    """Loss 0, tie 1, win 2; undo asks again."""
    app = press(with_files(current=WINS), SCALE)
    assert dict(choices(app).labels) == {"loss": "0", "tie": "1", "win": "2"} and not app.error
    assert "win → 2" in plain(read_of(app)[text("data.fact.labels")])

    click(app, text("data.undo"))
    assert choices(app).labels == () and app.error


def test_an_odd_word_among_known_labels_can_count_as_no_vote():
    """Offered beside the remark, done only on the click."""
    app = with_files(current=csv("1,a,1", "2,a,0", "3,a,unsure", "3,b,1"))
    assert app.error and choices(app).labels == ()

    press(app, text("data.ask.none", words="“unsure”"))
    assert not app.error and read_of(app)[text("data.fact.votes")] == "3"


def test_the_same_words_in_the_other_file_need_one_click():
    """Mappings are kept by file; the second file offers the answer given for the first, and does not take it."""
    app = press(with_files(history=WINS, current=WINS), SCALE)
    assert choices(app, "history").labels and not choices(app).labels

    press(app, text("data.ask.same", file="history.csv", labels=SCALE))
    assert choices(app).labels and not app.error


def test_a_scale_is_cut_where_the_visitor_says():
    """From 4 on a vote counts as 1; the counts follow; the scale comes back with one click."""
    app = cut_from(with_files(current=GRADED), "4")
    assert choices(app).threshold == 4.0
    votes = hero_core.read(GRADED, threshold=4)
    assert f"1: {int(votes.label.sum())}" in plain(read_of(app)[text("data.fact.labels")])

    click(app, text("data.threshold.back"))
    assert choices(app).threshold is None


def test_the_worth_of_labels_reaches_every_number():
    """The overview shows the engine's estimate with these values; spread evenly again gives the former one."""
    app = with_files(current=GRADED)
    last = next(box for box in app.number_input if box.label == text("data.values.of", name="5"))
    assert last.value == 1.0
    last.set_value(3.0)
    click(app, text("data.values.use"))
    worth = (0.0, 0.25, 0.5, 0.75, 3.0)
    files = app.session_state[state._WORKSPACE]
    assert cached.rounds(None, files.current, "drop", files.values).values == worth

    settle(go(app, "overview"))
    found = hero_core.read(GRADED)
    share = hero_core.estimate(None, found, methods=("pec",), resamples=0, values=worth).get("pec", "v0").estimate
    assert f"{share:.2f}" in [tile.value for tile in app.metric]

    click(go(app, "data"), text("data.values.reset"))
    assert app.session_state[state._WORKSPACE].values == ()


def test_two_scales_are_joined_by_cutting_the_graded_one():
    """The question stands beside the remark, about the graded file only."""
    app = cut_from(with_files(history=BINARY, current=GRADED), "3")

    assert choices(app).threshold == 3.0 and choices(app, "history").threshold is None and not app.error


def test_polarity_is_asked_once_and_kept():
    """The answer is the setting of the sidebar; after it the question is gone, on every visit."""
    app = click(with_files(current=BINARY), text("data.polarity.low"))
    assert app.radio(key="good").value == "low" and text("data.polarity.low") not in labels(app, "button")

    go(go(app, "items"), "data")
    assert app.radio(key="good").value == "low" and text("data.polarity.low") not in labels(app, "button")


def test_polarity_of_the_sample_is_known():
    """Nobody is asked about data that we made."""
    assert text("data.polarity.high") not in labels(with_sample("data"), "button")


def test_the_page_says_what_a_remedy_changed():
    """The choice in words and the votes before and after; undo tells the way back."""
    app = click(with_files(current=REPEATED), text("data.repeats.first"))
    assert "votes 2 → 3" in said(app) and text("data.repeats.first") in said(app)

    app.button(key="undo_here").click().run()
    assert "votes 3 → 2" in said(app)


def test_the_rows_of_a_remark_stand_beside_it():
    """Cells as they are in the file, with their lines."""
    app = with_files(current=REPEATED)
    shown = next(table.value for table in app.dataframe if text("data.rows.line") in table.value)

    assert shown[text("data.rows.line")].tolist() == ["2", "3"] and shown["label"].tolist() == ["1", "0"]


def test_rows_with_breaks_in_a_cell_are_whole():
    """A quoted cell may hold line breaks and separators; a file that is no text has no rows to show."""
    data = b'item_id,annotator_id,label\n"1\nx, y",a,1\n2,b,0\n'

    assert rows_of(data, "f.csv", None, (2, 4))[1:] == (("2", "1\nx, y", "a", "1"), ("4", "2", "b", "0"))
    assert rows_of(b'[{"item_id": 1}]', "f.json", None, (1,)) == ()


def test_the_drop_zone_says_why_a_file_is_refused():
    """The reason and the cure, without scrolling."""
    zone = next(box.value for box in with_files(current=b"").markdown if "cannot be used" in box.value)

    assert "0 bytes" in plain(zone) and "What you can do" in zone


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
        (b"\x89PNG\r\n\x1a\n\x00", "PNG"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "JPEG"),
        (b"<!DOCTYPE html><html><body>Sign in</body></html>", "web page"),
        (zipped("[Content_Types].xml", "word/document.xml"), "Word docx"),
    ],
    ids=["pdf", "png", "jpeg", "html", "docx"],
)
def test_a_wrong_kind_of_file_is_named(data, word):
    """No traceback, no table of nonsense."""
    app = with_files(current=data)

    assert not app.exception and word in plain(said(app)) and "cannot be used" in said(app)


def test_the_parquet_download_reads_back_the_same():
    """What is downloaded beside the CSV means the same."""
    found = hero_core.read(sample("history"), role="history")
    out = io.BytesIO()
    canonical_table(found).to_parquet(out, index=False)
    again = hero_core.read(out.getvalue(), role="history")

    assert (again.n_votes, again.n_items, again.has_gold.sum()) == (found.n_votes, found.n_items, found.has_gold.sum())
    assert pd.read_parquet(io.BytesIO(out.getvalue()))["annotator_id"].nunique() == found.n_annotators
