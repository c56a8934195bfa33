"""Every finding of the reader by its code: severity, what was found and done, what the user can do.

Placeholders: {file}, {column} as the file calls it, {where} = the lines, {count}, {s} = "s" unless the count
is 1, and what the finder adds. {shell} is the fourth text, where there is one: what to do at the command line, which
no screen shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hero_core.errors import MAX_EXAMPLES, Finding
from hero_core.reading.file_messages import OF_ROWS_AND_COLUMNS, OF_THE_FILE
from hero_core.reading.hostile_messages import OF_HOSTILE
from hero_core.reading.layout_messages import OF_LAYOUTS
from hero_core.reading.prediction_messages import OF_PREDICTIONS
from hero_core.reading.repair_messages import OF_REPAIRS
from hero_core.saying import for_shell, joined, said

SHOWN_LETTERS = 60
ERROR, WARNING, INFO = "error", "warning", "info"

OF_IDS = {
    "exponent_ids": (
        ERROR,
        "{file}, column {column}, {where}: {count} id{s} in exponent form, such as {example}.",
        "A spreadsheet has dropped the last digits for good: export the ids again as text.",
    ),
    "long_ids": (
        ERROR,
        "{file}, column {column}, {where}: {count} id{s} of more than {limit} characters.",
        "Usually a double quote that is not closed, or the wrong column; correct it and read the file again.",
    ),
    "float_ids": (
        WARNING,
        "{file}, column {column}: every id ends in .0, as in {example}; read without it, as {fixed}.",
        "Nothing to do if these are whole numbers: a data frame with an empty cell writes them like this.",
    ),
    "look_alikes": (
        WARNING,
        "{file}, column {column}, {where}: {count} group{s} of ids that look alike, kept apart: {pairs}.",
        "If they mean the same, give them one spelling: on the Data page{shell}.",
        ", or with {merge}",
    ),
    "rows_without_id": (
        WARNING,
        "{file}, {where}: {count} row{s} without {columns}, set aside{gold}.",
        "Fill in the ids if these votes should count.",
    ),
    "blank_group": (
        WARNING,
        "{file}, column {column}, {where}: {count} blank cell{s}; these rows form a group of their own, {name}.",
        "Fill in the column if they belong elsewhere.",
    ),
}

OF_LABELS = {
    "unknown_labels": (
        ERROR,
        "{file}, column {column}: values without a known meaning: {values}.{hint}",
        "{cure}",
    ),
    "which_is_one": (
        ERROR,
        "{file}, column {column}: the only whole numbers are {values}, so which one is 1 and which is 0 is not known.",
        "{cure}",
    ),
    "too_many_classes": (
        ERROR,
        "{file}, column {column}: {classes} different whole numbers ({values}, ...); a scale has at most {limit}.",
        "Choose the column that holds the label. {cure}",
    ),
    "one_class": (
        ERROR,
        "{file}, column {column}: every vote is given the one class {values}; at least two are needed.",
        "{cure}",
    ),
    "gold_off_scale": (
        ERROR,
        "{file}, column {column}: values that are not on the scale of the labels ({scale}): {values}.",
        "Correct or clear these cells if they are mistakes. {cure}",
    ),
    "no_vote_rows": (
        WARNING,
        "{file}, column {column}, {where}: {count} row{s} without a label{words}; no vote was counted there.",
        "Nothing to do if these tasks were skipped.",
    ),
    "no_votes": (
        ERROR,
        "{file}, column {column}: no usable vote in {count} row{s}.",
        "Choose the column that holds the label, or another file.",
    ),
    "gold_in_current": (
        WARNING,
        "{file}, column {column}, {where}: {count} gold cell{s} in the current file, not used in any estimate.",
        "Give the file as history if its gold should be used.",
    ),
    "gold_conflict": (
        WARNING,
        "{file}, column {column}: {count} item{s} with more than one gold label: {examples}. "
        "The gold is withdrawn there, the votes stay.",
        "Keep one gold label per item.",
    ),
}

OF_COVARIATES = {
    "bad_covariate": (
        ERROR,
        "{file}, column {column}, {where}: {count} cell{s} without a finite number: {values}.",
        "Correct the cells, leave them empty, or rename the column so that it does not start with x_. "
        "A category is written as a column of 0 and 1 for each of its values.",
    ),
    "decimal_comma": (
        WARNING,
        "{file}, column {column}, {where}: {count} number{s} with a decimal comma, read with a point ({example}).",
        "Nothing to do if the comma marks decimals.",
    ),
    "covariate_filled": (
        WARNING,
        "{file}, column {column}, {where}: {count} of {items} items without a value; the mean {mean} was filled in.",
        "Fill in the values, or leave the column out.",
    ),
    "covariate_conflict": (
        WARNING,
        "{file}, column {column}, {where}: {count} item{s} with several values ({examples}); their mean was used.",
        "A covariate belongs to the item: give it one value on all rows.",
    ),
    "covariate_empty": (
        WARNING,
        "{file}, column {column}: no value at all; the column was left out.",
        "Fill it in or delete it.",
    ),
}

OF_VOTES = {
    "repeated_votes": (
        WARNING,
        "{file}, {where}: {count} row{s} with a vote that was given before (same item, annotator and label); {done}.",
        "Nothing to do if an export wrote them twice.",
    ),
    "conflicting_votes": (
        WARNING,
        "{file}, {where}: {count} row{s} where one annotator labels one item differently ({examples}); {done}.",
        "Correct the file, or choose the first or the last of them: on the Data page{shell}.",
        ", or with --repeats first",
    ),
    "items_without_votes": (
        WARNING,
        "{file}, {where}: {count} item{s} without any vote, not counted ({examples}){gold}.",
        "Nothing to do if nobody was asked about them.",
    ),
}

CATALOGUE: dict[str, tuple[str, ...]] = {
    **OF_THE_FILE, **OF_ROWS_AND_COLUMNS, **OF_IDS, **OF_HOSTILE, **OF_LABELS, **OF_COVARIATES, **OF_VOTES,
    **OF_LAYOUTS, **OF_REPAIRS, **OF_PREDICTIONS,
}  # fmt: skip


def finding(
    code: str, file: str, *, column: str | None = None, title: str | None = None, lines: Sequence[int] = (),
    count: int = 1, **values: object,
) -> Finding:  # fmt: skip
    """The finding of `code` with its sentences filled in; `title` is the column as the file calls it."""
    severity, message, remedy, *shell = CATALOGUE[code]
    filled: dict[str, object] = {
        "file": file, "column": title or column, "count": f"{count:,}", "s": "" if count == 1 else "s",
        "where": where(lines, count), **values,
    }  # fmt: skip
    filled["shell"] = for_shell("".join(shell), **filled)
    return Finding(
        severity=severity, code=code, message=said(message, **filled), remedy=said(remedy, **filled),
        file=file, lines=tuple(lines), column=column, count=count,
    )  # fmt: skip


def where(lines: Sequence[int], count: int) -> str:
    """Where it is: "line 5", "lines 5, 14", "lines 5, 14, 20, 21, 30 and 7 more"."""
    shown = joined([str(line) for line in lines[:MAX_EXAMPLES]], ", ")
    more = count - min(len(lines), MAX_EXAMPLES)
    if more > 0 and count > 1:
        return said("lines {lines} and {rest} more", lines=shown, rest=f"{more:,}")
    return said("lines {lines}", lines=shown) if count > 1 else said("line {line}", line=shown)


def show(text: str) -> str:
    """A value from the file in double quotes, shortened, line breaks and the like as blanks."""
    head = "".join(letter if letter.isprintable() else " " for letter in text[: SHOWN_LETTERS + 1])
    return f'"{head[:SHOWN_LETTERS]}…"' if len(head) > SHOWN_LETTERS else f'"{head}"'


def listed(texts: Sequence[str], total: int | None = None) -> str:
    """At most five texts and how many more there are."""
    more = (len(texts) if total is None else total) - min(len(texts), MAX_EXAMPLES)
    shown = joined(texts[:MAX_EXAMPLES], ", ")
    return said("{names} and {rest} more", names=shown, rest=f"{more:,}") if more > 0 else shown


def lengths(rows: Iterable[tuple[int, int]]) -> str:
    """Lines with their number of fields: "line 5 has 3, line 9 has 5"."""
    return joined([said("line {line} has {fields}", line=line, fields=fields) for line, fields in rows], ", ")
