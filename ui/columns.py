"""How the columns of a table are drawn: as many decimals down a column, and widths that leave room for all of them."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pandas as pd
import streamlit as st

FORM = re.compile(r"%\+?\.(\d)f")
USUAL = "%.2f"
ROOM = 870  # pixels of a table across the page in a window of 1366 beside the page list
MARKS = 44  # of the column with the marks of a choice
LETTER, EDGES, HEAD = 6.8, 17, 20  # of one letter, of a cell, and of what a heading needs beyond its letters
LEAST = 56
NAME = 25  # letters of an id that are kept where fewer would not tell the rows apart
MEASURED = 50  # rows looked at

Columns = Mapping[Any, Any]


def printed(frame: pd.DataFrame, columns: Columns) -> tuple[pd.DataFrame, dict[Any, Any]]:
    """The table and its column_config with one number of decimals down each column of numbers, and no zero below zero.

    A column keeps the form it has; one without gets two decimals, or none where all its numbers are whole.
    """
    shown, config = frame.copy(deep=False), dict(columns)
    for name in [name for name in frame.columns if pd.api.types.is_float_dtype(frame[name])]:
        form = form_of(config.get(name))
        if form is None and _may_have_form(config, name) and (frame[name].dropna() % 1 != 0).any():
            form = USUAL
            config[name] = st.column_config.NumberColumn(**_kept(config.get(name)), format=form)
        found = FORM.match(form or "")
        if found:
            nothing = (frame[name] < 0) & (frame[name].round(int(found[1])) == 0)
            shown[name] = frame[name].mask(nothing, 0.0)
    return shown, config


def form_of(column: Any) -> str | None:
    """The form of the numbers of a configured column."""
    found = (column.get("type_config") or {}).get("format") if isinstance(column, dict) else None
    return None if found is None else str(found)


def _may_have_form(config: dict[Any, Any], name: Any) -> bool:
    """Not a hidden column, nor one of a kind that draws numbers its own way."""
    column = config.get(name)
    return name not in config or (isinstance(column, dict) and not column.get("type_config"))


def _kept(column: Any) -> dict[str, Any]:
    """What a plain column was already told: its heading, width and help."""
    told = column if isinstance(column, dict) else {}
    return {key: told[key] for key in ("label", "width", "help", "pinned") if told.get(key) is not None}


def fitted(frame: pd.DataFrame, columns: Columns, room: int = ROOM) -> dict[Any, Any]:
    """The column_config with widths, so that all columns are seen at once: the widest ones give way, what is short
    stays whole, and ids keep the letters that tell them apart. Where everything fits anyhow, or nothing helps, the
    widths are left to the browser."""
    config = dict(columns)
    wanted = {name: _wanted(frame, config, name) for name in frame.columns if name not in config or config[name]}
    if sum(wanted.values()) <= room:
        return config
    least = {name: min(width, max(LEAST, _apart(frame[name]))) for name, width in wanted.items()}
    if sum(least.values()) > room:
        least = {name: min(width, LEAST) for name, width in wanted.items()}
    if sum(least.values()) > room:
        return config
    most = _most(wanted, least, room)
    for name, pixels in wanted.items():
        width = int(max(least[name], min(pixels, most)))
        config[name] = {**st.column_config.Column(), **(config.get(name) or {}), "width": width}
    return config


def _most(wanted: Mapping[Any, float], least: Mapping[Any, float], room: float) -> int:
    """The width above which columns are cut, none below its least, so that their sum fits."""

    def too_much(most: int) -> bool:
        return sum(max(least[name], min(width, most)) for name, width in wanted.items()) > room

    return bisect_left(range(int(max(wanted.values())) + 1), True, key=too_much) - 1


def _apart(cells: pd.Series) -> float:
    """Pixels that tell ids apart by how they begin; none for sentences and numbers, which are not read that way."""
    ids = sorted({str(cell) for cell in cells.head(MEASURED) if isinstance(cell, str)})
    if not ids or any(" " in name for name in ids):
        return 0
    alike = max((_begin_alike(one, other) for one, other in pairwise(ids)), default=0)
    return min(alike + 2, NAME) * LETTER + EDGES  # the letter that differs, and the mark of a cut


def _begin_alike(one: str, other: str) -> int:
    """How many letters are the same in both from the start."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _wanted(frame: pd.DataFrame, config: dict[Any, Any], name: Any) -> float:
    """Pixels that a column needs to be read in full."""
    column = config.get(name)
    told: dict[str, Any] = column if isinstance(column, dict) else {}
    heading = letters(str(told.get("label") or name)) * LETTER + HEAD
    if isinstance(told.get("width"), int):
        return max(float(told["width"]), heading)
    cells = (letters(str(cell)) for cell in frame[name].head(MEASURED) if not isinstance(cell, float))
    return max(heading, max(cells, default=0) * LETTER + EDGES, LEAST)


def letters(text: str) -> int:
    """How wide a text is, in Latin letters: Chinese ones take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
