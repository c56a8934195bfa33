"""Results made by hand for the figures: small, with every kind of oddity a figure must show."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hero_core.results import (
    AnnotatorResult,
    AnnotatorRow,
    Comparison,
    Decision,
    Estimate,
    EstimateResult,
    RankSpread,
    StabilityPoint,
    StabilityResult,
)

EVIL = "<b>*x*</b>"
CENTRES = {"mv": 0.31, "ds": 0.36, "mle": 0.28, "hero1": 0.262, "hero2": 0.247, "pec": 0.33}
SPREADS = {"mv": 0.02, "ds": 0.035, "mle": 0.05, "hero1": 0.034, "hero2": 0.029, "pec": 0.03}


def estimate_row(method: str, system: str | None, draws: np.ndarray, centre: float, **changes: object) -> Estimate:
    """One estimate whose interval is the 95% range of its replicates."""
    low, high = np.quantile(draws, (0.025, 0.975))
    values: dict[str, object] = {
        "method": method, "system": system, "estimate": centre, "class_shares": (1 - centre, centre),
        "std_error": float(draws.std()), "low": float(low), "high": float(high), "level": 0.95,
        "interval": "two-level bootstrap, percentile, 400 resamples", "n_items": 300, "n_votes": 1500,
        "status": "ok", "reason": None, "converged": True, "steps": 12,
    }  # fmt: skip
    return Estimate(**(values | changes))  # type: ignore[arg-type]


def refused_row(method: str, system: str | None, reason: str) -> Estimate:
    """An estimate without a number."""
    return Estimate(
        method=method, system=system, estimate=None, class_shares=None, std_error=None, low=None, high=None, level=0.95,
        interval=None, n_items=300, n_votes=1500, status="refused", reason=reason, converged=None, steps=None,
    )  # fmt: skip


def estimate_result(
    systems: tuple[str, ...] = ("v1", "v2"),
    methods: tuple[str, ...] = ("mv", "ds", "mle", "hero1", "hero2", "pec"),
    refuse: tuple[str, ...] = (),
    seed: int = 0,
) -> EstimateResult:
    """Estimates of all systems with 400 normal replicates each; `refuse` lists methods without numbers."""
    rng, rows, replicates = np.random.default_rng(seed), [], {}
    for method in methods:
        centres = [CENTRES[method] + 0.06 * index for index in range(len(systems) + 1)]
        draws = np.array(centres)[:, None] + SPREADS[method] * rng.normal(size=(len(systems) + 1, 400))
        if method in refuse:
            rows += [refused_row(method, system, "No gold item of class 1.") for system in (None, *systems)]
            continue
        replicates[method] = draws
        rows += [estimate_row(method, s, draws[i], centres[i]) for i, s in enumerate((None, *systems))]
    return EstimateResult(
        classes=("0", "1"), values=(0.0, 1.0), systems=systems, methods=methods, level=0.95, seed=0, resamples=400,
        counts={"items_used": 600}, estimates=tuple(rows), annotators=(), covariates=(), findings=(), provenance={},
        replicates=replicates,
    )  # fmt: skip


def annotator_row(name: str, rates: tuple[float, float] | None, gold: tuple[int, int], votes: int = 40) -> AnnotatorRow:
    """A binary annotator with the given (specificity, sensitivity) and gold items per class."""
    right = tuple(round(n * rate) for n, rate in zip(gold, rates or (0.0, 0.0), strict=True))
    counts = tuple((0, 0) if rates is None else (hit, n - hit) for n, hit in zip(gold, right, strict=True))
    counts = (counts[0], counts[1][::-1])
    matrix = None if rates is None else ((rates[0], 1 - rates[0]), (1 - rates[1], rates[1]))
    shift = 0.1

    def moved(by: float) -> tuple[tuple[float, ...], ...] | None:
        return matrix and tuple(tuple(min(1.0, max(0.0, cell + by)) for cell in row) for row in matrix)

    low, high = moved(-shift), moved(shift)
    return AnnotatorRow(
        annotator=name, confusion=matrix, low=low, high=high,
        interval=matrix and (("bootstrap", "bootstrap"), ("bootstrap", "bootstrap")),
        sensitivity=matrix and matrix[1][1], sensitivity_low=low and low[1][1], sensitivity_high=high and high[1][1],
        specificity=matrix and matrix[0][0], specificity_low=low and low[0][0], specificity_high=high and high[0][0],
        weight=matrix and matrix[1][1] + matrix[0][0] - 1, gold_counts=counts,
        expected_counts=tuple(tuple(float(cell) for cell in row) for row in counts),
        gold_votes=sum(gold) if rates else 0, votes=votes if rates else 0, current_votes=votes, flags=(),
    )  # fmt: skip


def annotator_result(names: tuple[str, ...] = ("1", "2", "10", "1E1", EVIL), seed: int = 1) -> AnnotatorResult:
    """Binary annotators of mixed quality; the last but one has little gold, the last no history."""
    rng = np.random.default_rng(seed)
    rows = []
    for index, name in enumerate(names):
        rates = (float(rng.uniform(0.6, 0.98)), float(rng.uniform(0.5, 0.95)))
        gold = (2, 1) if index == len(names) - 2 else (12, 0) if index == 1 else (14, 9)
        rows.append(annotator_row(name, None if index == len(names) - 1 else rates, gold, 20 + 15 * (index % 7)))
    return AnnotatorResult(classes=("0", "1"), rows=tuple(rows), source="history", level=0.95, findings=())


def graded_annotators(names: tuple[str, ...] = ("ann", "ben", "cyd"), classes: int = 3) -> AnnotatorResult:
    """Annotators on a graded scale."""
    rng, rows = np.random.default_rng(2), []
    for name in names:
        counts = rng.integers(0, 9, (classes, classes)) + 8 * np.eye(classes, dtype=int)
        matrix = counts / counts.sum(axis=1, keepdims=True)
        cells = tuple(tuple(float(cell) for cell in row) for row in matrix)
        lower = tuple(tuple(max(0.0, cell - 0.1) for cell in row) for row in cells)
        upper = tuple(tuple(min(1.0, cell + 0.1) for cell in row) for row in cells)
        whole = tuple(tuple(int(cell) for cell in row) for row in counts)
        rows.append(
            AnnotatorRow(
                annotator=name, confusion=cells, low=lower, high=upper, interval=None, sensitivity=None,
                sensitivity_low=None, sensitivity_high=None, specificity=None, specificity_low=None,
                specificity_high=None, weight=float((np.trace(matrix) - 1) / (classes - 1)), gold_counts=whole,
                expected_counts=tuple(tuple(float(c) for c in row) for row in whole), gold_votes=int(counts.sum()),
                votes=int(counts.sum()) + 30, current_votes=25, flags=(),
            )
        )  # fmt: skip
    labels = tuple(str(index + 1) for index in range(classes))
    return AnnotatorResult(classes=labels, rows=tuple(rows), source="history", level=0.95, findings=())


def comparison(a: str, b: str, gap: float, verdict: str, **changes: object) -> Comparison:
    """One pair."""
    values: dict[str, object] = {
        "method": "hero2", "a": a, "b": b, "estimate_a": 0.4 + gap, "estimate_b": 0.4, "difference": gap,
        "low": gap - 0.03, "high": gap + 0.03, "level": 0.95, "probability_above": 0.9, "margin": 0.02,
        "high_is_good": True, "verdict": verdict, "reason": None, "interval": "bootstrap", "paired_items": 0,
        "items_needed": None,
    }  # fmt: skip
    return Comparison(**(values | changes))  # type: ignore[arg-type]


def decision(*pairs: Comparison) -> Decision:
    """A decision over the given pairs."""
    names = tuple(dict.fromkeys(name for pair in pairs for name in (pair.a, pair.b)))
    return Decision(
        method="hero2", state="tied", leaders=names[:1], order=names, comparisons=pairs, high_is_good=True, margin=0.02
    )


def stability_result(methods: tuple[str, ...] = ("mv", "ds_hard", "hero1", "pec")) -> StabilityResult:
    """Three systems; hero1 has no history, pec has undefined draws."""
    curves, ranks = [], []
    for index, method in enumerate(method for method in methods if method != "hero1"):
        for fraction in (0.3, 0.5, 0.7, 0.9):
            mean = min(1.0, 0.3 + 0.7 * fraction - 0.05 * index)
            curves.append(
                StabilityPoint(
                    method=method, fraction=fraction, annotators_kept=int(10 * fraction), tau_mean=mean,
                    tau_low=mean - 0.5, tau_high=1.0, same_ranking=mean - 0.1, same_winner=mean - 0.02, rank_sd=0.4,
                    draws=200, undefined=7 if method == "pec" else 0,
                )
            )  # fmt: skip
            for place, system in enumerate(("v1", "v2", "v3")):
                shares = tuple(0.6 if rank == place else 0.2 for rank in range(3))
                ranks.append(
                    RankSpread(
                        method=method, fraction=fraction, system=system, mean_rank=1.0 + place, rank_low=1.0,
                        rank_high=3.0, shares=shares,
                    )
                )  # fmt: skip
    full = {m: (("v1", 0.5, 1.0), ("v2", 0.4, 2.5), ("v3", 0.4, 2.5)) for m in methods if m != "hero1"}
    return StabilityResult(
        systems=("v1", "v2", "v3"), methods=methods, curves=tuple(curves), ranks=tuple(ranks), full_ranking=full,
        tau_with_gold={m: (0.8 if m == "mv" else None) for m in methods}, notes={"hero1": "HERO-1 needs a history."},
    )  # fmt: skip


def vote_frame() -> pd.DataFrame:
    """Votes of one item with their log-ratios."""
    frame = pd.DataFrame({
        "annotator": ["1", "2", "10", "1E1", EVIL], "label": ["1", "0", "1", "1", "0"],
        "log_ratio": [1.9, -0.7, 0.3, None, -2.2], "known": [True, True, True, False, True],
    })  # fmt: skip
    frame.attrs.update(for_class="1", against_class="0")
    return frame
