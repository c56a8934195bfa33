"""The data page: files come and go, are understood or explained, and what the visitor decides about them holds."""

from __future__ import annotations

import hashlib

import pandas as pd
import pytest

import hero_core
from hero_core.words import LANGUAGES, speaking, text
from tests.pages.visit import (
    arrive,
    click,
    csv,
    go,
    labels,
    plain,
    said,
    sample,
    settle,
    upload,
    with_files,
    with_sample,
)
from ui import state
from ui.canonical import canonical_table
from ui.explain import escape

PAIRS = [(item, vote) for item in range(20) for vote in range(3)]
GOOD_BAD = csv(*[f"{item},ann{vote},{'good' if (item + vote) % 3 else 'bad'}" for item, vote in PAIRS])
SAMPLE_VOTES = {role: f"{hero_core.read(sample(role)).n_votes:,} votes" for role in ("history", "current")}
GOLD_HEADER = "item_id,annotator_id,label,gold_label"
WORKER = csv(*[f"{item},w{vote},{(item + vote) % 2}" for item, vote in PAIRS], header="task,worker,answer")


def facts(app) -> pd.DataFrame:
    """The table of what was understood."""
    return app.table[0].value


def test_the_empty_page_has_two_zones_and_says_what_belongs_there():
    """Which file is which, before anything is uploaded."""
    app = arrive("data")

    assert not app.exception
    assert labels(app, "file_uploader") == [text("data.history.drop"), text("data.current.drop")]
    assert said(app).count(text("data.status.none")) == 2


def test_the_sample_loads_both_files():
    """One click, both zones filled, nothing to remark."""
    app = click(arrive("data"), text("data.sample"))

    assert not app.exception
    assert f"{SAMPLE_VOTES['history']}, 960 items, 12 annotators" in said(app)
    assert f"{SAMPLE_VOTES['current']}, 480 items, 12 annotators" in said(app)


def test_what_was_understood_is_what_the_reader_says():
    """Counts, names and the fingerprint are those of the file."""
    app = with_files(current=sample("current"))
    found = hero_core.read(sample("current"), name="current.csv")
    column = facts(app)[text("data.current")].map(plain)

    assert column[text("data.fact.rows")] == f"{found.rows:,}"
    assert column[text("data.fact.votes")] == f"{found.n_votes:,}"
    assert column[text("data.fact.systems")] == ", ".join(found.systems)
    assert hashlib.sha256(sample("current")).hexdigest().startswith(column[text("data.fact.sha256")])


def test_gold_is_counted():
    """How many items of the history an expert answered."""
    app = with_files(history=sample("history"))

    assert plain(facts(app)[text("data.history")][text("data.fact.gold")]) == "96 (10.0%)"


def test_first_rows_are_shown_as_understood():
    """The preview holds the first votes, in canonical columns."""
    app = with_files(current=b"\xef\xbb\xbf" + csv("7,ann,yes", "8,ann,no"))
    preview = next(table.value for table in app.dataframe if "item_id" in table.value)

    assert preview["item_id"].tolist() == ["7", "8"]
    assert preview["label"].tolist() == ["1", "0"]


@pytest.mark.parametrize("role", ["history", "current"])
def test_a_bad_file_leaves_the_other_usable(role):
    """Each file has its own status; the good one is understood as if it were alone."""
    other = "current" if role == "history" else "history"
    app = with_files(**{role: csv("1,a"), other: sample(other)})

    assert not app.exception
    assert f"**{role}.csv** cannot be used" in plain(said(app))
    assert list(facts(app)) == [text(f"data.{other}")]


def test_a_refusal_names_file_and_line():
    """The message says where; the page says it under "must be solved"."""
    app = with_files(current=csv("1,ann,1", "2,ann,0,extra"))
    told = " ".join(plain(box.value) for box in app.error)

    assert "current.csv" in told and "line 3" in told
    assert text("data.severity.error") in said(app)


def test_an_empty_file_is_explained():
    """The uploader accepts it; the reader says what it is."""
    assert "0 bytes" in " ".join(plain(box.value) for box in with_files(current=b"").error)


def test_warnings_are_listed_by_gravity():
    """Repeated votes are a warning with their lines."""
    app = with_files(current=csv("1,a,1", "1,a,1", "2,a,0"))

    assert text("data.severity.warning") in said(app)
    assert [plain(box.value).partition(":")[0] for box in app.warning] == ["current.csv, line 3"]


def radio(app, key: str):
    """The choice whose key begins like this."""
    return next(found for found in app.radio if found.key and found.key.startswith(key))


def meaning(app, value: str):
    """The widget that says what a label stands for."""
    return next(box for box in app.selectbox if plain(box.label).startswith(f"{value} ("))


def test_unknown_labels_are_asked_for_and_used():
    """good and bad: no guess, a form, and then the numbers follow what was said."""
    app = with_files(current=GOOD_BAD)
    assert app.error and meaning(app, "good").value == "<keep>"

    meaning(app, "good").set_value("1")
    meaning(app, "bad").set_value("0")
    click(app, text("data.labels.use"))
    assert not app.error
    found = hero_core.read(GOOD_BAD, labels={"good": "1", "bad": "0"})
    assert facts(app)[text("data.current")][text("data.fact.votes")] == f"{found.n_votes}"

    settle(go(app, "overview"))
    share = hero_core.estimate(None, found, methods=("pec",), resamples=0).get("pec").estimate
    assert app.metric[0].value == f"{share:.0%}"


def test_a_label_can_mean_no_vote():
    """What was skipped under an unusual name is not counted."""
    data = csv("1,a,1", "2,a,0", "3,a,skipped", "3,b,1")
    app = with_files(current=data)
    meaning(app, "skipped").set_value("")
    click(app, text("data.labels.use"))

    assert not app.error and facts(app)[text("data.current")][text("data.fact.votes")] == "3"


def test_the_meaning_can_be_taken_back():
    """Back to how it stands: the question is asked again."""
    app = with_files(current=GOOD_BAD)
    meaning(app, "good").set_value("1")
    meaning(app, "bad").set_value("0")
    click(app, text("data.labels.use"))
    reset = [button for button in app.button if button.label == text("data.labels.reset") and not button.disabled]
    reset[0].click().run()

    assert app.error


def test_columns_with_other_names_are_guessed_and_accepted():
    """task, worker, answer: one click on the proposed pairing."""
    app = with_files(current=WORKER)
    assert any("label" in plain(box.value) for box in app.error)
    guessed = {box.label: box.value for box in app.selectbox if box.label.startswith("`")}
    assert guessed["`item_id`"] == "task" and guessed["`annotator_id`"] == "worker"

    next(box for box in app.selectbox if box.label == "`label`").set_value("answer")
    click(app, text("data.columns.use"))

    assert not app.error and facts(app)[text("data.current")][text("data.fact.votes")] == "60"


def test_repeats_are_treated_as_chosen():
    """Two labels of one annotator on one item: none, the first, or the last."""
    app = with_files(current=csv("1,a,1", "1,a,0", "2,a,0", "2,b,1"))
    votes = {}
    for choice in ("drop", "first"):
        radio(app, "repeats_current").set_value(choice).run()
        votes[choice] = facts(app)[text("data.current")][text("data.fact.votes")]

    assert votes == {"drop": "2", "first": "3"}


def test_the_overlap_choice_reaches_the_numbers():
    """Kept or left out, the data have another key and the choice is remembered."""
    app = with_files(history=sample("history"), current=sample("current"))
    radio(app, "overlap").set_value("keep").run()

    assert app.session_state[state._WORKSPACE].overlap == "keep"


def test_undo_brings_the_former_files_back():
    """A wrong file costs one click."""
    app = with_files(current=sample("current"))
    upload(app, "current", csv("1,a,1", "2,a,0"), "wrong.csv")
    assert "**wrong.csv**:" in plain(said(app))

    click(app, text("data.undo"))
    assert "**wrong.csv**:" not in plain(said(app)) and SAMPLE_VOTES["current"] in said(app)

    click(app, text("data.undo"))
    assert said(app).count(text("data.status.none")) == 2


def test_a_corrected_file_with_the_same_name_counts():
    """The cache goes by content, not by name."""
    app = with_files(current=csv("1,a,1", "2,a,0"))
    upload(app, "current", csv("1,a,1", "2,a,0", "3,a,0"))

    assert facts(app)[text("data.current")][text("data.fact.votes")] == "3"


def test_forgetting_removes_files_and_steps():
    """Nothing is left to undo either."""
    app = click(with_files(current=sample("current")), text("data.forget"))

    assert said(app).count(text("data.status.none")) == 2
    assert all(button.disabled for button in app.button if button.label in (text("data.undo"), text("data.forget")))


def test_taking_a_file_out_of_its_zone_removes_it():
    """The cross in the uploader means what it says."""
    app = with_files(current=sample("current"))
    zone = next(zone for zone in app.file_uploader if zone.key.startswith("drop_current"))
    zone.set_value(None).run()

    assert said(app).count(text("data.status.none")) == 2


def test_files_survive_a_page_switch():
    """Streamlit empties the uploader; our copy stays."""
    app = with_files(current=sample("current"))
    go(app, "items")
    go(app, "data")

    assert SAMPLE_VOTES["current"] in said(app)


def test_settings_survive_page_switches():
    """Level, margin and direction hold on every page."""
    app = with_sample("data")
    app.selectbox(key="level").set_value(0.9).run()
    app.number_input(key="margin").set_value(3.5).run()
    app.radio(key="good").set_value("low").run()
    for page in ("items", "data"):
        go(app, page)

    assert app.selectbox(key="level").value == 0.9
    assert app.number_input(key="margin").value == 3.5
    assert app.radio(key="good").value == "low"


def test_the_canonical_table_reads_back_the_same():
    """What is downloaded as understood means the same when it is uploaded again."""
    found = hero_core.read(sample("history"), role="history")
    table = canonical_table(found)
    again = hero_core.read(table.to_csv(index=False).encode(), role="history")

    assert (again.n_votes, again.n_items, again.has_gold.sum()) == (found.n_votes, found.n_items, found.has_gold.sum())
    assert (again.vote_counts == found.vote_counts).all() and (again.gold == found.gold).all()


def test_strange_ids_in_the_facts_are_letters():
    """A system called like a link is no link."""
    rows = [f"{item},a,{item % 2},[x](http://y.z){item % 2}" for item in range(8)]
    app = with_files(current=csv(*rows, header="item_id,annotator_id,label,system"))
    cell = facts(app)[text("data.current")][text("data.fact.systems")]

    assert cell.startswith("`[x](http://y.z)0")


OLD = csv(*[f"{item},{who},{item % 2},{item % 2}" for item in range(10) for who in "ab"],
          header="item_id,annotator_id,label,gold_label")  # fmt: skip
NEW = csv(*[f"n{item},{who},{item % 2}" for item in range(10) for who in "ab"])
STRANGERS = csv(*[f"n{item},{who},{item % 2}" for item in range(10) for who in ("x a", "x b")])
GOLD_OF_ONE = csv(*[f"{item},{who},{item % 2},{item % 2 or ''}" for item in range(10) for who in "ab"],
                  header="item_id,annotator_id,label,gold_label")  # fmt: skip
NO_GOLD = csv(*[f"{item},{who},{item % 2}" for item in range(10) for who in "ab"])


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"history": OLD, "current": STRANGERS}, "None of the annotators of current.csv (x a, x b) occurs"),
        ({"history": GOLD_OF_ONE, "current": NEW}, "Without gold of class 0"),
        ({"history": NO_GOLD, "current": NEW}, "has no expert answer (gold) at all"),
        ({"history": GOLD_OF_ONE}, "Without gold of class 0"),
    ],
    ids=["strangers", "gold of one class", "no gold", "alone"],
)
def test_a_history_that_cannot_correct_is_told_before_any_estimate(files, why):
    """Else everything looks well here, and the refusal is found on another page."""
    app = with_files(**files)
    told = [plain(box.value) for box in app.warning]

    assert any("there will be no number from HERO" in sentence and why in sentence for sentence in told)


def test_a_history_that_can_correct_gets_no_such_remark():
    """Nothing is said where HERO will have a number."""
    assert "there will be no number from HERO" not in plain(said(with_files(history=OLD, current=NEW)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_remark_sends_the_visitor_where_he_is(language):
    """The engine's remedies name the data page for other pages; here they say: on this page."""
    app = with_files(current=csv("1,a,1", "1,a,0", "2,A,1", "2,b,0", "3,b,1"))
    app.session_state["lang"] = language
    app.run()
    wrong = with_files(current=b"\xff\xfe\x00\xd8 item_id")
    with speaking(language):
        elsewhere, here = text("data.elsewhere"), text("data.here")
    told = [box.value for box in [*app.warning, *app.error, *app.info]]

    assert any(here in sentence for sentence in told)
    assert not any(elsewhere in words for words in [*told, *(box.value for box in wrong.markdown)])


@pytest.mark.parametrize("role", ["history", "current"])
def test_one_file_can_be_taken_away_after_a_page_switch(role):
    """The zone has forgotten its cross by then; the other file stays."""
    app = with_files(history=OLD, current=NEW)
    assert not any(button.key == f"remove_{role}" for button in app.button)  # the zone's own cross is there
    go(go(app, "report"), "data")

    app.button(key=f"remove_{role}").click().run()

    files = app.session_state[state._WORKSPACE]
    other = "current" if role == "history" else "history"
    assert files.upload(role) is None and files.upload(other) is not None
    click(app, text("data.undo"))
    assert app.session_state[state._WORKSPACE].upload(role) is not None


def test_one_file_in_both_places_is_called_so():
    """Not a count of shared items of two files, and no second remark that HERO is refused; nor a swap of itself."""
    app = with_files(history=OLD, current=OLD)
    told = [plain(box.value) for box in app.warning]

    assert sum("This is the same file twice" in sentence for sentence in told) == 1
    assert not any("too (" in sentence or "no number from HERO" in sentence for sentence in told)
    assert text("data.swap") not in labels(app, "button")


def test_exchanged_files_are_swapped_with_one_click():
    """The gold stands in the current file: the remark offers the swap, which keeps names and choices, and undo."""
    app = with_files(history=NEW, current=OLD)
    assert any("look exchanged" in plain(box.value) for box in app.warning)

    click(app, text("data.swap"))

    files = app.session_state[state._WORKSPACE]
    assert (files.history.data, files.current.data) == (OLD, NEW)
    assert (files.history.name, files.history.role, files.current.role) == ("current.csv", "history", "current")
    assert "look exchanged" not in plain(said(app)) and text("data.swap") not in labels(app, "button")
    click(app, text("data.undo"))
    assert app.session_state[state._WORKSPACE].history.data == NEW


@pytest.mark.parametrize("history", [OLD, NEW], ids=["gold in both", "a stray gold label"])
def test_stray_gold_in_the_current_file_is_no_exchange(history):
    """Only where the history has none and the current file has much of it."""
    stray = csv(*[f"c{item},{who},{item % 2},{'1' if history is OLD or (item == 1 and who == 'a') else ''}"
                  for item in range(20) for who in "ab"], header=GOLD_HEADER)  # fmt: skip

    assert text("data.swap") not in labels(with_files(history=history, current=stray), "button")


def test_two_scales_are_explained_where_they_can_be_cured():
    """Each file is fine alone; the page says why they do not fit together and opens the labels of the graded one."""
    binary = csv(*[f"{item},ann{vote},{(item + vote) % 2},{item % 2}" for item, vote in PAIRS], header=GOLD_HEADER)
    graded = csv(*[f"{item},ann{vote},{1 + (item + vote) % 5}" for item, vote in PAIRS])
    app = with_files(history=binary, current=graded)

    assert "different label scales" in said(app)
    assert text("data.findings.none") not in said(app)
    opened = [box for box in app.expander if box.label == text("data.labels", file=escape("current.csv"))]
    assert opened and opened[0].proto.expanded
