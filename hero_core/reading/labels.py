"""Labels and gold: no vote, 0 and 1, or the classes of a graded scale; never a guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hero_core.annotations import BoolArray, IntArray, natural_key
from hero_core.errors import MAX_EXAMPLES, Finding
from hero_core.reading.messages import listed, show
from hero_core.reading.suggestions import Suggestion, cure, suggest_labels
from hero_core.reading.words import NO_VOTE, Meaning, Words, binary_class, is_number, is_whole
from hero_core.saying import joined, said

BINARY = ("0", "1")
MOST_CLASSES = 101
NO_LABEL = -1


@dataclass(frozen=True, kw_only=True)
class Scale:
    """The classes of a file; `meaning` gives the class of a canonical text, None for no vote."""

    classes: tuple[str, ...]
    graded: bool
    explicit: bool
    mapping: Mapping[str, Meaning]

    def meaning(self, text: str) -> Meaning:
        """Class of a text that belongs to the scale."""
        if text in self.mapping:
            return self.mapping[text]
        return None if text in NO_VOTE else text if text in self.classes and is_whole(text) else binary_class(text)

    def codes(self, words: Words) -> IntArray:
        """Class code of each cell, -1 for none; shape (rows,)."""
        code = {name: position for position, name in enumerate(self.classes)}
        of_text = [code.get(self.meaning(text) or "", NO_LABEL) for text in words.texts]
        return np.array([*of_text, NO_LABEL], dtype=np.int8)[words.column.codes]


def votes_of(words: Words, mapping: Mapping[str, Meaning]) -> list[str]:
    """The texts that are meant as a label or gold label, understood or not."""
    return [text for text in words.count if (mapping[text] is not None if text in mapping else text not in NO_VOTE)]


def find_scale(
    labels: Words, gold: Words | None, mapping: Mapping[str, Meaning]
) -> tuple[Scale | None, tuple[Finding, ...]]:
    """The scale of the labels (and gold), or None and the red finding that says why there is none."""
    mapped = [name for name in mapping.values() if name is not None]
    unmapped = [text for text in votes_of(labels, mapping) if text not in mapping]
    gold_texts = [] if gold is None else [text for text in votes_of(gold, mapping) if text not in mapping]
    ways = suggest_labels([*map(labels.written, unmapped), *(gold.written(text) for text in gold_texts if gold)])
    trouble = unknown_labels(labels, unmapped, ways, explicit=bool(mapped))
    if trouble:
        return None, (trouble,)
    if gold is not None:
        fits = scale_test(unmapped, explicit=bool(mapped))
        off = [text for text in gold_texts if not fits(text)]
        if off:
            shown = sorted({binary_class(text) or text for text in unmapped} | set(mapped), key=natural_key)
            remedy = cure(labels.table.name, [gold.written(text) for text in off])
            return None, (gold.finding("gold_off_scale", off, scale=listed(shown), cure=remedy),)
    return scale_from(labels, mapped, [*unmapped, *gold_texts], mapping)


def unknown_labels(
    labels: Words, texts: Sequence[str], ways: Sequence[Suggestion], *, explicit: bool
) -> Finding | None:
    """A red finding if some label texts have no meaning without the user."""
    numbers = {int(text) for text in texts if is_whole(text)}
    spoken = any(binary_class(text) and not is_whole(text) for text in texts)
    on_scale = explicit or numbers <= {0, 1} or (len(numbers) > 2 and not spoken)
    odd = [text for text in texts if not (binary_class(text) or (is_whole(text) and on_scale))]
    file = labels.table.name
    if not odd:
        return None if on_scale else which_is_one(labels, texts, ways)
    if all(is_whole(text) for text in texts):
        return which_is_one(labels, texts, ways)
    question = said("Which of them is 1 and which is 0?") if len(odd) == 2 == len(texts) else ""
    remedy = joined([question, cure(file, [labels.written(text) for text in odd], ways)])
    return labels.finding("unknown_labels", odd, hint=second_header(labels, odd), cure=remedy)


def which_is_one(labels: Words, texts: Sequence[str], ways: Sequence[Suggestion]) -> Finding:
    """The question for one or two whole numbers other than 0 and 1."""
    return labels.finding("which_is_one", texts, cure=cure(labels.table.name, texts, ways))


def second_header(labels: Words, odd: Sequence[str]) -> str:
    """A hint if the only odd label stands in the first row."""
    first = labels.table.lines.of(np.zeros(1, dtype=np.int64))[0]
    alone = len(odd) == 1 and labels.count[odd[0]] == 1 and labels.first_lines(odd)[odd[0]] == first
    return said(" Line {line} looks like a second header row; if so, delete it.", line=first) if alone else ""


def scale_test(labels: Sequence[str], *, explicit: bool) -> Callable[[str], bool]:
    """The question whether a gold text is on the scale of the (unmapped) label texts."""
    if explicit:
        return lambda text: binary_class(text) is not None or is_whole(text)
    numbers = {int(label) for label in labels if is_whole(label)}
    if len(numbers) > 2:
        lowest, highest = min(numbers), max(numbers)
        return lambda text: is_whole(text) and lowest <= int(text) <= highest
    return lambda text: binary_class(text) is not None


def scale_from(
    labels: Words, mapped: Sequence[str], texts: Sequence[str], mapping: Mapping[str, Meaning]
) -> tuple[Scale | None, tuple[Finding, ...]]:
    """The classes from the mapped ones and the texts that need no mapping."""
    plain = {text if is_whole(text) else binary_class(text) or text for text in texts}
    names = list(dict.fromkeys([*mapped, *sorted(plain, key=natural_key)]))
    if set(names) <= set(BINARY):
        names = list(BINARY)
    elif all(is_number(name) for name in names):
        names.sort(key=float)
    code = "too_many_classes" if len(names) > MOST_CLASSES else "one_class" if len(names) == 1 else None
    if code:
        examples = joined([show(name) for name in names[:MAX_EXAMPLES]], ", ")
        facts = {"classes": f"{len(names):,}", "limit": MOST_CLASSES, "values": examples}
        return None, (labels.finding(code, votes_of(labels, mapping), **facts, cure=cure(labels.table.name, ())),)
    graded = len(names) > 2 and all(is_whole(name) for name in names)
    return (
        Scale(classes=tuple(names), graded=graded, explicit=bool(mapped), mapping=mapping),
        (),
    )


def no_vote_rows(labels: Words, codes: IntArray, usable: BoolArray) -> tuple[Finding, ...]:
    """A warning about usable rows (rows,) without a vote."""
    rows = np.flatnonzero(usable & (codes == NO_LABEL))
    if not len(rows):
        return ()
    forms = np.unique(labels.column.codes[rows])
    written = [show(labels.written(labels.texts[form])) for form in forms if form >= 0]
    words = said(" (empty or {written})", written=listed(written)) if written else ""
    return (labels.table.finding("no_vote_rows", labels.name, rows=rows, words=words),)
