"""The data page: dropping files, how they are read, what was found and understood, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
