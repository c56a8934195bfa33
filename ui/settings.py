"""Settings: what a visitor chose in the sidebar, as one frozen value that can be part of a cache key."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = (0.80, 0.90, 0.95, 0.99)
RESAMPLES = (200, 500, 1000, 2000, 5000)
HEADLINES = ("best", "mv", "ds", "pec", "mle", "hero1", "hero2")
MAX_SEED = 2**31 - 1
MAX_MARGIN_POINTS = 50.0


@dataclass(frozen=True, kw_only=True)
class Settings:
    """`headline` None = the best method available; `margin` is a share (0.02 = two points)."""

    level: float = 0.95
    resamples: int = 1000
    seed: int = 0
    headline: str | None = None
    high_is_good: bool = True
    margin: float = 0.02
