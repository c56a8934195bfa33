"""The files around the product agree with each other and with what is installed."""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest
from streamlit import config

from tests.layers.source import ROOT
from ui.ahead import LIBRARIES, libraries

SETTINGS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def flat(table: dict, prefix: str = "") -> dict[str, object]:
    """Nested tables as dotted names."""
    rows: dict[str, object] = {}
    for key, value in table.items():
        rows |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return rows


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb after WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", flat(SETTINGS))
def test_streamlit_knows_every_option(name):
    """A misspelt option is ignored in silence, for instance one that keeps usage statistics at home."""
    assert name in config.get_config_options()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("browser.gatherUsageStats", False),
        ("server.headless", True),
        ("server.showEmailPrompt", False),
        ("server.address", "localhost"),
        ("client.showSidebarNavigation", False),
    ],
)
def test_the_dashboard_keeps_to_itself(name, value):
    """No statistics, no question at the start, no door to the network, one page list."""
    assert flat(SETTINGS)[name] == value


def test_both_themes_stay_possible():
    """A plain [theme] table would switch the dark theme off."""
    assert all(isinstance(value, dict) for value in SETTINGS["theme"].values())


@pytest.mark.parametrize(("theme", "background"), [("light", "#ffffff"), ("dark", None)])
def test_primary_colour_is_readable(theme, background):
    """Streamlit writes white on the primary colour, and the primary colour on the background."""
    colours = SETTINGS["theme"][theme]

    assert contrast(colours["primaryColor"], "#ffffff") >= 4.5
    assert contrast(colours["primaryColor"], background or colours["backgroundColor"]) >= 4.5


def test_no_font_is_fetched():
    """Fonts come with Streamlit."""
    assert not [name for name in flat(SETTINGS) if "font" in name.lower() and not name.endswith("FontSizes")]


def test_changelog_names_the_version():
    """Every version has its sentence for users."""
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_engine_reports_the_version_of_the_package():
    """One version, wherever it is read."""
    hero_core = pytest.importorskip("hero_core")

    assert hero_core.__version__ == PROJECT["version"]


def test_requirements_are_ranges():
    """A floor that was tested and a ceiling before the next break."""
    for name in ("requirements.txt", "requirements-dev.txt"):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        for line in (line for line in lines if line and not line.startswith(("#", "-r"))):
            assert re.fullmatch(r"[\w.\[\]-]+>=[\d.]+,<[\d.]+", line), f"{name}: {line}"


def test_ci_script_can_be_run():
    """The script is valid shell and runs the tests."""
    script = ROOT / ".ci" / "run"

    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0
    assert "make test" in script.read_text(encoding="utf-8")


@pytest.mark.parametrize("part", LIBRARIES)
def test_what_the_browser_loads_ahead_is_there(part):
    """A Streamlit that names its parts anew would load nothing ahead, and nobody would notice."""
    assert [name for name in libraries() if name.startswith(f"{part}.")]
