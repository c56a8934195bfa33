"""What the engine hands back: frozen, keyword-only, each with a table. Numbers are finite or None, never NaN."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

import numpy as np
import pandas as pd

from hero_core.annotations import FloatArray
from hero_core.errors import Finding

METHODS = ("mv", "vote_share", "ds", "ds_hard", "mle", "hero1", "hero2", "pec")
HISTORY_METHODS = ("mle", "hero1", "hero2")
METHOD_NAMES = {
    "mv": "simple vote",
    "vote_share": "share of votes",
    "ds": "Dawid-Skene",
    "ds_hard": "Dawid-Skene by most likely class",
    "mle": "gold only",
    "hero1": "HERO-1",
    "hero2": "HERO-2",
    "pec": "PEC",
}
DEFAULT_METHODS = ("mv", "ds", "mle", "hero1", "hero2", "pec")
STATUSES = ("ok", "boundary", "not_identified", "not_converged", "refused")
VERDICTS = ("a_better", "b_better", "too_close", "equal", "not_comparable")


def finite(value: float | None) -> float | None:
    """The number, or None where there is none to show (NaN, infinite, absent)."""
    return None if value is None or not np.isfinite(value) else float(value)


def frame_of(rows: Iterable[object], row_type: type) -> pd.DataFrame:
    """A table with the fields of `row_type` as columns, present even when there are no rows."""
    rows = list(rows)
    names = [item.name for item in fields(row_type)]
    frame = pd.DataFrame({name: pd.Series([getattr(row, name) for row in rows], dtype=object) for name in names})
    return frame.astype({name: "float64" for name in names if _is_number(frame[name])})


def _is_number(column: pd.Series) -> bool:
    """Whether all that is there are floats: text, counts and flags keep their type, and None stays None in text."""
    present = column.dropna()
    return len(present) > 0 and all(isinstance(value, float) for value in present)


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """One method's answer for one system (`system` None = all current items together).

    `estimate` is sum over k of value[k] * class_shares[k]; `low`/`high` bound it at `level`; `interval` says in
    words what was resampled. `status` is one of STATUSES; when "refused" or "not_identified" there is no number
    and `reason` says why in words.
    """

    method: str
    system: str | None
    estimate: float | None
    class_shares: tuple[float, ...] | None
    std_error: float | None
    low: float | None
    high: float | None
    level: float
    interval: str | None
    n_items: int
    n_votes: int
    status: str
    reason: str | None
    converged: bool | None
    steps: int | None


@dataclass(frozen=True, kw_only=True)
class AnnotatorRow:
    """One annotator's confusion matrix [true][observed] with intervals and counts.

    `confusion`, `low`, `high` are K x K; `gold_counts[k][l]` counts gold items of class k labelled l,
    `expected_counts` the same with unlabelled history items spread by their posterior. `confusion` is None for
    an annotator without any history. `sensitivity`/`specificity` (binary only) with their intervals.
    `weight` is the Youden index (sensitivity + specificity - 1), for K classes (sum of the diagonal - 1)/(K - 1).
    """

    annotator: str
    confusion: tuple[tuple[float, ...], ...] | None
    low: tuple[tuple[float, ...], ...] | None
    high: tuple[tuple[float, ...], ...] | None
    interval: tuple[tuple[str, ...], ...] | None
    sensitivity: float | None
    sensitivity_low: float | None
    sensitivity_high: float | None
    specificity: float | None
    specificity_low: float | None
    specificity_high: float | None
    weight: float | None
    gold_counts: tuple[tuple[int, ...], ...]
    expected_counts: tuple[tuple[float, ...], ...]
    gold_votes: int
    votes: int
    current_votes: int
    flags: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CovariateRow:
    """One `x_*` column: its means over items, and whether HERO-2 used it."""

    name: str
    history_mean: float | None
    current_mean: float | None
    used: bool
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class EstimateResult:
    """All methods side by side.

    `replicates[method]` is (S + 1, B): row 0 all items, then one row per system in `systems`; NaN where a
    replicate has no number. Rows of different methods and systems share their draws, so differences are paired.
    With `resamples` 0, `influence[method]` (S + 1, units) does the same: the norm of a row is its standard error, the
    norm of the difference of two rows that of a paired difference.
    """

    classes: tuple[str, ...]
    values: tuple[float, ...]
    systems: tuple[str, ...]
    methods: tuple[str, ...]
    level: float
    seed: int
    resamples: int
    counts: dict[str, int]
    estimates: tuple[Estimate, ...]
    annotators: tuple[AnnotatorRow, ...]
    covariates: tuple[CovariateRow, ...]
    findings: tuple[Finding, ...]
    provenance: dict[str, object]
    paired_items: int = 0
    replicates: dict[str, FloatArray] = field(default_factory=dict, repr=False, compare=False)
    influence: dict[str, FloatArray] = field(default_factory=dict, repr=False, compare=False)

    def to_frame(self) -> pd.DataFrame:
        """One row per system and method; columns are the fields of `Estimate`."""
        return frame_of(self.estimates, Estimate)

    def get(self, method: str, system: str | None = None) -> Estimate:
        """The estimate of one method for one system (None = all items). KeyError if it was not asked for."""
        for row in self.estimates:
            if row.method == method and row.system == system:
                return row
        raise KeyError((method, system))


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Difference of two systems by one method, from the same draws of both.

    `difference` = A - B in the units of the estimate, with its interval; `probability_above` is the share of
    replicates in which A is above B (ties count one half). `verdict` is one of VERDICTS, in the direction the user
    gave (`high_is_good`); `reason` explains "not_comparable". `red` lists the codes of the red findings behind it.
    """

    method: str
    a: str
    b: str
    estimate_a: float | None
    estimate_b: float | None
    difference: float | None
    low: float | None
    high: float | None
    level: float
    probability_above: float | None
    margin: float
    high_is_good: bool
    verdict: str
    reason: str | None
    interval: str | None
    paired_items: int
    items_needed: int | None
    red: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The verdict over all systems by the headline method.

    `state` is one of VERDICTS for two systems, "best" / "tied" / "equal" / "not_comparable" for three or more,
    "single" for one. `leaders` are the systems that may be the best (one where it is clear); `order` lists all
    systems, best first in the user's direction. `reason` and `cure` are sentences for "not_comparable";
    `comparisons` holds every pair (A listed before B in `order`).
    """

    method: str
    state: str
    leaders: tuple[str, ...]
    order: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    high_is_good: bool
    margin: float
    reason: str | None = None
    cure: str | None = None


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
    """How often a system took each rank (1 = highest score) at one kept share; shares sum to 1."""

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
    `notes[method]` says in words why a method has no curve.
    """

    systems: tuple[str, ...]
    methods: tuple[str, ...]
    curves: tuple[StabilityPoint, ...]
    ranks: tuple[RankSpread, ...]
    full_ranking: dict[str, tuple[tuple[str, float | None, float | None], ...]]
    tau_with_gold: dict[str, float | None]
    notes: dict[str, str]
    findings: tuple[Finding, ...] = ()
    provenance: dict[str, object] = field(default_factory=dict)

    def to_frame(self) -> pd.DataFrame:
        """One row per method and fraction; columns are the fields of `StabilityPoint`."""
        return frame_of(self.curves, StabilityPoint)

    def ranks_frame(self) -> pd.DataFrame:
        """One row per method, fraction and system; columns are the fields of `RankSpread`."""
        return frame_of(self.ranks, RankSpread)


@dataclass(frozen=True, kw_only=True)
class AnnotatorResult:
    """Every annotator of both rounds, in natural order, from the gold-anchored fit of the history.

    Without a history the confusion matrices come from Dawid-Skene on the current votes (`source` says which).
    """

    classes: tuple[str, ...]
    rows: tuple[AnnotatorRow, ...]
    source: str
    level: float
    findings: tuple[Finding, ...]
    provenance: dict[str, object] = field(default_factory=dict)

    def to_frame(self) -> pd.DataFrame:
        """One row per annotator; columns are the fields of `AnnotatorRow`."""
        return frame_of(self.rows, AnnotatorRow)


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """A table (of annotators or of items) with what was seen on the way."""

    frame: pd.DataFrame
    findings: tuple[Finding, ...]
    provenance: dict[str, object] = field(default_factory=dict)

    def to_frame(self) -> pd.DataFrame:
        """The table itself."""
        return self.frame
