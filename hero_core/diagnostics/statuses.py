"""Statuses of the methods in words."""

from __future__ import annotations

import numpy as np

from hero_core.errors import Finding, listed
from hero_core.panel import Panel
from hero_core.results import HISTORY_METHODS, METHOD_NAMES, Estimate
from hero_core.saying import joined, said
from hero_core.shares import Fits

BY_SYSTEM = ("boundary", "not_identified")
STATUSES = {
    "refused": ("method_refused", said("refused")),
    "not_identified": ("not_identified", said("not identified")),
    "not_converged": ("not_converged", said("not converged")),
    "boundary": ("boundary", said("boundary")),
}


def _named(row: Estimate) -> str:
    """The method, and the system where it is about one."""
    name = METHOD_NAMES[row.method]
    return said("{method} of {system}", method=name, system=row.system) if row.system else name


def method_notes(panel: Panel, rows: tuple[Estimate, ...]) -> list[Finding]:
    """Statuses of the methods over all items, once each, as findings."""
    found: list[Finding] = []
    for status, (code, word) in STATUSES.items():
        hit = [row for row in rows if row.status == status and (row.system is None or status in BY_SYSTEM)]
        for reason in dict.fromkeys(row.reason for row in hit):
            same = [row for row in hit if row.reason == reason]
            where = list(dict.fromkeys(_named(row) for row in same))
            file = (
                panel.rounds.history.name
                if panel.rounds.history and same[0].method in HISTORY_METHODS
                else panel.rounds.current.name
            )
            found.append(
                Finding(
                    severity="warning",
                    code=code,
                    file=file,
                    count=len(where),
                    message=joined([said("{names}: {status}.", names=listed(where), status=word), reason or ""]),
                )
            )
    return found


def flat_in_words(panel: Panel, fits: Fits, method: str) -> str:
    """Why a score equation has no unique solution, with the rates of the annotators concerned."""
    confusion = fits.rates(method)[..., 0]
    cast = np.bincount(panel.rounds.current.annotator, minlength=len(confusion)) > 0
    who = np.flatnonzero(cast & panel.rounds.known)
    names = [str(panel.rounds.annotator_ids[j]) for j in who]
    if confusion.shape[1] == 2:
        names = [
            f"{name} {confusion[j, 1, 1]:.2f}/{confusion[j, 0, 0]:.2f}" for name, j in zip(names, who, strict=True)
        ]
    what = said("sensitivity/specificity") if confusion.shape[1] == 2 else said("annotators")
    return said(
        "The votes do not tell the classes apart, so every share fits them equally well ({what}: {names}).",
        what=what,
        names=listed(names),
    )
