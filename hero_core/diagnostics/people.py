"""Guard rails about single annotators: constant, random, reversed, copied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.special import ndtr, ndtri

from hero_core.annotations import BoolArray, FloatArray, IntArray
from hero_core.diagnostics.means import holm
from hero_core.errors import Finding, counted, listed
from hero_core.methods import Stopping, fit_ds, fit_history, gold_per_class
from hero_core.rounds import Rounds
from hero_core.saying import said
from hero_core.votes import Votes

CONSTANT_VOTES = 20
CONSTANT_P = 0.01
RANDOM_VOTES = 50
RANDOM_MOST = 0.15
REVERSED_P = 0.01
REVERSED_VOTES = 10
COPY_ITEMS = 30
COPY_SHARE = 0.95
COPY_P = 0.01
MOST_PAIRS = 50
BUDGET = 4_000_000  # cells of a posterior fitted at once
FIT_TOL = 1e-4
FIT_STEPS = 200
MOST_ANNOTATORS = 3000


@dataclass(frozen=True, kw_only=True)
class _Record:
    """All votes of both rounds. `counts` (I, R * K); `reference` (I,) the gold class where there is one, else -1."""

    counts: sparse.csr_array
    label: IntArray
    annotator: IntArray
    item: IntArray
    reference: IntArray
    names: tuple[str, ...]
    classes: int

    def ballot(self, annotator: int) -> tuple[IntArray, IntArray]:
        """The items that an annotator labelled, in order, and the last label of each; shape (V,) each."""
        mine = np.flatnonzero(self.annotator == annotator)[::-1]
        items, last = np.unique(self.item[mine], return_index=True)
        return items, self.label[mine[last]]


@dataclass(frozen=True, kw_only=True)
class _Without:
    """What the votes of all but one annotator say: rates (R, K, K), and the posterior (K, V) of that one's `items`.

    `labels` (V,) are those that the annotator gave to them.
    """

    items: IntArray
    labels: IntArray
    confusion: FloatArray
    posterior: FloatArray


def of_people(rounds: Rounds, confusion: FloatArray | None = None, *, copies: bool = True) -> list[Finding]:
    """All guard rails about single annotators, over the votes of both rounds.

    `confusion` (R, K, K) are their rates where a fit has them: who is better than chance by these is not called random.
    Of annotators without history, where there is one, the fit knows nothing. `copies` says whether to look for those.
    """
    record = _record(rounds)
    constant, found = constant_annotators(record, rounds)
    found += unlike_others(record, rounds, constant, confusion)
    return found + (copied_annotators(record, rounds, constant) if copies else [])


def _record(rounds: Rounds) -> _Record:
    files = [rounds.current] if rounds.history is None else [rounds.history, rounds.current]
    offsets = np.cumsum([0, *(file.n_items for file in files)])
    item = np.concatenate([file.item + start for file, start in zip(files, offsets, strict=False)])
    annotator = np.concatenate([file.annotator for file in files])
    label = np.concatenate([file.label for file in files])
    reference = np.full(offsets[-1], -1)
    if rounds.history is not None:
        reference[: rounds.history.n_items] = rounds.history.gold
    classes, width = len(rounds.classes), len(rounds.annotator_ids)
    column = annotator * classes + label
    counts = sparse.csr_array(
        sparse.coo_array((np.ones(len(item)), (item, column)), shape=(int(offsets[-1]), width * classes))
    )
    names = tuple(str(name) for name in rounds.annotator_ids)
    return _Record(counts=counts, label=label, annotator=annotator, item=item, reference=reference, names=names,
                   classes=classes)  # fmt: skip


def constant_annotators(record: _Record, rounds: Rounds) -> tuple[BoolArray, list[Finding]]:
    """Annotators who gave one label to twenty items or more, which chance would not do (1%, Holm); the mask too."""
    width, classes = len(record.names), record.classes
    table = np.bincount(record.annotator * classes + record.label, minlength=width * classes).reshape(width, classes)
    cast, overall = table.sum(axis=1), table.sum(axis=0)
    only = (table > 0).sum(axis=1) == 1
    asked = np.flatnonzero(cast >= CONSTANT_VOTES)
    others = np.maximum(overall - table, 0.5) / np.maximum(overall.sum() - cast, 1)[:, None]
    chance = np.where(only, others[np.arange(width), table.argmax(axis=1)] ** cast, 1.0)
    hit = np.zeros(width, dtype=bool)
    hit[asked] = holm(chance[asked]) < CONSTANT_P
    names = tuple(record.names[j] for j in np.flatnonzero(hit))
    if not names:
        return hit, []
    message = said(
        "{annotators} gave every item the same label: {names}. Their votes say nothing.",
        annotators=counted(len(names), "annotator"),
        names=listed(names),
    )
    return hit, [
        _finding(rounds, "constant_annotator", names, message, said("Ask how they worked; leave their votes out."))
    ]


def unlike_others(
    record: _Record, rounds: Rounds, constant: BoolArray, confusion: FloatArray | None = None
) -> list[Finding]:
    """Annotators who disagree with gold (else with the majority of the others) beyond chance, or are at chance.

    Where many others are poor their majority is a poor reference, so the fitted rates must say the same.
    """
    kappa, error, shared = _agreement(record)
    found = []
    reversed_ = np.flatnonzero((shared >= REVERSED_VOTES) & ~constant)
    worse = reversed_[holm(ndtr(kappa[reversed_] / error[reversed_])) < REVERSED_P]
    names = tuple(record.names[j] for j in worse)
    if names:
        message = said(
            "{annotators} voted against gold and the other annotators: {names}. They may have the meaning of "
            "labels reversed, or mean harm; HERO and PEC turn such votes around, the simple vote does not.",
            annotators=counted(len(names), "annotator"),
            names=listed(names),
        )
        found.append(
            _finding(rounds, "reversed_annotator", names, message, said("Ask whether they swapped the labels."))
        )
    top = kappa + float(ndtri(0.975)) * error
    poor = np.ones(len(top), dtype=bool)
    if confusion is not None:
        learned = rounds.known if rounds.known.any() else np.ones(len(top), dtype=bool)
        poor = ~learned | (np.trace(confusion, axis1=1, axis2=2) - 1 < RANDOM_MOST * (confusion.shape[1] - 1))
    at_chance = np.flatnonzero((shared >= RANDOM_VOTES) & ~constant & (top < RANDOM_MOST) & poor)
    names = tuple(record.names[j] for j in at_chance if j not in worse)
    if names:
        message = said(
            "{annotators} agreed with gold and the others hardly more than chance would: {names}. Their "
            "votes add cost and noise, not information.",
            annotators=counted(len(names), "annotator"),
            names=listed(names),
        )
        found.append(_finding(rounds, "random_annotator", names, message, said("Train or replace them.")))
    return found


def _agreement(record: _Record) -> tuple[FloatArray, FloatArray, IntArray]:
    """Kappa of each annotator with gold, or where an item has none with the majority of the other voters.

    Also its standard error without agreement's help, and the number of votes compared; shape (R,) each. Items whose
    other voters are tied do not count.
    """
    classes, width = record.classes, len(record.names)
    total = np.asarray(record.counts @ np.tile(np.eye(classes), (width, 1)))
    others = total[record.item]
    others[np.arange(len(others)), record.label] -= 1
    top = others.max(axis=1)
    clear = (top > 0) & ((others == top[:, None]).sum(axis=1) == 1)
    gold = record.reference[record.item]
    reference = np.where(gold >= 0, gold, others.argmax(axis=1))
    use = (gold >= 0) | clear
    key = (record.annotator[use] * classes + reference[use]) * classes + record.label[use]
    table = np.bincount(key, minlength=width * classes**2).reshape(width, classes, classes).astype(float)
    count = table.sum(axis=(1, 2))
    share = table / np.maximum(count, 1)[:, None, None]
    rows, columns = share.sum(axis=2), share.sum(axis=1)
    expected = (rows * columns).sum(axis=1)
    observed = np.trace(share, axis1=1, axis2=2)
    room = np.maximum(1 - expected, 1e-9)
    variance = observed * (1 - observed) + 1 / np.maximum(count, 1)
    return (observed - expected) / room, np.sqrt(variance / np.maximum(count, 1)) / room, count.astype(int)


def copied_annotators(record: _Record, rounds: Rounds, constant: BoolArray) -> list[Finding]:
    """Pairs with the same labels on nearly all of thirty shared items, more than both being right explains.

    Expected agreement from the rates that each has in a fit without the other, anchored by gold where there is gold of
    every class (1%, Bonferroni over the pairs tested).
    """
    pairs = _near_identical(record, constant)
    if not pairs:
        return []
    chances = _beyond_chance(record, pairs)
    copies = [pair for pair, chance in zip(pairs, chances, strict=True) if chance * len(pairs) < COPY_P]
    if not copies:
        return []
    couples = [said("{first} and {second}", first=record.names[a], second=record.names[b]) for a, b in copies]
    names = tuple(record.names[j] for j in sorted({j for pair in copies for j in pair}))
    message = said(
        "{pairs} of annotators gave the same labels to nearly all of their shared items, right or wrong: "
        "{names}. Copied votes count double without adding information.",
        pairs=counted(len(copies), "pair"),
        names=listed(couples),
    )
    return [
        _finding(rounds, "copied_annotator", names, message, said("Keep one of each pair, and ask how they worked."))
    ]


def _fits_without(record: _Record, people: IntArray) -> Iterator[_Without]:
    """For each of these annotators, in their order, what the votes of all others in both rounds say."""
    votes = Votes.from_matrix(record.counts, len(record.names), record.classes, record.reference + 1)
    anchored = gold_per_class(record.reference, record.classes).all()
    stopping = Stopping(tol=FIT_TOL, max_iter=FIT_STEPS)
    step = int(np.clip(BUDGET // (votes.n_items * record.classes), 1, len(people)))
    for start in range(0, len(people), step):
        left_out = people[start : start + step]
        weights, mask = np.ones((votes.n_items, len(left_out))), np.ones((len(record.names), len(left_out)))
        mask[left_out, np.arange(len(left_out))] = 0
        fit = (
            fit_history(votes, record.reference, weights, stopping, mask=mask)
            if anchored
            else fit_ds(votes, weights, stopping, mask=mask)
        )
        for column, person in enumerate(left_out):
            items, labels = record.ballot(person)
            yield _Without(items=items, labels=labels, confusion=fit.parameters.confusion[..., column].copy(),
                           posterior=fit.posterior[:, items, column])  # fmt: skip


def _near_identical(record: _Record, constant: BoolArray) -> list[tuple[int, int]]:
    """Pairs (a < b) that agree on 95% of at least thirty shared items; the fifty that share most labels."""
    width, classes = len(record.names), record.classes
    if width > MOST_ANNOTATORS:
        return []
    seen = (record.counts > 0).astype(float)
    person = sparse.csr_array(
        (np.ones(width * classes), (np.arange(width * classes), np.repeat(np.arange(width), classes)))
    )
    voted = ((seen @ person) > 0).astype(float)
    both = (voted.T @ voted).toarray()
    same = np.zeros_like(both)
    for label in range(classes):
        part = seen[:, label::classes]
        same += (part.T @ part).toarray()
    good = (both >= COPY_ITEMS) & (same >= COPY_SHARE * both) & ~constant & ~constant[:, None]
    first, second = np.nonzero(np.triu(good, 1))
    most = np.argsort(-same[first, second], kind="stable")[:MOST_PAIRS]
    return list(zip(first[most].tolist(), second[most].tolist(), strict=True))


def _beyond_chance(record: _Record, pairs: list[tuple[int, int]]) -> list[float]:
    """p-value of the agreement of each pair if both voted independently given the class of each item."""
    people = np.unique(np.array(pairs))
    without = dict(zip(people.tolist(), _fits_without(record, people), strict=True))
    return [_chance_of(a, without[a], b, without[b]) for a, b in pairs]


def _chance_of(a: int, without_a: _Without, b: int, without_b: _Without) -> float:
    """The same of one pair: each one's rates in the fit without the other, and the mean of both posteriors."""
    _, at_a, at_b = np.intersect1d(without_a.items, without_b.items, assume_unique=True, return_indices=True)
    classes = (without_a.posterior[:, at_a] + without_b.posterior[:, at_b]) / 2
    agree = (without_b.confusion[a] * without_a.confusion[b]).sum(axis=1) @ classes
    variance = float((agree * (1 - agree)).sum())
    excess = float((without_a.labels[at_a] == without_b.labels[at_b]).sum() - agree.sum())
    return float(ndtr(-excess / np.sqrt(variance))) if variance > 0 else 1.0


def _finding(rounds: Rounds, code: str, names: tuple[str, ...], message: str, remedy: str) -> Finding:
    return Finding(severity="warning", code=code, file=rounds.current.name, column="annotator_id", count=len(names),
                   annotators=names, message=message, remedy=remedy)  # fmt: skip
