"""Who judges how: counts, rates with intervals, and what should be known before they are believed."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core import annotator_table, simulate
from hero_core.errors import ReadError, Refused, SettingsError
from hero_core.results import AnnotatorRow
from tests.exactness import slow
from tests.recovery.rounds import annotations as read_table
from tests.support import Item, Items, annotations, small_world


def rows(
    history: Items | None, current: Items | None = None, classes: int = 2, **options: object
) -> dict[str, AnnotatorRow]:
    """The rows by annotator."""
    old = None if history is None else annotations(history, role="history", classes=classes, graded=classes > 2)
    new = None if current is None else annotations(current, classes=classes, graded=classes > 2)
    return {row.annotator: row for row in annotator_table(old, new, **{"resamples": 60, **options}).rows}


@pytest.mark.parametrize("classes", [2, 3])
def test_counts_are_those_of_the_files(classes):
    """Votes of both rounds, gold votes by class and label, expected counts that add up to the votes."""
    history, current = small_world(4, classes=classes)
    tally = slow.gold_tally(history, classes)

    for name, row in rows(history, current, classes).items():
        assert np.array(row.gold_counts) == pytest.approx(np.array(tally[name]))
        assert row.gold_votes == sum(map(sum, tally[name]))
        assert row.votes == sum(1 for item in history for who, _ in item.votes if who == name)
        assert row.current_votes == sum(1 for item in current for who, _ in item.votes if who == name)
        assert np.sum(row.expected_counts) == pytest.approx(row.votes, abs=1e-6)
        assert np.array(row.confusion).sum(axis=1) == pytest.approx(1)
        assert row.weight == pytest.approx((np.trace(row.confusion) - 1) / (classes - 1))


def test_names_of_the_rates():
    """Sensitivity is the last diagonal cell, specificity the first, with the bounds of these cells."""
    history, current = small_world(4)

    for row in rows(history, current).values():
        assert (row.sensitivity, row.specificity) == (row.confusion[1][1], row.confusion[0][0])
        assert (row.sensitivity_low, row.sensitivity_high) == (row.low[1][1], row.high[1][1])
        assert (row.specificity_low, row.specificity_high) == (row.low[0][0], row.high[0][0])
    assert all(row.sensitivity is None for row in rows(*small_world(4, classes=3), 3).values())


@pytest.mark.parametrize("seed", range(4))
def test_intervals_hold_the_rate_and_have_a_width(seed):
    """Bootstrap in the middle, Wilson at an edge; never a rate outside its own interval."""
    for row in rows(*small_world(seed)).values():
        rate, low, high = np.array(row.confusion), np.array(row.low), np.array(row.high)
        assert (low <= rate).all() and (rate <= high).all()
        assert (high - low > 0.01).all()
        for cells, words in zip(rate, row.interval, strict=True):
            for cell, word in zip(cells, words, strict=True):
                assert ("Wilson" in word) or (0.001 <= cell <= 0.999 and "bootstrap" in word)


def test_intervals_are_as_wide_as_the_rates_wobble():
    """Complete gold of 200 items: the bootstrap of a proportion is its binomial standard error."""
    said = [1] * 80 + [0] * 20 + [0] * 70 + [1] * 30
    history = [Item(f"h{n}", (("solo", label),), int(n < 100)) for n, label in enumerate(said)]
    row = rows(history, resamples=1000)["solo"]

    assert (row.sensitivity, row.specificity) == (pytest.approx(0.8), pytest.approx(0.7))
    assert row.sensitivity_high - row.sensitivity_low == pytest.approx(2 * 1.96 * 0.04, rel=0.1)
    assert row.specificity_high - row.specificity_low == pytest.approx(2 * 1.96 * 0.0458, rel=0.1)


def test_a_row_without_any_evidence_is_open():
    """A rate taken from the others, with no vote of one's own behind it, may be anything."""
    history = [Item(f"h{n}", (("a", n % 2), ("b", n % 2)) if n % 2 else (("a", n % 3 % 2),), n % 2) for n in range(20)]
    row = rows(history)["b"]  # b has seen class 1 only

    assert "no_gold_of_class_0" in row.flags
    assert row.specificity_low < 0.01 and row.specificity_high > 0.99


def planted() -> tuple[Items, Items]:
    """Complete gold; one annotator for each oddity."""
    history = []
    for n in range(60):
        gold = n % 2
        votes = [
            ("good", gold if n % 10 < 8 else 1 - gold),
            ("reversed", 1 - gold if n % 10 < 8 else gold),
            ("coin", (n // 2) % 2),
            ("always", 1),
        ]
        if n < 3:
            votes.append(("rare", gold))
        history.append(Item(f"h{n}", tuple(votes), gold))
    current = [Item(f"c{n}", (("good", n % 2), ("new", 1))) for n in range(6)]
    return history, current


def test_flags():
    """Each oddity is found, and the good annotator has none."""
    found = {name: set(row.flags) for name, row in rows(*planted()).items()}

    assert found["good"] == set()
    assert found["reversed"] == {"worse_than_chance"}
    assert found["coin"] == {"no_information"}
    assert found["always"] == {"no_information", "constant"}
    assert found["rare"] == {"little_gold"}
    assert found["new"] == {"no_history"}


def test_nobody_without_history_gets_rates():
    """The newcomer's row says how much was voted, not how well."""
    row = rows(*planted())["new"]

    assert (row.confusion, row.low, row.sensitivity, row.weight) == (None, None, None, None)
    assert (row.votes, row.current_votes) == (0, 6)


def test_without_history_the_current_votes_are_the_source():
    """Dawid-Skene on the current round, and it is said."""
    current = small_world(4, current=80, accuracy=(0.8, 0.95))[1]
    result = annotator_table(None, annotations(current), resamples=20)
    fit = slow.dawid_skene(current, 2)

    assert "Dawid-Skene" in result.source
    for row in result.rows:
        assert np.array(row.confusion) == pytest.approx(np.array(fit.rates[row.annotator]), abs=1e-3)
        assert "no_history" not in row.flags


def test_natural_order_of_names():
    """2 before 10 (P25)."""
    items = [Item(f"h{n}", tuple((who, n % 2) for who in ("10", "2", "b10", "b2", "1E1")), n % 2) for n in range(6)]

    assert list(rows(items, resamples=2)) == ["2", "10", "1E1", "b2", "b10"]


def test_same_seed_same_intervals():
    """And another seed other ones."""
    history, current = small_world(4)
    one, two, three = (rows(history, current, seed=seed) for seed in (0, 0, 1))

    assert one == two
    assert one != three


def test_no_resamples_no_intervals():
    """Rates alone, at once."""
    for row in rows(*small_world(4), resamples=0).values():
        assert row.confusion is not None and row.low is None and row.interval is None


def test_checks_can_be_left_out():
    """The same rates and ranges without them; with them everybody with ten votes on both sides is tested for drift."""
    history, current = small_world(4, current=60)
    tested, bare = rows(history, current), rows(history, current, checks=False)

    assert any(row.drift for row in tested.values()) and not any(row.drift for row in bare.values())
    assert {name: (row.confusion, row.low) for name, row in tested.items()} == {
        name: (row.confusion, row.low) for name, row in bare.items()
    }


def test_bad_questions_are_refused_in_words():
    """No file; a history alone without gold; options that cannot be used."""
    history, current = small_world(4)
    bare = [Item(item.name, item.votes) for item in history]
    with pytest.raises(ReadError, match="no file"):
        annotator_table(None, None)
    with pytest.raises(Refused, match="gold of every class"):
        rows(bare)
    for options, words in (
        ({"resamples": -5}, "resamples is -5"),
        ({"resamples": 1}, "at least 2"),
        ({"level": 3.0}, "level is 3"),
        ({"seed": -1}, "seed is -1"),
        ({"tol": 0.0}, "tol is 0.0"),
        ({"max_iter": 0}, "max_iter is 0"),
    ):
        with pytest.raises(SettingsError, match=words):
            rows(history, current, **options)


def test_intervals_cover_the_true_rates():
    """Nominal 95%: of 200 rates of 10 simulated rounds at least 88% lie within."""
    inside = total = 0
    for seed in range(10):
        world = simulate("base", rng=np.random.default_rng(seed))
        result = annotator_table(read_table(world.history, "history"), resamples=100)
        truth = world.annotators.set_index("annotator_id")
        for row in result.rows:
            inside += row.sensitivity_low <= truth.loc[row.annotator, "sensitivity"] <= row.sensitivity_high
            inside += row.specificity_low <= truth.loc[row.annotator, "specificity"] <= row.specificity_high
            total += 2

    assert total == 200
    assert inside >= 0.88 * total


def counted_world(seed: int, classes: int) -> Items:
    """Complete gold, four annotators of different habits on random parts of 60 items."""
    rng = np.random.default_rng(seed)
    items = []
    for n in range(60):
        gold = int(rng.integers(classes))
        votes = [
            (name, gold if rng.random() < skill else int(rng.integers(classes)))
            for name, skill in (("a", 0.9), ("b", 0.7), ("c", 0.5), ("d", 0.2)) if rng.random() < 0.7
        ]  # fmt: skip
        items.append(Item(f"h{n}", tuple(votes or [("a", gold)]), gold))
    return items


@pytest.mark.parametrize(("seed", "classes"), [(0, 2), (1, 2), (2, 3), (3, 5)])
def test_the_pool_is_the_matrix_of_all_other_votes_thrown_together(seed, classes):
    """With complete gold everything is counting: one's own votes left out, counted by hand; None where nobody voted."""
    items = counted_world(seed, classes)
    for name, row in rows(items, classes=classes).items():
        distance = cast = 0.0
        for true in range(classes):
            others = [said for item in items if item.gold == true for who, said in item.votes if who != name]
            mine = [said for item in items if item.gold == true for who, said in item.votes if who == name]
            apart = 0.0
            for said in range(classes):
                pooled = others.count(said) / len(others) if others else None
                assert row.pool[true][said] == (pooled if pooled is None else pytest.approx(pooled, abs=1e-4))
                if pooled is not None and mine:
                    gap = mine.count(said) / len(mine) - pooled
                    assert row.pool_difference[true][said] == pytest.approx(gap, abs=1e-4)
                    apart += abs(gap) / 2
            distance, cast = distance + len(mine) * apart, cast + len(mine)
        assert row.pool_distance == pytest.approx(distance / cast, abs=1e-4)


def test_alone_there_is_no_pool():
    """Nobody else voted: no share of the others, no difference, no distance; never NaN."""
    row = rows([Item(f"h{n}", (("solo", n % 2 if n % 5 else 1),), n % 2) for n in range(30)])["solo"]

    assert row.confusion is not None
    assert row.pool == row.pool_difference == row.pool_low == ((None, None), (None, None))
    assert row.pool_distance is None


@pytest.mark.parametrize("seed", range(3))
def test_differences_to_the_pool_lie_in_their_intervals(seed):
    """Also where a rate is 0 or 1 in every replicate; and so does the reliability."""
    for row in rows(*small_world(seed)).values():
        difference, low, high = (np.array(cells) for cells in (row.pool_difference, row.pool_low, row.pool_high))
        assert ((low <= difference) & (difference <= high)).all()
        assert (high - low > 0.01).all() and (np.abs([low, high]) <= 1).all()
        assert row.weight_low <= row.weight <= row.weight_high
        assert row.weight_high - row.weight_low > 0.01


def test_an_error_free_annotator_has_an_interval_against_the_pool():
    """12 of 12 right: the replicates agree on 100%, the interval does not claim to know."""
    items = [Item(f"h{n}", (("sure", n % 2), ("b", n % 2 if n % 4 else 1 - n % 2), ("c", n % 2)), n % 2)
             for n in range(24)]  # fmt: skip
    row = rows(items)["sure"]
    low, high = row.pool_low[1][1], row.pool_high[1][1]

    assert row.sensitivity > 0.99
    assert low < row.pool_difference[1][1] - 0.1 and high - low > 0.2
    assert row.weight_low < 0.9


def test_differences_to_the_pool_cover_the_truth():
    """Nominal 95%: the true difference, others weighted by their votes, in at least 88% of 10 simulated rounds."""
    inside = total = 0
    for seed in range(10):
        world = simulate("base", rng=np.random.default_rng(seed))
        result = annotator_table(read_table(world.history, "history"), resamples=100)
        truth = world.annotators.set_index("annotator_id")["sensitivity"]
        votes = {row.annotator: sum(row.expected_counts[1]) for row in result.rows}
        for row in result.rows:
            others = [name for name in votes if name != row.annotator]
            pool = np.average([truth[name] for name in others], weights=[votes[name] for name in others])
            inside += row.pool_low[1][1] <= truth[row.annotator] - pool <= row.pool_high[1][1]
            total += 1

    assert total == 100
    assert inside >= 0.88 * total
