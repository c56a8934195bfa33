"""Rounds at the edge: what is not known is not told as certain, and clean data raise no alarm."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core import Refused, SettingsError, against_target, estimate, plan, probability_best, sensitivity, standings
from hero_core.annotations import Annotations
from hero_core.diagnostics.means import mean_test
from hero_core.diagnostics.transport import model_error
from hero_core.errors import chance
from hero_core.hero import scores, solve_shares
from tests.support import Item, annotations, shell


def unanimous(count: int = 3) -> Annotations:
    """System A is always 1, system B always 0, by two annotators, on a handful of items."""
    return annotations([Item(f"{name}{n}", (("a", label), ("b", label)), system=name)
                        for name, label in (("A", 1), ("B", 0)) for n in range(count)])  # fmt: skip


def world(rng: np.random.Generator, classes: int, gold: float = 0.3) -> tuple[Annotations, Annotations]:
    """Five annotators, right three times in four, three votes an item; independent given the truth."""

    def items(count: int, prefix: str, share: float) -> list[Item]:
        found = []
        for n in range(count):
            truth, who = int(rng.integers(classes)), rng.choice(5, 3, replace=False)
            wrong = [label for label in range(classes) if label != truth]
            votes = tuple((f"a{j}", truth if rng.random() < 0.75 else int(rng.choice(wrong))) for j in who)
            found.append(Item(f"{prefix}{n}", votes, truth if rng.random() < share else None))
        return found

    past = annotations(items(100, "h", gold), role="history", classes=classes)
    return past, annotations(items(40, "c", 0), classes=classes)


@pytest.mark.parametrize("rate, share", [(0.6, 0.5), (0.7, 0.5), (0.7, 0.2)])
def test_the_model_error_is_the_spread_of_the_estimate(rate, share):
    """Three votes an item: SD of HERO-1 over drawn rounds against the error that the guard rail looks at."""
    rng = np.random.default_rng(0)
    found, errors = [], []
    for _ in range(200):
        truth = rng.random(200) < share
        ones = (rng.random((200, 3)) < np.where(truth, rate, 1 - rate)[:, None]).sum(axis=1)
        likelihood = np.stack([(1 - rate) ** ones * rate ** (3 - ones), rate**ones * (1 - rate) ** (3 - ones)])
        shares = solve_shares(likelihood[:, :, None], np.ones((200, 1))).shares
        found.append(shares[1, 0])
        errors.append(model_error(scores(likelihood[:, :, None], shares)[:, :, 0], np.array([0.0, 1.0])))

    assert np.median(errors) == pytest.approx(np.std(found), rel=0.2)


@pytest.mark.parametrize("classes", [3, 5])
def test_clean_rounds_of_many_classes_raise_no_alarm_of_dependence(classes):
    """With few votes for each rate the fit is too sure of itself; that is no sign of common errors."""
    alarms = 0
    for seed in range(12):
        files = world(np.random.default_rng([seed, classes]), classes)
        result = estimate(*files, methods=("hero1",), resamples=0)
        alarms += "dependence" in {finding.code for finding in result.findings}

    assert alarms <= 2


def test_a_column_without_variation_does_not_hide_the_others():
    """A third class that nobody uses, beside a column whose mean moved by a lot."""
    rng = np.random.default_rng(0)
    now, past = rng.normal(1, 1, 60), rng.normal(0, 1, 60)
    empty = np.zeros(60)

    assert mean_test(np.stack([now, empty], axis=1), np.stack([past, empty], axis=1)) < 0.001
    assert mean_test(np.stack([now, empty + 1], axis=1), np.stack([now, empty], axis=1)) < 0.001
    assert mean_test(empty[:, None], empty[:, None]) == 1.0


def test_ranks_of_a_handful_of_unanimous_items_are_not_certain():
    """All resamples agree; the intervals that stand in for them overlap, and so do the ranks."""
    few, many = (estimate(None, unanimous(count), methods=("mv",), resamples=50) for count in (1, 100))

    assert [(row.rank_low, row.rank_high) for row in standings(few)] == [(1, 2), (1, 2)]
    assert {row.probability_best for row in standings(few)} == {None}
    assert probability_best(few, "mv") == {}
    assert [(row.rank_low, row.rank_high) for row in standings(many)] == [(1, 1), (2, 2)]


def test_a_rate_that_all_resamples_share_is_no_certainty():
    """Three unanimous items: too close to .7, and no chance of 1 beside."""
    found = against_target(estimate(None, unanimous(), methods=("mv",), resamples=50), 0.7, system="A")

    assert (found.state, found.probability_above) == ("too_close", None)


@pytest.mark.parametrize("target", [80, -1, 1, 0])
def test_a_target_outside_the_scale_is_refused(target):
    """80 for 80% would make every version fail in silence."""
    result = estimate(None, unanimous(), methods=("mv",), resamples=20)
    with pytest.raises(SettingsError, match="between 0 and 1"):
        against_target(result, target)


def test_no_plan_from_items_that_all_say_the_same():
    """An error of zero would call three items enough for everything."""
    with pytest.raises(Refused, match="not known"):
        plan(None, unanimous(), a="A", b="B", method="mv", detect=0.05)


def test_a_history_with_gold_everywhere_can_be_planned_with():
    """Two history items, both with gold: the plan says what is missing."""
    past = annotations([Item("h0", (("a", 1), ("b", 1)), 1), Item("h1", (("a", 1), ("b", 0)), 0)], role="history")
    now = annotations([Item(f"c{n}", (("a", n % 2), ("b", n % 2 if n % 5 else 1 - n % 2))) for n in range(20)])
    found = plan(past, now, detect=0.05)

    assert "both" not in [row.what for row in found.rows]
    assert all(row.needed is not None or row.reason for row in found.rows)


def test_plans_and_what_if_carry_the_red_findings():
    """Votes that the rates of the history cannot explain: red wherever a number rests on them."""
    past = [Item(f"h{n}", (("a", n % 2 if n % 3 else 1 - n % 2),), n % 2) for n in range(240)]
    now = [Item(f"c{n}", (("a", n % 2 if n % 20 < 2 else n // 2 % 2),), system="AB"[n // 2 % 2]) for n in range(400)]
    history, now = annotations(past, role="history"), annotations(now)

    for found in (estimate(history, now, methods=("mle",), resamples=0), plan(history, now, method="mle", detect=0.1),
                  sensitivity(history, now)):  # fmt: skip
        assert "rates_do_not_transport" in {finding.code for finding in found.findings if finding.severity == "error"}


def near_chance() -> tuple[Annotations, Annotations]:
    """One annotator, who is right on 53 of 100 gold items of each class, and a round with as many 0 as 1."""
    said = [int(n % 100 < 53) for n in range(100)] + [int(n % 100 >= 53) for n in range(100)]
    history = annotations(
        [Item(f"h{n}", (("a", label),), int(n < 100)) for n, label in enumerate(said)], role="history"
    )
    return history, annotations([Item(f"c{n}", (("a", n % 2),)) for n in range(100)])


def test_annotators_near_chance_are_red_whatever_the_method():
    """Gold only and HERO-2 alone rest on the same rates as HERO-1."""
    for method in ("mle", "hero1", "hero2"):
        result = estimate(*near_chance(), methods=(method,), resamples=0)
        assert "weak_identification" in {finding.code for finding in result.findings}, method


def test_a_p_value_is_never_said_to_be_zero():
    assert (chance(0.0), chance(0.0312)) == ("p < 0.0001", "p = 0.031")


@pytest.mark.parametrize("method", ["mle", "hero1"])
def test_no_plan_from_an_error_larger_than_the_scale(method):
    """Near chance the items tell next to nothing: an error of 80 points is no measure of what would help."""
    with pytest.raises(Refused, match="larger than the scale"):
        plan(*near_chance(), method=method, detect=0.05)


def test_one_system_leaves_nothing_to_compare(tmp_path):
    """The shell says so, and prints no empty data frame."""
    path = tmp_path / "current.csv"
    path.write_text("item_id,annotator_id,label,system\ni1,a,1,A\ni2,a,0,A\n", encoding="utf-8")
    said = shell("compare", "--current", path, "--methods", "mv", "--resamples", "20")

    assert (said.code, said.out.strip()) == (0, "nothing to list")


def test_the_shell_prints_no_none_and_no_brackets(tmp_path):
    """Facts are a dash where there are none, lists are words."""
    path = tmp_path / "current.csv"
    rows = "\n".join(f"{name}{n},a,{n % 2},{name}" for name in "AB" for n in range(8))
    path.write_text(f"item_id,annotator_id,label,system\n{rows}\n", encoding="utf-8")
    pair = shell("compare", "--current", path, "--a", "A", "--b", "B", "--methods", "mv", "--resamples", "20")
    facts = shell("validate", path, "--role", "current")

    assert "None" not in pair.out and "[" not in facts.out and "A, B" in facts.out
