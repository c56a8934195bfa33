"""How far the annotators of one file agree."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.errors import Finding
from hero_core.results.base import frame_of


@dataclass(frozen=True, kw_only=True)
class AgreementRow:
    """Agreement over the items of one system (None = all) that two or more annotators have judged.

    `agreement` is how often two votes on one item say the same, `expected` how often two votes on any items do;
    `alpha` is Krippendorff's: 1 = always, 0 = as by chance. Each with its bounds, and in words how they were made.
    `reason` says why there is no alpha.
    """

    system: str | None
    n_items: int
    n_votes: int
    n_annotators: int
    agreement: float | None
    agreement_low: float | None
    agreement_high: float | None
    agreement_interval: str | None
    expected: float | None
    alpha: float | None
    alpha_low: float | None
    alpha_high: float | None
    alpha_interval: str | None
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class PairAgreement:
    """Agreement of two annotators over the `n_items` items that both have judged.

    `agreement` is the share of these items with the same label from both, `kappa` is Cohen's (1960). `reason` says why
    there is no kappa.
    """

    a: str
    b: str
    n_items: int
    agreement: float
    agreement_low: float | None
    agreement_high: float | None
    agreement_interval: str | None
    kappa: float | None
    kappa_low: float | None
    kappa_high: float | None
    kappa_interval: str | None
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class AgreementResult:
    """Agreement over all items, by system, and by pair of annotators (those with the most shared items first).

    `metric` says what two labels differ by: nominal (same or not), ordinal (ranks) or interval (numbers).
    `pairs_sharing` counts the pairs of annotators with an item in common, of which `pairs` holds the first, and
    `pairs_apart` those without.
    """

    classes: tuple[str, ...]
    metric: str
    level: float
    resamples: int
    seed: int
    rows: tuple[AgreementRow, ...]
    pairs: tuple[PairAgreement, ...]
    pairs_sharing: int
    pairs_apart: int
    findings: tuple[Finding, ...]
    provenance: dict[str, object] = field(default_factory=dict)

    @property
    def pairs_left_out(self) -> int:
        """Pairs of annotators with shared items that are not in `pairs`."""
        return self.pairs_sharing - len(self.pairs)

    def to_frame(self) -> pd.DataFrame:
        """One row for all items and one per system; columns are the fields of `AgreementRow`."""
        return frame_of(self.rows, AgreementRow)

    def pairs_frame(self) -> pd.DataFrame:
        """One row per pair of annotators; columns are the fields of `PairAgreement`."""
        return frame_of(self.pairs, PairAgreement)
