"""The ridge of HERO-2's regression: chosen by cross-validation where covariates are many, none where they are few."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core import estimate
from hero_core.hero import RIDGES, gcv_ridge
from tests.support import pair_of, small_world


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("signal", [0.0, 0.3, 2.0])
def test_it_is_the_best_of_the_grid(classes, signal):
    """The criterion by explicit hat matrices, ridge by ridge, over all classes but the first together."""
    rng = np.random.default_rng(classes)
    columns = rng.normal(size=(80, 12)) * np.linspace(0.1, 9, 12)
    score = rng.normal(size=(classes, 80))
    score[1] += signal * columns[:, :4].sum(axis=1) / 9
    scaled = (columns - columns.mean(axis=0)) / columns.std(axis=0)
    worth = (score[1:] - score[0]).T

    def criterion(ridge: float) -> float:
        square = scaled.T @ scaled
        hat = scaled @ np.linalg.solve(square + ridge * np.diag(np.diag(square)), scaled.T) + 1 / 80
        return float(((worth - hat @ worth) ** 2).sum() / (1 - np.trace(hat) / 80) ** 2)

    assert gcv_ridge(score, columns) == min(RIDGES, key=criterion)


def test_a_constant_covariate_changes_nothing():
    """It has no spread to be scaled by."""
    rng = np.random.default_rng(7)
    score, columns = rng.normal(size=(2, 50)), rng.normal(size=(50, 6))
    score[1] += columns[:, 0]

    assert gcv_ridge(score, np.hstack([columns, np.full((50, 1), 3.0)])) == gcv_ridge(score, columns)


def test_many_covariates_get_a_ridge_and_few_get_none():
    """The number is that of the ridge which the provenance names; with five covariates that is 0."""
    many, few = (pair_of(*small_world(3, history=300, current=60, covariates=count)) for count in (9, 5))
    result = estimate(*many, methods=("hero2",), resamples=0)
    ridge = result.provenance["settings"]["ridge"]

    assert ridge in RIDGES and ridge > 0
    assert result.estimates == estimate(*many, methods=("hero2",), resamples=0, ridge=ridge).estimates
    assert result.estimates != estimate(*many, methods=("hero2",), resamples=0, ridge=0.0).estimates
    assert estimate(*few, methods=("hero2",), resamples=0).provenance["settings"]["ridge"] == 0
