"""Reading: bytes or a table of votes become Annotations, once, at the door."""

from hero_core.reading.header import guess_columns
from hero_core.reading.reader import header_of, label_values, read

__all__ = ["guess_columns", "header_of", "label_values", "read"]
