"""CSV for spreadsheets: UTF-8 with a byte order mark, and no cell that a spreadsheet would run as a formula."""

from __future__ import annotations

import pandas as pd

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def neutral(cell: object) -> object:
    """A text that a spreadsheet would take for a formula gets a leading apostrophe; numbers stay numbers.

    Several names in one cell are told apart by semicolons.
    """
    if isinstance(cell, tuple) and all(isinstance(name, str) for name in cell):
        cell = ";".join(cell)
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """The table as CSV, without its index."""
    safe = frame.rename(columns=neutral)
    for position, dtype in enumerate(frame.dtypes):
        if not pd.api.types.is_numeric_dtype(dtype):
            safe.isetitem(position, [neutral(cell) for cell in frame.iloc[:, position]])
    return safe.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig")
