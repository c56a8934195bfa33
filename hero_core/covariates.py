"""Which x_ columns HERO-2 may use."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hero_core.annotations import Annotations, BoolArray, IntArray
from hero_core.errors import Finding, SettingsError, listed
from hero_core.links import linked_items
from hero_core.results import CovariateRow, finite
from hero_core.rounds import Rounds
from hero_core.saying import for_shell, joined, said

DIFFER_SHARE = 0.05
TEXT_COLUMN = "x_text"  # what the words of the prompts foretell, made when it is asked for
OF_OUTPUT = said("it differs between outputs of the same prompt, so it describes the output")


def choose_covariates(
    rounds: Rounds, asked: str | Sequence[str]
) -> tuple[tuple[str, ...], tuple[CovariateRow, ...], list[Finding]]:
    """Which x_ columns HERO-2 uses: those in both files that vary among the current items (policy P23).

    With "auto" a column that differs between outputs of the same prompt is not used: it describes the output, and its
    mean moves with the very share that is asked for (METHODS §3).
    """
    history, current = rounds.history, rounds.current
    ours, theirs = current.covariate_names, () if history is None else history.covariate_names
    every = tuple(dict.fromkeys((*theirs, *ours)))
    wanted = (
        every if asked == "auto" else () if asked == "none" else (asked,) if isinstance(asked, str) else tuple(asked)
    )
    missing = [name for name in wanted if name not in every]
    if missing:
        raise SettingsError(
            said(
                "Unknown covariate {names}; the files have {known}.",
                names=joined(missing, ", "),
                known=joined(every, ", ") or said("none"),
            )
        )
    rows, found = [], []
    for name in every:
        reason = _not_usable(name, rounds) or (None if name in wanted else said("not chosen"))
        of_output = reason is None and asked == "auto" and _differs_within_links(name, rounds)
        reason = OF_OUTPUT if of_output else reason
        file = current.name if history is None or name in theirs or reason is None else history.name
        rows.append(
            CovariateRow(
                name=name,
                history_mean=_mean(history, name),
                current_mean=_mean(current, name),
                used=reason is None,
                reason=reason,
            )
        )
        if of_output:
            found.append(_of_output(name, current.name))
        elif history is not None and reason is not None and name in wanted:
            found.append(
                Finding(
                    severity="warning",
                    code="covariate_left_out",
                    file=file,
                    column=name,
                    message=said("Covariate {name} is left out of HERO-2: {reason}.", name=name, reason=reason),
                    remedy=said("Without any usable covariate HERO-2 equals HERO-1.") if len(wanted) == 1 else "",
                )
            )
    return tuple(row.name for row in rows if row.used), tuple(rows), found


def _of_output(name: str, file: str) -> Finding:
    return Finding(
        severity="warning",
        code="output_level_covariate",
        file=file,
        column=name,
        message=said(
            "{name} differs between outputs of the same prompt, so it describes the output and not the "
            "prompt, like a judge's score. Its mean moves with the quality of the outputs, which biases "
            "HERO-2: it is not used.",
            name=name,
        ),
        remedy=said(
            "Nothing to do if that is so.{shell}",
            shell=for_shell(
                " If you know that it does not depend on the output, use it all the same: --covariates {name}.",
                name=name,
            ),
        ),
    )


def unproven_covariates(rounds: Rounds, names: Sequence[str]) -> list[Finding]:
    """Used covariates of which the files cannot show that they describe the prompt: no prompt has two outputs."""
    names = [name for name in names if name != TEXT_COLUMN]
    if (
        not names
        or rounds.history is None
        or any(_links_of(file)[1].any() for file in (rounds.history, rounds.current))
    ):
        return []
    return [
        Finding(
            severity="info",
            code="output_level_covariate",
            file=rounds.current.name,
            column=names[0],
            count=len(names),
            message=said(
                "HERO-2 takes {names} for features of the prompt. A feature of the output, such as an AI judge's "
                "score or the output's length, would bias it.",
                names=listed(names),
            ),
            remedy=said(
                "Name the features of the prompt{naming}, or leave them out{none}.",
                naming=for_shell(" with --covariates"),
                none=for_shell(" (--covariates none)"),
            ),
        )
    ]


def _differs_within_links(name: str, rounds: Rounds) -> bool:
    """Whether items judged side by side have different values of a covariate, in more than one in twenty links."""
    for file in (rounds.history, rounds.current):
        if file is None or name not in file.covariate_names:
            continue
        code, several = _links_of(file)
        column = file.covariates[:, file.covariate_names.index(name)]
        low, high = np.full(len(several), np.inf), np.full(len(several), -np.inf)
        np.minimum.at(low, code, column)
        np.maximum.at(high, code, column)
        differ = several & (high - low > 1e-9 * np.maximum(1, np.abs(high)))
        if differ.sum() > DIFFER_SHARE * max(several.sum(), 1):
            return True
    return False


def _links_of(file: Annotations) -> tuple[IntArray, BoolArray]:
    """Link of each item, coded 0.. (I,), and which links hold several items."""
    _, code, count = np.unique(linked_items(file), return_inverse=True, return_counts=True)
    return code, count > 1


def _not_usable(name: str, rounds: Rounds) -> str | None:
    history, current = rounds.history, rounds.current
    for file in (history, current):
        if file is not None and name not in file.covariate_names:
            return said("it is absent from {file}", file=file.name)
    if history is None:
        return said("there is no history")
    column = current.covariates[:, current.covariate_names.index(name)]
    if np.ptp(column) <= 1e-12 * max(1.0, float(np.abs(column).max())):
        return said("it is {value:g} for every item of {file}", value=column[0], file=current.name)
    return None


def _mean(file: Annotations | None, name: str) -> float | None:
    if file is None or name not in file.covariate_names or file.n_items == 0:
        return None
    return finite(float(file.covariates[:, file.covariate_names.index(name)].mean()))
