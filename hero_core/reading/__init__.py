"""Reading: bytes or a table of votes become Annotations, once, at the door."""

from hero_core.reading.exports import Proposal
from hero_core.reading.header import guess_columns
from hero_core.reading.reader import convert, header_of, label_values, propose, read
from hero_core.reading.suggestions import Suggestion, suggest_labels

__all__ = [
    "Proposal", "Suggestion", "convert", "guess_columns", "header_of", "label_values", "propose", "read",
    "suggest_labels",
]  # fmt: skip
