"""Uploads: the visitor's files as bytes with the choices for reading them, and what came out of reading them."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from hero_core.annotations import Annotations
from hero_core.errors import HeroError

SAMPLE = Path(__file__).resolve().parent.parent / "demo_data"
SAMPLES = {"sample": "", "graded": "graded"}  # name in an address -> name of its files
ROLES = ("history", "current")
REPEATS = ("drop", "first", "last", "keep")
OVERLAPS = ("drop", "keep")

PLAIN = "plain"  # the layout of a file that is read as it stands

ENCODINGS = ("utf-8", "cp1252", "iso8859-15", "cp1250", "cp1251", "gb18030", "big5", "shift_jis", "euc_kr", "utf-16")

Merge = tuple[tuple[str, str, str], ...]  # column, id as it stands, id that is meant
Labels = tuple[tuple[str, str | None], ...]
Columns = tuple[tuple[str, str], ...]
Values = tuple[tuple[str, float], ...]  # class, its worth
Truth = tuple[tuple[str | None, float], ...]  # system (None = all items), its true value


class Named(BytesIO):
    """Bytes that know the name of their file, as an open file does."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


@dataclass(frozen=True, kw_only=True)
class Gold:
    """A file of gold labels by item, copied at once."""

    name: str
    data: bytes = field(repr=False, compare=False)
    sha256: str

    @classmethod
    def of(cls, name: str, data: bytes) -> Gold:
        """The gold file of these bytes."""
        return cls(name=name, data=data, sha256=hashlib.sha256(data).hexdigest())


@dataclass(frozen=True, kw_only=True)
class Upload:
    """One file, copied at once. `labels` maps a written value to its class, None = no vote; `columns` names the
    header of a canonical column; `layout` is the accepted layout of another tool, PLAIN = none of them; `gold` is the
    file with its gold labels; `merge` and `flip_rounds` are repairs; empty or None = as it stands. Simulated files
    come from the `sample` or the Lab; a simulated current round has the true values of its systems."""

    role: str
    name: str
    data: bytes = field(repr=False, compare=False)
    sha256: str
    labels: Labels = ()
    columns: Columns = ()
    repeats: str = "drop"
    layout: str | None = None
    gold: Gold | None = None
    encoding: str = ""
    merge: Merge = ()
    flip_rounds: tuple[str, ...] = ()
    threshold: float | None = None
    simulated: bool = False
    sample: bool = False
    truth: Truth = ()

    @property
    def has_layout(self) -> bool:
        """The layout of another tool was accepted."""
        return self.layout not in (None, PLAIN)

    @property
    def choices(self) -> tuple[Hashable, ...]:
        """How the file is read, apart from what is in it."""
        repairs = (self.encoding, self.merge, self.flip_rounds, self.threshold)
        return (self.labels, self.columns, self.repeats, self.layout, *repairs)

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Names all that can change how the file is read; part of every key of a cache of readings."""
        gold = None if self.gold is None else (self.gold.name, self.gold.sha256)
        return (self.sha256, self.name, self.role, *self.choices, gold)

    @property
    def merged(self) -> dict[str, dict[str, str]]:
        """The ids to replace, by column."""
        found: dict[str, dict[str, str]] = {}
        for column, written, meant in self.merge:
            found.setdefault(column, {})[written] = meant
        return found

    @classmethod
    def of(
        cls, role: str, name: str, data: bytes, *, simulated: bool = False, sample: bool = False, truth: Truth = ()
    ) -> Upload:
        """The upload of these bytes, with the default reading choices."""
        digest = hashlib.sha256(data).hexdigest()
        return cls(role=role, name=name, data=data, sha256=digest, simulated=simulated, sample=sample, truth=truth)


@dataclass(frozen=True, kw_only=True)
class Workspace:
    """What a visitor works with. Every change makes a new one, so the former can be restored."""

    history: Upload | None = None
    current: Upload | None = None
    overlap: str = "drop"
    values: Values = ()

    def upload(self, role: str) -> Upload | None:
        """The file in this role."""
        return self.history if role == "history" else self.current

    @property
    def simulated(self) -> bool:
        """The current round (without one, the history) was simulated, so its truth is known."""
        shown = self.current or self.history
        return shown is not None and shown.simulated

    @property
    def sample(self) -> bool:
        """The current round (without one, the history) is the sample that comes with the dashboard."""
        shown = self.current or self.history
        return shown is not None and shown.sample


@dataclass(frozen=True, kw_only=True)
class Reading:
    """An upload as annotations, or why it cannot be read."""

    annotations: Annotations | None = None
    error: HeroError | None = None


@dataclass(frozen=True, kw_only=True)
class Rounds:
    """The data every page works on: the current round and, where there is one, the history with gold.

    `truth` are the true values of the systems, which only simulated data have.
    """

    current: Annotations
    history: Annotations | None = None
    overlap: str = "drop"
    values: tuple[float, ...] | None = None
    simulated: bool = False
    truth: Truth = ()

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Names everything about the data that can change a number; part of every cache key."""
        past = None if self.history is None else self.history.fingerprint
        return (past, self.current.fingerprint, self.overlap, self.values)


@dataclass(frozen=True, kw_only=True)
class Alone:
    """A history without a current round: it tells how its annotators judge, whatever the classes are worth."""

    history: Annotations
    current: None = None
    overlap: str = "drop"
    values: None = None

    @property
    def key(self) -> tuple[Hashable, ...]:
        """As of Rounds."""
        return (self.history.fingerprint, None)
