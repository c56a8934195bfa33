"""The items page: which items are ambiguous, and why an item got its label, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
