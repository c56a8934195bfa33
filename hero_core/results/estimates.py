"""Estimates of all methods side by side."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from hero_core.annotations import FloatArray
from hero_core.errors import Finding
from hero_core.results.annotators import AnnotatorRow
from hero_core.results.base import apart, frame_of


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

    def shares_by(self, classes: tuple[str, ...]) -> dict[str, float | None]:
        """The share of each class under the name of its column in a file, share_CLASS; None where there is none."""
        shares = (None,) * len(classes) if self.class_shares is None else self.class_shares
        return {f"share_{name}": share for name, share in zip(classes, shares, strict=True)}


@dataclass(frozen=True, kw_only=True)
class CovariateRow:
    """One `x_*` column: its means over items, whether HERO-2 used it, and the p-value of equal means."""

    name: str
    history_mean: float | None
    current_mean: float | None
    used: bool
    reason: str | None
    p_value: float | None = None


@dataclass(frozen=True, kw_only=True)
class TextRow:
    """What the words of the prompts were worth as a covariate of HERO-2, x_text.

    `prompts` taught it, by `features` pieces of text with this `ridge`; `explained` is the share of the variance of the
    history items' values that it foretold out of sample. `reason` says why it is not used. `variance_removed` is what
    HERO-2 takes out of the variance of HERO-1 for all items (by all of its covariates together), `items_worth` how many
    more items HERO-1 would need for that; None where the two have no standard error.
    """

    column: str
    prompts: int
    empty_history: int
    empty_current: int
    features: int = 0
    ridge: float | None = None
    explained: float | None = None
    used: bool = False
    reason: str | None = None
    variance_removed: float | None = None
    items_worth: int | None = None


@dataclass(frozen=True, kw_only=True)
class EstimateResult:
    """All methods side by side.

    `replicates[method]` is (S + 1, B): row 0 all items, then one row per system in `systems`; NaN where a
    replicate has no number. Rows of different methods and systems share their draws, so differences are paired.
    With `resamples` 0, `influence[method]` (S + 1, units) does the same: the norm of a row is its standard error, the
    norm of the difference of two rows that of a paired difference. `strip` is HERO-1 of all items with unlabelled
    history items weighing 1, .3, .1 and 0. `text` tells of the prompts' words where they were asked for. `unchecked`
    are the codes of guard rails that a quick estimate did not look for, `refusal` says why no method of the history
    has a number (None where they may have one). `version` is the name of the only system, if the file names just one;
    `systems` is empty then.
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
    strip: tuple[float, ...] = ()
    text: TextRow | None = None
    unchecked: tuple[str, ...] = ()
    refusal: str | None = None
    version: str | None = None
    replicates: dict[str, FloatArray] = field(default_factory=dict, repr=False, compare=False)
    influence: dict[str, FloatArray] = field(default_factory=dict, repr=False, compare=False)

    def to_frame(self) -> pd.DataFrame:
        """One row per system and method; columns are the fields of `Estimate`."""
        return frame_of(self.estimates, Estimate)

    def shares_apart(self) -> pd.DataFrame:
        """The same for a file: one column for the share of each class, in place of all of them in one cell."""
        return apart(self.to_frame(), "class_shares", [row.shares_by(self.classes) for row in self.estimates])

    def get(self, method: str, system: str | None = None) -> Estimate:
        """The estimate of one method for one system (None = all items). KeyError if it was not asked for."""
        for row in self.estimates:
            if row.method == method and row.system == system:
                return row
        raise KeyError((method, system))
