"""A history and no current round: the annotators page shows how people judged, and the others say what they need."""

from __future__ import annotations

import pytest

import hero_core
from hero_core import charts
from hero_core.words import text
from tests.pages.visit import arrive, csv, go, plain, said, sample, settle, upload, with_files
from tests.pages_charts.visitor import plots, tiles, with_uploads

GOLD = "item_id,annotator_id,label,gold_label"
NO_TRUTH = csv("i1,a,1,", "i1,b,0,", "i2,a,0,", "i2,b,1,", header=GOLD)


def people(app):
    """Everybody's numbers as they stand in the table."""
    return next(table.value for table in app.dataframe if text("annotators.column.weight_range") in table.value)


def engine(name: str):
    """What the engine makes of a history of the samples by itself, and the history."""
    history = hero_core.read(sample(name), role="history", name="history.csv")
    return hero_core.annotator_table(history, resamples=200), history


def dots(app) -> dict[str, tuple[float, float]]:
    """Where everybody stands in the scatter."""
    return {
        data[0]: (x, y)
        for trace in plots(app)[0]["data"] if trace.get("hovertemplate")
        for x, y, data in zip(trace["x"], trace["y"], trace["customdata"], strict=True)
    }  # fmt: skip


@pytest.fixture(scope="module")
def visit():
    """The page with the history of the sample alone."""
    return with_uploads("annotators", history=sample("history"))


def test_everything_is_as_the_engine_says_of_the_history(visit):
    """Dots, table and answer are those of `annotator_table(history)`."""
    result, _ = engine("history")
    table = people(visit).set_index(text("annotators.column.annotator"))

    assert not visit.exception and not visit.error
    assert dots(visit) == {row.annotator: pytest.approx((row.specificity, row.sensitivity)) for row in result.rows}
    assert len(result.rows) == 12 and f"**{plain(charts.trust_sentence(result))}**" in plain(said(visit))
    for row in result.rows:
        shown = table.loc[row.annotator]
        assert shown[text("annotators.column.weight")] == pytest.approx(row.weight)
        assert shown[text("annotators.column.gold_votes")] == row.gold_votes
        assert shown[text("annotators.column.votes")] == row.votes


def test_it_says_what_a_current_round_would_add_and_shows_nothing_of_one(visit):
    """No votes this round on card and in table, no drift to sort by, no way to items of a round, no guard rails."""
    worst = min(engine("history")[0].rows, key=lambda row: row.weight)
    card = (
        f"Reliability **{worst.weight:.2f} ({worst.weight_low:.2f} to {worst.weight_high:.2f})** · "
        f"{worst.votes} votes, {worst.gold_votes} of them on gold items"
    )

    assert text("annotators.alone") in said(visit) and card in [found.value for found in visit.markdown]
    assert text("annotators.column.current_votes") not in people(visit)
    assert "drift" not in visit.selectbox(key="people_sort").options and "this round" not in said(visit)
    assert "open_item" not in {button.key for button in visit.button}
    assert text("rails.line.link") not in said(visit) and text("annotators.source.history", level="95%") in said(visit)


def test_the_votes_that_differ_are_those_on_gold(visit):
    """As many as the history has wrong ones of the person; nothing is said of a current round."""
    result, history = engine("history")
    worst = min(result.rows, key=lambda row: row.weight).annotator
    votes = history.annotator == history.annotator_ids.tolist().index(worst)
    gold = history.gold[history.item[votes]]
    wrong = int(((gold >= 0) & (gold != history.label[votes])).sum())

    assert f"{worst} disagrees with gold in {wrong} of {(gold >= 0).sum()} votes." in plain(said(visit))
    assert "In the current round" not in said(visit)


def test_the_rounds_of_the_history_show_who_moves(visit):
    """Rates and slopes are those of `trend(history)`, over its four rounds."""
    result = hero_core.trend(engine("history")[1])
    tables = [table.value for table in visit.dataframe]

    assert result.rounds == ("r1", "r2", "r3", "r4")
    assert any(table.equals(charts.slopes_table(result)) for table in tables)
    assert any(table.equals(charts.rates_table(result, "vendor_b_3")) for table in tables)
    assert text("trend.drift.need") not in said(visit)


def test_agreement_is_that_of_the_history(visit):
    """Krippendorff's alpha over its items."""
    row = hero_core.agreement(engine("history")[1], resamples=200).rows[0]

    assert f"Krippendorff's alpha is **{row.alpha:.2f}** ({row.alpha_low:.2f} to {row.alpha_high:.2f})" in said(visit)


def test_a_graded_history_of_one_round_alone():
    """Each class is recognised as the engine says; the drift says which rounds it needs."""
    app = with_uploads("annotators", history=sample("graded_history"))
    result, _ = engine("graded_history")
    table = people(app).set_index(text("annotators.column.annotator"))

    assert not app.exception and not app.error and text("annotators.alone") in said(app)
    assert table[text("annotators.column.weight")].to_dict() == pytest.approx(
        {row.annotator: row.weight for row in result.rows}
    )
    for row in result.rows:
        rate = table.loc[row.annotator, text("annotators.column.recall", label="2")].partition("%")[0]
        assert float(rate) / 100 == pytest.approx(row.confusion[2][2], abs=0.006)
    assert text("trend.drift.need") in said(app) and len(tiles(app)) >= 2
    assert text("trend.need.link") not in [link.proto.label for link in app.get("page_link")], "no round to add"


def test_with_the_current_round_the_page_is_as_ever():
    """Given later, it leads to the same page as both files at once."""
    app = with_uploads("annotators", history=sample("history"))
    upload(go(app, "data"), "current", sample("current"))
    both = with_uploads("annotators", history=sample("history"), current=sample("current"))
    settle(go(app, "annotators"))

    assert said(app) == said(both) and plots(app) == plots(both) and tiles(app) == tiles(both)
    assert text("annotators.alone") not in said(app) and "drift" in app.selectbox(key="people_sort").options


@pytest.mark.parametrize("data", (NO_TRUTH, b"not,a\ntable,of votes\n"), ids=("no gold", "no votes"))
def test_a_history_that_cannot_be_used_says_why(data):
    """No gold of a class, or not readable: the sentence of the engine and no table."""
    app = with_uploads("annotators", history=data)

    assert not app.exception and not plots(app) and app.error[0].value


def test_the_other_pages_point_to_the_annotators():
    """They need the current round; what works already is one click away, and the sidebar says so too."""
    app = with_files(history=sample("history"))
    assert text("status.alone") in app.sidebar.markdown[0].value

    for page in ("overview", "compare", "stability", "items", "report"):
        go(app, page)
        assert not app.exception and text("empty.current.alone") in [box.value for box in app.info]
        assert text("empty.to_people") in [link.proto.label for link in app.get("page_link")]


@pytest.mark.parametrize("history", (None, b"not,a\ntable,of votes\n", NO_TRUTH), ids=("none", "unreadable", "no gold"))
def test_no_page_is_promised_to_work_without_a_history_that_can_be_used(history):
    """Nothing given, nothing that can be read, or nothing that tells how people judge."""
    app = with_files("compare", **({} if history is None else {"history": history}))

    assert text("empty.current") in [box.value for box in app.info]
    assert text("empty.to_people") not in [link.proto.label for link in app.get("page_link")]
    assert not [found for found in app.sidebar.markdown if text("status.alone") in found.value]


def test_without_any_file_the_page_asks_for_either():
    """A history is enough, and so is a current round."""
    assert text("empty.people") in [box.value for box in arrive("annotators").info]
