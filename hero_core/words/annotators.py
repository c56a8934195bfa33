"""Texts of the Annotators page."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "annotators.source.history": "Rates come from the history: expert answers (gold) first, and the votes on all "
    "other items "
    "for what they add. Ranges hold {level}.",
    "annotators.source.current": "There is no history with expert answers (gold) for every class, so these rates are "
    "guessed "
    "from this round's votes alone. They say who agrees with whom, not who is right.",
    "annotators.nothing.gold": "Of {total} {total:annotator|annotators}, none has {enough} gold votes or more, so "
    "nothing can be said about any of them. What each did is in the table.",
    "annotators.nothing.votes": "Of {total} {total:annotator|annotators}, none has {enough} votes or more in this "
    "round, so nothing can be said about any of them. What each did is in the table.",
    "annotators.none": "There are no annotators to show.",
    "annotators.dots": "Who is reliable",
    "annotators.person": "One annotator",
    "annotators.pick": "Annotator",
    "annotators.card": "Reliability **{reliability}** · {votes} {votes:vote|votes} in the history, {gold} of them on "
    "gold items · {now} {now:vote|votes} this round",
    "annotators.card.alone": "Reliability **{reliability}** · {votes} {votes:vote|votes}, {gold} of them on gold items",
    "annotators.alone": "All of this is about the history alone. A current round adds who judges it differently than "
    "before, and where somebody differs from what all votes together say.",
    "annotators.reliability_range": "{weight} ({low} to {high})",
    "annotators.reliability.help": "1 = always right, 0 = no better than a coin, below 0 = more often wrong than "
    "right.",
    "annotators.click_cell": "Click a cell, or choose it under “Which votes”, to list its votes.",
    "annotators.matrices": "Everybody's answers",
    "annotators.sort": "Sort by",
    "annotators.sort.weight": "reliability",
    "annotators.sort.sensitivity": "finds real positives",
    "annotators.sort.specificity": "clears negatives",
    "annotators.sort.gold_votes": "gold votes",
    "annotators.sort.votes": "votes",
    "annotators.sort.name": "name",
    "annotators.sort.pool_distance": "difference to the others",
    "annotators.sort.drift": "drift",
    "annotators.sort.flags": "flags",
    "annotators.sort.recall": "recognises {label}",
    "annotators.order": "Turn the order round",
    "annotators.watch": "Only those with",
    "annotators.watch.all": "everybody",
    "annotators.watch.any": "any flag",
    "annotators.search": "Name contains",
    "annotators.nobody": "Nobody fits. Clear the name or the flag.",
    "annotators.mode": "Cells show",
    "annotators.mode.share": "own shares",
    "annotators.mode.difference": "difference to the others",
    "annotators.mode.help": "The others: all other annotators' votes thrown together, this person's left out.",
    "annotators.measure": "Upwards",
    "annotators.what_to_do": "What to do",
    "annotators.page": "Page",
    "annotators.page.of": "{first} to {last}",
    "annotators.disagreements": "Where this annotator disagrees",
    "annotators.which": "Which votes",
    "annotators.which.wrong": "all that differ",
    "annotators.which.cell": "truth {truth}, said {said}",
    "annotators.which.count": "{which} ({count})",
    "annotators.weight.about": "Weight: how strongly the vote speaks for what was said, as a log-ratio. 0 counts for "
    "nothing; below 0 it counts the other way round.",
    "annotators.decides": "decides alone",
    "annotators.open_which": "Item of this round to open",
    "annotators.open": "Open on the Items page",
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
    "annotators.column.where": "From",
    "annotators.column.round": "Round",
    "annotators.column.log_ratio": "Weight",
    "annotators.column.prompt": "Item text",
    "annotators.column.weight_range": "Plausible range",
    "annotators.column.pool_distance": "Difference to the others",
    "annotators.column.recall": "Recognises {label}",
    "annotators.column.system": "Version",
    "annotators.column.item_id": "Item",
    "annotators.column.label": "Said",
    "annotators.column.against": "Truth",
    "annotators.column.by": "According to",
    "annotators.column.probability": "How sure",
    "annotators.history": "history",
    "annotators.current": "current",
    "annotators.by_gold": "expert answer",
    "annotators.by_posterior": "all votes",
    "annotators.disagree_gold": "{name} disagrees with gold in {count} of {of} {of:vote|votes}.",
    "annotators.disagree_posterior": "In the current round {name} differs from what all votes together say in {count} "
    "of {of} {of:vote|votes}.",
    "annotators.disagree_few": "That is too few gold votes to judge by.",
    "annotators.no_votes": "{name} has no votes to compare.",
    "annotators.drift.same": "Judges this round as the history, as far as can be seen (p = {p} over all annotators).",
    "annotators.drift.moved": "Judges differently than before (p = {p} over all annotators): finds real positives "
    "{found}; clears negatives {cleared}.",
    "annotators.drift.moved_many": "Judges differently than before (p = {p} over all annotators): recognised {parts}.",
    "annotators.drift.part": "{name} in {change}",
    "annotators.drift.change": "{before} before, {now} now",
    "annotators.drift.alike": "{before} before and now",
    "annotators.drift.tiny": "below 0.001",
    "annotators.flag.no_history": "not in the history",
    "annotators.flag.little_gold": "little gold",
    "annotators.flag.no_gold_of_class": "no gold of a class",
    "annotators.flag.no_information": "reliability near zero",
    "annotators.flag.worse_than_chance": "more often wrong than right",
    "annotators.flag.constant": "always the same answer",
    "annotators.flag.reversed_annotator": "labels the wrong way round",
    "annotators.flag.random_annotator": "labels like a coin",
    "annotators.flag.copied_annotator": "same labels as somebody else",
    "annotators.flag.annotator_drift": "judges differently now",
    "annotators.flag.routing": "judged mostly one version",
    "annotators.advice.no_history": "Nothing is known about this person's habits, so HERO leaves these votes out. Give "
    "them some items with expert answers.",
    "annotators.advice.little_gold": "Fewer than five votes on items with expert answers: the rates are no more than a "
    "guess. Add expert answers to items this person has judged.",
    "annotators.advice.no_gold_of_class": "No expert answer of one class among this person's items, so that line rests "
    "on other items alone. Add expert answers of that class.",
    "annotators.advice.no_information": "These votes say next to nothing: they add cost and noise. Go through the "
    "guideline together, or leave this person out.",
    "annotators.advice.worse_than_chance": "More often wrong than right. Ask whether the labels were swapped; HERO "
    "turns such votes around, the simple vote does not.",
    "annotators.advice.constant": "The same answer to every item says nothing. Ask how this person worked; leave the "
    "votes out.",
    "annotators.advice.reversed_annotator": "Voted against gold and the others far more than chance. Ask whether the "
    "labels were swapped; HERO turns such votes around, the simple vote does not.",
    "annotators.advice.random_annotator": "Agrees with gold and the others hardly more than chance would. Train or "
    "replace.",
    "annotators.advice.copied_annotator": "Nearly the same labels as somebody else, right or wrong: such votes count "
    "double. Keep one of the two, and ask how they worked.",
    "annotators.advice.annotator_drift": "The habits of the history do not hold for this round. Give this person fresh "
    "items with expert answers before relying on HERO here.",
    "annotators.advice.routing": "Votes went mostly to one version, so the simple vote compares people as much as "
    "versions. Spread annotators over versions in the next round.",
    # whom to believe, in a sentence
    "trust.over": "just over {limit}",
    "trust.guessed": "Guessed from agreement alone, without expert answers.",
    "trust.bad": "Do not rely on {people}.",
    "trust.reversed": "{names} (more often wrong than right)",
    "trust.constant": "{names} (always the same answer)",
    "trust.weak": "{names} (reliability of {most} or less)",
    "trust.coin": "{names} (labels like a coin)",
    "trust.more": "{count} more",
    "trust.usable": "The other {count} are better: reliability from {worst_weight} ({worst}) to {best_weight} "
    "({best}).",
    "trust.usable_all": "Nobody has to be left out: {count} annotators reach a reliability from {worst_weight} "
    "({worst}) to {best_weight} ({best}).",
    "trust.usable_equal": "{count} annotators are equally reliable ({best_weight}).",
    "trust.usable_one": "{best} is usable, with a reliability of {best_weight}.",
    "trust.scarce": "Nothing can be said of {count} of {total}: fewer than {enough} {what}.",
    "trust.unknown": "Nothing is known of {count} of {total}, who {count:is|are} not in the history.",
    "trust.gold_votes": "votes on gold items",
    "trust.votes": "votes",
}
