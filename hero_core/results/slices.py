"""Two systems slice by slice of the items."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.errors import Finding
from hero_core.results.base import frame_of


@dataclass(frozen=True, kw_only=True)
class Slice:
    """The difference A - B on the items of one slice, from the same draws of both systems.

    `low` and `high` bound the plain interval at `level`; `low_all` and `high_all` hold for all slices at once
    (Bonferroni), and `verdict` follows them. `from_value` and `to_value` bound the slice (both included).
    """

    slice: str
    from_value: float | None
    to_value: float | None
    items_a: int
    items_b: int
    estimate_a: float | None
    estimate_b: float | None
    difference: float | None
    low: float | None
    high: float | None
    low_all: float | None
    high_all: float | None
    verdict: str
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class SlicesResult:
    """Slices in the order of the feature's values, and the difference on all items."""

    a: str
    b: str
    by: str
    method: str
    level: float
    rows: tuple[Slice, ...]
    overall: float | None
    findings: tuple[Finding, ...] = ()
    provenance: dict[str, object] = field(default_factory=dict)

    def to_frame(self) -> pd.DataFrame:
        """One row per slice; columns are the fields of `Slice`."""
        return frame_of(self.rows, Slice)
