"""What the ranking and the verdict are without each annotator in turn."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.errors import Finding
from hero_core.results.base import frame_of


@dataclass(frozen=True, kw_only=True)
class Removal:
    """The ranking without one annotator, held against the one with everybody.

    `votes` are the annotator's on the round. `lead` is how far the best system of the full ranking is ahead of its
    second, negative where it is behind; `tau` Kendall's tau-b of the two rankings; `winner` the best system now, None
    where several share the first place. `state` and `leaders` are of the verdict now. None where there is no ranking.
    """

    annotator: str
    votes: int
    lead: float | None
    tau: float | None
    winner: str | None
    new_winner: bool
    new_order: bool
    state: str | None
    leaders: tuple[str, ...]
    new_verdict: bool


@dataclass(frozen=True, kw_only=True)
class RemovalsResult:
    """Every annotator left out in turn, by one method; `rows` begin with whoever moves the ranking most.

    `order`, `lead`, `state` and `leaders` are those with everybody. `done` of the `asked` annotators are in the rows:
    fewer while the work goes on. Verdicts are by the ranges alone: the guard rails have no say in them.
    """

    method: str
    order: tuple[str, ...]
    lead: float | None
    state: str
    leaders: tuple[str, ...]
    values: tuple[float, ...]
    rows: tuple[Removal, ...]
    done: int
    asked: int
    voters: int
    findings: tuple[Finding, ...] = ()
    provenance: dict[str, object] = field(default_factory=dict)

    @property
    def partial(self) -> bool:
        """Not everybody was left out yet."""
        return self.done < self.asked

    def to_frame(self) -> pd.DataFrame:
        """One row per annotator; columns are the fields of `Removal`."""
        return frame_of(self.rows, Removal)
