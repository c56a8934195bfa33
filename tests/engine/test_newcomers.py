"""Annotators without history: left out, or used with rates tied to the pool."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hero_core import SettingsError, estimate
from hero_core.results import EstimateResult
from tests.support import Items, pair_of, small_world


def with_newcomer(share: float = 0.9) -> tuple[Items, Items]:
    """A round in which "new" votes on most items, right with this chance of what a1 says."""
    history, current = small_world(5, history=200, current=120, accuracy=(0.8, 0.9))
    rng = np.random.default_rng(0)
    extended = [
        replace(item, votes=(*item.votes, ("new", label if rng.random() < share else 1 - label)))
        if n % 3 else item
        for n, item in enumerate(current) for label in [item.votes[0][1]]
    ]  # fmt: skip
    return history, extended


def run(**options: object) -> EstimateResult:
    return estimate(*pair_of(*with_newcomer()), methods=("mv", "mle", "hero1"), resamples=0, **options)


def test_dropped_votes_do_not_count():
    """As if the newcomer had not voted."""
    history, current = with_newcomer()
    without = [replace(item, votes=tuple(vote for vote in item.votes if vote[0] != "new")) for item in current]
    bare = estimate(*pair_of(history, without), methods=("hero1",), resamples=0)

    assert run().get("hero1").estimate == pytest.approx(bare.get("hero1").estimate, abs=1e-9)


def test_pooled_votes_count():
    """More votes, a narrower range, and words that say so."""
    drop, pool = run(), run(new_annotators="pool")
    note = next(found for found in pool.findings if found.code == "unknown_annotators")

    assert pool.get("hero1").n_votes > drop.get("hero1").n_votes
    assert pool.get("hero1").std_error < drop.get("hero1").std_error
    assert "tied to those of the others" in note.message
    assert pool.provenance["settings"]["new_annotators"] == "pool"


def test_pooling_changes_nothing_without_newcomers():
    """Everybody has history."""
    files = pair_of(*small_world(5, history=200, current=120))
    results = [estimate(*files, methods=("hero1",), resamples=0, new_annotators=choice) for choice in ("drop", "pool")]

    assert results[0].get("hero1").estimate == pytest.approx(results[1].get("hero1").estimate, abs=1e-9)


def test_a_newcomer_of_one_vote_judges_like_the_pool():
    """Five votes' worth of the pool mean against one vote: no rate moves by more than a sixth."""
    from hero_core.solved import ModelOptions, Solved

    history, current = small_world(5, history=200, current=120, accuracy=(0.8, 0.9))
    current[0] = replace(current[0], votes=(*current[0].votes, ("new", 1)))
    options = ModelOptions(methods=("hero1",), new_annotators="pool")
    fit = Solved.of(options.paired(*pair_of(history, current)), options)
    rates = fit.fits.rates("hero1")[..., 0]
    new = list(fit.rounds.annotator_ids).index("new")

    np.testing.assert_allclose(rates[new], rates[fit.rounds.known].mean(axis=0), atol=1 / 6)


def test_unknown_choices_are_refused():
    """In words."""
    with pytest.raises(SettingsError, match="new_annotators is 'keep'; use drop or pool"):
        run(new_annotators="keep")
    with pytest.raises(SettingsError, match="prevalence is 'x'; use shared or by_group"):
        run(prevalence="x")
