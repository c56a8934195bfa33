"""What all results share: names of methods and states, tables of rows, numbers that are finite or None."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields

import numpy as np
import pandas as pd

from hero_core.errors import Finding
from hero_core.saying import said

METHODS = ("mv", "vote_share", "ds", "ds_hard", "mle", "hero1", "hero2", "pec")
HISTORY_METHODS = ("mle", "hero1", "hero2")
METHOD_NAMES = {
    "mv": said("simple vote"),
    "vote_share": said("share of votes"),
    "ds": "Dawid-Skene",
    "ds_hard": said("Dawid-Skene by most likely class"),
    "mle": said("gold only"),
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


def apart(frame: pd.DataFrame, column: str, parts: Sequence[Mapping[str, float | None]]) -> pd.DataFrame:
    """The table with a column of numbers for each part, in place of one whose cells hold all of them."""
    at = list(frame).index(column)
    columns = pd.DataFrame(list(parts), index=frame.index, dtype=float)
    return pd.concat([frame.iloc[:, :at], columns, frame.iloc[:, at + 1 :]], axis=1)


def _is_number(column: pd.Series) -> bool:
    """Whether all that is there are floats: text, counts and flags keep their type, and None stays None in text."""
    present = column.dropna()
    return len(present) > 0 and all(isinstance(value, float) for value in present)


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """A table (of annotators or of items) with what was seen on the way."""

    frame: pd.DataFrame
    findings: tuple[Finding, ...]
    provenance: dict[str, object] = field(default_factory=dict)

    def to_frame(self) -> pd.DataFrame:
        """The table itself."""
        return self.frame
