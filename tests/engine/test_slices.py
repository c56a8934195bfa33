"""Two systems slice by slice of an item feature: each slice is a system of its own, from the same draws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import hero_core
from hero_core import SettingsError, slices
from hero_core.slices import cuts_of, told_apart
from tests.support import annotations, pair_of, small_world


def world(seed: int = 1, **options):
    """Two versions, one feature with two values; history with gold."""
    history, current = small_world(seed, **{"history": 200, "current": 240, "systems": 2, "covariates": 1, **options})
    return (
        [replace(item, x=(float(number // 2 % 2),)) for number, item in enumerate(items)]
        for items in (history, current)
    )


def test_a_slice_is_the_round_without_the_other_items():
    """HERO-1 solves its equation on the items of a slice with the rates of the whole history, so leaving out all other
    items gives the same numbers."""
    history, current = world()
    result = slices(*pair_of(history, current), by="x_1", a="S1", b="S2", resamples=0)
    for row, value in zip(result.rows, (0.0, 1.0), strict=True):
        files = pair_of(history, [item for item in current if item.x == (value,)])
        alone = hero_core.estimate(*files, methods=("hero1",), resamples=0, covariates="none")

        assert (row.from_value, row.to_value) == (value, value)
        assert row.estimate_a == pytest.approx(alone.get("hero1", "S1").estimate, abs=1e-9)
        assert row.estimate_b == pytest.approx(alone.get("hero1", "S2").estimate, abs=1e-9)
        assert row.difference == pytest.approx(row.estimate_a - row.estimate_b)


def test_the_range_for_all_slices_is_the_wider_one():
    """Who looks at several slices is surprised by one of them more often; the verdict allows for it."""
    result = slices(*pair_of(*world(2)), by="x_1", a="S1", b="S2", resamples=200)

    assert all(row.low_all < row.low < row.difference < row.high < row.high_all for row in result.rows)


@pytest.mark.parametrize(("high_is_good", "verdict"), [(True, "a_better"), (False, "b_better")])
def test_a_difference_that_lies_in_one_slice_is_found_there(high_is_good, verdict):
    """All of A's higher rate planted where the feature is 1; where low is good, it speaks for B."""
    rng = np.random.default_rng(5)
    history, current = world(5, history=600, current=1600, accuracy=(0.85, 0.85))
    changed = []
    for item in current:
        good = int(rng.random() < (0.8 if item.system == "S1" and item.x == (1.0,) else 0.4))
        said = [(who, good if rng.random() < 0.85 else 1 - good) for who, _ in item.votes]
        changed.append(replace(item, votes=tuple(said)))

    asked = {"by": "x_1", "a": "S1", "b": "S2", "resamples": 200, "high_is_good": high_is_good}
    never, there = slices(*pair_of(history, changed), **asked).rows

    assert there.verdict == verdict and never.verdict in ("too_close", "equal")


def test_what_counts_as_equal_is_the_reader_s_to_say():
    """The same bands: with a margin of .9 all lie inside, with none nobody can be called equal."""
    files = pair_of(*world(2))
    wide, none = (slices(*files, by="x_1", a="S1", b="S2", resamples=100, margin=margin) for margin in (0.9, 0.0))

    assert [(row.low_all, row.high_all) for row in wide.rows] == [(row.low_all, row.high_all) for row in none.rows]
    assert {row.verdict for row in wide.rows} == {"equal"} and "equal" not in {row.verdict for row in none.rows}


def test_turning_the_pair_round_turns_the_signs():
    """B minus A is minus A minus B, slice by slice."""
    files = pair_of(*world(3))
    forth, back = (slices(*files, by="x_1", a=a, b=b, resamples=0) for a, b in (("S1", "S2"), ("S2", "S1")))

    assert [row.difference for row in forth.rows] == pytest.approx([-row.difference for row in back.rows])
    assert forth.overall == pytest.approx(-back.overall)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0, 1, 1, 0], [2, 2]),
        ([3, 3, 3, 3], [4]),
        (list(range(9)), [3, 3, 3]),
        ([0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6], [6, 2, 4]),
        ([1, np.nan, 2, 1], [2, 1, 1]),
    ],
)
def test_slices_share_out_the_items(values, expected):
    """Every item stands in one slice; few values make a slice each, many make thirds, equal values stay together."""
    cuts = cuts_of(np.array(values, dtype=float), "x")

    assert [int(cut.items.sum()) for cut in cuts] == expected
    assert (sum(cut.items.astype(int) for cut in cuts) == 1).all()


def test_few_items_give_no_number():
    """A slice of a handful says nothing, and says so."""
    history, current = world(4)
    rare = [replace(item, x=(1.0 if number < 8 else 0.0,)) for number, item in enumerate(current)]

    row = slices(*pair_of(history, rare), by="x_1", a="S1", b="S2", resamples=0).rows[1]

    assert row.difference is None and row.verdict == "not_comparable" and "too few" in row.reason


@pytest.mark.parametrize(("items", "number"), [(20, True), (19, False)])
def test_ten_items_of_each_version_are_the_fewest_with_a_number(items, number):
    """Ten of both versions are enough; ten of one and nine of the other are not, as the sentence says."""
    history, current = world(4)
    rare = [replace(item, x=(1.0 if place < items else 0.0,)) for place, item in enumerate(current)]

    row = slices(*pair_of(history, rare), by="x_1", a="S1", b="S2", resamples=0).rows[1]

    assert (row.items_a, row.items_b) == (10, items - 10)
    assert (row.difference is not None) == number
    assert number or "Fewer than 10 items" in row.reason


def test_without_a_history_pec_speaks():
    """The current votes alone."""
    _, current = pair_of(*world(6))
    result = slices(None, current, by="x_1", a="S1", b="S2", resamples=0)

    assert result.method == "pec" and all(row.difference is not None for row in result.rows)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"by": "x_9"}, "There is no item feature 'x_9'; the features are: x_1."),
        ({"a": "S7"}, "There is no system 'S7'"),
        ({"b": "S1"}, "cannot be compared with itself"),
        ({"method": "hero2"}, "not for 'hero2'"),
    ],
)
def test_what_is_not_there_is_said(asked, says):
    """A sentence, never a traceback."""
    with pytest.raises(SettingsError, match=says):
        slices(*pair_of(*world()), **{"by": "x_1", "a": "S1", "b": "S2", "resamples": 0, **asked})


def test_a_feature_with_one_value_makes_no_parts():
    """All items in one part is no part; with the value missing on some there are two."""
    _, current = small_world(1, current=40, systems=2, covariates=3)
    rows = [replace(item, x=(7.0, float(number % 2), 1.0)) for number, item in enumerate(current)]
    read = annotations(rows)
    gaps = read.covariates.copy()
    gaps[:5, 2] = np.nan

    assert told_apart(read) == ("x_2",)
    assert told_apart(replace(read, covariates=gaps)) == ("x_2", "x_3")
