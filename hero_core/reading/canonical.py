"""The table in our columns, written for spreadsheets: UTF-8 with a byte order mark, formulas made harmless."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Mapping, Sequence

from hero_core.errors import Finding
from hero_core.reading.assemble import code_ids, errors_in, refusal
from hero_core.reading.goldfile import cells
from hero_core.reading.header import COVARIATE, KNOWN
from hero_core.reading.labels import find_scale
from hero_core.reading.repairs import with_flipped_rounds
from hero_core.reading.table import LONGEST, Table
from hero_core.reading.words import Meaning, Words, canonical

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
COMMA_NUMBER = re.compile(r"([+-]?\d*),(\d*([eE][+-]?\d+)?)", re.ASCII)
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
LABELS = ("label", "gold_label", "prediction")


def canonical_csv(table: Table, mapping: Mapping[str, Meaning], labels: Sequence[str] | None = None) -> bytes:
    """All rows as CSV; labels with a given meaning are written as their class, `labels` (rows,) as they are."""
    order = [*(name for name in KNOWN if name in table.columns),
             *(name for name in table.columns if name.startswith(COVARIATE))]  # fmt: skip
    columns = {name: cells(table.columns[name]) for name in order}
    for name in LABELS:
        if name in columns and mapping:
            columns[name] = [meant(cell, mapping) for cell in columns[name]]
    for name in order:
        if name in LABELS or name.startswith(COVARIATE):
            columns[name] = [plain(cell, table.separator) for cell in columns[name]]
    if labels is not None:
        columns["label"] = list(labels)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(order)
    writer.writerows(zip(*([neutral(cell) for cell in columns[name]] for name in order), strict=True))
    return out.getvalue().encode("utf-8-sig")


def swapped_labels(
    table: Table, mapping: Mapping[str, Meaning], flip: Sequence[str]
) -> tuple[list[str], tuple[Finding, ...]]:
    """Every label as its class, swapped in some rounds, and what was done; cells without a class stay as they are.

    Raises ReadError where the classes are not two or a round is not there.
    """
    coded = code_ids(table)
    words = Words.of(table, "label", coded.usable)
    scale, troubles = find_scale(words, None, mapping)
    if scale is None:
        raise refusal((*table.findings, *coded.findings, *troubles))
    codes, notes = with_flipped_rounds(table, coded.ids.get("round"), scale.codes(words), scale.classes, flip)
    if errors_in(notes):
        raise refusal((*table.findings, *notes))
    rows = zip(codes.tolist(), cells(table.columns["label"]), strict=True)
    return [scale.classes[code] if code >= 0 else meant(cell, mapping) for code, cell in rows], notes


def meant(cell: str, mapping: Mapping[str, Meaning]) -> str:
    """The class of a label text where the mapping has one."""
    key = canonical(cell)
    return mapping[key] or "" if key in mapping else cell


def plain(cell: str, separator: str) -> str:
    """A label or number as any table holds it: with a decimal point; a lone minus for no vote becomes empty."""
    if cell == "-":
        return ""
    if separator == "," or len(cell) > LONGEST:
        return cell
    found = COMMA_NUMBER.fullmatch(unicodedata.normalize("NFKC", cell))
    return cell if found is None or cell == "," else f"{found[1]}.{found[2]}"


def neutral(cell: str) -> str:
    """A text that a spreadsheet would take for a formula gets a leading apostrophe; numbers stay numbers."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) and not NUMBER.fullmatch(cell) else cell
