"""HERO dashboard engine: which version is really better, how sure that is, and whom to believe."""

from hero_core.agreement import agreement
from hero_core.annotations import Annotations
from hero_core.annotators import annotator_table
from hero_core.classifier import classifier
from hero_core.compare import compare, decide
from hero_core.errors import Cancelled, Finding, HeroError, ReadError, Refused, SettingsError
from hero_core.estimate import estimate
from hero_core.items import item_table, item_votes, next_votes
from hero_core.planning import plan
from hero_core.progress import Progress
from hero_core.provenance import VERSION
from hero_core.reading import Proposal, convert, propose, read
from hero_core.removals import removals
from hero_core.sensitivity import sensitivity
from hero_core.sidebyside import side_by_side
from hero_core.simulate import simulate
from hero_core.slices import slices
from hero_core.stability import stability
from hero_core.standings import probability_best, standings
from hero_core.target import against_target
from hero_core.trend import trend
from hero_core.trials import trials

__version__ = VERSION

__all__ = [
    "Annotations",
    "Cancelled",
    "Finding",
    "HeroError",
    "Progress",
    "Proposal",
    "ReadError",
    "Refused",
    "SettingsError",
    "against_target",
    "agreement",
    "annotator_table",
    "classifier",
    "compare",
    "convert",
    "decide",
    "estimate",
    "item_table",
    "item_votes",
    "next_votes",
    "plan",
    "probability_best",
    "propose",
    "read",
    "removals",
    "sensitivity",
    "side_by_side",
    "simulate",
    "slices",
    "stability",
    "standings",
    "trend",
    "trials",
]
