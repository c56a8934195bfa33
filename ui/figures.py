"""A figure as every page shows it: the chart, its sentence, its table folded away, and the table as CSV."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from hero_core.charts import enlarged
from hero_core.charts.palette import PLOTLY_CONFIG
from hero_core.words import text
from ui import state
from ui.explain import escape
from ui.frame import download, presenting, table
from ui.help import show_how

remembered_several = state.remembered_several


def show_figure(figure: Any, sentence: str, key: str, *, on_click: Callable[[], None] | None = None) -> None:
    """A plotly figure; its sentence stands below it and is what a screen reader says. `on_click` takes a click."""
    choosing: dict[str, Any] = {} if on_click is None else {"on_select": on_click, "selection_mode": "points"}
    figure = enlarged(figure) if presenting() else figure
    st.plotly_chart(figure, width="stretch", theme=None, config=PLOTLY_CONFIG, alt=sentence, key=key, **choosing)
    say(sentence)
    show_how(key)


def show_tiles(
    chart: Any, sentence: str, key: str, *, on_click: Callable[..., None] | None = None, stretch: bool = False
) -> None:
    """An Altair chart without its sentence; `on_click` is called with the key when a tile is chosen."""
    width = "stretch" if stretch else "content"
    chart = enlarged(chart) if presenting() else chart
    if on_click is None:
        st.altair_chart(chart, width=width, theme=None, alt=sentence, key=key)  # type: ignore[call-overload]
    else:
        st.altair_chart(  # type: ignore[call-overload]
            chart, width=width, theme=None, alt=sentence, key=key, on_select=lambda: on_click(key)
        )


def show_spec(
    spec: dict[str, Any], sentence: str, key: str, *, on_click: Callable[[str], None], stretch: bool = False
) -> None:
    """A Vega-Lite chart without its sentence, at its own size or across the page; `on_click` is called with the key."""
    spec = enlarged(spec) if presenting() else spec
    st.vega_lite_chart(
        spec=spec, width="stretch" if stretch else "content", theme=None, alt=sentence, key=key,
        on_select=lambda: on_click(key),
    )  # fmt: skip


def say(sentence: str) -> None:
    """A sentence with ids in it, letter by letter."""
    st.markdown(escape(sentence))


def show_numbers(
    frame: pd.DataFrame,
    key: str,
    *,
    file: pd.DataFrame | Callable[[], pd.DataFrame] | None = None,
    total: int | None = None,
    **options: Any,
) -> None:
    """The numbers of a figure: folded away, with the CSV of the same or fuller numbers. `options` go to the table.

    `total` says how many rows there are where `frame` holds only those that are drawn.
    Not drawn in presenter mode.
    """
    if presenting():
        return
    with st.expander(text("figures.numbers")):
        table(frame, key=f"{key}_table", total=total, **options)
        download(frame if file is None else file, f"{key}.csv", f"{key}_csv")
