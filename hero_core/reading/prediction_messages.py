"""Findings about predictions by their code; placeholders as in messages."""

from __future__ import annotations

WARNING, INFO = "warning", "info"
OF_PREDICTIONS = {
    "prediction_conflict": (
        WARNING,
        "{file}, column {column}: {count} item{s} with more than one prediction: {examples}. "
        "The prediction is withdrawn there, the votes stay.",
        "Keep one prediction per item.",
    ),
    "prediction_unknown": (
        WARNING,
        "{file}, column {column}: {count} cell{s} that mean neither 1 nor 0: {values}. The column was left out.",
        "Write 1, 0 or nothing, or give the class of these texts (labels).",
    ),
    "prediction_other": (
        INFO,
        "{file}, column {column}: no cell means 1 or 0 ({values}), so it is not read as a classifier's answers.",
        "Nothing to do if the column holds something else; no estimate needs it.",
    ),
}
