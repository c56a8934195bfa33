"""Ids and numbers as text: letter by letter, never markup; rates in percent, differences in points."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from hero_core.decimals import fixed, signed
from hero_core.graphemes import cut, middle_out
from hero_core.results import EstimateResult, RemovalsResult, TrendResult, finite
from hero_core.words import chain, text, told

FEW_ITEMS = 100
LONGEST_LABEL = 24
LONGEST_SAID = 40


def literal(name: str) -> str:
    """A name for plotly, which reads its labels as HTML: the same letters, no markup."""
    return html.escape(str(told(name)), quote=False).replace("\n", " ").replace("\r", " ")


def short_names(names: Iterable[str], longest: int = LONGEST_LABEL) -> dict[str, str]:
    """Each name shortened in its middle for display, kept distinct from all others."""
    shortened: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        label, number = middle_out(name, longest, 8), 2
        while label in taken:
            label = f"{cut(name, longest - 8)}({number})"
            number += 1
        taken.add(label)
        shortened[name] = label
    return shortened


def said_names(names: Iterable[str | None]) -> Callable[[Any], Any]:
    """How names stand in a sentence: long ones shortened, each kept distinct from the others; all else as it is."""
    known = [str(name) for name in dict.fromkeys(names) if name is not None]
    short = short_names(known, LONGEST_SAID) if any(len(name) > LONGEST_SAID for name in known) else {}
    return lambda name: short.get(name, name) if isinstance(name, str) else name


def plotly_names(names: Iterable[str], longest: int = LONGEST_LABEL) -> dict[str, str]:
    """Category values (whole, escaped) with their short escaped labels, for `category_axis`."""
    return {literal(name): literal(label) for name, label in short_names(names, longest).items()}


def percent(value: float | None, n: int | None = None) -> str:
    """A share as percent, with one decimal from 100 items on; a dash where there is none."""
    number = finite(value)
    if number is None:
        return text("none")
    return f"{fixed(100 * number, 1 if n is None or n >= FEW_ITEMS else 0)}%"


def decimal(value: float | None, digits: int = 2) -> str:
    """A number that is no share, such as a reliability; a dash where there is none."""
    number = finite(value)
    return text("none") if number is None else fixed(number, digits)


def chance(probability: float | None) -> str:
    """A probability that comes from replicates: never a flat 0% or 100%."""
    if probability is None:
        return text("none")
    if probability >= 0.995:
        return text("charts.above_99")
    return text("charts.below_1") if probability <= 0.005 else f"{probability:.0%}"


@dataclass(frozen=True)
class Units:
    """How the estimates of one result are written: as percent, or as plain scores where values leave 0..1."""

    percent: bool

    @classmethod
    def of(cls, result: EstimateResult | TrendResult | RemovalsResult) -> Units:
        """Percent where every class value lies in 0..1."""
        return cls(min(result.values) >= 0 and max(result.values) <= 1)

    def value(self, number: float | None, n: int | None = None) -> str:
        """One estimate."""
        if self.percent:
            return percent(number, n)
        return decimal(number)

    def interval(self, low: float | None, high: float | None, n: int | None = None) -> str:
        """Two bounds as words, never with a dash between numbers that may be negative."""
        if finite(low) is None or finite(high) is None:
            return text("none")
        return text("charts.to", low=self.value(low, n), high=self.value(high, n))

    def difference(self, number: float | None) -> str:
        """A signed difference, in points where estimates are percent."""
        told = self.bare_difference(number)
        return text("charts.points", number=told) if self.percent and finite(number) is not None else told

    def bare_difference(self, number: float | None) -> str:
        """The same without its unit, for a column that is narrow."""
        known = finite(number)
        if known is None:
            return text("none")
        return signed(100 * known, 1) if self.percent else signed(known, 2)

    def differences(self, low: float | None, high: float | None) -> str:
        """Two bounds of a difference."""
        if low is None or high is None:
            return text("none")
        if self.percent:
            both = text("charts.to", low=signed(100 * low, 1), high=signed(100 * high, 1))
            return text("charts.points", number=both)
        return text("charts.to", low=signed(low, 2), high=signed(high, 2))

    @property
    def tick_format(self) -> str:
        """Format of the axis that carries estimates."""
        return ".0%" if self.percent else ".3~g"

    @property
    def axis_title(self) -> str:
        """Title of the axis that carries estimates."""
        return text("charts.rate" if self.percent else "charts.score")


def method_name(method: str) -> str:
    """The name of a method."""
    return text(f"method.{method}")


def system_name(system: str | None, result: EstimateResult | None = None) -> str:
    """A system as it is called; None stands for all items, which bear the name of the only version of `result`."""
    if system is None and result is not None and result.version is not None:
        return result.version
    return text("charts.all_items") if system is None else system


def spoken_system(system: str | None, result: EstimateResult) -> str:
    """The same as it stands in a sentence."""
    return str(said_names((*result.systems, result.version))(system_name(system, result)))


def listing(parts: list[str], last: str = "and") -> str:
    """Several phrases as one, with commas and a last 'and', or 'or'."""
    if len(parts) < 2:
        return "".join(parts)
    return text(f"charts.{last}", first=chain(parts[:-1], ", "), last=parts[-1])
