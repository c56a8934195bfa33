"""Texts of the Compare page."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "compare.methods": "Methods",
    "compare.methods.none": "Choose at least one method.",
    "compare.target": "Target line (%)",
    "compare.target.score": "Target line",
    "compare.target.help": "Draws a line and says for each version how likely it is above. Empty: no line.",
    "compare.target.header": "Against the target",
    "compare.target.ask": "There is one version in this round, so it can be compared with a target: set the target "
    "line "
    "above.",
    "compare.answer": "**{word}.** {say}",
    "compare.walk": "From the simple vote to HERO",
    "compare.walk.system": "Version",
    "compare.walk.lead": "Each step changes one thing: whether annotators count alike, whether expert answers are "
    "used, "
    "whether item features are.",
    "compare.worth": "What item features are worth",
    "compare.worth.waiting": "This appears when the plausible ranges are final.",
    "compare.pairs": "Pair by pair",
    "compare.pairs.none": "No method has a number for every version, so there is nothing to compare.",
    "compare.pairs.one": "There is one version in this round, so there are no pairs.",
    "compare.pairs.how": "By {method}, within your margin of {margin} for 'as good as equal'. A range that excludes "
    "zero "
    "decides. Both versions share their draws, so what they have in common does not blur the difference.",
    "compare.verdict.a_better": "A is better",
    "compare.verdict.b_better": "B is better",
    "compare.verdict.too_close": "too close to call",
    "compare.verdict.equal": "as good as equal",
    "compare.verdict.not_comparable": "not comparable",
    "compare.column.feature": "Item feature",
    "compare.column.history_mean": "Mean in the history",
    "compare.column.current_mean": "Mean now",
    "compare.column.equal": "Chance of such a gap (p)",
    "compare.column.used": "Used by HERO-2",
    "compare.column.a": "A",
    "compare.column.b": "B",
    "compare.column.difference": "A minus B",
    "compare.column.range": "Plausible range",
    "compare.column.chance": "Chance A above B",
    "compare.column.verdict": "Verdict",
    "compare.column.system": "Version",
    "compare.column.method": "Method",
    "compare.column.half": "Middle half",
    "compare.column.items": "Items",
    "compare.column.votes": "Votes",
    "compare.column.note": "Note",
    "compare.column.estimate": "Estimate",
    "compare.column.chance_target": "Chance above the target",
    "compare.versions": "Versions",
    "compare.versions.none": "Choose at least one version.",
    "compare.part": "Drawn: {shown} of {total} versions. Choose others above; the tables hold them all.",
    # all pairs as a matrix, and one pair
    "matrix.row": "row",
    "matrix.column": "column",
    "matrix.chance": "chance row above column",
    "matrix.difference": "row minus column",
    "matrix.verdict": "verdict",
    "matrix.versions": "Versions in the matrix",
    "matrix.most": ">99",
    "matrix.least": "<1",
    "matrix.minus": "{a} minus {b}",
    "matrix.margin": "as good as equal",
    "matrix.how": "Each cell is the chance in percent that the version of its row is above that of its column. Click a "
    "cell to see the pair.",
    "matrix.how.part": "Each cell is the chance in percent that the version of its row is above that of its "
    "column, for "
    "{shown} of {total} versions. Click a cell to see the pair.",
    "matrix.verdict.a_better": "the row is better",
    "matrix.verdict.b_better": "the column is better",
    "matrix.verdict.too_close": "too close to call",
    "matrix.verdict.equal": "as good as equal",
    "matrix.verdict.not_comparable": "not comparable",
    "pair.a": "One version",
    "pair.b": "against",
    "pair.same": "Choose two different versions.",
    "pair.verdict.a_better": "{a} is better than {b}",
    "pair.verdict.b_better": "{b} is better than {a}",
    "pair.verdict.too_close": "{a} and {b}: too close to call",
    "pair.verdict.equal": "{a} and {b}: as good as equal",
    "pair.verdict.not_comparable": "{a} and {b}: not comparable",
    "pair.say": "{a} has {value_a}, {b} {value_b}: {gap}, plausible range {range}. Chance that {a} is above {b}: "
    "{chance}.",
    "pair.leans": "Most resamples put {behind} ahead all the same: take the order of the two as open.",
    "pair.equal": "The whole range lies within your margin of {margin}.",
    # the walk, step by step
    "walk.entry": "**{step}.** {why}",
    "walk.step": "{before} to {after}: {change}",
    "walk.why.ds": "Annotators no longer count alike: how each one judges is guessed from who agrees with whom.",
    "walk.why.mle": "How each one judges is no guess any more: it is counted on the expert answers of the history.",
    "walk.why.hero1": "The history's items without an expert answer help to tell how each one judges.",
    "walk.why.hero2": "Known features of the items take noise out.",
    "walk.why.pec": "This round's votes speak alone again, without the history, and every doubt stays in the number.",
    "walk.ties": "{ties} of {items} {items:item|items} {ties:was|were} tied; the simple vote gave each side its half.",
    "walk.nobody": "No single annotator makes a difference.",
    "walk.most.average": "{annotator} matters most: judged like the average annotator, {method} would say {instead}.",
    "walk.most.ds": "{annotator} matters most: with the habits that {before} guessed, {method} would say {instead}.",
    "walk.most.history": "{annotator} matters most: with the habits used one step before, {method} would say "
    "{instead}.",
    "walk.most.left_out": "{annotator} matters most, whose votes the history could not weigh: without them {method} "
    "would say {instead}.",
    "walk.leaning": "{annotator} cast {share} of this version's votes and called {leaning} of them {label}; all others "
    "called {others} so.",
    "walk.leaning.same": "{annotator} cast {share} of this version's votes and called {leaning} of them {label}, as "
    "all others did.",
    "walk.leaning.score": "{annotator} cast {share} of this version's votes and gave {leaning} on average; all others "
    "{others}.",
    "walk.leaning.score.same": "{annotator} cast {share} of this version's votes and gave {leaning} on average, as all "
    "others did.",
    "walk.alone": "{annotator} cast {share} of this version's votes.",
    "walk.rates": "By {method}, {annotator} finds {finds} of real positives and clears {clears} of negatives, "
    "instead of "
    "{finds_before} and {clears_before}.",
    "walk.unused": "Left out, for their annotators have no history: {votes} {votes:vote|votes}.",
    "walk.unused.back": "Votes of annotators without history count again: {votes}.",
    "walk.feature": "{name} matters most: {here} on average here, {history} in the history; without it the number "
    "would be {instead}.",
    "walk.feature.even": "{name} matters most: {here} on average, here as in the history; without it the number would "
    "be {instead}.",
    "walk.no_feature": "No item feature is used, so nothing changes.",
}
