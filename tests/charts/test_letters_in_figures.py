"""Ids are shown letter by letter in every figure: no markup, no merging, no loss."""

from __future__ import annotations

import json
import re

import pytest

from hero_core import charts
from hero_core.charts.labels import literal, plotly_names, short_names
from tests.charts.fakes import EVIL, annotator_result, estimate_result, vote_frame

OURS = re.compile(r"</?b>|<br>|<extra></extra>")
FIGURES = {
    "forest": lambda: charts.forest(estimate_result(systems=(EVIL, "v2"))),
    "walk": lambda: charts.method_walk(estimate_result(systems=(EVIL, "v2")), EVIL),
    "reliability": lambda: charts.reliability(annotator_result((EVIL, "b", "c", "d", "e")), selected=EVIL),
    "votes": lambda: charts.vote_bars(vote_frame()),
}


def texts_of(value):
    """Every text that plotly may read as HTML: all but the raw id that a click gives back."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "customdata" and part and isinstance(part[0], list):
                part = [row[1:] if row[0] == EVIL else row for row in part]
            yield from texts_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_of(part)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("name", FIGURES)
def test_markup_in_an_id_is_not_markup(name):
    """The id <b>*x*</b> appears only escaped; tags in a figure are our own."""
    found = list(texts_of(json.loads(FIGURES[name]().to_json())))

    assert any("&lt;b&gt;*x*&lt;/b&gt;" in part for part in found)
    assert not [part for part in found if EVIL in part]
    assert not [part for part in found if "<" in OURS.sub("", part)]


@pytest.mark.parametrize("name", FIGURES)
def test_labels_are_never_cut(name):
    """Axes of names grow with their labels, also in exported files."""
    layout = FIGURES[name]().layout

    assert layout.yaxis.automargin and layout.xaxis.automargin


def test_shortened_names_stay_distinct():
    """Two long names that differ in the middle are two labels."""
    names = [f"model-{'a' * 30}-{middle}-{'z' * 30}" for middle in ("one", "two", "three")]

    labels = short_names(names)

    assert len(set(labels.values())) == 3
    assert max(map(len, labels.values())) <= 28
    assert list(plotly_names(names)) == names


def test_escaping_keeps_names_apart():
    """A name that looks like an escaped one is another name."""
    assert len({literal(name) for name in ("<", "&lt;", "&amp;lt;")}) == 3
    assert literal("Müller & 王") == "Müller &amp; 王"
