"""How ids stand in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from hero_core.charts.labels import said_names

Quote: TypeAlias = Callable[[object], str]


def shortening(quote: Quote, names: Iterable[str | None]) -> Quote:
    """The same for sentences in which these names may stand: long ones are shortened first, each kept distinct."""
    called = said_names(names)
    return lambda name: quote(called(name))
