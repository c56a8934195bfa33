"""slices(): on which items are two systems different? The paired difference slice by slice of an item feature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np

from hero_core.annotations import Annotations, BoolArray, FloatArray
from hero_core.compare import check_systems, compare
from hero_core.errors import SettingsError
from hero_core.estimate import estimate
from hero_core.progress import Progress
from hero_core.results import Comparison, EstimateResult, Slice, SlicesResult
from hero_core.saying import joined, said
from hero_core.solved import ModelChoices

MOST_VALUES = 6
PARTS = 3
FEWEST_ITEMS = 10
SLICE_METHODS = ("hero1", "pec", "ds", "mv")


def slices(
    history: Annotations | None,
    current: Annotations,
    *,
    by: str,
    a: str,
    b: str,
    method: str | None = None,
    resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
    margin: float = 0.02,
    high_is_good: bool = True,
    progress: Progress | None = None,
    **model: Unpack[ModelChoices],
) -> SlicesResult:
    """A - B on the items of each slice of the item feature `by`, by HERO-1 (without a history PEC) or `method`.

    A feature with at most six values has a slice for each; others are cut into thirds of this round's items. Every
    slice is estimated as a system is: with the rates of the whole history, both systems from the same draws. HERO-2
    is not offered: within a slice the feature's mean differs from the history's by design. A slice with fewer than
    ten items of a system has no number. Raises SettingsError for an unknown
    feature, system or method. HERO (arXiv 2606.29784), the estimate on a subset of items.
    """
    method = method or ("pec" if history is None else "hero1")
    _check(current, by, (a, b), method)
    cuts = cuts_of(current.covariates[:, current.covariate_names.index(by)], by)
    pair = [current.systems.index(name) for name in (a, b)]
    sliced = _relabelled(current, cuts)
    options: ModelChoices = {**model, "covariates": "none"}
    result = estimate(
        history, sliced, methods=(method,), resamples=resamples, level=level, seed=seed, progress=progress, quick=True,
        **options,
    )  # fmt: skip
    judged = replace(result, level=1 - (1 - level) / len(cuts))
    rows = []
    for cut in cuts:
        counts = [int((cut.items & (current.system == code)).sum()) for code in pair]
        names = [_name(cut, system) for system in (a, b)]
        rows.append(_row(cut, counts, names, result, judged, method, margin, high_is_good))
    overall = _overall(history, current, a, b, method, level, seed, options)
    return SlicesResult(
        a=a, b=b, by=by, method=method, level=level, rows=tuple(rows), overall=overall,
        provenance=_provenance(result, by),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Cut:
    """The items of one slice, (I,), and the values that bound it."""

    name: str
    low: float | None
    high: float | None
    items: BoolArray


def cuts_of(values: FloatArray, by: str) -> list[Cut]:
    """The slices of a feature with these values, (I,): one per value, or thirds; last the items without a value."""
    known = np.isfinite(values)
    distinct = np.unique(values[known])
    if len(distinct) <= MOST_VALUES:
        cuts = [
            Cut(name=said("{by} = {value}", by=by, value=f"{value:g}"), low=float(value), high=float(value),
                items=known & (values == value))
            for value in distinct
        ]  # fmt: skip
    else:
        edges = np.unique(np.quantile(values[known], np.arange(1, PARTS) / PARTS, method="lower"))
        part = np.searchsorted(edges, values, side="left")
        cuts = [_between(by, values, known & (part == number)) for number in range(len(edges) + 1)]
        cuts = [cut for cut in cuts if cut.items.any()]
    if not known.all():
        cuts.append(Cut(name=said("{by} not given", by=by), low=None, high=None, items=~known))
    return cuts


def told_apart(current: Annotations) -> tuple[str, ...]:
    """The item features that cut the round into parts: those with one value for all items do not."""
    parts = zip(current.covariate_names, current.covariates.T, strict=True)
    return tuple(name for name, values in parts if len(cuts_of(values, name)) > 1)


def _between(by: str, values: FloatArray, items: BoolArray) -> Cut:
    """The items between the least and the greatest value among them."""
    low, high = (float(edge(values[items], initial=start)) for edge, start in ((np.min, np.inf), (np.max, -np.inf)))
    name = said("{by} from {low} to {high}", by=by, low=f"{low:g}", high=f"{high:g}")
    return Cut(name=name, low=low, high=high, items=items)


def _name(cut: Cut, system: str) -> str:
    """How a system is called on the items of a slice."""
    return f"{system}, {cut.name}"


def _relabelled(current: Annotations, cuts: Sequence[Cut]) -> Annotations:
    """The same round with a system for each slice of each system."""
    kinds = len(current.systems)
    number = np.zeros(current.n_items, dtype=np.int64)
    for position, cut in enumerate(cuts):
        number[cut.items] = position
    names = tuple(_name(cut, system) for cut in cuts for system in current.systems)
    present, system = np.unique(number * kinds + current.system, return_inverse=True)
    return replace(current, systems=tuple(names[code] for code in present), system=system)


def _row(
    cut: Cut, counts: Sequence[int], names: Sequence[str], result: EstimateResult, judged: EstimateResult, method: str,
    margin: float, high_is_good: bool,
) -> Slice:  # fmt: skip
    """One slice: the plain interval from `result`, the one for all slices and the verdict from `judged`."""
    blank = Slice(
        slice=cut.name, from_value=cut.low, to_value=cut.high, items_a=counts[0], items_b=counts[1], estimate_a=None,
        estimate_b=None, difference=None, low=None, high=None, low_all=None, high_all=None, verdict="not_comparable",
        reason=said("Fewer than {least} items of a version: too few for a number.", least=FEWEST_ITEMS),
    )  # fmt: skip
    if min(counts) < FEWEST_ITEMS:
        return blank
    plain, wide = (
        compare(found, names[0], names[1], method=method, margin=margin, high_is_good=high_is_good)
        for found in (result, judged)
    )
    return _filled(blank, plain, wide)


def _filled(blank: Slice, plain: Comparison, wide: Comparison) -> Slice:
    return replace(
        blank, estimate_a=plain.estimate_a, estimate_b=plain.estimate_b, difference=plain.difference, low=plain.low,
        high=plain.high, low_all=wide.low, high_all=wide.high, verdict=wide.verdict, reason=wide.reason,
    )  # fmt: skip


def _overall(
    history: Annotations | None, current: Annotations, a: str, b: str, method: str, level: float, seed: int,
    options: ModelChoices,
) -> float | None:  # fmt: skip
    """The difference on all items by the same method."""
    whole = estimate(history, current, methods=(method,), resamples=0, level=level, seed=seed, quick=True, **options)
    return compare(whole, a, b, method=method).difference


def _provenance(result: EstimateResult, by: str) -> dict[str, object]:
    settings = result.provenance["settings"]
    return {**result.provenance, "settings": {**settings, "by": by}}  # type: ignore[dict-item]


def _check(current: Annotations, by: str, pair: Sequence[str], method: str) -> None:
    """Raises SettingsError where the feature, a system or the method is not there."""
    if by not in current.covariate_names:
        have = joined(current.covariate_names, ", ") or said("none")
        raise SettingsError(said("There is no item feature {by!r}; the features are: {have}.", by=by, have=have))
    check_systems(pair, current.systems)
    if len(set(pair)) < len(pair):
        raise SettingsError(said("{system} cannot be compared with itself; choose two systems.", system=pair[0]))
    if method not in SLICE_METHODS:
        raise SettingsError(
            said("Slices are known for {methods}, not for {method!r}.", methods=joined(SLICE_METHODS, ", "),
                 method=method)
        )  # fmt: skip
