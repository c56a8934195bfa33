"""The walk through the methods: its numbers are the estimates, and each annotator's part is found by doing it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import hero_core
from hero_core import estimate
from hero_core.solved import ModelOptions
from hero_core.walk import WALK, Walk
from tests.conftest import ROOT
from tests.support import pair_of, small_world


def options(**changed: object) -> ModelOptions:
    """All methods of the walk."""
    return replace(ModelOptions(methods=WALK), **changed)


@pytest.fixture(scope="module")
def sample():
    """The sample rounds."""
    return tuple(hero_core.read(ROOT / "demo_data" / f"{role}.csv", role=role) for role in ("history", "current"))


@pytest.fixture(scope="module")
def walk(sample):
    """Their walk."""
    return Walk.of(*sample, options())


@pytest.mark.parametrize("system", [None, "v1.0", "v1.1", "v2.0"])
def test_steps_lead_from_estimate_to_estimate(sample, walk, system):
    """Each step begins where the one before ended, at the numbers that estimate() gives."""
    result = estimate(*sample, methods=WALK, resamples=0)
    steps = walk.steps(system)

    assert [(step.before, step.after) for step in steps] == list(pairwise(WALK))
    for step in steps:
        assert step.start == pytest.approx(result.get(step.before, system).estimate, abs=1e-9)
        assert step.end == pytest.approx(result.get(step.after, system).estimate, abs=1e-9)
        assert step.change == pytest.approx(step.end - step.start)


@pytest.mark.parametrize("classes", [2, 3])
def test_an_annotator_s_part_in_hero_is_found_by_brute_force(classes):
    """HERO-1 solved by hand for everybody in turn, with the former rates in place of the own ones."""
    from hero_core.hero import likelihoods, solve_shares

    walk = Walk.of(*pair_of(*small_world(2, classes=classes), classes), options(covariates="none"))
    solved = walk.solved
    step = next(step for step in walk.steps() if step.after == "hero1")
    own, former = (solved.fits.rates(name)[..., 0] for name in ("hero1", step.before))
    moved = {}
    for j, name in enumerate(solved.rounds.annotator_ids):
        changed = own.copy()
        changed[j] = former[j]
        likelihood = likelihoods(solved.panel.anchor.known, changed[..., None])
        shares = solve_shares(likelihood, solved.panel.anchor.has_known_vote[:, None]).shares[:, 0]
        moved[name] = step.end - float(solved.rounds.values @ shares)
    most = max(moved, key=lambda name: abs(moved[name]))

    assert step.person.annotator == most and step.base == step.before
    assert step.person.moved == pytest.approx(moved[most], abs=1e-8)
    assert step.person.without == pytest.approx(step.end - moved[most], abs=1e-8)


@pytest.mark.parametrize("method", ["ds", "pec"])
def test_an_annotator_s_part_in_a_posterior_is_found_by_brute_force(method):
    """Items' posteriors by hand, vote after vote, with the average annotator's rates for one person."""
    current = pair_of(*small_world(3))[1]
    walk = Walk.of(None, current, ModelOptions(methods=("mv", method), tol=1e-9))
    solved, step = walk.solved, walk.steps()[0]
    own, prior = solved.fits.rates(method)[..., 0], solved.fits.of(method).parameters.prior[:, 0, 0]
    file = solved.rounds.current
    cast = np.bincount(file.annotator, minlength=len(own))
    average = sum(cast[j] * own[j] for j in range(len(own))) / cast.sum()
    moved = {}
    for j, name in enumerate(solved.rounds.annotator_ids):
        credits = []
        for item in range(file.n_items):
            odds = prior.copy()
            for vote in np.flatnonzero(file.item == item):
                rates = average if file.annotator[vote] == j else own[file.annotator[vote]]
                odds = odds * rates[:, file.label[vote]]
            credits.append(odds[1] / odds.sum())
        moved[name] = step.end - float(np.mean(credits))
    most = max(moved, key=lambda name: abs(moved[name]))

    assert step.person.annotator == most and step.base == "average"
    assert step.person.moved == pytest.approx(moved[most], abs=1e-6)


def test_the_lenient_annotator_of_the_sample_is_found(walk):
    """vendor_b_3 lets almost anything pass and labelled nearly all of v2.0: the first step is mostly about him."""
    step = walk.steps("v2.0")[0]

    assert step.person.annotator == "vendor_b_3" and step.person.moved < -0.05
    assert step.person.share > 0.4 and step.person.leaning > step.person.others + 0.2


def test_ties_and_votes_left_out_are_counted(sample, walk):
    """Items with as many votes for 1 as for 0; votes of those without history."""
    _, current = sample
    mine = np.flatnonzero(current.system == current.systems.index("v1.0"))
    counts = current.vote_counts[mine]
    strangers = np.isin(current.annotator_ids, ("ann_07", "judge_wren"))
    step = walk.steps("v1.0")[0]

    assert step.ties == (counts[:, 0] == counts[:, 1]).sum() and step.n_items == len(mine)
    assert step.unused == (strangers[current.annotator] & np.isin(current.item, mine)).sum()


def test_without_its_feature_hero2_is_what_estimate_says(sample, walk):
    """The number without a covariate is the estimate with the others."""
    for system in (None, "v1.1"):
        step = next(step for step in walk.steps(system) if step.after == "hero2")
        feature = step.feature
        others = tuple(name for name in ("x_difficulty", "x_length") if name != feature.name)
        row = estimate(*sample, methods=("hero2",), resamples=0, covariates=others).get("hero2", system)

        assert feature.without == pytest.approx(row.estimate, abs=1e-8)
        assert feature.moved == pytest.approx(step.end - row.estimate)


def test_without_history_the_walk_is_short(sample):
    """Simple vote, Dawid-Skene, PEC."""
    walk = Walk.of(None, sample[1], ModelOptions(methods=("mv", "ds", "pec")))

    assert [(step.before, step.after) for step in walk.steps("v1.0")] == [("mv", "ds"), ("ds", "pec")]
