"""HERO-1 and HERO-2: class shares of the current items from the rates of the history.

HERO (arXiv 2606.29784). The binary score equation mean psi_i(mu) = 0 and its K-class form are one concave problem:
maximise mean log(sum_k l_i(k) mu_k) - c . mu over the simplex, with c = 0 for HERO-1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hero_core.annotations import BoolArray, FloatArray
from hero_core.likelihood import log_ratios, posterior_of
from hero_core.votes import Votes

SOLVER_STEPS = 80
SOLVER_TOL = 1e-12
TINY = 1e-300
CLOSE = 1e-10
AT_EDGE = 1e-8
RIDGES = (0.0, *np.logspace(-3, 4, 36))
FLAT = 1e-5


@dataclass(frozen=True, kw_only=True)
class Shares:
    """Class shares (K, B) with `identified` and `edge` (a share at 0) per replicate, and the KKT residual (B,)."""

    shares: FloatArray
    identified: BoolArray
    edge: BoolArray
    residual: FloatArray


def likelihoods(votes: Votes, confusion: FloatArray, mask: FloatArray | None = None) -> FloatArray:
    """l_i(k) of each item's votes up to a factor per item, summing to 1 over k; shape (K, I, B)."""
    return posterior_of(log_ratios(votes, confusion, mask).astype(np.float64))[0]


def scores(likelihood: FloatArray, shares: FloatArray) -> FloatArray:
    """w_ik = l_i(k) / sum_m l_i(m) mu_m; shape (K, I, B). Binary psi_i = w_i1 - w_i0."""
    mixture = (likelihood * shares[:, None, :]).sum(axis=0)
    score: FloatArray = likelihood / np.maximum(mixture, TINY)
    return score


def solve_shares(likelihood: FloatArray, weights: FloatArray, tilt: FloatArray | None = None) -> Shares:
    """Maximise the weighted mean of log(l_i . mu) - tilt . mu over the simplex, every replicate at once.

    `likelihood` (K, I, B), `weights` (I, B), `tilt` (K, B). Two classes: the root of the score equation; more: a
    primal-dual interior point. Shares below 1e-8 that press against the edge are set to 0 (the boundary rule of
    METHODS §1).
    """
    weight = weights / np.maximum(weights.sum(axis=0), TINY)
    tilt = np.zeros((likelihood.shape[0], likelihood.shape[2])) if tilt is None else tilt
    solve = _root if len(likelihood) == 2 else _interior_point
    return _settled(likelihood, weight, solve(likelihood, weight, tilt), tilt)


def _root(likelihood: FloatArray, weight: FloatArray, tilt: FloatArray) -> FloatArray:
    """Shares (2, B) where the weighted mean of psi equals the tilt, or at the edge where it does so nowhere.

    The mean falls as the share of class 1 grows. Newton's steps, cut off at the edges; where one would leave the bounds
    found so far, their middle. Those that have arrived are set aside once they are half.
    """
    found = np.full(weight.shape[1], 0.5)
    share, aim, going = found.copy(), tilt[1] - tilt[0], np.arange(len(found))
    low, high = np.full(len(found), -np.inf), np.full(len(found), np.inf)
    first, rise = likelihood[0], likelihood[1] - likelihood[0]
    for _ in range(SOLVER_STEPS):
        lack, slope = _lack(first, rise, weight, share, aim)
        low, high = np.where(lack > 0, share, low), np.where(lack < 0, share, high)
        with np.errstate(divide="ignore", invalid="ignore"):  # no slope: to an edge, or it stays
            step = np.where(lack == 0, 0, lack / slope)
        there = np.clip(share + step, 0, 1)
        close = np.isfinite(slope) & (np.abs(lack) <= CLOSE * np.sqrt(slope))  # Newton's decrement
        stray = ~close & ~((there > low) & (there < high))
        there = np.where(stray, (np.maximum(low, 0) + np.minimum(high, 1)) / 2, there)
        moving = ~close & (there != share)
        found[going] = share = there
        if not moving.any():
            break
        if 2 * np.count_nonzero(moving) <= len(moving):
            first, rise, weight = (np.compress(moving, values, axis=1) for values in (first, rise, weight))
            share, aim, going, low, high = share[moving], aim[moving], going[moving], low[moving], high[moving]
    return np.stack([1 - found, found])


def _lack(
    first: FloatArray, rise: FloatArray, weight: FloatArray, share: FloatArray, aim: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """By how much the weighted mean of psi at these shares is above its aim, and how fast it falls there; (B,) each."""
    psi = rise * share
    psi += first
    np.maximum(psi, TINY, out=psi)
    np.divide(rise, psi, out=psi)
    weighted = weight * psi
    with np.errstate(over="ignore"):  # an item that cannot be at this share falls without end
        return weighted.sum(axis=0) - aim, np.einsum("ib,ib->b", weighted, psi)


def _interior_point(likelihood: FloatArray, weight: FloatArray, tilt: FloatArray) -> FloatArray:
    """Shares (K, B) strictly inside the simplex, as near as they come to where the conditions of a maximum hold."""
    classes, _, replicates = likelihood.shape
    shares: FloatArray = np.full((classes, replicates), 1 / classes)
    slack: FloatArray = np.ones((classes, replicates))
    level: FloatArray = np.ones(replicates)
    for _ in range(SOLVER_STEPS):
        gradient, curvature = _derivatives(likelihood, weight, shares, tilt)
        dual, primal = gradient - slack + level, shares.sum(axis=0) - 1
        gap = (shares * slack).max(axis=0)
        residual = np.maximum(np.abs(dual).max(axis=0), np.maximum(np.abs(primal), gap))
        going = residual >= SOLVER_TOL
        if not going.any():
            break
        shares, slack, level = _newton(shares, slack, level, dual, primal, curvature, going)
    return shares


def _derivatives(
    likelihood: FloatArray, weight: FloatArray, shares: FloatArray, tilt: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Gradient (K, B) and Hessian (B, K, K) of the negated objective."""
    score = scores(likelihood, shares)
    weighted = weight * score
    gradient = tilt - weighted.sum(axis=1)
    classes = len(score)
    curvature = np.empty((score.shape[2], classes, classes))
    for k in range(classes):
        for m in range(k + 1):
            curvature[:, k, m] = curvature[:, m, k] = np.einsum("ib,ib->b", weighted[k], score[m])
    return gradient, curvature


def _newton(
    shares: FloatArray,
    slack: FloatArray,
    level: FloatArray,
    dual: FloatArray,
    primal: FloatArray,
    curvature: FloatArray,
    going: BoolArray,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """One primal-dual step towards a tenth of the present complementarity gap, kept strictly inside.

    Replicates that have arrived (`going` false) stay where they are.
    """
    classes, replicates = shares.shape
    target = 0.1 * (shares * slack).mean(axis=0)
    matrix = np.ones((replicates, classes + 1, classes + 1))
    matrix[:, :classes, :classes] = curvature
    diagonal = np.arange(classes)
    matrix[:, diagonal, diagonal] += (slack / shares).T
    matrix[:, classes, classes] = 0
    right = np.concatenate([target / shares - slack - dual, -primal[None]])
    matrix[~going] = np.eye(classes + 1)
    move = np.linalg.solve(matrix, right.T[:, :, None])[:, :, 0].T
    step, step_level = move[:classes], move[classes]
    step_slack = target / shares - slack - slack / shares * step
    with np.errstate(divide="ignore"):  # no step, no bound: infinity is meant
        limit = np.minimum(
            (shares / np.maximum(-step, 0)).min(axis=0), (slack / np.maximum(-step_slack, 0)).min(axis=0)
        )
    length = np.where(going, np.minimum(1, 0.995 * limit), 0)
    return shares + length * step, slack + length * step_slack, level + length * step_level


def gcv_ridge(score: FloatArray, covariates: FloatArray) -> float:
    """Ridge that generalised cross-validation chooses for the regression of scores (K, n) on covariates (n, p).

    In the units of `control_variate`: a multiple of diag(S_XX). Golub, Heath & Wahba (1979).
    """
    count = len(covariates)
    spread = covariates.std(axis=0)
    columns = (covariates - covariates.mean(axis=0))[:, spread > 0] / spread[spread > 0]
    worth = (score[1:] - score[0]).T
    worth = worth - worth.mean(axis=0)
    left, root, _ = np.linalg.svd(columns / np.sqrt(count), full_matrices=False)
    power, along = root**2, ((left.T @ worth) ** 2).sum(axis=1)
    best, chosen = np.inf, 0.0
    for ridge in RIDGES:
        kept = np.divide(power, power + ridge, out=np.zeros_like(power), where=power > 1e-9 * power.max(initial=0))
        freedom = 1 - (kept.sum() + 1) / count
        if freedom <= 0:
            continue
        criterion = ((worth**2).sum() - ((2 * kept - kept**2) * along).sum()) / freedom**2
        if criterion < best:
            best, chosen = criterion, float(ridge)
    return chosen


def _settled(likelihood: FloatArray, weight: FloatArray, shares: FloatArray, tilt: FloatArray) -> Shares:
    """Shares at the edge set to 0, with the KKT certificate and whether the maximum is unique."""
    edge = shares < AT_EDGE
    shares = np.where(edge, 0, shares)
    shares = shares / shares.sum(axis=0)
    gradient, curvature = _derivatives(likelihood, weight, shares, tilt)
    level = -(gradient * shares).sum(axis=0)
    excess = -gradient - level
    residual = np.where(edge, np.maximum(excess, 0), np.abs(excess)).max(axis=0)
    identified = _curved(curvature, edge & (excess < -AT_EDGE))
    return Shares(shares=shares, identified=identified, edge=np.asarray(edge.any(axis=0)), residual=residual)


def _curved(curvature: FloatArray, fixed: BoolArray) -> BoolArray:
    """Whether no direction within the simplex leaves the objective unchanged, fixed shares apart; shape (B,)."""
    classes = curvature.shape[1]
    unique = np.ones(len(curvature), dtype=bool)
    for pattern in np.unique(fixed, axis=1).T:
        rows = np.flatnonzero((fixed == pattern[:, None]).all(axis=0))
        free = np.flatnonzero(~pattern)
        if free.size < 2:
            continue
        basis = np.zeros((classes, free.size - 1))
        basis[free[1:], np.arange(free.size - 1)] = 1
        basis[free[0]] = -1
        eigen = np.linalg.eigvalsh(basis.T @ curvature[rows] @ basis)
        unique[rows] = eigen[:, 0] > FLAT**2
    return unique


@dataclass(frozen=True, kw_only=True)
class ControlVariate:
    """Tilt c = gamma' (Xbar - m_X), shape (K, B), with gamma (p, K, B) and the gap Xbar - m_X (p, B)."""

    tilt: FloatArray
    gamma: FloatArray
    gap: FloatArray


def control_variate(
    score: FloatArray,
    covariates: FloatArray,
    weights: FloatArray,
    history_mean: FloatArray,
    *,
    ridge: float = 0.0,
    shrink: FloatArray | float = 1.0,
) -> ControlVariate:
    """Regression of the item scores on the covariates over the current items (HERO-2).

    `score` (K, I, B), `covariates` (I, p), `weights` (I, B), `history_mean` (p, B). gamma = S_XX^-1 S_Xw with moments
    about the current mean; ridge adds `ridge` * diag(S_XX); `shrink` multiplies gamma (N / (N + n): finite history).
    Constant columns get gamma 0; of collinear ones any least-squares solution serves.
    """
    centre, spread = covariates.mean(axis=0), covariates.std(axis=0)
    spread = np.where(spread > 1e-12 * np.maximum(1, np.abs(centre)), spread, np.inf)
    scaled = (covariates - centre) / spread
    weight = weights / np.maximum(weights.sum(axis=0), TINY)
    mean = scaled.T @ weight
    square = np.einsum("ip,iq->ipq", scaled, scaled).reshape(len(scaled), -1).T @ weight
    columns = scaled.shape[1]
    spread_matrix = square.T.reshape(-1, columns, columns) - np.einsum("pb,qb->bpq", mean, mean)
    score_mean = (weight * score).sum(axis=1)
    cross = np.stack([scaled.T @ (weight * part) for part in score]) - score_mean[:, None] * mean
    diagonal = np.arange(columns)
    spread_matrix[:, diagonal, diagonal] *= 1 + ridge
    gamma = np.linalg.pinv(spread_matrix, rcond=1e-9, hermitian=True) @ cross.transpose(2, 1, 0)
    gap = mean - (history_mean - centre[:, None]) / spread[:, None]
    tilt = shrink * np.einsum("bpk,pb->kb", gamma, gap)
    gamma = shrink * gamma.transpose(1, 2, 0) / spread[:, None, None]
    return ControlVariate(tilt=tilt, gamma=gamma, gap=gap * np.where(np.isfinite(spread), spread, 0)[:, None])
