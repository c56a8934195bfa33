"""Slices of the items, and the same items under two versions."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "slices.header": "Where do they differ?",
    "slices.lead": "The difference of two versions on parts of the items. Each part is estimated as the whole is, so "
    "small parts have wide ranges.",
    "slices.by": "Item feature",
    "slices.a": "Version A",
    "slices.b": "Version B",
    "slices.none": "The files have no item features (columns that begin with x_), so the items cannot be cut into "
    "parts.",
    "slices.same": "Every item feature has one value for all items of this round, so the items cannot be cut into "
    "parts.",
    "slices.one": "There is one version in this round, so there is no difference to look at.",
    "slices.axis": "{a} minus {b}",
    "slices.whole": "all items: {difference}",
    "slices.hover": "{low} {low:item|items} of one version, {high} of the other",
    "slices.largest": "By {method}, {a} minus {b} is largest for {slice}: {difference} ({range}), and smallest for "
    "{other}: {other_difference} ({other_range}); on all items it is {overall}.",
    "slices.alike": "By {method}, {a} minus {b} is {difference} on every part, to the last digit shown; on all items "
    "it is {overall}.",
    "slices.only": "By {method}, {a} minus {b} is {difference} ({range}) for {slice}; on all items it is {overall}.",
    "slices.nothing": "No part has enough items of both versions for a number.",
    "slices.better": "{name} is better",
    "slices.decided": "Decided, also when all {count} parts are looked at together: {slices}.",
    "slices.open": "In none of the {count} parts is the difference decided when all of them are looked at together: "
    "the parts may well not differ.",
    "slices.how": "The bar holds {level} for one part; the thin line holds it for all parts together, and it is the "
    "one that decides.",
    "slices.column.slice": "Part of the items",
    "slices.column.items": "Items of A and B",
    "slices.column.a": "A",
    "slices.column.b": "B",
    "slices.column.difference": "A minus B",
    "slices.column.range": "Range of this part",
    "slices.column.range_all": "Range for all parts together",
    "slices.column.verdict": "Verdict",
    "sides.header": "Item by item",
    "sides.lead": "{count} {count:item was|items were} judged under both versions. By {method}, {a} is likely better "
    "in {better} of them, {b} in {worse}; {open} {open:is|are} undecided.",
    "sides.none": "No item was judged under both versions, so they cannot be laid side by side.",
    "sides.show": "Show",
    "sides.show.all": "all, the largest differences first",
    "sides.show.better": "where {a} is likely better",
    "sides.show.worse": "where {b} is likely better",
    "sides.show.open": "undecided",
    "sides.empty": "There is no such item.",
    "sides.column.item": "Item",
    "sides.column.prompt": "Prompt",
    "sides.open_which": "Item to open",
    "sides.how.high": "Under each version stands the item's credit, from 0 to 1: how likely it is to be good. Likely "
    "better means a gap of at least one half.",
    "sides.how.low": "Under each version stands the item's credit, from 0 to 1: how likely it is to be bad. Likely "
    "better means a gap of at least one half.",
}
