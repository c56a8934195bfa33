"""A person's disagreements: with gold, and with what all votes together say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from hero_core import charts
from hero_core.charts.flags import KNOWN_FLAGS
from hero_core.errors import Finding
from hero_core.results import Drift
from hero_core.words import text
from tests.charts.fakes import annotator_result, annotator_row, graded_annotators
from tests.support import Item, annotations

CLASSES = ("0", "1")
ROW = annotator_row("a", (0.9, 0.8), (10, 10), 50)


def test_disagreements_with_gold():
    """Only gold items; those that differ are those whose label differs, with names as they are."""
    items = [Item("i1", (("a", 1), ("b", 0)), gold=0), Item("i2", (("a", 1),), gold=1), Item("i3", (("a", 0),))]
    found = charts.against_gold(annotations(items, role="history"), ROW, CLASSES)

    assert found[["item_id", "label", "against"]].values.tolist() == [["i1", "1", "0"], ["i2", "1", "1"]]
    assert charts.differing(found)["item_id"].tolist() == ["i1"]
    assert charts.of_cell(found, "1", "1")["item_id"].tolist() == ["i2"]
    assert charts.cells_of(found, CLASSES) == [("0", "1"), ("1", "1")]


def test_disagreements_with_the_posterior_most_certain_first():
    """The certainty is that of the class the votes together point to, also when that is class 0."""
    items = [
        Item("i1", (("a", 1),), system="x"),
        Item("i1", (("a", 1),), system="y"),
        Item("i2", (("a", 0),), system="x"),
        Item("i3", (("a", 0),), system="x"),
    ]
    table = pd.DataFrame({"posterior": [0.3, 0.05, 0.2, np.nan], "top_class": ["0", "0", "0", None]})
    found = charts.differing(charts.against_posterior(annotations(items), ROW, table, CLASSES))

    assert found[["system", "item_id"]].values.tolist() == [["y", "i1"], ["x", "i1"]]
    assert np.allclose(found["probability"], [0.95, 0.7])
    assert found["position"].tolist() == [1, 0]


def test_the_weight_of_a_vote_is_the_log_ratio_of_its_label():
    """log P(said | said) - log P(said | truth), by hand; a vote on the true class needs none."""
    items = [Item("i1", (("a", 1),), gold=0), Item("i2", (("a", 0),), gold=1), Item("i3", (("a", 1),), gold=1)]
    found = charts.against_gold(annotations(items, role="history"), ROW, CLASSES)
    table = charts.disagreements_table(found)

    assert np.allclose(found["log_ratio"], [np.log(0.8 / 0.1), np.log(0.9 / 0.2), 0.0])
    assert table[text("annotators.column.log_ratio")].tolist() == ["+2.08", "+1.50", "0.00"]


def test_a_vote_that_never_errs_is_no_infinite_number_in_the_file():
    """Somebody who never says 1 to a 0: the screen says that such a vote decides, the file leaves the cell empty."""
    items = [Item("i1", (("a", 1),), gold=0)]
    sure = annotator_row("a", (1.0, 0.8), (10, 10))
    found = charts.against_gold(annotations(items, role="history"), sure, CLASSES)

    assert charts.disagreements_table(found)[text("annotators.column.log_ratio")][0] == text("annotators.decides")
    assert charts.disagreements_file(found)["log_ratio"].isna().all()


def test_classes_are_matched_by_name():
    """A file that knows fewer classes than the result: its class 1 may be the result's class 2."""
    items = [Item("i1", (("a", 1),), gold=0)]
    file = replace(annotations(items, role="history"), classes=("no", "yes"))
    rates = ((0.7, 0.2, 0.1), (0.1, 0.8, 0.1), (0.2, 0.2, 0.6))
    found = charts.against_gold(file, replace(ROW, confusion=rates), ("no", "maybe", "yes"))

    assert found[["label", "against"]].values.tolist() == [["yes", "no"]]
    assert np.isclose(found["log_ratio"][0], np.log(rates[2][2] / rates[0][2]))


def test_unknown_rates_give_no_weight():
    """A newcomer's vote: a dash, never a number."""
    items = [Item("i1", (("a", 1),), gold=0)]
    found = charts.against_gold(annotations(items), annotator_row("a", None, (0, 0)), CLASSES)

    assert charts.disagreements_table(found)[text("annotators.column.log_ratio")].tolist() == ["–"]


def test_a_stranger_has_none():
    """An annotator without votes in this file."""
    stranger = annotator_row("nobody", (0.9, 0.8), (10, 10))
    assert charts.against_gold(annotations([Item("i", (("a", 1),), gold=0)]), stranger, CLASSES).empty


def test_texts_of_items_stand_beside_the_votes():
    """The prompt where the file has one; no column where it has none."""
    file = annotations([Item("i1", (("a", 1),), gold=0), Item("i2", (("a", 1),), gold=0)], role="history")
    spoken = replace(file, prompts=np.array(["Write a poem", None], dtype=object))

    assert charts.against_gold(spoken, ROW, CLASSES)["prompt"].tolist() == ["Write a poem", ""]
    heading = text("annotators.column.prompt")
    assert heading in charts.disagreements_table(charts.against_gold(spoken, ROW, CLASSES))
    assert heading not in charts.disagreements_table(charts.against_gold(file, ROW, CLASSES))


def test_the_table_shows_no_rate_that_is_no_fact():
    """Little gold: a dash, never 0% or 100%."""
    result = annotator_result()
    table = charts.people_table(list(result.rows), result)

    assert table.iloc[3, 1:4].isna().tolist()[0] and table.iloc[3, 2:6].tolist() == ["–"] * 4
    assert "%" in table.iloc[0, 3]


def test_the_file_has_every_cell():
    """Share, bounds and gold count of each cell, one column each."""
    result = annotator_result()
    frame = charts.people_frame(list(result.rows), result)

    assert frame["share_true_1_said_0"][0] == result.rows[0].confusion[1][0]
    assert frame["gold_count_true_1_said_1"][0] == result.rows[0].gold_counts[1][1]
    assert frame["grey"].notna().tolist() == [False, False, False, True, True]


def test_flags_have_words():
    """One that we have never seen is shown as its code; every known one says what to do."""
    assert charts.flag_words("worse_than_chance") == "more often wrong than right"
    assert charts.flag_words("brand_new") == "brand new" and charts.flag_advice("brand_new") == ""
    assert all(charts.flag_words(flag) and charts.flag_advice(flag) for flag in KNOWN_FLAGS)


def found(code: str, *names: str) -> Finding:
    """A finding about people."""
    return Finding(severity="warning", code=code, message="m", annotators=names)


def test_flags_come_from_the_row_and_from_findings_each_once():
    """A finding that names a person is a flag of that person; what the row says already is not said twice."""
    rows = (
        replace(ROW, flags=("no_gold_of_class_0", "no_gold_of_class_1", "no_information")),
        replace(ROW, annotator="b", flags=("constant",)),
        replace(ROW, annotator="c", flags=()),
    )
    findings = (
        found("random_annotator", "a"), found("constant_annotator", "b"), found("routing", "a", "c"),
        found("routing", "c"), found("unknown_annotators", "c"), found("routing", "stranger"),
    )  # fmt: skip
    result = replace(annotator_result(), rows=rows, findings=findings)

    assert charts.flags_of(result) == {
        "a": ("no_gold_of_class", "no_information", "routing"), "b": ("constant",), "c": ("routing",)
    }  # fmt: skip


def test_people_are_picked_by_flag_and_by_name():
    """Any flag, one flag, a part of the name in any case; sorting by flags counts those of findings."""
    rows = (
        replace(ROW, annotator="Ann", flags=("little_gold",)),
        replace(ROW, annotator="ben"),
        replace(ROW, annotator="Bea"),
    )
    result = replace(annotator_result(), rows=rows, findings=(found("routing", "ben", "Ann"),))

    def names(watch: str, wanted: str = "") -> list[str]:
        return [row.annotator for row in charts.picked(result, watch, wanted)]

    assert charts.watch_words(result) == ("all", "any", "little_gold", "routing")
    assert names("all") == ["Ann", "ben", "Bea"] and names("any") == ["Ann", "ben"]
    assert names("routing") == ["Ann", "ben"] and names("little_gold") == ["Ann"]
    assert names("all", " BE") == ["ben", "Bea"] and names("routing", "be") == ["ben"]
    ordered = charts.sort_rows(rows, "flags", highest_first=True, result=result)
    assert [row.annotator for row in ordered] == ["Ann", "ben", "Bea"]


def test_scarce_people_are_sorted_last_by_rates():
    """A reliability of three votes is no reason to stand first; by votes they are sorted as everybody."""
    rows = (
        annotator_row("thin", (0.1, 0.1), (1, 1)),
        annotator_row("good", (0.9, 0.9), (9, 9)),
        annotator_row("bad", (0.6, 0.6), (9, 9)),
    )
    result = replace(annotator_result(), rows=rows)

    assert [row.annotator for row in charts.sort_rows(rows, "weight", result=result)] == ["bad", "good", "thin"]
    assert charts.sort_rows(rows, "gold_votes", result=result)[0].annotator == "thin"


def test_drift_and_recall_can_be_sorted_by():
    """Drift by how sure it is, those not tested last; recall by one class."""
    calm, moved = (Drift(p_value=p, p_holm=p, before=(), now=()) for p in (0.9, 0.001))
    rows = (
        replace(ROW, annotator="calm", drift=calm),
        replace(ROW, annotator="none"),
        replace(ROW, annotator="moved", drift=moved),
    )
    graded = graded_annotators()

    assert [row.annotator for row in charts.sort_rows(rows, "drift", highest_first=True)] == ["moved", "calm", "none"]
    ordered = charts.sort_rows(graded.rows, "recall_1", result=graded)
    assert [row.confusion[1][1] for row in ordered] == sorted(row.confusion[1][1] for row in graded.rows)
    assert {"recall_0", "recall_1", "recall_2"} <= set(charts.measures(graded))
    assert {"sensitivity", "specificity"} <= set(charts.measures(annotator_result()))


def test_nothing_of_a_current_round_where_there_is_none():
    """No column of its votes and no drift to sort by; the file keeps its columns."""
    both = annotator_result()
    alone = replace(both, rows=tuple(replace(row, current_votes=0) for row in both.rows))
    heading = text("annotators.column.current_votes")

    assert heading in charts.people_table(list(both.rows), both) and "drift" in charts.measures(both)
    assert heading not in charts.people_table(list(alone.rows), alone) and "drift" not in charts.measures(alone)
    assert (charts.people_frame(list(alone.rows), alone)["current_votes"] == 0).all()


def test_the_answer_says_whom_not_to_rely_on_and_why():
    """Reversed, constant, coin; the rest from worst to best; who cannot be judged, and for which reason."""
    rows = (
        replace(annotator_row("good", (0.9, 0.9), (9, 9)), weight_high=0.9),
        replace(annotator_row("fair", (0.7, 0.7), (9, 9)), weight_high=0.6),
        replace(annotator_row("coin", (0.5, 0.5), (9, 9)), weight_high=0.3),
        replace(annotator_row("turned", (0.2, 0.2), (9, 9)), weight_high=-0.4),
        replace(annotator_row("same", (0.0, 1.0), (9, 9)), flags=("constant",)),
        annotator_row("thin", (0.9, 0.9), (2, 1)), annotator_row("new", None, (0, 0)),
    )  # fmt: skip
    result = replace(annotator_result(), rows=rows)

    assert charts.trust_sentence(result) == (
        "Do not rely on turned (more often wrong than right), same (always the same answer) and coin (reliability "
        "of 0.15 or less). The other 2 are better: reliability from 0.40 (fair) to 0.80 (good). Nothing can be said of "
        "1 of 7: fewer than 5 votes on gold items. Nothing is known of 1 of 7, who is not in the history."
    )


def test_the_answer_where_all_is_well_and_where_it_is_a_guess():
    """Nobody to leave out; equals; one alone; without gold it is called a guess; many bad ones are counted."""
    good, fair = annotator_row("good", (0.9, 0.9), (9, 9)), annotator_row("fair", (0.7, 0.7), (9, 9))
    coins = tuple(annotator_row(f"c{at}", (0.5, 0.5), (9, 9)) for at in range(7))

    def told(*rows, source: str = "history") -> str:
        return charts.trust_sentence(replace(annotator_result(), rows=rows, source=source))

    assert told(good, fair).startswith("Nobody has to be left out: 2 annotators reach")
    assert told(good, replace(good, annotator="b")) == "2 annotators are equally reliable (0.80)."
    assert told(good) == "good is usable, with a reliability of 0.80."
    assert told(good, fair, source="Dawid-Skene on the current votes").startswith("Guessed from agreement alone")
    edge = replace(fair, annotator="edge", weight=0.1501)
    assert "The other 2 are better: reliability from just over 0.15 (edge) to" in told(good, edge, *coins)
    flagged = replace(good, annotator="x", flags=("random_annotator",))
    assert "Do not rely on x (labels like a coin)." in told(good, fair, flagged)
    assert "c0, c1, c2 and 4 more (reliability of 0.15 or less)" in told(good, fair, *coins)


def test_the_sentence_counts_both():
    """Out of the votes on gold items and out of this round's votes that can be compared."""
    gold = pd.DataFrame({"label": ["1"] * 20, "against": ["0"] * 3 + ["1"] * 17})
    posterior = pd.DataFrame({"label": ["1"] * 50, "against": ["0"] * 7 + ["1"] * 43})

    assert charts.disagreements_sentence(ROW, gold, posterior) == (
        "a disagrees with gold in 3 of 20 votes. In the current round a differs from what all votes together say in 7 "
        "of 50 votes."
    )
    assert charts.disagreements_sentence(ROW, gold[:0], posterior[:0]) == "a has no votes to compare."


def test_drift_is_told_in_rates_before_and_now():
    """Binary, three classes, no drift, not tested."""
    two = Drift(p_value=0.001, p_holm=0.01, before=((0.9, 0.1), (0.2, 0.8)), now=((0.85, 0.15), (0.5, 0.5)))
    three = replace(two, p_holm=0.0001, before=((1.0, 0.0, 0.0),) * 3, now=((0.0, 0.5, 0.5),) * 3)
    row = annotator_row("a", (0.9, 0.8), (10, 10))

    assert charts.drift_sentence(row, ("0", "1")) is None
    assert "80% before, 50% now" in charts.drift_sentence(replace(row, drift=two), ("0", "1"))
    assert "below 0.001" in charts.drift_sentence(replace(row, drift=three), ("x", "y", "z"))
    calm = charts.drift_sentence(replace(row, drift=replace(two, p_holm=0.6)), ("0", "1"))
    assert "as the history" in calm and "0.6" in calm
