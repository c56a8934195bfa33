"""Sentences of the reader, by their English template, in Chinese."""

from __future__ import annotations

SENTENCES: dict[str, str] = {}
