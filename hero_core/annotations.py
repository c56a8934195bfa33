"""Annotations: one file of votes as integer codes, with everything known about its items."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hero_core.errors import Finding
from hero_core.facts import ReadFacts

IntArray = npt.NDArray[np.integer]
FloatArray = npt.NDArray[np.floating]
TextArray = npt.NDArray[np.object_]
BoolArray = npt.NDArray[np.bool_]
NumberArray = npt.NDArray[np.number]

NO_GOLD = -1
NO_PREDICTION = -1
MOST_DIGITS = 1000  # longer numbers are sorted as text


def natural_key(text: str) -> tuple[object, ...]:
    """Sort key that puts 2 before 10 and r2 before r10, plain numbers first, Chinese by sound."""
    if re.fullmatch(r"\d+", text, re.ASCII) and len(text) <= MOST_DIGITS:
        return (0, int(text), len(text), text)
    parts = re.split(r"(\d+)", text)
    key = b"".join(
        as_number(part) if index % 2 and len(part) <= MOST_DIGITS else part.casefold().encode("gb18030", "replace")
        for index, part in enumerate(parts)
    )
    return (1, key, text)


def as_number(digits: str) -> bytes:
    """Digits as bytes that sort by their value, before any letter; one string takes far less room than a tuple."""
    plain = str(int(digits)).encode()
    return b"\0" + len(plain).to_bytes(2, "big") + plain


@dataclass(frozen=True, kw_only=True, eq=False)
class Annotations:
    """Votes of one file as codes. I items, R annotators, K classes, V votes, p covariates.

    An item is (round, system, item_id) as far as the file has these columns; it has at least one vote.
    `item`, `annotator`, `label` are (V,); `item_ids`, `gold`, `system`, `round`, `prompts`, `prediction` are (I,).
    `gold` is -1 where unknown. `prediction` is an automatic classifier's answer, 0 or 1 whatever the classes are, -1
    where there is none; None without such a column. `systems` and `rounds` are empty where the file has no such
    column (their codes are then all 0). `graded` says that the labels are whole numbers with more than two distinct;
    `explicit` that the user gave the class of each label, so a file may use only some of the classes. `reading` says
    how the file was read.
    """

    role: str
    name: str
    sha256: str
    rows: int
    classes: tuple[str, ...]
    graded: bool = False
    explicit: bool = False
    item_ids: TextArray
    annotator_ids: TextArray
    item: IntArray
    annotator: IntArray
    label: IntArray
    gold: IntArray
    systems: tuple[str, ...] = ()
    system: IntArray
    rounds: tuple[str, ...] = ()
    round: IntArray
    prompts: TextArray | None = None
    prediction: IntArray | None = None
    covariate_names: tuple[str, ...] = ()
    covariates: FloatArray
    label_counts: tuple[tuple[str, int, int], ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    reading: ReadFacts = field(default_factory=ReadFacts)

    @property
    def n_items(self) -> int:
        """Items with at least one vote, I."""
        return len(self.item_ids)

    @property
    def n_votes(self) -> int:
        """Votes, V."""
        return len(self.item)

    @property
    def n_annotators(self) -> int:
        """Annotators, R, those without a vote in this file included."""
        return len(self.annotator_ids)

    @property
    def has_gold(self) -> BoolArray:
        """Items whose class an expert gave; shape (I,)."""
        known: BoolArray = self.gold != NO_GOLD
        return known

    @property
    def system_names(self) -> tuple[str, ...]:
        """Systems to report one by one: none unless there are two or more."""
        return self.systems if len(self.systems) >= 2 else ()

    @property
    def only_system(self) -> str | None:
        """The name of the system where the file names just one."""
        return self.systems[0] if len(self.systems) == 1 else None

    @cached_property
    def vote_counts(self) -> IntArray:
        """Votes of each item for each class; shape (I, K)."""
        classes = len(self.classes)
        flat = np.bincount(self.item.astype(np.int64) * classes + self.label, minlength=self.n_items * classes)
        return flat.reshape(self.n_items, classes)

    @cached_property
    def fingerprint(self) -> str:
        """Hash of all that can change a number: same data and same reading choices, same fingerprint."""
        digest = hashlib.blake2b(digest_size=16)
        codes = (self.item, self.annotator, self.label, self.gold, self.system, self.round, self.covariates)
        for array in (*codes, *(() if self.prediction is None else (self.prediction,))):
            wide = np.ascontiguousarray(array, dtype=np.result_type(array, np.int64))  # equal codes, equal bytes
            digest.update(wide.data if wide.size else b"")
            digest.update(str(array.shape).encode())
        texts = (*self.item_ids, *self.annotator_ids, *([] if self.prompts is None else self.prompts))
        named = (self.role, self.name, self.sha256, self.classes, self.systems, self.rounds, self.covariate_names)
        digest.update(repr((named, self.graded, self.explicit, self.reading)).encode())
        digest.update("\x1f".join(map(str, texts)).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def recoded(self, annotator_ids: TextArray, classes: tuple[str, ...]) -> Annotations:
        """The same votes with annotators and classes coded by the given lists, which must contain them all."""
        position = {name: code for code, name in enumerate(annotator_ids)}
        annotator_map = np.array([position[name] for name in self.annotator_ids], dtype=np.int64)
        class_map = np.array([classes.index(name) for name in self.classes], dtype=np.int64)
        gold = np.where(self.has_gold, class_map[self.gold], NO_GOLD)
        return replace(
            self,
            annotator_ids=annotator_ids,
            classes=classes,
            gold=gold,
            annotator=annotator_map[self.annotator] if self.n_votes else self.annotator,
            label=class_map[self.label] if self.n_votes else self.label,
        )

    def select_items(self, keep: BoolArray) -> Annotations:
        """Only the items where `keep` (I,) is true, with their votes; annotators stay coded as they are."""
        new_code = np.cumsum(keep) - 1
        kept_votes = keep[self.item]
        return replace(
            self,
            item_ids=self.item_ids[keep],
            gold=self.gold[keep],
            system=self.system[keep],
            round=self.round[keep],
            prompts=None if self.prompts is None else self.prompts[keep],
            prediction=None if self.prediction is None else self.prediction[keep],
            covariates=self.covariates[keep],
            item=new_code[self.item[kept_votes]],
            annotator=self.annotator[kept_votes],
            label=self.label[kept_votes],
        )

    def select_votes(self, keep: BoolArray) -> Annotations:
        """Only the votes where `keep` (V,) is true; items left without a vote stay, with none."""
        return replace(self, item=self.item[keep], annotator=self.annotator[keep], label=self.label[keep])
