"""plan(): how many more items, votes or gold labels make a difference decidable, and which gold labels first.

Everything from the fitted rates by the analytic variance: current items count by 1/n, more votes per item by drawing
items from the model, gold labels by the information that they add to the rates of the history.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np
from scipy.special import ndtri

from hero_core.analytic import FreeRates, hero_parts, history_rates, in_units, influence_of, invertible
from hero_core.annotations import Annotations, FloatArray
from hero_core.compare import check_systems
from hero_core.diagnostics import red_rails
from hero_core.errors import Refused, SettingsError, counted
from hero_core.goldvalue import GoldValue
from hero_core.intervals import AGREE
from hero_core.panel import Anchor
from hero_core.provenance import provenance
from hero_core.results import DEFAULT_METHODS, HISTORY_METHODS, METHOD_NAMES, PlanResult, PlanRow
from hero_core.saying import said
from hero_core.solved import ModelChoices, ModelOptions, Solved, answer_values
from hero_core.votevalue import variance_by_votes

MOST_ITEMS = 100  # times as many items as now
MOST_VOTES = 3  # times as many votes per item as now
LISTED = 50
NEAR = 1e-9


def plan(
    history: Annotations | None,
    current: Annotations,
    *,
    a: str | None = None,
    b: str | None = None,
    detect: float | None = None,
    power: float = 0.8,
    level: float = 0.95,
    method: str | None = None,
    std_error: float | None = None,
    seed: int = 0,
    **model: Unpack[ModelChoices],
) -> PlanResult:
    """What is needed to find a difference of `detect` between systems a and b with `power`, each way by itself.

    Without `b`: a rate of `a` (None: of all items) that far from a target. Without `detect`: the difference seen now.
    `method` is hero2, hero1 or, where the history gives neither, pec or mv by default. `std_error` is that of the
    difference as resamples give it (`compare`), for the formula's; where it comes from is still by formula. Raises
    SettingsError for options, Refused where the method has no number or no analytic error.
    """
    options = ModelOptions(
        methods=(method,) if method else tuple(name for name in DEFAULT_METHODS if name != "ds"), **model
    )
    options.check()
    check_question(detect, power, level)
    rounds = options.paired(history, current)
    solved = Solved.of(rounds, options)
    aim = _Aim.of(solved, a, b, detect, power, level, method)
    scale = 1.0 if std_error is None else _checked(std_error) / aim.std_error
    aim = replace(aim, wanted=aim.wanted / scale)  # by formula, as all that follows
    rows, gold = _ways(solved, aim, seed)
    rows = tuple(row if row.std_error is None else replace(row, std_error=scale * row.std_error) for row in rows)
    settings = options.as_used(solved) | {"detect": aim.detect, "power": power, "level": level, "seed": seed}
    return PlanResult(
        method=aim.method, a=a, b=b, detect=aim.detect, power=power, level=level, std_error=scale * aim.std_error,
        wanted=scale * aim.wanted, smallest=aim.detect * aim.std_error / aim.wanted,
        from_items=aim.from_items / aim.variance, from_history=1 - aim.from_items / aim.variance,
        rows=rows, items=() if gold is None else gold.next_items(aim.variance, LISTED),
        annotators=() if gold is None else gold.annotators(LISTED),
        findings=(*rounds.findings, *solved.findings, *red_rails(solved)),
        provenance=provenance(rounds.history, rounds.current, history, settings),
    )  # fmt: skip


def check_question(detect: float | None, power: float, level: float) -> None:
    """Raise SettingsError, in words, for a question that no round could answer."""
    if not (0 < power < 1 and 0 < level < 1):
        raise SettingsError(
            said("power is {power:g} and level {level:g}; both must lie between 0 and 1.", power=power, level=level)
        )
    if detect is not None:
        _check_detect(detect)


def _check_detect(detect: float) -> None:
    if not np.isfinite(detect) or detect < NEAR:
        raise SettingsError(said("Say how large a difference is to be found: detect must be a number above 0."))


def _checked(std_error: float) -> float:
    """Raise SettingsError for a standard error that is none."""
    if not (np.isfinite(std_error) and std_error > 0):
        raise SettingsError(said("std_error is {value}; it must be a positive number.", value=std_error))
    return std_error


@dataclass(frozen=True, kw_only=True)
class _Aim:
    """The quantity, by its weights over the groups (S + 1,), its variance now by source, and what is wanted."""

    method: str
    weights: FloatArray
    detect: float
    wanted: float
    variance: float
    from_items: float
    items: float

    @property
    def std_error(self) -> float:
        return float(np.sqrt(self.variance))

    @classmethod
    def of(
        cls, solved: Solved, a: str | None, b: str | None, detect: float | None, power: float, level: float,
        method: str | None,
    ) -> _Aim:  # fmt: skip
        """Check the question and measure what it rests on now. Raises SettingsError, Refused."""
        weights = _weights(solved, a, b)
        method = _leading(solved, weights, method)
        values = answer_values(solved.answers[method], solved.rounds.values)[:, 0]
        detect = abs(float(weights @ values)) if detect is None and b is not None else detect or 0.0
        _check_detect(detect)
        scale = float(np.ptp(solved.rounds.values))
        if detect > scale:
            raise SettingsError(said(
                "detect is {detect:g}, more than the estimates can differ ({scale:g}). It is in units of the estimate: "
                "0.05 stands for 5 points.", detect=detect, scale=scale,
            ))  # fmt: skip
        influence = influence_of(solved.panel, solved.recipe, solved.answers, solved.fits).get(method)
        if influence is None:
            raise Refused(
                said(
                    "There is no analytic error of {method} here: too many annotators. Choose another method.",
                    method=method,
                )
            )
        units = weights @ influence
        _check_error(float(np.sqrt(units @ units)), METHOD_NAMES[method], float(np.ptp(solved.rounds.values)))
        links = int(solved.rounds.link.max(initial=-1)) + 1
        reach = float(ndtri((1 + level) / 2)) + float(ndtri(power))
        groups = [len(group) for group, weight in zip(solved.panel.groups, weights, strict=True) if weight]
        return cls(method=method, weights=weights, detect=float(detect), wanted=float(detect) / reach,
                   variance=float(units @ units), from_items=float(units[:links] @ units[:links]),
                   items=float(np.mean(groups)))  # fmt: skip


def _check_error(error: float, method: str, width: float) -> None:
    """Raise Refused where the analytic error is no measure: none at all, or beyond what the scale allows."""
    if error < AGREE:
        raise Refused(
            said(
                "The error of {method} is not known here: all items say the same, or the estimate lies at the "
                "boundary. Add items before planning.",
                method=method,
            )
        )
    if error > width / 2:
        raise Refused(
            said(
                "The error of {method} comes out larger than the scale: the history has too few items for so "
                "many rates. Add history items with gold, or choose another method.",
                method=method,
            )
        )


def _weights(solved: Solved, a: str | None, b: str | None) -> FloatArray:
    systems = solved.rounds.systems
    check_systems((a, b), systems)
    if (a is None and b is not None) or (a == b and a is not None):
        raise SettingsError(said("Give two different systems a and b, one system a, or none."))
    weights = np.zeros(len(systems) + 1)
    weights[0 if a is None else 1 + systems.index(a)] = 1
    if b is not None:
        weights[1 + systems.index(b)] = -1
    return weights


def _leading(solved: Solved, weights: FloatArray, method: str | None) -> str:
    """The asked method, else the first of HERO-2, HERO-1, PEC, MV that has a number for every group concerned."""
    groups = np.flatnonzero(weights)
    order = (method,) if method else ("hero2", "hero1", "pec", "mv")
    for name in order:
        bare = name == "hero2" and not solved.recipe.covariate_names and method is None
        if name in solved.answers and not bare and solved.answers[name].identified[groups, 0].all():
            return name
    raise Refused(solved.rounds.refusal or said("No method has a number for what is to be planned."))


def _ways(solved: Solved, aim: _Aim, seed: int) -> tuple[tuple[PlanRow, ...], GoldValue | None]:
    rest = aim.variance - aim.from_items
    rows = [_more_items(aim, rest)]
    anchor = solved.panel.anchor
    if aim.method not in HISTORY_METHODS or anchor is None:
        return (*rows, *_without_history(solved)), None
    rows.append(_more_votes(solved, aim, anchor, rest, seed))
    gold = _gold_value(solved, aim, anchor)
    rows.append(_more_gold(aim, gold, anchor))
    unlabelled = bool((anchor.gold < 0).any())
    if rows[0].needed is None and rows[2].needed is None and unlabelled and invertible(anchor.history):
        rows.append(_items_with_all_gold(aim, gold, anchor))
    return tuple(rows), gold


def _more_items(aim: _Aim, rest: float) -> PlanRow:
    room = aim.wanted**2 - rest
    now = aim.items
    if aim.variance <= aim.wanted**2:
        return PlanRow(what="items", now=now, needed=now, std_error=aim.std_error, reason=None)
    if room <= 0 or aim.from_items / room > MOST_ITEMS:
        why = (
            said("What is not known about the annotators would alone hide so small a difference; gold is needed too.")
            if room <= 0
            else said("More than {most} times as many would be needed.", most=MOST_ITEMS)
        )
        return PlanRow(what="items", now=now, needed=None, std_error=float(np.sqrt(max(rest, 0))), reason=why)
    needed = float(np.ceil(now * aim.from_items / room))
    return PlanRow(what="items", now=now, needed=needed, std_error=aim.wanted, reason=None)


def _without_history(solved: Solved) -> list[PlanRow]:
    counts = solved.panel.current.votes_per_item()
    why = said("This method learns the annotators from the round alone; a history with gold labels would help most.")
    gold = 0 if solved.rounds.history is None else int(solved.rounds.history.has_gold.sum())
    return [PlanRow(what="votes", now=float(counts.mean()), needed=None, std_error=None, reason=why),
            PlanRow(what="gold", now=float(gold), needed=None, std_error=None, reason=why)]  # fmt: skip


def _more_votes(solved: Solved, aim: _Aim, anchor: Anchor, rest: float, seed: int) -> PlanRow:
    now = float(anchor.known.votes_per_item()[anchor.has_known_vote > 0].mean())
    numbers, variance = variance_by_votes(solved, aim.method, aim.weights, int(np.ceil(now * MOST_VOTES)), seed)
    share = variance / np.interp(now, numbers, variance)
    left = rest + aim.from_items * share
    enough = np.flatnonzero((left <= aim.wanted**2) & (numbers >= np.floor(now)))
    if aim.variance <= aim.wanted**2:
        return PlanRow(what="votes", now=now, needed=now, std_error=aim.std_error, reason=None)
    if enough.size == 0:
        why = said(
            "Even with {votes} per item too much is left; add items or gold.", votes=counted(int(numbers[-1]), "vote")
        )
        return PlanRow(what="votes", now=now, needed=None, std_error=float(np.sqrt(left[-1])),
                       reason=why)  # fmt: skip
    found = enough[0]
    return PlanRow(what="votes", now=now, needed=float(numbers[found]), std_error=float(np.sqrt(left[found])),
                   reason=None)  # fmt: skip


def _items_with_all_gold(aim: _Aim, gold: GoldValue, anchor: Anchor) -> PlanRow:
    """Items needed once every history item has gold, where neither items nor gold alone lead there."""
    rest = gold.variance(int((anchor.gold < 0).sum())) - aim.from_items
    room = aim.wanted**2 - rest
    if room <= 0 or aim.from_items / room > MOST_ITEMS:
        why = said("Even that is not enough: a larger history is needed, or a larger difference.")
        return PlanRow(what="both", now=aim.items, needed=None, std_error=float(np.sqrt(max(rest, 0))), reason=why)
    needed = float(np.ceil(aim.items * aim.from_items / room))
    return PlanRow(what="both", now=aim.items, needed=needed, std_error=aim.wanted, reason=None)


def _gold_value(solved: Solved, aim: _Aim, anchor: Anchor) -> GoldValue:
    parts = hero_parts(solved.panel, anchor, solved.recipe, solved.answers, solved.fits, aim.method)
    rates: FreeRates = history_rates(anchor, solved.fits, aim.method)
    through = rates.through(aim.weights @ parts.gradient)
    tilt = aim.weights @ parts.tilt
    items = (aim.weights @ in_units(solved.panel, parts.items)) if parts.items.size else np.zeros(0)
    fixed = float(items @ items + tilt @ tilt + 2 * tilt @ through)
    return GoldValue(anchor=anchor, fits=solved.fits, method=aim.method, rates=rates,
                     gradient=rates.padded(aim.weights @ parts.gradient), fixed=fixed)  # fmt: skip


def _more_gold(aim: _Aim, gold: GoldValue, anchor: Anchor) -> PlanRow:
    now, most = int((anchor.gold >= 0).sum()), int((anchor.gold < 0).sum())
    if aim.variance <= aim.wanted**2:
        return PlanRow(what="gold", now=now, needed=float(now), std_error=aim.std_error, reason=None)
    if most == 0 or not invertible(anchor.history):
        all_gold, many = said("Every history item has gold; add items."), said("Too many annotators to say; add items.")
        why = all_gold if most == 0 else many
        return PlanRow(what="gold", now=now, needed=None, std_error=aim.std_error, reason=why)
    best = float(np.sqrt(max(gold.variance(most), 0)))
    if best > aim.wanted:
        why = said(
            "Even gold for the {items} without it leaves too much; add items to the round.",
            items=counted(most, "history item"),
        )
        return PlanRow(what="gold", now=now, needed=None, std_error=best, reason=why)
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if gold.variance(middle) <= aim.wanted**2 else (middle, high)
    return PlanRow(what="gold", now=now, needed=float(now + high), std_error=float(np.sqrt(gold.variance(high))),
                   reason=None)  # fmt: skip
