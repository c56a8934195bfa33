"""The guard rails in the words of reviewers: what was checked, what it means when it fails, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
