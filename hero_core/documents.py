"""JSON documents of results: the interface that holds. Numbers are finite or null, never NaN."""

from __future__ import annotations

import math
from dataclasses import asdict, is_dataclass
from typing import Any

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations
from hero_core.errors import Finding, HeroError
from hero_core.merging import Merged
from hero_core.provenance import VERSION
from hero_core.published import figures_for
from hero_core.results import (
    AgreementResult,
    AnnotatorResult,
    ClassifierResult,
    Comparison,
    Decision,
    EstimateResult,
    StabilityResult,
    Standing,
    TableResult,
    Target,
    TrialsResult,
)

Document = dict[str, Any]


def plain(value: Any) -> Any:
    """Any result value as JSON: tuples to lists, numpy numbers to Python's, NaN and infinity to null."""
    if isinstance(value, Finding):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(part) for part in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (float, np.floating)):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, np.integer):
        return int(value)
    return None if value is pd.NA or value is pd.NaT else value


def document(command: str, result: Any) -> Document:
    """hero.COMMAND/1 of a result whose fields are the document."""
    return {"schema": f"hero.{command}/1", **plain(result)}


def rows_of(frame: pd.DataFrame) -> list[Document]:
    """The rows of a table, column by column name."""
    columns = {name: [plain(value) for value in frame[name].tolist()] for name in frame.columns}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def estimate_document(result: EstimateResult) -> Document:
    """hero.estimate/1."""
    return {
        "schema": "hero.estimate/1",
        "provenance": plain(result.provenance),
        "classes": list(result.classes),
        "values": plain(result.values),
        "counts": plain(result.counts),
        "systems": list(result.systems),
        "estimates": plain(result.estimates),
        "annotators": plain(result.annotators),
        "covariates": plain(result.covariates),
        "text": plain(result.text),
        "findings": plain(result.findings),
    }


def annotators_document(result: AnnotatorResult) -> Document:
    """hero.annotators/1."""
    return {
        "schema": "hero.annotators/1",
        "provenance": plain(result.provenance),
        "classes": list(result.classes),
        "source": result.source,
        "level": result.level,
        "annotators": plain(result.rows),
        "findings": plain(result.findings),
    }


def agreement_document(result: AgreementResult) -> Document:
    """hero.agreement/1: alpha over all items and by system, kappa by pair of annotators."""
    return {
        "schema": "hero.agreement/1",
        "provenance": plain(result.provenance),
        "classes": list(result.classes),
        "metric": result.metric,
        "level": result.level,
        "agreement": plain(result.rows),
        "pairs": plain(result.pairs),
        "pairs_sharing": result.pairs_sharing,
        "pairs_apart": result.pairs_apart,
        "pairs_left_out": result.pairs_left_out,
        "findings": plain(result.findings),
    }


def classifier_document(result: ClassifierResult) -> Document:
    """hero.classifier/1: precision and recall by method and system."""
    return {
        "schema": "hero.classifier/1",
        "provenance": plain(result.provenance),
        "systems": list(result.systems),
        "counts": plain(result.counts),
        "unpredicted": result.unpredicted,
        "rows": plain(result.rows),
        "joint": plain(result.joint),
        "history_gold": plain(result.history_gold),
        "findings": plain(result.findings),
    }


def stability_document(result: StabilityResult) -> Document:
    """hero.stability/1."""
    ranking = {
        method: [{"system": name, "score": plain(score), "rank": plain(rank)} for name, score, rank in rows]
        for method, rows in result.full_ranking.items()
    }
    return {
        "schema": "hero.stability/1",
        "provenance": plain(result.provenance),
        "systems": list(result.systems),
        "curves": plain(result.curves),
        "ranks": plain(result.ranks),
        "full_ranking": ranking,
        "tau_with_gold": plain(result.tau_with_gold),
        "notes": result.notes,
        "findings": plain(result.findings),
    }


def items_document(result: TableResult, method: str) -> Document:
    """hero.items/1."""
    return {
        "schema": "hero.items/1",
        "provenance": plain(result.provenance),
        "method": method,
        "items": rows_of(result.frame),
        "findings": plain(result.findings),
    }


def comparison_document(
    result: EstimateResult,
    comparison: Comparison | None,
    verdict: Decision,
    ranks: tuple[Standing, ...],
    targets: tuple[Target, ...],
) -> Document:
    """hero.compare/1: the one pair asked for (null for all), the verdict over all systems with every pair, ranks."""
    return {
        "schema": "hero.compare/1",
        "provenance": plain(result.provenance),
        "comparison": plain(comparison),
        "decision": plain(verdict),
        "standings": plain(ranks),
        "targets": plain(targets),
        "findings": plain(result.findings),
    }


def report_document(result: EstimateResult, verdict: Decision | None, output: str, sha256: str, size: int) -> Document:
    """hero.report/1: which file was written, and the verdict in it (null where no method has every number)."""
    decision = {"state": None, "method": None, "leaders": [], "order": []} if verdict is None else {
        "state": verdict.state, "method": verdict.method, "leaders": plain(verdict.leaders),
        "order": plain(verdict.order),
    }  # fmt: skip
    return {
        "schema": "hero.report/1",
        "provenance": plain(result.provenance),
        "output": output,
        "bytes": size,
        "sha256": sha256,
        "decision": decision,
        "findings": plain(result.findings),
    }


def validate_document(file: Annotations) -> Document:
    """hero.validate/1 of a file that can be used."""
    facts = {
        "name": file.name,
        "sha256": file.sha256,
        "role": file.role,
        "rows": file.rows,
        "items": file.n_items,
        "votes": file.n_votes,
        "annotators": file.n_annotators,
        "systems": list(file.systems),
        "rounds": list(file.rounds),
        "classes": list(file.classes),
        "gold_items": int(file.has_gold.sum()),
        "predicted_items": 0 if file.prediction is None else int((file.prediction >= 0).sum()),
        "covariates": list(file.covariate_names),
    }
    return {
        "schema": "hero.validate/1",
        "accepted": True,
        "file": plain(facts),
        "reading": plain(file.reading.to_dict()),
        "counts": plain(file.counts),
        "findings": plain(file.findings),
    }


def convert_document(file: str, output: str, rows: int, columns: list[str], findings: tuple[Finding, ...]) -> Document:
    """hero.convert/1: what was written."""
    return {
        "schema": "hero.convert/1",
        "accepted": True,
        "file": file,
        "output": output,
        "rows": rows,
        "columns": columns,
        "findings": plain(findings),
    }


def added_document(
    found: Merged, *, output: str, sha256: str, reading: list[str], findings: tuple[Finding, ...]
) -> Document:
    """hero.add-round/1: the file that was written, its rounds, and the options with which it is read."""
    facts = {name: getattr(found, name) for name in ("rounds", "added", "items", "gold_items", "left_out")}
    written = {"output": output, "bytes": len(found.data), "sha256": sha256, **facts, "read_with": reading}
    return {"schema": "hero.add-round/1", "accepted": True, **plain(written), "findings": plain(findings)}


def trials_document(result: TrialsResult) -> Document:
    """hero.simulate/1 of a trial: a row per method, and what the paper reports for the same design."""
    said = {name: plain(figures) for name, figures in figures_for(result).items()}
    versions = {"hero_core": VERSION, "numpy": np.__version__}
    return {**document("simulate", result), "versions": versions, "published": said, "findings": []}


def written_document(design: str, seed: int, overrides: dict[str, object], rounds: Any, files: list[str]) -> Document:
    """hero.simulate/1 of one round written as files, with its true values."""
    shares = {"all" if name is None else name: value for name, value in rounds.true_shares.items()}
    return {
        "schema": "hero.simulate/1",
        "design": design,
        "description": rounds.description,
        "overrides": plain(overrides),
        "seed": seed,
        "files": files,
        "true_shares": plain(shares),
        "findings": [],
    }


def refusal_document(command: str, error: HeroError) -> Document:
    """The document of a run that was refused: what is wrong, and every finding up to there."""
    return {"schema": f"hero.{command}/1", "accepted": False, "error": str(error), "findings": plain(error.findings)}
