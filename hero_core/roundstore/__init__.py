"""Kept: rounds in a folder on the server, written whole or not at all."""

from hero_core.roundstore.names import MOST_LETTERS, checked
from hero_core.roundstore.store import ConflictError, Kept, RoundStore, StoreError

__all__ = ["MOST_LETTERS", "ConflictError", "Kept", "RoundStore", "StoreError", "checked"]
