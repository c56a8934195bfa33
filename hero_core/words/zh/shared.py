"""Names of methods, statuses and verdicts; number formats, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
