"""Sentences of the engine, by their English template, in Chinese."""

from __future__ import annotations

SENTENCES: dict[str, str] = {}
