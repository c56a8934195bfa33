"""Agreement of annotators against slow, independent sums, its laws, and what it says where it has no number."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given

from hero_core import SettingsError, agreement
from hero_core.agreement import MOST_PAIRS
from hero_core.results import AgreementResult
from tests.laws.strategies import QUICK, tiny_rounds
from tests.support import Item, Items, annotations, small_world

# Krippendorff's (2011) example: four observers, twelve units, values 1 to 5, some missing ("").
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


def example() -> Items:
    """The published table, labels counted from 0."""
    rows = [line.split() for line in OBSERVERS]
    return [
        Item(f"u{unit}", tuple((f"o{who}", int(row[unit]) - 1) for who, row in enumerate(rows) if row[unit] != "."))
        for unit in range(12)
    ]


def slow_alpha(items: Items, classes: int, metric: str) -> float | None:
    """Krippendorff's alpha by its coincidence matrix, pair of votes by pair of votes."""
    cells: Counter[tuple[int, int]] = Counter()
    for item in items:
        labels = [label for _, label in dict(reversed(item.votes)).items()]
        for one, other in permutations(labels, 2):
            cells[one, other] += 1 / (len(labels) - 1)
    margin = [sum(cells[k, other] for other in range(classes)) for k in range(classes)]
    total = sum(margin)

    def distance(c: int, k: int) -> float:
        if metric == "nominal":
            return float(c != k)
        if metric == "interval":
            return float((c - k) ** 2)
        low, high = min(c, k), max(c, k)
        return (sum(margin[low : high + 1]) - (margin[c] + margin[k]) / 2) ** 2

    every = [(c, k) for c in range(classes) for k in range(classes)]
    expected = sum(margin[c] * margin[k] * distance(c, k) for c, k in every)
    if expected == 0:
        return None
    return 1 - (total - 1) * sum(cells[c, k] * distance(c, k) for c, k in every) / expected


def slow_kappa(items: Items, a: str, b: str, classes: int) -> tuple[int, float, float | None]:
    """Shared items, share of equal labels and Cohen's kappa of two annotators, item by item."""
    said = [dict(reversed(item.votes)) for item in items]
    both = [(votes[a], votes[b]) for votes in said if a in votes and b in votes]
    if not both:
        return 0, 0.0, None
    equal = sum(one == other for one, other in both) / len(both)
    chance = sum(
        (sum(one == k for one, _ in both) / len(both)) * (sum(other == k for _, other in both) / len(both))
        for k in range(classes)
    )
    return len(both), equal, None if chance == 1 else (equal - chance) / (1 - chance)


def alpha_of(items: Items, classes: int = 2, **options: object) -> float | None:
    """Alpha over all items."""
    return agreement(annotations(items, classes=classes), resamples=0, **options).rows[0].alpha


def numbers(result: AgreementResult) -> list[object]:
    """Every point estimate, pairs by their names."""
    pairs = sorted((*sorted((pair.a, pair.b)), pair.n_items, pair.agreement, pair.kappa) for pair in result.pairs)
    return [(row.n_items, row.agreement, row.expected, row.alpha) for row in result.rows] + pairs


@pytest.mark.parametrize(("metric", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_the_published_example(metric, alpha):
    """The table of Krippendorff (2011) and the values printed there."""
    assert alpha_of(example(), 5, metric=metric) == pytest.approx(alpha, abs=5e-4)


def test_kappa_of_a_table_worked_by_hand():
    """20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: equal .70, by chance .50, kappa .40."""
    table = [(1, 1)] * 20 + [(1, 0)] * 5 + [(0, 1)] * 10 + [(0, 0)] * 15
    items = [Item(f"i{row}", (("a", one), ("b", other))) for row, (one, other) in enumerate(table)]

    pair = agreement(annotations(items), resamples=50).pairs[0]

    assert (pair.a, pair.b, pair.n_items) == ("a", "b", 50)
    assert (pair.agreement, pair.kappa) == (pytest.approx(0.7), pytest.approx(0.4))
    assert pair.kappa_low < 0.4 < pair.kappa_high and pair.agreement_low < 0.7 < pair.agreement_high


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval"])
@pytest.mark.parametrize("seed", range(4))
def test_small_worlds_by_brute_force(metric, seed):
    """Missing votes, items with one vote, several systems and classes: the loops say the same."""
    classes = 2 + seed % 3
    _, items = small_world(seed, classes=classes, systems=2, annotators=5, share_of_votes=0.5)
    result = agreement(annotations(items, classes=classes), metric=metric, resamples=0)

    assert [row.system for row in result.rows] == [None, "S1", "S2"]
    for row in result.rows:
        part = [item for item in items if row.system in (None, item.system)]
        assert row.alpha == pytest.approx(slow_alpha(part, classes, metric), abs=1e-12)
        assert row.n_items == sum(len(item.votes) > 1 for item in part)
    people = sorted({who for item in items for who, _ in item.votes})
    found = {(pair.a, pair.b): pair for pair in result.pairs}
    for a, b in combinations(people, 2):
        count, equal, kappa = slow_kappa(items, a, b, classes)
        assert ((a, b) in found) == (count > 0)
        if count:
            pair = found[a, b]
            assert (pair.n_items, pair.agreement, pair.kappa) == (count, pytest.approx(equal), pytest.approx(kappa))
    assert result.pairs_sharing == len(found) and result.pairs_apart == 10 - len(found)


@given(world=tiny_rounds())
@QUICK
def test_tiny_files_by_brute_force(world):
    """Whatever a person could upload: a number and no reason, or a reason and no number."""
    result = agreement(annotations(world.current, classes=world.classes), metric="nominal", resamples=20)

    for row in result.rows:
        part = [item for item in world.current if row.system in (None, item.system)]
        slow = slow_alpha(part, world.classes, "nominal") if row.n_items else None
        assert row.alpha == (None if slow is None else pytest.approx(slow, abs=1e-9))
        assert (row.alpha is None) == (row.reason is not None)
    for pair in result.pairs:
        assert (pair.n_items, pytest.approx(pair.agreement), pair.kappa is None) == (
            (slow := slow_kappa(world.current, pair.a, pair.b, world.classes))[0], slow[1], slow[2] is None
        )  # fmt: skip


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval"])
def test_order_names_and_direction_do_not_matter(metric):
    """Items and votes shuffled, annotators renamed, the scale turned round: the same numbers."""
    _, items = small_world(5, classes=3, annotators=5)
    plain = agreement(annotations(items, classes=3), metric=metric, resamples=0)
    rng = np.random.default_rng(1)
    shuffled = [replace(item, votes=tuple(item.votes[k] for k in rng.permutation(len(item.votes)))) for item in items]
    turned = [replace(item, votes=tuple((who, 2 - label) for who, label in item.votes)) for item in items]
    renamed = [replace(item, votes=tuple((f"z{9 - int(who[1:])}", x) for who, x in item.votes)) for item in items]

    for other in ([shuffled[k] for k in rng.permutation(len(items))], turned):
        again = agreement(annotations(other, classes=3), metric=metric, resamples=0)
        assert [list(map(str, row)) for row in map(_rounded, numbers(again))] == [
            list(map(str, row)) for row in map(_rounded, numbers(plain))
        ]
    names = agreement(annotations(renamed, classes=3), metric=metric, resamples=0)
    assert names.rows[0].alpha == pytest.approx(plain.rows[0].alpha)
    assert sorted(p.n_items for p in names.pairs) == sorted(p.n_items for p in plain.pairs)
    assert sorted(p.kappa for p in names.pairs) == pytest.approx(sorted(p.kappa for p in plain.pairs))


def _rounded(row: tuple[object, ...]) -> list[object]:
    return [round(cell, 9) if isinstance(cell, float) else cell for cell in row]


def test_perfect_agreement_is_one():
    """And its interval is not of width zero: Wilson for the share, none for the coefficients."""
    items = [Item(f"i{n}", (("a", n % 2), ("b", n % 2), ("c", n % 2))) for n in range(20)]
    result = agreement(annotations(items))
    row = result.rows[0]

    assert (row.alpha, row.agreement, row.agreement_high) == (pytest.approx(1), 1, pytest.approx(1))
    assert 0.8 < row.agreement_low < 0.9 and "Wilson" in row.agreement_interval
    assert row.alpha_low is None and "agree" in row.alpha_interval
    assert [pair.kappa for pair in result.pairs] == [1, 1, 1]


def test_without_variation_there_is_no_coefficient():
    """Always the same label: percentages, and in words why not more."""
    items = [Item(f"i{n}", (("a", 1), ("b", 1))) for n in range(7)]
    result = agreement(annotations(items))

    assert (result.rows[0].alpha, result.rows[0].agreement) == (None, 1)
    assert "All 14 votes" in result.rows[0].reason and "without variation" in result.rows[0].reason
    assert result.pairs[0].kappa is None and "label 1 to every one of the 7 items" in result.pairs[0].reason


def test_without_shared_items_there_is_nothing_to_compare():
    """One vote an item: no pair, no number, a reason."""
    result = agreement(annotations([Item("i1", (("a", 1),)), Item("i2", (("b", 0),))]))

    assert result.pairs == () and (result.pairs_sharing, result.pairs_apart) == (0, 1)
    assert (result.rows[0].alpha, result.rows[0].agreement, result.rows[0].n_items) == (None, None, 0)
    assert "No item was judged by two" in result.rows[0].reason
    assert list(result.pairs_frame().columns)[:3] == ["a", "b", "n_items"]


def test_nobody_agrees_with_himself():
    """Repeated votes are kept for other methods; here the first one counts, and it is said."""
    once = [Item("i1", (("a", 1), ("b", 0))), Item("i2", (("a", 0), ("b", 0))), Item("i3", (("a", 1), ("b", 1)))]
    twice = [replace(once[0], votes=(("a", 1), ("a", 0), ("a", 1), ("b", 0))), *once[1:]]
    result = agreement(annotations(twice), resamples=0)

    assert result.rows[0].alpha == pytest.approx(alpha_of(once))
    assert [finding.count for finding in result.findings if finding.code == "repeats_in_agreement"] == [2]


def test_only_the_pairs_with_most_shared_items_are_listed():
    """A long list is cut, and it says by how much."""
    rng = np.random.default_rng(2)
    items = [
        Item(f"i{n}", tuple((f"a{who}", int(rng.integers(2))) for who in sorted({*rng.integers(0, 40, 8), n % 40})))
        for n in range(80)
    ]
    result = agreement(annotations(items), resamples=0)

    assert len(result.pairs) == MOST_PAIRS < result.pairs_sharing
    assert result.pairs_sharing + result.pairs_apart == 40 * 39 // 2
    assert [p.n_items for p in result.pairs] == sorted((p.n_items for p in result.pairs), reverse=True)
    note = next(finding for finding in result.findings if finding.code == "pairs_left_out")
    assert note.count == result.pairs_left_out == result.pairs_sharing - MOST_PAIRS


def test_linked_items_are_drawn_together():
    """The same item twice, under two systems with equal votes: no more certain than once."""
    rng = np.random.default_rng(4)
    votes = [tuple((who, int(rng.random() < 0.3 + 0.4 * (n % 2))) for who in "abc") for n in range(120)]
    once = [Item(f"i{n}", vote) for n, vote in enumerate(votes)]
    twice = [Item(f"i{n}", vote, system=system) for n, vote in enumerate(votes) for system in ("S1", "S2")]
    alone = [replace(item, name=f"{item.name}{item.system}") for item in twice]
    width = {}
    for name, items in (("once", once), ("twice", twice), ("alone", alone)):
        row = agreement(annotations(items), resamples=4000).rows[0]
        width[name] = row.alpha_high - row.alpha_low

    assert width["twice"] == pytest.approx(width["once"], rel=0.08)
    assert width["alone"] == pytest.approx(width["once"] / np.sqrt(2), rel=0.08)


@pytest.mark.parametrize("metric", ["nominal", "ordinal"])
def test_weights_are_repeated_items(metric):
    """A replicate is a weighting: alpha of an item that counts twice is that of a file that holds it twice."""
    from hero_core.coefficients import alpha_of as weighted

    table = np.array([[2.0, 1, 0], [0, 2, 1], [1, 0, 3], [0, 0, 2]])
    weights = np.array([[2.0], [1], [0], [3]])

    repeated = np.repeat(table, weights[:, 0].astype(int), axis=0)

    assert weighted(table, weights, metric, None).alpha == pytest.approx(
        weighted(repeated, np.ones((6, 1)), metric, None).alpha
    )


def test_bootstrap_covers():
    """Around 95 of 100 intervals hold the alpha and kappa of an endless file."""
    rng, hits = np.random.default_rng(8), []
    for _ in range(120):
        truth = rng.random(150) < 0.4
        said = np.where(rng.random((3, 150)) < 0.85, truth, ~truth).astype(int)
        items = [Item(f"i{n}", tuple(zip("abc", map(int, column), strict=True))) for n, column in enumerate(said.T)]
        result = agreement(annotations(items), resamples=300)
        row, pair = result.rows[0], result.pairs[0]
        share = 0.4 * 0.85 + 0.6 * 0.15
        true = 1 - (2 * 0.85 * 0.15) / (2 * share * (1 - share))
        hits.append((row.alpha_low <= true <= row.alpha_high, pair.kappa_low <= true <= pair.kappa_high))
    alpha, kappa = np.mean(hits, axis=0)

    assert 0.89 <= alpha <= 0.99 and 0.89 <= kappa <= 0.99


def test_same_seed_same_numbers():
    """And another seed gives others."""
    _, items = small_world(6)
    file = annotations(items)

    first, again, other = (agreement(file, resamples=100, seed=seed).rows for seed in (1, 1, 2))

    assert first == again != other


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"metric": "ratio"}, "nominal, ordinal or interval"),
        ({"resamples": 1}, "at least 2"),
        ({"level": 95}, "level is 95"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_options_that_cannot_be_used(options, words):
    """A sentence with the option and its value."""
    with pytest.raises(SettingsError, match=words):
        agreement(annotations([Item("i1", (("a", 1), ("b", 0)))]), **options)


def test_graded_labels_are_compared_by_rank():
    """Unless another metric is asked for; two classes are just the same or not."""
    assert agreement(annotations(example(), classes=5), resamples=0).metric == "ordinal"
    assert agreement(annotations(example()[:2], classes=3), resamples=0, metric="nominal").metric == "nominal"
    assert agreement(annotations([Item("i", (("a", 0), ("b", 1)))]), resamples=0).metric == "nominal"


def test_interval_metric_goes_by_the_numbers():
    """On a scale 0, 1, 10 the step to 10 weighs more than that to 1."""
    items = [Item("i1", (("a", 0), ("b", 1))), Item("i2", (("a", 2), ("b", 2))), Item("i3", (("a", 0), ("b", 0)))]
    wide = agreement(annotations(items, classes=("0", "1", "10")), metric="interval", resamples=0).rows[0].alpha
    even = agreement(annotations(items, classes=("0", "1", "2")), metric="interval", resamples=0).rows[0].alpha

    assert even == pytest.approx(slow_alpha(items, 3, "interval")) and wide > even


@pytest.mark.parametrize(("ones", "noted"), [(60, True), (48, False), (64, False)])
def test_labels_that_are_nearly_all_alike_are_noted(ones, noted):
    """Alpha falls towards 0 though people agree in nine of ten cases; with a single label there is no alpha at all."""
    labels = [1] * ones + [0] * (64 - ones)
    items = [Item(f"i{n}", (("a", labels[2 * n]), ("b", labels[63 - 2 * n]))) for n in range(32)]

    result = agreement(annotations(items), resamples=0)

    found = [finding for finding in result.findings if finding.code == "skewed_labels"]
    assert bool(found) == noted
    assert not noted or (
        f"{100 * ones / 64:.1f}% of the votes are 1" in found[0].message and result.rows[0].alpha < 0.2
    )
