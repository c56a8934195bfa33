"""How far any two annotators agree: a matrix of kappa, and who agrees most and least with the others."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from hero_core.charts.labels import decimal, percent, short_names
from hero_core.charts.palette import FONT, look
from hero_core.charts.tiles import name_axis, plain, share_colour, spoken, text_on_share
from hero_core.results import AgreementResult, PairAgreement
from hero_core.words import chain, text, told

MOST = 20
WIDTH, LARGE_CELL, SMALL_CELL = 640, 64, 32
FEW = 10
FEW_ITEMS = 10  # fewer shared items give a number, but no colour
LONGEST = 14


def mean_kappas(result: AgreementResult) -> dict[str, tuple[float, int]]:
    """Each annotator's mean kappa with the others, weighted by shared items, and with how many; the highest first."""
    total: dict[str, list[float]] = {}
    for pair in result.pairs:
        for name in (pair.a, pair.b) if pair.kappa is not None else ():
            sums = total.setdefault(name, [0.0, 0.0, 0.0])
            sums[0] += pair.n_items * (pair.kappa or 0.0)
            sums[1] += pair.n_items
            sums[2] += 1
    means = {name: (weighted / items, int(others)) for name, (weighted, items, others) in total.items()}
    return dict(sorted(means.items(), key=lambda entry: -entry[1][0]))


def agreement_people(result: AgreementResult) -> list[str]:
    """Who stands in the matrix: those with the most shared items, who agrees most with the others first."""
    shared: dict[str, int] = {}
    for pair in result.pairs:
        for name in (pair.a, pair.b):
            shared[name] = shared.get(name, 0) + pair.n_items
    chosen = sorted(shared, key=lambda name: -shared[name])[:MOST]
    means = mean_kappas(result)
    return sorted(chosen, key=lambda name: -means.get(name, (-2.0, 0))[0])


def agreement_cells(result: AgreementResult) -> pd.DataFrame:
    """One row per ordered pair: kappa with its range, the share of equal votes, the shared items; no diagonal.

    `is_fact` where the pair shares enough items for its kappa to be drawn as a colour.
    """
    people = agreement_people(result)
    known = {frozenset((pair.a, pair.b)): pair for pair in result.pairs}
    lines = [
        [row, column, *_cell(known.get(frozenset((row, column))) if row != column else None, row == column)]
        for row in people
        for column in people
    ]
    names = ["row", "column", "share", "kappa_text", "range_text", "equal_text", "items", "note", "is_fact"]
    return pd.DataFrame(lines, columns=names)


def _cell(pair: PairAgreement | None, diagonal: bool) -> list[object]:
    if pair is None:
        nothing = "" if diagonal else text("none")
        return [0.0, nothing, text("none"), text("none"), "0", "", False]
    equal, items = percent(pair.agreement, pair.n_items), f"{pair.n_items:,}"
    if pair.kappa is None:
        return [0.0, text("none"), text("none"), equal, items, str(told(pair.reason or "")), False]
    span = text("none")
    if pair.kappa_low is not None and pair.kappa_high is not None:
        span = text("charts.to", low=decimal(pair.kappa_low), high=decimal(pair.kappa_high))
    solid = pair.n_items >= FEW_ITEMS
    return [max(0.0, pair.kappa), decimal(pair.kappa), span, equal, items, str(told(pair.reason or "")), solid]


def agreement_matrix(cells: pd.DataFrame, dark: bool = False) -> Any:
    """Rows against columns; dark is much agreement, grey is unknown."""
    table = cells.copy()
    names = short_names(dict.fromkeys(table["row"]), LONGEST)
    table["row_title"], table["column_title"] = table["row"].map(names), table["column"].map(names)
    few, order = len(names) <= FEW, list(names.values())
    table["cell_text"] = table["kappa_text"] if few else table["kappa_text"].str.replace("0.", ".", regex=False)
    cell = min(LARGE_CELL, max(SMALL_CELL, WIDTH // max(1, len(names))))
    below = name_axis("", dark, 110)
    below.labelAngle = -50
    titles = {field: text(f"agreement.cell.{field}")
              for field in ("row", "column", "kappa_text", "range_text", "equal_text", "items")}  # fmt: skip
    table["spoken"] = spoken(table, titles)
    base = alt.Chart(table).encode(
        x=alt.X("column_title:N", sort=order, axis=below),
        y=alt.Y("row_title:N", sort=order, axis=name_axis("", dark, 120)),
        tooltip=[alt.Tooltip(f"{field}:N", title=title) for field, title in titles.items()],
        description=alt.Description("spoken:N"),
    )
    colours = look(dark)
    tiles = base.mark_rect(stroke=colours.background).encode(
        color=alt.condition("datum.is_fact", share_colour(), alt.value(colours.grid))
    )
    words = base.mark_text(
        aria=False, font=FONT, fontSize=13 if few else 11, fill=text_on_share(dark, is_fact="datum.is_fact")
    ).encode(text="cell_text:N")
    layers = alt.layer(tiles, words)
    return plain(layers.properties(width=cell * len(names), height=0.6 * cell * len(names)), dark)


def agreement_sentence(result: AgreementResult) -> str:
    """Who agrees most and least with the others, and how many are not drawn."""
    means = list(mean_kappas(result).items())
    drawn = len(agreement_people(result))
    people = {name for pair in result.pairs for name in (pair.a, pair.b)}
    parts = []
    if len(means) > 2:
        (most, (high, _)), (least, (low, count)) = means[0], means[-1]
        parts.append(text("agreement.matrix.said", most=most, high=decimal(high), least=least, low=decimal(low),
                          count=count))  # fmt: skip
    parts.append(text("agreement.matrix.how", few=FEW_ITEMS))
    if drawn < len(people):
        parts.append(text("agreement.matrix.part", shown=drawn, total=f"{len(people):,}"))
    return chain(parts)
