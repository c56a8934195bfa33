"""Precision and recall of a classifier: exact sums, free oracles, joint intervals, and what cannot be answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from hero_core import Annotations, Refused, SettingsError, classifier, estimate
from hero_core.results import QUANTITIES, ClassifierResult
from hero_core.simulate import simulate
from tests.exactness import slow
from tests.recovery.rounds import annotations as read_table
from tests.support import Item, Items, annotations, pair_of, small_world

PRECISE = {"tol": 1e-10, "max_iter": 20_000, "resamples": 0}


def predicted(items: Items, seed: int, hit: float = 0.8, false: float = 0.2, missing: float = 0.0) -> Items:
    """The items with predictions that lean on the first vote; some without."""
    rng = np.random.default_rng(seed)
    said = [int(rng.random() < (hit if item.votes[0][1] else false)) for item in items]
    return [
        replace(item, prediction=None if rng.random() < missing else x) for item, x in zip(items, said, strict=True)
    ]


def numbers(result: ClassifierResult, method: str, system: str | None = None) -> list[float | None]:
    """The four estimates of a method."""
    return [result.get(method, quantity, system).estimate for quantity in QUANTITIES]


def slow_four(items: Items, share_of_positives: Callable[[Items], float]) -> list[float | None]:
    """The four quantities from a slow function of a list of items."""
    known = [item for item in items if item.prediction is not None]
    ones = [item for item in known if item.prediction == 1]
    precision, mean, share = share_of_positives(ones), share_of_positives(known), len(ones) / len(known)
    return [precision, min(precision * share / mean, 1) if mean else None, share, mean]


@pytest.mark.parametrize("seed", range(4))
def test_by_brute_force(seed):
    """The slow equations on the items predicted 1 and on all with a prediction, for all and for each system."""
    history, current = small_world(seed, systems=2, current=60, history=60, share_of_votes=0.8)
    current = predicted(current, seed, missing=0.1)
    result = classifier(*pair_of(history, current), methods=("mv", "mle", "hero1"), **PRECISE)
    rates = {"mle": slow.gold_only(history, 2), "hero1": slow.history_em(history, 2).rates}

    def majority(items: Items) -> float:
        return float(np.mean([slow.majority_of(item, 2)[1] for item in items]))

    for system in (None, "S1", "S2"):
        part = [item for item in current if system in (None, item.system)]
        assert numbers(result, "mv", system) == pytest.approx(slow_four(part, majority), abs=1e-9)
        for method, habits in rates.items():
            four = slow_four(part, lambda items, habits=habits: slow.hero1(habits, items, 2)[1])
            assert numbers(result, method, system) == pytest.approx(four, abs=1e-5)
    assert result.unpredicted == sum(item.prediction is None for item in current) > 0
    note = next(finding for finding in result.findings if finding.code == "unpredicted_items")
    assert note.count == result.unpredicted and "left out" in note.message


def test_features_are_compared_with_those_of_the_same_kind():
    """HERO-2 of items predicted 1: the mean of the history's items predicted 1, not of all of them."""
    history, current = small_world(5, covariates=1, current=60, history=90)
    history, current = predicted(history, 1), predicted(current, 2)
    result = classifier(*pair_of(history, current), methods=("hero2",), **PRECISE)
    rates = slow.history_em(history, 2).rates
    ones = [[item for item in items if item.prediction == 1] for items in (history, current)]

    assert result.get("hero2", "precision").estimate == pytest.approx(
        slow.hero2(ones[0], rates, ones[1], 2)[1], abs=1e-6
    )
    assert result.get("hero2", "prevalence").estimate == pytest.approx(
        slow.hero2(history, rates, current, 2)[1], abs=1e-6
    )


def test_perfect_annotators_give_the_sample_itself():
    """Everybody votes, nobody errs: precision and recall are those of the items."""
    rng = np.random.default_rng(3)
    truth, said = rng.random(80) < 0.4, rng.random(80) < 0.5
    current = [
        Item(f"c{n}", (("a", int(y)), ("b", int(y))), prediction=int(x))
        for n, (y, x) in enumerate(zip(truth, said, strict=True))
    ]
    history = [Item(f"h{n}", (("a", n % 2), ("b", n % 2)), gold=n % 2) for n in range(40)]
    result = classifier(*pair_of(history, current), methods=("mv", "ds", "mle", "hero1", "pec"), resamples=50)
    exact = [truth[said].mean(), said[truth].mean(), said.mean(), truth.mean()]

    for method in result.methods:
        assert numbers(result, method) == pytest.approx(exact, abs=2e-4)
        row = result.get(method, "recall")
        assert row.low < exact[1] < row.high


def test_all_four_come_from_the_same_resamples():
    """Recall times prevalence is precision times share in each replicate, and prevalence is that of estimate().

    Where the two equations would give more than everything, recall is held at 1, as the estimate is: no band goes
    beyond."""
    history, current = small_world(1, current=80, history=60)
    files = pair_of(history, predicted(current, 1))
    result = classifier(*files, methods=("mv", "hero1"), resamples=60, seed=4)
    plain = estimate(*files, methods=("mv", "hero1"), resamples=60, seed=4)

    for method in ("mv", "hero1"):
        precision, recall, share, mean = result.replicates[method][0]
        inside = recall < 1
        assert recall[inside] * mean[inside] == pytest.approx(precision[inside] * share[inside], rel=1e-5)
        assert (precision[recall == 1] * share[recall == 1] > mean[recall == 1] * (1 - 1e-5)).all()
        assert mean == pytest.approx(plain.replicates[method][0], rel=1e-4)
        assert (share == np.round(share * 80) / 80).all() and share.std() > 0.02
    assert np.nanmax(result.replicates["hero1"][0][1]) == 1
    with_history = result.joint[1]
    both = result.replicates["hero1"][0][:2]
    assert (with_history.method, with_history.system) == ("hero1", None)
    assert with_history.correlation == pytest.approx(np.corrcoef(both[:, np.isfinite(both).all(axis=0)])[0, 1])


def simulated(number: int) -> tuple[Annotations, Annotations]:
    """A round of the model with a classifier of sensitivity .8 and specificity .9, and its expected quantities."""
    rng = np.random.default_rng([17, number])
    world = simulate("base", rng=rng, n_history=500, n_current=300, prevalence=0.3, slope=0.0)
    truth = world.truth.set_index("item_id")["gold_label"]
    said = (rng.random(len(truth)) < np.where(truth == 1, 0.8, 0.1)).astype(int)
    table = world.current.assign(prediction=world.current["item_id"].map(dict(zip(truth.index, said, strict=True))))
    return read_table(world.history, "history"), read_table(table, "current")


TRUE = np.array([0.3 * 0.8 / (0.3 * 0.8 + 0.7 * 0.1), 0.8])


def test_joint_intervals_cover_and_analytic_errors_agree():
    """About 95 of 100 intervals and ellipses of precision and recall hold the truth; the formula gives their width."""
    hits, ratios, gaps = [], [], []
    for number in range(40):
        files = simulated(number)
        result = classifier(*files, methods=("hero1",), resamples=120)
        formula = classifier(*files, methods=("hero1",), resamples=0)
        rows = [result.get("hero1", quantity) for quantity in ("precision", "recall")]
        point = np.array([row.estimate for row in rows])
        spread = np.cov(result.replicates["hero1"][0][:2])
        distance = (point - TRUE) @ np.linalg.inv(spread) @ (point - TRUE)
        hits.append([row.low <= true <= row.high for row, true in zip(rows, TRUE, strict=True)] + [distance < 6.4])
        errors = [formula.get("hero1", quantity).std_error for quantity in ("precision", "recall")]
        ratios.append([error / row.std_error for error, row in zip(errors, rows, strict=True)])
        gaps.append(formula.joint[0].correlation - result.joint[0].correlation)

    assert (np.mean(hits, axis=0) >= 0.87).all(), np.mean(hits, axis=0)
    assert np.median(ratios, axis=0) == pytest.approx([1, 1], abs=0.15)
    assert abs(np.median(gaps)) < 0.15


def test_nothing_predicted():
    """No precision, recall 0, and in words why."""
    history, current = small_world(2)
    result = classifier(*pair_of(history, [replace(item, prediction=0) for item in current]), resamples=20)

    for method in result.methods:
        precision, recall = (result.get(method, quantity) for quantity in ("precision", "recall"))
        assert (precision.estimate, precision.status) == (None, "not_identified")
        assert "predicted 1 for no item" in precision.reason
        assert (recall.estimate, result.get(method, "share_predicted").estimate) == (0, 0)
        assert recall.high > 0 and "Wilson" in recall.interval
    assert {joint.correlation for joint in result.joint} == {None}


def test_everything_predicted():
    """Precision is prevalence, and nothing is missed."""
    history, current = small_world(2)
    result = classifier(*pair_of(history, [replace(item, prediction=1) for item in current]), resamples=20)

    for method in result.methods:
        four = numbers(result, method)
        assert four[0] == pytest.approx(four[3]) and four[1:3] == pytest.approx([1, 1])


def test_nothing_to_find():
    """Nobody sees a positive: recall has no meaning, precision is 0."""
    history = [Item(f"h{n}", (("a", n % 2), ("b", n % 2)), gold=n % 2) for n in range(40)]
    current = [Item(f"c{n}", (("a", 0), ("b", 0)), prediction=n % 2) for n in range(20)]
    result = classifier(*pair_of(history, current), methods=("mv", "hero1"), resamples=20)

    for method in result.methods:
        recall = result.get(method, "recall")
        assert (recall.estimate, recall.status) == (None, "not_identified") and "no positive item" in recall.reason
        assert result.get(method, "precision").estimate == pytest.approx(0, abs=1e-6)


def test_recall_is_held_at_one():
    """Two equations may not fit together; no share above 1 is shown, and it is said."""
    history = [Item(f"h{n}", (("a", n % 2 if n % 10 < 8 else 1 - n % 2),), gold=n % 2) for n in range(100)]
    votes = [1] * 10 + [0] * 5 + [1] * 5 + [0] * 40
    current = [Item(f"c{n}", (("a", vote),), prediction=int(n < 15)) for n, vote in enumerate(votes)]
    result = classifier(*pair_of(history, current), methods=("hero1",), **PRECISE)
    precision, recall, share, mean = numbers(result, "hero1")

    assert precision == pytest.approx((10 / 15 - 0.2) / 0.6, abs=1e-3) and mean == pytest.approx(0.05 / 0.6, abs=1e-3)
    assert precision * share > mean and recall == 1
    assert result.get("hero1", "recall").status == "boundary" and "held at 1" in result.get("hero1", "recall").reason


def test_without_predictions():
    """The error names the column and the way to it."""
    history, current = small_world(1)
    with pytest.raises(SettingsError, match=r"no predictions.*prediction.*--columns 'current.csv:prediction=NAME'"):
        classifier(*pair_of(history, current))


def test_more_than_two_classes():
    """Refused, with the way to cut a scale."""
    history, current = small_world(1, classes=3)
    with pytest.raises(Refused, match=r"two classes; the labels have 3 .*--threshold"):
        classifier(*pair_of(history, predicted(current, 1), 3))


def test_two_features_need_predictions_in_the_history():
    """HERO-2 is refused with the reason; the others stay."""
    history, current = small_world(5, covariates=1, current=60)
    result = classifier(*pair_of(history, predicted(current, 1)), methods=("hero1", "hero2"), resamples=20)
    row = result.get("hero2", "precision")

    assert (row.estimate, row.status) == (None, "refused") and "no column prediction" in row.reason
    assert result.get("hero1", "precision").status == "ok"
    assert any(finding.code == "method_refused" and "HERO-2" in finding.message for finding in result.findings)
    only = classifier(*pair_of(history, predicted(current, 1)), methods=("hero2",), resamples=0)
    assert {row.method for row in only.rows} == {"hero2"} and {row.status for row in only.rows} == {"refused"}


def test_red_findings_withhold_the_numbers():
    """Mostly unknown annotators: gold-only and HERO give no number, the simple vote does."""
    history, current = small_world(1, current=40)
    strange = [replace(item, votes=(*item.votes[:1], ("x", 1), ("y", 0), ("z", 1))) for item in current]
    result = classifier(*pair_of(history, predicted(strange, 1)), resamples=20)

    for method in ("mle", "hero1"):
        row = result.get(method, "recall")
        assert (row.estimate, row.low, row.status) == (None, None, "refused") and "no history" in row.reason
        assert method not in result.replicates
    assert result.get("mv", "recall").status == "ok"


def test_gold_of_the_history_is_counted_beside():
    """Where the history has predictions too, its gold items say what the classifier did there."""
    votes = (("a", 1), ("b", 0))
    pairs = [(1, 1)] * 6 + [(1, 0)] * 2 + [(0, 1)] * 3 + [(0, 0)] * 9 + [(None, 1), (1, None)]
    history = [Item(f"h{n}", votes, gold=gold, prediction=said) for n, (gold, said) in enumerate(pairs)]
    _, current = small_world(1)
    result = classifier(*pair_of(history, predicted(current, 1)), methods=("mv",), resamples=0)

    assert [row.quantity for row in result.history_gold] == list(QUANTITIES)
    assert [row.estimate for row in result.history_gold] == pytest.approx([6 / 9, 6 / 8, 9 / 20, 8 / 20])
    assert [row.n_items for row in result.history_gold] == [9, 8, 20, 20]
    assert all(row.low < row.estimate < row.high for row in result.history_gold)
    assert classifier(None, annotations(predicted(current, 1)), methods=("mv",), resamples=0).history_gold == ()


def test_without_history():
    """The simple vote answers, the others say what they need."""
    _, current = small_world(1)
    result = classifier(None, annotations(predicted(current, 1)), resamples=20)

    assert result.get("mv", "precision").estimate is not None
    assert {row.status for row in result.rows if row.method == "hero1"} == {"refused"}
    assert "history" in result.get("hero1", "recall").reason


def test_columns_of_the_table():
    """What the table is made of."""
    history, current = small_world(1, systems=2)
    frame = classifier(*pair_of(history, predicted(current, 1)), resamples=20).to_frame()

    assert list(frame.columns) == ["method", "system", "quantity", "estimate", "low", "high", "std_error", "level",
                                   "interval", "n_items", "status", "reason"]  # fmt: skip
    assert len(frame) == 3 * 3 * 4
