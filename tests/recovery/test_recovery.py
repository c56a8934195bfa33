"""Known truth comes back: bias, spread and coverage over a few rounds with fixed seeds.

Limits are set so that a right engine misses them by accident less than once in a thousand; the precise figures are
the study's (`make study`).
"""

from __future__ import annotations

import numpy as np
import pytest

from hero_core.simulate import simulate
from tests.recovery.rounds import answered, errors


def test_hero1_corrects_the_votes_bias():
    """Annotators who find half of the positives halve the simple vote; knowing that, HERO-1 undoes it."""
    found = errors("clean", ("mv", "hero1"), 30)

    assert found["mv"].mean() < -0.10
    assert abs(found["hero1"].mean()) < 3.3 * found["hero1"].std() / np.sqrt(30)
    assert (found["hero1"].abs() < found["mv"].abs()).mean() > 0.8


def test_heterogeneous_annotators_cost_hero_no_bias():
    """The more annotators differ the more a simple vote hides; HERO weighs each by what it knows of them."""
    for k in (3.0, 150.0):
        found = errors("clean", ("hero1",), 20, seed=1, k=k)["hero1"]

        assert abs(found.mean()) < 0.03


def test_hero2_spreads_less_with_an_informative_covariate_and_a_long_history():
    """The control variate takes out what the items' difficulty explains, when its mean is well known."""
    found = errors("base", ("hero1", "hero2"), 60, n_history=3000, n_current=200, slope=4.0, votes_per_item=3.0)

    assert found["hero2"].std() < 0.95 * found["hero1"].std()
    assert abs(found["hero2"].mean()) < 3.3 * found["hero2"].std() / np.sqrt(60)


def test_hero2_gains_nothing_from_noise():
    """A covariate unrelated to the labels leaves HERO-2 beside HERO-1."""
    found = errors("base", ("hero1", "hero2"), 20, slope=0.0, noise_covariates=1, n_history=4000)

    assert (found["hero2"] - found["hero1"]).abs().max() < 0.03
    assert found["hero2"].std() == pytest.approx(found["hero1"].std(), rel=0.25)


def test_two_level_bands_cover():
    """Nominal 95% bands hold the population's prevalence in at least 33 of 40 rounds, and are as wide as the spread."""
    covered = {"hero1": 0, "hero2": 0}
    wide = {"hero1": [], "hero2": []}
    missed_by = {"hero1": [], "hero2": []}
    for number in range(40):
        rounds = simulate("base", rng=np.random.default_rng([2, number]))
        result = answered(rounds, tuple(covered), resamples=200, seed=number)
        for method in covered:
            row, target = result.get(method), rounds.population_shares[None]
            covered[method] += row.low <= target <= row.high
            wide[method].append(row.std_error)
            missed_by[method].append(row.estimate - target)

    for method, count in covered.items():
        assert count >= 33
        assert 0.65 < np.mean(wide[method]) / np.std(missed_by[method]) < 1.5


def test_analytic_bands_agree_with_the_bootstrap():
    """The instant preview is a preview of the same band: two derivations, one width."""
    ratios = {"hero1": [], "hero2": []}
    for number in range(8):
        rounds = simulate("base", rng=np.random.default_rng([3, number]))
        quick, slow = (answered(rounds, tuple(ratios), resamples=count) for count in (0, 300))
        for method, values in ratios.items():
            values.append(quick.get(method).std_error / slow.get(method).std_error)

    for values in ratios.values():
        assert np.mean(values) == pytest.approx(1.0, abs=0.06)


def test_rates_come_back():
    """With a long history each annotator's sensitivity and specificity are found."""
    rounds = simulate("base", rng=np.random.default_rng(4), n_history=20_000)

    found = {row.annotator: row for row in answered(rounds, ("hero1",), resamples=0).annotators}

    for person in rounds.annotators.itertuples():
        assert found[person.annotator_id].sensitivity == pytest.approx(person.sensitivity, abs=0.03)
        assert found[person.annotator_id].specificity == pytest.approx(person.specificity, abs=0.03)


def test_graded_shares_come_back():
    """Three classes: HERO-1 finds the share of each, where the vote is drawn to the middle."""
    rounds = simulate("graded", rng=np.random.default_rng(5), n_current=400, n_history=4000)
    truth = np.bincount(rounds.truth["gold_label"], minlength=3) / len(rounds.truth)

    result = answered(rounds, ("mv", "hero1"), resamples=0)

    wrong = {
        row.method: np.abs(np.array(row.class_shares) - truth).max() for row in result.estimates if row.system is None
    }
    assert wrong["hero1"] < 0.03
    assert wrong["hero1"] < wrong["mv"]


def test_pec_withstands_adversaries():
    """STABLEVAL's claim: with 30% adversaries PEC's scores are several times nearer to the truth than the vote's."""
    squares = {"mv": [], "pec": []}
    for number in range(15):
        rounds = simulate("stableval", rng=np.random.default_rng([6, number]), adversarial_share=0.3)
        result = answered(rounds, tuple(squares), resamples=0)
        for method, values in squares.items():
            values += [
                (result.get(method, system).estimate - rounds.true_shares[system]) ** 2 for system in result.systems
            ]

    assert np.mean(squares["mv"]) > 4 * np.mean(squares["pec"])


def test_hard_items_bias_everybody():
    """Generator A breaks independence; HERO-1 shrinks the vote's bias but keeps some, as measured for the method."""
    found = errors("hero_a", ("mv", "hero1"), 30, seed=7)

    assert found["mv"].mean() == pytest.approx(-0.15, abs=0.04)
    assert found["hero1"].mean() == pytest.approx(-0.025, abs=0.03)


def test_unequal_routing_does_not_fool_hero():
    """A lenient annotator on one version lifts its vote; HERO's differences between versions stay right."""
    gaps = {"mv": [], "hero1": []}
    for number in range(15):
        rounds = simulate("sample", rng=np.random.default_rng([8, number]))
        result = answered(rounds, tuple(gaps), resamples=0)
        truth = rounds.population_shares["v1.1"] - rounds.population_shares["v2.0"]
        for method, values in gaps.items():
            values.append(result.get(method, "v1.1").estimate - result.get(method, "v2.0").estimate - truth)

    assert np.mean(gaps["mv"]) < -0.15
    assert abs(np.mean(gaps["hero1"])) < 3.3 * np.std(gaps["hero1"]) / np.sqrt(15)
