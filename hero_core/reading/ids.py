"""Ids are text: cleaned, never merged, with a word about those that look alike."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hero_core.annotations import BoolArray, IntArray, natural_key
from hero_core.errors import MAX_EXAMPLES, Finding
from hero_core.reading.messages import listed, show
from hero_core.reading.suggestions import merge_option
from hero_core.reading.table import LONGEST, MISSING, Column, Table, as_mask, matches, normalized, too_long

EXPONENT = r"^[+-]?\d([.,]\d+)?[eE]\+\d{2,}$"
FLOAT = r"^-?\d+\.0$"
MOST_GROUPS = 200
CONTROLS = r"[\x01-\x1F\x7F]"
HIDDEN = "[\x01-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
BLANK = "(blank)"
# Where a Parquet file of ours names the columns whose blank cells come from joining files.
BLANKS_MEANT = "hero_core.blanks_meant"
KINDS = (np.uint8, np.int32, np.uint8)  # of the buffers of an arrow text array: missing bits, offsets, letters


@dataclass(frozen=True)
class Ids:
    """An id column with its distinct values in order, and what was odd about it."""

    column: Column
    findings: tuple[Finding, ...]


def read_ids(table: Table, name: str) -> Ids:
    """Cleaned ids of a column; empty cells are -1."""
    column = table.columns[name].cleaned(clean(table.columns[name].texts))
    column, repaired = without_float_suffix(table, name, column)
    return Ids(column, (*repaired, *exponents(table, name, column), *long_ids(table, name, column)))


def in_order(table: Table, name: str, column: Column, usable: BoolArray, *, natural: bool) -> Ids:
    """The ids of the usable rows (rows,), sorted as plain text or in natural order, look-alikes noted."""
    column, blank = with_blank_group(table, name, column.only(usable), usable)
    if pc.any(too_long(column.texts)).as_py():  # refused already; a look at such texts would take long
        return Ids(column.sorted_by(plain_order(column.texts)), blank)
    column = column.sorted_by(natural_order(column.texts) if natural else plain_order(column.texts))
    return Ids(column, (*blank, *hidden_letters(table, name, column), *look_alikes(table, name, column)))


def with_blank_group(table: Table, name: str, column: Column, usable: BoolArray) -> tuple[Column, tuple[Finding, ...]]:
    """A system or round column whose blank cells are a group of their own, unless all are blank."""
    blank = usable & (column.codes == MISSING)
    if not blank.any() or not (column.codes != MISSING).any():
        return column, ()
    texts = pa.concat_arrays([column.texts, pa.array([BLANK], pa.string())])
    filled = Column(codes=np.where(blank, len(column.texts), column.codes), texts=texts)
    if name in table.blanks_meant:
        return filled, ()
    return filled, (table.finding("blank_group", name, rows=np.flatnonzero(blank), name=BLANK),)


def clean(texts: pa.StringArray) -> pa.StringArray:
    """Outer blanks gone, Unicode form NFC, nothing else."""
    return normalized(pc.utf8_trim_whitespace(texts), "NFC")


def plain_order(texts: pa.StringArray) -> IntArray:
    """Positions that sort the texts letter by letter."""
    if len(texts) < 2 or pc.all(pc.less(texts[:-1], texts[1:])).as_py():
        return np.arange(len(texts))
    return np.asarray(pc.sort_indices(texts).to_numpy(), dtype=np.int64)


def natural_order(texts: pa.StringArray) -> IntArray:
    """Positions that sort the texts in natural order, 2 before 10."""
    plain = texts.to_pylist()
    return np.array(sorted(range(len(plain)), key=lambda position: natural_key(plain[position])), dtype=np.intp)


def without_float_suffix(table: Table, name: str, column: Column) -> tuple[Column, tuple[Finding, ...]]:
    """If every id is a whole number that ends in .0, the same ids without it."""
    texts = column.texts
    if not matches(texts[:1], FLOAT).any() or not matches(texts, FLOAT).all():
        return column, ()
    fixed = pc.replace_substring_regex(texts, r"\.0$", "")
    example, repaired = show(texts[0].as_py()), show(fixed[0].as_py())
    note = table.finding("float_ids", name, count=len(texts), example=example, fixed=repaired)
    return Column(codes=column.codes, texts=fixed), (note,)


def exponents(table: Table, name: str, column: Column) -> tuple[Finding, ...]:
    """A red finding if a spreadsheet has rounded ids."""
    hit = matches(column.texts, EXPONENT)
    if not hit.any():
        return ()
    rows = np.flatnonzero(np.append(hit, False)[column.codes])
    example = column.texts[int(column.codes[rows[0]])].as_py()
    return (table.finding("exponent_ids", name, rows=rows, example=show(example)),)


def long_ids(table: Table, name: str, column: Column) -> tuple[Finding, ...]:
    """A red finding if an id is as long as a text."""
    hit = as_mask(too_long(column.texts))
    if not hit.any():
        return ()
    rows = np.flatnonzero(np.append(hit, False)[column.codes])
    return (table.finding("long_ids", name, rows=rows, limit=f"{LONGEST:,}"),)


def hidden_letters(table: Table, name: str, column: Column) -> tuple[Finding, ...]:
    """A warning if ids hold letters that nobody sees, or that turn the direction of what stands beside them."""
    if pc.all(pc.string_is_ascii(column.texts)).as_py() is not False and not matches(column.texts, CONTROLS).any():
        return ()
    hit = matches(column.texts, HIDDEN)
    if not hit.any():
        return ()
    codes = np.flatnonzero(hit)
    shown = [spelled(str(column.texts[int(code)].as_py())) for code in codes[:MAX_EXAMPLES]]
    rows = np.sort(column.first_rows()[codes])
    return (table.finding("hidden_letters", name, rows=rows, ids=listed(shown, len(codes))),)


def spelled(text: str) -> str:
    """A text with its hidden letters written out, as in "anna<U+200B>"."""
    seen = "".join(f"<U+{ord(letter):04X}>" if re.match(HIDDEN, letter) else letter for letter in text)
    return show(seen)


def look_alikes(table: Table, name: str, column: Column) -> tuple[Finding, ...]:
    """A warning if ids differ only by case, width, leading zeros, a .0, or the kind of blank."""
    if of_one_shape(column.texts):
        return ()
    keys = alike_key(column.texts).dictionary_encode()
    if len(keys.dictionary) == len(keys):
        return ()
    code = keys.indices.to_numpy()
    doubled = np.flatnonzero(np.bincount(code) > 1)
    pairs = [
        " / ".join(spelled(text.as_py()) for text in column.texts.take(pa.array(np.flatnonzero(code == group)[:3])))
        for group in doubled[:MAX_EXAMPLES]
    ]
    first = np.sort(column.first_rows()[np.isin(code, doubled[:MAX_EXAMPLES])])
    counts = column.counts()
    about = tuple(by_frequency(column, members, counts) for members in groups_of(code, doubled[:MOST_GROUPS]))
    note = table.finding("look_alikes", name, rows=first, count=len(doubled), pairs=listed(pairs, len(doubled)),
                         merge=merge_option(table.name, name, about))  # fmt: skip
    return (replace(note, about=about),)


def groups_of(code: IntArray, wanted: IntArray) -> list[IntArray]:
    """Positions in `code` (D,) of each wanted code, which are sorted upward."""
    members = np.flatnonzero(np.isin(code, wanted))
    members = members[np.argsort(code[members], kind="stable")]
    return np.split(members, np.flatnonzero(np.diff(code[members])) + 1)


def by_frequency(column: Column, codes: IntArray, counts: IntArray) -> tuple[str, ...]:
    """The ids of some codes, the most frequent first; `counts` is (D,)."""
    order = codes[np.argsort(-counts[codes], kind="stable")]
    return tuple(str(text) for text in column.texts.take(pa.array(order)).to_pylist())


def of_one_shape(texts: pa.StringArray) -> bool:
    """Whether all ids have digits in the same places and are equal elsewhere: then none look alike.

    Such ids (item-00001, item-00002) are the rule in large files, where the full comparison takes long.
    """
    if len(texts) < 2:
        return True
    _, offsets, letters = (
        np.frombuffer(part or b"", dtype=kind) for part, kind in zip(texts.buffers(), KINDS, strict=True)
    )
    starts = offsets[texts.offset : texts.offset + len(texts) + 1]
    width = int(starts[1] - starts[0])
    if not width or not (np.diff(starts) == width).all():
        return False
    places = letters[starts[0] : starts[-1]].reshape(len(texts), width)
    digit = (places >= ord("0")) & (places <= ord("9"))
    return bool((digit.all(axis=0) | (places == places[0]).all(axis=0)).all())


def alike_key(texts: pa.StringArray) -> pa.StringArray:
    """What is left of an id when the differences that people do not see are taken away."""
    folded = texts
    if pc.all(pc.string_is_ascii(texts)).as_py() is False:
        folded = pc.replace_substring_regex(normalized(texts, "NFKC"), r"\p{Cf}", "")
    folded = pc.utf8_lower(folded)
    folded = pc.replace_substring_regex(folded, r"[\s_-]+", "_")
    folded = pc.replace_substring_regex(folded, r"(^|[^0-9.])0+([0-9])", r"\1\2")
    return pc.replace_substring_regex(folded, r"^([0-9]+)\.0$", r"\1")
