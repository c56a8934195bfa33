"""What the browser does by itself on every page: the script of `browser.html`, which knows what to load ahead."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import streamlit

SCRIPT = Path(__file__).resolve().parent / "browser.html"
PARTS = Path(streamlit.__file__).resolve().parent / "static" / "static" / "js"
# The parts of Streamlit's own page that draw our figures and tables, the one of the first page first.
LIBRARIES = ("PlotlyChart", "DataFrame", "ArrowVegaLiteChart")
WAIT_MILLISECONDS = 3000


def libraries() -> list[str]:
    """Names of the files of those parts, as far as this Streamlit has them."""
    return [found.name for part in LIBRARIES for found in sorted(PARTS.glob(f"{part}.*.js"))]


@cache
def script() -> str:
    """The script, for st.html."""
    told = SCRIPT.read_text(encoding="utf-8").replace("LIBRARIES", json.dumps(libraries()))
    return told.replace("WAIT", str(WAIT_MILLISECONDS))
