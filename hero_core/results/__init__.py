"""What the engine hands back: frozen, keyword-only, each with a table. Numbers are finite or None, never NaN."""

from hero_core.results.agreement import AgreementResult, AgreementRow, PairAgreement
from hero_core.results.annotators import AnnotatorResult, AnnotatorRow, Cells, Drift, KnownCells
from hero_core.results.base import (
    DEFAULT_METHODS,
    HISTORY_METHODS,
    METHOD_NAMES,
    METHODS,
    STATUSES,
    VERDICTS,
    TableResult,
    finite,
    frame_of,
)
from hero_core.results.classifier import QUANTITIES, ClassifierResult, ClassifierRow, Joint
from hero_core.results.decisions import Comparison, Decision, Standing, Target
from hero_core.results.estimates import CovariateRow, Estimate, EstimateResult, TextRow
from hero_core.results.plans import GoldWorth, NextGold, PlanResult, PlanRow
from hero_core.results.removals import Removal, RemovalsResult
from hero_core.results.sensitivities import CHANGES, SensitivityResult, SensitivityRow
from hero_core.results.slices import Slice, SlicesResult
from hero_core.results.stability import RankSpread, StabilityPoint, StabilityResult
from hero_core.results.trend import GoldPoint, RatePoint, Slope, TrendPoint, TrendResult
from hero_core.results.trials import TrialRow, TrialsResult

__all__ = [
    "CHANGES",
    "DEFAULT_METHODS",
    "HISTORY_METHODS",
    "METHODS",
    "METHOD_NAMES",
    "QUANTITIES",
    "STATUSES",
    "VERDICTS",
    "AgreementResult",
    "AgreementRow",
    "AnnotatorResult",
    "AnnotatorRow",
    "Cells",
    "ClassifierResult",
    "ClassifierRow",
    "Comparison",
    "CovariateRow",
    "Decision",
    "Drift",
    "Estimate",
    "EstimateResult",
    "GoldPoint",
    "GoldWorth",
    "Joint",
    "KnownCells",
    "NextGold",
    "PairAgreement",
    "PlanResult",
    "PlanRow",
    "RankSpread",
    "RatePoint",
    "Removal",
    "RemovalsResult",
    "SensitivityResult",
    "SensitivityRow",
    "Slice",
    "SlicesResult",
    "Slope",
    "StabilityPoint",
    "StabilityResult",
    "Standing",
    "TableResult",
    "Target",
    "TextRow",
    "TrendPoint",
    "TrendResult",
    "TrialRow",
    "TrialsResult",
    "finite",
    "frame_of",
]
