"""Guard rails on the pages: the strip, the withheld verdict, the flag on other pages, the plan, what-if, settings."""

from __future__ import annotations

from dataclasses import replace

import pytest

import hero_core
from hero_core.charts import Units, method_name
from hero_core.results import CHANGES
from hero_core.telling.rails import CHECKS, CODES, NEED_HISTORY, checks_of
from hero_core.telling.whatif import Change, change_in_words, changes_of, gap_in_words
from hero_core.words import text
from hero_core.words.rails import TEXTS
from tests.pages.visit import RESAMPLES, arrive, go, plain, said, sample_rounds, settle, with_files, with_sample
from tests.support import Items, csv_text, small_world
from ui import cached


def files(items: tuple[Items, Items]) -> dict[str, bytes]:
    """Both files as bytes."""
    return {role: csv_text(part, role).encode() for role, part in zip(("history", "current"), items, strict=True)}


def red() -> dict[str, bytes]:
    """A round on which everybody always says 1: the habits of the history make that impossible."""
    history, current = small_world(3, history=300, current=120, accuracy=(0.7, 0.8))
    always = [replace(item, votes=tuple((who, 1) for who, _ in item.votes), system="AB"[n % 2])
              for n, item in enumerate(current)]  # fmt: skip
    return files((history, always))


@pytest.fixture(scope="module")
def sampled():
    """The overview with the sample."""
    return with_sample()


def test_every_finding_of_a_guard_rail_has_words():
    """A title for each code, and a tile that it belongs to."""
    assert {f"rail.{code}" for code in CODES} <= TEXTS.keys()
    assert {f"whatif.{change}" for change in CHANGES} <= TEXTS.keys()
    assert {f"whatif.about.{change}" for change in CHANGES if change != "as_is"} <= TEXTS.keys()


def test_the_strip_asks_every_question(sampled):
    """Seven tiles; on the sample the newcomers are a caution and the routing a note."""
    told = said(sampled)

    assert all(f"**{text(f'rails.check.{check}')}**" in told for check in CHECKS)
    assert text("rails.warning", titles=text("rail.unknown_annotators")) in told
    assert text("rails.info", titles=text("rail.routing")) in told


def test_without_history_the_strip_says_what_was_not_checked():
    """A grey tile is no all-clear."""
    app = with_files("overview", current=csv_text(small_world(1)[1]).encode())

    assert said(app).count(text("rails.skipped")) == len(NEED_HISTORY)


def test_what_was_not_looked_for_yet_is_no_all_clear():
    """A quick estimate has the same numbers and the same red flags; two questions of seven stay open."""
    history, current = sample_rounds()
    whole, quick = (hero_core.estimate(history, current, resamples=0, quick=quick) for quick in (False, True))

    checks = (checks_of(found.findings, True, str, found.unchecked) for found in (whole, quick))
    outcomes = [[check.outcome for check in made] for made in checks]

    assert quick.to_frame().equals(whole.to_frame())
    assert set(quick.findings) <= set(whole.findings)
    assert outcomes[0].count("open") == 0 and outcomes[1].count("open") > 0
    assert all(a == b or b == "open" for a, b in zip(*outcomes, strict=True))


def test_very_large_data_are_shown_before_the_slow_checks(monkeypatch):
    """The first look says which checks are still to be made, and the final numbers have them all."""
    monkeypatch.setattr(cached, "QUICK_VOTES", 0)
    monkeypatch.setattr(cached, "PATIENCE_SECONDS", 0.0)
    app = with_files("overview", **files(small_world(11, history=300, current=120)))
    first = said(app)

    last = said(settle(app))

    assert text("rails.open") in first and text("rails.open") not in last


def test_a_red_rail_withholds_every_large_number():
    """Not comparable, the reason, the cure; no tile with a number."""
    app = settle(with_files("overview", **red()))
    told = plain(said(app))

    assert text("verdict.not_comparable.word") in told
    assert "impossible" in told and "Get gold labels" in told
    assert not app.metric
    assert text("rails.error", titles=text("rail.rates_do_not_transport")) in told
    assert text("plan.header") not in told


@pytest.mark.parametrize("page", ["annotators", "compare", "stability", "items"])
def test_numbers_on_other_pages_carry_the_flag(page):
    """One line with the way to the details."""
    app = go(settle(with_files("overview", **red())), page)

    assert f"**{text('rails.line.red')} about these numbers:** {text('rail.rates_do_not_transport')}" in said(app)


def test_a_close_call_comes_with_a_plan():
    """Items, votes, gold: the numbers of the engine; and which expert answers first."""
    history, current = small_world(8, history=600, current=600)
    current = [replace(item, system="AB"[n % 2]) for n, item in enumerate(current)]
    app = settle(with_files("overview", **files((history, current))))
    told = plain(said(app))

    assert text("verdict.too_close.word") in told
    assert text("plan.header") in [header.value for header in app.header]
    assert "items per version" in told
    assert text("plan.next") in [box.label for box in app.expander]


def test_a_clear_verdict_has_no_plan(sampled):
    """The sample's first version is the best: nothing is left to settle."""
    assert text("plan.header") not in [header.value for header in sampled.header]


def test_what_if_and_ranks_are_the_engine_s():
    """The compare page shows the table of sensitivity() and the standings."""
    app = settle(go(with_sample(), "compare"))
    tables = [frame.value for frame in app.dataframe]
    ranks = next(table for table in tables if text("standings.column.rank") in table)
    changes = next(table for table in tables if text("whatif.column.change") in table)
    engine = hero_core.sensitivity(*sample_rounds())
    pair = hero_core.compare(hero_core.estimate(*sample_rounds(), resamples=RESAMPLES), "v1.1", "v2.0")
    wanted = changes_of(engine, pair)

    assert list(ranks.iloc[:, 0]) == ["v1.1", "v2.0", "v1.0"]
    assert list(changes.iloc[:, 0]) == [change_in_words(change) for change in wanted]
    assert list(changes.iloc[:, 1]) == [f"{100 * change.gap:+.1f} points" for change in wanted]


@pytest.mark.parametrize("method", ["hero1", "hero2"])
def test_the_difference_that_decides_is_by_the_method_of_the_verdict(method):
    """HERO-1 in the verdict is HERO-1 under "What if": its own changes, and what it makes of the difference."""
    app = settle(go(settle(sampled_by(method)), "compare"))
    changes = next(frame.value for frame in app.dataframe if text("whatif.column.change") in frame.value)
    engine = hero_core.sensitivity(*sample_rounds(), method=method)
    pair = hero_core.compare(hero_core.estimate(*sample_rounds(), resamples=0), "v1.1", "v2.0", method=method)

    assert list(changes.iloc[:, 0]) == [change_in_words(change) for change in changes_of(engine, pair)]
    assert text("whatif.gap.lead", a="v1.1", b="v2.0", method=method_name(method)) in plain(said(app))


def test_a_verdict_without_history_is_not_what_the_choices_decide():
    """The simple vote reads no history: HERO is opened, and not called what decides."""
    told = plain(said(settle(go(settle(sampled_by("mv")), "compare"))))

    assert "The difference that decides" not in told
    assert f"The verdict is by {method_name('mv')}, which uses no history" in told


def sampled_by(method):
    """The sample, with this method in the verdict."""
    app = arrive("overview", headline=method)
    return app.button(key="offer_sample").click().run()


def test_without_a_range_none_is_named():
    """Red flags take the range away: the sentence ends at the difference."""
    units = Units.of(hero_core.estimate(*sample_rounds(), resamples=0))
    change = Change(change="gold_only", name=None, gap=0.03, moved=0.01, low=None, high=None,
                    verdict="not_comparable", turned=False)  # fmt: skip

    assert gap_in_words(change, units) == "+3.0 points"
    assert gap_in_words(replace(change, low=-0.02, high=0.08), units) == (
        "+3.0 points (plausible range -2.0 to +8.0 points)"
    )


def test_a_change_opens_to_both_numbers():
    """What was changed, whether the verdict turns, and every version as it is and with the change."""
    app = settle(go(with_sample(), "compare"))
    app.selectbox(key="whatif_open").set_value(3).run()
    engine = hero_core.sensitivity(*sample_rounds())
    pair = hero_core.compare(hero_core.estimate(*sample_rounds(), resamples=RESAMPLES), "v1.1", "v2.0")
    change = changes_of(engine, pair)[3]
    rows = {row.system: row for row in engine.rows if (row.change, row.name) == (change.change, change.name)}
    shown = next(table.value for table in app.dataframe if text("whatif.column.then") in table.value)

    assert text(f"whatif.about.{change.change}") in said(app) and "The verdict on these two stays" in said(app)
    best_first = ["v1.1", "v2.0", "v1.0"]
    assert list(shown.iloc[:, 0]) == best_first
    assert list(shown.iloc[:, 2]) == [f"{rows[name].estimate:.1%}" for name in best_first]
    assert shown.columns[3] == "Shift (points)"


def test_a_change_that_turns_the_verdict_says_so():
    """The range moves along with the difference: once it holds zero, the verdict is another."""
    pair = replace(
        hero_core.compare(hero_core.estimate(*sample_rounds(), resamples=0), "v1.1", "v2.0"),
        low=0.03, high=0.25, verdict="a_better", margin=0.01,
    )  # fmt: skip
    changes = changes_of(hero_core.sensitivity(*sample_rounds()), pair)

    assert [abs(change.moved) for change in changes] == sorted((abs(change.moved) for change in changes), reverse=True)
    for change in changes:
        assert change.turned == (0.03 + change.moved <= 0)
        assert change.low == pytest.approx(0.03 + change.moved)
    assert any(change.turned for change in changes) and not all(change.turned for change in changes)


def test_settings_of_the_model_reach_the_numbers():
    """Newcomers pooled in the sidebar: the engine's numbers with that option, and words that say so."""
    app = settle(arrive("overview", new_annotators="pool"))
    app.button(key="offer_sample").click().run()
    app = settle(app)
    engine = hero_core.estimate(*sample_rounds(), resamples=0, new_annotators="pool")

    assert app.metric[0].value == f"{engine.get('hero2', 'v1.1').estimate:.1%}"
    assert "tied to those of the others" in plain(said(app))


def test_features_can_be_left_out():
    """Every feature left out in the sidebar: HERO-2 has none, so HERO-1 leads."""
    app = arrive("overview", left_out=["x_difficulty", "x_length"])
    app.button(key="offer_sample").click().run()
    app = settle(app)
    engine = hero_core.estimate(*sample_rounds(), resamples=0, covariates="none")

    assert app.metric[0].value == f"{engine.get('hero1', 'v1.1').estimate:.1%}"
    assert cached.wait_for_jobs()


def test_words_of_the_prompts_can_be_used():
    """The switch is there where both files have prompts, and gives the engine's numbers with that option."""
    history, current = small_world(4, history=200, current=80, covariates=1)
    told = ("short words only", "a longer text about cats", "numbers 1 2 3", "why is the sky blue")
    both = tuple([replace(item, x=(), prompt=f"{told[n % 4]} {n}") for n, item in enumerate(part)]
                 for part in (history, current))  # fmt: skip
    data = files(both)
    app = settle(with_files("overview", **data))
    switch = next(widget for widget in app.toggle if widget.label == text("setting.prompts"))
    app = settle(switch.set_value(True).run())
    engine = hero_core.estimate(
        hero_core.read(data["history"], role="history", name="history.csv"),
        hero_core.read(data["current"], name="current.csv"), resamples=0, text="prompt",
    )  # fmt: skip

    assert app.metric[0].value == f"{engine.get('hero2').estimate:.0%}"
    assert engine.text is not None


def test_without_prompts_there_is_no_such_switch():
    """Files of votes only have none."""
    app = with_files("overview", **files(small_world(4)))

    assert text("setting.prompts") not in [widget.label for widget in app.toggle]
