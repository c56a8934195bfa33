"""The layouts that are known. To add one: describe it in a module here with a sample, and put it into its LAYOUTS."""

from hero_core.reading.layouts import argilla, crowd, feedback, pairs, platforms, tables
from hero_core.reading.layouts.base import Layout

# The first that fits is proposed, so the more particular ones stand first.
LAYOUTS: tuple[Layout, ...] = (
    *argilla.LAYOUTS,
    *platforms.LAYOUTS,
    *pairs.LAYOUTS,
    *crowd.LAYOUTS,
    *feedback.LAYOUTS,
    *tables.LAYOUTS,
)
BY_NAME = {layout.name: layout for layout in LAYOUTS}

__all__ = ["BY_NAME", "LAYOUTS", "Layout"]
