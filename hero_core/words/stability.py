"""Texts of the Stability page."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
