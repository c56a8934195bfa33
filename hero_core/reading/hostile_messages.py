"""Findings about files that would do harm, by their code; placeholders as in messages."""

from __future__ import annotations

ERROR, WARNING = "error", "warning"
OF_HOSTILE = {
    "bomb": (
        ERROR,
        "{file} unpacks to more than {limit} and more than {ratio} times its size; reading stopped there.",
        "Votes do not pack like that. If it is what you mean to give, unpack it and give the table itself.",
    ),
    "hidden_letters": (
        WARNING,
        "{file}, column {column}, {where}: {count} id{s} with letters that nobody sees, kept as they are: {ids}.",
        "Take them out of the file if these are the ids of others; such letters come with copied text.",
    ),
}
