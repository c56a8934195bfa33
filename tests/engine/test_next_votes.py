"""One more vote: what it would make of an item, by counting out every outcome."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hero_core import estimate, item_table, next_votes
from hero_core.nextvote import after_vote, expected_drop
from tests.engine.test_items import CURRENT, known_rates
from tests.support import Item, pair_of, small_world


def doubt(shares) -> float:
    """Entropy in nats."""
    return -sum(share * math.log(share) for share in shares if share > 0)


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_expected_drop_is_what_all_outcomes_take_away_on_average(classes, seed):
    """Brute force: for each label its chance times the entropy that is left after it."""
    rng = np.random.default_rng(seed)
    posterior = rng.dirichlet(np.ones(classes), size=7).T
    rates = rng.dirichlet(np.ones(classes), size=(3, classes))
    wanted = np.zeros((3, 7))
    for who, item in np.ndindex(3, 7):
        left = 0.0
        for label in range(classes):
            joint = [posterior[k, item] * rates[who, k, label] for k in range(classes)]
            left += sum(joint) * doubt([part / sum(joint) for part in joint])
        wanted[who, item] = doubt(posterior[:, item]) - left

    assert expected_drop(posterior, rates) == pytest.approx(wanted, abs=1e-12)


def test_a_coin_tells_nothing_and_an_oracle_everything():
    """No vote of somebody who guesses takes doubt away; one who is always right leaves none."""
    posterior = np.array([[0.3], [0.7]])

    assert expected_drop(posterior, np.full((2, 2), 0.5))[0] == pytest.approx(0, abs=1e-15)
    assert expected_drop(posterior, np.eye(2))[0] == pytest.approx(doubt((0.3, 0.7)))
    assert expected_drop(np.array([[0.0], [1.0]]), np.eye(2))[0] == 0


def test_a_vote_that_is_cast_has_the_effect_that_was_foretold():
    """Bayes by hand: the share of HERO-1 and the rates of the history."""
    history, current = pair_of(known_rates(), CURRENT)
    mu = estimate(history, current, methods=("hero1",), resamples=0).get("hero1").estimate
    table = next_votes(current, history, 2).frame.set_index(["annotator", "label"])
    before = mu * 0.6 / (mu * 0.6 + (1 - mu) * 0.1)  # strict said 1
    said = {"1": (0.9, 0.5), "0": (0.1, 0.5)}

    assert {name for name, _ in table.index if isinstance(name, str)} == {"lenient"}
    for label, (positive, negative) in said.items():
        row = table.loc[("lenient", label)]
        chance = before * positive + (1 - before) * negative
        after = before * positive / chance
        assert row["chance"] == pytest.approx(chance, abs=1e-6)
        assert row["after"] == pytest.approx(after, abs=1e-6)
        assert row["top_class"] == str(int(after > 0.5)) and row["flips"] == ((after > 0.5) != (before > 0.5))


@pytest.mark.parametrize("method", ["ds", "pec", "mle", "hero1"])
@pytest.mark.parametrize("classes", [2, 3])
def test_the_table_of_items_ranks_by_the_average_annotator(method, classes):
    """Its column is the last entry of the item's own table, and what outcomes expect is what was there before."""
    coded = pair_of(*small_world(1, classes=classes), classes)[::-1]
    items = item_table(*coded, method=method).frame
    for position in (0, 5, 11):
        frame = next_votes(*coded, position, method=method).frame
        average = frame[frame["annotator"].isna()]
        shown = items["posterior"][position]

        assert average["expected_entropy_drop"].iloc[0] == pytest.approx(items["expected_entropy_drop"][position])
        assert average["chance"].sum() == pytest.approx(1)
        assert (average["chance"] * average["after"]).sum() == pytest.approx(shown)
        people = frame[frame["annotator"].notna()]
        assert people.groupby("annotator", sort=False)["expected_entropy_drop"].first().is_monotonic_decreasing
        voted = coded[0].annotator_ids[coded[0].annotator[coded[0].item == position]]
        assert not set(voted) & set(people["annotator"])


def test_a_flip_is_another_leading_class():
    """From .6 for class 1 a reliable 0 turns the item, a reliable 1 does not."""
    after = after_vote(np.array([0.4, 0.6]), np.array([[0.9, 0.1], [0.1, 0.9]]))

    assert after[0] == pytest.approx([0.36 / 0.42, 0.06 / 0.42])
    assert after[1] == pytest.approx([0.04 / 0.58, 0.54 / 0.58])


def test_nothing_is_foretold_where_nothing_is_known():
    """A simple vote has no rates, an item of strangers no posterior: no rows, and None in the table of items."""
    history, current = pair_of(known_rates(), CURRENT)

    assert next_votes(current, history, 4).frame.empty
    assert next_votes(current, history, 0, method="mv").frame.empty
    assert item_table(current, history, method="mv").frame["expected_entropy_drop"].isna().all()
    assert item_table(current, history).frame["expected_entropy_drop"].isna().tolist() == [False] * 4 + [True]


def test_those_who_left_are_not_asked():
    """An annotator of the history who does not vote in this round cannot cast the next vote."""
    gone = [Item(f"g{n}", (("gone", n % 2),), n % 2) for n in range(10)]
    history, current = pair_of(known_rates() + gone, CURRENT)

    assert "gone" not in set(next_votes(current, history, 2).frame["annotator"])
