"""What a screen reader says of a tile: facts under their titles, in the language of the page, once."""

from __future__ import annotations

import pytest

from hero_core import charts
from hero_core.words import speaking
from tests.charts.drawn import layers_of, rows_of_chart
from tests.charts.fakes import comparison, decision, stability_result

PAIR = decision(comparison("v1", "v2", 0.1, "a_better"))


def heat():
    """How often each version took each rank."""
    return charts.rank_heat(stability_result(), "mv", 0.5)


def matrix():
    """Each version against each other."""
    return charts.pair_matrix(charts.pair_cells(PAIR, ("v1", "v2"), charts.Units(True)))


@pytest.mark.parametrize("draw", [heat, matrix])
def test_tiles_are_told_by_their_titles(draw):
    """Without it "share: 0.727272727273" and the names of our columns are read aloud, on the tile and on its text."""
    tiles, *words = layers_of(draw())

    assert tiles["encoding"]["description"]["field"] == "spoken"
    assert all(layer["mark"]["aria"] is False for layer in words)


def test_a_tile_is_told_in_the_language_of_the_page():
    """Version, rank, share of the draws."""
    english = rows_of_chart(heat())[0]["spoken"]
    with speaking("zh"):
        chinese = rows_of_chart(heat())[0]["spoken"]

    assert english == "version: v1; rank: 1; share of draws: 60%"
    assert "版本" in chinese and "version" not in chinese
