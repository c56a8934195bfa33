"""The Lab page: the engine's numbers beside the paper's, refusals in words, a round to look at with its truth."""

from __future__ import annotations

import threading
import time

import pytest

import hero_core
from hero_core import charts
from hero_core.published import figures_for
from hero_core.trials import first_round
from hero_core.words import text
from tests.charts.drawn import unpacked
from tests.pages.visit import arrive, figure_of, go, plain, said, settle, with_files
from tests.pages.visit import sample as sample_file

QUICK = {"lab_repetitions": 20}
SMALL = {"lab_kind": "own", "lab_own_n_history": 200, "lab_own_n_current": 40, **QUICK}
HERO = ("mv", "ds", "mle", "hero1", "hero2")


def run(**state: object):
    """A visitor who pressed Run and waited."""
    app = arrive("lab", **state)
    app.button(key="lab_run").click().run()
    return settle(app)


@pytest.fixture(scope="module")
def hero():
    """HERO's table, clean design, after a run."""
    return run(lab_generator="clean", **QUICK)


@pytest.fixture(scope="module")
def engine():
    """The engine's numbers for the same."""
    return hero_core.trials("clean", repetitions=20, methods=HERO, k=3.0)


def test_nothing_runs_before_it_is_asked_for():
    """A page opened by chance costs nobody a minute."""
    app = arrive("lab")

    assert not app.exception and not app.get("plotly_chart")
    assert text("lab.waiting") not in said(app)


def test_the_table_is_the_engines_beside_the_papers(hero, engine):
    """Bias and spread in points; the paper's as printed; a dash where it has none."""
    shown = hero.dataframe[0].value.set_index("method")

    assert not hero.exception
    for method in HERO:
        row, name = engine.get(method), charts.method_name(method)
        assert shown.loc[name, "bias"] == pytest.approx(100 * row.bias)
        assert shown.loc[name, "sd"] == pytest.approx(100 * row.sd)
        assert shown.loc[name, "coverage"] == pytest.approx(row.coverage)
    assert shown.loc["Dawid-Skene (DS)", ["paper_bias", "paper_sd"]].tolist() == pytest.approx([9.8, 3.8])


def test_the_figure_shows_both_and_says_so(hero, engine):
    """Ours filled, the paper's open on the same side, one SD to each side."""
    figure = unpacked(figure_of(hero))
    ours, paper = (
        next(trace for trace in figure["data"] if trace["name"] == f"Simple vote (MV), {text(f'lab.bias.{which}')}")
        for which in ("here", "paper")
    )

    assert ours["x"] == pytest.approx([100 * engine.get("mv").bias])
    assert ours["error_x"]["array"] == pytest.approx([100 * engine.get("mv").sd])
    assert paper["x"] == pytest.approx([-15.8]) and paper["marker"]["symbol"] == "circle-open"
    assert charts.bias_sentence(engine, figures_for(engine)) in plain(said(hero))


def test_what_could_not_be_reproduced_is_said(hero):
    """The paper's Dawid-Skene together with its HERO-1."""
    assert text("lab.hero.not_reproduced") in said(hero)


def test_other_choices_leave_the_old_numbers_labelled(hero, engine):
    """Until Run is pressed again."""
    app = run(lab_generator="clean", **QUICK)
    app.selectbox(key="lab_k").set_value(12.0).run()

    assert text("lab.changed") in said(app)
    assert charts.bias_sentence(engine, figures_for(engine)) in plain(said(app))


def test_stress_is_shown_for_every_share_of_adversaries():
    """Two figures and their table: scores and ranking of the engine."""
    app = run(lab_kind="stableval", **QUICK)
    found = hero_core.trials("stableval", repetitions=20, methods=("mv", "ds_hard", "pec"), adversarial_share=0.3)
    shown = app.dataframe[0].value.set_index(["adversaries", "method"])

    assert not app.exception and len(app.get("plotly_chart")) == 2
    assert shown.loc[(0.3, "PEC"), "score_mse"] == pytest.approx(found.get("pec").score_mse)
    assert shown.loc[(0.3, "PEC"), "tau"] == pytest.approx(found.get("pec").tau)
    for position, value in ((0, 100 * found.get("pec").score_mse ** 0.5), (1, found.get("pec").tau)):
        curve = next(trace for trace in unpacked(figure_of(app, position))["data"] if trace["name"] == "PEC")
        assert curve["x"] == [0.0, 0.1, 0.2, 0.3, 0.4] and curve["y"][3] == pytest.approx(value)
    assert len(shown) == 15


def test_an_own_design_has_no_paper_beside_it():
    """Its fields reach the engine; percent on the screen are shares there."""
    app = run(**SMALL, lab_own_gold_share=50.0)
    fields = {"n_history": 200, "n_current": 40, "gold_share": 0.5, "gap": 0.05, "drift": 0.2, "hard_pull": 0.8}
    found = hero_core.trials("base", repetitions=20, **fields)
    shown = app.dataframe[0].value.set_index("method")

    assert not app.exception and "paper_bias" not in shown
    assert shown.loc["HERO-1", "bias"] == pytest.approx(100 * found.get("hero1").bias)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"lab_own_votes_per_item": 12.0}, "12 votes per item need as many annotators, and there are 10"),
        ({"lab_own_n_systems": 8, "lab_own_gap": 20.0}, "from 24% in steps of +20% the last of 8 systems leaves that"),
    ],
)
def test_a_round_that_cannot_be_made_is_refused_in_words(fields, says):
    """Nothing can be run or loaded then."""
    app = arrive("lab", **SMALL, **fields)

    assert not app.exception and says in said(app)
    assert app.button(key="lab_run").disabled and "lab_load" not in {button.key for button in app.button}


def test_without_gold_hero_has_no_number_and_the_page_says_so():
    """A dash and a sentence, no NaN."""
    app = run(**SMALL, lab_own_gold_share=0.0)

    assert not app.exception and "HERO-1: – (no number in any round)" in plain(said(app))
    assert "nan" not in said(app).lower()


def test_a_loaded_round_is_labelled_and_shows_its_truth():
    """On every page that it is simulated; on the overview what is true."""
    app = arrive("lab", lab_kind="own", lab_own_n_systems=2, lab_own_gap=30.0)
    app.button(key="lab_load").click().run()
    app = settle(go(app, "overview"))
    fields = {"n_systems": 2, "gap": 0.3, "n_annotators": 10, "sensitivity": 0.65, "specificity": 0.85}
    truth = first_round("base", seed=0, **fields, drift=0.2, hard_pull=0.8).true_shares

    assert not app.exception
    assert text("status.simulated.lab") in said(app) and text("status.simulated") not in said(app)
    for name in ("s1", "s2"):
        assert f"true value {truth[name]:.1%}" in said(app)
    assert text("status.simulated.lab") in said(go(app, "items"))


def test_a_loaded_round_can_be_undone():
    """The visitor's own files are back, without a label."""
    app = go(with_files(history=sample_file("history"), current=sample_file("current")), "lab")
    app.button(key="lab_load").click().run()
    app = go(app, "data")
    assert text("status.simulated.lab") in said(app)
    app.button(key="undo").click().run()

    assert text("status.simulated.lab") not in said(app) and not app.exception


def test_a_cancelled_run_keeps_its_partial_numbers(monkeypatch):
    """Six of 20 rounds: drawn while the rest runs, and still there after a cancel, each time with a word on it."""
    published, ended, real = threading.Event(), threading.Event(), hero_core.trials

    def slow(*args, progress, so_far, repetitions, **options):
        part = real(*args, repetitions=6, **options)
        so_far(lambda: part)
        published.set()
        try:
            while True:
                progress(0.3, "round 7 of 20")
                time.sleep(0.01)
        finally:
            ended.set()

    monkeypatch.setattr(hero_core, "trials", slow)
    app = arrive("lab", seed=9, **SMALL)
    app.button(key="lab_run").click().run()
    assert published.wait(60)
    app.run()
    partial = text("lab.so_far", done="6", asked="20")
    assert not app.exception and partial in said(app) and len(app.get("plotly_chart")) == 1
    app.button(key="cancel_trials").click().run()
    assert ended.wait(1.5)
    app = settle(app)

    assert not app.exception and partial in said(app) and len(app.get("plotly_chart")) == 1
    assert text("lab.stopped") in said(app) and app.button(key="resume_trials")
