"""What came of a trial: bias with its spread beside the paper's, errors of scores and rankings under stress."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from hero_core.charts.labels import listing, literal, method_name
from hero_core.charts.palette import DASHES, SHAPES, blank_figure, category_axis, in_order, look, marker
from hero_core.decimals import fixed, signed
from hero_core.published import Published
from hero_core.results import TrialRow, TrialsResult
from hero_core.words import chain, text

Said = Mapping[str, Published]
HOVER = "<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>"
COLUMNS = ("bias", "bias_error", "sd")
MORE_COLUMNS = ("rmse", "coverage", "coverage_error", "width", "rounds", "missing")
POINTS = ("bias", "bias_error", "sd", "rmse", "coverage_error", "width")


def _points(share: float | None) -> str:
    """A size in points, one decimal."""
    return text("none") if share is None else fixed(100 * share, 1)


def paper_bias(row: TrialRow, said: Published) -> float:
    """The paper's bias on the side of ours."""
    return math.copysign(said.bias, -1.0 if row.bias is not None and row.bias < 0 else 1.0)


def _row_words(row: TrialRow, said: Published | None) -> str:
    """Bias and spread of one method in words."""
    if row.bias is None:
        return text("lab.bias.none", method=method_name(row.method))
    facts = {"method": method_name(row.method), "bias": signed(100 * row.bias, 1), "sd": _points(row.sd)}
    if said is None:
        return text("lab.bias.row", **facts)
    return text("lab.bias.row_paper", **facts, paper_bias=_points(said.bias), paper_sd=_points(said.sd))


def _mark(method: str, bias: float, sd: float | None, dark: bool, ours: bool) -> go.Scatter:
    """One mark with one SD to each side; open where it is the paper's."""
    mark = marker(method, dark)
    if not ours and not SHAPES[method].endswith("-open"):
        rim = {"width": 2, "color": look(dark).methods[method]}
        mark |= {"symbol": f"{SHAPES[method]}-open", "line": rim}
    group = "here" if ours else "paper"
    return go.Scatter(
        x=[100 * bias], y=[literal(method_name(method))], mode="markers",
        marker=mark, orientation="h", offsetgroup=group,
        name=chain([method_name(method), text(f"lab.bias.{group}")], ", "),
        error_x={"type": "data", "array": [100 * (sd or 0.0)], "width": 4,
                 "thickness": 2 if ours else 1.2, "color": look(dark).methods[method]},
        customdata=[[literal(method_name(method)),
                     text("named", name=text(f"lab.bias.{group}"), value=f"{signed(100 * bias, 1)} ± {_points(sd)}")]],
        hovertemplate=HOVER, showlegend=False,
    )  # fmt: skip


def bias_figure(result: TrialsResult, said: Said, dark: bool = False) -> go.Figure:
    """Bias of every method with one SD to each side; the paper's beneath it as an open mark."""
    shown = in_order(result.methods)
    figure = blank_figure(dark, 110 + len(shown) * (54 if said else 38))
    for method in shown:
        row = result.get(method)
        if row.bias is not None:
            figure.add_trace(_mark(method, row.bias, row.sd, dark, True))
        if method in said:
            paper = said[method]
            figure.add_trace(_mark(method, paper_bias(row, paper), paper.sd, dark, False))
    if said:
        _add_key(figure, dark)
        figure.update_layout(scattermode="group", scattergap=0.35)
    names = {literal(method_name(method)): literal(method_name(method)) for method in shown}
    figure.update_yaxes(category_axis(names, reverse=True))
    figure.update_xaxes(title={"text": text("lab.bias.axis")})
    figure.add_vline(x=0, line={"color": look(dark).text, "width": 1})
    return figure


def _add_key(figure: go.Figure, dark: bool) -> None:
    """Says in the legend which marks are ours."""
    colour = look(dark).text
    for name, symbol in (("here", "circle"), ("paper", "circle-open")):
        figure.add_trace(
            go.Scatter(
                x=[None], y=[None], mode="markers", name=text(f"lab.bias.{name}"), hoverinfo="skip",
                marker={"symbol": symbol, "size": 12, "color": colour, "line": {"width": 2, "color": colour}},
            )
        )  # fmt: skip


def bias_sentence(result: TrialsResult, said: Said) -> str:
    """Every method's bias and spread, the paper's beside it, and which is least off."""
    rows = [result.get(method) for method in in_order(result.methods)]
    known = [(row.rmse, row) for row in rows if row.rmse is not None]
    if not known:
        return text("lab.bias.nobody", rounds=result.repetitions)
    best = min(known, key=lambda pair: pair[0])[1]
    return text(
        "lab.bias.sentence", rounds=result.repetitions, truth=f"{result.truth:.1%}",
        rows=chain((_row_words(row, said.get(row.method)) for row in rows), "; "), best=method_name(best.method),
    )  # fmt: skip


def trials_table(result: TrialsResult, said: Said) -> pd.DataFrame:
    """Every method in numbers, in points, with the paper's figures where there are any."""
    rows = [result.get(method) for method in in_order(result.methods)]
    columns: dict[str, list[object]] = {"method": [method_name(row.method) for row in rows]}
    columns |= {name: _column(rows, name) for name in COLUMNS}
    if said:
        figures = [said.get(row.method) for row in rows]
        columns["paper_bias"] = [None if paper is None else 100 * paper.bias for paper in figures]
        columns["paper_sd"] = [None if paper is None else 100 * paper.sd for paper in figures]
    if result.systems > 1:
        columns["score_error"] = [_root(row.score_mse) for row in rows]
        columns["tau"] = [row.tau for row in rows]
    columns |= {name: _column(rows, name) for name in MORE_COLUMNS}
    return pd.DataFrame(columns)


def _column(rows: Sequence[TrialRow], name: str) -> list[object]:
    """A field of every row, in points where it is a difference."""
    values = [getattr(row, name) for row in rows]
    return [None if value is None else 100 * value for value in values] if name in POINTS else values


def _root(square: float | None) -> float | None:
    """Root mean square in points."""
    return None if square is None else 100 * math.sqrt(square)


def share_of(result: TrialsResult) -> float:
    """The share of adversaries of a trial."""
    share = result.overrides.get("adversarial_share", 0.0)
    return float(share) if isinstance(share, int | float) else 0.0


def _measure(row: TrialRow, measure: str) -> float | None:
    return _root(row.score_mse) if measure == "scores" else row.tau


def stress_figure(results: Sequence[TrialsResult], measure: str, dark: bool = False) -> go.Figure:
    """Error of the scores (`measure` scores) or agreement with the true ranking, against the share of adversaries."""
    figure = blank_figure(dark, 380)
    for method in in_order(results[0].methods):
        colour = look(dark).methods[method]
        known = [(share_of(found), value) for found in results
                 if (value := _measure(found.get(method), measure)) is not None]  # fmt: skip
        figure.add_trace(
            go.Scatter(
                x=[share for share, _ in known], y=[value for _, value in known], mode="lines+markers",
                line={"color": colour, "width": 2.5, "dash": DASHES[method]},
                marker=marker(method, dark) | {"size": 10},
                name=method_name(method), hovertemplate=HOVER,
                customdata=[[literal(method_name(method)),
                             text("named", name=f"{share:.0%}", value=_value(value, measure))]
                            for share, value in known],
            )
        )  # fmt: skip
    figure.update_xaxes(tickformat=".0%", tickvals=[share_of(found) for found in results],
                        title={"text": text("lab.shares.axis")})  # fmt: skip
    figure.update_yaxes(rangemode="tozero", title={"text": text(f"lab.{measure}.axis")})
    return figure


def _value(value: float | None, measure: str) -> str:
    if value is None:
        return text("none")
    return fixed(value, 1 if measure == "scores" else 2)


def stress_sentence(results: Sequence[TrialsResult], measure: str) -> str:
    """Every method without adversaries and with the most."""
    ends = [results[0], results[-1]] if len(results) > 1 else [results[0]]
    parts = []
    for found in ends:
        values = [
            text(
                "lab.scores.value", value=_value(_measure(found.get(name), measure), measure), method=method_name(name)
            )
            for name in in_order(found.methods)
        ]
        parts.append(text("lab.scores.at", share=f"{share_of(found):.0%}", values=listing(values)))
    return text(f"lab.{measure}.sentence", parts=chain(parts, "; "))


def stress_table(results: Sequence[TrialsResult]) -> pd.DataFrame:
    """One row per share of adversaries and method: errors of scores and ranking with their Monte Carlo errors."""
    rows = [(share_of(found), found.get(method)) for found in results for method in in_order(found.methods)]
    return pd.DataFrame({
        "adversaries": [share for share, _ in rows],
        "method": [method_name(row.method) for _, row in rows],
        "score_error": [_root(row.score_mse) for _, row in rows],
        "score_mse": [row.score_mse for _, row in rows],
        "tau": [row.tau for _, row in rows],
        "tau_error": [row.tau_error for _, row in rows],
        "bias": [None if row.bias is None else 100 * row.bias for _, row in rows],
        "sd": [None if row.sd is None else 100 * row.sd for _, row in rows],
        "coverage": [row.coverage for _, row in rows],
        "rounds": [row.rounds for _, row in rows],
    })  # fmt: skip
