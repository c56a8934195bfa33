"""Settings: what a visitor chose in the sidebar, as one frozen value that can be part of a cache key."""

from __future__ import annotations

from collections.abc import Container
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


@dataclass(frozen=True)
class Between:
    """Numbers of a field with a lowest and a highest value; None (nothing typed) only where it is `optional`."""

    low: float
    high: float
    optional: bool = False

    def __contains__(self, value: object) -> bool:
        return self.optional if value is None else isinstance(value, int | float) and self.low <= value <= self.high


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


_USUAL = Settings()

# Key of a widget in the sidebar -> its usual value and what can be chosen.
CHOICES: dict[str, tuple[Any, Container[Any]]] = {
    "good": ("high", ("high", "low")),
    "margin": (_USUAL.margin * 100, Between(0.0, MAX_MARGIN_POINTS)),
    "headline": (HEADLINES[0], HEADLINES),
    "level": (_USUAL.level, LEVELS),
    "resamples": (_USUAL.resamples, RESAMPLES),
    "new_annotators": (_USUAL.new_annotators, NEW_ANNOTATORS),
    "prevalence": (_USUAL.prevalence, PREVALENCES),
    "hero2_weight": (_USUAL.hero2_weight, HERO2_WEIGHTS),
    "prompts": (_USUAL.prompts, (False, True)),
    "seed": (_USUAL.seed, Between(0, MAX_SEED)),
    "formulas": (False, (False, True)),
    "present": (False, (False, True)),
}
