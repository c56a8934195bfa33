"""Texts of the Stability page, and of the frame around figures."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "figures.numbers": "The numbers as a table",
    "stability.lead": "Would the ranking be the same if other people had judged?",
    "stability.choose": "Methods, sizes and draws",
    "stability.methods": "Methods",
    "stability.methods.none": "Choose at least one method.",
    "stability.sizes": "Annotators are kept",
    "stability.sizes.share": "by share",
    "stability.sizes.number": "by number",
    "stability.fractions": "Share of annotators kept",
    "stability.fractions.none": "Choose at least one share of annotators.",
    "stability.numbers": "Number of annotators kept",
    "stability.numbers.none": "Choose at least one number of annotators.",
    "stability.draws": "Draws for each size",
    "stability.refused": "There is no ranking to put to the test",
    "stability.refused.overview": "What the round says all the same",
    "stability.few_systems": "It takes at least two versions in the current round; there is {count}. A column `system` "
    "says which version each item belongs to.",
    "stability.few_annotators": "It takes at least {needed} annotators in the current round, so that some can be left "
    "out; there are {count}. Labels by more people would help.",
    "stability.waiting": "The first curves appear in a moment.",
    "stability.waiting.title": "Counting",
    "stability.stopped": "Stopped before all draws were done.",
    "stability.so_far": "Partial numbers, from {drawn} of {asked} draws so far: they may still move a little.",
    "stability.answer.yes": "The same winner",
    "stability.answer.mostly": "Mostly the same winner",
    "stability.answer.no": "Often another winner",
    "stability.answer.so_far": "{answer}, as far as it can be told",
    "stability.answer.one": "With {kept}, chosen at random, **{winner}** stays the best version in **{share}** of "
    "{draws} draws (by {method}).",
    "stability.answer.tied": "With {kept}, chosen at random, **{winner}** stay the best versions, side by side, in "
    "**{share}** of {draws} draws (by {method}).",
    "stability.answer.order": "The whole order stays the same in {share} of draws; mean tau {tau}.",
    "stability.answer.gold": "Is it also right? With the ranking by expert answers the full ranking agrees by a tau of "
    "{tau}.",
    "stability.answer.no_gold": "Whether it is also right cannot be told: there are no expert answers that rank the "
    "versions.",
    "stability.answer.against": "Stable is not the same as right: the ranking by expert answers does not agree (tau "
    "{tau}).",
    "stability.answer.how": "The winner counts as the same where it stays in {yes} of draws or more, as mostly the "
    "same from {mostly} on.",
    "stability.ribbons": "How well the ranking holds",
    "stability.bands": "Show the band of",
    "stability.winner": "How often the winner stays",
    "stability.whole_ranking": "Show the whole ranking instead of the winner",
    "stability.ranks": "Which rank each version takes",
    "stability.ranks.method": "Ranking by",
    "stability.ranks.fraction": "Annotators kept",
    "influence.header": "Whose votes carry the ranking",
    "influence.waiting": "Leaving out one annotator at a time.",
    "influence.stopped": "Stopped before everybody was left out.",
    "influence.so_far": "Partial: {done} of {asked} annotators left out so far, those with the most votes first.",
    "influence.most": "Of {voters} annotators, the {asked} with the most votes were left out one by one.",
    "influence.large": "These files hold {votes} votes: leaving out {people} annotators one by one takes a while.",
    "influence.start": "Leave out one at a time",
    "influence.said": "The lead of {first} over {second} moves most without {annotator}: {lead} instead of {full} "
    "(by {method}).",
    "influence.said.none": "No single person moves the lead of {first} over {second}, {full} by {method}, as far as it "
    "is shown.",
    "influence.said.verdict": "Without {annotator} the verdict on all versions would be another (tau with the ranking "
    "by everybody {tau}).",
    "influence.said.winner": "Without {annotator} another version would be first (tau with the ranking by everybody "
    "{tau}).",
    "influence.said.order": "Without {annotator} the order would be another (tau with the ranking by everybody {tau}).",
    "influence.counts": "Single removals that change the verdict: {verdicts} of {count}; the best version: {winners}; "
    "the order: {orders}. The verdict, on which versions may be the best, is by the plausible ranges alone, "
    "without the guard rails.",
    "influence.none": "Nobody can be left out here: {reason}",
    "influence.verdict.best": "{leader} is best",
    "influence.verdict.equal": "as good as equal",
    "influence.verdict.open": "too close to call",
    "influence.column.annotator": "Without",
    "influence.column.votes": "Votes",
    "influence.column.lead": "Lead of the best",
    "influence.column.leader": "Best version then",
    "influence.column.tau": "Tau",
    "influence.column.verdict": "Verdict then",
    "influence.column.change": "What changes",
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
