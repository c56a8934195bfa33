"""Differences of systems and the verdicts made of them."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core import compare, decide, estimate, probability_best
from hero_core.compare import headline
from hero_core.errors import SettingsError
from hero_core.results import EstimateResult
from tests.support import Item, Items, annotations, pair_of, small_world


def system(name: str, ones: int, items: int = 100, prefix: str | None = None) -> Items:
    """Items of one vote each by one annotator, the first `ones` of them 1; ids shared between systems by default."""
    return [Item(f"{prefix or 'p'}{n}", (("a1", int(n < ones)),), system=name) for n in range(items)]


def voted(*systems: Items, resamples: int = 400, **options: object) -> EstimateResult:
    """Majority vote of the systems' items together."""
    items = [item for part in systems for item in part]
    return estimate(None, annotations(items), methods=("mv",), resamples=resamples, **options)


@pytest.mark.parametrize("resamples", [0, 100])
def test_identical_systems_differ_by_exactly_nothing(resamples):
    """The same votes on the same prompts: paired draws cancel; a stand-in interval, not a width of zero."""
    result = voted(system("A", 40), system("B", 40), resamples=resamples)
    pair = compare(result, "A", "B")

    assert pair.difference == 0 and pair.probability_above == 0.5
    assert pair.low < -0.05 and pair.high > 0.05
    assert pair.verdict == "too_close"
    assert compare(result, "A", "B", margin=0.2).verdict == "equal"
    assert pair.paired_items == 100


def test_pairing_takes_the_common_noise_out():
    """B is A with five more good items: alone each wobbles by 5 points, the difference by 2."""
    together = compare(voted(system("A", 45), system("B", 50)), "B", "A")
    apart = compare(voted(system("A", 45), system("B", 50, prefix="q")), "B", "A")

    assert together.difference == pytest.approx(apart.difference) == pytest.approx(0.05)
    assert together.high - together.low < 0.6 * (apart.high - apart.low)
    assert (together.verdict, apart.verdict) == ("a_better", "too_close")
    assert (together.paired_items, apart.paired_items) == (100, 0)


@pytest.mark.parametrize("resamples", [0, 2000])
def test_the_standard_error_of_a_paired_difference(resamples):
    """5 of 100 pairs differ by 1: SD sqrt(.05 * .95), interval +-1.96 SD / 10."""
    pair = compare(voted(system("A", 45), system("B", 50), resamples=resamples), "B", "A")

    half = 1.96 * np.sqrt(0.05 * 0.95) / 10
    assert (pair.high - pair.low) / 2 == pytest.approx(half, rel=0.12)


def test_differences_come_from_the_same_replicates():
    """The interval is that of the difference, draw by draw."""
    result = voted(system("A", 45), system("B", 70))
    gaps = result.replicates["mv"][1] - result.replicates["mv"][2]
    pair = compare(result, "A", "B")

    assert (pair.low, pair.high) == pytest.approx(tuple(np.quantile(gaps, [0.025, 0.975])))
    assert pair.probability_above == pytest.approx((gaps > 0).mean() + 0.5 * (gaps == 0).mean())


@pytest.mark.parametrize("high_is_good", [True, False])
def test_a_clear_winner(high_is_good):
    """30 points apart: the direction is the user's."""
    result = voted(system("A", 70), system("B", 40))
    pair, back = (compare(result, *names, high_is_good=high_is_good) for names in (("A", "B"), ("B", "A")))
    decision = decide(result, high_is_good=high_is_good)

    assert pair.verdict == ("a_better" if high_is_good else "b_better")
    assert back.verdict == ("b_better" if high_is_good else "a_better")
    assert pair.difference == pytest.approx(-back.difference) == pytest.approx(0.3)
    assert decision.order == (("A", "B") if high_is_good else ("B", "A"))
    assert decision.leaders == (("A",) if high_is_good else ("B",))
    assert decision.state == "a_better"


def test_as_good_as_equal_needs_the_margin():
    """An interval inside the margin is equal, even when it excludes zero."""
    result = voted(system("A", 500, 1000), system("B", 510, 1000))
    pair = compare(result, "B", "A", margin=0.02)

    assert pair.low > 0
    assert pair.verdict == "equal"
    assert compare(result, "B", "A", margin=0.0).verdict == "a_better"
    assert decide(result, margin=0.02).leaders == ("B", "A")


def test_three_systems():
    """Best where it beats all others, tied where it does not, equal where all are within the margin."""
    best = decide(voted(system("A", 20), system("B", 80), system("C", 30)))
    tied = decide(voted(system("A", 20), system("B", 80, prefix="q"), system("C", 76, prefix="r")))
    equal = decide(voted(*(system(name, 500, 1000) for name in "ABC")), margin=0.1)

    assert (best.state, best.leaders, best.order) == ("best", ("B",), ("B", "C", "A"))
    assert (tied.state, tied.leaders, tied.order) == ("tied", ("B", "C"), ("B", "C", "A"))
    assert (equal.state, equal.leaders, equal.order) == ("equal", ("A", "B", "C"), ("A", "B", "C"))
    assert len(best.comparisons) == 3


def test_low_is_good_turns_the_order_of_three():
    """Defects: the fewest first."""
    decision = decide(voted(system("A", 20), system("B", 80), system("C", 50)), high_is_good=False)

    assert (decision.state, decision.order) == ("best", ("A", "C", "B"))


def test_one_system():
    """Nothing to compare with."""
    result = estimate(None, annotations(system("A", 30)), methods=("mv",), resamples=20)

    assert decide(result).state == "single"
    with pytest.raises(SettingsError, match="There is no system 'A'"):
        compare(result, "A", "A")


def test_items_needed_by_the_variance_formula():
    """n (SE / wanted)^2 with wanted = gap / (1.96 + 0.84): what 80% power takes, all else equal."""
    result = voted(system("A", 45), system("B", 50, prefix="q"), resamples=2000)
    pair = compare(result, "B", "A")
    gaps = result.replicates["mv"][2] - result.replicates["mv"][1]

    needed = 100 * (gaps.std(ddof=1) / (0.05 / (1.959964 + 0.841621))) ** 2
    assert pair.verdict == "too_close"
    assert pair.items_needed == int(np.ceil(needed))
    assert pair.items_needed == pytest.approx(1560, rel=0.1)  # by hand: 2 * .25 (2.8 / .05)^2 = 1568


def test_no_number_of_items_settles_a_gap_of_nothing():
    """Beyond a hundred times the data, or without a gap, no number is made up."""
    assert compare(voted(system("A", 40), system("B", 40)), "A", "B").items_needed is None
    many = voted(system("A", 500, 1000), system("B", 501, 1000, prefix="q"))
    assert compare(many, "A", "B").items_needed is None


def test_a_red_finding_makes_systems_not_comparable():
    """Most votes by strangers: HERO's verdict is withheld with the reason and the cure; the vote's is not."""
    history, _ = small_world(1)
    strangers = [(f"p{n}", system_, n) for system_ in "AB" for n in range(30)]
    current = [
        Item(name, (("new1", n % 2), ("new2", n % 3 % 2), ("a1", n % 2)), system=of) for name, of, n in strangers
    ]
    result = estimate(*pair_of(history, current), methods=("mv", "hero1"), resamples=50)
    decision = decide(result)
    pair = compare(result, "A", "B")

    assert (decision.state, pair.verdict) == ("not_comparable", "not_comparable")
    assert "no history" in decision.reason and decision.cure
    assert "unknown_annotators" in pair.red
    assert compare(result, "A", "B", method="mv").verdict in ("too_close", "equal")


def test_a_method_without_numbers_is_not_comparable():
    """Refused rows have nothing to subtract; the reason is theirs."""
    items = [*system("A", 4, 10), *system("B", 5, 10)]
    result = estimate(None, annotations(items), methods=("mv", "hero1"), resamples=20)
    pair = compare(result, "A", "B", method="hero1")

    assert (pair.verdict, pair.difference, pair.low) == ("not_comparable", None, None)
    assert "history file" in pair.reason
    assert headline(result) == "mv"


def test_the_headline_is_the_best_method_with_numbers():
    """HERO-2 only with a covariate in use, else HERO-1, else PEC, and so on."""
    history, current = small_world(1, covariates=1, systems=2, history=200, current=60)
    methods = ("mv", "ds", "pec", "hero1", "hero2")
    full = estimate(*pair_of(history, current), methods=methods, resamples=0)
    bare = estimate(*pair_of(history, current), methods=methods, resamples=0, covariates="none")
    alone = estimate(None, annotations(current), methods=("mv", "ds", "pec"), resamples=0)

    assert (headline(full), headline(bare), headline(alone)) == ("hero2", "hero1", "pec")
    assert decide(full).method == "hero2"


def test_bad_questions_are_refused_in_words():
    """Unknown system, method or margin."""
    result = voted(system("A", 4, 10), system("B", 5, 10), resamples=20)
    for options, words in (
        ({"b": "C"}, "no system 'C'; the systems are A, B"),
        ({"method": "hero1"}, "was not computed; computed were mv"),
        ({"margin": -1}, "margin is -1"),
        ({"margin": float("nan")}, "margin is nan"),
    ):
        with pytest.raises(SettingsError, match=words):
            compare(result, "A", **{"b": "B", **options})


def test_probability_best_shares_ties():
    """Two identical systems are best half of the time each; shares sum to 1."""
    shares = probability_best(voted(system("A", 40), system("B", 40), system("C", 5)), "mv")

    assert shares == {"A": pytest.approx(0.5), "B": pytest.approx(0.5), "C": 0.0}


def test_a_boundary_that_most_draws_share_is_not_certainty():
    """97 of 100 draws at 0 have a percentile band of no width; another interval stands in, for the gap as well."""
    history = [Item(f"h{n}", (("a1", int(n % 5 != 0) if n < 40 else int(n % 5 == 0)),), int(n < 40)) for n in range(80)]
    current = [*system("A", 3, 60), *system("B", 3, 60, prefix="q")]
    result = estimate(*pair_of(history, current), methods=("hero1",), resamples=400)
    row, pair = result.get("hero1", "A"), compare(result, "A", "B", method="hero1")

    assert np.ptp(result.replicates["hero1"][1]) > 0.001
    assert (row.status, row.estimate) == ("boundary", 0)
    assert row.high > 0.02 and "likelihood interval" in row.interval
    assert pair.high - pair.low > 0.02 and pair.verdict == "too_close"


def test_a_system_is_not_compared_with_itself():
    """A difference of 0 with a range would look like a finding."""
    result = estimate(None, annotations([*system("A", 30), *system("B", 10)]), methods=("mv",), resamples=20)

    with pytest.raises(SettingsError, match="cannot be compared with itself"):
        compare(result, "A", "A")
