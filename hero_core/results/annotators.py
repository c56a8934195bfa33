"""What is known of each annotator."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.errors import Finding
from hero_core.results.base import frame_of

Cells = tuple[tuple[float, ...], ...]
KnownCells = tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Drift:
    """Whether an annotator judges the round as the history: likelihood ratio, with Holm over the annotators.

    `before` and `now` are the confusion matrices K x K when history and round have their own.
    """

    p_value: float
    p_holm: float
    before: Cells
    now: Cells


@dataclass(frozen=True, kw_only=True)
class AnnotatorRow:
    """One annotator's confusion matrix [true][observed] with intervals and counts.

    `confusion`, `low`, `high` are K x K; `gold_counts[k][l]` counts gold items of class k labelled l,
    `expected_counts` the same with unlabelled history items spread by their posterior. `confusion` is None for
    an annotator without any history. `sensitivity`/`specificity` (binary only) with their intervals.
    `weight` is the Youden index (sensitivity + specificity - 1), for K classes (sum of the diagonal - 1)/(K - 1),
    with its interval `weight_low` to `weight_high`.

    `pool[k][l]` is the share of answer l on items of class k of all other annotators together (their votes thrown
    together, one's own left out), None where nobody else voted; `pool_difference` is `confusion` minus `pool`, with
    its interval `pool_low` to `pool_high`; `pool_distance` the share of the annotator's votes that would be others if
    the pool had cast them.
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
    drift: Drift | None = None
    weight_low: float | None = None
    weight_high: float | None = None
    pool: KnownCells | None = None
    pool_difference: KnownCells | None = None
    pool_low: KnownCells | None = None
    pool_high: KnownCells | None = None
    pool_distance: float | None = None


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
