"""A person's disagreements: with gold, and with what all votes together say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from hero_core import charts
from hero_core.results import Drift
from tests.charts.fakes import annotator_result, annotator_row
from tests.support import Item, annotations


def test_disagreements_with_gold():
    """Only gold items, only where the label differs, with names as they are."""
    items = [Item("i1", (("a", 1), ("b", 0)), gold=0), Item("i2", (("a", 1),), gold=1), Item("i3", (("a", 0),))]
    found = charts.against_gold(annotations(items, role="history"), "a")

    assert found[["item_id", "label", "against"]].values.tolist() == [["i1", "1", "0"]]


def test_disagreements_with_the_posterior_most_certain_first():
    """The certainty is that of the class the votes together point to, also when that is class 0."""
    items = [
        Item("i1", (("a", 1),), system="x"),
        Item("i1", (("a", 1),), system="y"),
        Item("i2", (("a", 0),), system="x"),
    ]
    table = pd.DataFrame(
        {"item_id": ["i1", "i1", "i2"], "system": ["x", "y", "x"], "round": [None] * 3, "posterior": [0.3, 0.05, 0.2],
         "top_class": ["0", "0", "0"]}
    )  # fmt: skip
    found = charts.against_posterior(annotations(items), "a", table, binary=True)

    assert found[["system", "item_id"]].values.tolist() == [["y", "i1"], ["x", "i1"]]
    assert np.allclose(found["probability"], [0.95, 0.7])


def test_a_stranger_has_none():
    """An annotator without votes in this file."""
    assert charts.against_gold(annotations([Item("i", (("a", 1),), gold=0)]), "nobody").empty


def test_the_table_shows_no_rate_that_is_no_fact():
    """Little gold: a dash, never 0% or 100%."""
    result = annotator_result()
    table = charts.people_table(list(result.rows), result)

    assert table.iloc[3, 1:4].isna().tolist()[0] and table.iloc[3, 2:4].tolist() == ["–", "–"]
    assert "%" in table.iloc[0, 2]


def test_the_file_has_every_cell():
    """Share, bounds and gold count of each cell, one column each."""
    result = annotator_result()
    frame = charts.people_frame(list(result.rows), result)

    assert frame["share_true_1_said_0"][0] == result.rows[0].confusion[1][0]
    assert frame["gold_count_true_1_said_1"][0] == result.rows[0].gold_counts[1][1]
    assert frame["grey"].notna().tolist() == [False, False, False, True, True]


def test_flags_have_words():
    """Also the one that names a class, and one we have never seen."""
    assert charts.flag_words("no_gold_of_class_1", ("bad", "good")) == "no gold of class good"
    assert charts.flag_words("worse_than_chance", ("0", "1")) == "more often wrong than right"
    assert charts.flag_words("brand_new", ("0", "1")) == "brand new"


def test_the_sentence_counts_both():
    """Out of gold votes and out of this round's votes."""
    row = annotator_row("a", (0.9, 0.8), (10, 10), 50)
    told = charts.disagreements_sentence("a", pd.DataFrame(index=range(3)), pd.DataFrame(index=range(7)), row)

    assert told == (
        "a disagrees with gold in 3 of 20 votes. In the current round a differs from what all votes together say in 7 "
        "of 50 votes."
    )


def test_drift_is_told_in_rates_before_and_now():
    """Binary, three classes, no drift, not tested."""
    two = Drift(p_value=0.001, p_holm=0.01, before=((0.9, 0.1), (0.2, 0.8)), now=((0.85, 0.15), (0.5, 0.5)))
    three = replace(two, p_holm=0.0001, before=((1.0, 0.0, 0.0),) * 3, now=((0.0, 0.5, 0.5),) * 3)
    row = annotator_row("a", (0.9, 0.8), (10, 10))

    assert charts.drift_sentence(row, ("0", "1")) is None
    assert "80.0% before, 50.0% now" in charts.drift_sentence(replace(row, drift=two), ("0", "1"))
    assert "below 0.001" in charts.drift_sentence(replace(row, drift=three), ("x", "y", "z"))
    calm = charts.drift_sentence(replace(row, drift=replace(two, p_holm=0.6)), ("0", "1"))
    assert "as the history" in calm and "0.6" in calm
