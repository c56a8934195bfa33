"""trend(): every round in turn, as it could be judged when it was the current one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Unpack

import numpy as np

from hero_core.annotations import NO_GOLD, Annotations, BoolArray, IntArray
from hero_core.errors import Finding, Refused
from hero_core.intervals import wilson_interval
from hero_core.progress import Progress
from hero_core.provenance import provenance
from hero_core.reading.ids import BLANK
from hero_core.results import HISTORY_METHODS, Estimate, GoldPoint, TrendPoint, TrendResult
from hero_core.rounds import class_values
from hero_core.runs import Run, Sampling
from hero_core.saying import said
from hero_core.slopes import gold_tallies, rate_points, slopes, steady_drift
from hero_core.solved import ModelChoices, ModelOptions

TREND_METHODS = ("mv", "hero1", "hero2")
CURRENT = "current"


def trend(
    history: Annotations,
    current: Annotations | None = None,
    *,
    methods: Sequence[str] = TREND_METHODS,
    resamples: int = 0,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
    **model: Unpack[ModelChoices],
) -> TrendResult:
    """Estimates of each system over the rounds, and each annotator's rates on the gold of each round.

    Each round of the history is estimated as if it were the current one: without its gold, from its votes and the
    rounds before it (with their gold) alone; so the first round has only the methods that need no history. The rounds
    are in the natural order of their names; `current` is the last. Options as in `estimate`, analytic intervals unless
    `resamples` are asked for. Raises Refused with fewer than two rounds, else what `estimate` raises.
    """
    options = ModelOptions(methods=tuple(methods), **model)
    options.check()
    sampling = Sampling(resamples=resamples, level=level, seed=seed)
    sampling.check()
    order = Order.of(history, current)
    points: list[TrendPoint] = []
    for position in range(len(order.rounds)):
        step = _share_of(progress, position, len(order.rounds))
        if step is not None:
            step(0.0, said("fitting"))
        points += _points(order, position, options, sampling, step)
    return _result(order, tuple(points), options, sampling)


@dataclass(frozen=True, kw_only=True)
class Order:
    """The rounds in time: their names, and the place of each history item's round (N,), -1 where it has none."""

    history: Annotations
    current: Annotations | None
    rounds: tuple[str, ...]
    position: IntArray

    @classmethod
    def of(cls, history: Annotations, current: Annotations | None) -> Order:
        """The rounds of the history in natural order, then the current one. Raises Refused for fewer than two."""
        names = tuple(name for name in history.rounds if name != BLANK)
        place = {name: number for number, name in enumerate(names)}
        places = np.array([place.get(name, -1) for name in history.rounds] or [-1], dtype=np.int64)
        rounds = names if current is None else (*names, _own_name(current, names))
        if not names or len(rounds) < 2:
            raise Refused(said(
                "A trend needs at least two rounds; {file} has {count} in its column round.",
                file=history.name, count=len(names),
            ))  # fmt: skip
        return cls(history=history, current=current, rounds=rounds, position=places[history.round])

    def now(self, position: int) -> Annotations:
        """One round as a current one: its votes without its gold."""
        if self.current is not None and position == len(self.rounds) - 1:
            return self.current
        return _part(self.history, self.position == position, role="current", gold=False)

    def before(self, position: int) -> Annotations | None:
        """All rounds before, with their gold; None for the first."""
        if position == 0:
            return None
        return _part(self.history, (self.position >= 0) & (self.position < position), role="history", gold=True)

    @property
    def has_current(self) -> bool:
        """The last round is the current one."""
        return self.current is not None


def _own_name(current: Annotations, known: tuple[str, ...]) -> str:
    """What the current round is called; a name that no round of the history has."""
    name = current.rounds[0] if len(current.rounds) == 1 else CURRENT
    while name in known:
        name = f"{name}*"
    return name


def _part(history: Annotations, keep: BoolArray, *, role: str, gold: bool) -> Annotations:
    """Some items of the history as a file of their own, with the systems that they have; blank ones are none."""
    part = history.select_items(keep)
    names = [name for code, name in enumerate(part.systems) if (part.system == code).any()]
    if names in ([], [BLANK]):
        systems: tuple[str, ...] = ()
        system = np.zeros(part.n_items, dtype=np.int64)
    else:
        systems, code = tuple(names), {name: number for number, name in enumerate(names)}
        system = np.array([code.get(name, 0) for name in part.systems], dtype=np.int64)[part.system]
    known = part.gold if gold else np.full(part.n_items, NO_GOLD, dtype=np.int64)
    return replace(part, role=role, systems=systems, system=system, gold=known, findings=(), counts={})


def _points(
    order: Order, position: int, options: ModelOptions, sampling: Sampling, progress: Progress | None
) -> list[TrendPoint]:
    """What every method makes of one round."""
    past, now = order.before(position), order.now(position)
    overlap = options.overlap if order.has_current and position == len(order.rounds) - 1 else "keep"
    rounds = replace(options, overlap=overlap).paired(past, now)
    run = Run.of(rounds, options, sampling, progress, quick=True)
    past = rounds.history
    facts = {
        "round": order.rounds[position], "position": position,
        "history_items": 0 if past is None else past.n_items,
        "history_gold": 0 if past is None else int(past.has_gold.sum()),
        "doubts": tuple(sorted({note.code for note in run.findings if note.severity == "error"})),
    }  # fmt: skip
    first = said(
        "No round stands before {round}: nothing tells how its annotators judge.", round=order.rounds[position]
    )
    rows = [replace(row, reason=first) if past is None and row.method in HISTORY_METHODS else row for row in run.rows]
    if len(now.systems) == 1:  # all items are that system's
        rows += [replace(row, system=now.systems[0]) for row in rows]
    return [_point(row, facts) for row in rows if row.system != BLANK]


def _point(row: Estimate, facts: dict[str, object]) -> TrendPoint:
    kept = ("system", "method", "estimate", "low", "high", "std_error", "level", "interval", "n_items", "n_votes",
            "status", "reason")  # fmt: skip
    return TrendPoint(**{name: getattr(row, name) for name in kept}, **facts)  # type: ignore[arg-type]


def _gold_points(order: Order, values: np.ndarray, level: float) -> list[GoldPoint]:
    """What the gold of each round and system says by itself."""
    history, bounds, points = order.history, (float(values.min()), float(values.max())), []
    for position, name in enumerate(order.rounds[: len(order.rounds) - order.has_current]):
        here = (order.position == position) & history.has_gold
        systems = [(None, here), *((one, here & (history.system == code)) for code, one in enumerate(history.systems))]
        for system, keep in systems:
            count = int(keep.sum())
            if not count or system == BLANK:
                continue
            mean = float(values[history.gold[keep]].mean())
            band = wilson_interval(mean, bounds, count, level, "")
            points.append(GoldPoint(
                round=name, position=position, system=system, estimate=mean, low=float(band.low or 0.0),
                high=float(band.high or 0.0), n_items=count,
            ))  # fmt: skip
    return points


def _result(
    order: Order, points: tuple[TrendPoint, ...], options: ModelOptions, sampling: Sampling
) -> TrendResult:  # fmt: skip
    history, current = order.history, order.current
    values = class_values(history.classes, options.values)
    votes, hits = gold_tallies(history, order.position, len(order.rounds))
    found = slopes(history, votes, hits, sampling.level)
    settings = {name: getattr(options, name) for name in ("methods", "covariates", "hero2_weight", "ridge", "overlap",
                "new_annotators", "prevalence")} | asdict(sampling)  # fmt: skip
    return TrendResult(
        classes=history.classes, values=tuple(values.tolist()), rounds=order.rounds,
        current=order.rounds[-1] if order.has_current else None,
        systems=tuple(dict.fromkeys(point.system for point in points if point.system is not None)),
        methods=options.methods, level=sampling.level, points=points,
        gold=tuple(_gold_points(order, values, sampling.level)),
        rates=rate_points(history, order.rounds, votes, hits, sampling.level), slopes=found,
        findings=(*_without_round(order), *steady_drift(history, found)),
        provenance=provenance(history, history if current is None else current, history, settings)
        | ({"current": None} if current is None else {}),
    )  # fmt: skip


def _without_round(order: Order) -> tuple[Finding, ...]:
    """Items of the history whose round is blank have no place in time."""
    count = int((order.position < 0).sum())
    if not count:
        return ()
    message = said(
        "Items of {file} without a round: {count}. The trend leaves them out.", count=count, file=order.history.name
    )
    return (Finding(severity="info", code="no_round", file=order.history.name, column="round", count=count,
                    message=message),)  # fmt: skip


def _share_of(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Progress within one of `count` rounds as progress of the whole."""
    return None if progress is None else lambda done, what: progress((number + done) / count, what)
