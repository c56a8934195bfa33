"""Which x_ columns HERO-2 may use."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hero_core.annotations import Annotations
from hero_core.errors import Finding, SettingsError
from hero_core.results import CovariateRow, finite
from hero_core.rounds import Rounds


def choose_covariates(
    rounds: Rounds, asked: str | Sequence[str]
) -> tuple[tuple[str, ...], tuple[CovariateRow, ...], list[Finding]]:
    """Which x_ columns HERO-2 uses: those in both files that vary among the current items (policy P23)."""
    history, current = rounds.history, rounds.current
    ours, theirs = current.covariate_names, () if history is None else history.covariate_names
    every = tuple(dict.fromkeys((*theirs, *ours)))
    wanted = (
        every if asked == "auto" else () if asked == "none" else (asked,) if isinstance(asked, str) else tuple(asked)
    )
    missing = [name for name in wanted if name not in every]
    if missing:
        raise SettingsError(f"Unknown covariate {', '.join(missing)}; the files have {', '.join(every) or 'none'}.")
    rows, found = [], []
    for name in every:
        reason = _not_usable(name, rounds) or (None if name in wanted else "not chosen")
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
        if history is not None and reason is not None and name in wanted:
            found.append(
                Finding(
                    severity="warning",
                    code="covariate_left_out",
                    file=file,
                    column=name,
                    message=f"Covariate {name} is left out of HERO-2: {reason}.",
                    remedy="Without any usable covariate HERO-2 equals HERO-1." if len(wanted) == 1 else "",
                )
            )
    return tuple(row.name for row in rows if row.used), tuple(rows), found


def _not_usable(name: str, rounds: Rounds) -> str | None:
    history, current = rounds.history, rounds.current
    for file in (history, current):
        if file is not None and name not in file.covariate_names:
            return f"it is absent from {file.name}"
    if history is None:
        return "there is no history"
    column = current.covariates[:, current.covariate_names.index(name)]
    if np.ptp(column) <= 1e-12 * max(1.0, float(np.abs(column).max())):
        return f"it is {column[0]:g} for every item of {current.name}"
    return None


def _mean(file: Annotations | None, name: str) -> float | None:
    if file is None or name not in file.covariate_names or file.n_items == 0:
        return None
    return finite(float(file.covariates[:, file.covariate_names.index(name)].mean()))
