"""Agreement of annotators, and how good an automatic classifier is, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
