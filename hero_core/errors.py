"""What can go wrong, as sentences to a person; and what is merely odd, as findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from hero_core.saying import joined, said

SEVERITIES = ("info", "warning", "error")
LEAST_P = 0.0001
MAX_EXAMPLES = 5


def listed(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    rest = len(names) - MAX_EXAMPLES
    shown = joined(names[:MAX_EXAMPLES], ", ")
    return said("{names} and {rest} more", names=shown, rest=rest) if rest > 0 else shown


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One kind of oddity in the data: where it is, what was found and done, what the user can do.

    `severity` is "info", "warning" or "error" (red). `lines` holds at most five line numbers of the
    file (header = line 1), `count` the total. `annotators` names the people a finding is about, `about` what a remedy
    would act on (groups of ids, a round) and `role` the file it would change, where that is not the file that was
    read; both are for the screen and not part of `to_dict`.
    """

    severity: str
    code: str
    message: str
    remedy: str = ""
    file: str | None = None
    lines: tuple[int, ...] = ()
    column: str | None = None
    count: int = 1
    annotators: tuple[str, ...] = ()
    p_value: float | None = None
    about: tuple[tuple[str, ...], ...] = ()
    role: str | None = None

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise ValueError(f"severity {self.severity!r} is not one of {SEVERITIES}")
        object.__setattr__(self, "lines", tuple(int(line) for line in self.lines[:MAX_EXAMPLES]))

    def to_dict(self) -> dict[str, object]:
        """The finding as plain JSON values; the optional keys only where they say something."""
        row = asdict(self)
        del row["about"], row["role"]
        row["lines"] = list(self.lines)
        row["annotators"] = list(self.annotators)
        for key in ("annotators", "p_value"):
            if not row[key] and row[key] != 0.0:
                del row[key]
        return row


class HeroError(Exception):
    """Base of every error meant for the user; its text says what is wrong, where, and what to do."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.findings = findings


class ReadError(HeroError):
    """A file cannot be read as annotations; `findings` holds one red finding per kind of trouble."""

    @classmethod
    def of(cls, *errors: Finding, seen: tuple[Finding, ...] = ()) -> ReadError:
        """One error from the red findings, with everything `seen` before them kept beside."""
        text = joined((joined((error.message, error.remedy)) for error in errors), "\n")
        return cls(text, findings=(*seen, *errors))


class SettingsError(HeroError):
    """An option has a value that cannot be used."""


def counted(count: int, noun: str) -> str:
    """A count with its noun, "1 item" or "2 items"; its Chinese stands under "{count} items" in words/zh."""
    return said(f"{{count}} {noun}{'' if count == 1 else 's'}", count=int(count))


def chance(p: float) -> str:
    """A p-value in words; never zero."""
    return said("p = {p:.2g}", p=p) if p >= LEAST_P else said("p < {p:g}", p=LEAST_P)


def refuse_settings(*checks: tuple[bool, str]) -> None:
    """Raise SettingsError with the message of the first check that is wrong (true)."""
    for wrong, message in checks:
        if wrong:
            raise SettingsError(message)


class Refused(HeroError):
    """A method cannot give a number for these data; the reason is the text."""


class Cancelled(HeroError):
    """The user stopped a long computation."""
