"""The annotators page: the engine's rates, the odd one out first, and a way to each person."""

from __future__ import annotations

import re
import threading
from time import process_time

import numpy as np
import pytest

import hero_core
from hero_core.words import text
from tests.pages.visit import arrive, csv, plain, said, sample, sample_rounds, with_files
from tests.pages_charts.visitor import PAGES, cells, go, plots, tiles, with_sample, with_uploads
from ui import cached

NUMERIC = ("1", "2", "10", "1E1")


def names(app) -> list[str]:
    """Names over the small matrices, in their order."""
    grids = [cells(spec) for spec in tiles(app)[1:] if "values" in spec["data"]]  # after the person's, before agreement
    return [name for grid in grids for name in dict.fromkeys(cell["annotator"] for cell in grid)]


def votes(app):
    """The table of one person's votes."""
    return next(table.value for table in app.dataframe if text("annotators.column.log_ratio") in table.value)


def reliability(app) -> str:
    """What the card says of the person."""
    return next(found.value for found in app.markdown if found.value.startswith("Reliability"))


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
    assert f"Reliability **{worst.weight:.2f} ({worst.weight_low:.2f} to {worst.weight_high:.2f})**" in said(visit)
    assert "**Do not rely on vendor_b_3 (reliability of 0.15 or less). The other 11 are better" in plain(said(visit))


def test_everybody_has_a_matrix(visit, engine):
    """Titles of the small matrices: all annotators, least reliable first, those without a history last."""
    shown = names(visit)

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

    assert names(app)[0] == "ann_01"


def test_names_that_look_like_numbers():
    """Four people in natural order, not three on a numeric axis; everybody right in 80%."""
    app = with_uploads("annotators", **numeric_files())
    app.selectbox(key="people_sort").set_value("name").run()
    titles = names(app)
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
    assert "Of 2,000 annotators, none has 5 votes" in said(app)
    assert "200 of 2,000 rows are drawn; 1,800 are not" in said(app)


def crowd(people: int, classes: int, seed: int = 0) -> dict[str, bytes]:
    """Many annotators with a dozen votes each; the first five throw coins."""
    rng = np.random.default_rng(seed)
    skill = np.where(np.arange(people) < 5, 1 / classes, rng.uniform(0.6, 0.95, people))

    def rows(prefix: str, items: int, gold: bool) -> list[str]:
        found = []
        for item in range(items):
            truth = int(rng.integers(classes))
            for who in rng.choice(people, 10, replace=False):
                said = truth if rng.random() < skill[who] else int(rng.integers(classes))
                found.append(f"{prefix}{item},w{who:04d},{said}" + (f",{truth if item % 2 else ''}" if gold else ""))
        return found

    header = "item_id,annotator_id,label"
    return {
        "history": csv(*rows("h", 12 * people // 10, True), header=f"{header},gold_label"),
        "current": csv(*rows("c", people // 10, False), header=header),
    }


@pytest.fixture(scope="module", params=[2, 5])
def many(request):
    """2,000 annotators, two classes or five."""
    return with_uploads("annotators", **crowd(2000, request.param))


def test_two_thousand_people_are_drawn_in_pages(many):
    """40 matrices at once, fifty pages, and sentences about the rest; a table of 200 rows, a file of all."""
    assert not many.exception
    assert len(names(many)) == 40
    assert len(many.selectbox(key="people_page").options) == 50
    assert "40 of 2,000 annotators are drawn here; 1,960 are not" in plain(said(many))
    assert "200 of 2,000 rows are drawn; 1,800 are not" in said(many)
    assert len(many.selectbox(key="annotator").options) == 2000


def test_two_thousand_people_are_a_shading(many):
    """No blob of dots: at most 61 of them over the shading that holds everybody."""
    figure = plots(many)[0]
    shading = next(trace for trace in figure["data"] if trace["type"] == "heatmap")
    dots = sum(len(trace["x"]) for trace in figure["data"] if trace.get("hovertemplate"))

    assert sum(count for line in shading["z"] for count in line if count) == 2000
    assert dots <= 61


def test_the_page_of_a_crowd_is_drawn_again_at_once(many):
    """What was computed is not computed again: another order takes the time of drawing forty matrices."""
    began = process_time()
    many.selectbox(key="people_sort").set_value("pool_distance").run()

    assert not many.exception
    assert process_time() - began < 2  # about 0.3 s of work, whatever else the machine does


def test_a_crowd_is_searched_by_name():
    """One of 2,000 by a part of the name; nobody is said in words."""
    app = with_uploads("annotators", **crowd(2000, 2))
    app.text_input(key="people_search").set_value("W0123").run()

    assert names(app) == ["w0123"]
    assert "1 of 2,000 annotators is drawn here" in plain(said(app))
    app.text_input(key="people_search").set_value("nobody at all").run()
    assert text("annotators.nobody") in said(app) and not names(app) and not app.exception


def test_the_difference_to_the_others_is_one_choice_for_all_matrices(engine):
    """Chosen at one person's matrix, the small ones follow; cells are own share minus that of all others together."""
    app = with_sample("annotators")
    app.radio(key="people_mode").set_value("difference").run()
    row = next(row for row in engine.rows if row.annotator == "vendor_b_3")
    cell = next(cell for cell in cells(tiles(app)[0]) if (cell["truth"], cell["said"]) == ("0", "1"))

    assert not app.exception
    assert app.radio(key="people_mode_grid").value == "difference"
    assert cell["line_0"] == f"{round(100 * row.pool_difference[0][1]):+d} points"
    assert "Furthest from the others: vendor_b_3 says 1 to items that are 0" in plain(said(app))
    app.radio(key="people_mode_grid").set_value("share").run()
    assert app.radio(key="people_mode").value == "share"


def test_people_can_be_picked_by_what_to_watch():
    """Only those not in the history: two of fourteen, in grey."""
    app = with_sample("annotators")
    app.selectbox(key="people_watch").set_value("no_history").run()

    assert names(app) == ["ann_07", "judge_wren"]
    assert "2 of 14 annotators are drawn here; 12 are not" in plain(said(app))


def test_flags_say_what_to_do():
    """Of a newcomer: what it means and the remedy."""
    app = with_sample("annotators")
    app.selectbox(key="annotator").set_value("ann_07").run()

    assert text("annotators.advice.no_history") in said(app)


def test_votes_are_listed_by_cell_with_text_and_weight(engine):
    """Chosen without a click: only votes of that cell, each with the item's text and the log-ratio of the matrix."""
    app = with_sample("annotators")
    app.selectbox(key="people_which").set_value("0-1").run()
    table = votes(app)
    rates = next(row for row in engine.rows if row.annotator == "vendor_b_3").confusion

    assert set(table[text("annotators.column.label")]) == {"1"}
    assert set(table[text("annotators.column.against")]) == {"0"}
    assert table[text("annotators.column.prompt")].str.len().gt(10).all()
    assert set(table[text("annotators.column.log_ratio")]) == {f"{np.log(rates[1][1] / rates[0][1]):+.2f}"}
    assert len(table) <= 25


def test_votes_of_right_answers_can_be_listed_too():
    """A cell on the diagonal holds agreements: no weight against anything."""
    app = with_sample("annotators")
    app.selectbox(key="people_which").set_value("1-1").run()

    assert set(votes(app)[text("annotators.column.log_ratio")]) == {"0.00"}


def test_votes_come_in_pages():
    """81 votes that differ: four pages of 25; the last holds the rest."""
    app = with_sample("annotators")
    pages = app.selectbox(key="votes_page")
    count = int(app.selectbox(key="people_which").options[0].rsplit("(", 1)[1].rstrip(")"))

    assert len(votes(app)) == 25 and len(pages.options) == -(-count // 25)
    pages.set_value(25 * (len(pages.options) - 1)).run()
    assert len(votes(app)) == count - 25 * (len(pages.options) - 1)


def test_an_item_is_opened_on_the_items_page():
    """The chosen item stands on the Items page, found by its name, with this person's vote among its votes."""
    app = with_sample("annotators")
    app.selectbox(key="people_which").set_value("0-1").run()
    app.selectbox(key="votes_page").set_value(25).run()
    options = app.selectbox(key="votes_open").options
    app.selectbox(key="votes_open").select_index(1).run()
    app.button(key="open_item").click().run()

    assert not app.exception
    assert app.title[0].value == text("page.items")
    assert app.text_input(key="items_search").value == options[1].split(" · ")[0]
    chosen = app.selectbox(key="items_item")
    assert chosen.format_func(chosen.value).startswith(options[1].split(" · ")[0])


def test_graded_scales_by_class():
    """With more than two classes the dots can stand for one class; the sentence names it."""
    app = with_uploads("annotators", **crowd(12, 5))
    app.selectbox(key="people_measure").set_value("recall_3").run()

    assert not app.exception
    assert "3 is recognised best by" in plain(said(app))
    app.selectbox(key="people_sort").set_value("recall_3").run()
    assert not app.exception and len(names(app)) == 12


def test_ranges_follow_when_the_rates_are_shown(monkeypatch):
    """While the resampling runs the page stands with rates and without ranges; then the ranges are there."""
    looked, real = threading.Event(), hero_core.annotator_table

    def held(*args, resamples, **options):
        assert not resamples or looked.wait(60)
        return real(*args, resamples=resamples, **options)

    monkeypatch.setattr(hero_core, "annotator_table", held)
    app = with_files(**crowd(40, 2, seed=5))
    app.switch_page(PAGES["annotators"]).run()
    early, first = said(app), reliability(app)
    looked.set()
    assert cached.wait_for_jobs()
    app.run()

    assert "Do not rely on" in early or "Nobody has to be left out" in early
    assert re.search(r"\*\*-?[\d.]+\*\*", first) and re.search(r"\*\*-?[\d.]+ \(.+ to .+\)\*\*", reliability(app))
    assert not app.exception


def test_markup_in_a_name_is_shown_as_letters():
    """<b>*x*</b> is an annotator, not bold."""
    files = {role: data.replace(b",1E1,", b",<b>*x*</b>,") for role, data in numeric_files().items()}
    app = with_uploads("annotators", **files)
    app.selectbox(key="annotator").set_value("<b>*x*</b>").run()

    assert not app.exception
    assert r"\<b\>\*x\*\<\/b\>" in said(app) and "<b>*x*</b>" not in said(app)
    assert "&lt;b&gt;*x*&lt;/b&gt;" in str(plots(app)[0]["data"])
