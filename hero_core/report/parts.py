"""What a report is made of: tables for people, figures with their sentence, sections with a heading."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from markupsafe import Markup

from hero_core.charts.palette import PLOTLY_CONFIG
from hero_core.decimals import fixed
from hero_core.words import text

MOST_ROWS = 200
SHORT, LONGEST_LINE = 10, 100
LONGEST_WORD, LONG = 18, 30
CONFIG = {**PLOTLY_CONFIG, "responsive": True}
# What would end a script element or begin a comment in it.
UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


@dataclass(frozen=True, kw_only=True)
class Table:
    """Rows as text; the first cell of a row is its heading. `note` says what is not shown."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    note: str = ""

    @property
    def is_short(self) -> bool:
        """A few rows of a line each, which stay together on one printed page."""
        return len(self.rows) <= SHORT and all(sum(map(len, row)) <= LONGEST_LINE for row in self.rows)

    @staticmethod
    def style_of(cell: str) -> str:
        """Classes of a cell: `whole` where no word has to be cut, `long` where the text needs room."""
        whole = all(len(word) <= LONGEST_WORD for word in cell.split())
        return " ".join(["whole"] * whole + ["long"] * (len(cell) > LONG))

    @classmethod
    def of(cls, frame: pd.DataFrame, caption: str, most: int = MOST_ROWS) -> Table:
        """The first rows of a table, without columns in which nothing stands."""
        shown = frame.head(most)
        filled = [position for position in range(shown.shape[1]) if not (shown.iloc[:, position] == "").all()]
        shown = shown if shown.empty else shown.iloc[:, filled]
        note = text("report.more_rows", shown=f"{most:,}", total=f"{len(frame):,}") if len(frame) > most else ""
        numeric = tuple(pd.api.types.is_numeric_dtype(dtype) for dtype in shown.dtypes)
        rows = tuple(tuple(cell(value) for value in row) for row in shown.itertuples(index=False, name=None))
        return cls(caption=caption, columns=tuple(map(str, shown.columns)), rows=rows, numeric=numeric, note=note)


def cell(value: object) -> str:
    """One cell: counts with separators, other numbers with two decimals, a dash for nothing."""
    if value is None or value is pd.NA or (isinstance(value, float) and not math.isfinite(value)):
        return text("none")
    if isinstance(value, bool):
        return text("report.yes" if value else "report.no")
    if isinstance(value, int):
        return f"{value:,}"
    return fixed(value, 2) if isinstance(value, float) else str(value)


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A plotly figure as JSON that may stand in a script element, its height, and the sentence that says it."""

    name: str
    spec: Markup
    height: int
    sentence: str

    @classmethod
    def of(cls, name: str, figure: go.Figure, sentence: str) -> Figure:
        """A figure ready for the page; its width is the page's, and no template of the process gets into it."""
        whole: dict[str, Any] = {**json.loads(figure.to_json()), "config": CONFIG}
        whole["layout"].pop("template", None)
        written = json.dumps(whole, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        for sign, code in UNSAFE.items():
            written = written.replace(sign, code)
        return cls(name=name, spec=Markup(written), height=int(figure.layout.height or 450), sentence=sentence)


@dataclass(frozen=True, kw_only=True)
class Code:
    """Lines to copy, with what they are."""

    title: str
    lines: str


@dataclass(frozen=True, kw_only=True)
class Section:
    """A heading and what stands under it, in this order: paragraphs, points, figure, tables, code.

    `label` names it in the contents, where that is not the heading.
    """

    name: str
    title: str | Markup
    kind: str = "plain"
    label: str = ""
    paragraphs: tuple[str | Markup, ...] = ()
    points: tuple[str | Markup, ...] = ()
    figure: Figure | None = None
    tables: tuple[Table, ...] = field(default=())
    codes: tuple[Code, ...] = ()

    @property
    def symbol(self) -> str:
        """The sign beside the word of a card."""
        return text(f"report.symbol.{self.kind}")

    @property
    def figures(self) -> Iterable[Figure]:
        """The figure, if any."""
        return () if self.figure is None else (self.figure,)
