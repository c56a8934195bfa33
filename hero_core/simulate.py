"""Rounds with known truth, made from a simulation design."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd

from hero_core.annotations import BoolArray, FloatArray, IntArray, TextArray
from hero_core.designs import KIND_RATES, Design, planned

RATE_LIMITS = (0.02, 0.98)
NEW_WEIGHT = 0.35
ROUTED_WEIGHTS = (0.10, 60.0)


@dataclass(frozen=True, kw_only=True)
class SimulatedRounds:
    """A history and a current round in the canonical columns, and the truth behind them.

    `truth` has item_id, system, gold_label of the current items. `true_shares` is the mean value of their true
    classes (binary: the share of positives) overall (None) and by system; `population_shares` what it is on average
    over all rounds the design could give. `annotators` has annotator_id, kind, sensitivity, specificity.
    `confusion` is (R, K, K) [annotator, true, observed] on items that are not hard.
    """

    history: pd.DataFrame | None
    current: pd.DataFrame
    truth: pd.DataFrame
    true_shares: dict[str | None, float]
    population_shares: dict[str | None, float]
    annotators: pd.DataFrame
    confusion: FloatArray = field(repr=False)
    description: str

    def frames(self) -> dict[str, pd.DataFrame]:
        """The tables by name: history (where there is one), current, truth, annotators."""
        tables = {"history": self.history, "current": self.current, "truth": self.truth, "annotators": self.annotators}
        return {name: table for name, table in tables.items() if table is not None}

    def write(self, folder: Path | str) -> list[Path]:
        """Write each table as NAME.csv into the folder, which is made if need be; the paths."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        paths = []
        for name, table in self.frames().items():
            paths.append(target / f"{name}.csv")
            table.to_csv(paths[-1], index=False, lineterminator="\n", encoding="utf-8")
        return paths


@dataclass(frozen=True, kw_only=True)
class _Items:
    """Items of one file: their columns (I rows), true class and hardness (I,), block of equal vote weights (I,)."""

    table: pd.DataFrame
    truth: IntArray
    hard: BoolArray
    block: IntArray


def simulate(
    design: str, *, rng: np.random.Generator, annotators: pd.DataFrame | None = None, **overrides: object
) -> SimulatedRounds:
    """Rounds of one of DESIGNS, with any of its fields overridden.

    `annotators` (annotator_id, kind, sensitivity, specificity: as an earlier result has it) keeps the annotators fixed.
    Raises SettingsError for a design, a field or a value that does not exist.
    """
    plan = planned(design, overrides)
    people = _draw_annotators(plan, rng) if annotators is None else annotators.reset_index(drop=True)
    drifted = rng.permutation(len(people)) < round(plan.drift_share * len(people))
    history = None
    if plan.n_history:
        history = _voted(plan, _history_items(plan, rng), people, np.zeros(len(people)), rng)
    items = _current_items(plan, rng)
    current = _voted(plan, items, people, plan.drift * drifted, rng)
    system = items.table["system"] if plan.system_names else None
    truth = pd.DataFrame({"item_id": items.table["item_id"], "system": system, "gold_label": items.truth})
    value = items.truth / (plan.n_classes - 1)
    return SimulatedRounds(
        history=history,
        current=current,
        truth=truth,
        true_shares=_overall_and_by_system(plan, [value[items.block == s].mean() for s in range(len(plan.means))]),
        population_shares=_overall_and_by_system(plan, plan.means.tolist()),
        annotators=people,
        confusion=class_confusion(people["sensitivity"].to_numpy(), people["specificity"].to_numpy(), plan.n_classes),
        description=plan.description,
    )


def _overall_and_by_system(plan: Design, shares: list[float]) -> dict[str | None, float]:
    """The mean of the systems' shares under None, and each under its system's name."""
    by_system = zip(plan.system_names, shares, strict=True) if plan.system_names else ()
    return {None: float(np.mean(shares)), **{name: float(share) for name, share in by_system}}


def class_confusion(sensitivity: FloatArray, specificity: FloatArray, n_classes: int) -> FloatArray:
    """P(label l | true class k) when each of K - 1 aspects is seen with these rates (R,); shape (R, K, K)."""
    confusion = np.zeros((len(sensitivity), n_classes, n_classes))
    confusion[:, :, 0] = 1.0
    for true in range(n_classes):
        for aspect in range(n_classes - 1):
            seen_good = (sensitivity if aspect < true else 1.0 - specificity)[:, None]
            so_far = confusion[:, true]
            confusion[:, true] = so_far * (1.0 - seen_good) + np.roll(so_far, 1, axis=1) * seen_good
    return confusion


def intercept_for(prevalence: float, slope: float, mean: float = 0.0) -> float:
    """The intercept at which logistic(intercept + slope x), x ~ Normal(mean, 1), averages exactly `prevalence`."""
    grid = np.linspace(-9.0, 9.0, 3601)
    density = np.exp(-0.5 * grid**2)
    density /= density.sum()
    low, high = -50.0 - 10.0 * abs(slope), 50.0 + 10.0 * abs(slope)
    for _ in range(80):
        middle = 0.5 * (low + high)
        below = density @ _logistic(middle + slope * (grid + mean)) < prevalence
        low, high = (middle, high) if below else (low, middle)
    return 0.5 * (low + high)


def _logistic(score: FloatArray) -> FloatArray:
    """1 / (1 + exp(-score)) without overflow; same shape."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * score)))


def _draw_annotators(plan: Design, rng: np.random.Generator) -> pd.DataFrame:
    """Annotators with kind and true rates; R rows."""
    count = plan.n_annotators
    kind = np.array(plan.kinds or ("ordinary",) * count, dtype=object)
    if plan.strict_lenient:
        kind[:] = np.resize(np.array(["strict", "lenient"], dtype=object), count)
    kind[rng.permutation(count) < round(plan.adversarial_share * count)] = "adversarial"
    rates = []
    for position, mean in enumerate((plan.sensitivity, plan.specificity)):
        drawn = np.full(count, mean) if plan.k is None else rng.beta(plan.k * mean, plan.k * (1.0 - mean), count)
        drawn = np.clip(drawn, *RATE_LIMITS)
        fixed = {name: pair[position] for name, pair in KIND_RATES.items()}
        rates.append([fixed.get(name, rate) for name, rate in zip(kind, drawn.tolist(), strict=True)])
    names = plan.annotator_names or tuple(f"ann_{index + 1:02d}" for index in range(count))
    return pd.DataFrame({"annotator_id": names, "kind": kind, "sensitivity": rates[0], "specificity": rates[1]})


def _covariates(plan: Design, count: int, mean: float, rng: np.random.Generator) -> pd.DataFrame:
    """The informative covariate (where the slope is not 0) and the uninformative ones, rounded as in a file."""
    columns = {plan.covariate: rng.normal(mean, 1.0, count)} if plan.slope else {}
    for index in range(plan.noise_covariates):
        columns[f"x_noise_{index + 1}"] = rng.normal(0.0, 1.0, count)
    return pd.DataFrame(columns, index=range(count)).round(4)


def _true_classes(
    plan: Design, covariates: pd.DataFrame, prevalence: FloatArray, mean: float, rng: np.random.Generator
) -> IntArray:
    """True class of each item, given its covariate and the mean of items like it, prevalence (I,); shape (I,)."""
    levels, which = np.unique(prevalence, return_inverse=True)
    score = np.array([intercept_for(level, plan.slope, mean) for level in levels.tolist()])[which]
    if plan.slope:
        score = score + plan.slope * covariates[plan.covariate].to_numpy()
    return rng.binomial(plan.n_classes - 1, _logistic(score))


def _history_items(plan: Design, rng: np.random.Generator) -> _Items:
    """History items in equal rounds r1, r2, ..., a random share of them with gold."""
    count = plan.n_history
    covariates = _covariates(plan, count, 0.0, rng)
    block = np.arange(count) * plan.history_rounds // count
    table = pd.DataFrame({"item_id": _numbered("h", count), "round": [f"r{index + 1}" for index in block]})
    prevalence = np.full(count, plan.prevalence_history)
    if plan.history_systems:
        system = np.arange(count) % len(plan.means)
        prevalence = plan.means[system]
        table.insert(1, "system", np.array(plan.system_names, dtype=object)[system])
    truth = _true_classes(plan, covariates, prevalence, 0.0, rng)
    gold = pd.Series(truth, dtype="Int64").mask(rng.permutation(count) >= round(plan.gold_share * count))
    table.insert(1, "gold_label", gold)
    hard = rng.random(count) < plan.hard_share
    return _Items(table=pd.concat([table, covariates], axis=1), truth=truth, hard=hard, block=block)


def _current_items(plan: Design, rng: np.random.Generator) -> _Items:
    """Current items of every system, system after system; the same ids and covariates under each if paired."""
    count, systems = plan.n_current, len(plan.means)
    drawn = [_covariates(plan, count, plan.covariate_shift, rng) for _ in range(1 if plan.paired else systems)]
    covariates = pd.concat(drawn * systems if plan.paired else drawn, ignore_index=True)
    ids = _numbered("c", count if plan.paired else count * systems)
    block = np.repeat(np.arange(systems), count)
    truth = _true_classes(plan, covariates, plan.means[block], plan.covariate_shift, rng)
    table = pd.DataFrame({"item_id": ids * systems if plan.paired else ids})
    if plan.system_names:
        table["system"] = np.array(plan.system_names, dtype=object)[block]
    table["round"] = f"r{plan.history_rounds + 1}"
    hard = rng.random(len(table)) < plan.hard_share
    return _Items(table=pd.concat([table, covariates], axis=1), truth=truth, hard=hard, block=block)


def _numbered(letter: str, count: int) -> list[str]:
    """Ids of equal width, in order."""
    return [f"{letter}{index + 1:0{len(str(count))}d}" for index in range(count)]


def _vote_weights(kind: TextArray, blocks: int, current: bool) -> FloatArray:
    """How readily each annotator takes an item of a block (a history round or a current system); shape (blocks, R)."""
    weights = np.ones((blocks, len(kind)))
    weights[:, kind == "new"] = NEW_WEIGHT if current else 0.0
    weights[0 if current else (blocks + 1) // 2 :, kind == "gone"] = 0.0
    if current:
        weights[:-1, kind == "routed"], weights[-1, kind == "routed"] = ROUTED_WEIGHTS
    return weights


def _assigned(weights: FloatArray, votes_per_item: float, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Item and annotator of each vote, drawn without replacement within an item from weights (I, R); shapes (V,)."""
    with np.errstate(divide="ignore"):  # log 0 = -inf is meant: weight 0 comes last
        keys = np.log(weights) + rng.gumbel(size=weights.shape)
    wanted = int(votes_per_item) + (rng.random(len(weights)) < votes_per_item % 1)
    wanted = np.minimum(wanted, (weights > 0.0).sum(axis=1))
    ranked = np.argsort(-keys, axis=1)[:, : wanted.max()]
    item, place = np.nonzero(np.arange(ranked.shape[1]) < wanted[:, None])
    annotator = ranked[item, place]
    order = np.lexsort((annotator, item))
    return item[order], annotator[order]


def _voted(
    plan: Design, items: _Items, people: pd.DataFrame, drift: FloatArray, rng: np.random.Generator
) -> pd.DataFrame:
    """The table of votes on the items, one row per vote, by annotators who lost `drift` (R,) in sensitivity."""
    kind = people["kind"].to_numpy(dtype=object)
    current = "gold_label" not in items.table
    weights = _vote_weights(kind, int(items.block[-1]) + 1, current)
    votes_per_item = (plan.votes_per_current_item if current else None) or plan.votes_per_item
    item, annotator = _assigned(weights[items.block], votes_per_item, rng)
    sensitivity = np.clip(people["sensitivity"].to_numpy() - drift, 0.0, 1.0)
    specificity = people["specificity"].to_numpy()
    hard_rates = [rate + plan.hard_pull * (0.5 - rate) for rate in (sensitivity * plan.hard_sensitivity, specificity)]
    easy = class_confusion(sensitivity, specificity, plan.n_classes)
    hard = class_confusion(hard_rates[0], hard_rates[1], plan.n_classes)
    chances = np.stack([easy, hard])[items.hard[item].astype(int), annotator, items.truth[item]]
    label = (rng.random(len(item))[:, None] >= chances.cumsum(axis=1)[:, :-1]).sum(axis=1)
    votes = items.table.iloc[item].reset_index(drop=True)
    votes.insert(1, "annotator_id", people["annotator_id"].to_numpy(dtype=object)[annotator])
    votes.insert(2, "label", label)
    return votes
