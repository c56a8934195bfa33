"""Long work in chunks, saying how far it is and letting the user stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hero_core.methods import Stopping

Progress = Callable[[float, str], None]
SoFar = Callable[[Callable[[], Any]], None]  # takes what makes the result of the work done so far, if anybody asks
REPLICATE_TOL = 1e-5
REPLICATE_STEPS = 300


def watching(progress: Progress | None, done: float, what: str) -> Callable[[], None] | None:
    """What EM calls once a round: reports the share `done` (0..1) of the work; it may raise Cancelled."""
    if progress is None:
        return None

    def report() -> None:
        progress(done, what)

    return report


def chunks(
    total: int,
    step: int,
    stopping: Stopping,
    progress: Progress | None,
    what: str,
    *,
    span: tuple[float, float] = (0.0, 1.0),
) -> Iterator[tuple[slice, Stopping]]:
    """Slices of `total` pieces, `step` at once, each with the stopping of replicates.

    `span` is where this work begins within the whole, and its share of it.
    """
    for first in range(0, total, step):
        yield (
            slice(first, first + step),
            for_replicates(stopping, watching(progress, span[0] + span[1] * first / total, what)),
        )


def for_replicates(stopping: Stopping, watch: Callable[[], None] | None) -> Stopping:
    """The looser stopping of replicates, which are many and noisy."""
    tol, steps = max(REPLICATE_TOL, stopping.tol), min(REPLICATE_STEPS, stopping.max_iter)
    return Stopping(tol=tol, max_iter=steps, watch=watch)
