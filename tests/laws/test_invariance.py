"""What must not change a number, and what must change it in a known way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hero_core import estimate, read
from hero_core.panel import Panel
from hero_core.results import METHODS, EstimateResult
from hero_core.rounds import pair
from hero_core.shares import Draw, Recipe, solve_all
from tests.laws.strategies import QUICK, SEEDS
from tests.support import Items, csv_text, pair_of, small_world

SOFT = tuple(name for name in METHODS if name != "ds_hard")
CLASSES = st.sampled_from([2, 2, 3])
PRECISE = {"tol": 1e-10, "max_iter": 20_000, "resamples": 0}


def answers(history: Items, current: Items, classes: int = 2, **options: object) -> EstimateResult:
    """Estimates of all methods but the hard Dawid-Skene, precisely."""
    return estimate(*pair_of(history, current, classes), methods=SOFT, **{**PRECISE, **options})


def same(one: EstimateResult, two: EstimateResult, tolerance: float = 1e-7) -> None:
    """Same shares, counts, statuses and standard errors in every row."""
    for ours, theirs in zip(one.estimates, two.estimates, strict=True):
        assert (ours.method, ours.system, ours.status) == (theirs.method, theirs.system, theirs.status)
        assert ours.class_shares == pytest.approx(theirs.class_shares, abs=tolerance), ours.method
        assert (ours.n_items, ours.n_votes) == (theirs.n_items, theirs.n_votes)
        assert close(ours.std_error, theirs.std_error), ours.method


def close(one: float | None, two: float | None) -> bool:
    """Whether two standard errors are the same number, or both absent."""
    return one == two or (one is not None and two is not None and one == pytest.approx(two, rel=1e-3, abs=1e-6))


@QUICK
@given(SEEDS, CLASSES, st.randoms(use_true_random=False))
def test_order_of_items_and_votes_does_not_matter(seed, classes, shuffler):
    """A table has no order."""
    history, current = small_world(seed, classes=classes, systems=2, covariates=1)
    moved = []
    for items in (history, current):
        mixed = [replace(item, votes=tuple(shuffler.sample(item.votes, len(item.votes)))) for item in items]
        moved.append(shuffler.sample(mixed, len(mixed)))

    same(answers(history, current, classes), answers(*moved, classes))


@QUICK
@given(SEEDS, st.randoms(use_true_random=False))
def test_order_of_rows_in_the_files_does_not_even_move_the_bands(seed, shuffler):
    """The reader brings every file into one order, so the same draws meet the same items (P31)."""
    history, current = small_world(seed, history=15, current=12)

    def answer(shuffle: bool) -> EstimateResult:
        files = {}
        for role, items in (("history", history), ("current", current)):
            head, *rows = csv_text(items, role).splitlines()
            rows = shuffler.sample(rows, len(rows)) if shuffle else rows
            files[role] = read("\n".join([head, *rows]).encode(), role=role, name=f"{role}.csv")
        return estimate(files["history"], files["current"], resamples=20)

    for ours, theirs in zip(answer(False).estimates, answer(True).estimates, strict=True):
        assert (ours.estimate, ours.low, ours.high) == (theirs.estimate, theirs.low, theirs.high)


@QUICK
@given(SEEDS, CLASSES, st.permutations(["zoe", "Ann", "7", "007"]))
def test_names_do_not_matter(seed, classes, names):
    """Renamed annotators and items give the same numbers, and everybody keeps the own rates."""
    history, current = small_world(seed, classes=classes, covariates=1)
    called = {f"a{number + 1}": name for number, name in enumerate(names)}

    def renamed(items: Items) -> Items:
        return [
            replace(item, name=f"item {item.name}", votes=tuple((called[who], label) for who, label in item.votes))
            for item in items
        ]

    one, two = answers(history, current, classes), answers(renamed(history), renamed(current), classes)
    same(one, two)
    rates = {row.annotator: row.confusion for row in two.annotators}
    for row in one.annotators:
        assert np.array(rates[called[row.annotator]]) == pytest.approx(np.array(row.confusion), abs=1e-7)


@QUICK
@given(SEEDS)
def test_swapped_classes_mirror_the_numbers(seed):
    """Which of two labels is called 1 is a convention."""
    history, current = small_world(seed, covariates=1)

    def mirrored(items: Items) -> Items:
        return [
            replace(
                item,
                votes=tuple((who, 1 - label) for who, label in item.votes),
                gold=None if item.gold is None else 1 - item.gold,
            )
            for item in items
        ]

    one, two = answers(history, current), answers(mirrored(history), mirrored(current))
    for ours, theirs in zip(one.estimates, two.estimates, strict=True):
        assert ours.estimate == pytest.approx(1 - theirs.estimate, abs=1e-6), ours.method
        assert close(ours.std_error, theirs.std_error), ours.method
    for ours, theirs in zip(one.annotators, two.annotators, strict=True):
        assert ours.sensitivity == pytest.approx(theirs.specificity, abs=1e-6)


def weighted(history: Items, current: Items, classes: int, repeats: tuple[int, int]) -> dict[str, np.ndarray]:
    """Class shares by every method when each history and each current item weighs as much as `repeats` says."""
    panel = Panel.of(pair(*pair_of(history, current, classes)), ("x_1",))
    recipe = Recipe(methods=SOFT, covariate_names=("x_1",))
    recipe = replace(recipe, stopping=replace(recipe.stopping, tol=1e-10, max_iter=20_000))
    draw = Draw(
        items=np.full((len(current), 1), float(repeats[1])), history=np.full((len(history), 1), float(repeats[0]))
    )
    return {name: answer.shares for name, answer in solve_all(panel, recipe, draw)[0].items()}


def repeated(items: Items, times: int) -> Items:
    """Each item several times, under names of their own."""
    return [replace(item, name=f"{item.name}_{copy}") for copy in range(times) for item in items]


@QUICK
@given(SEEDS, CLASSES, st.tuples(st.integers(1, 3), st.integers(1, 3)))
def test_weights_are_repeated_rows(seed, classes, repeats):
    """The bootstrap counts items with weights: weight 2 must be the item twice, in every method, priors included."""
    history, current = small_world(seed, classes=classes, covariates=1, systems=2)
    by_weight = weighted(history, current, classes, repeats)
    by_rows = weighted(repeated(history, repeats[0]), repeated(current, repeats[1]), classes, (1, 1))

    for name in SOFT:
        assert by_weight[name] == pytest.approx(by_rows[name], abs=1e-6), name


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_doubled_data_change_only_the_bands(seed, classes):
    """Everything twice: same estimate (PEC apart, whose prior then weighs half), standard error smaller by sqrt 2."""
    history, current = small_world(seed, classes=classes, history=150, accuracy=(0.75, 0.95))
    one, two = answers(history, current, classes), answers(repeated(history, 2), repeated(current, 2), classes)

    for ours, theirs in zip(one.estimates, two.estimates, strict=True):
        if ours.method != "pec":
            assert ours.class_shares == pytest.approx(theirs.class_shares, abs=1e-6), ours.method
            if ours.std_error and theirs.std_error:
                some = 0.1 if ours.method == "ds" else 0.02  # what stands in for gold in its formula does not double
                assert ours.std_error == pytest.approx(theirs.std_error * np.sqrt(2), rel=some), ours.method


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_patterns_change_nothing(seed, classes, monkeypatch):
    """Each pattern of votes once, or every item: the same numbers and bands."""
    history, current = small_world(
        seed, classes=classes, history=90, current=60, annotators=3, systems=2, accuracy=(0.75, 0.95)
    )
    monkeypatch.setattr("hero_core.votes.PATTERN_SHARE", 1.0)
    one, band = answers(history, current, classes), answers(history, current, classes, resamples=20)
    monkeypatch.setattr("hero_core.votes.PATTERN_SHARE", 0.0)
    two, other = answers(history, current, classes), answers(history, current, classes, resamples=20)

    same(one, two)
    for method in ("mv", "vote_share", "mle"):
        assert band.replicates[method] == pytest.approx(other.replicates[method], abs=1e-4, nan_ok=True)
    for method in ("hero1", "hero2"):  # a replicate's EM stops early and in float32
        assert band.replicates[method] == pytest.approx(other.replicates[method], abs=2e-2)


def test_patterns_are_used_at_all():
    """Three annotators and two classes make at most 26 patterns; else the law above would compare like with like."""
    history, current = small_world(0, history=120, current=100, annotators=3)
    panel = Panel.of(pair(*pair_of(history, current)))

    assert panel.current.distinct is not None and panel.current.distinct.votes.n_items <= 26
    assert panel.anchor is not None and panel.anchor.history.distinct is not None
