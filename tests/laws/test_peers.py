"""Small formulas of ours against the same ones in SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hero_core.intervals import wilson
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
