"""plan(): the variance that it promises is the one that comes about, and the gold that it names is worth most."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hero_core import Refused, SettingsError, estimate, plan, simulate
from hero_core.annotations import Annotations
from hero_core.results import PlanResult, PlanRow
from hero_core.solved import ModelOptions, Solved
from hero_core.votevalue import variance_by_votes
from tests.recovery.rounds import annotations as read_table
from tests.support import pair_of, small_world

Files = tuple[Annotations, Annotations]


@pytest.fixture(scope="module")
def files() -> tuple[Annotations, Annotations, Annotations]:
    """Two systems on a round of the base design; the history also with all of its gold."""
    rounds = simulate("base", rng=np.random.default_rng(4), n_systems=2, gap=0.1, n_current=150)
    full = simulate("base", rng=np.random.default_rng(4), n_systems=2, gap=0.1, n_current=150, gold_share=1.0)
    return (read_table(rounds.history, "history"), read_table(rounds.current, "current"),
            read_table(full.history, "history"))  # fmt: skip


def row(result: PlanResult, what: str) -> PlanRow:
    """One way of a plan."""
    return next(found for found in result.rows if found.what == what)


def test_the_error_now_is_that_of_the_estimate(files):
    """One system and a difference: the same standard errors as the analytic intervals."""
    history, current, _ = files
    result = estimate(history, current, methods=("hero1",), resamples=0)

    alone = plan(history, current, a="s1", detect=0.05, method="hero1")
    assert alone.std_error == pytest.approx(result.get("hero1", "s1").std_error, rel=1e-9)
    together = plan(history, current, a="s1", b="s2", detect=0.05, method="hero1")
    influence = result.influence["hero1"]
    assert together.std_error == pytest.approx(np.linalg.norm(influence[1] - influence[2]), rel=1e-9)
    assert together.from_items + together.from_history == pytest.approx(1)


def test_an_error_known_from_resamples_stands_in_for_the_formula_s(files):
    """Twice the error needs what half the difference needs, whatever the way; the shares of its sources stay."""
    asked = {"a": "s1", "b": "s2", "method": "hero1"}
    formula = plan(*files[:2], detect=0.05, **asked)
    doubled = plan(*files[:2], detect=0.1, std_error=2 * formula.std_error, **asked)

    assert doubled.std_error == pytest.approx(2 * formula.std_error)
    assert doubled.wanted == pytest.approx(2 * formula.wanted)
    assert [found.needed for found in doubled.rows] == [found.needed for found in formula.rows]
    assert doubled.from_items == pytest.approx(formula.from_items)
    assert plan(*files[:2], detect=0.05, std_error=formula.std_error, **asked).rows == formula.rows


def test_more_items_give_the_error_promised():
    """A round with as many items as the plan asks for: the standard error is the one wanted, within a tenth."""
    design = {"n_systems": 2, "gap": 0.1, "k": None}
    pilot = simulate("base", rng=np.random.default_rng(4), n_current=150, **design)
    history = read_table(pilot.history, "history")
    result = plan(history, read_table(pilot.current, "current"), a="s1", b="s2", detect=0.12, method="hero1")
    needed = int(row(result, "items").needed)
    larger = simulate("base", rng=np.random.default_rng(9), n_current=needed, **design)
    engine = estimate(history, read_table(larger.current, "current"), methods=("hero1",), resamples=0)
    influence = engine.influence["hero1"]

    assert needed > 200
    assert np.linalg.norm(influence[1] - influence[2]) == pytest.approx(result.wanted, rel=0.1)


def test_more_gold_gives_the_error_promised(files):
    """Gold for all other history items, truly revealed: what is left is what the plan says, within a tenth."""
    history, current, full = files
    result = plan(history, current, detect=0.001, method="hero1")
    revealed = estimate(replace(history, gold=full.gold), current, methods=("hero1",), resamples=0)

    assert row(result, "gold").needed is None
    assert row(result, "gold").std_error == pytest.approx(revealed.get("hero1").std_error, rel=0.1)
    assert row(result, "gold").std_error < result.std_error


def test_items_and_all_the_gold_together_need_what_items_need_then(files):
    """Where neither alone is enough: the items asked for are those of a plan whose history has all its gold."""
    history, current, full = files
    now = plan(history, current, detect=0.025, method="hero1")
    then = plan(replace(history, gold=full.gold), current, detect=0.025, method="hero1")

    assert (row(now, "items").needed, row(now, "gold").needed) == (None, None)
    assert row(now, "both").needed == pytest.approx(row(then, "items").needed, rel=0.1)
    assert row(now, "both").std_error == now.wanted


def test_one_gold_label_is_needed_where_nearly_nothing_is_missing(files):
    """The error now is a hundred thousandth too large: one label more, one item more, one vote more."""
    now = plan(*files[:2], detect=0.1, method="hero1")
    nearly = plan(*files[:2], detect=now.detect * now.std_error / now.wanted * (1 - 1e-5), method="hero1")

    assert [found.needed - found.now for found in nearly.rows] == [1, 1, 1]


def test_one_gold_label_takes_away_what_the_items_are_worth_on_average():
    """What a label on a random item takes away is the mean of what each item's own label takes away, up to the little
    by which a label makes the next one worth less: the two formulas of the plan speak of the same thing."""
    rounds = simulate("base", rng=np.random.default_rng(4), n_history=100, gold_share=0.6, n_current=150)
    files = read_table(rounds.history, "history"), read_table(rounds.current, "current")
    now = plan(*files, detect=0.1, method="hero1")
    one = plan(*files, detect=now.detect * now.std_error / now.wanted * (1 - 1e-5), method="hero1")
    gold = row(one, "gold")
    mean = sum(item.gain for item in now.items) / 100 * now.std_error**2 / len(now.items)

    assert (gold.needed - gold.now, len(now.items)) == (1, int((files[0].gold < 0).sum()))
    assert now.std_error**2 - gold.std_error**2 == pytest.approx(mean, rel=0.03)


@pytest.mark.parametrize("seed", range(4))
def test_an_item_with_one_vote_is_worth_what_its_voter_tells(seed):
    """By hand: the information about the share that one vote holds, averaged over who casts it as often as now."""
    history, current = small_world(seed, history=400, current=200, annotators=3, accuracy=(0.55, 0.95),
                                   share_of_gold=0.9, share_of_votes=1.0)  # fmt: skip
    cast = [tuple(vote for vote, every in zip(item.votes, (1, 4, 8), strict=True) if number % every == 0)
            for number, item in enumerate(current)]  # fmt: skip
    options = ModelOptions(methods=("hero1",))
    files = pair_of(history, [replace(item, votes=votes) for item, votes in zip(current, cast, strict=True)])
    solved = Solved.of(options.paired(*files), options)
    numbers, variance = variance_by_votes(solved, "hero1", np.array([1.0]), 3, seed=0)
    rates, share = solved.fits.rates("hero1")[..., 0], solved.answers["hero1"].shares[0, 1, 0]
    told = ((rates[:, 1] - rates[:, 0]) ** 2 / (share * rates[:, 1] + (1 - share) * rates[:, 0])).sum(axis=1)

    assert list(numbers) == [1, 2, 3]
    assert variance[0] == pytest.approx(1 / (np.array([200, 50, 25]) / 275 @ told), rel=0.05)


def test_more_votes_give_the_error_promised():
    """Twice as many votes per item, truly cast: the standard error of the items' part falls as the plan says."""
    made = {votes: simulate("base", rng=np.random.default_rng(2), votes_per_current_item=votes, n_current=1500,
                            n_history=4000, gold_share=0.5) for votes in (3.0, 6.0)}  # fmt: skip
    history = read_table(made[3.0].history, "history")
    few, many = (read_table(made[votes].current, "current") for votes in (3.0, 6.0))
    before = estimate(history, few, methods=("hero1",), resamples=0).get("hero1").std_error
    after = estimate(history, many, methods=("hero1",), resamples=0).get("hero1").std_error
    reach = 2.8016
    result = plan(history, few, detect=1.02 * reach * after, method="hero1")

    assert before > 1.1 * after
    assert row(result, "votes").needed == pytest.approx(6, abs=1)


def test_the_power_is_the_one_asked_for():
    """Rounds of the size that the plan asks for find the difference in about eight of ten."""
    pilot = simulate("base", rng=np.random.default_rng(20), n_systems=2, gap=0.1, n_current=300, k=None)
    history = read_table(pilot.history, "history")
    result = plan(history, read_table(pilot.current, "current"), a="s1", b="s2", detect=0.1, method="hero1")
    needed = int(row(result, "items").needed)
    hits = 0
    for seed in range(40):
        rounds = simulate("base", rng=np.random.default_rng([21, seed]), n_systems=2, gap=0.1, n_current=needed, k=None)
        answer = estimate(history, read_table(rounds.current, "current"), methods=("hero1",), resamples=0)
        gap = answer.get("hero1", "s2").estimate - answer.get("hero1", "s1").estimate
        error = np.linalg.norm(answer.influence["hero1"][1] - answer.influence["hero1"][2])
        hits += abs(gap) > 1.96 * error

    assert 26 <= hits <= 38


def test_the_gold_named_is_worth_most(files):
    """Revealing the twenty items named takes more variance away than twenty random ones do."""
    history, current, full = files
    result = plan(history, current, detect=0.01, method="hero1")
    named = {item.item_id for item in result.items[:20]}
    free = np.flatnonzero(history.gold < 0)

    def left(chosen: np.ndarray) -> float:
        gold = history.gold.copy()
        gold[chosen] = full.gold[chosen]
        return estimate(replace(history, gold=gold), current, methods=("hero1",), resamples=0).get("hero1").std_error

    best = left(np.flatnonzero([name in named for name in history.item_ids]))
    rng = np.random.default_rng(0)
    assert len(named) == 20
    assert best < min(left(rng.choice(free, 20, replace=False)) for _ in range(5))
    assert [item.gain for item in result.items] == sorted((item.gain for item in result.items), reverse=True)


def test_annotators_are_ranked_by_what_their_gold_is_worth(files):
    """A mean of one over random items; those named first are worth more."""
    result = plan(*files[:2], detect=0.01, method="hero1")
    worth = [entry.worth for entry in result.annotators]

    assert worth == sorted(worth, reverse=True)
    assert worth[0] > 1 > worth[-1]


def test_a_larger_difference_needs_less(files):
    """In every way."""
    history, current, _ = files
    plans = [plan(history, current, a="s1", b="s2", detect=detect) for detect in (0.15, 0.2, 0.3)]

    for what in ("items", "votes", "gold"):
        needs = [row(result, what).needed or np.inf for result in plans]
        assert needs == sorted(needs, reverse=True)


def test_three_classes_and_methods_without_history():
    """K classes; PEC knows only items."""
    rounds = simulate("graded", rng=np.random.default_rng(1))
    history, current = read_table(rounds.history, "history"), read_table(rounds.current, "current")
    graded = plan(history, current, a="aster", b="birch", detect=0.1)
    alone = plan(None, current, a="aster", b="birch", detect=0.1)

    assert graded.method == "hero1" and row(graded, "items").needed > 0
    assert alone.method == "pec"
    assert row(alone, "gold").needed is None and "history" in row(alone, "gold").reason
    assert alone.items == alone.annotators == ()


def test_enough_is_said_to_be_enough(files):
    """A difference that the round can already find: what is there is what is needed."""
    result = plan(*files[:2], a="s1", b="s2", detect=0.9)

    assert all(found.needed == found.now for found in result.rows)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"a": "s1", "b": "s9"}, "no system 's9'; the systems are s1, s2"), ({"a": "s1", "b": "s1"}, "two different"),
     ({"b": "s2"}, "two different"), ({}, "detect must be"), ({"detect": 0.0}, "detect must be"),
     ({"detect": 0.1, "power": 1.5}, "power is 1.5")],
)  # fmt: skip
def test_questions_that_make_no_sense_are_refused(files, options, words):
    """In words."""
    with pytest.raises(SettingsError, match=words):
        plan(*files[:2], **options)


def test_no_number_no_plan():
    """Gold of one class only: HERO was asked for and has no number."""
    history, current = small_world(2)
    ones = [replace(item, gold=1 if item.gold is not None else None) for item in history]

    with pytest.raises(Refused, match="Without gold of class 0"):
        plan(*pair_of(ones, current), detect=0.1, method="hero1")


def test_the_smallest_difference_is_the_one_that_needs_nothing_more(files):
    """Asked for exactly that one, the round is enough as it is; a little less, and it is not."""
    history, current, _ = files
    asked = {"a": "s1", "b": "s2", "method": "hero1"}
    smallest = plan(history, current, detect=0.05, **asked).smallest

    assert plan(history, current, detect=0.2, **asked).smallest == pytest.approx(smallest)
    enough = row(plan(history, current, detect=1.001 * smallest, **asked), "items")
    short = row(plan(history, current, detect=0.95 * smallest, **asked), "items")
    assert enough.needed == enough.now and short.needed > short.now
