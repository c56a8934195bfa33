"""The stability page: the engine's curves with the chosen settings, and words where there is nothing to draw."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

import hero_core
from hero_core import charts
from hero_core.telling.steadiness import answer_of
from hero_core.words import text
from tests.pages.visit import arrive, csv, plain, said, sample, sample_rounds, settle
from tests.pages_charts.visitor import PAGES, plots, tiles, with_sample, with_uploads
from ui import cached, influence

real_stability = hero_core.stability
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

    assert not app.exception and len(plots(app)) >= 2
    assert "HERO-1" not in {trace["name"] for trace in plots(app)[0]["data"]}


def test_whose_removal_moves_the_ranking_is_the_engine_s():
    """Every annotator left out by the method of the verdict, as removals() has it."""
    app = with_sample("stability", **QUICK)
    assert not app.exception
    app = settle(app)
    history, current = sample_rounds()
    engine = hero_core.removals(current, history, method="hero2")
    drawn = plots(app)[2]["data"]
    marked = {
        name: x for trace in drawn if trace["mode"] == "markers" for name, x in zip(trace["y"], trace["x"], strict=True)
    }

    assert charts.removal_sentence(engine) in plain(said(app))
    assert marked == pytest.approx({row.annotator: 100 * row.lead for row in engine.rows[:12]})
    table = app.dataframe[-1].value
    assert list(table["Without"]) == [row.annotator for row in engine.rows]


def test_the_answer_stands_first(visit, engine):
    """In a word, with the rate of the same winner by the best method, and whether it is also right."""
    answer = answer_of(engine, "hero1")
    box = next(box for kind in ("success", "info", "warning") for box in getattr(visit, kind) if "##" in box.value)

    assert answer.word in box.value and plain(box.value).endswith("\n\n".join(answer.sentences))
    point = next(
        point for point in engine.curves if point.method == "hero1" and point.fraction == charts.nearest(engine)
    )
    assert f"**{point.same_winner:.0%}**" in box.value


def test_numbers_of_annotators_instead_of_shares():
    """One switch: the curves stand over 2, 6 and 11 of 12 annotators."""
    quick = {key: value for key, value in QUICK.items() if key != "stability_fractions"}
    app = with_sample("stability", stability_sizes="number", stability_numbers=[2, 6, 11], **quick)
    axis = plots(app)[0]["layout"]["xaxis"]

    assert not app.exception
    assert axis["ticktext"] == ["2", "6", "11"] and axis["title"]["text"] == text("charts.kept_number_axis")
    assert "With 6 of 12 annotators kept" in plain(said(app))


def test_where_low_is_good_the_winner_is_the_lowest():
    """As the sidebar says: defects."""
    history, current = sample_rounds()
    app = with_sample("stability", good="low", **QUICK)
    engine = hero_core.stability(
        current, history, methods=("mv", "hero1"), fractions=(0.3, 0.7), repeats_per_fraction=50, high_is_good=False
    )

    assert charts.same_sentence(engine) in plain(said(app))


class Slow:
    """Stability that publishes half of its draws and then goes on until it is cancelled."""

    def __init__(self) -> None:
        self.published, self.ended = threading.Event(), threading.Event()

    def __call__(self, *args, progress, so_far, **options):
        whole = real_stability(*args, **options)
        half = replace(whole, drawn=whole.asked // 2)
        so_far(lambda: half)
        self.published.set()
        try:
            while True:
                progress(0.5, "leaving annotators out")
                time.sleep(0.01)
        finally:
            self.ended.set()


def test_curves_are_drawn_while_they_grow_and_stay_after_a_cancel(monkeypatch):
    """50 of 100 draws: said, drawn, and still there when the rest is cancelled within a second and a half."""
    slow = Slow()
    monkeypatch.setattr(hero_core, "stability", slow)
    app = arrive(seed=5, **QUICK)
    app.button(key="offer_sample").click().run()
    assert cached.wait_for_jobs()
    app.switch_page(PAGES["stability"]).run()
    assert not app.exception, app.exception[0].value
    assert slow.published.wait(20)
    app.run()
    partial = text("stability.so_far", drawn="50", asked="100")
    assert not app.exception and len(plots(app)) == 2
    assert partial in said(app) and app.button(key="cancel_stability")

    started = time.monotonic()
    app.button(key="cancel_stability").click().run()
    assert slow.ended.wait(1.5) and time.monotonic() - started < 20
    app = settle(app)
    assert not app.exception and len(plots(app)) == 3  # the removals come after a cancel too
    assert partial in said(app) and text("stability.stopped") in plain(said(app))
    assert "as far as it can be told" in said(app)


def test_large_files_leave_nobody_out_unasked(monkeypatch):
    """Reading hundreds of annotators anew takes minutes there: a button says so."""
    monkeypatch.setattr(influence, "MOST_VOTES", 10)
    app = with_sample("stability", **QUICK)

    assert not app.exception and len(plots(app)) == 2
    app.button(key="influence_start").click().run()
    assert len(plots(settle(app))) == 3


def test_many_versions_have_low_rows_and_no_numbers():
    """Sixty: each a row of tiles, every rank a column."""
    rows = [
        f"s{system}i{item},a{vote},{int((7 * item + 3 * system + vote) % 60 < system)},m{system:02d}"
        for system in range(60)
        for item in range(6)
        for vote in range(4)
    ]
    uploaded = csv(*rows, header="item_id,annotator_id,label,system")
    app = with_uploads("stability", current=uploaded)
    tile = tiles(app)[0]

    assert not app.exception
    assert len(tile["layer"]) == 1 and tile["height"] == 60 * 17
