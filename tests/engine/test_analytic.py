"""The formula's standard errors against the bootstrap's, and what stands in where there is none."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core import analytic, estimate, simulate
from hero_core.analytic import MOST
from tests.recovery.rounds import annotations as read_table
from tests.support import Item, annotations, pair_of, small_world

# Not gold-only: its rates rest on a few gold votes each, where no formula for large numbers holds.
METHODS = ("mv", "vote_share", "hero1", "hero2", "pec")


@pytest.fixture(scope="module")
def both():
    """A round of the base design with 400 items, by formula and by 500 resamples."""
    rounds = simulate("base", rng=np.random.default_rng(5), n_current=400)
    files = read_table(rounds.history, "history"), read_table(rounds.current, "current")
    return [estimate(*files, methods=METHODS, resamples=count) for count in (0, 500)]


@pytest.mark.parametrize("method", METHODS)
def test_standard_errors_agree(both, method):
    """Within 15%."""
    quick, slow = (result.get(method) for result in both)

    assert quick.estimate == slow.estimate
    assert quick.std_error == pytest.approx(slow.std_error, rel=0.15)
    assert quick.interval == "analytic, logit scale" and "500 resamples" in slow.interval


@pytest.mark.parametrize("method", METHODS)
def test_bands_agree(both, method):
    """Both ends within a quarter of the half width."""
    quick, slow = (result.get(method) for result in both)
    half = (slow.high - slow.low) / 2

    assert quick.low == pytest.approx(slow.low, abs=0.25 * half)
    assert quick.high == pytest.approx(slow.high, abs=0.25 * half)


def test_a_range_by_formula_says_when_the_history_is_small_for_its_rates():
    """Expert answers for a handful of items, spread over a dozen annotators: no formula for large numbers holds."""
    rounds = simulate("base", rng=np.random.default_rng(5), n_history=60, n_current=100)
    files = read_table(rounds.history, "history"), read_table(rounds.current, "current")
    small = estimate(*files, methods=("mv", "mle", "hero1"), resamples=0)

    assert "may be too narrow" not in (small.get("mv").interval or "")
    assert "may be too narrow" in small.get("mle").interval
    assert "may be too narrow" in small.get("hero1").interval


def test_the_vote_is_a_mean():
    """SD of the items' values / sqrt(n)."""
    items = [Item(f"c{n}", (("a1", int(n < 12)),)) for n in range(40)]
    row = estimate(None, annotations(items), methods=("mv",), resamples=0).get("mv")

    assert row.std_error == pytest.approx(np.sqrt(0.3 * 0.7 / 40))


def test_one_known_annotator_by_the_delta_method():
    """Rogan-Gladen with complete gold: d share / d(sens, spec, votes), each with its binomial variance."""
    said = [1] * 64 + [0] * 16 + [0] * 90 + [1] * 30
    history = [Item(f"h{n}", (("a1", label),), int(n < 80)) for n, label in enumerate(said)]
    current = [Item(f"c{n}", (("a1", int(n < 50)),)) for n in range(100)]
    row = estimate(*pair_of(history, current), methods=("mle",), resamples=0).get("mle")

    sens, spec, share = 0.8, 0.75, 0.5
    slope = sens + spec - 1
    mu = (share + spec - 1) / slope
    variance = share * (1 - share) / 100 + mu**2 * sens * (1 - sens) / 80 + (1 - mu) ** 2 * spec * (1 - spec) / 120
    assert row.estimate == pytest.approx(mu)
    assert row.std_error == pytest.approx(np.sqrt(variance) / slope, rel=1e-6)


def test_hard_labels_have_no_formula():
    """The most probable class jumps; the row says what to do."""
    row = estimate(None, annotations(small_world(1)[1]), methods=("ds_hard",), resamples=0).get("ds_hard")

    assert (row.low, row.std_error) == (None, None)
    assert "use resamples" in row.interval


def test_too_many_rates_have_no_formula():
    """An open crowd: the matrix would not fit; the votes keep their bands, the others say what to do."""
    crowd = [Item(f"c{n}", ((f"a{n}", n % 2),)) for n in range(MOST + 1)]
    result = estimate(None, annotations(crowd), methods=("mv", "pec"), resamples=0)

    assert "use resamples" in result.get("pec").interval and result.get("pec").low is None
    assert result.get("pec").estimate is not None
    assert result.get("mv").std_error > 0


def test_more_rates_than_items_give_the_same_formula(monkeypatch):
    """Both sides of S (S'S + c)^-1 = (SS' + c)^-1 S: repeating all items changes which is used, not the influence."""
    history, current = pair_of(*small_world(4, history=14, annotators=9))
    few = estimate(history, current, methods=("hero1", "pec"), resamples=0)
    monkeypatch.setattr(analytic, "smaller_is_items", lambda score: not score.shape[1] > score.shape[0])
    other = estimate(history, current, methods=("hero1", "pec"), resamples=0)

    for method in ("hero1", "pec"):
        assert few.get(method).std_error == pytest.approx(other.get(method).std_error, rel=1e-6)


@pytest.mark.parametrize("items", [80, 100, 130])
@pytest.mark.parametrize("seed", range(1, 7))
def test_as_many_rates_as_history_items_do_not_blow_up_the_formula(seed, items):
    """Fifty people on about a hundred items: their scores hardly fix a hundred rates, yet each lies between 0 and 1."""
    files = pair_of(*small_world(seed, history=items, current=100, annotators=50, share_of_gold=0.3))
    quick, slow = (estimate(*files, methods=("hero1",), resamples=count).get("hero1") for count in (0, 300))

    assert quick.std_error == pytest.approx(slow.std_error, rel=0.35)
