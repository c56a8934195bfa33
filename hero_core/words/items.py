"""The items page: which items are ambiguous, and why an item got its label."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "items.lead": "The items on which the annotators leave most doubt come first. "
    "Choose one to see why it got its label.",
    "items.list.entropy": "Items by doubt",
    "items.list.expected_entropy_drop": "Which item to label next",
    "items.sort": "First come",
    "items.sort.entropy": "the most doubtful",
    "items.sort.expected_entropy_drop": "those that one more vote helps most",
    "items.sort.help": "Doubt is what the votes leave open. One more vote helps most where it is likely to close it.",
    "items.method": "Method",
    "items.method.help": "Whose posterior is shown: how likely each item belongs to the class, given its votes.",
    "items.system": "Versions",
    "items.system.all": "all versions",
    "items.annotator": "Labelled by",
    "items.annotator.all": "anybody",
    "items.search": "Search in id and prompt",
    "items.none": "No item fits these filters.",
    "items.count": "{shown} of {total} items.",
    "items.col.item_id": "Item",
    "items.col.system": "Version",
    "items.col.round": "Round",
    "items.col.n_votes": "Votes",
    "items.col.posterior": "Chance of {label}",
    "items.col.posterior.top": "Its chance",
    "items.col.entropy": "Doubt",
    "items.col.entropy.help": "Entropy of the posterior in nats: 0 = certain; a full bar = every class equally likely.",
    "items.col.expected_entropy_drop": "Gain of a vote",
    "items.col.expected_entropy_drop.help": "Doubt that one more vote of an average annotator takes away, in nats; a "
    "full bar = the most of all items.",
    "items.col.top_class": "Most likely",
    "items.col.split": "Majority",
    "items.why": "Why this label?",
    "items.pick": "Item",
    "items.say": "Most likely class: **{label}**, with a chance of {posterior}. {split} votes gave "
    "the most frequent label.",
    "items.say.binary": "Most likely class: **{label}**. The chance of class {one} is {posterior}; {split} votes gave "
    "the most frequent label.",
    "items.say.none": "No number for this item by this method.",
    "items.prompt": "Prompt",
    "items.votes": "Its votes as a table",
    "items.vote.annotator": "Annotator",
    "items.vote.label": "Label",
    "items.vote.log_ratio": "Weight of this vote",
    "items.vote.known": "Known from the history",
    "items.vote.yes": "yes",
    "items.vote.no": "no, not counted by HERO",
    "items.ratio": "**Weight of a vote**: how strongly it speaks for class {label} (to the right) or {against} "
    "(to the left), by the annotator's record. :small[log of the likelihood ratio; 0.7 doubles the odds, 2.3 makes "
    "them ten times as large]",
    "items.no_history": "Without a history nobody's record is known; the weights come from this round's votes alone.",
    "items.next": "What one more vote would change",
    "items.next.help": "Each annotator of this round who did not vote on the item yet, with the habits that the method "
    "knows; everything else stays as it is.",
    "items.next.none": "Nothing can be foretold: the method knows no habits of annotators, or nothing of this item.",
}
