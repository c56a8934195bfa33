"""Settings: what a visitor chose in the sidebar, as one frozen value that can be part of a cache key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LEVELS = (0.80, 0.90, 0.95, 0.99)
RESAMPLES = (200, 500, 1000, 2000, 5000)
HEADLINES = ("best", "mv", "ds", "pec", "mle", "hero1", "hero2")
NEW_ANNOTATORS = ("drop", "pool")
PREVALENCES = ("shared", "by_group")
HERO2_WEIGHTS = ("paper", "finite")
MAX_SEED = 2**31 - 1
MAX_MARGIN_POINTS = 50.0


@dataclass(frozen=True, kw_only=True)
class Settings:
    """`headline` None = the best method available; `margin` is a share (0.02 = two points).

    `left_out` are the item features that HERO-2 is not to use, `prompts` that it uses the words of the prompts.
    """

    level: float = 0.95
    resamples: int = 1000
    seed: int = 0
    headline: str | None = None
    high_is_good: bool = True
    margin: float = 0.02
    new_annotators: str = "drop"
    prevalence: str = "shared"
    hero2_weight: str = "paper"
    left_out: tuple[str, ...] = ()
    prompts: bool = False

    def model(self, covariates: tuple[str, ...]) -> dict[str, Any]:
        """How the model is fitted, as options of `estimate`; `covariates` are those that the files have."""
        kept = tuple(name for name in covariates if name not in self.left_out)
        return {
            "covariates": "auto" if kept == covariates else kept or "none",
            "new_annotators": self.new_annotators,
            "prevalence": self.prevalence,
            "hero2_weight": self.hero2_weight,
        }

    @property
    def model_key(self) -> tuple[object, ...]:
        """What of the settings changes a fitted number."""
        return (self.new_annotators, self.prevalence, self.hero2_weight, self.left_out, self.prompts)
