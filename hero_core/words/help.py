"""Help where it is needed: how to read each chart, the glossary, the tour on the sample, the names of formulas."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    # how to read a chart
    "help.how": "How to read this chart",
    "how.forest": "Each row is a version, each mark a method; shape and colour say which. The mark is the estimate, "
    "the thin line its plausible range, the thick part the middle half of it. Do not compare two versions by the "
    "overlap of their lines: their difference has a range of its own, in the table of pairs.",
    "how.walk": "One version from method to method, top to bottom. A step to the right means the method gives a higher "
    "number. The largest step shows what matters most in these data: annotators' habits, or item features.",
    "how.pair_matrix": "Row against column: the cell says how likely it is that the version of the row is above that "
    "of the column. Dark is nearly certain. The matrix is a mirror: the other half of the diagonal says the opposite.",
    "how.pair": "A less B: the mark is the estimate, the thin line its plausible range, the thick part the middle half "
    "of it, the strip around zero what counts as equal. Right of zero A has the higher number; a thin line across zero "
    "leaves open which one has.",
    "how.reliability": "Each dot is an annotator. Up means: finds real positives; right means: clears negatives. The "
    "upper right corner is perfect, the dashed line is a coin. The larger the dot, the more votes; hollow dots have "
    "too few expert answers behind them to judge by.",
    "how.confusion": "Lines are the truth, columns what the annotator said, so each line adds up to 100%. Dark on the "
    "diagonal is good. The count under a share says how many votes stand behind it.",
    "how.difference": "The same small tables, less what everybody else does: orange cells are said more often than by "
    "the others, purple ones less often. A pale table is an annotator like the others.",
    "how.drift": "One line per annotator over the rounds. A line that falls means: this person is right less often "
    "than before. Look at the range first: few expert answers make wild lines.",
    "how.trend": "One line per version or annotator over the rounds, with the plausible range around each point. "
    "Rounds hold different items, so a small step between two rounds means little where the ranges are wide.",
    "how.tau": "From left to right more annotators are kept. 1 means the same ranking as with all of them, 0 an "
    "unrelated one. The band holds 95 of 100 random choices of annotators. A curve that is high already on the left "
    "does not depend on who judges.",
    "how.same": "How often a random choice of annotators leads to the same winner. Near 100% on the left means that a "
    "few people would have been enough.",
    "how.ranks": "Each line is a version, each column a rank. A line with one dark cell keeps its rank whoever judges; "
    "a smeared line does not.",
    "how.influence": "Each bar is one annotator who is left out. A long bar means that the ranking, or the gap behind "
    "the verdict, depends on this one person.",
    "how.votes": "Each bar is one vote on this item. To the right it speaks for the class, to the left against; the "
    "longer, the stronger, because a reliable annotator's vote weighs more. The bars add up.",
    "how.one_more": "What one more vote by each annotator would do to the probability of this item. A long span means "
    "the vote would settle something; where it crosses the middle, it would turn the label over.",
    "how.slices": "Each row is a part of the items. Right of zero, A has the higher number there. The bar is the "
    "range of this part alone; the thin line allows for looking at all parts. Compare with the dotted line: the "
    "difference on all items.",
    "how.bias": "In simulated rounds the truth is known. A mark on the line is right on average; its bar shows how "
    "much single rounds scatter around that.",
    "how.stress_scores": "From left to right more annotators are adversaries. Each line is a method; the one that "
    "stays lowest copes best.",
    "how.stress_ranking": "From left to right more annotators are adversaries. Each line is a method; the one that "
    "stays highest copes best. 1 is the true ranking.",
    # glossary
    "glossary.open": "Glossary",
    "glossary.title": "Words used here",
    "glossary.search": "Find a word",
    "glossary.none": "No word like this. Try a shorter one.",
    "glossary.annotator": "**Annotator**: a person, a vendor or an AI judge who gives labels.",
    "glossary.item": "**Item**: what one label is about: an answer, a picture, a pair of answers.",
    "glossary.system": "**Version** (system): what you compare: a model, a prompt, a release.",
    "glossary.round": "**Round**: one wave of labelling. The history holds earlier ones, the current round is the new "
    "one.",
    "glossary.silver": "**Everyday labels** (silver): what annotators say. Many, cheap, and sometimes wrong.",
    "glossary.gold": "**Expert answers** (gold): what counts as true. Few and dear; they stand in the history.",
    "glossary.mv": "**Simple vote** (MV): an item counts as what most annotators said; a tie counts half. Habits of "
    "annotators go straight into the number.",
    "glossary.ds": "**Dawid-Skene** (DS): guesses everybody's habits from this round's votes alone, without expert "
    "answers.",
    "glossary.hero1": "**HERO-1**: learns each annotator's habits from the history with its expert answers, and "
    "corrects the votes of this round for them.",
    "glossary.hero2": "**HERO-2**: HERO-1 with noise taken out by known item features, such as the length of a prompt.",
    "glossary.pec": "**PEC** (posterior expected credit): each item gives credit for how likely it is to be good, so "
    "doubt is kept and not rounded away.",
    "glossary.mle": "**Gold only**: like HERO-1, but with habits from the items with expert answers alone.",
    "glossary.range": "**Plausible range** (95% interval): of 100 such ranges, about 95 hold the true value.",
    "glossary.verdict": "**Verdict**: one of four: one version is better, too close to call, as good as equal, or not "
    "comparable. It looks at the range of the difference.",
    "glossary.too_close": "**Too close to call**: the plausible range of the difference holds zero. It does not mean "
    "that the versions are equal.",
    "glossary.margin": "**As good as equal**: the whole range of the difference lies within the margin you set.",
    "glossary.sensitivity": "**Finds real positives** (sensitivity): of the items that are truly 1, the share an "
    "annotator calls 1.",
    "glossary.specificity": "**Clears negatives** (specificity): of the items that are truly 0, the share an annotator "
    "calls 0.",
    "glossary.confusion": "**Confusion matrix**: for each true class, how often an annotator says which label.",
    "glossary.reliability": "**Reliability**: 1 = always right, 0 = no better than a coin, below 0 = more often wrong "
    "than right.",
    "glossary.prevalence": "**Prevalence**: the true share of a class among the items.",
    "glossary.posterior": "**Posterior**: how likely a class is for an item, after all votes on it.",
    "glossary.credit": "**Credit**: the worth of an item on average over what it may be, from 0 to 1.",
    "glossary.entropy": "**Entropy**: doubt about one item; 0 = none, largest where all classes are equally likely.",
    "glossary.log_ratio": "**Log-ratio**: the weight of one vote. 0 = says nothing; 1 makes the odds of a class "
    "2.7 times as high.",
    "glossary.tau": "**Kendall's tau**: agreement of two rankings: 1 = same order, 0 = unrelated, -1 = reversed.",
    "glossary.stability": "**Stability**: whether the ranking stays the same when other people had judged. A bias that "
    "all share is perfectly stable.",
    "glossary.bootstrap": "**Bootstrap**: history and current items are drawn anew many times; how far the numbers "
    "move is their plausible range.",
    "glossary.drift": "**Drift**: an annotator judges differently than before.",
    "glossary.covariate": "**Item feature** (covariate): a number known of each item before anybody judges it.",
    "glossary.rail": "**Guard rail**: a check of whether the numbers can be trusted. A red one stops the verdict.",
    "glossary.dependence": "**Dependence**: annotators make the same mistakes, so two votes tell less than two.",
    "glossary.fingerprint": "**Fingerprint**: a short code of your files and of how they are read. Equal code, equal "
    "data.",
    # formulas
    "formulas.title": "Formulas",
    "formulas.votes": "Likelihood of the votes on item i if its true class is k",
    "formulas.posterior": "Posterior of class k",
    "formulas.mv": "Simple vote: shares of tied top labels, averaged over the items",
    "formulas.em": "Dawid-Skene and the history fit: these two steps in turn until nothing moves",
    "formulas.hero1": "HERO-1: the share of positives at which the mean score is zero",
    "formulas.hero2": "HERO-2: the same, less what the item features explain",
    "formulas.pec": "PEC: credit of an item, and mean credit of a version",
    "formulas.weight": "Reliability: sensitivity plus specificity, less one",
    "formulas.log_ratio": "Weight of one vote on one item",
    "formulas.entropy": "Entropy of one item",
    "formulas.tau": "Kendall's tau-b of two rankings: pairs in the same order less pairs in the opposite order, "
    "corrected for ties",
    "formulas.bootstrap": "Plausible range: percentiles over replicates that draw history and current items anew",
    "formulas.source": "HERO (arXiv 2606.29784) and STABLEVAL (arXiv 2605.02122).",
    # the tour
    "tour.start": "Two-minute tour",
    "tour.where": "Tour, step {step} of {steps}. {what}",
    "tour.next": "Next",
    "tour.back": "Back",
    "tour.end": "End the tour",
    "tour.overview": "**The decision.** Three versions of a model were judged by people who do not always agree. The "
    "green card is the answer: the best version, by how much, and how sure that is. Below it stands the surprise: a "
    "simple vote would have crowned another version. Because these data are simulated, the true values stand beside "
    "the estimates.",
    "tour.annotators": "**Whom to believe.** Each dot is an annotator, measured against expert answers in the history. "
    "One lies far apart from the others: this vendor lets almost anything pass. Click the dot and see the table of "
    "answers beside it.",
    "tour.compare": "**Why the methods differ.** The lenient annotator labelled nearly every answer of one version. "
    "The chart shows each version by each method: the simple vote falls for it, HERO corrects it. Further below, one "
    "version is followed step by step.",
    "tour.stability": "**Would others have decided the same?** Here annotators are left out at random, many times. The "
    "curves say how often the ranking stays the same; the list at the end names the person on whom it depends most.",
    "tour.items": "**Single answers.** The items with the most doubt come first. Choose one and see what each vote "
    "weighs, and what one more vote would change.",
    "tour.report": "**Take it along.** One file with the verdict, the charts, the checks and the lines that give the "
    "same numbers again. It opens without a network. Now try your own files: the Data page takes them.",
}
