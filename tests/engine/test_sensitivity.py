"""sensitivity(): each change gives the number that the engine gives when the change is made for good."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hero_core import Refused, SettingsError, estimate, sensitivity
from hero_core.annotations import Annotations
from hero_core.results import SensitivityResult
from tests.support import annotations, pair_of, small_world


def world() -> tuple[Annotations, Annotations]:
    """Two systems, two rounds of history, two covariates, one newcomer."""
    history, current = small_world(6, history=200, current=120, covariates=2, share_of_votes=1.0)
    history = [replace(item, round=f"r{n % 2}") for n, item in enumerate(history)]
    current = [replace(item, system="AB"[n % 2], votes=(*item.votes, ("new", n % 2)) if n < 40 else item.votes)
               for n, item in enumerate(current)]  # fmt: skip
    return pair_of(history, current)


@pytest.fixture(scope="module")
def result() -> SensitivityResult:
    return sensitivity(*world())


def value(result: SensitivityResult, change: str, name: str | None = None, system: str | None = None) -> float:
    """The number with one change."""
    rows = [row for row in result.rows if (row.change, row.name, row.system) == (change, name, system)]
    assert len(rows) == 1, (change, name, system, len(rows))
    assert rows[0].estimate is not None
    return rows[0].estimate


@pytest.mark.parametrize(
    ("change", "name", "method", "options"),
    [("as_is", None, "hero2", {}), ("gold_only", None, "mle", {}), ("finite_weight", None, "hero2",
      {"hero2_weight": "finite"}), ("without_covariate", "x_1", "hero2", {"covariates": ("x_2",)}),
     ("without_covariates", None, "hero1", {}), ("new_annotators_pooled", None, "hero2", {"new_annotators": "pool"}),
     ("prevalence_by_group", None, "hero2", {"prevalence": "by_group"})],
)  # fmt: skip
@pytest.mark.parametrize("system", [None, "A"])
def test_changes_are_those_of_the_engine(result, change, name, method, options, system):
    """The same number as estimate() with that option."""
    engine = estimate(*world(), methods=(method,), resamples=0, **options)

    assert value(result, change, name, system) == pytest.approx(engine.get(method, system).estimate, abs=1e-6)


def test_without_an_annotator():
    """As if the votes had never been cast, in either round."""
    history, current = world()
    bare = [file.select_votes(file.annotator != list(file.annotator_ids).index("a2")) for file in (history, current)]
    kept = [file.select_items(np.bincount(file.item, minlength=file.n_items) > 0) for file in bare]
    without = sensitivity(history, current, method="hero1")

    engine = estimate(*kept, methods=("hero1",), resamples=0)
    assert value(without, "without_annotator", "a2") == pytest.approx(engine.get("hero1").estimate, abs=1e-4)


@pytest.mark.parametrize(("weight", "times"), [("0.1", 10), ("0", None)])
def test_unlabelled_items_that_weigh_less_are_gold_items_that_stand_there_often(weight, times):
    """A tenth of the weight is ten times the gold; no weight is a history of gold alone."""
    history, current = small_world(6, history=200, current=120)
    gold = [item for item in history if item.gold is not None]
    often = [replace(item, name=f"{item.name}_{n}") for item in gold for n in range((times or 2) - 1)]
    engine = estimate(*pair_of([*(history if times else gold), *often], current), methods=("hero1",), resamples=0)
    lighter = sensitivity(*pair_of(history, current), method="hero1")

    assert value(lighter, "unlabelled_weight", weight) == pytest.approx(engine.get("hero1").estimate, abs=1e-5)


def test_outside_is_what_leaves_the_plausible_range():
    """The analytic range of the number as it is: without a3 it is left, by every other change it is not."""
    files = pair_of(*small_world(0, history=60, current=200, annotators=3))
    as_is = estimate(*files, methods=("hero1",), resamples=0).get("hero1")
    rows = sensitivity(*files, method="hero1").rows

    assert all(row.outside == (not as_is.low <= row.estimate <= as_is.high) for row in rows)
    assert [(row.change, row.name) for row in rows if row.outside] == [("without_annotator", "a3")]


def test_only_who_counts_is_left_out(result):
    """A newcomer whose votes are dropped is not listed; one whose votes count is."""

    def left_out(found: SensitivityResult) -> set[str | None]:
        return {row.name for row in found.rows if row.change == "without_annotator"}

    everybody = {str(name) for name in world()[1].annotator_ids}
    assert left_out(result) == everybody - {"new"}
    assert left_out(sensitivity(*world(), new_annotators="pool")) == everybody


def test_largest_shift_first_after_the_number_itself(result):
    """Per system."""
    for system in (None, *result.systems):
        rows = [row for row in result.rows if row.system == system]
        shifts = [abs(row.shift) for row in rows[1:]]
        assert rows[0].change == "as_is" and rows[0].shift == 0
        assert shifts == sorted(shifts, reverse=True)


def test_only_what_can_differ_is_listed():
    """No covariates, no newcomers, one round: weights, gold only, annotators."""
    rows = sensitivity(*pair_of(*small_world(6, history=200, current=80))).rows

    assert {row.change for row in rows} == {"as_is", "unlabelled_weight", "gold_only", "without_annotator"}


def test_refusals():
    """In words."""
    history, current = small_world(2)
    with pytest.raises(SettingsError, match="not for 'mv'"):
        sensitivity(*pair_of(history, current), method="mv")
    with pytest.raises(Refused, match="no expert answer"):
        sensitivity(annotations([replace(item, gold=None) for item in history], role="history"), annotations(current))
