"""Findings about repairs that were asked for, by their code; placeholders as in messages."""

from __future__ import annotations

ERROR, INFO = "error", "info"
OF_REPAIRS = {
    "ids_merged": (
        INFO,
        "{file}, column {column}, {where}: {count} row{s} with another spelling of an id, as asked: {pairs}.",
        "Nothing to do if they mean the same; otherwise take the merge back.",
    ),
    "merge_unknown": (
        ERROR,
        "{file}: no {column} {ids} that could be merged.",
        "Give the column (item_id, annotator_id, system or round) and the ids as they stand in the file.",
    ),
    "round_flipped": (
        INFO,
        "{file}, {where}: the labels of round {round} were swapped as asked ({one} for {zero} and {zero} for {one}, "
        "{count} vote{s}); gold labels stay.",
        "Nothing to do if the round was reversed; otherwise take the swap back.",
    ),
    "flip_unknown": (
        ERROR,
        "{file}: no round {round} whose labels could be swapped; its rounds: {found}.",
        "Name a round as it stands in the file.",
    ),
    "flip_classes": (
        ERROR,
        "{file}: labels can be swapped where there are two classes; here are {classes}.",
        "Give the class of each label instead (labels).",
    ),
}
