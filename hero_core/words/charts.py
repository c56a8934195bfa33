"""Texts on and beside the figures."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    # numbers
    "charts.to": "{low} to {high}",
    "charts.and": "{first} and {last}",
    "charts.or": "{first} or {last}",
    "charts.points": "{number} points",
    "charts.rate_range": "{value} ({low} to {high})",
    "charts.above_99": "above 99%",
    "charts.below_1": "below 1%",
    "charts.times": "{factor} times",
    # forest and walk
    "charts.rate": "Estimated rate",
    "charts.score": "Estimated score",
    "charts.all_items": "All items",
    "charts.missing": "{method}: – ({reason})",
    "charts.missing_for": "{method}, {systems}: – ({reason})",
    "charts.dash": " – {method}: no number",
    "charts.hover_range": "{level} range: {range}",
    "charts.hover_counts": "{items} {items:item|items}, {votes} {votes:vote|votes}",
    "charts.target": "target {value}",
    "charts.at": "{system} at {value} ({range})",
    "charts.forest": "By {method}: {systems}.",
    "charts.forest_first": "By {method}, the highest of {total}: {systems}.",
    "charts.forest_bands": "In brackets the {level} range, drawn as the thin line; the thick band holds the middle "
    "half.",
    "charts.forest_band": "In brackets the {level} range, drawn as the line.",
    "charts.forest_outside": "{count} {count:number lies|numbers lie} outside the thick band of {count:its|their} mark "
    "({marks}): the resamples pull {count:it|them} {way}. Read the {count:range|ranges} there with care.",
    "charts.mark": "{method} for {system}",
    "charts.marks": "{names} and {more} more",
    "charts.pull.down": "down",
    "charts.pull.up": "up",
    "charts.pull.both": "to one side",
    "charts.forest_none": "No method shown here has a number for every row.",
    "charts.walk": "{system}: {first_value} by {first}, {last_value} by {last}, {change}. The largest step on the way, "
    "{step}, is from {before} to {after}.",
    "charts.walk.change": "a change of {change}",
    "charts.walk.still": "{system}: {value} by every method from {first} to {last}, to the last digit shown.",
    "charts.walk_none": "Fewer than two methods have a number for {system}, so there is nothing to walk through.",
    # pairs, worth, target
    "charts.pairs": "By {method}, {clear} of {total} {total:pair|pairs} {clear:is|are} decided.",
    "charts.pair_clear": "By {method}, the one pair is decided: {a} minus {b} is {difference} ({range}).",
    "charts.pair_open": "By {method}, the one pair is not decided.",
    "charts.clearest": "The clearest: {a} minus {b} is {difference} ({range}).",
    "charts.worth": "Knowing the item features makes HERO-2 more precise than HERO-1. That is worth {systems}.",
    "charts.worth_of": "about {extra} more {extra:item|items} for {system} (it has {n})",
    "charts.worth_nothing": "For {systems} it is worth no items.",
    "charts.worth_none": "Knowing the item features takes no noise out here: HERO-2 is not more precise than HERO-1, "
    "so it "
    "is worth no items.",
    "charts.worth_unknown": "What HERO-2 is worth in items needs plausible ranges of both HERO-1 and HERO-2; one of "
    "them "
    "has none.",
    "charts.target_above": "{system} is above the target of {target}: {estimate} by {method}, and its whole plausible "
    "range ({range}) lies above. Chance above the target: {chance}.",
    "charts.target_below": "{system} is below the target of {target}: {estimate} by {method}, and its whole plausible "
    "range ({range}) lies below. Chance above the target: {chance}.",
    "charts.target_inside": "Too close to call: {system} is at {estimate} by {method}, and its plausible range "
    "({range}) "
    "holds the target of {target}. Chance above the target: {chance}.",
    # reliability
    "charts.sensitivity_axis": "Finds real positives (sensitivity)",
    "charts.specificity_axis": "Clears negatives (specificity)",
    "charts.votes_axis": "Votes",
    "charts.weight_axis": "Reliability (1 = always right, 0 = a guess)",
    "charts.sensitivity_is": "finds real positives: {value} ({low} to {high})",
    "charts.specificity_is": "clears negatives: {value} ({low} to {high})",
    "charts.weight_is": "reliability {value}",
    "charts.both_rates": "finds {sensitivity} of real positives, clears {specificity} of negatives",
    "charts.votes_gold": "{votes} {votes:vote|votes}, {gold} of them on gold items",
    "charts.little_gold": "fewer than {enough} gold votes",
    "charts.few_votes": "fewer than {enough} votes",
    "charts.without_gold": "These rates are guessed from the votes alone, without any expert answer.",
    "charts.enough_gold": "annotator (area = votes)",
    "charts.selected_range": "{name} with {level} range",
    "charts.coin": "no better than a coin",
    "charts.reliability": "{count} annotators have enough votes behind their rates. Most reliable: {best} "
    "({best_rates}). Least "
    "reliable: {worst} ({worst_rates}).",
    "charts.reliability_equal": "{count} annotators have enough votes behind their rates, and all are equally reliable "
    "({rates}).",
    "charts.reliability_one": "One annotator has enough votes behind the rates: {name} ({rates}).",
    "charts.reliability_none_little_gold": "No annotator has {enough} gold votes or more: no dot here is more than a "
    "guess.",
    "charts.reliability_none_few_votes": "No annotator has {enough} votes or more: no dot here is more than a guess.",
    "charts.people": "{count} annotators",
    "charts.near_chance": "Reliability of {most} or less: {names}.",
    "charts.scarce": "Hollow dots: {count} with {why}.",
    "charts.scarce_crowd": "{count} {count:annotator has|annotators have} {why}; dots of theirs are hollow.",
    "charts.crowd": "Shading: where the {count} annotators stand, darker where there are more. Dots: the {most} with "
    "the most votes and {bad} of the least reliable; find anybody else by name.",
    "charts.shading": "shading: how many annotators",
    "charts.people_here": "annotators here: {count}",
    "charts.recall": "{label} is recognised best by {best} ({best_share}) and least by {worst} ({worst_share}), of "
    "{count} annotators with enough votes.",
    "charts.recall_equal": "{label} is recognised alike by all {count} annotators with enough votes ({share} to the "
    "last digit shown).",
    "charts.no_history": "{count} of {total} {total:annotator|annotators} {count:has|have} no history, so nothing is "
    "known about {count:this one|them}.",
    # confusion matrices
    "charts.truth": "truth",
    "charts.said": "said",
    "charts.tip.annotator": "annotator",
    "charts.tip.truth": "truth",
    "charts.tip.said": "said",
    "charts.tip.share_text": "share",
    "charts.tip.range_text": "plausible range",
    "charts.tip.count_text": "votes",
    "charts.tip.gold_text": "on gold items",
    "charts.tip.about": "note",
    "charts.tip.pool_text": "share of all others",
    "charts.tip.difference_text": "difference in points",
    "charts.tip.difference_range": "plausible range of the difference",
    "charts.cell_share": "{name}, truth {truth}, said {said}: {share}, {count} votes",
    "charts.cell_difference": "{name}, truth {truth}, said {said}: {gap} points against all others together ({share} "
    "against {pool}), {count} votes",
    "charts.cell_grey": "{name}, truth {truth}, said {said}: nothing can be said. {why}",
    "charts.value_range": "{value} ({range})",
    "charts.own_pool": "{share}, others {pool}",
    "charts.click_person": "click to see this annotator",
    "charts.click_cell": "click to list these votes",
    "charts.on_gold": "gold {count}",
    "charts.no_gold": "no gold",
    "charts.title_weight": "reliability {weight}",
    "charts.title_scarce": "gold votes: {count}",
    "charts.title_few": "votes: {count}",
    "charts.title_unknown": "no history",
    "charts.cell_no_gold": "no gold item of this class; from unlabelled items about {share}",
    "charts.count_of": "{count} of {of}",
    "charts.grey_unknown": "Not in the history: nothing is known about this annotator.",
    "charts.grey_gold": "Grey: with fewer than {enough} gold votes nothing can be said (there: {count}).",
    "charts.grey_votes": "Grey: with fewer than {enough} votes nothing can be said (there: {count}).",
    "charts.grey_class": "Fewer than {enough} votes on items of this class: too few for a rate.",
    "charts.rows_not_drawn": "{drawn} of {total} annotators {drawn:is|are} drawn here; {hidden} {hidden:is|are} not. "
    "The download has them all.",
    "charts.grid": "{count} {count:annotator|annotators}, one small table each, in order from left to right "
    "and row by row: lines are the truth, columns what the annotator said. Dark on the diagonal is good.",
    "charts.grid_pool": "{count} {count:annotator|annotators}, one small table each, in order from left to right "
    "and row by row: own share minus that of all others together, in points. Orange: says it more often than the "
    "others, purple: less often.",
    "charts.grid_grey": "{count} {count:is|are} grey because too little is known about {count:this one|them}.",
    "charts.matrix": "{name} {classes}.",
    "charts.matrix_class": "recognises {label} in {share} of about {of} {of:vote|votes} ({gold} of them on gold items)",
    "charts.matrix_class_votes": "recognises {label} in {share} of about {of} {of:vote|votes}",
    "charts.matrix_no_gold": "has no gold item of class {label}",
    "charts.matrix_few": "has too few votes on items of class {label} for a rate",
    "charts.matrix_grey": "{name}: {why}",
    "charts.pool": "{name} says {said} to items that are {truth} in {share} of votes, all others together in {pool}: "
    "{gap}.",
    "charts.pool_same": "{name} does not clearly differ from all others together. The widest gap is {gap}, in saying "
    "{said} to items that are {truth} ({share}, all others {pool}).",
    "charts.pool_alike": "{name} answers as all others together do, to the last digit shown.",
    "charts.pool_none": "{name} cannot be held against the others: too few votes, or nobody else voted.",
    "charts.pool_distance": "Of 100 such votes about {count} would be different ones.",
    "charts.pool_nobody": "Nobody clearly differs from all others together.",
    "charts.furthest": "Furthest from the others: {how}",
    "charts.matrix_unknown": "{name} is not in the history, so nothing is known about how this annotator answers.",
    # stability
    "charts.kept": "{share} of the annotators ({count}) kept",
    "charts.kept_number": "{count} of {all} annotators kept",
    "charts.kept_axis": "Share of annotators kept",
    "charts.kept_number_axis": "Annotators kept",
    "charts.tau_axis": "Agreement with the full ranking (tau)",
    "charts.tau_is": "tau {tau} ({low} to {high})",
    "charts.tau_of": "{method} {tau}",
    "charts.tau": "With {kept}, the ranking agrees with the full one by a mean tau (1 = same order, 0 = unrelated, "
    "-1 = "
    "reversed) of: {taus}. Bands hold 95% of the draws.",
    "charts.tau_none": "No method has a curve here.",
    "charts.same_is": "same winner {winner}, same ranking {ranking}",
    "charts.same_winner_axis": "Draws with the same winner",
    "charts.same_ranking_axis": "Draws with the same ranking",
    "charts.same_of": "{method} {share}",
    "charts.same_winner": "With {kept}, the winner stays the same in this share of draws: {shares}.",
    "charts.same_ranking": "With {kept}, the whole ranking stays the same in this share of draws: {shares}.",
    "charts.undefined": "{method}: in {count} of {draws} draws all versions tied or a version lost all its votes, so "
    "tau "
    "is not defined there.",
    "charts.tied": "{method}: tied in the full ranking: {systems}.",
    "charts.rank_axis": "rank (1 = best)",
    "charts.rank": "By {method} with {kept}, {system} comes first most often, in {first} of draws. "
    "{widest} moves most: from rank {low} to {high}.",
    "charts.rank_many": "By {method} with {kept}, {system} come first most often, each in {first} of draws (a shared "
    "rank counts in equal parts). {widest} moves most: from rank {low} to {high}.",
    "charts.rank_none": "{method} has no ranks here.",
    "charts.system": "version",
    "charts.rank_title": "rank",
    "charts.share_of_draws": "share of draws",
    "charts.gold_axis": "Gold",
    "charts.gold_of": "{method} against gold",
    "charts.gold_is": "full ranking against gold: tau {tau}",
    "charts.tau_values_2": "With two versions tau is either 1 or -1: how often the winner stays says the same.",
    "charts.tau_values_3": "With three versions tau has only four values (1, 0.33, -0.33 and -1), unless versions tie: "
    "how often the winner stays says more.",
    "charts.lead_axis": "Lead of {first} over {second} ({unit})",
    "charts.lead_full": "with everybody",
    "charts.lead_points": "points",
    "charts.lead_units": "units of the labels",
    "charts.lead_is": "lead {lead}",
    "charts.removal_verdict": "another verdict",
    "charts.removal_winner": "another best version",
    "charts.removal_order": "another order",
    "charts.removal_same": "same order and verdict",
    "charts.gold_taus": "Agreement of each full ranking with the ranking by gold (tau): {taus}.",
    "charts.gold_moral": "Stable is not the same as correct: a bias that all annotators share is perfectly stable.",
    "charts.gold_none": "There is no gold to rank the versions by. Stable is not the same as correct: a bias that all "
    "annotators share is perfectly stable.",
    # votes on one item
    "charts.log_ratio_axis": "Weight of the vote (log-ratio)",
    "charts.vote_for": "speaks for {label}",
    "charts.vote_against": "speaks for {against}",
    "charts.said_label": "said {label}",
    "charts.odds_for": "raises the odds of class {label} against class {against} to {times} what they were",
    "charts.odds_against": "raises the odds of class {against} against class {label} to {times} what they were",
    "charts.vote_unused": "  said {label}: not used",
    "charts.votes": "Votes that speak for {label} rather than {against}: {up}; the other way: {down}. The strongest is "
    "that of {name}: it {effect}.",
    "charts.votes_for": "All votes together raise the odds of {label} against {against} to {times} what they were.",
    "charts.votes_against": "All votes together raise the odds of {against} against {label} to {times} what they were.",
    "charts.votes_even": "All votes together leave the odds of {label} against {against} as they were.",
    "charts.votes_unused": "Votes not used, for nothing is known about the annotator: {count}.",
    "charts.votes_strongest": "Drawn are the {drawn} strongest of {total} votes.",
    # one more vote on an item
    "charts.next_average": "an average annotator",
    "charts.next_axis": "Chance of class {label} after one more vote",
    "charts.next_now": "now {value}",
    "charts.next_outcome": "{after} after a vote for {label}",
    "charts.next_outcome_same": "the same after a vote for {label}",
    "charts.next": "The most telling vote would come from {name}: it takes away {share} of the doubt on average. The "
    "chance of class {focus} is {now} now and would be {outcomes}.",
    "charts.next_only": "Everybody of this round has voted on it. A vote of {name} would take away {share} of the "
    "doubt on average. The chance of class {focus} is {now} now and would be {outcomes}.",
    "charts.next_flips": "A filled dot makes another class the most likely one; a vote for {labels} can do so.",
    "charts.next_stays": "No single vote would make another class the most likely one.",
    "charts.next_gain": "Doubt taken away",
    "charts.next_label": "a vote for {label}",
    "charts.next_after": "After {label}",
    "charts.next_turn": "Turned by",
    "charts.votes_none": "No vote on this item can be weighed.",
}
