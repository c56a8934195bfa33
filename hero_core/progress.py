"""Long work in chunks, saying how far it is and letting the user stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hero_core.methods import Stopping

Progress = Callable[[float, str], None]
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
    """Slices of `total` pieces, `step` at once, each with the looser stopping of replicates, which are many and noisy.

    `span` is where this work begins within the whole, and its share of it.
    """
    for first in range(0, total, step):
        yield (
            slice(first, first + step),
            Stopping(
                tol=max(REPLICATE_TOL, stopping.tol),
                max_iter=min(REPLICATE_STEPS, stopping.max_iter),
                watch=watching(progress, span[0] + span[1] * first / total, what),
            ),
        )
