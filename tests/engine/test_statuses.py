"""What is said when a method has no number, or one to be careful with."""

from __future__ import annotations

import pytest

from hero_core import estimate, item_table
from hero_core.errors import ReadError, Refused, SettingsError
from hero_core.results import HISTORY_METHODS
from tests.support import Item, Items, annotations, pair_of, small_world

WITHOUT = ("mv", "vote_share", "ds", "ds_hard", "pec")
ALL = (*WITHOUT, *HISTORY_METHODS)


def voted(prefix: str, labels: str, gold: str = "", who: str = "ann_a") -> Items:
    """Items of one vote each; `labels` and `gold` are strings of digits, "-" for no gold."""
    known = gold or "-" * len(labels)
    return [
        Item(f"{prefix}{number}", ((who, int(label)),), None if truth == "-" else int(truth))
        for number, (label, truth) in enumerate(zip(labels, known, strict=True))
    ]


GOOD_HISTORY = voted("h", "1111000001", "1111100000")  # four of five right in both classes


def refused_in_words(history: Items | None, current: Items, *words: str) -> None:
    """The methods with history are refused with a reason that holds the words; the others have numbers."""
    old = None if history is None else annotations(history, role="history")
    result = estimate(old, annotations(current), methods=ALL, resamples=20)
    for method in HISTORY_METHODS:
        row = result.get(method)
        assert (row.status, row.estimate, row.class_shares, row.low) == ("refused", None, None, None)
        assert all(word in row.reason for word in words), row.reason
    for method in WITHOUT:
        assert result.get(method).estimate is not None
        assert result.get(method).low is not None
    found = next(finding for finding in result.findings if finding.code == "method_refused")
    assert all(word in found.message for word in words)


def test_no_history():
    """Gold-only and HERO need one."""
    refused_in_words(None, voted("c", "1101"), "history file", "gold")


def test_no_gold():
    """A history without gold anchors nothing."""
    refused_in_words(voted("h", "110100"), voted("c", "1101"), "history.csv has no expert answer (gold) at all")


def test_gold_of_one_class():
    """Sensitivity without specificity corrects nothing (P20)."""
    refused_in_words(
        voted("h", "11011", "11111"), voted("c", "1101"), "history.csv", "0 of class 0", "5 of class 1", "Add gold"
    )


def test_no_common_annotator():
    """Both lists of names are shown, so that another spelling can be seen (P18)."""
    refused_in_words(GOOD_HISTORY, voted("c", "1101", who="vendor ann_a"), "vendor ann_a", "ann_a", "history.csv")


def test_items_are_refused_with_the_same_words():
    """The table of items has no rows to show."""
    with pytest.raises(Refused, match="0 of class 0"):
        item_table(*pair_of(voted("h", "11011", "11111"), voted("c", "1101"))[::-1], method="hero1")


@pytest.mark.parametrize(("votes", "value"), [("00000001", 0.0), ("11111111", 1.0)])
def test_boundary(votes, value):
    """Fewer positives than false alarms would be a negative share: the nearest possible number, and a note (P22)."""
    result = estimate(*pair_of(GOOD_HISTORY, voted("c", votes)), methods=("mle", "hero1", "hero2"), resamples=50)

    for row in result.estimates:
        assert (row.estimate, row.status) == (pytest.approx(value, abs=1e-7), "boundary")
        assert "boundary" in row.reason
        assert row.high - row.low > 0.001
    assert [finding.code for finding in result.findings].count("boundary") == 1


def test_not_identified():
    """Votes that are as likely under either class fit every share: no number rather than one half (P21)."""
    chance = voted("h", "1110011100", "1111100000")  # says 1 to three of five of either class
    result = estimate(*pair_of(chance, voted("c", "110100")), methods=ALL, resamples=20)

    for method in HISTORY_METHODS:
        row = result.get(method)
        assert (row.status, row.estimate, row.low) == ("not_identified", None, None)
        assert "ann_a 0.60/0.40" in row.reason
    assert result.get("mv").estimate == 0.5
    assert "not_identified" in {finding.code for finding in result.findings}


def test_not_identified_in_one_system_only():
    """A system judged by a coin alone has no number; the other keeps its own."""
    items = voted("h", "1111000001", "1111100000") + voted("k", "1111000001", "1111100000")
    seen = [0, 0]
    history = []
    for item in items:  # the coin says 1 to five of the ten items of either class
        seen[item.gold] += 1
        history.append(Item(item.name, (*item.votes, ("coin", seen[item.gold] % 2)), item.gold))
    current = [Item(f"c{n}", (("ann_a", n % 2),), system="A") for n in range(6)]
    current += [Item(f"d{n}", (("coin", n % 2),), system="B") for n in range(6)]
    result = estimate(*pair_of(history, current), methods=("hero1",), resamples=20)

    assert [result.get("hero1", name).status for name in ("A", "B", None)] == ["ok", "not_identified", "ok"]


@pytest.mark.parametrize(("limit", "word"), [(1, "1 iteration,"), (2, "2 iterations,")])
def test_not_converged(limit, word):
    """Stopped at the limit: the number with that mark, in words (P26)."""
    history, current = small_world(1)
    rows = estimate(*pair_of(history, current), methods=("ds", "hero1", "pec", "mv"), resamples=0, max_iter=limit)
    full = estimate(*pair_of(history, current), methods=("ds", "hero1", "pec", "mv"), resamples=0)

    for method in ("ds", "hero1", "pec"):
        row = rows.get(method)
        assert (row.status, row.converged, row.steps) == ("not_converged", False, limit)
        assert f"not converged: it stopped after {word}" in row.reason
        assert row.estimate is not None and full.get(method).converged
    assert rows.get("mv").status == "ok" and rows.get("mv").converged is None
    assert "not_converged" in {finding.code for finding in rows.findings}


def test_hero2_without_covariates_says_that_it_is_hero1():
    """The same number to the last digit, and a sentence."""
    result = estimate(*pair_of(GOOD_HISTORY, voted("c", "110100")), methods=("hero1", "hero2"), resamples=20)
    one, two = result.estimates

    assert (one.estimate, one.low, one.high) == (two.estimate, two.low, two.high)
    assert two.status == "ok" and "equals HERO-1" in two.reason


def test_unknown_annotators_are_left_out_of_hero_only():
    """Three of eight votes by strangers: counted, named, one item left bare (P18)."""
    current = voted("c", "11010") + voted("d", "101", who="stranger")
    current[0] = Item("c0", (("ann_a", 1), ("stranger", 0)))
    result = estimate(*pair_of(GOOD_HISTORY, current), methods=("mv", "hero1"), resamples=20)
    found = next(finding for finding in result.findings if finding.code == "unknown_annotators")

    assert (found.severity, found.annotators, found.count) == ("warning", ("stranger",), 1)
    assert "4 of 9 votes" in found.message and "leaves 3 items" in found.message
    assert (result.get("hero1").n_items, result.get("hero1").n_votes) == (5, 5)
    assert (result.get("mv").n_items, result.get("mv").n_votes) == (8, 9)
    alone = estimate(*pair_of(GOOD_HISTORY, voted("c", "11010")), methods=("hero1",), resamples=0)
    assert result.get("hero1").estimate == pytest.approx(alone.get("hero1").estimate, abs=1e-12)


def test_mostly_unknown_annotators_are_red():
    """More than half of the votes by strangers: HERO would speak for the others only."""
    current = voted("c", "110") + voted("d", "10101", who="stranger")
    result = estimate(*pair_of(GOOD_HISTORY, current), methods=("mv", "hero1"), resamples=0)

    assert [finding.severity for finding in result.findings if finding.code == "unknown_annotators"] == ["error"]


BAD_OPTIONS = (
    ({"methods": ()}, "No method"),
    ({"methods": ("mv", "nope")}, "nope"),
    ({"resamples": -1}, "resamples is -1"),
    ({"resamples": 1}, "at least 2"),
    ({"level": 95}, "level is 95"),
    ({"level": float("nan")}, "level is nan"),
    ({"seed": -1}, "seed is -1"),
    ({"hero2_weight": "both"}, "paper or finite"),
    ({"ridge": -0.1}, "ridge is -0.1"),
    ({"ridge": float("inf")}, "ridge is inf"),
    ({"tol": 0.0}, "tol is 0.0"),
    ({"max_iter": 0}, "max_iter is 0"),
    ({"pec_pseudocounts": (1.0, 1.0)}, "three numbers"),
    ({"pec_pseudocounts": (1.0, -1.0, 0.0)}, "three numbers"),
    ({"values": (0.0, 0.5, 1.0)}, "2 classes"),
    ({"values": (0.0, float("nan"))}, "finite"),
    ({"overlap": "both"}, "drop or keep"),
    ({"covariates": ("x_9",)}, "Unknown covariate x_9"),
)


@pytest.mark.parametrize(("options", "words"), BAD_OPTIONS)
def test_options_that_cannot_be_used_are_refused_in_words(options, words):
    """The sentence names the option, what was given and what would do."""
    with pytest.raises(SettingsError, match=words):
        estimate(*pair_of(GOOD_HISTORY, voted("c", "110")), **options)


def test_unanimous_items_leave_no_doubt_about_the_votes():
    """Every item unanimous: all methods agree, the bands are not of zero width, and it is said."""
    votes = [Item(f"c{n}", (("a1", int(n < 12)), ("a2", int(n < 12)), ("a3", int(n < 12)))) for n in range(30)]
    result = estimate(None, annotations(votes), methods=WITHOUT, resamples=50)

    for row in result.estimates:
        assert row.estimate == pytest.approx(0.4, abs=1e-4)
        assert row.high - row.low > 0.2
    assert "high_consensus" in {finding.code for finding in result.findings}


@pytest.mark.parametrize("label", [0, 1])
@pytest.mark.parametrize("resamples", [0, 50])
def test_one_label_only_is_not_certainty(label, resamples):
    """All items say the same: Wilson's interval stands in, and says so (P24)."""
    items = voted("c", str(label) * 10)
    for row in estimate(None, annotations(items), methods=("mv", "ds", "pec"), resamples=resamples).estimates:
        assert row.estimate == pytest.approx(label, abs=1e-2)
        assert row.high - row.low == pytest.approx(0.278, abs=0.02)
        assert "Wilson interval over 10 items" in row.interval


def test_repeated_identical_votes_count_as_often_as_they_stand():
    """Kept on purpose (--repeats keep), a vote given twice weighs twice in every method that counts votes."""
    twice = [Item("c1", (("a1", 1), ("a1", 1), ("a2", 0))), Item("c2", (("a1", 0), ("a2", 0)))]
    result = estimate(None, annotations(twice), methods=("mv", "vote_share"), resamples=0)

    assert result.get("mv").estimate == 0.5
    assert result.get("vote_share").estimate == pytest.approx((2 / 3 + 0) / 2)
    assert result.counts["votes_used"] == 5


def scales(explicit: bool = False) -> tuple:
    """A binary history and a current round on a five-point scale."""
    history = annotations(GOOD_HISTORY, role="history")
    items = [Item(f"c{n}", (("ann_a", n % 5),)) for n in range(10)]
    return history, annotations(items, classes=("1", "2", "3", "4", "5"), graded=True, explicit=explicit)


def test_different_scales_are_refused():
    """A 1 of five is not a 1 of two: both scales are shown, with the option that maps them (P10)."""
    with pytest.raises(ReadError) as refusal:
        estimate(*scales())

    assert [finding.code for finding in refusal.value.findings] == ["scales_differ"]
    for word in ("history.csv", "current.csv", "1, 2, 3, 4, 5", "--labels 'current.csv:5=1,1=0"):
        assert word in str(refusal.value)


def test_a_user_may_say_that_the_scales_are_one():
    """Labels given explicitly, or values for the classes of both: the classes of both files together."""
    history = annotations(GOOD_HISTORY, role="history", explicit=True)
    items = [Item(f"c{n}", (("ann_a", n % 3),)) for n in range(9)]
    current = annotations(items, classes=3, graded=True)

    assert estimate(history, current, methods=("mv",), resamples=0).classes == ("0", "1", "2")
    plain = annotations(GOOD_HISTORY, role="history")
    by_values = estimate(plain, current, methods=("mv",), resamples=0, values=(0.0, 0.5, 1.0))
    assert by_values.values == (0.0, 0.5, 1.0)
    with pytest.raises(ReadError):
        estimate(plain, current, methods=("mv",), resamples=0)


def test_values_weigh_the_classes():
    """The estimate is sum over k of value times share; bands follow."""
    history, current = small_world(2, classes=3)
    result = estimate(*pair_of(history, current, 3), methods=("mv", "pec", "hero1"), resamples=40, values=(-1, 0, 3))

    for row in result.estimates:
        assert row.estimate == pytest.approx(-row.class_shares[0] + 3 * row.class_shares[2])
        assert -1 <= row.low < row.high <= 3
