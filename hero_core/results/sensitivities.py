"""How an estimate moves when one choice is made otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.errors import Finding
from hero_core.results.base import frame_of

CHANGES = (
    "as_is", "unlabelled_weight", "finite_weight", "without_covariate", "without_covariates", "without_annotator",
    "new_annotators_pooled", "prevalence_by_group", "gold_only",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SensitivityRow:
    """One system's number with one change: `change` is one of CHANGES, `name` of what (a covariate, a weight).

    `shift` is the number minus that of "as_is"; `outside` whether it left the plausible range of "as_is".
    """

    change: str
    name: str | None
    system: str | None
    estimate: float | None
    shift: float | None
    outside: bool


@dataclass(frozen=True, kw_only=True)
class SensitivityResult:
    """Every change for all items together (system None) and for each system, the largest shift first after "as_is"."""

    method: str
    systems: tuple[str, ...]
    rows: tuple[SensitivityRow, ...]
    findings: tuple[Finding, ...] = ()
    provenance: dict[str, object] = field(default_factory=dict)

    def to_frame(self) -> pd.DataFrame:
        """One row per change and system; columns are the fields of `SensitivityRow`."""
        return frame_of(self.rows, SensitivityRow)
