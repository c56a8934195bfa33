"""The table in our columns, written for spreadsheets: UTF-8 with a byte order mark, formulas made harmless."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from hero_core.reading.goldfile import cells
from hero_core.reading.header import COVARIATE, KNOWN
from hero_core.reading.table import Table
from hero_core.reading.words import Meaning, canonical, is_number

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
LABELS = ("label", "gold_label", "prediction")


def canonical_csv(table: Table, mapping: Mapping[str, Meaning]) -> bytes:
    """All rows as CSV; labels with a given meaning are written as their class."""
    order = [*(name for name in KNOWN if name in table.columns),
             *(name for name in table.columns if name.startswith(COVARIATE))]  # fmt: skip
    columns = {name: cells(table.columns[name]) for name in order}
    for name in LABELS:
        if name in columns and mapping:
            columns[name] = [meant(cell, mapping) for cell in columns[name]]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(order)
    writer.writerows(zip(*([neutral(cell) for cell in columns[name]] for name in order), strict=True))
    return out.getvalue().encode("utf-8-sig")


def meant(cell: str, mapping: Mapping[str, Meaning]) -> str:
    """The class of a label text where the mapping has one."""
    key = canonical(cell)
    return mapping[key] or "" if key in mapping else cell


def neutral(cell: str) -> str:
    """A text that a spreadsheet would take for a formula gets a leading apostrophe; numbers stay numbers."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) and not is_number(cell) else cell
