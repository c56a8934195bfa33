"""Texts of the Stability page, and of the frame around figures."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "figures.numbers": "The numbers as a table",
    "stability.lead": "Would the ranking be the same if other people had judged? Annotators are left out at random, "
    "many "
    "times, and each time the ranking is made again.",
    "stability.methods": "Methods",
    "stability.methods.none": "Choose at least one method.",
    "stability.fractions": "Share of annotators kept",
    "stability.fractions.none": "Choose at least one share of annotators.",
    "stability.draws": "Draws for each share",
    "stability.few_systems": "Stability needs at least two versions in the current round; there is {count}.",
    "stability.few_annotators": "Stability needs at least {needed} annotators in the current round; there are {count}.",
    "stability.what_to_do": "Add a column `system` that says which version each item belongs to, or labels of more "
    "people.",
    "stability.waiting": "The curves appear when all draws are done.",
    "stability.ribbons": "How well the ranking holds",
    "stability.bands": "Show the band of",
    "stability.winner": "How often the winner stays the same",
    "stability.whole_ranking": "Show the whole ranking instead of the winner",
    "stability.ranks": "Which rank each version takes",
    "stability.ranks.method": "Ranking by",
    "stability.ranks.fraction": "Annotators kept",
    "influence.header": "Whose votes carry the ranking",
    "influence.said": "By {method}, leaving out {annotator} moves most: {system} by {shift} points. {orders} of "
    "{count} single removals change the order of the versions.",
    "influence.none": "This needs a history with expert answers and two annotators whom it knows.",
    "influence.column.annotator": "Without",
    "influence.column.shift": "Largest shift (points)",
    "influence.column.leader": "Best version then",
    "influence.column.order": "Other order",
    "stability.gold": "Stable, but is it right?",
    "stability.column.method": "Method",
    "stability.column.fraction": "Annotators kept",
    "stability.column.annotators_kept": "Number kept",
    "stability.column.tau_mean": "Mean tau",
    "stability.column.tau_low": "from",
    "stability.column.tau_high": "to",
    "stability.column.same_winner": "Same winner",
    "stability.column.same_ranking": "Same ranking",
    "stability.column.rank_sd": "Spread of ranks",
    "stability.column.draws": "Draws",
    "stability.column.undefined": "Undefined",
    "stability.column.tau_with_gold": "Tau with the ranking by gold",
    "stability.column.system": "Version",
    "stability.column.rank": "Rank",
    "stability.column.share": "Share of draws",
    "stability.column.mean_rank": "Mean rank",
}
