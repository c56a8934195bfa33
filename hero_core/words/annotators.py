"""Texts of the Annotators page."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "annotators.column.annotator": "Annotator",
    "annotators.column.weight": "Reliability",
    "annotators.column.sensitivity": "Finds real positives",
    "annotators.column.specificity": "Clears negatives",
    "annotators.column.gold_votes": "Gold votes",
    "annotators.column.votes": "Votes",
    "annotators.column.current_votes": "Votes this round",
    "annotators.column.flags": "Watch",
    "annotators.column.where": "Round",
    "annotators.column.system": "Version",
    "annotators.column.item_id": "Item",
    "annotators.column.label": "Said",
    "annotators.column.against": "Against",
    "annotators.column.by": "According to",
    "annotators.column.probability": "How sure",
    "annotators.history": "history",
    "annotators.current": "current",
    "annotators.by_gold": "expert answer (gold)",
    "annotators.by_posterior": "all votes together",
    "annotators.disagree_gold": "{name} disagrees with gold in {count} of {of} votes.",
    "annotators.disagree_posterior": "In the current round {name} differs from what all votes together say in "
    "{count} of "
    "{of} votes.",
    "annotators.disagree_few": "That is too few gold votes to judge by.",
    "annotators.no_votes": "{name} has no votes to compare.",
    "annotators.flag.no_history": "not in the history",
    "annotators.flag.little_gold": "little gold",
    "annotators.flag.no_gold_of_class": "no gold of class {label}",
    "annotators.flag.no_information": "no better than a coin",
    "annotators.flag.worse_than_chance": "more often wrong than right",
    "annotators.flag.constant": "always the same answer",
}
