"""Texts of the Annotators page."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "annotators.lead": "Whom to believe: how often each annotator finds real positives and clears negatives. Click a "
    "dot or "
    "a table below to see that person's answers.",
    "annotators.lead.graded": "Whom to believe: how often each annotator gives the right class. Click a dot or a "
    "table below "
    "to see that person's answers.",
    "annotators.source.history": "Rates come from the history: expert answers (gold) first, and the votes on all "
    "other items "
    "for what they add. Ranges hold {level}.",
    "annotators.source.current": "There is no history with expert answers (gold) for every class, so these rates are "
    "guessed "
    "from this round's votes alone. They say who agrees with whom, not who is right.",
    "annotators.nothing.gold": "None of the {total} annotators has {enough} gold votes or more, so nothing can be "
    "said about "
    "any of them. What each did is in the table.",
    "annotators.nothing.votes": "None of the {total} annotators has {enough} votes or more in this round, so nothing "
    "can be "
    "said about any of them. What each did is in the table.",
    "annotators.none": "There are no annotators to show.",
    "annotators.dots": "Who is reliable",
    "annotators.person": "One annotator",
    "annotators.pick": "Annotator",
    "annotators.card": "Reliability **{reliability}** · {votes} votes in the history, {gold} of them on gold items · "
    "{now} "
    "votes this round",
    "annotators.reliability.help": "1 = always right, 0 = no better than a coin, below 0 = more often wrong than "
    "right.",
    "annotators.click_cell": "Click a cell to list only those votes below.",
    "annotators.matrices": "Everybody's answers",
    "annotators.sort": "Sort by",
    "annotators.sort.weight": "reliability",
    "annotators.sort.sensitivity": "finds real positives",
    "annotators.sort.specificity": "clears negatives",
    "annotators.sort.gold_votes": "gold votes",
    "annotators.sort.votes": "votes",
    "annotators.sort.name": "name",
    "annotators.order": "Highest first",
    "annotators.page": "Page",
    "annotators.page.of": "{first} to {last}",
    "annotators.disagreements": "Where this annotator disagrees",
    "annotators.only_cell": "Only votes with truth {truth} where the annotator said {said}. Double-click the cell to "
    "see "
    "all.",
    "annotators.no_disagreement": "No such vote.",
    "annotators.remarks": "Remarks about annotators",
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
    "annotators.drift.same": "Judges this round as the history, as far as can be seen (p = {p} over all annotators).",
    "annotators.drift.moved": "Judges differently than before (p = {p} over all annotators): finds real positives "
    "{found} before, {found_now} now; clears negatives {cleared} before, {cleared_now} now.",
    "annotators.drift.moved_many": "Judges differently than before (p = {p} over all annotators): recognised {parts}.",
    "annotators.drift.part": "{name} in {before} before, {now} now",
    "annotators.drift.tiny": "below 0.001",
    "annotators.flag.no_history": "not in the history",
    "annotators.flag.little_gold": "little gold",
    "annotators.flag.no_gold_of_class": "no gold of class {label}",
    "annotators.flag.no_information": "no better than a coin",
    "annotators.flag.worse_than_chance": "more often wrong than right",
    "annotators.flag.constant": "always the same answer",
}
