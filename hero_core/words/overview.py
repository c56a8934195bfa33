"""The overview: the verdict and its reasons, one number per version, what to keep in mind."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "overview.lead": "Upload everyday labels of two or more versions and see which one is better, how sure that is, "
    "and which annotators to believe.",
    "overview.promise.verdict": "Which version is better",
    "overview.promise.verdict.say": "A verdict with its plausible range, or a plain word that it is too close to call.",
    "overview.promise.people": "Whom to believe",
    "overview.promise.people.say": "How often each annotator finds what is there and clears what is not, and who "
    "judges differently than before.",
    "overview.promise.next": "What to do next",
    "overview.promise.next.say": "How many more items, votes or expert answers would settle it, and which ones first.",
    "overview.numbers": "One number per version",
    "overview.working": "Working out the first numbers from {votes} {votes:vote|votes}",
    "overview.forest": "By method",
    "overview.forest.part": "Drawn: {shown} of {total} versions, best first, by the simple vote and the method of the "
    "verdict.",
    "overview.to_compare": "All versions and methods",
    "overview.range": "plausible range {range}",
    "overview.size": "{items} {items:item|items}, {votes} {votes:vote|votes}",
    "overview.truth": ":material/science: true value {value}",
    "overview.method": ":small[Method: **{method}** ({plain}). Range: {level}, {interval}.]",
    "overview.plain.hero2": "vote corrected for each annotator's habits, with noise taken out by known item features",
    "overview.no_number": "no number: {reason}",
    "overview.withheld": "The numbers of {method} should not be used with these data, so none is shown large here. "
    "What every method says is below.",
    "overview.more_versions": "{count} more {count:version is|versions are} in the figure and its table below.",
    "overview.fallback": "{asked} cannot be used with these data; the best available method speaks instead.",
    "overview.good.high": ":small[A high number is good; change it in the sidebar.]",
    "overview.good.low": ":small[A low number is good; change it in the sidebar.]",
    "overview.simulated": ":small[:material/science: simulated: true value known]",
    "overview.no_history": "There is no history, so how each annotator judges is guessed from this round's votes "
    "alone. A history with some expert answers makes the numbers safer.",
    "overview.no_anchor": "The history does not help here, so how each annotator judges is guessed from this round's "
    "votes alone. {reason}",
    "overview.file_remarks": "{count} more {count:remark|remarks} about the files {count:is|are} on the Data page.",
    # the verdict card: word and sentences
    "verdict.pending.word": "Working out how sure this is",
    "verdict.pending.say": "The numbers below are a first look. The verdict follows when the plausible "
    "ranges are final.",
    "verdict.first_look.word": "First look: {word}",
    "verdict.first_look": ":small[A first look: the final plausible ranges are being worked out.]",
    "verdict.better.word": "{best} is better than {other}",
    "verdict.better.say": "{best} has {value}, {other} {other_value}: **{gap}**, plausible range {range}.",
    "verdict.too_close.word": "Too close to call",
    "verdict.too_close.say": "{best} has {value}, {other} {other_value}: {gap}. The plausible range of this "
    "difference, {range}, includes zero.",
    "verdict.too_close.items": "About **{items} items per version** would settle a gap of {gap}.",
    "verdict.too_close.plan": "About **{items} items per version** would show a difference of {detect}.",
    "verdict.too_close.plan.no": "More items alone would not show a difference of {detect}. The section "
    "*What would settle it* says what would.",
    "verdict.too_close.plan.none": "A difference of {detect} is too small for a round like this: more items, votes or "
    "expert answers would not show it. As it is, {smallest} or more can be found.",
    "verdict.equal.word": "As good as equal",
    "verdict.equal.say": "{best} has {value}, {other} {other_value}. Their difference is {size}, plausible range "
    "{range}: all of it within your margin of {margin}.",
    "verdict.not_comparable.word": "Not comparable",
    "verdict.not_comparable.unknown": "No method has a number for every version. The reasons are listed below.",
    "verdict.best.word": "{best} is the best of {count}",
    "verdict.best.say": "{best} has {value}. It is ahead of the next, {other} ({other_value}), by **{size}**, "
    "plausible range {range}.",
    "verdict.tied.word": "{count} of {total} may be the best",
    "verdict.tied.say": "Too close to call between {leaders}. {best} has {value}, {other} {other_value}: {gap}, "
    "plausible range {range}.",
    "verdict.equal_many.word": "All {count} are as good as equal",
    "verdict.equal_many.say": "No two versions differ by more than your margin of {margin}, plausible ranges included.",
    "verdict.single.word": "One version: {value}",
    "verdict.single.say": "Plausible range {range}, from {items} {items:item|items}. Add a second version (column "
    "system) to compare the two.",
    "verdict.single.none": "One version, no number",
    "verdict.more": "{names} and {more} more",
    "verdict.gap": "{size} {way}",
    "verdict.gap.none": "the same to the last digit shown",
    "verdict.least": "less than {size}",
    "verdict.higher": "higher",
    "verdict.lower": "lower",
    "verdict.points": "{number} points",
    "verdict.points_range": "{low} to {high} points",
    "verdict.range": "{low} to {high}",
    # simple vote against the method of the verdict
    "surprise.other": "The **simple vote** crowns another version: {mv} ({values}). "
    "Corrected by {method}, {best} leads.",
    "surprise.ahead": "The **simple vote** puts another version ahead: {mv} ({values}), too "
    "close to call. Corrected by {method}, {best} leads.",
    "surprise.values": "{mv_value} against {other_value}",
    "surprise.values.alike": "both {mv_value} to the last digit shown",
    "surprise.hidden": "The **simple vote** alone would be too close to call; corrected by {method}, {best} leads.",
    "surprise.first": "The **simple vote** puts another version ahead: {mv} ({mv_value}).",
    "surprise.place": "By {method}, {mv} is number {rank} of {total} ({value}).",
    "surprise.equal": "The **simple vote** alone would call {mv} better; corrected by {method}, they are as good as "
    "equal.",
    "surprise.false": "The **simple vote** alone would call {mv} better; corrected by {method}, it is "
    "too close to call.",
}
