"""The overview: the verdict and its reasons, one number per version, what to keep in mind, in Chinese."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
