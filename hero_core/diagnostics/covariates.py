"""Guard rails about the covariates of HERO-2."""

from __future__ import annotations

import numpy as np

from hero_core.annotations import FloatArray, IntArray
from hero_core.diagnostics.means import holm, mean_test, per_link
from hero_core.errors import Finding, chance, counted, listed
from hero_core.links import linked_items
from hero_core.panel import Anchor, Panel
from hero_core.saying import for_shell, said
from hero_core.shares import Recipe
from hero_core.solved import MANY

COVARIATE_P = 0.05


def covariate_shift(panel: Panel, anchor: Anchor) -> list[Finding]:
    """Means of the covariates that differ between history and current items more than chance allows (joint Hotelling).

    HERO-2 assumes equal means. Tested for all items and for each system, Holm over these groups at 5%. Items
    judged side by side share their covariates: each link counts once, in the history too.
    """
    columns, link = panel.covariates, panel.rounds.link
    past = [_past(anchor, part.past) for part in panel.parts]
    if columns.shape[1] == 0 or len(past[0]) < 2:
        return []
    groups = [(part, before) for part, before in zip(panel.parts, past, strict=True) if len(part.items) > 1]
    tests = [mean_test(per_link(columns[part.items], link[part.items]), before) for part, before in groups]
    p_values = holm(np.array(tests))
    moved = [part.label or said("all items") for (part, _), p in zip(groups, p_values, strict=True) if p < COVARIATE_P]
    if not moved:
        return []
    p = float(p_values.min())
    return [
        Finding(
            severity="warning",
            code="covariate_shift",
            file=panel.rounds.current.name,
            count=len(moved),
            p_value=p,
            message=said(
                "The covariates have other means than in the history for {names} ({chance}). HERO-2 assumes "
                "equal means and moves its numbers by the difference; HERO-1 leads.",
                names=listed(moved),
                chance=chance(p),
            ),
            remedy=said(
                "Leave the covariates out{shell}, or keep only those that describe the same prompts in both rounds.",
                shell=for_shell(" (--covariates none)"),
            ),
        )
    ]


def _past(anchor: Anchor, chosen: IntArray | None = None) -> FloatArray:
    """Covariates of the history (or of chosen items), each link once; shape (links, p)."""
    if not anchor.covariates.size:
        return anchor.covariates
    items = slice(None) if chosen is None else chosen
    return per_link(anchor.covariates[items], linked_items(anchor.file)[items])


def column_tests(panel: Panel, anchor: Anchor, names: tuple[str, ...]) -> dict[str, float]:
    """p-value of equal means of each covariate, history against all current items, before any correction."""
    past, now = _past(anchor), per_link(panel.covariates, panel.rounds.link) if names else panel.covariates
    return {name: mean_test(now[:, [j]], past[:, [j]]) for j, name in enumerate(names)}


def many_covariates(panel: Panel, recipe: Recipe) -> list[Finding]:
    """More covariates than least squares can carry: which ridge was chosen, or that none was."""
    count, items = panel.covariates.shape[1], min(len(group) for group in panel.groups)
    if count <= MANY:
        return []
    tamed = recipe.ridge > 0
    shrunk = said(
        "{covariates} for {items}: HERO-2's regression is shrunk by a ridge of {ridge:.3g}.",
        covariates=counted(count, "covariate"), items=counted(items, "item"), ridge=recipe.ridge,
    )  # fmt: skip
    noisy = said(
        "{covariates} for {items}: HERO-2's regression without ridge adds noise instead of taking it out once there "
        "are many.",
        covariates=counted(count, "covariate"), items=counted(items, "item"),
    )  # fmt: skip
    return [
        Finding(
            severity="info" if tamed else "warning",
            code="many_covariates",
            file=panel.rounds.current.name,
            count=count,
            message=shrunk if tamed else noisy,
            remedy=""
            if tamed
            else said(
                "Let cross-validation choose a ridge{shell}, or name fewer covariates.",
                shell=for_shell(" (--ridge auto)"),
            ),
        )
    ]
