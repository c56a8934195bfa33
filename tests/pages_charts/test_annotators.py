"""The annotators page: the engine's rates, the odd one out first, and a way to each person."""

from __future__ import annotations

import numpy as np
import pytest

import hero_core
from hero_core.words import text
from tests.pages.visit import arrive, csv, plain, said, sample, sample_rounds
from tests.pages_charts.visitor import PAGES, go, plots, tiles, with_sample, with_uploads

NUMERIC = ("1", "2", "10", "1E1")


@pytest.fixture(scope="module")
def engine():
    """The engine's table of annotators for the sample."""
    return hero_core.annotator_table(*sample_rounds())


@pytest.fixture(scope="module")
def visit():
    """The page with the sample data."""
    return with_sample("annotators")


def numeric_files() -> dict[str, bytes]:
    """Four annotators whose names look like numbers; everybody is right in four of five, in both classes."""
    history = [
        f"h{item},{who},{truth if item % 5 else 1 - truth},{truth}"
        for item in range(40) for truth in [item // 5 % 2] for who in NUMERIC
    ]  # fmt: skip
    current = [f"c{item},{who},{(item + place) % 2}" for item in range(8) for place, who in enumerate(NUMERIC)]
    return {"history": csv(*history, header="item_id,annotator_id,label,gold_label"), "current": csv(*current)}


def test_without_data_the_page_offers_two_ways_on():
    """As every page."""
    app = arrive()
    app.switch_page(PAGES["annotators"]).run()

    assert not app.exception and not plots(app)
    assert {"offer_sample", "offer_files"} <= {button.key for button in app.button}


def test_dots_are_the_engines_rates(visit, engine):
    """Specificity to the right, sensitivity up, for everybody with a history."""
    drawn = {
        data[0]: (x, y)
        for trace in plots(visit)[0]["data"] if trace.get("hovertemplate")
        for x, y, data in zip(trace["x"], trace["y"], trace["customdata"], strict=True)
    }  # fmt: skip

    assert not visit.exception
    assert drawn.keys() == {row.annotator for row in engine.rows if row.confusion is not None}
    for row in engine.rows:
        if row.confusion is not None:
            assert drawn[row.annotator] == pytest.approx((row.specificity, row.sensitivity))


def test_the_odd_one_out_is_chosen_at_first(visit, engine):
    """The sample's surprise, seen without a click: the lenient annotator, with the matrix in words."""
    worst = min((row for row in engine.rows if row.gold_votes >= 5), key=lambda row: row.weight)

    assert visit.selectbox(key="annotator").value == worst.annotator == "vendor_b_3"
    assert "vendor_b_3 recognises 0 in" in plain(said(visit))
    assert f"Reliability **{worst.weight:.2f}**" in plain(said(visit))


def test_everybody_has_a_matrix(visit, engine):
    """Titles of the small matrices: all annotators, least reliable first, those without a history last."""
    shown = [title.split("\t")[0] for spec in tiles(visit)[1:] for title in spec["facet"]["sort"]]

    assert len(shown) == len(engine.rows) == 14
    assert shown[0] == "vendor_b_3" and set(shown[-2:]) == {"ann_07", "judge_wren"}


def test_disagreements_are_those_of_the_chosen_person(visit):
    """Against gold first, then against what all votes together say; counted in a sentence."""
    history, _ = sample_rounds()
    code = history.annotator_ids.tolist().index("vendor_b_3")
    votes = history.annotator == code
    gold = history.gold[history.item[votes]]
    wrong = int(((gold >= 0) & (gold != history.label[votes])).sum())
    table = next(table.value for table in visit.dataframe if text("annotators.column.against") in table.value)

    assert (table[text("annotators.column.where")] == text("annotators.history")).sum() == wrong
    assert f"vendor_b_3 disagrees with gold in {wrong} of {(gold >= 0).sum()} votes" in plain(said(visit))


def test_choosing_somebody_else_changes_the_person_everywhere():
    """Matrix, sentence, cross and disagreements follow."""
    app = with_sample("annotators")
    app.selectbox(key="annotator").set_value("ann_02").run()

    assert "ann_02 recognises 0 in" in plain(said(app)) and "ann_02 disagrees with gold" in plain(said(app))
    assert any(trace.get("name") == "ann_02 with 95% range" for trace in plots(app)[0]["data"])


def test_the_choice_survives_a_page_switch():
    """Look at another page, come back, same person."""
    app = with_sample("annotators")
    app.selectbox(key="annotator").set_value("ann_02").run()

    assert go(go(app, "compare"), "annotators").selectbox(key="annotator").value == "ann_02"


def test_a_person_without_history_is_explained():
    """New in this round: no rate is invented."""
    app = with_sample("annotators")
    app.selectbox(key="annotator").set_value("ann_07").run()

    assert not app.exception
    assert "ann_07 is not in the history" in plain(said(app)) and "Reliability **–**" in said(app)


def test_sorting_changes_the_order():
    """By name: ann_01 first."""
    app = with_sample("annotators")
    app.selectbox(key="people_sort").set_value("name").run()

    assert tiles(app)[1]["facet"]["sort"][0].startswith("ann_01\t")


def test_names_that_look_like_numbers():
    """Four people in natural order, not three on a numeric axis; everybody right in 80%."""
    app = with_uploads("annotators", **numeric_files())
    app.selectbox(key="people_sort").set_value("name").run()
    titles = [title.split("\t")[0] for spec in tiles(app)[1:] for title in spec["facet"]["sort"]]
    dots = [trace for trace in plots(app)[0]["data"] if trace.get("hovertemplate")]

    assert not app.exception
    assert titles == list(NUMERIC) == app.selectbox(key="annotator").options
    assert np.allclose([rate for trace in dots for rate in (*trace["x"], *trace["y"])], 0.8)


def test_without_a_history_the_rates_are_called_a_guess():
    """Dawid-Skene on this round says who agrees with whom."""
    app = with_uploads("annotators", current=sample("current"))

    assert not app.exception
    assert text("annotators.source.current") in said(app)
    assert "guessed from the votes alone" in said(app)


def test_an_open_crowd_is_told_in_words():
    """2,000 people with one vote each: nothing can be said about any, so nothing is drawn."""
    rows = [f"c{number // 4},w{number:05d},{number % 2}" for number in range(2000)]
    app = with_uploads("annotators", current=csv(*rows))

    assert not app.exception and not plots(app) and not tiles(app)
    assert "None of the 2,000 annotators has 5 votes" in said(app)
    assert "200 of 2,000 rows are drawn; 1,800 are not" in said(app)


def test_many_people_are_drawn_in_pages():
    """250 annotators: 40 matrices a page, 200 in all, and a sentence about the other 50."""
    history = [
        f"h{item},w{(item * 7 + vote) % 250},{(item + vote) % 2},{item % 2}"
        for item in range(1500)
        for vote in range(3)
    ]
    current = [f"c{item},w{item},{item % 2}" for item in range(250)]
    app = with_uploads(
        "annotators", history=csv(*history, header="item_id,annotator_id,label,gold_label"), current=csv(*current)
    )

    assert not app.exception
    assert sum(len(spec["facet"]["sort"]) for spec in tiles(app)[1:]) == 40
    assert len(app.selectbox(key="people_page").options) == 5
    assert "200 of 250 annotators are drawn; 50 are not" in plain(said(app))


def test_markup_in_a_name_is_shown_as_letters():
    """<b>*x*</b> is an annotator, not bold."""
    files = {role: data.replace(b",1E1,", b",<b>*x*</b>,") for role, data in numeric_files().items()}
    app = with_uploads("annotators", **files)
    app.selectbox(key="annotator").set_value("<b>*x*</b>").run()

    assert not app.exception
    assert r"\<b\>\*x\*\<\/b\>" in said(app) and "<b>*x*</b>" not in said(app)
    assert "&lt;b&gt;*x*&lt;/b&gt;" in str(plots(app)[0]["data"])
