"""Uploads: the visitor's files as bytes with the choices for reading them, and what came out of reading them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from hero_core.annotations import Annotations
from hero_core.errors import HeroError

SAMPLE = Path(__file__).resolve().parent.parent / "demo_data"
ROLES = ("history", "current")
REPEATS = ("drop", "first", "last", "keep")
OVERLAPS = ("drop", "keep")

Labels = tuple[tuple[str, str | None], ...]
Columns = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Upload:
    """One file, copied at once. `labels` maps a written value to its class, None = no vote; `columns` names the
    header of a canonical column; empty = as it stands."""

    role: str
    name: str
    data: bytes = field(repr=False, compare=False)
    sha256: str
    labels: Labels = ()
    columns: Columns = ()
    repeats: str = "drop"
    simulated: bool = False

    @classmethod
    def of(cls, role: str, name: str, data: bytes, *, simulated: bool = False) -> Upload:
        """The upload of these bytes, with the default reading choices."""
        return cls(role=role, name=name, data=data, sha256=hashlib.sha256(data).hexdigest(), simulated=simulated)


@dataclass(frozen=True, kw_only=True)
class Workspace:
    """What a visitor works with. Every change makes a new one, so the former can be restored."""

    history: Upload | None = None
    current: Upload | None = None
    overlap: str = "drop"

    def upload(self, role: str) -> Upload | None:
        """The file in this role."""
        return self.history if role == "history" else self.current

    @property
    def simulated(self) -> bool:
        """The current round is the sample, whose truth is known."""
        return self.current is not None and self.current.simulated


@dataclass(frozen=True, kw_only=True)
class Reading:
    """An upload as annotations, or why it cannot be read."""

    annotations: Annotations | None = None
    error: HeroError | None = None


@dataclass(frozen=True, kw_only=True)
class Rounds:
    """The data every page works on: the current round and, where there is one, the history with gold."""

    current: Annotations
    history: Annotations | None = None
    overlap: str = "drop"
    simulated: bool = False

    @property
    def key(self) -> tuple[str | None, str, str]:
        """Names everything about the data that can change a number; part of every cache key."""
        return (None if self.history is None else self.history.fingerprint, self.current.fingerprint, self.overlap)
