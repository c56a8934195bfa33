"""Round by round: what could be known then, and whose standard moves."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from hero_core import Refused, estimate, read, trend
from hero_core.annotations import Annotations
from hero_core.results import RatePoint, Slope
from hero_core.slopes import LEAST_VOTES, gold_tallies, slopes
from hero_core.trend import TREND_METHODS
from tests.conftest import ROOT
from tests.support import Item, annotations

PEOPLE = 8


def rounds_of(
    seed: int, *, rounds: int = 4, items: int = 60, gold: float = 0.5, systems: int = 2, moves: dict[int, float] = {},  # noqa: B006
    classes: int = 2, accuracy: float = 0.8,
) -> Annotations:  # fmt: skip
    """A history of several rounds; person j of `moves` gains that much accuracy from each round to the next."""
    rng = np.random.default_rng(seed)
    rows = []
    for t in range(rounds):
        for n in range(items):
            truth = int(rng.integers(classes))
            votes = []
            for j in rng.permutation(PEOPLE)[:4]:
                right = rng.random() < np.clip(accuracy + moves.get(int(j), 0.0) * t, 0.02, 0.98)
                votes.append((f"p{j}", truth if right else int((truth + rng.integers(1, classes)) % classes)))
            system = f"v{n % systems}" if systems else None
            known = truth if rng.random() < gold else None
            rows.append(Item(f"t{t}i{n:03}", tuple(votes), gold=known, system=system, round=f"r{t + 1}"))
    return annotations(rows, role="history", classes=classes, graded=classes > 2)


def sample() -> tuple[Annotations, Annotations]:
    """The sample: four rounds of history without systems, a current one with three."""
    return read(ROOT / "demo_data/history.csv", role="history"), read(ROOT / "demo_data/current.csv")


def test_the_current_round_is_estimated_as_ever():
    """The last point of the trend is the number of the other pages."""
    history, current = sample()

    found = trend(history, current)
    direct = estimate(history, current, methods=TREND_METHODS, resamples=0)

    assert found.rounds == ("r1", "r2", "r3", "r4", "r5") and found.current == "r5"
    last = {(point.system, point.method): point for point in found.points if point.round == "r5"}
    assert len(last) == len(direct.estimates)
    for row in direct.estimates:
        point = last[row.system, row.method]
        assert (point.estimate, point.low, point.high) == (row.estimate, row.low, row.high)


def test_a_round_is_judged_by_the_rounds_before_it_alone():
    """Each point is an estimate of that round's votes with the earlier rounds as history, without gold of its own."""
    history = rounds_of(1)
    here, earlier = history.round == 2, history.round < 2
    now = replace(history.select_items(here), gold=np.full(here.sum(), -1))

    direct = estimate(history.select_items(earlier), now, methods=TREND_METHODS, resamples=0)
    found = [point for point in trend(history).points if point.round == "r3"]

    assert [(p.system, p.method, p.estimate) for p in found] == [
        (row.system, row.method, row.estimate) for row in direct.estimates
    ]
    assert {point.history_gold for point in found} == {int(history.has_gold[earlier].sum())}


def test_later_rounds_and_the_own_gold_change_nothing():
    """No look-ahead: whatever happens later, what was said of a round stays."""
    history = rounds_of(2)
    later = history.round >= 2
    votes = later[history.item]
    label = np.where(votes, 1 - history.label, history.label)
    gold = np.where(later & history.has_gold, 1 - history.gold, history.gold)
    other = replace(history, label=label, gold=gold)
    blind = replace(history, gold=np.where(later, -1, history.gold))

    first = [point for point in trend(history).points if point.position < 2]

    assert [point for point in trend(other).points if point.position < 2] == first
    assert [p.estimate for p in trend(blind).points if p.position <= 2] == [
        p.estimate for p in trend(history).points if p.position <= 2
    ]
    assert [p.estimate for p in trend(other).points if p.position == 2] != [
        p.estimate for p in trend(history).points if p.position == 2
    ]


def test_the_first_round_has_the_methods_that_need_no_history():
    """Nothing came before it: a refused row with its reason, not a number."""
    points = [point for point in trend(rounds_of(3)).points if point.position == 0]

    assert {(p.method, p.status) for p in points} == {("mv", "ok"), ("hero1", "refused"), ("hero2", "refused")}
    assert {p.reason for p in points if p.status == "refused"} == {
        "No round stands before r1: nothing tells how its annotators judge."
    }


def test_a_round_of_one_system_counts_for_that_system():
    """A team that evaluates one version per round wants a line per version, not only one for everything."""
    history = rounds_of(4, systems=0, rounds=3)
    named = replace(history, systems=("v1", "v2"), system=np.where(history.round == 2, 1, 0))

    found = trend(named)

    by_system = {system: {p.round for p in found.points if p.system == system} for system in (None, "v1", "v2")}
    assert by_system == {None: {"r1", "r2", "r3"}, "v1": {"r1", "r2"}, "v2": {"r3"}}
    assert found.systems == ("v1", "v2")


def test_gold_of_a_round_stands_beside():
    """What the experts said later is the check of what was estimated then."""
    history = rounds_of(5)
    here = (history.round == 1) & history.has_gold & (history.system == 0)

    point = next(p for p in trend(history).gold if p.round == "r2" and p.system == "v0")

    assert point.n_items == here.sum()
    assert point.estimate == pytest.approx(history.gold[here].mean())
    assert point.low < point.estimate < point.high


def test_rates_count_the_gold_of_each_round():
    """Votes on gold items of the class, and how many of them said so; against counting by hand."""
    history = rounds_of(6, classes=3)
    found = trend(history)

    wanted: dict[tuple[str, str, str], list[int]] = {}
    for vote in range(history.n_votes):
        item = history.item[vote]
        if history.gold[item] >= 0:
            key = (f"p{history.annotator[vote]}", f"r{history.round[item] + 1}", str(history.gold[item]))
            wanted.setdefault(key, []).append(int(history.label[vote] == history.gold[item]))

    assert {(p.annotator, p.round, p.true_class): (p.hits, p.votes) for p in found.rates} == {
        key: (sum(hits), len(hits)) for key, hits in wanted.items()
    }
    assert all(isinstance(p, RatePoint) and p.low <= p.rate <= p.high for p in found.rates)


def test_a_slope_is_the_weighted_line_through_the_rates():
    """Against numpy's least squares with the gold votes as weights."""
    history = rounds_of(7, rounds=5)
    found = trend(history)
    row = found.slopes[3]
    mine = [p for p in found.rates if (p.annotator, p.true_class) == (row.annotator, row.true_class)]
    weights = np.sqrt([p.votes for p in mine])

    slope, start = np.polyfit([p.position for p in mine], [p.rate for p in mine], 1, w=weights)

    assert row.slope == pytest.approx(slope)
    assert row.first == pytest.approx(start + slope * mine[0].position)
    assert row.low < row.slope < row.high


def test_with_two_rounds_the_test_is_that_of_a_two_by_two_table():
    """Known by another way: Pearson's chi-square of hits and misses in the two rounds."""
    votes, hits = np.array([[[60, 60]]]), np.array([[[45, 33]]])
    one = annotations([Item("i", (("p0", 0),))], classes=["1"])

    row = slopes(one, votes, hits, 0.95)[0]

    assert row.slope == pytest.approx(33 / 60 - 45 / 60)
    assert row.p_value == pytest.approx(chi2_contingency([[45, 33], [15, 27]], correction=False).pvalue)


@pytest.mark.slow
def test_nobody_is_blamed_without_cause_and_the_guilty_are_found():
    """At most 5% of quiet histories name anybody; a loss of 8 points per round over six rounds is found."""
    quiet = [blamed(rounds_of(seed, rounds=6)) for seed in range(100)]
    names = [blamed(rounds_of(seed, rounds=6, items=120, moves={0: -0.08})) for seed in range(40)]

    assert sum(map(bool, quiet)) <= 9  # 5% of 100, and two Monte Carlo errors
    assert sum("p0" in found for found in names) >= 25
    assert sum(bool(found - {"p0"}) for found in names) <= 5


def blamed(history: Annotations) -> set[str]:
    """The people whose rates are said to move."""
    return {row.annotator for row in slopes_of(history) if row.p_holm is not None and row.p_holm < 0.05}


def slopes_of(history: Annotations) -> tuple[Slope, ...]:
    """The slopes without the estimates of the rounds."""
    return slopes(history, *gold_tallies(history, history.round, len(history.rounds)), 0.95)


def test_little_gold_is_said():
    """No slope from nine votes, nor from one round; the reason stands in the row."""
    row = slopes_of(rounds_of(8, gold=0.03))[0]
    assert row.slope is None and row.p_value is None
    assert "gold" in (row.reason or "").lower()

    votes = np.array([[[LEAST_VOTES, 0]]])
    one = annotations([Item("i", (("p0", 0),))], classes=["1"])
    assert slopes(one, votes, votes, 0.95)[0].reason == "Rounds with gold of this class: 1; a slope needs two."
    assert slopes(one, votes // 5, votes // 5 + [0, 3], 0.95)[0].reason is not None


def test_rates_that_never_fail_have_no_trend():
    """All right in every round: slope 0, p = 1, and bounds that are not zero wide."""
    one = annotations([Item("i", (("p0", 0),))], classes=["1"])
    votes = np.array([[[20, 20, 20]]])

    row = slopes(one, votes, votes, 0.95)[0]

    assert (row.slope, row.p_value) == (0.0, 1.0)
    assert row.low < 0 < row.high


def test_a_steady_loss_is_a_finding():
    """The person is named with the rates of the first and the last round."""
    found = trend(rounds_of(9, rounds=6, items=120, moves={2: -0.12}))

    finding = next(note for note in found.findings if note.code == "drift_over_rounds")
    assert finding.annotators == ("p2",) and finding.severity == "warning"
    assert "p2: recognises class" in finding.message


def test_a_red_finding_marks_its_round():
    """Where the rates of the earlier rounds do not carry over, the point says that it is in doubt."""
    history = rounds_of(10, rounds=3, systems=0, gold=0.8)
    last = (history.round == 2)[history.item]
    reversed_round = replace(history, label=np.where(last, 1, history.label))

    doubts = {p.round: p.doubts for p in trend(reversed_round).points}

    assert doubts["r2"] == () and "rates_do_not_transport" in doubts["r3"]


def test_fewer_than_two_rounds_are_refused_in_words():
    """A history without the column, or with one round and no current one, has no trend."""
    history, current = sample()
    no_column = replace(history, rounds=(), round=np.zeros(history.n_items, dtype=int))

    for past, now, count in ((no_column, current, 0), (history.select_items(history.round == 0), None, 1)):
        past = replace(past, rounds=past.rounds[:count])
        with pytest.raises(Refused, match=f"needs at least two rounds; history.csv has {count}"):
            trend(past, now)
    assert trend(replace(history.select_items(history.round == 0), rounds=("r1",)), current).rounds == ("r1", "r5")


def test_items_without_a_round_are_left_out_and_counted():
    """They have no place in time, so they are neither judged nor learned from."""
    history = rounds_of(11)
    blank = replace(history, rounds=("(blank)", *history.rounds[1:]))

    found = trend(blank)

    assert found.rounds == ("r2", "r3", "r4")
    assert next(note for note in found.findings if note.code == "no_round").count == 60
    assert max(point.history_items for point in found.points) == 120


def test_the_names_of_rounds_never_clash():
    """A current round called as one of the history is still a round of its own."""
    history, current = sample()

    assert trend(history, replace(current, rounds=("r4",))).rounds[-1] == "r4*"
    assert trend(history, replace(current, rounds=())).rounds[-1] == "current"


def test_work_is_reported_and_can_be_stopped():
    """Progress runs from 0 to 1 over all rounds."""
    seen: list[float] = []
    trend(rounds_of(12), resamples=40, progress=lambda done, what: seen.append(done))

    assert seen == sorted(seen) and seen[0] == 0.0 and 0.75 <= seen[-1] <= 1.0


@pytest.mark.slow
def test_ten_rounds_of_a_thousand_items_take_seconds():
    """The page draws it beside other things."""
    history = rounds_of(13, rounds=10, items=1000, gold=0.1)

    start = time.process_time()
    trend(history)

    assert time.process_time() - start < 5
