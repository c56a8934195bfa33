"""Small rounds written down item by item, as `Annotations`, as a file, and through the shell."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from hero_core.annotations import NO_GOLD, NO_PREDICTION, Annotations, natural_key
from hero_core.cli import main

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Item:
    """One item as a person would write it down: who said what, its gold class, its covariates."""

    name: str
    votes: tuple[tuple[str, int], ...]
    gold: int | None = None
    x: tuple[float, ...] = ()
    system: str | None = None
    round: str | None = None
    prompt: str | None = None
    prediction: int | None = None


Items = list[Item]


def annotations(
    items: Sequence[Item],
    *,
    role: str = "current",
    classes: int | Sequence[str] = 2,
    name: str | None = None,
    graded: bool = False,
    explicit: bool = False,
) -> Annotations:
    """The items as the reader would code them, without a file."""
    names = tuple(map(str, range(classes))) if isinstance(classes, int) else tuple(classes)
    people = sorted({who for item in items for who, _ in item.votes}, key=natural_key)
    systems, system = _coded([item.system for item in items])
    rounds, round_ = _coded([item.round for item in items])
    votes = [(row, people.index(who), label) for row, item in enumerate(items) for who, label in item.votes]
    columns = np.array(votes, dtype=np.int64).reshape(-1, 3).T
    width = len(items[0].x) if items else 0
    return Annotations(
        role=role,
        name=name or f"{role}.csv",
        sha256=hashlib.sha256(repr(items).encode()).hexdigest(),
        rows=len(votes),
        classes=names,
        graded=graded,
        explicit=explicit,
        item_ids=np.array([item.name for item in items], dtype=object),
        annotator_ids=np.array(people, dtype=object),
        item=columns[0],
        annotator=columns[1],
        label=columns[2],
        gold=np.array([NO_GOLD if item.gold is None else item.gold for item in items], dtype=np.int64),
        systems=systems,
        system=system,
        rounds=rounds,
        round=round_,
        prompts=None if all(item.prompt is None for item in items) else _texts(item.prompt for item in items),
        prediction=None if all(item.prediction is None for item in items) else _predictions(items),
        covariate_names=tuple(f"x_{number + 1}" for number in range(width)),
        covariates=np.array([item.x for item in items], dtype=float).reshape(len(items), width),
    )


def _texts(values: Iterable[str | None]) -> np.ndarray:
    return np.array([value or "" for value in values], dtype=object)


def _predictions(items: Sequence[Item]) -> np.ndarray:
    return np.array([NO_PREDICTION if item.prediction is None else item.prediction for item in items], dtype=np.int8)


def _coded(values: Sequence[str | None]) -> tuple[tuple[str, ...], np.ndarray]:
    present = tuple(sorted({value for value in values if value is not None}, key=natural_key))
    codes = [0 if value is None else present.index(value) for value in values]
    return present, np.array(codes, dtype=np.int64)


def copies_of_one() -> tuple[Annotations, Annotations]:
    """A history and a round in which four of five voters repeat the first."""
    rng = np.random.default_rng(5)
    items = []
    for number in range(600):
        gold = int(rng.random() < 0.4)
        first = gold if rng.random() < 0.7 else 1 - gold
        votes = (*((f"c{j}", first) for j in range(4)), ("own", gold if rng.random() < 0.8 else 1 - gold))
        items.append(Item(f"h{number}", votes, gold if number < 150 else None))
    return pair_of(items, [replace(item, name=f"n{item.name}", gold=None) for item in items[:200]])


def pair_of(history: Items, current: Items, classes: int = 2) -> tuple[Annotations, Annotations]:
    """Both rounds coded."""
    graded = classes > 2
    return (
        annotations(history, role="history", classes=classes, graded=graded),
        annotations(current, role="current", classes=classes, graded=graded),
    )


def csv_text(items: Sequence[Item], role: str = "current") -> str:
    """The items as the canonical long table, one row per vote."""
    some = ("system", "round", "prompt", "prediction")
    extra = [column for column in some if any(getattr(item, column) is not None for item in items)]
    covariates = [f"x_{number + 1}" for number in range(len(items[0].x))]
    gold = ["gold_label"] if role == "history" else []
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["item_id", "annotator_id", "label", *gold, *extra, *covariates])
    for item in items:
        known = ["" if item.gold is None else item.gold] if gold else []
        values = (getattr(item, column) for column in extra)
        rest = [*known, *("" if value is None else value for value in values), *item.x]
        for who, label in item.votes:
            writer.writerow([item.name, who, label, *rest])
    return out.getvalue()


def write_pair(folder: Path, history: Items, current: Items) -> tuple[Path, Path]:
    """Both rounds as files; their paths."""
    paths = folder / "history.csv", folder / "current.csv"
    paths[0].write_text(csv_text(history, "history"), encoding="utf-8")
    paths[1].write_text(csv_text(current, "current"), encoding="utf-8")
    return paths


@dataclass(frozen=True)
class World:
    """How a small simulated pair of rounds is drawn."""

    classes: int = 2
    history: int = 40
    current: int = 30
    annotators: int = 4
    systems: int = 1
    share_of_votes: float = 0.7
    share_of_gold: float = 0.5
    covariates: int = 0
    accuracy: tuple[float, float] = (0.6, 0.9)


def small_world(seed: int, world: World | None = None, **changes: object) -> tuple[Items, Items]:
    """History and current items with known habits of annotators; every item has a vote, every class gold."""
    plan = replace(world or World(), **changes)
    rng = np.random.default_rng(seed)
    habits = [_habit(plan, rng) for _ in range(plan.annotators)]
    history = [_drawn_item(f"h{number}", plan, habits, rng) for number in range(plan.history)]
    for number, item in enumerate(history):
        known = number < plan.classes or rng.random() < plan.share_of_gold
        history[number] = replace(item, gold=number if number < plan.classes else item.gold if known else None)
    current = [_drawn_item(f"c{number}", plan, habits, rng) for number in range(plan.current)]
    named = [f"S{number % plan.systems + 1}" if plan.systems > 1 else None for number in range(plan.current)]
    current = [replace(item, gold=None, system=system) for item, system in zip(current, named, strict=True)]
    return history, current


def _habit(plan: World, rng: np.random.Generator) -> np.ndarray:
    """Confusion matrix of one annotator; shape (K, K)."""
    right = rng.uniform(*plan.accuracy, size=plan.classes)
    rows = np.repeat((1 - right)[:, None] / (plan.classes - 1), plan.classes, axis=1)
    np.fill_diagonal(rows, right)
    return rows


def _drawn_item(name: str, plan: World, habits: list[np.ndarray], rng: np.random.Generator) -> Item:
    truth = int(
        rng.choice(plan.classes, p=np.arange(1, plan.classes + 1)[::-1] / (plan.classes * (plan.classes + 1) / 2))
    )
    voters = [j for j in range(plan.annotators) if rng.random() < plan.share_of_votes] or [
        int(rng.integers(plan.annotators))
    ]
    votes = tuple((f"a{j + 1}", int(rng.choice(plan.classes, p=habits[j][truth]))) for j in voters)
    x = tuple(float(round(rng.normal(0.8 * truth, 1.0), 4)) for _ in range(plan.covariates))
    return Item(name=name, votes=votes, gold=truth, x=x)


@dataclass(frozen=True)
class Said:
    """What a run of the shell answered."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict:
        """The one JSON document on stdout. Raises ValueError if there is anything else."""
        return json.loads(self.out, parse_constant=_no_constant)


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is not JSON")


def shell(*arguments: object) -> Said:
    """The command line's own `main`, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main([str(part) for part in arguments])
        except SystemExit as end:  # argparse ends this way
            code = int(end.code or 0)
    return Said(code, out.getvalue(), err.getvalue())


def process(*arguments: object, folder: Path | None = None) -> Said:
    """`python -m hero_core`, as a person would start it."""
    command = [sys.executable, "-m", "hero_core", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=folder or ROOT, timeout=120, check=False)
    return Said(done.returncode, done.stdout, done.stderr)
