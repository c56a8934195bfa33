"""What must come out without any implementation to compare with: closed forms, brute force, certificates."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd
import pytest

from hero_core import em, estimate, item_table
from hero_core.hero import solve_shares
from hero_core.methods import Stopping, fit_ds, fit_history, fit_pec
from hero_core.votes import Votes
from tests.exactness import slow
from tests.exactness.worlds import PRECISE, history_fit, world
from tests.support import Item, annotations, pair_of, small_world

TIGHT = Stopping(tol=1e-10, max_iter=20_000)


def one_annotator_round(ones: int, items: int = 20):
    """One annotator, 0.8 sensitive and 0.75 specific on a fully known history, who says 1 on `ones` current items."""
    said = [1, 1, 1, 1, 0, 1, 0, 0, 0]
    gold = [1] * 5 + [0] * 4
    history = [Item(f"h{n}", (("solo", vote),), true) for n, (vote, true) in enumerate(zip(said, gold, strict=True))]
    current = [Item(f"c{n}", (("solo", int(n < ones)),)) for n in range(items)]
    return pair_of(history, current)


@pytest.mark.parametrize("ones", range(0, 21, 2))
@pytest.mark.parametrize("method", ["mle", "hero1"])
def test_one_annotator_is_rogan_gladen(ones, method):
    """(share + specificity - 1) / (sensitivity + specificity - 1), clipped to 0..1."""
    row = estimate(*one_annotator_round(ones), methods=(method,), resamples=0, **PRECISE).get(method)

    free = (ones / 20 + 0.75 - 1) / (0.8 + 0.75 - 1)
    assert row.estimate == pytest.approx(min(max(free, 0.0), 1.0), abs=1e-6)
    if abs(free - 1) > 1e-9:  # the root lies exactly on the boundary: either word is right
        assert row.status == ("ok" if 0 < free < 1 else "boundary")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("classes", [2, 3])
def test_complete_gold_makes_em_counting(seed, classes):
    """With every history item known there is nothing to estimate: gold-only and HERO-1 are the same."""
    history, current = small_world(seed, classes=classes, share_of_gold=1.1)
    result = estimate(*pair_of(history, current, classes), methods=("mle", "hero1"), resamples=0, **PRECISE)

    tally = slow.gold_tally(history, classes)
    for row in result.annotators:
        assert np.array(row.gold_counts) == pytest.approx(np.array(tally[row.annotator]))
        for ours, counts in zip(row.confusion, tally[row.annotator], strict=True):
            assert ours == pytest.approx(slow.held([count / sum(counts) for count in counts]), abs=1e-9)
    assert result.get("hero1").class_shares == pytest.approx(result.get("mle").class_shares, abs=1e-9)


@pytest.mark.parametrize("classes", [2, 3])
def test_equal_covariate_means_make_hero2_hero1(classes):
    """The control variate is coefficient times difference of means: no difference, no correction."""
    history, current = small_world(3, classes=classes, covariates=1)
    gap = sum(item.x[0] for item in current) / len(current) - sum(item.x[0] for item in history) / len(history)
    level = [Item(item.name, item.votes, item.gold, (item.x[0] + gap,)) for item in history]
    moved = estimate(*pair_of(history, current, classes), methods=("hero1", "hero2"), resamples=0, **PRECISE)
    equal = estimate(*pair_of(level, current, classes), methods=("hero1", "hero2"), resamples=0, **PRECISE)

    assert moved.get("hero2").estimate != pytest.approx(moved.get("hero1").estimate, abs=1e-4)
    assert equal.get("hero2").class_shares == pytest.approx(equal.get("hero1").class_shares, abs=1e-9)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_five_items_by_brute_force(seed, classes):
    """The shares on a fine grid with the highest likelihood of the votes are HERO-1's."""
    history, current = small_world(seed, classes=classes, current=5)
    row = estimate(*pair_of(history, current, classes), methods=("hero1",), resamples=0, **PRECISE).get("hero1")
    likelihoods = np.array(slow.scaled_likelihoods(current, slow.history_em(history, classes).rates, classes))
    steps = 400
    grid = [point for point in itertools.product(range(steps + 1), repeat=classes - 1) if sum(point) <= steps]
    shares = np.array([[1 - sum(point) / steps, *(part / steps for part in point)] for point in grid])

    height = np.log(np.maximum(likelihoods @ shares.T, 1e-300)).sum(axis=0)
    best = shares[height.argmax()]
    ours = np.log(likelihoods @ np.array(row.class_shares)).sum()

    assert ours >= height.max() - 1e-9
    assert np.abs(best - row.class_shares).max() < 3 / steps


def test_five_history_items_by_brute_force():
    """No sensitivity, specificity and prevalence on a grid explain four known and one unknown item better."""
    items = [
        Item("h1", (("solo", 1),), 1),
        Item("h2", (("solo", 0),), 1),
        Item("h3", (("solo", 0),), 0),
        Item("h4", (("solo", 1),), 0),
        Item("h5", (("solo", 1),)),
    ]
    coded = annotations(items, role="history")
    fit = fit_history(Votes.of(coded), coded.gold, np.ones((5, 1)), TIGHT)
    grid = np.linspace(0.005, 0.995, 100)
    sens, spec, prior = np.meshgrid(grid, grid, grid, indexing="ij")
    known = sens * (1 - sens) * spec * (1 - spec) * prior**2 * (1 - prior) ** 2
    height = np.log(known * (prior * sens + (1 - prior) * (1 - spec)))
    best = [axis.ravel()[height.argmax()] for axis in (sens, spec, prior)]

    ours = [fit.parameters.confusion[0, 1, 1, 0], fit.parameters.confusion[0, 0, 0, 0], fit.parameters.prior[1, 0, 0]]
    assert fit.objective[0] >= height.max() - 1e-9
    assert ours == pytest.approx(best, abs=0.011)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("classes", [2, 3, 4])
def test_shares_carry_their_certificate(seed, classes):
    """KKT of the concave problem: mean l_i(k) / (l_i . mu) - tilt[k] is largest, and equal, where mu_k > 0."""
    rng = np.random.default_rng([seed, classes])
    likelihood = rng.dirichlet(np.full(classes, 0.4), size=60).T[:, :, None]
    tilt = rng.normal(0, 0.3, size=(classes, 1)) * (seed % 2)
    weights = rng.integers(0, 3, size=(60, 1)).astype(float)
    shares = solve_shares(likelihood, weights, tilt).shares[:, 0]

    mixture = shares @ likelihood[:, :, 0]
    gain = (likelihood[:, :, 0] / mixture * weights[:, 0]).sum(axis=1) / weights.sum() - tilt[:, 0]
    top = gain[shares > 0].max()
    assert shares.min() >= 0 and shares.sum() == pytest.approx(1, abs=1e-12)
    assert gain[shares > 0] == pytest.approx(top, abs=1e-7)
    assert (gain[shares == 0] <= top + 1e-7).all()


@pytest.mark.parametrize("nearest", [0.0, 1e-16, 1e-9, 1e-3])
def test_two_classes_are_solved_as_bisection_would(nearest):
    """Mean psi falls in the share, so halving [0, 1] finds its root; items that all but exclude a class too."""
    rng = np.random.default_rng(3)
    one = np.clip(rng.beta(0.3, 0.3, size=(40, 300)), nearest, 1 - nearest)
    one[:3] = np.where(rng.random((3, 300)) < 0.5, nearest, 1 - nearest)
    weights = rng.integers(0, 3, size=one.shape).astype(float)
    tilt = rng.normal(0, 2, size=(2, 300))
    low, high = np.zeros(300), np.ones(300)
    for _ in range(60):
        middle = (low + high) / 2
        psi = (2 * one - 1) / np.maximum(1 - one + middle * (2 * one - 1), 1e-300)
        above = (weights * psi).sum(axis=0) / weights.sum(axis=0) > tilt[1] - tilt[0]
        low, high = np.where(above, middle, low), np.where(above, high, middle)

    found = solve_shares(np.stack([1 - one, one]), weights, tilt)
    assert found.shares[1] == pytest.approx(low, abs=2e-8)
    assert found.edge.any() == bool(((low < 1e-8) | (low > 1 - 1e-8)).any())


@pytest.mark.parametrize("name", ["three classes", "four classes", "three classes, systems, covariates"])
def test_hero1_of_several_classes_is_certified_by_other_rates(name):
    """The certificate again, with the likelihoods of the slow history fit: g_k <= 1, = 1 where the share is above 0."""
    history, current, classes = world(name)
    shares = estimate(*pair_of(history, current, classes), methods=("hero1",), resamples=0, **PRECISE).get("hero1")
    likelihoods = np.array(slow.scaled_likelihoods(current, history_fit(name).rates, classes))

    gain = (likelihoods / (likelihoods @ shares.class_shares)[:, None]).mean(axis=0)
    assert gain[np.array(shares.class_shares) > 0] == pytest.approx(1, abs=1e-6)
    assert (gain <= 1 + 1e-6).all()


FITS = {
    "history": lambda coded, weights: fit_history(Votes.of(coded), coded.gold, weights, TIGHT),
    "ds": lambda coded, weights: fit_ds(Votes.of(coded), weights, TIGHT),
    "pec": lambda coded, weights: fit_pec(Votes.of(coded), weights, (0.0, 0.01, 0.01), TIGHT),
    "pec, strong prior": lambda coded, weights: fit_pec(Votes.of(coded), weights, (5.0, 8.0, 2.0), TIGHT),
}


@pytest.mark.parametrize("kind", FITS)
@pytest.mark.parametrize("classes", [2, 3])
def test_the_objective_never_falls(kind, classes, monkeypatch):
    """Every M-step starts from a point at least as good as the one before; strong priors included."""
    seen: list[float] = []
    m_step = em.m_step

    def watched(model, posterior, before):
        if before is not None:
            seen.append(float(em.e_step(model, before)[1][0]))
        return m_step(model, posterior, before)

    monkeypatch.setattr(em, "m_step", watched)
    for seed in range(6):
        history, _ = small_world(seed, classes=classes, history=25, annotators=3, share_of_gold=0.2)
        seen.clear()
        coded = annotations(history, role="history", classes=classes)
        fit = FITS[kind](coded, np.ones((25, 1)))
        steps = np.diff([*seen, float(fit.objective[0])])
        assert len(steps) >= 3
        assert steps.min() > -1e-9, (seed, steps.min())


@pytest.mark.parametrize("name", ["binary", "three classes", "annotator without gold"])
def test_the_objective_is_the_log_likelihood(name):
    """Votes and gold together, as the slow EM adds it up, and no lower than where the slow EM ended."""
    history, _, classes = world(name)
    coded = annotations(history, role="history", classes=classes)
    fit = fit_history(Votes.of(coded), coded.gold, np.ones((len(history), 1)), TIGHT)

    assert fit.objective[0] == pytest.approx(history_fit(name).objective, abs=1e-6)


@pytest.mark.parametrize("classes", [2, 3])
def test_gold_items_keep_their_gold_class(classes):
    """Anchored items are known; EM may not talk them out of it."""
    history, _ = small_world(8, classes=classes)
    coded = annotations(history, role="history", classes=classes)
    posterior = fit_history(Votes.of(coded), coded.gold, np.ones((len(history), 1)), TIGHT).posterior[:, :, 0]

    known = coded.has_gold
    assert (posterior[:, known].argmax(axis=0) == coded.gold[known]).all()
    assert (posterior[:, known].max(axis=0) == 1).all()
    assert 0 < posterior[:, ~known].max() < 1


def test_the_start_is_not_a_prior():
    """The half counts in the first cells leave no trace: rates of 0 and 1 seen in complete gold stay 0 and 1."""
    history = [Item(f"h{n}", (("right", n % 2), ("wrong", 1 - n % 2)), n % 2) for n in range(8)]
    coded = annotations(history, role="history")
    confusion = fit_history(Votes.of(coded), coded.gold, np.ones((8, 1)), TIGHT).parameters.confusion[..., 0]

    assert confusion[0] == pytest.approx(np.eye(2), abs=2e-6)
    assert confusion[1] == pytest.approx(1 - np.eye(2), abs=2e-6)


@pytest.mark.parametrize("seed", range(2))
def test_dawid_skene_agrees_with_crowd_kit(seed):
    """The same model by other people (where their package is installed), stopped after 100 of their steps."""
    aggregation = pytest.importorskip("crowdkit.aggregation")
    _, current = small_world(seed, current=80, annotators=6, share_of_votes=1.0, accuracy=(0.8, 0.95))
    votes = [(item.name, who, label) for item in current for who, label in item.votes]
    table = pd.DataFrame(votes, columns=["task", "worker", "label"])

    theirs = aggregation.DawidSkene(n_iter=100, tol=-1).fit_predict_proba(table)
    ours = item_table(annotations(current), method="ds", tol=1e-9, max_iter=20_000).frame.set_index("item_id")

    assert (ours["posterior"] - theirs[1].reindex(ours.index)).abs().max() < 1e-5


def test_log_space_survives_a_thousand_votes():
    """1,200 votes on one item: plain products would be 0 / 0."""
    people = [f"p{number}" for number in range(1200)]
    history = [Item(f"h{n}", tuple((who, n % 2 if n < 4 else 1 - n % 2) for who in people), n % 2) for n in range(6)]
    current = [Item("c1", tuple((who, 1) for who in people)), Item("c2", tuple((who, 0) for who in people))]
    tied = Item("c3", tuple((who, number % 2) for number, who in enumerate(people)))
    row = estimate(*pair_of(history, [*current, tied]), methods=("hero1",), resamples=50).get("hero1")

    assert row.estimate == pytest.approx(0.5, abs=1e-9)
    assert math.isfinite(row.low) and math.isfinite(row.high)
