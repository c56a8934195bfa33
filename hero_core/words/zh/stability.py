"""Texts of the Stability page, and of the frame around figures, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
