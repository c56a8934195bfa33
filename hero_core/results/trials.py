"""How every method does over many simulated rounds, whose truth is known."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from hero_core.results.base import frame_of


@dataclass(frozen=True, kw_only=True)
class TrialRow:
    """One method over the rounds of a trial; every number has its Monte Carlo error beside it (`..._error`).

    `bias`, `sd`, `rmse` are of the estimate of all items against the design's exact share, over the `rounds` in which
    the method has a number (`missing` in which it has none). With groups of annotators `sd` is the spread within one
    group. `coverage` is the share of all rounds whose interval holds the exact share, a round without an interval
    counting as a miss; `width` the mean width. With two or more systems `score_mse` is the mean squared error of the
    systems' scores against the true scores of their items, and `tau` Kendall's tau-b of the two rankings.
    """

    method: str
    rounds: int
    missing: int
    bias: float | None
    bias_error: float | None
    sd: float | None
    sd_error: float | None
    rmse: float | None
    rmse_error: float | None
    coverage: float | None
    coverage_error: float | None
    width: float | None
    score_mse: float | None
    score_mse_error: float | None
    tau: float | None
    tau_error: float | None


@dataclass(frozen=True, kw_only=True)
class TrialsResult:
    """All methods on the same simulated rounds of one design.

    `pools` is the number of groups of annotators that take turns, 0 for new annotators in every round; `overrides`
    the fields of the design that were set; `truth` the exact share of all items.
    """

    design: str
    description: str
    overrides: dict[str, object]
    methods: tuple[str, ...]
    repetitions: int
    seed: int
    pools: int
    resamples: int
    level: float
    truth: float
    systems: int
    rows: tuple[TrialRow, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row per method; columns are the fields of `TrialRow`."""
        return frame_of(self.rows, TrialRow)

    def get(self, method: str) -> TrialRow:
        """The row of one method. KeyError if it was not asked for."""
        for row in self.rows:
            if row.method == method:
                return row
        raise KeyError(method)
