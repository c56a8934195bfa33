"""Colours: seen on their background, told apart by the colour-blind, the page's own background behind figures."""

from __future__ import annotations

import tomllib
from itertools import combinations

import numpy as np
import pytest

from hero_core.charts.palette import (
    DARK,
    LIGHT,
    METHOD_ORDER,
    SEQUENTIAL,
    SERIES_DASHES,
    SERIES_SHAPES,
    SHAPES,
    WHITE_TEXT_ABOVE,
)
from tests.conftest import ROOT

# Machado, Oliveira, Fernandes (2009), severity 1.0.
VISION = {
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
PAGES = {"light": LIGHT, "dark": DARK}


def linear(colour: str) -> np.ndarray:
    """Linear red, green, blue of #rrggbb."""
    parts = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21."""
    dark, light = sorted(float([0.2126, 0.7152, 0.0722] @ linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, vision: str) -> np.ndarray:
    """CIE Lab of a colour as somebody with this vision sees it."""
    seen = np.clip(np.array(VISION[vision]) @ linear(colour), 0, 1)
    x, y, z = np.cbrt(TO_XYZ @ seen / np.array([0.9505, 1, 1.089]))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("page", PAGES)
def test_marks_stand_out_from_the_page(page):
    """At least 3:1 for marks, 4.5:1 for text."""
    colours = PAGES[page]

    assert min(contrast(colour, colours.background) for colour in colours.methods.values()) >= 3
    assert min(contrast(colours.text, colours.background), contrast(colours.quiet, colours.background)) >= 4.5
    assert contrast(colours.text, colours.scarce) >= 4.5


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("page", PAGES)
def test_methods_are_told_apart(page, vision):
    """By colour for every kind of vision; methods that share a colour differ in shape."""
    for one, other in combinations(METHOD_ORDER, 2):
        colours = PAGES[page].methods
        if colours[one] == colours[other]:
            assert SHAPES[one] != SHAPES[other]
        else:
            assert np.linalg.norm(lab(colours[one], vision) - lab(colours[other], vision)) > 20


@pytest.mark.parametrize("page", PAGES)
def test_versions_in_one_figure_are_told_apart(page):
    """Six at once, each seen on the page and apart from the others for every kind of vision; shapes differ too."""
    colours = PAGES[page]

    assert min(contrast(colour, colours.background) for colour in colours.series) >= 3
    for one, other in combinations(colours.series, 2):
        assert min(np.linalg.norm(lab(one, vision) - lab(other, vision)) for vision in VISION) > 20
    assert len(colours.series) == len(set(SERIES_SHAPES)) == len(set(SERIES_DASHES))


def test_text_on_tiles_is_readable():
    """Black up to the switch, white above, at every share."""
    ends = [np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) for colour in SEQUENTIAL]
    for share in np.linspace(0, 1, 101):
        tile = "#" + "".join(f"{round(part):02x}" for part in ends[0] + share * (ends[1] - ends[0]))
        assert contrast(tile, "#ffffff" if share > WHITE_TEXT_ABOVE else "#000000") >= 3.5


def test_figures_have_the_background_of_the_page():
    """A saved picture is readable, and on the page no edge is seen."""
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]

    assert theme["light"].get("backgroundColor", "#ffffff") == LIGHT.background
    assert theme["dark"]["backgroundColor"] == DARK.background
