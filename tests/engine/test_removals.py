"""removals(): everything is as if the annotator had never voted."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest

from hero_core import SettingsError, decide, estimate, removals, sensitivity
from hero_core.errors import Cancelled
from tests.engine.test_stability import judged
from tests.support import annotations, pair_of, small_world


def test_whoever_carries_the_ranking_comes_first():
    """S1 leads by a's votes alone: without a the order turns round; without b or c it does not."""
    found = removals(annotations(judged(a=(9, 1), b=(5, 6), c=(5, 6))), method="vote_share")
    first, *others = found.rows

    assert found.order == ("S1", "S2") and found.lead == pytest.approx(6 / 30)
    assert (first.annotator, first.winner, first.new_winner, first.new_order, first.tau) == ("a", "S2", True, True, -1)
    assert first.lead == pytest.approx(-0.1)
    assert {(row.annotator, row.winner, row.new_order) for row in others} == {("b", "S1", False), ("c", "S1", False)}


@pytest.mark.parametrize("method", ["mv", "pec", "hero1", "hero2"])
def test_a_removal_is_the_estimate_of_files_without_that_person(method):
    """Lead and verdict as estimate() and decide() have them where the person's votes are deleted from both files."""
    history, current = small_world(5, systems=3, covariates=1, annotators=5, current=90, accuracy=(0.7, 0.95))
    found = removals(*pair_of(history, current)[::-1], method=method, tol=1e-9, max_iter=20_000)

    for row in found.rows:
        fewer = [[replace(item, votes=tuple(vote for vote in item.votes if vote[0] != row.annotator)) for item in file]
                 for file in (history, current)]  # fmt: skip
        result = estimate(*pair_of(fewer[0], [item for item in fewer[1] if item.votes]), methods=(method,),
                          resamples=0, tol=1e-9, max_iter=20_000)  # fmt: skip
        best, second = (result.get(method, name).estimate for name in found.order[:2])
        assert row.lead == pytest.approx(best - second, abs=1e-6)
        verdict = decide(replace(result, findings=()), method=method)
        assert (row.state, {*row.leaders}) == (verdict.state, {*verdict.leaders})
        assert row.new_verdict == ((row.state, {*row.leaders}) != (found.state, {*found.leaders}))


def test_removals_shift_as_sensitivity_has_it():
    """Two ways to the same number: masked here, deleted there."""
    files = pair_of(*small_world(4, systems=2, covariates=1, annotators=5, current=80))
    found, other = removals(files[1], files[0], method="hero1"), sensitivity(*files, method="hero1")
    rows = {(row.name, row.system): row.estimate for row in other.rows if row.change == "without_annotator"}

    for row in found.rows:
        best, second = (rows[row.annotator, name] for name in found.order[:2])
        assert row.lead == pytest.approx(best - second, abs=2e-5)


def test_where_low_is_good_the_lead_is_the_other_way():
    """Defects: ahead is whoever has fewer."""
    found = removals(annotations(judged(a=(2, 6), b=(3, 7), c=(2, 5))), method="vote_share", high_is_good=False)

    assert found.order == ("S1", "S2") and found.lead == pytest.approx(11 / 30)


def test_a_system_that_loses_all_votes_has_no_ranking_then():
    """Only a judged S2: without a there is nothing to hold against."""
    items = [
        item if item.system == "S1" else replace(item, votes=item.votes[:1]) for item in judged(a=(8, 3), b=(7, 4))
    ]
    found = removals(annotations(items), method="mv")
    row = next(row for row in found.rows if row.annotator == "a")

    assert (row.lead, row.tau, row.winner, row.state, row.new_verdict) == (None, None, None, None, False)


def test_the_busiest_are_left_out_first_and_no_more_than_can_be(monkeypatch):
    """d judged every item, a and c every other one, b one in five: of two those are d and a."""
    judges = {"a": 2, "b": 5, "c": 2, "d": 1}
    items = [
        replace(item, votes=tuple((who, label) for who, label in item.votes if number % judges[who] == 0))
        for number, item in enumerate(judged(a=(9, 1), b=(5, 6), c=(5, 6), d=(4, 4)))
    ]
    monkeypatch.setattr(import_module("hero_core.removals"), "MOST_ANNOTATORS", 2)
    heard = []
    found = removals(annotations(items), method="vote_share", so_far=heard.append)

    assert [row.annotator for row in heard[0]().rows] == ["d"]
    assert {row.annotator for row in found.rows} == {"a", "d"}
    assert (found.asked, found.voters, found.partial) == (2, 4, False)


@pytest.mark.parametrize(
    ("margin", "level", "state"), [(0.02, 0.95, "too_close"), (0.5, 0.95, "equal"), (0.02, 0.2, "a_better")]
)
def test_the_verdict_is_by_the_margin_and_level_asked_for(margin, level, state):
    """A wide margin makes all equal, a low level makes a difference certain: three verdicts on one round."""
    files = pair_of(*small_world(5, systems=2, annotators=5, current=90, accuracy=(0.7, 0.95)))
    found = removals(*files[::-1], method="hero1", margin=margin, level=level)
    engine = estimate(*files, methods=("hero1",), resamples=0, level=level)
    verdict = decide(replace(engine, findings=()), method="hero1", margin=margin)

    assert (found.state, found.leaders) == (verdict.state, verdict.leaders)
    assert found.state == state


def test_removals_so_far_and_cancel():
    """The busiest first; cancelled after two, two are there."""
    heard = []

    def stop(done: float, what: str) -> None:
        if done > 0.4:
            raise Cancelled("stop")

    with pytest.raises(Cancelled):
        removals(annotations(judged(a=(9, 1), b=(5, 6), c=(5, 6), d=(4, 4))), method="mv", progress=stop,
                 so_far=heard.append)  # fmt: skip
    partial = heard[-1]()
    assert (partial.done, partial.asked, partial.partial) == (2, 4, True) and len(heard[0]().rows) == 1


@pytest.mark.parametrize(
    ("items", "options", "words"),
    [(judged(a=(8,), b=(7,)), {}, "two systems"), (judged(a=(8, 3)), {}, "two annotators"),
     (judged(a=(8, 3), b=(7, 4)), {"method": "hero1"}, "history")],
)  # fmt: skip
def test_nothing_to_leave_out_is_said(items, options, words):
    """In words."""
    with pytest.raises(SettingsError, match=words):
        removals(annotations(items), **options)
