"""Random tiny rounds: what a person could upload at the worst moment."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st

from tests.support import Item, Items

# The same examples each time: where unlabelled EM has two ends nearly as good, rounding decides between them.
QUICK = settings(max_examples=25, deadline=None, derandomize=True)
SEEDS = st.integers(min_value=0, max_value=10**6)


@dataclass(frozen=True)
class Tiny:
    """A history (or none), a current round, and the number of classes."""

    history: Items | None
    current: Items
    classes: int


@st.composite
def _items(draw, prefix: str, classes: int, people: int, *, gold: bool, systems: bool, width: int) -> Items:
    items = []
    paired = systems and draw(st.booleans())
    for number in range(draw(st.integers(1, 6))):
        voters = draw(st.lists(st.integers(1, people), min_size=1, max_size=people + 1))
        votes = tuple((f"a{who}", draw(st.integers(0, classes - 1))) for who in voters)
        known = draw(st.none() | st.integers(0, classes - 1)) if gold else None
        x = tuple(draw(st.sampled_from([-1.0, 0.0, 0.5, 2.0])) for _ in range(width))
        system = draw(st.sampled_from(["S1", "S2", "S3"])) if systems else None
        if paired:  # the same prompt under both systems
            items.append(Item(f"{prefix}{number // 2}", votes, known, x, f"S{number % 2 + 1}"))
        else:
            items.append(Item(f"{prefix}{number}", votes, known, x, system))
    return items


@st.composite
def tiny_rounds(draw) -> Tiny:
    """1 to 6 items a file, 1 to 3 annotators, random gold, repeated votes, systems and covariates as they come."""
    classes = draw(st.sampled_from([2, 2, 3]))
    people = draw(st.integers(1, 3))
    width = draw(st.integers(0, 2))
    history = draw(st.booleans() | st.just(True))
    return Tiny(
        history=draw(_items("h", classes, people, gold=True, systems=False, width=width)) if history else None,
        current=draw(_items("c", classes, people, gold=False, systems=draw(st.booleans()), width=width)),
        classes=classes,
    )
