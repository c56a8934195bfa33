"""How far annotators agree: Krippendorff's alpha, Cohen's kappa of pairs, and plain percentages, with intervals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from hero_core.agreementnotes import pairs_left_out, skewed_labels
from hero_core.annotations import Annotations, FloatArray, IntArray
from hero_core.coefficients import METRICS, Alpha, alpha_of, kappa_of, positions
from hero_core.errors import Finding, SettingsError, counted
from hero_core.intervals import Interval, percentile, wilson_interval
from hero_core.links import linked_items
from hero_core.provenance import provenance
from hero_core.resample import block_streams, bootstrap_weights, check_sampling
from hero_core.results import AgreementResult, AgreementRow, PairAgreement, finite
from hero_core.saying import joined, said

MOST_PAIRS = 500
FEW_PATTERNS = 0.25
WHAT = said("bootstrap of items")


def agreement(
    annotations: Annotations,
    *,
    metric: str | None = None,
    resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
) -> AgreementResult:
    """Alpha and percent agreement over all items and by system, kappa and percentage by pair of annotators.

    `metric` is nominal, ordinal or interval (the numbers of the scale); by default nominal for two classes, ordinal for
    more. Items are drawn anew for the intervals, those that belong together at once; `resamples` 0 gives none. Raises
    SettingsError for options.
    """
    check_sampling(resamples, level, seed)
    metric = metric or ("nominal" if len(annotations.classes) <= 2 else "ordinal")
    if metric not in METRICS:
        raise SettingsError(
            said(
                "metric is {metric!r}; use {names} or {last}.",
                metric=metric,
                names=joined(METRICS[:-1], ", "),
                last=METRICS[-1],
            )
        )
    file, findings = _first_votes(annotations)
    findings += skewed_labels(file)
    link, sampling = linked_items(file), _Sampling(resamples=resamples, level=level, seed=seed)
    position = positions(file.classes) if metric == "interval" else None
    judge = _Judge(file=file, link=link, metric=metric, position=position, sampling=sampling)
    pairs = _shared_items(file)
    kept = pairs.first(MOST_PAIRS)
    if len(kept.shared) < len(pairs.shared):
        findings.append(pairs_left_out(file.name, len(pairs.shared), MOST_PAIRS, int(pairs.shared[MOST_PAIRS])))
    settings: dict[str, object] = {"metric": metric, "resamples": resamples, "level": level, "seed": seed}
    possible = file.n_annotators * (file.n_annotators - 1) // 2
    return AgreementResult(
        classes=file.classes,
        metric=metric,
        level=level,
        resamples=resamples,
        seed=seed,
        rows=tuple(judge.row(system) for system in (None, *file.system_names)),
        pairs=tuple(judge.pair(*facts) for facts in _tables(file, kept, link)),
        pairs_sharing=len(pairs.shared),
        pairs_apart=possible - len(pairs.shared),
        findings=(*file.findings, *findings),
        provenance=provenance(None, annotations, None, settings),
    )


def _first_votes(file: Annotations) -> tuple[Annotations, list[Finding]]:
    """The first vote of each annotator on each item: nobody agrees with himself here."""
    key = file.item.astype(np.int64) * max(1, file.n_annotators) + file.annotator
    first = np.sort(np.unique(key, return_index=True)[1])
    if len(first) == file.n_votes:
        return file, []
    keep = np.zeros(file.n_votes, dtype=bool)
    keep[first] = True
    count = file.n_votes - len(first)
    return file.select_votes(keep), [
        Finding(
            severity="info",
            code="repeats_in_agreement",
            file=file.name,
            column="annotator_id",
            count=count,
            message=said(
                "{votes} of an annotator on an item that he or she had judged before are left out: agreement is "
                "between annotators.",
                votes=counted(count, "further vote"),
            ),
        )
    ]


@dataclass(frozen=True, kw_only=True)
class _Sampling:
    """How the intervals are made."""

    resamples: int
    level: float
    seed: int

    def weights(self, pattern: IntArray, patterns: int, unit: IntArray) -> Iterator[FloatArray]:
        """How often each pattern occurs when units are drawn with replacement, in blocks; shape (patterns, b).

        `pattern` (I,) is what is the same about items, `unit` (I,) is drawn as a whole.
        """
        _, unit = np.unique(unit, return_inverse=True)
        units = int(unit.max(initial=-1)) + 1
        if units == len(unit) and patterns <= max(16, FEW_PATTERNS * units):  # the weights of equal items together
            share = np.bincount(pattern, minlength=patterns) / units
            rng = np.random.default_rng(self.seed)
            yield rng.multinomial(units, share, size=self.resamples).T.astype(float)
            return
        gather = sparse.csr_array((np.ones(len(unit)), (pattern, unit)), shape=(patterns, units))
        for rng, size in block_streams(self.seed, self.resamples):
            yield gather @ bootstrap_weights(rng, units, size, np.float64)

    def interval(self, values: FloatArray, instead: Interval) -> Interval:
        """Percentile interval of replicates (B,), or what stands in where they all agree."""
        if not self.resamples:
            return Interval(low=None, high=None, std_error=None, words=said("none: no resamples were asked for"))
        return percentile(values, self.level, WHAT) or instead


class _Table(NamedTuple):
    """Labels of two annotators on the items of both: cell label_a * K + label_b and link of each; shapes (I,)."""

    a: int
    b: int
    cell: IntArray
    link: IntArray


@dataclass(frozen=True, kw_only=True)
class _Judge:
    """Makes the rows; holds what is common to them."""

    file: Annotations
    link: IntArray
    metric: str
    position: FloatArray | None
    sampling: _Sampling

    def row(self, system: str | None) -> AgreementRow:
        """Agreement over the items of a system (None = all)."""
        file, sampling = self.file, self.sampling
        count = file.vote_counts
        chosen = count.sum(axis=1) >= 2
        if system is not None:
            chosen &= file.system == file.systems.index(system)
        voters = np.unique(file.annotator[chosen[file.item]]).size
        table, pattern = np.unique(count[chosen], axis=0, return_inverse=True)
        table, units = table.astype(float), len(np.unique(self.link[chosen]))
        if not units:
            none = dict.fromkeys(NUMBERS)
            return AgreementRow(system=system, n_items=0, n_votes=0, n_annotators=0, reason=NOTHING_SHARED, **none)
        found = self._of(table, np.bincount(pattern, minlength=len(table)).astype(float)[:, None])
        draws = [self._of(table, weights) for weights in sampling.weights(pattern, len(table), self.link[chosen])]
        equal = sampling.interval(_joined([draw.agreement for draw in draws]), self._wilson(found.agreement[0], units))
        alpha, bounds = finite(found.alpha[0]), sampling.interval(_joined([draw.alpha for draw in draws]), NO_WIDTH)
        bounds = NO_BAND if alpha is None else bounds
        return AgreementRow(
            system=system,
            n_items=int(chosen.sum()),
            n_votes=int(count[chosen].sum()),
            n_annotators=int(voters),
            agreement=float(found.agreement[0]),
            agreement_low=equal.low,
            agreement_high=equal.high,
            agreement_interval=equal.words,
            expected=finite(found.expected[0]),
            alpha=alpha,
            alpha_low=bounds.low,
            alpha_high=bounds.high,
            alpha_interval=bounds.words,
            reason=None if alpha is not None else self._no_variation(count[chosen].sum(axis=0)),
        )

    def pair(self, a: int, b: int, cell: IntArray, link: IntArray) -> PairAgreement:
        """Agreement of two annotators over the items of both."""
        classes, sampling = len(self.file.classes), self.sampling
        cells, pattern = np.unique(cell, return_inverse=True)
        kappas, equals = kappa_of(cells, np.bincount(pattern).astype(float)[:, None], classes)
        draws = [kappa_of(cells, weights, classes) for weights in sampling.weights(pattern, len(cells), link)]
        equal = sampling.interval(_joined([draw[1] for draw in draws]), self._wilson(equals[0], len(cell)))
        kappa, bounds = finite(kappas[0]), sampling.interval(_joined([draw[0] for draw in draws]), NO_WIDTH)
        bounds = NO_BAND if kappa is None else bounds
        label = self.file.classes[cells[0] // classes]
        reason = said(
            "Both gave the label {label} to every one of the {items} that they share: without variation "
            "kappa is not defined.",
            label=label,
            items=counted(len(cell), "item"),
        )
        return PairAgreement(
            a=str(self.file.annotator_ids[a]),
            b=str(self.file.annotator_ids[b]),
            n_items=len(cell),
            agreement=float(equals[0]),
            agreement_low=equal.low,
            agreement_high=equal.high,
            agreement_interval=equal.words,
            kappa=kappa,
            kappa_low=bounds.low,
            kappa_high=bounds.high,
            kappa_interval=bounds.words,
            reason=reason if kappa is None else None,
        )

    def _of(self, table: FloatArray, weights: FloatArray) -> Alpha:
        return alpha_of(table, weights, self.metric, self.position)

    def _wilson(self, share: float, count: int) -> Interval:
        return wilson_interval(float(share), (0.0, 1.0), count, self.sampling.level, said("the resamples agree"))

    def _no_variation(self, votes: IntArray) -> str:
        label = self.file.classes[int(votes.argmax())]
        return said(
            "All {votes} votes on items with two or more votes are {label}: without variation alpha is not "
            "defined. Percent agreement is.",
            votes=int(votes.sum()),
            label=label,
        )


NUMBERS = tuple(name for name in AgreementRow.__annotations__
                if name not in ("system", "n_items", "n_votes", "n_annotators", "reason"))  # fmt: skip
NOTHING_SHARED = said("No item was judged by two annotators: there is nothing to compare.")
NO_BAND = Interval(low=None, high=None, std_error=None, words=None)
NO_WIDTH = Interval(low=None, high=None, std_error=None, words=said("none: the resamples agree or most have no number"))


def _joined(parts: list[FloatArray]) -> FloatArray:
    return np.concatenate(parts) if parts else np.zeros(0)


class _Pairs(NamedTuple):
    """Pairs of annotators with shared items, most items first; each (P,)."""

    a: IntArray
    b: IntArray
    shared: IntArray

    def first(self, most: int) -> _Pairs:
        """The first ones."""
        return _Pairs(*(column[:most] for column in self))


def _shared_items(file: Annotations) -> _Pairs:
    shape = (file.n_items, file.n_annotators)
    who = sparse.csr_array((np.ones(file.n_votes, dtype=np.int64), (file.item, file.annotator)), shape=shape)
    shared = sparse.coo_array(sparse.triu(who.T @ who, k=1))
    a, b = shared.coords
    order = np.lexsort((b, a, -shared.data))
    return _Pairs(a[order], b[order], shared.data[order])


def _tables(file: Annotations, pairs: _Pairs, link: IntArray) -> Iterator[_Table]:
    """The labels of both annotators of each pair on the items that they share."""
    classes = len(file.classes)
    order = np.argsort(file.annotator, kind="stable")
    ends = np.cumsum(np.bincount(file.annotator, minlength=file.n_annotators))[:-1]
    items, labels = np.split(file.item[order], ends), np.split(file.label[order].astype(np.int64), ends)
    said = np.full(file.n_items, -1, dtype=np.int64)
    for a, b in zip(pairs.a.tolist(), pairs.b.tolist(), strict=True):
        said[items[a]] = labels[a]
        both = said[items[b]] >= 0
        shared = items[b][both]
        yield _Table(a, b, said[shared] * classes + labels[b][both], link[shared])
        said[items[a]] = -1
