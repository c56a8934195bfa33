"""Findings about layouts, answers and gold files by their code; placeholders as in messages."""

from __future__ import annotations

ERROR, WARNING, INFO = "error", "warning", "info"
OF_ALL = (
    "{file} has no column {columns}, so the gold label of an item counts for all its outputs. "
    "Items with gold and several outputs: {count}"
)
MADE_ONE = (
    "Add the column {columns} to the gold file, unless its labels are about what the outputs have in common, such as "
    "the prompt."
)
HOW = "on the Data page{shell}"
CODE = ", layout={accept!r} in Python, {option} in the shell"
OF_LAYOUTS = {
    "web_page": (
        ERROR,
        "{file} is a web page (HTML) by its content, not a table.",
        "A download without sign-in looks like this: open the address in the browser, sign in, and download it again.",
    ),
    "layout_proposed": (
        ERROR,
        "{file} looks like {kind}. It would be read so: {pairs}. First row: {example}.{answers}{note}",
        "If that is right, accept it: " + HOW + ". Otherwise name the columns{columns} "
        "(or layout 'plain' to read it as it stands).",
        CODE,
    ),
    "layout_applied": (INFO, "{file} was read as {kind}: {pairs}.{note}", "Nothing to do if that is right."),
    "layout_left_out": (INFO, "{file}: rows without a vote of their own: {count}.", "Nothing to do if that is right."),
    "layout_misfit": (
        ERROR,
        "{file} is not {kind}: it has the fields {found}.",
        "Leave the layout {name} out to see what the file looks like.",
    ),
    "layout_answer": (
        ERROR,
        "{file}: {kind} with {count} answer fields: {answers}.",
        "Choose one: " + HOW + ".",
        CODE,
    ),
    "layout_no_votes": (ERROR, "{file}: {kind}, but no vote in it.", "{note}"),
    "companion_file": (ERROR, "{file} holds {holds}.", "{cure}"),
    "gold_joined": (
        INFO,
        "{file}: gold for {count} of the {items} items in {votes_file}; {unused} of its items have no votes there.",
        "Nothing to do if that is as expected.",
    ),
    "gold_for_all": (INFO, OF_ALL + ".", MADE_ONE),
    "gold_for_all_apart": (
        WARNING,
        OF_ALL
        + "; for {apart} of them the most frequent vote is not the same for all, and one gold label can hardly be "
        "right.",
        MADE_ONE,
    ),
    "gold_no_match": (
        ERROR,
        "{file}: none of its items is in {votes_file} (gold for {gold}, ...; votes on {votes}, ...).",
        "Give the gold of these items, with the ids as they stand in the votes.",
    ),
    "gold_columns": (
        ERROR,
        "{file}: a gold file needs a column of items and one of gold labels. Found: {found}.",
        "Name them item_id and gold_label.",
    ),
    "gold_file_empty": (
        ERROR,
        "{file}: no row has a gold label; its column {column} is empty.",
        "Give the file that holds the expert answers: one row per item, with its gold label.",
    ),
    "gold_file_conflict": (
        ERROR,
        "{file}, {where}: {count} row{s} with another gold label for an item than before.",
        "Keep one gold label per item.",
    ),
}
