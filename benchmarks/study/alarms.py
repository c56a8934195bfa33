"""Size and power of every guard rail: how often it fires on clean rounds, and on rounds with one planted defect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.study.rounds import files, share_error, simulated, spread
from hero_core import Annotations, estimate
from hero_core.annotations import NO_GOLD

Files = tuple[Annotations, Annotations]
Plant = Callable[[Files, np.random.Generator], Files]
Task = tuple[str, int, int]

STATED = {
    "dependence": "5%", "annotator_drift": "5% over all annotators", "covariate_shift": "5% over all groups",
    "gold_not_random": "1%", "rates_do_not_transport": "1%", "reversed_round": "1%", "routing": "0.1%",
    "constant_annotator": "1%", "reversed_annotator": "1%", "random_annotator": "2.5% each", "copied_annotator": "1%",
    "label_switching": "none stated", "weak_identification": "none stated",
}  # fmt: skip
CLEAN: dict[str, dict[str, Any]] = {
    "base, k = 50": {"k": 50.0},
    "gold 3%, k = 50": {"k": 50.0, "gold_share": 0.03},
    "three systems on the same prompts, k = 50": {"k": 50.0, "n_systems": 3, "gap": 0.05, "n_current": 150,
                                                   "paired": True},
    "three classes, k = 50": {"k": 50.0, "n_classes": 3},
}  # fmt: skip


def same(found: Files, rng: np.random.Generator) -> Files:
    """Nothing planted in the files; the design has the defect."""
    return found


def _mine(file: Annotations, position: int) -> np.ndarray:
    return file.annotator == position


def drops_positives(share: float) -> Plant:
    """The first annotator turns this share of the votes for 1 into 0 in the current round."""

    def plant(found: Files, rng: np.random.Generator) -> Files:
        history, current = found
        turn = _mine(current, 0) & (current.label == 1) & (rng.random(current.n_votes) < share)
        return history, replace(current, label=np.where(turn, 0, current.label))

    return plant


def one_annotator(vote: Callable[[Annotations, np.ndarray, np.random.Generator], np.ndarray]) -> Plant:
    """The first annotator's votes in both rounds replaced."""

    def plant(found: Files, rng: np.random.Generator) -> Files:
        changed = []
        for file in found:
            mine, label = _mine(file, 0), file.label.copy()
            label[mine] = vote(file, mine, rng)
            changed.append(replace(file, label=label))
        return changed[0], changed[1]

    return plant


def copies(found: Files, rng: np.random.Generator) -> Files:
    """The first annotator takes over the second one's label wherever both voted."""
    changed = []
    for file in found:
        other = np.full(file.n_items, -1)
        other[file.item[_mine(file, 1)]] = file.label[_mine(file, 1)]
        take = _mine(file, 0) & (other[file.item] >= 0)
        changed.append(replace(file, label=np.where(take, other[file.item], file.label)))
    return changed[0], changed[1]


def picks_gold(found: Files, rng: np.random.Generator) -> Files:
    """Only items with a majority of positive votes keep their gold."""
    history, current = found
    share = np.bincount(history.item, weights=history.label, minlength=history.n_items) / np.maximum(
        np.bincount(history.item, minlength=history.n_items), 1
    )
    return replace(history, gold=np.where(share >= 0.5, history.gold, NO_GOLD)), current


def always_positive(found: Files, rng: np.random.Generator) -> Files:
    """Everybody says 1 in the current round."""
    history, current = found
    return history, replace(current, label=np.ones_like(current.label))


def turns_a_round(found: Files, rng: np.random.Generator) -> Files:
    """The labels of the second of four history rounds are turned over."""
    history, current = found
    turned = history.round[history.item] == 1
    return replace(history, label=np.where(turned, 1 - history.label, history.label)), current


def routes(found: Files, rng: np.random.Generator) -> Files:
    """The first annotator labels only the first system of the current round."""
    history, current = found
    keep = ~(_mine(current, 0) & (current.system[current.item] > 0))
    return history, current.select_votes(keep)


DEFECTS: dict[str, tuple[str, dict[str, Any], Plant]] = {
    "one of ten drops a third of the positives (k = 50, mu = .5)": (
        "annotator_drift", {"k": 50.0, "prevalence": 0.5}, drops_positives(1 / 3)),
    "one of ten drops two thirds of the positives (k = 50, mu = .5)": (
        "annotator_drift", {"k": 50.0, "prevalence": 0.5}, drops_positives(2 / 3)),
    "20% of items hard for everyone (pulled 80% to chance)": (
        "dependence", {"hard_share": 0.2, "hard_pull": 0.8}, same),
    "25% of items hard for everyone (pulled 95%, sensitivity .85)": (
        "dependence", {"hard_share": 0.25, "hard_pull": 0.95, "sensitivity": 0.85}, same),
    "covariate mean moved by .1 SD": ("covariate_shift", {"covariate_shift": 0.1}, same),
    "covariate mean moved by .2 SD": ("covariate_shift", {"covariate_shift": 0.2}, same),
    "gold kept only where most votes are positive": ("gold_not_random", {"gold_share": 0.2}, picks_gold),
    "everybody says 1 now": ("rates_do_not_transport", {}, always_positive),
    "one of four history rounds reversed": ("reversed_round", {"history_rounds": 4, "gold_share": 0.2}, turns_a_round),
    "one annotator on one of three systems": (
        "routing", {"n_systems": 3, "gap": 0.05, "n_current": 150, "paired": True}, routes),
    "one always says 1": ("constant_annotator", {}, one_annotator(lambda file, mine, rng: np.ones(int(mine.sum())))),
    "one throws a coin": (
        "random_annotator", {}, one_annotator(lambda file, mine, rng: rng.integers(0, 2, int(mine.sum())))),
    "one has the labels swapped (k = 50)": (
        "reversed_annotator", {"k": 50.0}, one_annotator(lambda file, mine, rng: 1 - file.label[mine])),
    "one copies another": ("copied_annotator", {}, copies),
    "60% adversaries": ("label_switching", {"adversarial_share": 0.6, "k": None, "sensitivity": 0.8}, same),
    "all near chance": ("weak_identification", {"sensitivity": 0.55, "specificity": 0.5, "k": None}, same),
}  # fmt: skip


def _codes(found: Files) -> set[str]:
    return {note.code for note in estimate(*found, resamples=0).findings}


def clean_round(task: Task) -> set[str]:
    """Codes that fire on one clean round."""
    setting, seed, number = task
    return _codes(files(simulated("base", (seed, number), **CLEAN[setting])))


def defective_round(task: Task) -> bool:
    """Whether the guard rail fires on one round with its defect."""
    name, seed, number = task
    code, design, plant = DEFECTS[name]
    found = files(simulated("base", (seed, number), **design))
    return code in _codes(plant(found, np.random.default_rng([seed, number, 1])))


def size_table(seed: int, rounds: int, jobs: int) -> pd.DataFrame:
    """Share of clean rounds on which each guard rail fires, one column per setting."""
    columns: dict[str, dict[str, str]] = {}
    for setting in CLEAN:
        fired = spread(clean_round, [(setting, seed, number) for number in range(rounds)], f"size, {setting}", jobs)
        columns[setting] = {}
        for code in STATED:
            share = sum(code in codes for codes in fired) / rounds
            columns[setting][code] = f"{100 * share:.1f}% ±{100 * share_error(share, rounds):.1f}"
    return pd.DataFrame(
        [{"guard rail": code, "stated": stated, **{name: cells[code] for name, cells in columns.items()}}
         for code, stated in STATED.items()]
    )  # fmt: skip


def power_table(seed: int, rounds: int, jobs: int) -> pd.DataFrame:
    """Share of rounds with a planted defect on which its guard rail fires."""
    lines = []
    for name, (code, _, _) in DEFECTS.items():
        fired = spread(defective_round, [(name, seed, number) for number in range(rounds)], f"power, {code}", jobs)
        share = sum(fired) / rounds
        lines.append({"planted defect": name, "guard rail": code, "rounds": rounds,
                      "found": f"{100 * share:.0f}% ±{100 * share_error(share, rounds):.0f}"})  # fmt: skip
    return pd.DataFrame(lines)
