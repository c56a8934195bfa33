"""A figure for an audience: letters, marks and lines grow, what is drawn stays the same."""

from __future__ import annotations

import altair as alt
import pandas as pd
import plotly.graph_objects as go

from hero_core.charts import enlarged
from hero_core.charts.palette import blank_figure, marker
from hero_core.charts.tiles import name_axis, plain


def test_a_plotly_figure_grows_and_keeps_its_points():
    """Twice as large letters, markers, lines and height; the same data, ranges and margins."""
    figure = blank_figure(dark=False, height=200)
    figure.add_trace(go.Scatter(x=[1, 2], y=["a", "b"], marker=marker("mv", dark=False), line={"width": 3}))
    figure.add_trace(go.Scatter(x=[1], y=["a"], marker={"size": [4, 5]}, error_x={"array": [9], "width": 2}))
    figure.update_xaxes(range=[0, 3])

    large = enlarged(figure, 2)

    assert large.layout.height == 400
    assert large.layout.font.size == 2 * figure.layout.font.size
    assert large.layout.legend.font.size == 2 * figure.layout.legend.font.size
    assert large.data[0].marker.size == 2 * figure.data[0].marker.size
    assert large.data[0].line.width == 6
    assert list(large.data[1].marker.size) == [8, 10]
    assert (large.data[1].error_x.width, list(large.data[1].error_x.array)) == (4, [9])
    assert (list(large.data[0].x), list(large.data[0].y)) == ([1, 2], ["a", "b"])
    assert tuple(large.layout.xaxis.range) == (0, 3)
    assert figure.layout.height == 200, "the figure itself is untouched"


def test_an_altair_chart_grows_and_keeps_its_data():
    """The same for tiles, also as a bare specification."""
    frame = pd.DataFrame({"width": [1, 2], "who": ["a", "b"]})
    text = alt.Chart(frame).mark_text(fontSize=11, dx=3).properties(width=90)
    chart = plain(text.encode(x=alt.X("who:N", axis=name_axis("who", False)), text="width:Q"), False)

    large = enlarged(chart, 2).to_dict()

    for spec in (large, enlarged(chart.to_dict(), 2)):
        assert spec["width"] == 180
        assert (spec["mark"]["fontSize"], spec["mark"]["dx"]) == (22, 6)
        assert spec["encoding"]["x"]["axis"]["labelFontSize"] == 24
        assert next(iter(spec["datasets"].values())) == [{"width": 1, "who": "a"}, {"width": 2, "who": "b"}]
