"""Random numbers: the same seed gives the same numbers whatever else happens, another seed gives others."""

from __future__ import annotations

import time
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from hero_core import annotator_table, estimate, removals, sensitivity, slices, stability, trend
from hero_core.errors import Cancelled
from hero_core.resample import block_streams, bootstrap_weights, linked_weights
from hero_core.results import METHODS
from hero_core.shares import Draw, solve_all
from hero_core.solved import ModelOptions, Solved
from tests.support import Items, annotations, pair_of, small_world


@pytest.fixture(scope="module")
def rounds():
    """Two small files with two systems and a covariate."""
    return pair_of(*small_world(6, systems=2, covariates=1, current=40))


def replicates(rounds, **options):
    """All replicates of all methods, 120 of them: three blocks."""
    return estimate(*rounds, methods=METHODS, **{"resamples": 120, **options}).replicates


def test_same_seed_same_numbers(rounds):
    """To the last bit."""
    one, two = replicates(rounds), replicates(rounds)

    for name in METHODS:
        assert np.array_equal(one[name], two[name], equal_nan=True)


def test_other_seed_other_numbers(rounds):
    """In every method."""
    one, two = replicates(rounds), replicates(rounds, seed=1)

    for name in METHODS:
        assert not np.allclose(one[name], two[name], equal_nan=True)


def test_a_listener_changes_nothing(rounds):
    """Saying how far the work is must not move a number."""
    heard: list[tuple[float, str]] = []
    one = replicates(rounds, progress=lambda done, what: heard.append((done, what)))
    two = replicates(rounds)

    for name in METHODS:
        assert np.array_equal(one[name], two[name], equal_nan=True)
    assert heard


WORK = {
    "estimate": lambda files, hear: estimate(*files, methods=METHODS, resamples=120, progress=hear),
    "estimate by formula": lambda files, hear: estimate(*files, methods=METHODS, resamples=0, progress=hear),
    "quick estimate": lambda files, hear: estimate(*files, resamples=120, quick=True, progress=hear),
    "annotators": lambda files, hear: annotator_table(*files, resamples=120, progress=hear),
    "slices": lambda files, hear: slices(*files, by="x_1", a="S1", b="S2", resamples=120, progress=hear),
    "trend": lambda files, hear: trend(*files, resamples=60, progress=hear),
    "sensitivity": lambda files, hear: sensitivity(*files, progress=hear),
    "removals": lambda files, hear: removals(*files[::-1], progress=hear),
    "stability": lambda files, hear: stability(*files[::-1], progress=hear),
}


@pytest.mark.parametrize("work", WORK)
def test_the_share_of_work_done_never_falls(work, monkeypatch):
    """From 0 towards 1 in every long computation, block by block: a bar that goes back to 0 has lied."""
    monkeypatch.setattr(import_module("hero_core.runs"), "chunk_of_blocks", lambda *sizes: 1)
    history, current = small_world(6, systems=2, covariates=1, history=80, current=80)
    history = [replace(item, round=f"r{number % 2}") for number, item in enumerate(history)]
    heard: list[float] = []
    WORK[work](pair_of(history, current), lambda done, what: heard.append(done))

    assert heard and heard == sorted(heard) and heard[0] >= 0 and heard[-1] <= 1


def test_what_is_being_done_is_told_in_its_order(rounds, monkeypatch):
    """Fitting, resampling, checking: who waits for the guard rails is not told of a fit that is long done."""
    monkeypatch.setattr(import_module("hero_core.runs"), "chunk_of_blocks", lambda *sizes: 1)
    monkeypatch.setattr(import_module("hero_core.progress"), "AT_ONCE", 1)
    heard: list[tuple[float, str]] = []
    replicates(rounds, progress=lambda done, what: heard.append((round(done, 3), what)))

    assert list(dict.fromkeys(heard)) == [
        (0.0, "fitting"), (0.0, "resampling"), (0.3, "resampling"), (0.6, "resampling"), (0.9, "checking")]  # fmt: skip


@pytest.mark.parametrize("command", ["estimate", "stability"])
def test_a_listener_can_stop_the_work(rounds, command):
    """Cancelled comes out as it was raised."""

    def stop(done: float, what: str) -> None:
        raise Cancelled("stop")

    with pytest.raises(Cancelled):
        if command == "estimate":
            estimate(*rounds, progress=stop)
        else:
            stability(rounds[1], rounds[0], progress=stop)


@pytest.mark.parametrize("at_once", [1, 2, 4])
def test_work_in_several_threads_can_be_stopped(rounds, monkeypatch, at_once):
    """Cancelled comes out of whichever block is told first; the others end at their next step, and most never begin."""
    monkeypatch.setattr(import_module("hero_core.runs"), "chunk_of_blocks", lambda *sizes: 1)
    monkeypatch.setattr(import_module("hero_core.progress"), "AT_ONCE", at_once)
    calls: list[str] = []

    def stop(done: float, what: str) -> None:
        calls.append(what)
        if what == "resampling":
            raise Cancelled("stop")

    with pytest.raises(Cancelled):
        replicates(rounds, resamples=1000, progress=stop)
    ended = len(calls)
    time.sleep(0.2)
    assert len(calls) == ended and 1 <= calls.count("resampling") < 20


@pytest.mark.parametrize("at_once", [1, 3])
def test_chunks_change_nothing(rounds, monkeypatch, at_once):
    """Blocks solved one by one, beside each other or all at once: the same draws; only the last steps of EM may differ
    in float32."""
    together = replicates(rounds)
    monkeypatch.setattr(import_module("hero_core.progress"), "AT_ONCE", at_once)
    monkeypatch.setattr(import_module("hero_core.runs"), "chunk_of_blocks", lambda *sizes: 1)
    alone = replicates(rounds)

    for name in METHODS:
        assert alone[name] == pytest.approx(together[name], abs=2e-4, nan_ok=True), name


def test_a_longer_run_starts_with_the_shorter(rounds):
    """Whole blocks are the same whatever comes after them."""
    short, long = replicates(rounds, resamples=100), replicates(rounds, resamples=150)

    for name in ("mv", "vote_share"):
        assert short[name] == pytest.approx(long[name][:, :100], abs=1e-12)


def test_weights_count_draws_with_replacement():
    """Each replicate draws as many items as there are; an item can come several times."""
    weights = bootstrap_weights(np.random.default_rng(0), 40, 500)

    assert weights.shape == (40, 500)
    assert (weights.sum(axis=0) == 40).all()
    assert weights.max() >= 4
    assert weights.var() == pytest.approx(1 - 1 / 40, rel=0.05)


@pytest.mark.parametrize("choices", [{}, {"ridge": 0.3}, {"prevalence": "by_group"}], ids=str)
def test_a_replicate_is_the_estimate_of_items_that_stand_there_as_often_as_they_were_drawn(choices):
    """By every method, in the history and in the round: weights are nothing but copies."""
    history, current = small_world(3, systems=2, covariates=1, history=120, current=80)
    history = [replace(item, round=f"r{number % 2}") for number, item in enumerate(history)]
    options = ModelOptions(methods=METHODS, covariates=("x_1",), tol=1e-9, max_iter=20_000, **choices)
    solved = Solved.of(options.paired(*pair_of(history, current)), options)
    rng = np.random.default_rng(4)
    past, now = (np.bincount(rng.integers(0, len(file), len(file)), minlength=len(file)) for file in (history, current))

    draw = Draw(history=past[:, None].astype(float), items=now[:, None].astype(float))
    drawn, _ = solve_all(solved.panel, replace(solved.recipe, methods=METHODS), draw)

    copied = Solved.of(options.paired(*pair_of(copies(history, past), copies(current, now))), options)
    for name in METHODS:
        assert drawn[name].shares == pytest.approx(copied.answers[name].shares, abs=1e-6), name


def copies(items: Items, times: np.ndarray) -> Items:
    """Each item so often."""
    counted = zip(items, times, strict=True)
    return [replace(item, name=f"{item.name}_{number}") for item, count in counted for number in range(count)]


def test_items_judged_side_by_side_are_drawn_together():
    """The same prompt under two systems: one draw for both."""
    link = np.array([0, 1, 2, 0, 1, 2])
    weights = linked_weights(np.random.default_rng(0), link, 50)

    assert np.array_equal(weights[:3], weights[3:])
    assert (weights[:3].sum(axis=0) == 3).all()


def test_blocks_have_streams_of_their_own():
    """No block repeats another's draws."""
    streams = block_streams(0, 120)

    assert [size for _, size in streams] == [50, 50, 20]
    firsts = [rng.integers(0, 2**60) for rng, _ in streams]
    assert len(set(firsts)) == 3


def test_bootstrap_spread_of_the_vote_is_that_of_its_items():
    """Majority vote is a mean of item values: its standard error is their SD / sqrt(n), and the band holds it."""
    items = small_world(2, current=200)[1]
    row = estimate(None, annotations(items), methods=("mv",), resamples=2000).get("mv")
    values = [tie_or_majority(item.votes) for item in items]

    assert row.std_error == pytest.approx(np.std(values) / np.sqrt(len(values)), rel=0.06)
    assert row.low < row.estimate < row.high
    assert row.high - row.low == pytest.approx(2 * 1.96 * row.std_error, rel=0.1)


def tie_or_majority(votes: tuple[tuple[str, int], ...]) -> float:
    """1, 0, or a half."""
    ones = sum(label for _, label in votes)
    return 0.5 if 2 * ones == len(votes) else float(2 * ones > len(votes))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("resamples", [0, 200])
def test_bands_hold_the_estimate(seed, resamples):
    """A band beside its own number would not be believed."""
    history, current = small_world(seed, systems=2, covariates=1, current=40)
    for row in estimate(*pair_of(history, current), methods=METHODS, resamples=resamples).estimates:
        if row.low is not None and row.method not in ("ds", "ds_hard"):  # unlabelled EM on 20 items may be skewed
            assert row.low <= row.estimate + 1e-9 and row.estimate <= row.high + 1e-9, row


def test_an_annotator_missing_from_a_replicate_does_no_harm():
    """Somebody with a single history item is absent from a third of the replicates; all have numbers."""
    history, current = small_world(4)
    history[5] = type(history[5])("once", (("a9", 1), ("a1", 1)), 1)
    current = [type(item)(item.name, (*item.votes, ("a9", 1))) for item in current]
    result = estimate(*pair_of(history, current), resamples=100)

    for name, values in result.replicates.items():
        assert np.isfinite(values).all(), name


def test_the_half_width_shrinks_with_the_items():
    """Four times the items, half the band."""
    small, large = (
        estimate(None, annotations(many(count)), methods=("mv",), resamples=400).get("mv") for count in (50, 200)
    )

    assert (small.high - small.low) / (large.high - large.low) == pytest.approx(2, rel=0.2)


def many(count: int) -> Items:
    """Items of one vote each, 40% ones."""
    item = small_world(0)[1][0]
    return [type(item)(f"c{number}", (("a1", int(number % 5 < 2)),)) for number in range(count)]
