"""Precision and recall of an automatic classifier."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.annotations import FloatArray
from hero_core.errors import Finding
from hero_core.results.base import frame_of

QUANTITIES = ("precision", "recall", "share_predicted", "prevalence")


@dataclass(frozen=True, kw_only=True)
class ClassifierRow:
    """One quantity by one method for one system (None = all items).

    `quantity` is precision (share of real positives among items predicted 1), recall (share of real positives that are
    predicted 1), share_predicted or prevalence. `status` is one of STATUSES; without a number `reason` says why.
    """

    method: str
    system: str | None
    quantity: str
    estimate: float | None
    low: float | None
    high: float | None
    std_error: float | None
    level: float
    interval: str | None
    n_items: int
    status: str
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class Joint:
    """How precision and recall of one method and system move together: their correlation over the replicates."""

    method: str
    system: str | None
    correlation: float | None


@dataclass(frozen=True, kw_only=True)
class ClassifierResult:
    """Precision and recall by every method, for all items and by system.

    `replicates[method]` is (S + 1, 4, B): all items and each system, by QUANTITIES, in the same two-level resamples.
    `history_gold` holds the same quantities from the gold items of the history that have a prediction, where any has.
    `unpredicted` counts current items without a prediction, which are left out.
    """

    systems: tuple[str, ...]
    methods: tuple[str, ...]
    level: float
    seed: int
    resamples: int
    rows: tuple[ClassifierRow, ...]
    joint: tuple[Joint, ...]
    history_gold: tuple[ClassifierRow, ...]
    unpredicted: int
    counts: dict[str, int]
    findings: tuple[Finding, ...]
    provenance: dict[str, object]
    replicates: dict[str, FloatArray] = field(default_factory=dict, repr=False, compare=False)

    def to_frame(self) -> pd.DataFrame:
        """One row per method, system and quantity; columns are the fields of `ClassifierRow`."""
        return frame_of(self.rows, ClassifierRow)

    def get(self, method: str, quantity: str, system: str | None = None) -> ClassifierRow:
        """One row. KeyError if it was not asked for."""
        for row in self.rows:
            if (row.method, row.quantity, row.system) == (method, quantity, system):
                return row
        raise KeyError((method, quantity, system))
