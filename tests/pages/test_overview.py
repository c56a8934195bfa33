"""The overview: empty, with the sample, with uploads, refused; its numbers are the engine's."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pandas as pd
import pytest

import hero_core
from hero_core.charts import Units
from hero_core.telling.rails import CHECKS, NEED_HISTORY
from hero_core.words import text, told
from tests.pages.visit import (
    RESAMPLES,
    SAMPLE,
    arrive,
    csv,
    figure_of,
    go,
    plain,
    said,
    sample,
    sample_rounds,
    settle,
    with_files,
    with_sample,
)
from tests.support import csv_text, small_world
from ui import cached


@pytest.fixture(scope="module")
def result():
    """What the engine says about the sample."""
    return hero_core.estimate(*sample_rounds(), resamples=RESAMPLES)


def tiles(app) -> dict[str, str]:
    """The number of each version on the page, in order."""
    return {plain(metric.label): metric.value for metric in app.metric}


def verdict(app) -> str:
    """The card's Markdown."""
    cards = [box.value for kind in ("success", "warning", "info", "error") for box in getattr(app, kind)]
    return plain(next(card for card in cards if card.startswith("## ")))


def test_the_empty_page_offers_two_ways_on():
    """A newcomer sees what is needed and two buttons, and no settings error."""
    app = arrive()

    assert not app.exception
    assert {"offer_sample", "offer_files"} <= {button.key for button in app.button}
    assert [title.value for title in app.title] == [text("page.overview")]
    assert text("empty.current") in [box.value for box in app.info]


def test_the_graded_sample_is_a_third_way_on():
    """Ten versions on a graded scale, labelled as simulated, with the truth of each."""
    app = arrive()
    app.button(key="offer_graded").click().run()
    app = settle(app)
    truth = pd.read_csv(SAMPLE / "graded_truth.csv")

    assert not app.exception and text("status.simulated") in said(app)
    best = truth.loc[truth["true_share"].idxmax()]
    assert f"true value {best['true_share']:.0%}" in said(app)


def test_many_versions_are_not_all_drawn():
    """Ten versions: six tiles, the figure by two methods only, and a sentence about the rest with the way to it."""
    app = arrive()
    app.button(key="offer_graded").click().run()
    app = settle(app)
    names = {trace.get("name") for trace in figure_of(app)["data"]}

    assert len(app.metric) == 6 and text("overview.more_versions", count=4) in said(app)
    assert text("overview.forest.part", shown=10, total=10) in said(app)
    assert len(names) == 2 and text("method.mv") in names


def test_the_figure_has_the_versions_best_first(result):
    """The reader meets the versions in one order on the whole page."""
    assert figure_of(with_sample())["layout"]["yaxis"]["categoryarray"] == list(hero_core.decide(result).order)


def test_my_files_leads_to_the_data_page():
    """The second button is not a dead end."""
    app = arrive()
    app.button(key="offer_files").click().run()

    assert [title.value for title in app.title] == [text("page.data")]


def test_the_sample_gives_the_engine_s_numbers(result):
    """Every tile shows what estimate() returns, best first, with its range and counts."""
    app = with_sample()
    decision = hero_core.decide(result)

    assert not app.exception
    assert list(tiles(app)) == list(decision.order)
    for system, shown in tiles(app).items():
        row = result.get(decision.method, system)
        assert shown == f"{row.estimate:.1%}"
        assert f"{row.low:.1%} to {row.high:.1%}" in said(app)
        assert f"{row.n_items:,} items, {row.n_votes:,} votes" in said(app)


def test_the_card_says_what_decide_says(result):
    """Word, leader, gap in points and range come from the engine's decision."""
    card = verdict(with_sample())
    decision = hero_core.decide(result)
    pair = next(pair for pair in decision.comparisons if (pair.a, pair.b) == decision.order[:2])

    assert decision.state == "best"
    assert f"{decision.order[0]} is the best of 3" in card
    assert f"{100 * pair.difference:.1f} points" in card
    assert f"{100 * pair.low:.1f} to {100 * pair.high:.1f} points" in card


def test_the_simple_vote_would_have_crowned_another(result):
    """The surprise of the sample is told, with both numbers."""
    simple = hero_core.decide(result, method="mv")

    first, ours = simple.order[0], hero_core.decide(result).order[0]
    values = [f"{result.get('mv', name).estimate:.1%}" for name in (first, ours)]

    told = f"another version{': ' if simple.state == 'best' else ' ahead: '}{first} ({values[0]} against {values[1]})"
    assert first != ours and told in plain(said(with_sample()))


def test_simulated_data_are_labelled_and_show_the_truth():
    """Nobody takes the sample for real data, and everybody sees how close the methods come."""
    app = with_sample()
    truth = pd.read_csv(SAMPLE / "truth.csv", dtype={"system": str})

    assert text("status.simulated") in said(app)
    assert text("overview.simulated") in said(app)
    for value in truth["true_share"]:
        assert f"true value {value:.1%}" in said(app)


def test_own_files_show_no_truth_and_no_label():
    """Only simulated data have a known truth."""
    app = settle(with_files("overview", history=sample("history"), current=sample("current")))

    assert tiles(app) == tiles(with_sample())
    assert text("status.simulated") not in said(app)
    assert "true value" not in said(app)


def test_ranges_that_take_a_moment_are_waited_for(monkeypatch):
    """Of few votes the first numbers are the final ones: no number is shown that changes a second later."""
    real = hero_core.estimate

    def slower(*args, **options):
        time.sleep(2 * cached.PATIENCE_SECONDS)
        return real(*args, **options)

    monkeypatch.setattr(hero_core, "estimate", slower)
    monkeypatch.setattr(cached, "LONG_PATIENCE_SECONDS", 30.0)
    app = arrive(seed=4712)
    app.button(key="offer_sample").click().run()

    assert tiles(app) and text("verdict.first_look") not in said(app)
    assert not [button for button in app.button if button.key == "cancel_estimate"]


def test_a_first_look_comes_before_the_final_ranges(monkeypatch):
    """The page does not wait for the resamples: numbers at once, and a note that they are not final."""
    real = hero_core.estimate

    def endless(*args, resamples, progress=None, **options):
        while resamples:
            progress(0.5, "drawing")
            time.sleep(0.01)
        return real(*args, resamples=0, **options)

    monkeypatch.setattr(hero_core, "estimate", endless)
    app = arrive(seed=4711)
    app.button(key="offer_sample").click().run()

    assert tiles(app) and text("verdict.first_look") in said(app)
    assert [button.label for button in app.button if button.key == "cancel_estimate"] == [text("job.cancel")]

    app.button(key="cancel_estimate").click().run()
    assert text("job.stopped") in said(app) and tiles(app)

    app.button(key="resume_estimate").click().run()
    assert "cancel_estimate" in {button.key for button in app.button}
    app.button(key="cancel_estimate").click().run()


def test_the_forest_plots_the_engine_s_numbers(result):
    """What is drawn is what was estimated, for every method."""
    drawn = {
        round(x, 9)
        for trace in figure_of(with_sample())["data"] if trace.get("mode") == "markers"
        for x in (trace["x"] if isinstance(trace["x"], list) else [])
    }  # fmt: skip
    wanted = {round(row.estimate, 9) for row in result.estimates if row.system}

    assert wanted <= drawn


def test_warnings_about_the_numbers_are_listed(result):
    """Each red finding or warning of the engine is on the page with its remedy."""
    shown = plain(said(with_sample()))

    for finding in result.findings:
        if finding.severity != "info":
            assert finding.message in shown and str(told(finding.remedy)) in shown


def test_low_can_be_good():
    """For defects the lowest rate leads."""
    app = with_sample()
    high_first = list(tiles(app))
    app.radio(key="good").set_value("low").run()

    assert list(tiles(app)) == high_first[::-1]
    assert text("overview.good.low") in said(app)


def test_a_lead_downwards_is_told_as_a_size(result):
    """Where low is good the leader lies below: size and range are told without minus signs."""
    app = with_sample()
    app.radio(key="good").set_value("low").run()
    decision = hero_core.decide(result, high_is_good=False)
    pair = next(pair for pair in decision.comparisons if (pair.a, pair.b) == decision.order[:2])

    assert pair.difference < 0
    assert f"{-100 * pair.difference:.1f} points" in verdict(app)
    assert f"{-100 * pair.high:.1f} to {-100 * pair.low:.1f} points" in verdict(app)


def test_a_wide_margin_makes_all_equal():
    """The margin is the user's; within it no version is better."""
    app = with_sample()
    app.number_input(key="margin").set_value(50.0).run()

    assert "All 3 are as good as equal" in verdict(app)


def test_another_method_speaks_when_asked(result):
    """The headline method decides card and tiles."""
    app = with_sample()
    app.selectbox(key="headline").set_value("mv").run()
    order = hero_core.decide(result, method="mv").order

    assert tiles(app) == {name: f"{result.get('mv', name).estimate:.1%}" for name in order}
    assert text("method.mv") in said(app)


def test_without_history_a_method_without_history_speaks():
    """No refusal: PEC decides, and the choice of HERO-2 gives way in words."""
    app = settle(with_files("overview", current=sample("current")))
    app.selectbox(key="headline").set_value("hero2").run()

    assert not app.exception and text("method.pec") in said(app)
    assert text("overview.fallback", asked=text("method.hero2")) in said(app)


def test_a_refused_current_file_is_explained():
    """A sentence with the file's name; no traceback, no numbers."""
    app = with_files("overview", current=b"")

    assert not app.exception and not app.metric
    assert any("current.csv" in plain(box.value) and "0 bytes" in plain(box.value) for box in app.error)


def test_a_refused_history_leaves_the_current_file_usable():
    """The page says so and goes on with the methods that need no history."""
    app = settle(with_files("overview", history=b"", current=sample("current")))

    assert not app.exception and app.metric
    assert any(text("history.unreadable") in box.value for box in app.warning)


def test_scales_that_do_not_fit_are_explained():
    """A history of yes and no, a current round of grades: the refusal of the engine, as a sentence."""
    grades = csv(*[f"{item},ann_0{item % 4},{item % 5}" for item in range(40)])
    app = settle(with_files("overview", history=sample("history"), current=grades))

    assert not app.exception and not app.metric
    assert any("history.csv" in plain(box.value) and "current.csv" in plain(box.value) for box in app.error)


def test_numbers_behind_a_red_guard_rail_are_not_shown_large():
    """Annotators close to chance: HERO has a number that nobody should use; the card says why and what to do."""
    votes = [(item, vote) for item in range(40) for vote in range(2)]
    history = [f"h{item},ann{vote},{int((item + vote) % 20 < 9 + item % 2)},{item % 2}" for item, vote in votes]
    now = [f"{item},ann{vote},{int((item * 3 + vote) % 5 < 3)},{'AB'[item % 2]}" for item, vote in votes]
    files = {
        "history": csv(*history, header="item_id,annotator_id,label,gold_label"),
        "current": csv(*now, header="item_id,annotator_id,label,system"),
    }
    red = [
        finding
        for finding in hero_core.estimate(
            hero_core.read(files["history"], role="history"), hero_core.read(files["current"]), resamples=0
        ).findings
        if finding.severity == "error"
    ]
    app = settle(with_files("overview", **files))

    assert red and not app.metric
    assert text("verdict.not_comparable.word") in verdict(app) and red[0].message in verdict(app)
    assert text("overview.withheld", method=text("method.hero1")) in said(app)


def test_two_versions_too_close_to_call():
    """The gap, its range, and how many items would settle it."""
    rows = [f"{item},ann{vote},{int((item * 7 + vote) % 10 < 5 + (item % 13 == 0))},{'AB'[item % 2]}"
            for item in range(60) for vote in range(3)]  # fmt: skip
    app = settle(with_files("overview", current=csv(*rows, header="item_id,annotator_id,label,system")))

    assert text("verdict.too_close.word") in verdict(app) and "includes zero" in verdict(app)


@pytest.mark.parametrize("has_history", [True, False])
def test_the_card_and_what_would_settle_it_give_one_answer(has_history):
    """The number of items on the card is that of the plan below, for the same difference."""
    history, current = small_world(4, history=120, current=120, systems=2)
    files = {"history": csv_text(history, "history").encode()} if has_history else {}
    app = settle(with_files("overview", **files, current=csv_text(current).encode()))
    told_below = re.findall(r":material/list: \*\*([\d,]+) items per version\*\*", plain(said(app)))
    told_above = re.findall(r"\*\*([\d,]+) items per version\*\*", verdict(app))

    assert text("plan.header") in said(app) and told_above == told_below
    assert bool(told_above) != ("More items alone" in verdict(app))


def test_a_history_without_gold_is_no_all_clear():
    """Its checks could not be made; the page says why, and the items are shown by a method that has a number."""
    history, current = small_world(5, systems=2)
    bare = [replace(item, gold=None) for item in history]
    app = settle(with_files("overview", history=csv_text(bare, "history").encode(), current=csv_text(current).encode()))

    assert text("rails.strip.skipped", count=len(NEED_HISTORY), total=len(CHECKS)) in said(app)
    assert text("overview.no_anchor", reason="").strip() in said(app)
    items = go(app, "items")
    assert not items.error and items.selectbox(key="items_method").value == "pec"


def test_one_version_has_a_number_and_no_verdict():
    """Nothing to compare: the rate with its range, and how to add a second version."""
    rows = [f"{item},ann{vote},{int((item + vote) % 3 > 0)}" for item in range(40) for vote in range(3)]
    app = settle(with_files("overview", current=csv(*rows)))

    assert len(app.metric) == 1
    assert "One version" in verdict(app) and "second version" in verdict(app)


def test_strange_names_are_shown_letter_by_letter():
    """Versions called like markup do not become markup."""
    rows = [f"{item},<b>:red[x]</b>,{int(item % 3 > 0)},*{'AB'[item % 2]}*" for item in range(40)]
    app = settle(with_files("overview", current=csv(*rows, header="item_id,annotator_id,label,system")))

    assert {metric.label for metric in app.metric} == {"\\*A\\*", "\\*B\\*"}


def test_numbers_do_not_wait_for_the_reader_twice():
    """Coming back from another page shows the final verdict at once."""
    app = with_sample()
    before = tiles(app)
    go(app, "data")
    go(app, "overview")

    assert tiles(app) == before and text("verdict.first_look") not in said(app)


def test_percent_has_no_decimal_below_a_hundred_items():
    """36 of 40 items do not make 90.0%."""
    rows = [f"{item},ann{vote},{int((item + vote) % 3 > 0)}" for item in range(40) for vote in range(3)]
    app = settle(with_files("overview", current=csv(*rows)))

    assert "." not in app.metric[0].value and Units(percent=True).value(0.5, 40) == "50%"
