"""Rounds: a history and a current round on one list of annotators and one scale of classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations, BoolArray, FloatArray, IntArray, natural_key
from hero_core.errors import MAX_EXAMPLES, Finding, ReadError, SettingsError
from hero_core.links import item_keys, linked_items
from hero_core.lookalikes import look_alikes_between
from hero_core.mismatches import refusal_of, scales_differ, shared_items, unknown_annotators
from hero_core.mixups import exchanged, is_same_file, same_file
from hero_core.saying import joined, said

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
    def voters(self) -> IntArray:
        """Codes of the annotators who judged the current round, the busiest first."""
        cast = np.bincount(self.current.annotator, minlength=len(self.known))
        order = np.argsort(-cast, kind="stable")
        return order[cast[order] > 0]

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
        raise SettingsError(said("overlap={given} is not known; use drop or keep.", given=repr(overlap)))
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
        findings += exchanged(history, current)
        findings += [*look_alikes_between(*as_read, items=overlapping), *found]
    known = _has_votes(history, len(names))
    if history is not None:
        findings += unknown_annotators(current, known, grave=WITHHOLD_UNKNOWN, pool=pool)
    return Rounds(
        history=history,
        current=current,
        classes=classes,
        values=class_values(classes, values),
        known=known,
        refusal=refusal_of(history, current, known),
        findings=(*(history.findings if history is not None else ()), *current.findings, *findings),
    )


def class_values(classes: tuple[str, ...], values: Sequence[float] | None) -> FloatArray:
    """Worth of each class: the given numbers, else spread evenly over 0..1; shape (K,). Raises SettingsError."""
    if values is None:
        return np.linspace(0, 1, len(classes))
    array = np.asarray(values, dtype=float)
    if array.shape != (len(classes),) or not np.isfinite(array).all():
        raise SettingsError(
            said(
                "The labels have {count} classes ({classes}), but the values given are {given}. "
                "Give one finite number for each class, lowest class first.",
                count=len(classes),
                classes=joined(classes, ", "),
                given=joined([f"{value:g}" for value in np.atleast_1d(array)], ", "),
            )
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
    raise ReadError.of(scales_differ(history, current))


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
    examples = [str(name) for name in history.item_ids[shared][:MAX_EXAMPLES]]
    reused = bare and identical_share(history, current, codes[: len(keys[0])], codes[len(keys[0]) :]) < SAME_VOTES
    kept = history if reused else history.select_items(~shared.to_numpy())
    if is_same_file(history, current):
        return kept, [same_file(history, current, count)]
    return kept, [shared_items(history, current, examples, count, reused)]


def identical_share(history: Annotations, current: Annotations, past: IntArray, now: IntArray) -> float:
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
