"""Small simulated rounds on which the engine is compared with the slow methods, one for each complication."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hero_core import estimate, item_table
from hero_core.results import EstimateResult
from tests.exactness import slow
from tests.support import Items, pair_of, small_world

METHODS = ("mv", "vote_share", "ds", "ds_hard", "mle", "hero1", "hero2", "pec")
PRECISE = {"tol": 1e-10, "max_iter": 20_000}
PSEUDO = (0.5, 0.8, 0.1)


def _constant(items: Items) -> Items:
    return [replace(item, x=(*item.x, 2.0)) for item in items]


def _collinear(items: Items) -> Items:
    return [replace(item, x=(*item.x, 3 * item.x[0] - 1)) for item in items]


def _without_gold(items: Items, annotator: str) -> Items:
    """The annotator votes on no gold item."""
    return [
        replace(item, votes=tuple(vote for vote in item.votes if vote[0] != annotator) or item.votes[:1])
        if item.gold is not None
        else item
        for item in items
    ]


def _newcomer(items: Items) -> Items:
    """Somebody without history joins, and is alone on the last item."""
    joined = [
        replace(item, votes=(*item.votes, ("newcomer", number % 2))) if number % 3 == 0 else item
        for number, item in enumerate(items)
    ]
    return [*joined[:-1], replace(joined[-1], votes=(("newcomer", 1),))]


@cache
def world(name: str) -> tuple[Items, Items, int]:
    """History, current and the number of classes of a named small world."""
    plain = {
        "binary": lambda: (*small_world(1), 2),
        "boundary": lambda: (*small_world(0), 2),
        "full matrix": lambda: (*small_world(2, share_of_votes=1.0), 2),
        "sparse votes": lambda: (*small_world(11, annotators=7, share_of_votes=0.3, history=60), 2),
        "systems": lambda: (*small_world(1, systems=3, current=45), 2),
        "three classes": lambda: (*small_world(1, classes=3), 3),
        "three classes, systems, covariates": lambda: (
            *small_world(1, classes=3, systems=2, current=40, covariates=2),
            3,
        ),
        "four classes": lambda: (*small_world(4, classes=4, history=60, annotators=5), 4),
        "covariate": lambda: (*small_world(5, covariates=1, current=40), 2),
        "two covariates, systems": lambda: (*small_world(7, covariates=2, systems=2, current=50), 2),
    }
    if name in plain:
        return plain[name]()
    history, current, classes = world("covariate")
    made = {
        "constant covariate": lambda: (_constant(history), _constant(current)),
        "collinear covariates": lambda: (_collinear(history), _collinear(current)),
        "annotator without gold": lambda: (_without_gold(history, "a4"), current),
        "newcomer": lambda: (history, _newcomer(current)),
    }
    return (*made[name](), classes)


WORLDS = (
    "binary",
    "boundary",
    "full matrix",
    "sparse votes",
    "systems",
    "three classes",
    "three classes, systems, covariates",
    "four classes",
    "covariate",
    "two covariates, systems",
    "constant covariate",
    "collinear covariates",
    "annotator without gold",
    "newcomer",
)
WITH_COVARIATES = tuple(name for name in WORLDS if world(name)[1][0].x)
WITH_SYSTEMS = tuple(name for name in WORLDS if world(name)[1][0].system)


@cache
def answered(name: str, weight: str = "paper", ridge: float = 0.0) -> EstimateResult:
    """The engine's answer, without intervals."""
    history, current, classes = world(name)
    return estimate(
        *pair_of(history, current, classes),
        methods=METHODS,
        resamples=0,
        hero2_weight=weight,
        ridge=ridge,
        pec_pseudocounts=PSEUDO,
        **PRECISE,
    )


@cache
def item_posteriors(name: str, method: str) -> list[list[float]]:
    """The engine's class probabilities of each current item."""
    history, current, classes = world(name)
    coded = pair_of(history, current, classes)
    frame = item_table(coded[1], coded[0], method=method, pec_pseudocounts=PSEUDO, **PRECISE).frame
    if classes == 2:
        return [[1 - p, p] for p in frame["posterior"]]
    return frame[[f"probability_{k}" for k in range(classes)]].to_numpy().tolist()


@cache
def history_fit(name: str) -> slow.Fit:
    """The slow gold-anchored EM."""
    history, _, classes = world(name)
    return slow.history_em(history, classes)


@cache
def current_fit(name: str, method: str) -> slow.Fit:
    """The slow Dawid-Skene or PEC on the current votes."""
    _, current, classes = world(name)
    return slow.dawid_skene(current, classes) if method == "ds" else slow.pec(current, classes, PSEUDO)


def groups(name: str) -> dict[str | None, list[int]]:
    """Positions of the items of all (None) and of each system."""
    current = world(name)[1]
    found: dict[str | None, list[int]] = {None: list(range(len(current)))}
    for position, item in enumerate(current):
        if item.system is not None:
            found.setdefault(item.system, []).append(position)
    return found
