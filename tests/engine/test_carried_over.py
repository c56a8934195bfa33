"""Guard rails about what the history teaches: each fires on a planted defect and stays silent on clean rounds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from hero_core import estimate, simulate
from hero_core.annotations import Annotations
from hero_core.diagnostics import annotator_drift, drifts, gold_not_random, label_switching, rates_do_not_transport
from hero_core.errors import Finding
from hero_core.rounds import pair
from hero_core.solved import ModelOptions, Solved
from tests.recovery.rounds import annotations as read_table
from tests.support import annotations, copies_of_one, pair_of, small_world

Files = tuple[Annotations, Annotations]


def simulated(seed: int, design: str = "base", **overrides: object) -> Files:
    """A simulated history and round, read as files."""
    rounds = simulate(design, rng=np.random.default_rng([11, seed]), **overrides)
    assert rounds.history is not None
    return read_table(rounds.history, "history"), read_table(rounds.current, "current")


def found(files: Files, code: str, **options: object) -> list[Finding]:
    """Findings of one kind in an estimate."""
    return [note for note in estimate(*files, resamples=0, **options).findings if note.code == code]


def solved(files: Files, *methods: str) -> Solved:
    """The methods fitted."""
    options = ModelOptions(methods=methods or ("hero1",))
    return Solved.of(options.paired(*files), options)


def drifted(files: Files) -> tuple[str, ...]:
    """Names of the annotators that the drift test finds."""
    fit = solved(files)
    assert fit.panel.anchor is not None
    notes = annotator_drift(fit.rounds, drifts(fit.panel, fit.panel.anchor, fit.recipe, fit.fits))
    return notes[0].annotators if notes else ()


def turned(file: Annotations, name: str, share: float, rng: np.random.Generator) -> Annotations:
    """The votes 1 of one annotator turned to 0 with this chance: a loss of sensitivity and a gain of specificity."""
    mine = (file.annotator == list(file.annotator_ids).index(name)) & (file.label == 1)
    turn = mine & (rng.random(file.n_votes) < share)
    return replace(file, label=np.where(turn, 0, file.label))


def test_an_annotator_who_changed_is_named():
    """One turns two thirds of the votes for 1 into 0: found in nearly every round, and nobody else instead."""
    hits = [drifted((history, turned(current, "ann_03", 0.67, np.random.default_rng(seed))))
            for seed in range(12) for history, current in [simulated(seed, prevalence=0.5, k=50.0)]]  # fmt: skip

    assert sum(names == ("ann_03",) for names in hits) >= 10


def test_drift_of_three_classes_is_found():
    """K classes: the one who calls every 2 a 0 now."""
    history, current = simulated(3, "graded")
    who = str(current.annotator_ids[0])
    mine = (current.annotator == 0) & (current.label == 2)

    assert who in drifted((history, replace(current, label=np.where(mine, 0, current.label))))


def test_clean_rounds_show_no_drift():
    """Size: Holm at 5% over ten annotators; at most 7 of 60 clean rounds."""
    assert sum(bool(drifted(simulated(seed))) for seed in range(60)) <= 7


@pytest.mark.parametrize("classes", [2, 3])
def test_p_values_of_clean_rounds_are_evenly_spread(classes):
    """Of 72 people who judge as before half lie below a half: neither too many nor too few degrees of freedom."""
    found = []
    for seed in range(12):
        files = pair_of(*small_world(seed, history=600, current=600, annotators=6, classes=classes), classes)
        fit = solved(files)
        found += [drift.p_value for drift in drifts(fit.panel, fit.panel.anchor, fit.recipe, fit.fits).values()]

    assert len(found) == 72
    assert np.mean(found) == pytest.approx(0.5, abs=0.1)


def test_drift_is_told_with_rates_before_and_now():
    """The table of annotators holds the test; the rates are those when both rounds have their own."""
    history, current = simulated(0, prevalence=0.5, k=50.0)
    changed = turned(current, "ann_03", 0.9, np.random.default_rng(0))
    rows = {row.annotator: row for row in estimate(history, changed, methods=("hero1",), resamples=0).annotators}
    drift = rows["ann_03"].drift

    assert drift is not None
    assert drift.p_value <= drift.p_holm < 0.05
    assert drift.now[1][1] < drift.before[1][1] - 0.2
    assert all(row.drift is None or row.drift.p_holm >= drift.p_holm for row in rows.values())


def test_items_hard_for_everyone_are_noticed():
    """A fifth of the items drag everybody towards chance; gold no longer fits what the votes alone say."""
    hard = sum(bool(found(simulated(seed, hard_share=0.25, hard_pull=0.95, sensitivity=0.85), "dependence"))
               for seed in range(12))  # fmt: skip
    clean = sum(bool(found(simulated(seed), "dependence")) for seed in range(40))

    assert hard >= 6
    assert clean <= 6


def test_copies_of_one_judge_break_independence():
    """Four of five voters repeat the first: the posterior is far too sure of itself."""
    notes = found(copies_of_one(), "dependence")

    assert notes and notes[0].p_value is not None and notes[0].p_value < 0.001


def test_impossible_shares_are_red():
    """A round on which everybody says 1 far more often than sensitivity allows: HERO is withheld."""
    history, current = small_world(3, history=300, current=120, accuracy=(0.7, 0.8))
    always = [replace(item, votes=tuple((who, 1) for who, _ in item.votes)) for item in current]
    notes = found(pair_of(history, always), "rates_do_not_transport")

    assert [note.severity for note in notes] == ["error"]
    assert "impossible" in notes[0].message and "gold" in notes[0].remedy


def test_impossible_shares_of_three_classes_are_red():
    """K classes: a class that nobody ever gives although everybody confuses others with it."""
    history, current = simulated(4, "graded")
    fit = solved((history, replace(current, label=np.where(current.label == 1, 2, current.label))))
    assert fit.panel.anchor is not None

    assert rates_do_not_transport(fit.panel, fit.panel.anchor, fit.fits)


def test_possible_shares_are_not_red():
    """Clean rounds, rare positives included, where noise alone takes the implied share below 0: never in 40."""
    rare = [simulated(seed, prevalence=0.02) for seed in range(20)]
    plain = [simulated(seed, k=3.0) for seed in range(20)]

    assert sum(bool(found(files, "rates_do_not_transport", methods=("hero1",))) for files in rare + plain) == 0


def test_rates_learned_from_little_make_impossible_shares_possible():
    """Rare positives in 1,500 items, rates from 36 gold ones: the implied share falls below 0 by the error of the
    rates, not of the votes. Never in 20; with the error of the votes alone a quarter would be called impossible."""
    little = {"prevalence": 0.02, "n_history": 60, "gold_share": 0.6, "n_current": 1500}
    files = [simulated(seed, **little) for seed in range(20)]

    assert not any(found(pair_, "rates_do_not_transport", methods=("hero1",)) for pair_ in files)


@pytest.mark.parametrize(
    ("shares", "errors", "says"),
    [((-0.2, 0.6, 0.6), (0.02,) * 3, "-20% of class 0"), ((-0.1, 1.2, -0.1), (1.0, 0.02, 1.0), "120% of class 1")],
)  # fmt: skip
def test_below_nothing_and_above_everything_are_both_impossible(monkeypatch, shares, errors, says):
    """Of two classes one is below 0 exactly where the other is above 1; of three each can stand alone."""
    fit = solved(simulated(4, "graded"))
    assert fit.panel.anchor is not None
    implied = np.array(shares), np.array(errors)
    monkeypatch.setattr("hero_core.diagnostics.transport._implied", lambda *_: implied)

    assert says in rates_do_not_transport(fit.panel, fit.panel.anchor, fit.fits)[0].message


def test_picked_gold_is_noticed():
    """Gold only where a vote said 1; drawn at random it stays silent."""
    history, _ = simulated(0)
    said_one = np.bincount(history.item, weights=history.label, minlength=history.n_items) > 0
    truth = np.where(said_one, 1, history.gold)
    picked = replace(history, gold=np.where(said_one & (np.arange(history.n_items) % 3 == 0), truth, -1))

    assert [note.code for note in gold_not_random(picked)] == ["gold_not_random"]
    assert sum(bool(gold_not_random(simulated(seed)[0])) for seed in range(60)) <= 3


def test_swapped_classes_of_dawid_skene_are_noticed():
    """Most voters at or below chance: DS turns over, HERO does not."""
    files = simulated(0, adversarial_share=0.6, k=None, sensitivity=0.8, specificity=0.8)
    fit = solved(files, "ds", "hero1")
    clean = solved(simulated(0), "ds", "pec", "hero1")

    assert [note.code for note in label_switching(fit.panel, fit.fits)] == ["label_switching"]
    assert label_switching(clean.panel, clean.fits) == []


def test_a_red_rail_withholds_the_verdict():
    """Never a number beside a red rail: not comparable, with the reason and the one action that cures it."""
    from hero_core import decide

    history, current = small_world(3, history=300, current=120, accuracy=(0.7, 0.8))
    always = [replace(item, votes=tuple((who, 1) for who, _ in item.votes), system="AB"[n % 2])
              for n, item in enumerate(current)]  # fmt: skip
    result = estimate(*pair_of(history, always), resamples=0)
    verdict = decide(result, method="hero1")

    assert verdict.state == "not_comparable"
    assert verdict.reason is not None and "impossible" in verdict.reason
    assert verdict.cure is not None and "gold" in verdict.cure


@pytest.mark.parametrize("role", ["history", "current"])
def test_routing_is_told_of_both_files(role):
    """One annotator on one system only: a warning for the history, whose rates it biases, a note for the round."""
    history, current = small_world(4, history=160, current=160)
    routed = [[replace(item, system="AB"[n % 2], votes=(*item.votes, ("picky", 1)) if n % 2 else item.votes)
               for n, item in enumerate(items)] for items in (history, current)]  # fmt: skip
    notes = [note for note in found(pair_of(*routed), "routing") if note.file == f"{role}.csv"]

    assert [note.severity for note in notes] == ["warning" if role == "history" else "info"]
    assert notes[0].annotators == ("picky",)


def test_evenly_spread_annotators_are_not_routed():
    """Whoever labels every system alike."""
    files = [simulated(seed, n_systems=3, n_current=100, paired=True) for seed in range(15)]

    assert not any(found(pair_, "routing", methods=("mv",)) for pair_ in files)


def test_one_prevalence_per_group_removes_the_bias_of_routing():
    """A lenient annotator on the good system only: with one class share his sensitivity is learned too high."""
    rng = np.random.default_rng(8)
    rows, shares = [], {"good": 0.8, "bad": 0.2}
    for number in range(2400):
        system = "good" if number % 2 else "bad"
        truth = int(rng.random() < shares[system])
        people = ["picky", "all1"] if system == "good" else ["other", "all1"]
        for who in people:
            right = rng.random() < 0.75
            rows.append((f"i{number}", who, truth if right else 1 - truth, truth if number % 20 < 2 else "", system))
    table = pd.DataFrame(rows, columns=["item_id", "annotator_id", "label", "gold_label", "system"])
    history = read_table(table, "history")
    current = read_table(table.assign(item_id="n" + table["item_id"], gold_label=""), "current")
    rates = {}
    for prevalence in ("shared", "by_group"):
        rows_ = estimate(history, current, methods=("hero1",), resamples=0, prevalence=prevalence).annotators
        rates[prevalence] = next(row for row in rows_ if row.annotator == "picky")

    assert abs(rates["by_group"].sensitivity - 0.75) < 0.06
    assert abs(rates["by_group"].specificity - 0.75) < 0.06
    assert rates["shared"].sensitivity - rates["by_group"].sensitivity > 0.02


def test_pairing_alone_raises_nothing():
    """The fixtures of this file are sound: two files, one list of people."""
    history, current = simulated(1)

    assert pair(history, current).refusal is None
    assert annotations(small_world(1)[1]).n_items > 0
