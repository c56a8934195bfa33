"""Analytic intervals: the influence of each item on each estimate.

An estimate moves by influence[i] when item i is counted once more. Its variance is the sum of squares over independent
units: current items (those judged side by side together) and history items, which act through the fitted rates. For
HERO-1 this is [var(psi)/n + D'VD] / I^2, V the inverse outer-product information of the history likelihood.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from hero_core.annotations import NO_GOLD, FloatArray, IntArray
from hero_core.em import EMFit
from hero_core.hero import control_variate, likelihoods, scores
from hero_core.methods import majority_shares, vote_shares
from hero_core.panel import Anchor, Panel
from hero_core.results import HISTORY_METHODS
from hero_core.shares import Answer, Fits, Recipe
from hero_core.votes import Votes

KNOWN_RATE = 1e-3
MOST = 1500
UNIFORM_PRECISION = 12.0
CROWDED = 5  # fewer items than that for each free rate: their information is nearly singular


@dataclass(frozen=True, kw_only=True)
class FreeRates:
    """Free rates of a fit: score of each item (I, P), and the map from derivatives by cell to those by rate.

    `precision` is what is known of each rate beside the votes: 0, or that of a uniform draw where nothing anchors the
    rates, or few items stand behind each, so that some of them may hardly be identified.
    """

    score: sparse.csr_array
    chain: sparse.csr_array  # (cells, P)
    precision: float = 0.0

    def through(self, cell_gradient: FloatArray) -> FloatArray:
        """Influence of each fitted item on a quantity whose derivative by log cell is given; shape (I,).

        A gradient that ends before the class prior does not depend on it.
        """
        gradient = self.padded(cell_gradient)
        wide = smaller_is_items(self.score)
        pull: FloatArray = self.inverse @ (self.score @ gradient) if wide else self.score @ (self.inverse @ gradient)
        return pull

    def padded(self, cell_gradient: FloatArray) -> FloatArray:
        """Derivative by free rate of a quantity whose derivative by log cell is given, the class prior apart; (P,)."""
        cells = np.zeros(self.chain.shape[0])
        cells[: len(cell_gradient)] = cell_gradient
        gradient: FloatArray = self.chain.T @ cells
        return gradient

    @cached_property
    def inverse(self) -> FloatArray:
        """Inverse information of the free rates (P, P), or with fewer items than rates its twin (I, I).

        S (S'S + c)^-1 = (SS' + c)^-1 S. Costly, and the same for every quantity.
        """
        wide = smaller_is_items(self.score)
        product = self.score @ self.score.T if wide else self.score.T @ self.score
        information = product.toarray()
        information[np.diag_indices_from(information)] += self.precision
        inverse: FloatArray = np.linalg.pinv(information, rcond=1e-10, hermitian=True)
        return inverse


def smaller_is_items(score: sparse.csr_array) -> bool:
    """Whether a score (I, P) has fewer items than rates, so that the twin of the information is the smaller matrix."""
    return bool(score.shape[0] < score.shape[1])


def influence_of(panel: Panel, recipe: Recipe, answers: dict[str, Answer], fits: Fits) -> dict[str, FloatArray]:
    """Influence of each unit on each method and group: (S + 1, links + N) per method.

    ds_hard has none, being no smooth function of the votes; nor have the others where both the rates and the items
    behind them are too many to invert their information.
    """
    found: dict[str, FloatArray] = {}
    counts = panel.current.label_counts()
    for method, shares in (("mv", majority_shares), ("vote_share", vote_shares)):
        if method in recipe.methods:
            found[method] = in_units(panel, _of_means(panel, shares(counts) @ panel.rounds.values))
    for method, fit in (("ds", fits.ds), ("pec", fits.pec)):
        if method in recipe.methods and fit is not None and invertible(panel.current):
            found[method] = in_units(panel, _of_posterior(panel, fit))
    if panel.anchor is not None and invertible(panel.anchor.history):
        rates: dict[bool, FreeRates] = {}
        for method in HISTORY_METHODS:
            if method in answers:
                alone = method == "mle"
                rates[alone] = rates.get(alone) or history_rates(panel.anchor, fits, method)
                parts = hero_parts(panel, panel.anchor, recipe, answers, fits, method)
                through = np.stack([rates[alone].through(row) for row in parts.gradient])
                found[method] = in_units(panel, parts.items, parts.tilt + through)
    return found


def invertible(votes: Votes) -> bool:
    """Whether the rates, or the items behind them, are few enough to invert their information."""
    return min(votes.n_annotators * votes.n_classes * (votes.n_classes - 1), votes.n_items) <= MOST


def in_units(panel: Panel, items: FloatArray, history: FloatArray | None = None) -> FloatArray:
    """Item influences (S + 1, n) added up within links, beside those of the history items (S + 1, N)."""
    link = panel.rounds.link
    units: FloatArray = np.stack([np.bincount(link, weights=row, minlength=int(link.max()) + 1) for row in items])
    return units if history is None else np.concatenate([units, history], axis=1)


def _of_means(panel: Panel, worth: FloatArray) -> FloatArray:
    """Influence of each item on the mean worth of its group; shape (S + 1, n)."""
    rows = np.zeros((len(panel.groups), len(worth)))
    for position, items in enumerate(panel.groups):
        rows[position, items] = (worth[items] - worth[items].mean()) / len(items)
    return rows


def _of_posterior(panel: Panel, fit: EMFit) -> FloatArray:
    """Dawid-Skene and PEC: the mean of item worths, and the pull of each item on the rates behind them.

    A rate that the votes hardly fix counts as uncertain as a uniform draw, not more.
    """
    posterior, values = fit.posterior[:, :, 0], panel.rounds.values
    worth = values @ posterior
    rows = _of_means(panel, worth)
    rates = _rates(panel.current, fit.parameters.confusion[..., 0], posterior, fit.parameters.prior[..., 0])
    rates = replace(rates, precision=UNIFORM_PRECISION)
    pull = posterior * (values[:, None] - worth)
    for position, items in enumerate(panel.groups):
        cells = _cell_gradient(panel.current, pull, items)
        rows[position] += rates.through(np.concatenate([cells, pull[:, items].mean(axis=1)]))  # one class prior
    return rows


def _cell_gradient(votes: Votes, pull: FloatArray, items: IntArray) -> FloatArray:
    """Derivative by log confusion[j, k, l] of a mean over `items`, from (K, I) derivatives by log l_i(k); (R*K*K,)."""
    chosen = np.zeros(votes.n_items)
    chosen[items] = 1 / len(items)
    blocks = [(votes.transposed @ (row * chosen)).reshape(votes.n_annotators, votes.n_classes) for row in pull]
    return np.stack(blocks, axis=1).ravel()


def _rates(
    votes: Votes,
    confusion: FloatArray,
    posterior: FloatArray,
    prior: FloatArray | None = None,
    group: IntArray | None = None,
) -> FreeRates:
    """Scores and chain rule of the free rates: in each row all cells but the largest, those near 0 taken as known.

    `confusion` (R, K, K) and, where it was fitted too, the class `prior` (K, G) of the item groups; `posterior` (K, I).
    """
    classes = votes.n_classes
    rows = confusion.reshape(-1, classes)
    if prior is not None:
        rows = np.concatenate([rows, prior.T])
    reference = rows.argmax(axis=1)
    row, column = np.nonzero((rows > KNOWN_RATE) & (np.arange(classes) != reference[:, None]))
    count = np.arange(len(row))
    chain = sparse.csr_array(
        (
            np.concatenate([1 / rows[row, column], -1 / rows[row, reference[row]]]),
            (np.concatenate([row * classes + column, row * classes + reference[row]]), np.concatenate([count, count])),
        ),
        shape=(rows.size, len(row)),
    )
    cells = by_cell(votes, posterior)
    if prior is not None:
        cells = sparse.csr_array(sparse.hstack([cells, by_group(posterior, group, prior.shape[1])]))
    return FreeRates(score=sparse.csr_array(cells @ chain), chain=chain)


def by_group(posterior: FloatArray, group: IntArray | None, groups: int) -> sparse.csr_array:
    """Derivative of each item's log-likelihood by the log prior of its group; (I, G * K)."""
    classes, items = posterior.shape
    code = np.zeros(items, dtype=np.int64) if group is None else group
    row, column = np.repeat(np.arange(items), classes), (code[:, None] * classes + np.arange(classes)).ravel()
    return sparse.csr_array((posterior.T.ravel(), (row, column)), shape=(items, groups * classes))


def by_cell(votes: Votes, posterior: FloatArray) -> sparse.csr_array:
    """Derivative of each item's log-likelihood by log cell: posterior times votes; (I, R*K*K)."""
    counts = sparse.coo_array(votes.matrix)
    classes = votes.n_classes
    item, column = counts.coords
    annotator, label = column // classes, column % classes
    parts = [
        sparse.csr_array(
            (counts.data * posterior[k, item], (item, (annotator * classes + k) * classes + label)),
            shape=(votes.n_items, votes.n_annotators * classes * classes),
        )
        for k in range(classes)
    ]
    return sum(parts[1:], start=parts[0])


@dataclass(frozen=True, kw_only=True)
class HeroParts:
    """Influences on a HERO estimate before the rates are known better: of each current item (S + 1, n), of each
    history item through the covariates (S + 1, N), and the derivative by log cell of the confusion (S + 1, R * K * K).
    """

    items: FloatArray
    tilt: FloatArray
    gradient: FloatArray


def hero_parts(
    panel: Panel, anchor: Anchor, recipe: Recipe, answers: dict[str, Answer], fits: Fits, method: str
) -> HeroParts:
    """Gold-only, HERO-1 and HERO-2: current items through the score equation, the history through rates and means."""
    likelihood = likelihoods(anchor.known, fits.rates(method))[:, :, 0]
    items = np.zeros((len(panel.groups), panel.current.n_items))
    tilt = np.zeros((len(panel.groups), anchor.history.n_items))
    gradient = np.zeros((len(panel.groups), panel.current.n_annotators * panel.current.n_classes**2))
    for position, members in enumerate(panel.groups):
        if not answers[method].identified[position, 0]:
            continue
        used = members[anchor.has_known_vote[members] > 0]
        shares = answers[method].shares[position, :, 0]
        score = scores(likelihood[:, used, None], shares[:, None])[:, :, 0]
        direction = share_direction(score, shares, panel.rounds.values)
        part = direction @ score
        if method == "hero2" and panel.covariates.shape[1]:
            gamma = _gamma(panel, anchor, recipe, answers, likelihood, used, position) @ direction
            part = part - (panel.covariates[used] - panel.covariates[used].mean(axis=0)) @ gamma
            past = _past(panel, anchor, position)
            centred = anchor.covariates[past] - anchor.covariates[past].mean(axis=0)
            tilt[position, past] = centred @ gamma / len(past)
        items[position, used] = (part - part.mean()) / len(used)
        pull = np.zeros_like(likelihood)
        pull[:, used] = score * (direction[:, None] - shares[:, None] * (direction @ score))
        gradient[position] = _cell_gradient(anchor.known, pull, used)
    return HeroParts(items=items, tilt=tilt, gradient=gradient)


def _past(panel: Panel, anchor: Anchor, position: int) -> IntArray:
    """History items that a group is compared with."""
    past = panel.parts[position].past
    return np.arange(anchor.history.n_items) if past is None else past


def history_rates(anchor: Anchor, fits: Fits, method: str) -> FreeRates:
    """The rates of gold only, or of the history fit; with few items behind each no rate is less sure than a draw."""
    confusion = fits.rates(method)[..., 0]
    rates = _history_rates(anchor, fits, method, confusion)
    items, free = rates.score.shape
    return replace(rates, precision=UNIFORM_PRECISION) if items < CROWDED * free else rates


def _history_rates(anchor: Anchor, fits: Fits, method: str, confusion: FloatArray) -> FreeRates:
    if method == "mle":
        truth = (anchor.gold == np.arange(confusion.shape[1])[:, None]) & (anchor.gold != NO_GOLD)
        return _rates(anchor.history, confusion, truth.astype(float))
    fit = fits.of(method)
    return _rates(anchor.history, confusion, fit.posterior[:, :, 0], fit.parameters.prior[..., 0], anchor.group)


def _gamma(
    panel: Panel,
    anchor: Anchor,
    recipe: Recipe,
    answers: dict[str, Answer],
    likelihood: FloatArray,
    used: IntArray,
    position: int,
) -> FloatArray:
    """The regression of HERO-2 for one group; shape (p, K)."""
    first = answers["hero1"] if "hero1" in answers else answers["hero2"]
    score = scores(likelihood[:, used, None], first.shares[position])
    past = _past(panel, anchor, position)
    count = len(past)
    shrink = count / (count + len(used)) if recipe.hero2_weight == "finite" else 1.0
    mean = anchor.covariates[past].mean(axis=0)[:, None]
    return control_variate(
        score, panel.covariates[used], np.ones((len(used), 1)), mean, ridge=recipe.ridge, shrink=shrink
    ).gamma[:, :, 0]


def share_direction(score: FloatArray, shares: FloatArray, values: FloatArray) -> FloatArray:
    """u with d(values . shares) = u . d(mean score): the inverse curvature within the simplex, on the support; (K,)."""
    support = np.flatnonzero(shares > 0)
    if support.size < 2:
        return np.zeros(len(shares))
    basis = np.zeros((len(shares), support.size - 1))
    basis[support[1:], np.arange(support.size - 1)] = 1
    basis[support[0]] = -1
    curvature = basis.T @ (score @ score.T / score.shape[1]) @ basis
    return basis @ np.linalg.pinv(curvature, hermitian=True) @ (basis.T @ values)
