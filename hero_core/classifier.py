"""Precision and recall of an automatic classifier, from everyday labels.

Precision is the share of positives among items predicted 1; recall = precision x share predicted 1 / prevalence. The
same equation on parts of the round and the same resamples for all of them (HERO, arXiv 2606.29784).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Unpack

import numpy as np

from hero_core.annotations import NO_PREDICTION, Annotations
from hero_core.compare import red_among
from hero_core.errors import Finding, Refused, SettingsError, counted
from hero_core.intervals import wilson
from hero_core.measures import NO_PRECISION, NO_RECALL, Measures, Place, refused_rows
from hero_core.panel import Part, parts_of
from hero_core.progress import Progress
from hero_core.provenance import counts_of, provenance
from hero_core.results import QUANTITIES, ClassifierResult, ClassifierRow
from hero_core.rounds import Rounds
from hero_core.runs import Run, Sampling
from hero_core.saying import for_shell, joined, said
from hero_core.solved import FitChoices, ModelOptions

CLASSIFIER_METHODS = ("mv", "mle", "hero1")
ENOUGH_PAST = 20


def classifier(
    history: Annotations | None,
    current: Annotations,
    *,
    methods: Sequence[str] = CLASSIFIER_METHODS,
    resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
    **model: Unpack[FitChoices],
) -> ClassifierResult:
    """Precision, recall, share predicted 1 and prevalence by each method, for all items and for each system.

    Items without a prediction are left out and counted. The options are those of `estimate`; HERO-2 needs predictions
    in the history too. Raises SettingsError for options and for a file without predictions, Refused for more than two
    classes.
    """
    options = ModelOptions(methods=tuple(methods), **model)
    options.check()
    sampling = Sampling(resamples=resamples, level=level, seed=seed)
    sampling.check()
    rounds, left_out = _predicted_only(options, history, current)
    parts, places = _parts(rounds)
    refused = {"hero2": why} if (why := _without_past(rounds)) and rounds.refusal is None else {}
    fitted = tuple(name for name in methods if name not in refused) or ("hero1",)
    run = Run.of(rounds, replace(options, methods=fitted), sampling, progress, parts)
    refused |= {name: red[0].message for name in fitted if (red := red_among(run.findings, name))}
    notes = [_refused(rounds, why)] if why and "hero2" in methods and "hero2" in refused else []
    measures = Measures(run, sampling, places)
    tables = [
        refused_rows(name, place.system, refused[name], level) if name in refused else measures.rows(name, index)
        for index, place in enumerate(places)
        for name in methods
    ]
    settings = options.as_used(run.solved) | asdict(sampling)
    return ClassifierResult(
        systems=rounds.systems,
        methods=tuple(methods),
        level=level,
        seed=seed,
        resamples=resamples,
        rows=tuple(row for rows, _ in tables for row in rows),
        joint=tuple(joint for _, joint in tables),
        history_gold=_by_gold(rounds.history, level),
        unpredicted=sum(finding.count for finding in left_out),
        counts=counts_of(rounds),
        findings=(*run.findings, *left_out, *notes),
        provenance=provenance(rounds.history, current, history, settings),
        replicates={name: draws for name, draws in measures.draws.items() if name not in refused},
    )


def _predicted_only(
    options: ModelOptions, history: Annotations | None, current: Annotations
) -> tuple[Rounds, list[Finding]]:
    """Both files coded alike, the round without items that have no prediction."""
    if current.prediction is None or not (current.prediction != NO_PREDICTION).any():
        raise SettingsError(
            said(
                "{file} has no predictions of a classifier. Add a column prediction with 1 or 0 for each item, "
                "or name the column that holds them{shell}.",
                file=current.name,
                shell=for_shell(" with --columns '{file}:prediction=NAME'", file=current.name),
            )
        )
    keep = current.prediction != NO_PREDICTION
    rounds = options.paired(history, current if keep.all() else current.select_items(keep))
    if len(rounds.classes) != 2:
        raise Refused(
            said(
                "Precision and recall need two classes; the labels have {count} ({names}). Cut the scale in two on the "
                "Data page{shell}: labels of N and more count as 1.",
                shell=for_shell(" or with --threshold '*:N'"),
                count=len(rounds.classes),
                names=joined(rounds.classes, ", "),
            )
        )
    if keep.all():
        return rounds, []
    count = int((~keep).sum())
    return rounds, [
        Finding(
            severity="info",
            code="unpredicted_items",
            file=current.name,
            column="prediction",
            count=count,
            message=said(
                "{items} of {total} without a prediction left out: all four numbers are about items with a prediction.",
                items=counted(count, "item"),
                total=current.n_items,
            ),
        )
    ]


def _parts(rounds: Rounds) -> tuple[list[Part], tuple[Place, ...]]:
    """The items of all and of each system, each followed by those predicted 1, if any; and where they stand."""
    predicted, past = rounds.current.prediction, None if rounds.history is None else rounds.history.prediction
    if predicted is None:
        raise SettingsError(said("{file} has no predictions.", file=rounds.current.name))
    seen = None if past is None else np.flatnonzero(past != NO_PREDICTION)
    ones = None if past is None else np.flatnonzero(past == 1)
    parts: list[Part] = []
    places = []
    for part in parts_of(rounds):
        chosen = part.items[predicted[part.items] == 1]
        place = len(parts)
        places.append(Place(system=part.label, whole=place, ones=place + 1 if len(chosen) else None))
        parts.append(replace(part, past=seen))
        if len(chosen):
            name = said("items predicted 1") if part.label is None else said("{system}, predicted 1", system=part.label)
            parts.append(Part(label=name, items=chosen, past=ones))
    return parts, tuple(places)


def _without_past(rounds: Rounds) -> str | None:
    """Why HERO-2 has nothing to compare the items predicted 1 with; None where it has."""
    history = rounds.history
    if history is None:
        return None
    if history.prediction is None:
        return _without(said("{history} has no column prediction", history=history.name))
    count = int((history.prediction == 1).sum())
    if count < ENOUGH_PAST:
        few = said("{history} has only {items} of these", history=history.name, items=counted(count, "item"))
        return _without(few)
    return None


def _without(what: str) -> str:
    return said(
        "HERO-2 compares the features of items predicted 1 with those of the history that are predicted 1, and {what}. "
        "HERO-1 needs no predictions there.",
        what=what,
    )


def _refused(rounds: Rounds, why: str) -> Finding:
    return Finding(
        severity="warning",
        code="method_refused",
        file=None if rounds.history is None else rounds.history.name,
        column="prediction",
        message=said("HERO-2: refused. {why}", why=why),
        remedy=said("Add the classifier's predictions of the history items as a column prediction."),
    )


def _by_gold(history: Annotations | None, level: float) -> tuple[ClassifierRow, ...]:
    """The four quantities by counting the gold items of the history that have a prediction."""
    if history is None or history.prediction is None:
        return ()
    known = history.has_gold & (history.prediction != NO_PREDICTION)
    truth, predicted = history.gold[known] == 1, history.prediction[known] == 1
    if not len(truth):
        return ()
    both = int((truth & predicted).sum())
    counts = ((both, int(predicted.sum())), (both, int(truth.sum())), (int(predicted.sum()), len(predicted)),
              (int(truth.sum()), len(truth)))  # fmt: skip
    rows = []
    for quantity, (hits, among) in zip(QUANTITIES, counts, strict=True):
        share = hits / among if among else None
        low, high = wilson(share, among, level) if share is not None else (None, None)
        over = said("Wilson interval over {items}", items=counted(among, "gold item"))
        rows.append(
            ClassifierRow(method="history_gold", system=None, quantity=quantity, estimate=share, low=low, high=high,
                          std_error=None, level=level, interval=over,
                          n_items=among, status="ok" if among else "not_identified",
                          reason=None if among else NO_PRECISION if quantity == "precision" else NO_RECALL)
        )  # fmt: skip
    return tuple(rows)
