"""Each guard rail fires on a planted defect and stays silent on clean data."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hero_core import annotator_table, estimate, simulate
from hero_core.annotations import Annotations
from hero_core.diagnostics import covariate_shift, high_consensus, reversed_round
from hero_core.errors import Finding
from hero_core.methods import Stopping, fit_ds
from hero_core.panel import Panel
from hero_core.parameters import Parameters
from hero_core.rounds import pair
from hero_core.votes import Votes
from tests.recovery.rounds import annotations as read_table
from tests.support import Item, Items, annotations, pair_of, small_world


def codes(history: Items, current: Items, **options: object) -> list[str]:
    """Codes of all findings of an estimate."""
    return [finding.code for finding in estimate(*pair_of(history, current), resamples=0, **options).findings]


def in_rounds(items: Items, count: int) -> Items:
    """The items dealt out to rounds r1, r2, ..."""
    return [replace(item, round=f"r{number % count + 1}") for number, item in enumerate(items)]


def flipped(items: Items, name: str) -> Items:
    """The votes of one round turned over, as if its 1 meant fail."""
    return [
        replace(item, votes=tuple((who, 1 - label) for who, label in item.votes)) if item.round == name else item
        for item in items
    ]


def test_a_reversed_round_is_named():
    """One of three rounds turned over: that one is named, nothing is flipped (P21)."""
    history = in_rounds(small_world(2, history=90, accuracy=(0.75, 0.9))[0], 3)
    coded = annotations(flipped(history, "r2"), role="history")
    found = reversed_round(coded)

    assert [finding.code for finding in found] == ["reversed_round"]
    assert "Round r2 of history.csv" in found[0].message and "nothing was flipped" in found[0].message
    assert found[0].annotators == ("a1", "a2", "a3", "a4")
    assert reversed_round(annotations(history, role="history")) == []


def test_a_reversed_file_without_rounds_is_named():
    """All of it turned over."""
    history = flipped(in_rounds(small_world(2, history=60, accuracy=(0.75, 0.9))[0], 1), "r1")
    bare = annotations([replace(item, round=None) for item in history], role="history")

    assert "history.csv" in reversed_round(bare)[0].message


def test_one_reversed_annotator_is_not_a_reversed_round():
    """The others agree with gold."""
    history = small_world(2, history=90, accuracy=(0.75, 0.9))[0]
    odd = [
        replace(item, votes=tuple((who, 1 - label if who == "a1" else label) for who, label in item.votes))
        for item in history
    ]

    assert reversed_round(annotations(odd, role="history")) == []


def test_a_round_that_one_annotator_judges_as_gold_does_is_not_reversed():
    """Three turn their labels over and one does not, so the labels themselves kept their meaning: the sentence says
    that every annotator disagrees with gold, and the offer to swap the round would spoil the fourth's votes."""
    history = small_world(2, history=90, accuracy=(0.75, 0.9), share_of_votes=1.0)[0]
    odd = [
        replace(item, votes=tuple((who, label if who == "a1" else 1 - label) for who, label in item.votes))
        for item in history
    ]
    everybody = [replace(item, votes=tuple(vote for vote in item.votes if vote[0] != "a1")) for item in odd]

    assert reversed_round(annotations(odd, role="history")) == []
    assert [finding.code for finding in reversed_round(annotations(everybody, role="history"))] == ["reversed_round"]


def test_clean_rounds_are_not_called_reversed():
    """200 clean histories of four rounds, annotators little better than chance included: at most one false alarm."""
    alarms = 0
    for seed in range(200):
        history = in_rounds(small_world(seed, history=40, accuracy=(0.5, 0.7))[0], 4)
        alarms += bool(reversed_round(annotations(history, role="history")))

    assert alarms <= 1


def shifted(pair_: tuple[Annotations, Annotations], rng: np.random.Generator, shift: float, columns: int = 2) -> bool:
    """Whether a shift is found in new normal covariates, the current ones moved by `shift` SD in the first."""
    names = tuple(f"x_{number}" for number in range(columns))
    history, current = (
        replace(file, covariate_names=names, covariates=rng.normal(size=(file.n_items, columns))) for file in pair_
    )
    current.covariates[:, 0] += shift
    panel = Panel.of(pair(history, current), names)
    assert panel.anchor is not None
    return bool(covariate_shift(panel, panel.anchor))


@pytest.fixture(scope="module")
def base() -> tuple[Annotations, Annotations]:
    """A round of the base design: 800 history and 300 current items."""
    rounds = simulate("base", rng=np.random.default_rng(0))
    return read_table(rounds.history, "history"), read_table(rounds.current, "current")


def test_equal_covariate_means_raise_no_alarm(base):
    """Size: at most 8% of 200 clean draws at a nominal 5%."""
    rng = np.random.default_rng(1)

    assert sum(shifted(base, rng, 0.0) for _ in range(200)) <= 16


@pytest.mark.parametrize("shared", [False, True])
def test_few_items_and_shared_prompts_raise_no_alarm(shared):
    """Six systems of ten items with five covariates; a history of three systems on the same thirty prompts."""
    rng = np.random.default_rng(3)
    history = small_world(1, history=90)[0]
    if shared:
        history = [replace(item, name=f"p{n % 30}", system=f"O{n // 30}") for n, item in enumerate(history)]
    current = [Item(f"c{s}_{n}", (("a1", n % 2),), system=f"S{s}") for s in range(6) for n in range(10)]
    old, new = pair_of(history, current)
    alarms = 0
    for _ in range(100):
        past = np.tile(rng.normal(size=(30, 5)), (3, 1)) if shared else rng.normal(size=(90, 5))
        names = tuple(f"x_{number}" for number in range(5))
        files = replace(old, covariates=past), replace(new, covariates=rng.normal(size=(60, 5)))
        panel = Panel.of(pair(*(replace(file, covariate_names=names) for file in files)), names)
        alarms += bool(covariate_shift(panel, panel.anchor))

    assert alarms <= 8


def test_one_pair_of_items_is_no_sample():
    """The same prompt under two systems, and nothing else: no spread, no test, no warning of numpy's."""
    history = small_world(1, covariates=1)[0]
    current = [Item("p", (("a1", 1),), x=(9.0,), system="A"), Item("p", (("a1", 0),), x=(8.0,), system="B")]

    assert "covariate_shift" not in codes(history, current)


def test_a_moved_covariate_is_found(base):
    """Power: half a standard deviation always, a fifth of one most of the time (measured for one column: 84%)."""
    rng = np.random.default_rng(2)

    assert all(shifted(base, rng, 0.5) for _ in range(50))
    assert sum(shifted(base, rng, 0.2, columns=1) for _ in range(100)) >= 70


def test_a_moved_covariate_takes_the_lead_from_hero2():
    """The finding says what it means for the numbers."""
    history, current = small_world(2, history=200, current=60, covariates=1)
    moved = [replace(item, x=(item.x[0] + 2,)) for item in current]

    assert "covariate_shift" in codes(history, moved)
    assert "covariate_shift" not in codes(history, moved, methods=("hero1",))
    level = np.mean([item.x[0] for item in current]) - np.mean([item.x[0] for item in history])
    still = [replace(item, x=(item.x[0] - level,)) for item in current]
    assert "covariate_shift" not in codes(history, still)


def test_annotators_near_chance_make_a_red_finding():
    """Sensitivity and specificity of .53: the share is hardly identified."""
    said = [int(n % 100 < 53) for n in range(100)] + [int(n % 100 >= 53) for n in range(100)]
    history = [Item(f"h{n}", (("a1", label),), int(n < 100)) for n, label in enumerate(said)]
    current = [Item(f"c{n}", (("a1", n % 2),)) for n in range(100)]
    good = [replace(item, votes=(("a1", item.gold if n % 10 else 1 - item.gold),)) for n, item in enumerate(history)]

    assert "weak_identification" in codes(history, current, methods=("mv", "hero1"))
    assert "weak_identification" not in codes(good, current, methods=("mv", "hero1"))


def test_a_small_clear_round_is_not_called_weak():
    """Ten items of good annotators are few, which the band says; the annotators are not to blame."""
    history, current = small_world(2, current=10, annotators=5, accuracy=(0.85, 0.95), share_of_votes=1.0)

    assert "weak_identification" not in codes(history, current)


def teams(*sizes: int, shared: int = 0, current: int = 120) -> Items:
    """Items dealt out to teams of these sizes, all of a team voting on each of its items; the first `shared` items are
    judged by everybody."""
    items = small_world(7, current=current, annotators=sum(sizes), share_of_votes=1.0)[1]
    starts = np.cumsum([0, *sizes])
    return [
        item if number < shared else replace(item, votes=item.votes[starts[team] : starts[team + 1]])
        for number, item in enumerate(items) for team in [number % len(sizes)]
    ]  # fmt: skip


def shared_little(items: Items, history: Items | None = None) -> list[Finding]:
    """Remarks of an estimate on votes that determine too little."""
    past = None if history is None else annotations(history, role="history")
    found = estimate(past, annotations(items), resamples=0).findings
    return [finding for finding in found if finding.code == "weak_identification"]


@pytest.mark.parametrize(
    ("sizes", "says"),
    [((2,), "100% of the votes"), ((1,), "100% of the votes"), ((1, 1, 1), "100% of the votes"),
     ((3, 2), "40% of the votes"), ((3, 3), "2 groups without a common item; the largest has 50% of the votes"),
     ((4, 4, 4), "3 groups without a common item; the largest has 33% of the votes")],
)  # fmt: skip
def test_votes_that_leave_the_rates_open_are_told(sizes, says):
    """Two people's agreement has three frequencies for five unknowns, and groups without a common item are learned one
    by one: Dawid-Skene and PEC give a number all the same, so it must be said that the votes do not carry it."""
    found = shared_little(teams(*sizes))

    assert [finding.severity for finding in found] == ["warning"]
    assert says in found[0].message and "Dawid-Skene, PEC" in found[0].message and "gold" in found[0].remedy


@pytest.mark.parametrize(("sizes", "shared"), [((3,), 0), ((5,), 0), ((3, 3), 1), ((2, 2), 2), ((1, 1, 1), 1)])
def test_three_people_linked_by_items_are_enough(sizes, shared):
    """One item that everybody judges joins the groups; more would be better, but nothing is impossible then."""
    assert shared_little(teams(*sizes, shared=shared)) == []


def test_a_few_votes_apart_are_no_alarm():
    """Somebody who judged items that nobody else saw: less than a tenth of the votes moves no number."""
    alone = [Item(f"s{n}", (("stray", n % 2),)) for n in range(12)]

    assert shared_little([*teams(4), *alone]) == []
    assert shared_little([*teams(4), *alone * 5]) != []


def test_with_a_history_two_people_are_only_a_note():
    """HERO learns them from gold; the note is about the two methods beside it, and asks for nothing."""
    history, current = small_world(7, annotators=2, accuracy=(0.85, 0.95), history=200)
    found = shared_little(current, history)

    assert [(finding.severity, finding.remedy) for finding in found] == [("info", "")]
    assert estimate(*pair_of(history, current), methods=("mv", "hero1"), resamples=0).findings == ()


def test_rates_of_two_people_without_gold_are_called_open():
    """The table of annotators rests on Dawid-Skene there; where gold anchors it, nothing is said."""
    history, current = pair_of(*small_world(7, annotators=2, accuracy=(0.85, 0.95), history=200))

    assert "weak_identification" in {finding.code for finding in annotator_table(None, current).findings}
    assert "weak_identification" not in {finding.code for finding in annotator_table(history, current).findings}


@pytest.mark.parametrize(("people", "apart"), [(2, 0.15), (3, 0.0)])
def test_what_two_people_leave_open_three_determine(people, apart):
    """The reason for the remark: from three starts Dawid-Skene explains the votes of two equally well by quite
    different shares of positives, those of three by one share only."""
    file = annotations(small_world(7, current=400, annotators=people, accuracy=(0.7, 0.9), share_of_votes=1.0)[1])
    votes, ends = Votes.of(file), []
    for share, right in ((0.3, 0.9), (0.5, 0.8), (0.7, 0.7)):
        rates = np.array([[right, 1 - right], [1 - right, right]])
        start = Parameters(confusion=np.tile(rates[None, :, :, None], (people, 1, 1, 1)),
                           prior=np.array([[[1 - share]], [[share]]]))  # fmt: skip
        ends.append(fit_ds(votes, np.ones((votes.n_items, 1)), Stopping(tol=1e-9, max_iter=50_000), warm=start))
    shares = [float(fit.parameters.prior[1, 0, 0]) for fit in ends]

    assert np.ptp([float(fit.objective[0]) for fit in ends]) < 1e-6
    assert np.ptp(shares) > apart if apart else np.ptp(shares) < 1e-6


def test_little_gold_is_said_of_those_who_vote_now():
    """Fewer than five votes on gold items; people who left are of no concern."""
    history, current = small_world(2)
    history += [Item(f"k{n}", (("rare", 1), ("gone", 1)), 1 if n < 4 else None) for n in range(8)]
    current = [replace(item, votes=(*item.votes, ("rare", 1))) for item in current]
    found = [f for f in estimate(*pair_of(history, current), resamples=0).findings if f.code == "little_gold"]

    assert [finding.annotators for finding in found] == [("rare",)]


def test_high_consensus_is_said_where_it_holds():
    """More than nine in ten unanimous; items of one vote do not count as agreement."""
    same = [Item(f"c{n}", (("a1", n % 2), ("a2", n % 2))) for n in range(30)]
    mixed = [Item(f"c{n}", (("a1", n % 2), ("a2", int(n % 3 == 0)))) for n in range(30)]
    single = [Item(f"c{n}", (("a1", n % 2),)) for n in range(30)]

    assert [finding.code for finding in high_consensus(annotations(same))] == ["high_consensus"]
    assert high_consensus(annotations(mixed)) == high_consensus(annotations(single)) == []


def test_clean_data_have_no_warnings(base):
    """A round as it should be: nothing is reported as a problem."""
    result = estimate(*base, resamples=0)

    assert [finding.code for finding in result.findings if finding.severity != "info"] == []
