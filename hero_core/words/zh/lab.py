"""Texts of the Lab page, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
