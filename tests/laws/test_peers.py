"""Small formulas of ours against the same ones in SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hero_core.intervals import likelihood_interval, logit_interval, percentile, wilson
from hero_core.ranking import rank_of, rank_shares, tau_b
from tests.laws.strategies import QUICK

SCORES = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 1.0]), min_size=2, max_size=7)


@QUICK
@given(SCORES, st.randoms(use_true_random=False))
def test_tau_b_is_kendalls(scores, shuffler):
    """Ties included; undefined where one ranking has no order."""
    other = shuffler.sample(scores, len(scores))
    ours = tau_b(np.array(scores)[:, None], np.array(other))[0]
    theirs = stats.kendalltau(scores, other).statistic

    assert ours == pytest.approx(theirs, abs=1e-12, nan_ok=True)


@QUICK
@given(SCORES)
def test_ranks_are_rankdata(scores):
    """1 is the highest score; ties share the mean rank."""
    ours = rank_of(np.array(scores)[:, None])[:, 0]

    assert ours == pytest.approx(stats.rankdata(-np.array(scores)), abs=1e-12)


@QUICK
@given(SCORES)
def test_shares_of_ranks_fill_every_rank_once(scores):
    """Each rank is taken by one system, each system takes one, shared ranks in equal parts: the mean rank stays."""
    shares = rank_shares(np.array(scores)[:, None])

    assert shares.sum(axis=0) == pytest.approx(1) and shares.sum(axis=1) == pytest.approx(1)
    assert shares @ np.arange(1, len(scores) + 1) == pytest.approx(stats.rankdata(-np.array(scores)), abs=1e-9)


@QUICK
@given(st.integers(1, 400), st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_wilson_is_wilsons(trials, share, level):
    """Against scipy's binomial test."""
    hits = round(share * trials)
    theirs = stats.binomtest(hits, trials).proportion_ci(level, method="wilson")

    assert wilson(hits / trials, trials, level) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_a_percentile_interval_by_hand():
    """Four finite replicates of five: quartiles between the second and third neighbours, the spread with n - 1."""
    found = percentile(np.array([4.0, 1.0, np.nan, 3.0, 2.0]), 0.5, "bootstrap")

    assert (found.low, found.high) == (1.75, 3.25)
    assert found.std_error == pytest.approx((5 / 3) ** 0.5)
    assert found.words == "bootstrap, percentile, 5 resamples (1 without a number left out)"
    assert percentile(np.array([1.0, 2.0, np.nan, np.nan, np.nan]), 0.5, "bootstrap") is None


@QUICK
@given(st.floats(0.02, 0.98), st.floats(0.005, 0.2), st.sampled_from([(0.0, 1.0), (-1.0, 3.0)]),
       st.sampled_from([0.5, 0.9, 0.95, 0.99]))  # fmt: skip
def test_the_logit_interval_is_a_normal_one_on_the_logit_scale(share, error, bounds, level):
    """Delta method: the spread of the logit is that of the share over share times rest; back on the classes' scale."""
    low, width = bounds[0], bounds[1] - bounds[0]
    ends = stats.norm(np.log(share / (1 - share)), error / (share * (1 - share))).interval(level)
    found = logit_interval(low + width * share, width * error, bounds, level, "")

    assert ((found.low - low) / width, (found.high - low) / width) == pytest.approx(
        tuple(1 / (1 + np.exp(-end)) for end in ends), abs=1e-9
    )
    assert found.std_error == width * error


@QUICK
@given(st.integers(3, 300), st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_likelihood_interval_of_perfect_votes_is_that_of_a_binomial(trials, share, level):
    """Shares whose log-likelihood is within half a chi-square of the best, to the step of the grid."""
    hits = round(share * trials)
    known = np.array([[0.0, 1.0]] * hits + [[1.0, 0.0]] * (trials - hits)).T
    low, high = likelihood_interval(known, hits / trials, level)
    best = stats.binom(trials, hits / trials).logpmf(hits)

    def falls(end: float) -> float:
        return float(2 * (best - stats.binom(trials, end).logpmf(hits)))

    assert low == 0 if hits == 0 else falls(low) <= stats.chi2(1).ppf(level) < falls(low - 1 / 2000)
    assert high == 1 if hits == trials else falls(high) <= stats.chi2(1).ppf(level) < falls(high + 1 / 2000)
