"""item_table() and item_votes(): what each item probably is, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations, FloatArray, IntArray, TextArray
from hero_core.errors import Refused
from hero_core.hero import likelihoods
from hero_core.methods import hardened, majority_shares, vote_shares
from hero_core.provenance import provenance
from hero_core.results import HISTORY_METHODS, TableResult
from hero_core.rounds import Rounds
from hero_core.saying import said
from hero_core.solved import ModelOptions, Solved

SETTINGS = (
    "tol", "max_iter", "pec_pseudocounts", "values", "overlap", "hero2_weight", "ridge", "new_annotators", "prevalence",
)  # fmt: skip
COLUMNS = ("item_id", "system", "round", "n_votes", "posterior", "credit", "entropy", "top_class", "split")


def item_table(
    current: Annotations,
    history: Annotations | None = None,
    *,
    method: str = "hero1",
    tol: float = 1e-6,
    max_iter: int = 2000,
    pec_pseudocounts: tuple[float, float, float] = (0.0, 0.01, 0.01),
    values: Sequence[float] | None = None,
    overlap: str = "drop",
    hero2_weight: str = "paper",
    ridge: float | str = "auto",
    new_annotators: str = "drop",
    prevalence: str = "shared",
    covariates: str | Sequence[str] = "auto",
) -> TableResult:
    """One row per current item, in the order of the codes.

    `posterior` is the probability of class 1 (binary) or of the most probable class; `credit` sum over k of value[k]
    times posterior[k]; `entropy` in nats; `split` the votes for the top label ("3 of 5"); with more than two classes
    `probability_NAME` the probability of each. HERO's posterior of an item is proportional to its system's share times
    its likelihood. Items without a usable vote have none. Raises Refused when the method has no number, SettingsError
    for an unknown method.
    """
    options = ModelOptions(
        methods=(method,),
        covariates=covariates,
        tol=tol,
        max_iter=max_iter,
        pec_pseudocounts=pec_pseudocounts,
        values=values,
        overlap=overlap,
        hero2_weight=hero2_weight,
        ridge=ridge,
        new_annotators=new_annotators,
        prevalence=prevalence,
    )
    solved = _solved(history, current, options)
    used = options.as_used(solved)
    settings = {"method": method} | {name: used[name] for name in SETTINGS}
    return TableResult(
        frame=_item_frame(solved.rounds, _posterior(solved)),
        findings=solved.rounds.findings,
        provenance=provenance(solved.rounds.history, solved.rounds.current, history, settings),
    )


def _item_frame(rounds: Rounds, posterior: FloatArray) -> pd.DataFrame:
    with np.errstate(divide="ignore", invalid="ignore"):  # 0 log 0 = 0 is meant
        entropy = -np.where(posterior > 0, posterior * np.log(posterior), 0).sum(axis=0)
    counts = rounds.current.vote_counts
    usable = np.isfinite(posterior).all(axis=0)
    binary = len(rounds.classes) == 2
    names = np.array(rounds.classes, dtype=object)
    shown = posterior[1] if binary else posterior.max(axis=0)
    top = names[np.where(usable, posterior, 0).argmax(axis=0)]
    frame = pd.DataFrame(
        {
            "item_id": rounds.current.item_ids,
            "system": _names(rounds.current.systems, rounds.current.system),
            "round": _names(rounds.current.rounds, rounds.current.round),
            "n_votes": counts.sum(axis=1),
            "posterior": shown,
            "credit": rounds.values @ posterior,
            "entropy": np.where(usable, entropy, np.nan),
            "top_class": np.where(usable, top, None),
            "split": [f"{most} of {total}" for most, total in zip(counts.max(axis=1), counts.sum(axis=1), strict=True)],
        },
        columns=list(COLUMNS),
    )
    for code, name in enumerate(rounds.classes if not binary else ()):
        frame[f"probability_{name}"] = posterior[code]
    return frame


def _names(names: tuple[str, ...], codes: IntArray) -> TextArray:
    return np.array(names, dtype=object)[codes] if names else np.full(len(codes), None, dtype=object)


def _solved(history: Annotations | None, current: Annotations, options: ModelOptions) -> Solved:
    """The one method fitted on both rounds. Raises Refused, SettingsError."""
    options.check()
    method = options.methods[0]
    rounds = options.paired(history, current)
    if method != "hero2":
        options = replace(options, covariates="none")
    solved = Solved.of(rounds, options)
    if method not in solved.answers:
        raise Refused(rounds.refusal or said("This method has no number here."))
    return solved


def _posterior(solved: Solved) -> FloatArray:
    """Class probabilities (K, n) by the one method fitted, NaN for items without a usable vote or share."""
    method, anchor = solved.recipe.methods[0], solved.panel.anchor
    if method in ("mv", "vote_share"):
        counts = solved.rounds.current.vote_counts
        return (majority_shares(counts) if method == "mv" else vote_shares(counts)).T
    if method not in HISTORY_METHODS or anchor is None:
        posterior = solved.fits.of(method).posterior
        return (hardened(posterior) if method == "ds_hard" else posterior)[:, :, 0]
    likelihood = likelihoods(anchor.known, solved.fits.rates(method))[:, :, 0]
    answer, shares = solved.answers[method], np.empty_like(likelihood)
    for position, items in enumerate(solved.panel.groups):
        shares[:, items] = answer.shares[position, :, :1] if answer.identified[position, 0] else np.nan
    joint = np.where(anchor.has_known_vote > 0, likelihood * shares, np.nan)
    shared: FloatArray = joint / joint.sum(axis=0)
    return shared


def item_votes(
    current: Annotations,
    history: Annotations | None,
    item_position: int,
    *,
    method: str = "hero1",
    tol: float = 1e-6,
    max_iter: int = 2000,
    pec_pseudocounts: tuple[float, float, float] = (0.0, 0.01, 0.01),
    values: Sequence[float] | None = None,
    overlap: str = "drop",
    hero2_weight: str = "paper",
    ridge: float | str = "auto",
    new_annotators: str = "drop",
    prevalence: str = "shared",
) -> TableResult:
    """Why an item has its label: one row per vote, strongest first.

    `log_ratio` is log P(label | top class) - log P(label | runner-up) of the annotator who cast it (natural log; for
    binary labels class 1 against class 0); None for an annotator whose rates are unknown to the method;
    `known` says which.
    """
    options = ModelOptions(
        methods=(method,),
        tol=tol,
        max_iter=max_iter,
        pec_pseudocounts=pec_pseudocounts,
        values=values,
        overlap=overlap,
        hero2_weight=hero2_weight,
        ridge=ridge,
        new_annotators=new_annotators,
        prevalence=prevalence,
    )
    solved = _solved(history, current, options)
    file, posterior = solved.rounds.current, _posterior(solved)[:, item_position]
    confusion = None if method in ("mv", "vote_share") else solved.fits.rates(method)[..., 0]
    votes = np.flatnonzero(file.item == item_position)
    order = np.argsort(-np.nan_to_num(posterior))
    first, second = (1, 0) if len(posterior) == 2 else order[:2]
    who, label = file.annotator[votes], file.label[votes]
    by_history = method in HISTORY_METHODS and not solved.recipe.pool
    known = solved.rounds.known[who] if by_history else np.full(len(votes), confusion is not None)
    ratio = np.full(len(votes), np.nan)
    if confusion is not None:
        ratio[known] = np.log(confusion[who[known], first, label[known]] / confusion[who[known], second, label[known]])
    names = np.array(solved.rounds.classes, dtype=object)
    frame = pd.DataFrame(
        {"annotator": file.annotator_ids[who], "label": names[label], "log_ratio": ratio, "known": known}
    )
    frame = frame.iloc[np.argsort(-np.abs(np.nan_to_num(ratio)), kind="stable")].reset_index(drop=True)
    frame.attrs["for_class"], frame.attrs["against_class"] = str(names[first]), str(names[second])
    return TableResult(frame=frame, findings=())
