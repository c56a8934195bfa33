"""Rounds: a history and a current round on one list of annotators and one scale of classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations, BoolArray, FloatArray, IntArray, natural_key
from hero_core.errors import MAX_EXAMPLES, Finding, ReadError, SettingsError, counted, listed
from hero_core.links import item_keys, linked_items
from hero_core.lookalikes import look_alikes_between

SAME_VOTES = 0.9
WITHHOLD_UNKNOWN = 0.5


@dataclass(frozen=True, kw_only=True)
class Rounds:
    """Both files, coded alike. R annotators are those of either file; `values` (K,) is the worth of each class.

    `refusal` says in words why no HERO number can be given (None when one can).
    """

    history: Annotations | None
    current: Annotations
    classes: tuple[str, ...]
    values: FloatArray
    known: BoolArray
    refusal: str | None
    findings: tuple[Finding, ...]

    @property
    def annotator_ids(self) -> np.ndarray:
        """Annotators of either file, natural order; shape (R,)."""
        return self.current.annotator_ids

    @cached_property
    def link(self) -> IntArray:
        """Code of each current item's draw: items judged side by side (same id, else same prompt) share it; (I,)."""
        return linked_items(self.current)

    @property
    def systems(self) -> tuple[str, ...]:
        """Systems of the current round to report one by one."""
        return self.current.system_names


def pair(
    history: Annotations | None,
    current: Annotations,
    *,
    overlap: str = "drop",
    values: Sequence[float] | None = None,
    pool: bool = False,
) -> Rounds:
    """Bring two files onto common annotators and classes, and say what stands between them (policy P9-P18).

    With `pool` the votes of annotators without history count in HERO, which is said of them.

    Raises ReadError when their label scales differ, SettingsError for values or an overlap choice that cannot be used.
    """
    if overlap not in ("drop", "keep"):
        raise SettingsError(f"overlap={overlap!r} is not known; use drop or keep.")
    findings: list[Finding] = []
    classes = _common_classes(history, current, values)
    files = [current] if history is None else [history, current]
    names = sorted({name for file in files for name in file.annotator_ids}, key=natural_key)
    annotator_ids = np.array(names, dtype=object)
    current = current.recoded(annotator_ids, classes)
    if history is not None:
        as_read = (history, files[-1])
        history = history.recoded(annotator_ids, classes)
        found: list[Finding] = []
        if overlap == "drop":
            history, found = _without_overlap(history, current)
        overlapping = any(note.code == "overlap" for note in found)
        findings += [*look_alikes_between(*as_read, items=overlapping), *found]
    known = _has_votes(history, len(names))
    findings += _unknown(history, current, known, pool)
    return Rounds(
        history=history,
        current=current,
        classes=classes,
        values=class_values(classes, values),
        known=known,
        refusal=_refusal(history, current, known),
        findings=(*(history.findings if history is not None else ()), *current.findings, *findings),
    )


def class_values(classes: tuple[str, ...], values: Sequence[float] | None) -> FloatArray:
    """Worth of each class: the given numbers, else spread evenly over 0..1; shape (K,). Raises SettingsError."""
    if values is None:
        return np.linspace(0, 1, len(classes))
    array = np.asarray(values, dtype=float)
    if array.shape != (len(classes),) or not np.isfinite(array).all():
        given = ", ".join(f"{value:g}" for value in np.atleast_1d(array))
        raise SettingsError(
            f"The labels have {len(classes)} classes ({', '.join(classes)}), but the values given are {given}. "
            "Give one finite number for each class, lowest class first."
        )
    return array


def _common_classes(
    history: Annotations | None, current: Annotations, values: Sequence[float] | None
) -> tuple[str, ...]:
    if history is None or history.classes == current.classes:
        return current.classes
    agree = history.graded == current.graded or values is not None
    narrow = history if not history.graded else current
    if agree or narrow.explicit:
        return tuple(sorted({*history.classes, *current.classes}, key=natural_key))
    raise ReadError.of(_scales_differ(history, current))


def _scales_differ(history: Annotations, current: Annotations) -> Finding:
    graded = current if current.graded else history
    lines = tuple(line for _, _, line in graded.label_counts if line)
    return Finding(
        severity="error",
        code="scales_differ",
        file=graded.name,
        column="label",
        lines=lines,
        count=sum(count for _, count, _ in graded.label_counts),
        message=f"The two files use different label scales. {_scale_in_words(history)} {_scale_in_words(current)} "
        "Nothing was mapped, since a 1 on one scale is not a 1 on the other.",
        remedy=f"Say which labels of {graded.name} count as 1 and which as 0 on the Data page, or with "
        f"--labels '{graded.name}:{graded.classes[-1]}=1,{graded.classes[0]}=0,...' (one entry for each label), or cut "
        f"the scale in two with --threshold '{graded.name}:N': labels of N and more count as 1.",
    )


def _scale_in_words(file: Annotations) -> str:
    counts = [f"{value} ({count} times, first in line {line})" for value, count, line in file.label_counts[:12]]
    return f"{file.name}, column label: {', '.join(counts) or ', '.join(file.classes)}."


def _has_votes(history: Annotations | None, annotators: int) -> BoolArray:
    if history is None:
        return np.zeros(annotators, dtype=bool)
    return np.bincount(history.annotator, minlength=annotators) > 0


def _without_overlap(history: Annotations, current: Annotations) -> tuple[Annotations, list[Finding]]:
    """History without the items that the current round holds too (policy P17)."""
    keys = [
        item_keys(
            file, rounds=bool(history.rounds and current.rounds), systems=bool(history.systems and current.systems)
        )
        for file in (history, current)
    ]
    shared = keys[0].isin(keys[1])
    if not shared.any():
        return history, []
    codes = pd.factorize(pd.concat(keys, ignore_index=True))[0]
    bare = not (history.rounds and current.rounds) and not (history.systems and current.systems)
    count = int(shared.sum())
    examples = ", ".join(map(str, history.item_ids[shared][:MAX_EXAMPLES]))
    if bare and _identical_share(history, current, codes[: len(keys[0])], codes[len(keys[0]) :]) < SAME_VOTES:
        return history, [
            Finding(
                severity="info",
                code="ids_reused",
                file=history.name,
                column="item_id",
                count=count,
                message=f"{count} item ids stand in {history.name} and in {current.name} ({examples}), but with other "
                "votes: they are taken for different outputs under reused ids and all stay.",
                remedy="Add a round or system column to make this certain.",
            )
        ]
    return history.select_items(~shared.to_numpy()), [
        Finding(
            severity="warning",
            code="overlap",
            file=history.name,
            column="item_id",
            count=count,
            message=f"{counted(count, 'item')} of {history.name} {'is' if count == 1 else 'are'} in {current.name} too "
            f"({examples}): left out of the history, so that no item informs its own correction.",
            remedy="Keep them with --overlap keep, or on the Data page.",
        )
    ]


def _identical_share(history: Annotations, current: Annotations, past: IntArray, now: IntArray) -> float:
    """Of the votes that both files hold (same item, same annotator), the share with the same label.

    `past` (N,) and `now` (n,) are the codes of the items' keys, alike in both files.
    """
    width = history.n_annotators
    ours = pd.Series(history.label, index=past[history.item] * width + history.annotator)
    theirs = pd.Series(current.label, index=now[current.item] * width + current.annotator)
    both = (
        ours[~ours.index.duplicated()]
        .to_frame("ours")
        .join(theirs[~theirs.index.duplicated()].rename("theirs"), how="inner")
    )
    return float((both["ours"] == both["theirs"]).mean()) if len(both) else 0.0


def _unknown(history: Annotations | None, current: Annotations, known: BoolArray, pool: bool) -> list[Finding]:
    """Current annotators without any history (policy P18); red when they cast more than half of the votes."""
    if history is None:
        return []
    votes = np.bincount(current.annotator, minlength=len(known))
    strangers = np.flatnonzero((votes > 0) & ~known)
    if strangers.size == 0 or not (known & (votes > 0)).any():
        return []
    cast = int(votes[strangers].sum())
    left = np.bincount(current.item, weights=known[current.annotator], minlength=current.n_items)
    bare = int((left == 0).sum())
    names = [str(current.annotator_ids[code]) for code in strangers]
    half = cast > WITHHOLD_UNKNOWN * current.n_votes
    return [
        Finding(
            severity="error" if half else "warning",
            code="unknown_annotators",
            file=current.name,
            column="annotator_id",
            count=len(names),
            annotators=tuple(names),
            message=f"{len(names)} of {counted(int((votes > 0).sum()), 'annotator')} of {current.name} "
            f"{'has' if len(names) == 1 else 'have'} no history: {listed(names)}. "
            f"{cast} of {counted(current.n_votes, 'vote')} {'is' if cast == 1 else 'are'} theirs and "
            + (
                "used in gold-only and HERO, with habits learned from this round, tied to those of the others."
                if pool
                else "left out of gold-only and HERO, which "
                f"leaves {counted(bare, 'item')} without a vote there; the other methods use them."
            ),
            remedy="Collect gold for items that they have judged, or use the methods that need no history"
            + ("." if pool else "; --new-annotators pool lets their votes count."),
        )
    ]


def _refusal(history: Annotations | None, current: Annotations, known: BoolArray) -> str | None:
    """Why HERO cannot be computed, or None (policies P18, P20)."""
    if history is None:
        return "This method needs a history file with gold labels; only the current file was given."
    if history.n_items == 0:
        return (
            f"No item of {history.name} is left as history (all of them stand in {current.name} too); "
            "it needs other items."
        )
    gold = np.bincount(history.gold[history.has_gold], minlength=len(history.classes))
    missing = [name for name, count in zip(history.classes, gold, strict=True) if count == 0]
    if missing:
        seen = ", ".join(f"{count} of class {name}" for name, count in zip(history.classes, gold, strict=True))
        return (
            f"{history.name} has gold items as follows: {seen}. Without gold of class {' and '.join(missing)}, "
            "nothing anchors the annotators' rates there. Add gold labels of each class, or use a method that needs no "
            "history."
        )
    votes = np.bincount(current.annotator, minlength=len(known)) > 0
    if not (known & votes).any():
        ours = [str(name) for name in current.annotator_ids[votes]]
        theirs = [str(name) for name in current.annotator_ids[known]]
        return (
            f"None of the annotators of {current.name} ({listed(ours)}) occurs in {history.name} "
            f"({listed(theirs)}). Check whether the same people are named differently in the two files."
        )
    return None
