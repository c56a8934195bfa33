"""What would make a difference decidable."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.errors import Finding
from hero_core.results.base import frame_of


@dataclass(frozen=True, kw_only=True)
class PlanRow:
    """One way to get there, all else as it is: `what` is items, votes (per item) or gold (labels in the history);
    where neither items nor gold alone suffice, both: items once every history item has gold.

    `now` and `needed` count items per system, votes per item or gold labels; `needed` is None where this way alone
    does not lead there, for the `reason`. `std_error` is what is left at `needed`, or at best.
    """

    what: str
    now: float
    needed: float | None
    std_error: float | None
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class NextGold:
    """An unlabelled history item, and how much of the variance one expert label on it would take away, in percent."""

    item_id: str
    system: str | None
    round: str | None
    gain: float


@dataclass(frozen=True, kw_only=True)
class GoldWorth:
    """How much an expert label on an item of this annotator takes away, as a multiple of that on a random item."""

    annotator: str
    gold_votes: int
    unlabelled: int
    worth: float


@dataclass(frozen=True, kw_only=True)
class PlanResult:
    """What is needed to find a difference of `detect` (or a rate that far from a target) with the given power.

    `std_error` is that of the difference of `a` and `b` now (`b` None: of the rate of `a`; both None: of all items);
    `wanted` the one needed; `smallest` the difference that is found with that power now.
    `from_items` and `from_history` are the shares of the variance now.
    """

    method: str
    a: str | None
    b: str | None
    detect: float
    power: float
    level: float
    std_error: float
    wanted: float
    smallest: float
    from_items: float
    from_history: float
    rows: tuple[PlanRow, ...]
    items: tuple[NextGold, ...]
    annotators: tuple[GoldWorth, ...]
    findings: tuple[Finding, ...] = ()
    provenance: dict[str, object] = field(default_factory=dict)

    def to_frame(self) -> pd.DataFrame:
        """One row per way; columns are the fields of `PlanRow`."""
        return frame_of(self.rows, PlanRow)
