"""Texts of the Compare page, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
