"""Findings about repairs that were asked for, by their code; placeholders as in messages."""

from __future__ import annotations

ERROR, WARNING, INFO = "error", "warning", "info"
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
    "threshold_applied": (
        INFO,
        "{file}, column {column}: labels of {threshold} and more count as 1 ({ones} votes: {high}), "
        "those below as 0 ({zeros} votes: {low}), as asked.",
        "Nothing to do if that is right; otherwise take the threshold back.",
    ),
    "threshold_one_side": (
        WARNING,
        "{file}, column {column}: all labels are on one side of the threshold {threshold} "
        "(1: {high}; 0: {low}), so every vote says the same.",
        "Choose a threshold within the scale.",
    ),
    "threshold_gold": (
        INFO,
        "{file}, column {column}: gold is 1 and 0 already; the threshold was not applied to it.",
        "Nothing to do if gold 1 means the same as a label at or above the threshold.",
    ),
    "threshold_no_scale": (
        ERROR,
        "{file}, column {column}: the threshold {threshold} was given, but not all labels are whole numbers: {values}.",
        "Give their class (labels) beside the threshold, or leave the threshold out.",
    ),
    "threshold_binary": (
        ERROR,
        "{file}, column {column}: the threshold {threshold} was given, but the labels are 1 and 0 already: {values}.",
        "Leave the threshold of this file out.",
    ),
    "flip_classes": (
        ERROR,
        "{file}: labels can be swapped where there are two classes; here are {classes}.",
        "Give the class of each label instead (labels).",
    ),
}
