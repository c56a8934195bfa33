"""Stability of a ranking."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.errors import Finding
from hero_core.results.base import apart, frame_of


@dataclass(frozen=True, kw_only=True)
class StabilityPoint:
    """Agreement of the ranking from a share of the annotators with the ranking from all of them.

    tau is Kendall's tau-b; mean, 2.5% and 97.5% points over the draws in which it is defined.
    `same_ranking` and `same_winner` are shares of draws; `rank_sd` the mean over systems of the SD of its rank.
    """

    method: str
    fraction: float
    annotators_kept: int
    tau_mean: float | None
    tau_low: float | None
    tau_high: float | None
    same_ranking: float | None
    same_winner: float | None
    rank_sd: float | None
    draws: int
    undefined: int


@dataclass(frozen=True, kw_only=True)
class RankSpread:
    """How often a system took each rank (1 = best) at one kept share; shares sum to 1."""

    method: str
    fraction: float
    system: str
    mean_rank: float
    rank_low: float
    rank_high: float
    shares: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class StabilityResult:
    """Curves over the share of annotators kept.

    `full_ranking[method]` lists (system, score, rank) from all annotators, ties sharing a rank.
    `tau_with_gold[method]` is tau-b with the ranking by gold in the file, None where there is none.
    `notes[method]` says in words why a method has no curve. `fractions` are the shares that were asked for. `drawn` of
    the `asked` subsets of the `annotators` are in the curves: fewer than asked while the work goes on. `by_number`:
    numbers of annotators were asked for, not shares.
    """

    systems: tuple[str, ...]
    methods: tuple[str, ...]
    curves: tuple[StabilityPoint, ...]
    ranks: tuple[RankSpread, ...]
    full_ranking: dict[str, tuple[tuple[str, float | None, float | None], ...]]
    tau_with_gold: dict[str, float | None]
    notes: dict[str, str]
    fractions: tuple[float, ...] = ()
    drawn: int = 0
    asked: int = 0
    by_number: bool = False
    annotators: int = 0
    high_is_good: bool = True
    findings: tuple[Finding, ...] = ()
    provenance: dict[str, object] = field(default_factory=dict)

    @property
    def partial(self) -> bool:
        """The work goes on, or was stopped: not all subsets are drawn."""
        return self.drawn < self.asked

    def to_frame(self) -> pd.DataFrame:
        """One row per method and fraction; columns are the fields of `StabilityPoint`."""
        return frame_of(self.curves, StabilityPoint)

    def ranks_frame(self) -> pd.DataFrame:
        """One row per method, fraction and system; columns are the fields of `RankSpread`, a column for each rank."""
        shares = [{f"share_rank_{rank}": share for rank, share in enumerate(row.shares, 1)} for row in self.ranks]
        return apart(frame_of(self.ranks, RankSpread), "shares", shares)
