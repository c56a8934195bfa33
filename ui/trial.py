"""Trial: what a visitor asked the Lab to simulate, as one frozen value that can be part of a cache key."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

Fields = tuple[tuple[str, Any], ...]  # fields of the design and their values


@dataclass(frozen=True, kw_only=True)
class Trial:
    """`kind` is the tab it was asked on; `fields` are set in the design, `shares` of adversaries one after another."""

    kind: str
    design: str
    fields: Fields = ()
    shares: tuple[float, ...] = ()
    methods: tuple[str, ...] | None = None
    repetitions: int = 50
    resamples: int = 0
    seed: int = 0
    level: float = 0.95

    @property
    def settings(self) -> tuple[dict[str, Any], ...]:
        """The fields to set in each of its runs: one for each share of adversaries, or a single one."""
        fields = dict(self.fields)
        return tuple(fields | {"adversarial_share": share} for share in self.shares) or (fields,)

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Names all that can change a number."""
        drawn = (self.repetitions, self.resamples, self.seed, self.level)
        return ("trials", self.design, self.fields, self.shares, self.methods, *drawn)
