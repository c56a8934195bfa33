"""How estimates and annotators move from round to round."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.errors import Finding
from hero_core.results.base import frame_of


@dataclass(frozen=True, kw_only=True)
class TrendPoint:
    """One method's answer for one system in one round, from that round's votes and the rounds before it.

    `position` counts the rounds from 0; `system` None = all items of the round. `history_items` and `history_gold` are
    those of the rounds before. `doubts` are the codes of red findings about this round.
    """

    round: str
    position: int
    system: str | None
    method: str
    estimate: float | None
    low: float | None
    high: float | None
    std_error: float | None
    level: float
    interval: str | None
    n_items: int
    n_votes: int
    status: str
    reason: str | None
    history_items: int
    history_gold: int
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GoldPoint:
    """What the gold of one system in one round says by itself: mean value of its gold items, with Wilson's bounds."""

    round: str
    position: int
    system: str | None
    estimate: float
    low: float
    high: float
    n_items: int


@dataclass(frozen=True, kw_only=True)
class RatePoint:
    """Of one annotator's votes on a round's gold items of a class, the share that said so, with Wilson's bounds."""

    annotator: str
    round: str
    position: int
    true_class: str
    hits: int
    votes: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Slope:
    """How one annotator's rate for a class moves from one round to the next.

    `slope` is the change of the rate per round with bounds, `first` and `last` the rates on the fitted line in the
    first and last round with gold. `p_value` is that of no trend in this class, `p_holm` that of no trend in any class
    of this annotator, with Holm's correction over the annotators (so it is the same for all classes). Where there is
    too little gold, `reason` says so and there are no numbers.
    """

    annotator: str
    true_class: str
    rounds: int
    votes: int
    slope: float | None = None
    low: float | None = None
    high: float | None = None
    first: float | None = None
    last: float | None = None
    p_value: float | None = None
    p_holm: float | None = None
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class TrendResult:
    """Every round in turn: what each method makes of it, what its gold says, and how annotators' rates move.

    `rounds` are in order, the current one (if given) last; `systems` those that any of them names.
    """

    classes: tuple[str, ...]
    values: tuple[float, ...]
    rounds: tuple[str, ...]
    current: str | None
    systems: tuple[str, ...]
    methods: tuple[str, ...]
    level: float
    points: tuple[TrendPoint, ...]
    gold: tuple[GoldPoint, ...]
    rates: tuple[RatePoint, ...]
    slopes: tuple[Slope, ...]
    findings: tuple[Finding, ...]
    provenance: dict[str, object] = field(default_factory=dict)

    def to_frame(self) -> pd.DataFrame:
        """One row per round, system and method; columns are the fields of `TrendPoint`."""
        return frame_of(self.points, TrendPoint)

    def slopes_frame(self) -> pd.DataFrame:
        """One row per annotator and class; columns are the fields of `Slope`."""
        return frame_of(self.slopes, Slope)
