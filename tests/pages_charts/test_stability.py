"""The stability page: the engine's curves with the chosen settings, and words where there is nothing to draw."""

from __future__ import annotations

import pytest

import hero_core
from hero_core import charts
from hero_core.words import text
from tests.pages.visit import arrive, csv, plain, said, sample, sample_rounds
from tests.pages_charts.visitor import PAGES, plots, tiles, with_sample, with_uploads

QUICK = {"stability_draws": 50, "stability_methods": ["mv", "hero1"], "stability_fractions": [0.3, 0.7]}


@pytest.fixture(scope="module")
def engine():
    """The engine's curves for the sample with the same settings."""
    history, current = sample_rounds()
    return hero_core.stability(
        current, history, methods=("mv", "hero1"), fractions=(0.3, 0.7), repeats_per_fraction=50, seed=0
    )


@pytest.fixture(scope="module")
def visit():
    """The page with the sample data and few draws."""
    return with_sample("stability", **QUICK)


def test_without_data_the_page_offers_two_ways_on():
    """As every page."""
    app = arrive()
    app.switch_page(PAGES["stability"]).run()

    assert not app.exception and {"offer_sample", "offer_files"} <= {button.key for button in app.button}


@pytest.mark.parametrize("method", ["mv", "hero1"])
def test_curves_are_the_engines(visit, engine, method):
    """Mean tau at each chosen share."""
    curve = next(
        t for t in plots(visit)[0]["data"] if t["name"] == charts.method_name(method) and t.get("hovertemplate")
    )
    points = [point for point in engine.curves if point.method == method]

    assert not visit.exception
    assert curve["x"] == [point.fraction for point in points]
    assert curve["y"] == pytest.approx([point.tau_mean for point in points])


def test_what_is_drawn_is_said(visit, engine):
    """Curves, winner and gold in sentences."""
    for sentence in (charts.tau_sentence(engine), charts.same_sentence(engine), charts.gold_sentence(engine)):
        assert sentence in plain(said(visit))


def test_ranks_are_drawn(visit):
    """Tiles of versions against ranks, by the best method."""
    assert len(tiles(visit)) == 1
    assert visit.selectbox(key="stability_rank_method").value == "hero1"


def test_the_whole_ranking_instead_of_the_winner(engine):
    """One switch, another curve."""
    app = with_sample("stability", stability_whole=True, **QUICK)
    curve = next(t for t in plots(app)[1]["data"] if t["name"] == "Simple vote (MV)")

    assert curve["y"] == pytest.approx([point.same_ranking for point in engine.curves if point.method == "mv"])


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [("stability_methods", "stability.methods.none"), ("stability_fractions", "stability.fractions.none")],
)
def test_nothing_chosen_is_a_sentence(setting, sentence):
    """Not an error."""
    app = with_sample("stability", **(QUICK | {setting: []}))

    assert not app.exception and not plots(app)
    assert text(sentence) in said(app)


def test_one_version_has_no_ranking():
    """Said in words, with what would help."""
    rows = [f"c{item},a{vote},{(item + vote) % 2}" for item in range(20) for vote in range(4)]
    app = with_uploads("stability", current=csv(*rows))

    assert not app.exception and not plots(app)
    assert text("stability.few_systems", count=1) in said(app)


def test_few_annotators_have_nobody_to_leave_out():
    """Three people: said in words."""
    rows = [f"c{item},a{vote},{(item + vote) % 2},s{item % 2}" for item in range(20) for vote in range(3)]
    app = with_uploads("stability", current=csv(*rows, header="item_id,annotator_id,label,system"))

    assert not app.exception and not plots(app)
    assert text("stability.few_annotators", needed=4, count=3) in said(app)


def test_without_history_hero_is_not_offered():
    """Only methods of this round."""
    app = with_uploads("stability", current=sample("current"))

    assert not app.exception and len(plots(app)) == 2
    assert "HERO-1" not in {trace["name"] for trace in plots(app)[0]["data"]}


def test_whose_removal_moves_the_ranking_is_the_engine_s():
    """The largest shift of any version without one annotator, as sensitivity() has it."""
    app = with_sample("stability", **QUICK)
    engine = hero_core.sensitivity(*sample_rounds())
    rows = [row for row in engine.rows if row.change == "without_annotator" and row.system is not None]
    most = max(rows, key=lambda row: abs(row.shift))

    told = plain(said(app))
    assert f"leaving out {most.name} moves most: {most.system} by {100 * most.shift:+.1f} points" in told
