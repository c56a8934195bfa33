"""Reading: bytes or a table of votes become Annotations, once, at the door."""

from hero_core.reading.reader import read

__all__ = ["read"]
