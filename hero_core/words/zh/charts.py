"""Texts on and beside the figures, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
