"""Long work in chunks, saying how far it is and letting the user stop it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from threading import Lock
from typing import Any, TypeVar

from hero_core.methods import Stopping

Progress = Callable[[float, str], None]
SoFar = Callable[[Callable[[], Any]], None]  # takes what makes the result of the work done so far, if anybody asks
T = TypeVar("T")
R = TypeVar("R")
AT_ONCE = min(4, os.cpu_count() or 1)  # each piece holds arrays of its own
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

    `span` is where this work begins within the whole, and its share of it. Where several pieces are worked on at once,
    they report in turn, and the share never falls.
    """
    furthest, turn = span[0], Lock()

    def report(done: float, what: str) -> None:
        nonlocal furthest
        with turn:
            furthest = max(furthest, done)
            if progress is not None:
                progress(furthest, what)

    for first in range(0, total, step):
        watch = None if progress is None else watching(report, span[0] + span[1] * first / total, what)
        yield slice(first, first + step), for_replicates(stopping, watch)


def at_once(work: Sequence[T], do: Callable[[T], R]) -> list[R]:
    """`do` of every piece, in order, on as many processors as there are: large products leave Python to the others.

    Raises what a piece raises, after those under way have ended.
    """
    if min(len(work), AT_ONCE) < 2:
        return [do(piece) for piece in work]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        under_way = [pool.submit(do, piece) for piece in work]
        wait(under_way, return_when=FIRST_EXCEPTION)
        pool.shutdown(cancel_futures=True)
    return [piece.result() for piece in under_way]


def for_replicates(stopping: Stopping, watch: Callable[[], None] | None) -> Stopping:
    """The looser stopping of replicates, which are many and noisy."""
    tol, steps = max(REPLICATE_TOL, stopping.tol), min(REPLICATE_STEPS, stopping.max_iter)
    return Stopping(tol=tol, max_iter=steps, watch=watch)
