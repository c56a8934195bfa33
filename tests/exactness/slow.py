"""The methods once more, as slowly and plainly as they can be written: loops over items and votes, no arrays.

Nothing here is shared with the engine. Rates are `rates[annotator][true][label]`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log

from tests.support import Item

CLIP = 1e-6
STILL = 1e-12
LIMIT = 60_000

Row = list[float]
Rates = dict[str, list[Row]]


def people(items: Sequence[Item]) -> list[str]:
    return sorted({who for item in items for who, _ in item.votes})


def mean_rows(rows: Sequence[Row]) -> Row:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def majority_of(item: Item, classes: int) -> Row:
    counts = [sum(1 for _, label in item.votes if label == k) for k in range(classes)]
    winners = [k for k in range(classes) if counts[k] == max(counts)]
    return [1 / len(winners) if k in winners else 0.0 for k in range(classes)]


def shares_of(item: Item, classes: int) -> Row:
    return [sum(1 for _, label in item.votes if label == k) / len(item.votes) for k in range(classes)]


def held(row: Row) -> Row:
    """Within the clip, sum 1."""
    inside = [min(max(p, CLIP), 1 - CLIP) for p in row]
    return [p / sum(inside) for p in inside]


def log_likelihood(item: Item, rates: Rates, classes: int) -> Row:
    return [sum(log(rates[who][k][label]) for who, label in item.votes) for k in range(classes)]


def normalised(logs: Row) -> Row:
    top = max(logs)
    parts = [exp(value - top) for value in logs]
    return [part / sum(parts) for part in parts]


@dataclass
class Fit:
    rates: Rates
    prior: Row
    posterior: list[Row]
    objective: float
    steps: int


def m_step(
    items: Sequence[Item], posterior: list[Row], classes: int, pseudo: Callable[[int, int], float], on_class: float
) -> tuple[Rates, Row]:
    prior_counts = [[pseudo(k, label) for label in range(classes)] for k in range(classes)]
    counts = {who: [list(row) for row in prior_counts] for who in people(items)}
    for item, share in zip(items, posterior, strict=True):
        for who, label in item.votes:
            for k in range(classes):
                counts[who][k][label] += share[k]
    rates = {who: [held([c / sum(row) for c in row]) for row in rows] for who, rows in counts.items()}
    mass = [on_class + sum(share[k] for share in posterior) for k in range(classes)]
    return rates, held([m / sum(mass) for m in mass])


def e_step(items: Sequence[Item], rates: Rates, prior: Row, classes: int, anchored: bool) -> tuple[list[Row], float]:
    """Posterior of each item and the log-likelihood of the votes (and gold, if anchored)."""
    posterior, total = [], 0.0
    for item in items:
        logs = [log(p) + part for p, part in zip(prior, log_likelihood(item, rates, classes), strict=True)]
        if anchored and item.gold is not None:
            posterior.append([1.0 if k == item.gold else 0.0 for k in range(classes)])
            total += logs[item.gold]
        else:
            posterior.append(normalised(logs))
            total += max(logs) + log(sum(exp(value - max(logs)) for value in logs))
    return posterior, total


def furthest(one: tuple[Rates, Row], two: tuple[Rates, Row]) -> float:
    moves = [abs(a - b) for a, b in zip(one[1], two[1], strict=True)]
    for who, rows in one[0].items():
        for row, other in zip(rows, two[0][who], strict=True):
            moves += [abs(a - b) for a, b in zip(row, other, strict=True)]
    return max(moves)


def em(
    items: Sequence[Item],
    classes: int,
    start: tuple[Rates, Row],
    *,
    anchored: bool = False,
    pseudo: Callable[[int, int], float] = lambda k, label: 0.0,
    on_class: float = 0.0,
    limit: int = LIMIT,
) -> Fit:
    """Plain EM, no acceleration, until nothing moves (or for a number of steps)."""
    now, steps = start, 0
    while steps < limit:
        posterior, _ = e_step(items, *now, classes, anchored)
        after = m_step(items, posterior, classes, pseudo, on_class)
        steps += 1
        still = furthest(now, after) < STILL
        now = after
        if still:
            break
    posterior, objective = e_step(items, *now, classes, anchored)
    return Fit(*now, posterior, objective, steps)


def dawid_skene(items: Sequence[Item], classes: int, limit: int = LIMIT) -> Fit:
    first = [shares_of(item, classes) for item in items]
    return em(items, classes, m_step(items, first, classes, lambda k, label: 0.0, 0.0), limit=limit)


def pec(items: Sequence[Item], classes: int, pseudo: tuple[float, float, float], limit: int = LIMIT) -> Fit:
    on_class, diagonal, off = pseudo
    row = [[0.8 if k == label else 0.2 / (classes - 1) for label in range(classes)] for k in range(classes)]
    prior = held(mean_rows([majority_of(item, classes) for item in items]))
    start = ({who: row for who in people(items)}, prior)
    prior_counts = lambda k, label: diagonal if k == label else off  # noqa: E731
    return em(items, classes, start, pseudo=prior_counts, on_class=on_class, limit=limit)


def gold_tally(items: Sequence[Item], classes: int) -> dict[str, list[Row]]:
    """tally[who][k][label] over gold items."""
    tally = {who: [[0.0] * classes for _ in range(classes)] for who in people(items)}
    for item in items:
        if item.gold is not None:
            for who, label in item.votes:
                tally[who][item.gold][label] += 1
    return tally


def with_pooled_rows(tally: dict[str, list[Row]], classes: int) -> dict[str, list[Row]]:
    """A row without gold becomes the row summed over annotators."""
    pooled = [[sum(rows[k][label] for rows in tally.values()) for label in range(classes)] for k in range(classes)]
    return {who: [row if sum(row) else pooled[k] for k, row in enumerate(rows)] for who, rows in tally.items()}


def gold_only(items: Sequence[Item], classes: int) -> Rates:
    tally = with_pooled_rows(gold_tally(items, classes), classes)
    return {who: [held([c / sum(row) for c in row]) for row in rows] for who, rows in tally.items()}


def history_em(items: Sequence[Item], classes: int, limit: int = LIMIT) -> Fit:
    tally = with_pooled_rows(gold_tally(items, classes), classes)
    rates = {
        who: [held([(c + 0.5) / (sum(row) + 0.5 * classes) for c in row]) for row in rows]
        for who, rows in tally.items()
    }
    gold = [sum(1 for item in items if item.gold == k) for k in range(classes)]
    prior = [(g + 0.5) / (sum(gold) + 0.5 * classes) for g in gold]
    return em(items, classes, (rates, prior), anchored=True, limit=limit)


def scaled_likelihoods(items: Sequence[Item], rates: Rates, classes: int) -> list[Row]:
    """l_i(k) up to a factor per item."""
    return [normalised(log_likelihood(item, rates, classes)) for item in items]


def known_to(items: Sequence[Item], rates: Rates) -> list[Item]:
    """Items with the votes of known annotators only; those left without a vote are gone."""
    kept = []
    for item in items:
        votes = tuple((who, label) for who, label in item.votes if who in rates)
        if votes:
            kept.append(Item(item.name, votes, None, item.x, item.system))
    return kept


def binary_root(likelihoods: list[Row], target: float = 0.0) -> float:
    """The share mu with mean psi_i(mu) = target, by bisection; psi = (l1 - l0) / (mu l1 + (1 - mu) l0)."""

    def mean_psi(mu: float) -> float:
        return sum((l1 - l0) / (mu * l1 + (1 - mu) * l0) for l0, l1 in likelihoods) / len(likelihoods)

    if mean_psi(0.0) <= target:
        return 0.0
    if mean_psi(1.0) >= target:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if mean_psi(middle) > target else (low, middle)
    return (low + high) / 2


def mixing_shares(likelihoods: list[Row], tilt: Row | None = None) -> Row:
    """Long EM on the shares alone: maximise mean log(l_i . mu) - tilt . mu over the simplex."""
    classes = len(likelihoods[0])
    tilt = tilt or [0.0] * classes
    shares = [1 / classes] * classes
    for _ in range(LIMIT):
        parts = []
        for row in likelihoods:
            mixture = sum(part * mu for part, mu in zip(row, shares, strict=True))
            parts.append([part * mu / mixture for part, mu in zip(row, shares, strict=True)])
        after = tilted(mean_rows(parts), tilt)
        still = max(abs(a - b) for a, b in zip(shares, after, strict=True)) < 1e-14
        shares = after
        if still:
            break
    return shares


def tilted(weights: Row, tilt: Row) -> Row:
    """argmax of sum_k weights[k] log mu_k - tilt . mu over the simplex: mu_k = weights[k] / (level + tilt[k])."""
    floor = max(-c for w, c in zip(weights, tilt, strict=True) if w > 0)
    low, high = floor, floor + 1.0
    for _ in range(200):
        level = (low + high) / 2
        total = sum(w / (level + c) for w, c in zip(weights, tilt, strict=True) if w > 0 and level + c > 0)
        low, high = (level, high) if total > 1 else (low, level)
    shares = [w / (high + c) if w > 0 else 0.0 for w, c in zip(weights, tilt, strict=True)]
    return [share / sum(shares) for share in shares]


def solved(matrix: list[Row], right: Row) -> Row:
    """A solution of matrix @ x = right by elimination; a variable without a pivot of its own is 0."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    pivots: list[tuple[int, int]] = []
    for column in range(size):
        used = [row for row, _ in pivots]
        free = [row for row in range(size) if row not in used]
        best = max(free, key=lambda row: abs(rows[row][column]), default=None)
        if best is None or abs(rows[best][column]) < 1e-9:
            continue
        pivots.append((best, column))
        for row in range(size):
            if row != best:
                factor = rows[row][column] / rows[best][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[best], strict=True)]
    answer = [0.0] * size
    for row, column in pivots:
        answer[column] = rows[row][size] / rows[row][column]
    return answer


def regression(columns: list[Row], outcome: Row, ridge: float) -> Row:
    """gamma = (S_XX + ridge diag S_XX)^-1 S_Xy, moments about the mean; `columns` is one row of x per item."""
    count, width = len(columns), len(columns[0])
    centre = mean_rows(columns)
    level = sum(outcome) / count
    square = [[0.0] * width for _ in range(width)]
    cross = [0.0] * width
    for row, value in zip(columns, outcome, strict=True):
        away = [x - c for x, c in zip(row, centre, strict=True)]
        for p in range(width):
            cross[p] += away[p] * (value - level) / count
            for q in range(width):
                square[p][q] += away[p] * away[q] / count * (1 + ridge if p == q else 1)
    return solved(square, cross)


def hero1(history_rates: Rates, current: Sequence[Item], classes: int) -> Row:
    likelihoods = scaled_likelihoods(known_to(current, history_rates), history_rates, classes)
    if classes == 2:
        mu = binary_root(likelihoods)
        return [1 - mu, mu]
    return mixing_shares(likelihoods)


def hero2(
    history: Sequence[Item],
    history_rates: Rates,
    current: Sequence[Item],
    classes: int,
    *,
    ridge: float = 0.0,
    finite: bool = False,
) -> Row:
    used = known_to(current, history_rates)
    likelihoods = scaled_likelihoods(used, history_rates, classes)
    first = hero1(history_rates, current, classes)
    columns = [list(item.x) for item in used]
    gap = [a - b for a, b in zip(mean_rows(columns), mean_rows([list(item.x) for item in history]), strict=True)]
    weight = len(history) / (len(history) + len(used)) if finite else 1.0
    mixtures = [sum(part * mu for part, mu in zip(row, first, strict=True)) for row in likelihoods]

    def pull(scores: Row) -> float:
        gamma = regression(columns, scores, ridge)
        return weight * sum(g * d for g, d in zip(gamma, gap, strict=True))

    if classes == 2:
        psi = [(row[1] - row[0]) / mixture for row, mixture in zip(likelihoods, mixtures, strict=True)]
        mu = binary_root(likelihoods, pull(psi))
        return [1 - mu, mu]
    scores = [[row[k] / mixture for row, mixture in zip(likelihoods, mixtures, strict=True)] for k in range(classes)]
    return mixing_shares(likelihoods, [pull(column) for column in scores])
