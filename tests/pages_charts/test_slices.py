"""Slices and the same items under two versions, on the compare page of the sample."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import hero_core
from hero_core.charts import Units
from hero_core.charts.slices import slices_figure, slices_sentence, slices_table
from hero_core.words import text
from tests.charts.drawn import spec_of
from tests.pages.visit import RESAMPLES, plain, said, sample_rounds, settle, with_files, with_sample
from tests.support import csv_text, small_world


@pytest.fixture(scope="module")
def found():
    """The sample's two leaders by difficulty."""
    return hero_core.slices(*sample_rounds()[:2], by="x_difficulty", a="v1.1", b="v2.0", resamples=RESAMPLES)


def test_the_page_shows_the_engine_s_slices(found):
    """The pair of the verdict, the first feature, both ranges, the sentence."""
    app = settle(with_sample("compare"))

    assert not app.exception
    assert slices_sentence(found, Units(True)) in plain(said(app))
    assert text("sides.header") in said(app)


def test_the_figure_holds_the_differences_in_points(found):
    """What is drawn is what is written."""
    marks = [trace for trace in spec_of(slices_figure(found, Units(True)))["data"] if trace.get("hovertemplate")]

    assert marks[0]["x"] == pytest.approx([100 * row.difference for row in found.rows])
    table = slices_table(found, Units(True))
    assert list(table[text("slices.column.difference")]) == [
        Units(True).difference(row.difference) for row in found.rows
    ]


def test_bad_is_good_turns_the_verdicts_only(found):
    """A defect rate that is higher is worse; no number moves."""
    decided = replace(found, rows=(replace(found.rows[0], verdict="a_better"), *found.rows[1:]))
    high, low = (slices_table(decided, Units(True), way) for way in (True, False))
    column = text("slices.column.verdict")

    assert high.drop(columns=column).equals(low.drop(columns=column))
    assert (high[column][0], low[column][0]) == (text("compare.verdict.a_better"), text("compare.verdict.b_better"))


def test_a_decided_part_names_the_better_version(found):
    """The sentence never said which version "A" is."""
    decided = replace(found, rows=(replace(found.rows[0], verdict="a_better"), *found.rows[1:]))

    assert "(v1.1 is better)" in slices_sentence(decided, Units(True))
    assert "(v2.0 is better)" in slices_sentence(decided, Units(True), high_is_good=False)


def test_items_side_by_side_are_those_of_both_versions():
    """The sample judges the same prompts under each version: all lie side by side, with their credits."""
    history, current = sample_rounds()
    items = hero_core.item_table(current, history, method="hero1")

    frame = hero_core.side_by_side(current, items, "v1.1", "v2.0")

    assert np.allclose(frame["difference"], frame["credit_a"] - frame["credit_b"])
    assert (frame["difference"].abs().diff().dropna() <= 1e-12).all()
    for row in frame.head(5).itertuples():
        for side, system in ((row.position_a, "v1.1"), (row.position_b, "v2.0")):
            assert items.frame["item_id"][side] == row.item_id and items.frame["system"][side] == system
    shared = {
        item
        for item in current.item_ids
        if items.frame.loc[items.frame["item_id"] == item]
        .set_index("system")["credit"]
        .reindex(["v1.1", "v2.0"])
        .notna()
        .all()
    }
    assert set(frame["item_id"]) == shared and len(frame) == len(shared)


def side_table(app):
    """The items of both versions as they are listed."""
    return next(frame.value for frame in app.dataframe if "credit_a" in frame.value)


def test_the_numbers_stand_before_the_prompt():
    """A phone shows the first columns of a table: the item and both credits, not a text that fills the window."""
    shown = side_table(settle(with_sample("compare")))

    assert list(shown.columns) == ["item_id", "credit_a", "credit_b", "difference", "prompt"]


def test_items_can_be_chosen_by_who_is_better():
    """Only the undecided ones, for instance."""
    app = settle(with_sample("compare"))

    app.radio(key="sides_kind").set_value("open").run()
    assert not app.exception and (side_table(app)["difference"].abs() < 0.5).all()
    app.radio(key="sides_kind").set_value("better").run()
    assert (side_table(app)["difference"] >= 0.5).all()


def test_where_low_is_good_less_credit_is_better():
    """A label of 1 that marks a defect: the version with fewer of them is the better one, item by item too."""
    app = settle(with_sample("compare"))
    app.radio(key="good").set_value("low").run()
    app = settle(app)

    app.radio(key="sides_kind").set_value("better").run()

    shown = side_table(app)
    assert len(shown) and (shown["difference"] <= -0.5).all()
    assert f"is likely better in {len(shown)} of them" in plain(said(app))
    assert text("sides.how.low") in said(app)


def test_an_item_of_the_list_opens_on_the_items_page():
    """From the difference to the votes behind it, under the chosen version."""
    app = settle(with_sample("compare"))
    options = app.selectbox(key="sides_open").options
    app.selectbox(key="sides_open").select(options[1]).run()

    next(button for button in app.button if button.key == "open_side").click().run()

    assert not app.exception
    current, item = sample_rounds()[1], app.session_state["items_item"]
    assert options[1] == f"{current.item_ids[item]} · {current.systems[current.system[item]]}"
    assert app.text_input(key="items_search").value == current.item_ids[item]
    assert f"{options[1]} · r5" in app.selectbox(key="items_item").options


def test_the_parts_of_an_axis_stand_in_full(found):
    """A label cut in its middle would hide where a part begins."""
    axis = spec_of(slices_figure(found, Units(True)))["layout"]["yaxis"]

    assert axis["ticktext"] == [f"{row.from_value:g} to {row.to_value:g}" for row in found.rows]
    assert axis["title"]["text"] == "x_difficulty"


@pytest.mark.parametrize(("values", "offered"), [((0.0, 1.0), ["x_2"]), ((1.0, 1.0), [])])
def test_a_feature_with_one_value_is_not_offered(values, offered):
    """One part that is all items says nothing; where no feature is left, the page says so."""
    current = small_world(1, current=40, systems=2, covariates=2)[1]
    rows = [replace(item, x=(7.0, values[number // 2 % 2])) for number, item in enumerate(current)]
    app = settle(with_files("compare", current=csv_text(rows).encode()))
    choices = [box.options for box in app.selectbox if box.label == text("slices.by")]

    assert choices == ([offered] if offered else [])
    assert (text("slices.same") in said(app)) == (not offered)
