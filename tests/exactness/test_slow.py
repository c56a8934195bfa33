"""Every number equals that of a slow second implementation, which shares nothing with the engine."""

from __future__ import annotations

import pytest

from hero_core import estimate
from tests.exactness import slow
from tests.exactness.worlds import (
    PSEUDO,
    WITH_COVARIATES,
    WORLDS,
    answered,
    current_fit,
    groups,
    history_fit,
    item_posteriors,
    world,
)
from tests.support import pair_of

each_world = pytest.mark.parametrize("name", WORLDS)


def agree(name: str, method: str, expected: dict[str | None, list[float]], **choices: object) -> None:
    """The engine's class shares of all items and of each system are the expected ones to 1e-6."""
    for system, shares in expected.items():
        row = answered(name, **choices).get(method, system)
        assert row.class_shares == pytest.approx(shares, abs=1e-6), (method, system)


@each_world
@pytest.mark.parametrize(("method", "rule"), [("mv", slow.majority_of), ("vote_share", slow.shares_of)])
def test_votes_are_counted(name, method, rule):
    """Ties split evenly, and every item weighs 1 whatever its number of votes."""
    _, current, classes = world(name)
    expected = {
        system: slow.mean_rows([rule(current[position], classes) for position in where])
        for system, where in groups(name).items()
    }
    agree(name, method, expected)


@each_world
@pytest.mark.parametrize("method", ["ds", "pec"])
def test_current_fits_are_those_of_plain_em(name, method):
    """Acceleration, patterns and dense matrices change how fast EM runs, not where it ends."""
    fit = current_fit(name, method)
    expected = {
        system: slow.mean_rows([fit.posterior[position] for position in where])
        for system, where in groups(name).items()
    }

    agree(name, method, expected)
    for ours, theirs in zip(item_posteriors(name, method), fit.posterior, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-6)


@each_world
@pytest.mark.parametrize("steps", [1, 3])
def test_em_starts_where_it_should(name, steps):
    """After a few steps, all plain, the start still shows: vote shares, 0.8 on the diagonal, gold counts + 0.5."""
    history, current, classes = world(name)
    coded = pair_of(history, current, classes)
    options = {"resamples": 0, "max_iter": steps, "pec_pseudocounts": PSEUDO, "methods": ("ds", "pec", "hero1")}
    result = estimate(*coded, **options)
    ds, pec = slow.dawid_skene(current, classes, steps), slow.pec(current, classes, PSEUDO, steps)
    rates = slow.history_em(history, classes, steps).rates

    assert result.get("ds").class_shares == pytest.approx(slow.mean_rows(ds.posterior), abs=1e-9)
    assert result.get("pec").class_shares == pytest.approx(slow.mean_rows(pec.posterior), abs=1e-9)
    for row in result.annotators:
        if row.confusion is not None:
            for ours, theirs in zip(row.confusion, rates[row.annotator], strict=True):
                assert ours == pytest.approx(theirs, abs=1e-9)


@each_world
def test_hard_dawid_skene_counts_the_likeliest_class(name):
    """The same fit, each item as its most probable class."""
    classes = world(name)[2]
    posterior = current_fit(name, "ds").posterior
    hard = [[1.0 if k == row.index(max(row)) else 0.0 for k in range(classes)] for row in posterior]
    expected = {
        system: slow.mean_rows([hard[position] for position in where]) for system, where in groups(name).items()
    }

    agree(name, "ds_hard", expected)


@each_world
def test_rates_come_from_the_anchored_em(name):
    """Confusion of everybody with history, and nobody else."""
    fit = history_fit(name)
    for row in answered(name).annotators:
        if row.annotator not in fit.rates:
            assert row.confusion is None
            continue
        for ours, theirs in zip(row.confusion, fit.rates[row.annotator], strict=True):
            assert ours == pytest.approx(theirs, abs=1e-6)


@each_world
@pytest.mark.parametrize("method", ["mle", "hero1"])
def test_the_score_equation_is_solved(name, method):
    """By bisection for two classes, by a long EM over the shares for more; votes of unknown annotators do not count."""
    history, current, classes = world(name)
    rates = slow.gold_only(history, classes) if method == "mle" else history_fit(name).rates
    expected = {
        system: slow.hero1(rates, [current[position] for position in where], classes)
        for system, where in groups(name).items()
    }

    agree(name, method, expected)


@pytest.mark.parametrize("name", WITH_COVARIATES)
@pytest.mark.parametrize("choices", [{}, {"weight": "finite"}, {"ridge": 0.1}, {"ridge": 2.5, "weight": "finite"}])
def test_the_control_variate_is_the_regression_on_current_items(name, choices):
    """As published, with the weight N/(N+n), and with a ridge; per system its own regression, the whole history's mean.

    A ridge takes collinear columns apart, so the engine's answer is then unique too.
    """
    history, current, classes = world(name)
    expected = {
        system: slow.hero2(
            history,
            history_fit(name).rates,
            [current[position] for position in where],
            classes,
            ridge=choices.get("ridge", 0.0),
            finite=choices.get("weight") == "finite",
        )
        for system, where in groups(name).items()
    }

    agree(name, "hero2", expected, **choices)


@pytest.mark.parametrize("name", WITH_COVARIATES)
def test_covariates_make_a_difference(name):
    """Else the comparisons above would say nothing about HERO-2."""
    result = answered(name)

    assert abs(result.get("hero2").estimate - result.get("hero1").estimate) > 1e-3


def test_collinear_covariates_change_nothing():
    """Any least-squares solution gives the same estimate as the one column they span."""
    one, two = answered("covariate").get("hero2"), answered("collinear covariates").get("hero2")

    assert two.estimate == pytest.approx(one.estimate, abs=1e-9)


def test_a_constant_covariate_is_left_out():
    """Its coefficient is 0; the user is told."""
    one, two = answered("covariate"), answered("constant covariate")

    assert two.get("hero2").estimate == pytest.approx(one.get("hero2").estimate, abs=1e-12)
    assert [(row.name, row.used) for row in two.covariates] == [("x_1", True), ("x_2", False)]
    assert [finding.column for finding in two.findings if finding.code == "covariate_left_out"] == ["x_2"]


def test_every_world_converges():
    """The comparisons are between end points, not between places on the way."""
    for name in WORLDS:
        assert {row.status for row in answered(name).estimates} <= {"ok", "boundary"}
        assert all(row.converged in (None, True) for row in answered(name).estimates)
