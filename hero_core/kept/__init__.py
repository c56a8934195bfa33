"""Kept: rounds in a folder on the server, written whole or not at all."""

from hero_core.kept.names import MOST_LETTERS, checked
from hero_core.kept.store import ConflictError, Kept, RoundStore, StoreError

__all__ = ["MOST_LETTERS", "ConflictError", "Kept", "RoundStore", "StoreError", "checked"]
