"""The items page: the most doubtful first, filters that hold, and why an item got its label."""

from __future__ import annotations

import numpy as np
import pytest

import hero_core
from hero_core.words import text
from tests.pages.visit import arrive, csv, figure_of, go, plain, said, sample, sample_rounds, with_files, with_sample


@pytest.fixture(scope="module")
def engine():
    """History, current round, and the engine's table of items."""
    history, current = sample_rounds()
    return history, current, hero_core.item_table(current, history, method="hero1").frame


def listed(app):
    """The table of items as drawn."""
    return next(table.value for table in app.dataframe if "split" in table.value)


def votes(app):
    """The table of votes as drawn."""
    return next(table.value for table in app.dataframe if "log_ratio" in table.value)


def test_the_empty_page_says_which_file_it_needs():
    """Two ways on, as on every page."""
    app = arrive("items")

    assert not app.exception and text("empty.current") in [box.value for box in app.info]
    assert {"offer_sample", "offer_files"} <= {button.key for button in app.button}


def test_the_most_doubtful_items_come_first(engine):
    """At most 200 rows, by entropy, with the engine's numbers, and a sentence about the rest."""
    app = with_sample("items")
    shown = listed(app)
    wanted = engine[2].sort_values("entropy", ascending=False, kind="stable").head(200)

    assert not app.exception
    assert shown.index.tolist() == wanted.index.tolist()
    assert np.allclose(shown["posterior"], 100 * wanted["posterior"]) and np.allclose(
        shown["entropy"], wanted["entropy"]
    )
    assert shown["split"].tolist() == wanted["split"].tolist()
    assert "200 of 480 rows are drawn; 280 are not" in said(app)


def test_versions_filter(engine):
    """Only items of the chosen versions, all of them counted."""
    app = with_sample("items")
    app.multiselect(key="items_system").set_value(["v2.0"]).run()

    assert set(listed(app)["system"]) == {"v2.0"}
    assert f"{(engine[2]['system'] == 'v2.0').sum()} of 480 items" in said(app)


def test_annotator_filter(engine):
    """Only items on which this annotator voted."""
    _, current, _ = engine
    app = with_sample("items")
    app.selectbox(key="items_annotator").set_value("judge_wren").run()
    code = list(current.annotator_ids).index("judge_wren")
    judged = set(current.item_ids[current.item[current.annotator == code]])

    assert set(listed(app)["item_id"]) <= judged
    assert f"{len(np.unique(current.item[current.annotator == code]))} of 480 items" in said(app)


def test_search_looks_into_prompts(engine):
    """The text may stand in the id or the prompt, in any case."""
    _, current, _ = engine
    app = with_sample("items")
    app.text_input(key="items_search").set_value("REMOTE work").run()
    wanted = [position for position, prompt in enumerate(current.prompts) if "remote work" in prompt.lower()]

    assert wanted and sorted(listed(app).index) == wanted


def test_a_search_without_hits_says_so():
    """No empty table and no error."""
    app = with_sample("items")
    app.text_input(key="items_search").set_value("no such words").run()

    assert not app.exception and text("items.none") in said(app)


def test_why_this_label_shows_the_engine_s_weights(engine):
    """Each vote with its log-ratio, the strongest first, and whether its annotator is known."""
    history, current, table = engine
    app = with_sample("items")
    position = int(table["entropy"].idxmax())
    wanted = hero_core.item_votes(current, history, position).frame

    assert app.selectbox(key="items_item").value == position
    assert votes(app)["annotator"].tolist() == wanted["annotator"].tolist()
    assert np.allclose(votes(app)["log_ratio"], wanted["log_ratio"], equal_nan=True)
    assert len(app.get("plotly_chart")) == 2


def test_items_that_one_more_vote_helps_most_come_first(engine):
    """The other order of the list: by the engine's expected drop of entropy."""
    app = with_sample("items")
    app.selectbox(key="items_sort").set_value("expected_entropy_drop").run()
    wanted = engine[2].sort_values("expected_entropy_drop", ascending=False, kind="stable")

    shown = listed(app)["expected_entropy_drop"]
    assert not app.exception and np.allclose(shown, wanted["expected_entropy_drop"].head(200))
    assert app.selectbox(key="items_item").value == listed(app).index[0]


def test_one_more_vote_is_the_engine_s(engine):
    """For each annotator the class after each label; drawn, said and as a table; whoever voted is not asked."""
    history, current, table = engine
    app = with_sample("items")
    position = int(table["entropy"].idxmax())
    wanted = hero_core.next_votes(current, history, position).frame
    figure = figure_of(app, 1)
    first = wanted["annotator"].iloc[0]

    drawn = {trace["name"]: trace["x"] for trace in figure["data"] if trace.get("hovertemplate")}
    after = wanted[wanted["annotator"] == first].set_index("label")["after"]
    assert [drawn[text("charts.next_label", label=label)][0] for label in ("0", "1")] == pytest.approx(list(after))
    assert f"The most telling vote would come from {first}" in plain(said(app))
    shown = next(found.value for found in app.dataframe if text("charts.next_turn") in found.value)
    assert shown.iloc[0, 0] == first and shown.iloc[-1, 0] == text("charts.next_average")
    assert not set(votes(app)["annotator"]) & set(shown.iloc[:, 0])


def test_a_graded_item_has_an_outcome_for_each_grade():
    """Three grades: three outcomes a person."""
    app = arrive()
    app.button(key="offer_graded").click().run()
    go(app, "items")
    shown = next(found.value for found in app.dataframe if text("charts.next_turn") in found.value)

    assert not app.exception
    assert [text("charts.next_after", label=label) in shown for label in "012"] == [True] * 3


def test_where_everybody_voted_only_the_average_is_asked():
    """Nobody is left: the page says so, and what one more would do."""
    rows = [f"{item},ann{vote},{int((item * 7 + vote) % 3 > 0)}" for item in range(12) for vote in range(3)]
    app = with_files("items", current=csv(*rows))

    assert not app.exception and "Everybody of this round has voted on it" in said(app)


def test_another_item_is_explained(engine):
    """The prompt and the votes are those of the chosen item; the prompt is plain text."""
    _, current, _ = engine
    app = with_sample("items")
    position = listed(app).index[5]
    app.selectbox(key="items_item").set_value(position).run()

    assert current.prompts[position] in [found.value for found in app.text]
    assert len(votes(app)) == (current.item == position).sum()


def test_unknown_annotators_are_marked():
    """A vote of somebody without history has no weight, and the table says why."""
    app = with_sample("items")
    app.selectbox(key="items_annotator").set_value("judge_wren").run()
    row = votes(app).set_index("annotator").loc["judge_wren"]

    assert row["known"] == text("items.vote.no") and np.isnan(row["log_ratio"])


def test_filters_hold_over_a_page_switch():
    """Coming back shows the same selection."""
    app = with_sample("items")
    app.multiselect(key="items_system").set_value(["v1.0"]).run()
    app.text_input(key="items_search").set_value("c0").run()
    go(app, "data")
    go(app, "items")

    assert app.multiselect(key="items_system").value == ["v1.0"]
    assert app.text_input(key="items_search").value == "c0"


def test_filters_that_other_data_do_not_offer_are_dropped():
    """The chosen version of the former file does not break the page of the next."""
    app = with_sample("items")
    app.multiselect(key="items_system").set_value(["v1.0"]).run()
    app.selectbox(key="items_annotator").set_value("judge_wren").run()
    go(app, "data")
    zone = next(zone for zone in app.file_uploader if zone.key.startswith("drop_current"))
    rows = [f"{item},ann{vote},{(item + vote) % 2},{'AB'[item % 2]}" for item in range(9) for vote in range(3)]
    zone.set_value(("new.csv", csv(*rows, header="item_id,annotator_id,label,system"), "text/csv")).run()
    go(app, "items")

    assert not app.exception
    assert app.multiselect(key="items_system").value == [] and app.selectbox(key="items_annotator").value == ""


def test_without_history_the_votes_of_this_round_speak():
    """PEC instead of HERO-1, and the page says that nobody's record is known."""
    app = with_files("items", current=sample("current"))

    assert not app.exception and app.selectbox(key="items_method").value == "pec"
    assert text("items.no_history") in said(app)


def test_a_refused_file_is_explained():
    """No traceback on this page either."""
    app = with_files("items", current=b"")

    assert not app.exception and any("current.csv" in plain(box.value) for box in app.error)


def test_a_method_without_a_number_is_explained():
    """Nobody of this round is known to the history: PEC speaks; HERO-1, if asked, refuses in words."""
    strangers = csv(*[f"{item},new{vote},{(item + vote) % 2}" for item in range(20) for vote in range(3)])
    app = with_files("items", history=sample("history"), current=strangers)

    assert not app.exception and not app.error and len(listed(app)) == 20
    assert app.selectbox(key="items_method").value == "pec"
    app.selectbox(key="items_method").set_value("hero1").run()
    assert not app.exception and app.error
