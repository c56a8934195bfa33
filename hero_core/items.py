"""item_table() and item_votes(): what each item probably is, and why."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations, FloatArray
from hero_core.covariates import choose_covariates
from hero_core.errors import Refused, SettingsError
from hero_core.estimate import whole
from hero_core.hero import likelihoods
from hero_core.methods import Stopping, hardened, majority_shares, vote_shares
from hero_core.provenance import provenance
from hero_core.results import HISTORY_METHODS, METHODS, TableResult
from hero_core.rounds import Rounds, pair
from hero_core.shares import Answer, Fits, Panel, Recipe, solve_all

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
    covariates: str | Sequence[str] = "auto",
) -> TableResult:
    """One row per current item, in the order of the codes.

    `posterior` is the probability of class 1 (binary) or of the most probable class; `credit` sum over k of value[k] times
    posterior[k]; `entropy` in nats; `split` the votes for the top label ("3 of 5"); `probabilities` the whole posterior.
    HERO's posterior of an item is proportional to its system's share times its likelihood. Items without a usable vote
    have None. Raises Refused when the method has no number, SettingsError for an unknown method.
    """
    solved = _Solved.of(current, history, method, tol, max_iter, pec_pseudocounts, values, overlap, covariates)
    rounds, posterior = solved.rounds, solved.posterior()
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
    options = {
        "method": method,
        "tol": tol,
        "max_iter": max_iter,
        "pec_pseudocounts": list(pec_pseudocounts),
        "values": rounds.values.tolist(),
        "overlap": overlap,
    }
    return TableResult(
        frame=frame, findings=rounds.findings, provenance=provenance(rounds.history, rounds.current, history, options)
    )


def _names(names: tuple[str, ...], codes: np.ndarray) -> np.ndarray:
    return np.array(names, dtype=object)[codes] if names else np.full(len(codes), None, dtype=object)


class _Solved:
    """One method fitted on both rounds, and what its item posteriors rest on."""

    def __init__(self, panel: Panel, method: str, answer: Answer, fits: Fits) -> None:
        self.panel, self.method, self.answer, self.fits = panel, method, answer, fits
        self.rounds: Rounds = panel.rounds

    @classmethod
    def of(
        cls,
        current: Annotations,
        history: Annotations | None,
        method: str,
        tol: float,
        max_iter: int,
        pseudo: tuple[float, float, float],
        values: Sequence[float] | None,
        overlap: str,
        covariates: str | Sequence[str],
    ) -> _Solved:
        """Fit. Raises Refused, SettingsError."""
        if method not in METHODS:
            raise SettingsError(f"Unknown method {method!r}; the methods are {', '.join(METHODS)}.")
        rounds = pair(history, current, overlap=overlap, values=values)
        names = choose_covariates(rounds, covariates)[0] if method == "hero2" else ()
        panel = Panel.of(rounds, names)
        recipe = Recipe(
            methods=(method,),
            covariate_names=names,
            pec_pseudocounts=pseudo,
            stopping=Stopping(tol=tol, max_iter=max_iter),
        )
        answers, fits = solve_all(panel, recipe, whole(panel))
        if method not in answers:
            raise Refused(rounds.refusal or "This method has no number here.")
        return cls(panel, method, answers[method], fits)

    def confusion(self) -> FloatArray | None:
        """Rates (R, K, K) behind the posterior; None for the votes themselves."""
        fit = {
            "ds": self.fits.ds,
            "ds_hard": self.fits.ds,
            "pec": self.fits.pec,
            "hero1": self.fits.history,
            "hero2": self.fits.history,
        }
        if self.method == "mle":
            return self.fits.gold[..., 0]  # type: ignore[index]
        found = fit.get(self.method)
        return None if found is None else found.parameters.confusion[..., 0]

    def posterior(self) -> FloatArray:
        """Class probabilities (K, n), NaN for items without a usable vote or share."""
        if self.method in ("mv", "vote_share"):
            counts = self.rounds.current.vote_counts
            return (majority_shares(counts) if self.method == "mv" else vote_shares(counts)).T
        if self.method not in HISTORY_METHODS:
            fit = self.fits.ds if self.method.startswith("ds") else self.fits.pec
            posterior = fit.posterior  # type: ignore[union-attr]
            return (hardened(posterior) if self.method == "ds_hard" else posterior)[:, :, 0]  # type: ignore[arg-type,index]
        likelihood = likelihoods(self.panel.known, self.confusion()[..., None])[:, :, 0]  # type: ignore[arg-type,index]
        shares = np.empty_like(likelihood)
        for position, items in enumerate(self.panel.groups):
            known = self.answer.identified[position, 0]
            shares[:, items] = self.answer.shares[position, :, :1] if known else np.nan
        joint = likelihood * shares
        joint = np.where(self.panel.has_known_vote > 0, joint, np.nan)
        return joint / joint.sum(axis=0)


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
) -> TableResult:
    """Why an item has its label: one row per vote, strongest first.

    `log_ratio` is log P(label | top class) - log P(label | runner-up) of the annotator who cast it (natural log; for binary
    labels class 1 against class 0); None for an annotator whose rates are unknown to the method. `known` says which.
    """
    solved = _Solved.of(current, history, method, tol, max_iter, pec_pseudocounts, values, overlap, "auto")
    file, posterior, confusion = solved.rounds.current, solved.posterior()[:, item_position], solved.confusion()
    votes = np.flatnonzero(file.item == item_position)
    order = np.argsort(-np.nan_to_num(posterior))
    first, second = (1, 0) if len(posterior) == 2 else order[:2]
    who, label = file.annotator[votes], file.label[votes]
    known = solved.rounds.known[who] if method in HISTORY_METHODS else np.full(len(votes), confusion is not None)
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
