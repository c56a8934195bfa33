"""Jobs: long work in a few worker threads, with progress, cancel, and an owner that may walk away.

Streamlit never stops an abandoned computation: it would hold up the next visitor. Here work runs in a small
pool; it reports through `progress(done, what)`, which raises Cancelled as soon as nobody waits for the result, and may
publish what there is so far through `progress.so_far(make)`: made only if somebody looks, and kept after a cancel.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from hero_core.errors import Cancelled, HeroError
from hero_core.saying import said
from ui.shelf import Key, Shelf

ProgressCallback = Callable[[float, str], None]
Alive = Callable[[str], bool]

CHECK_SECONDS = 1.0
ABSENT_SECONDS = 5.0
QUEUE_SECONDS = 0.2


class Draft:
    """The latest result of unfinished work, made from its `make` when it is first looked at."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make: Callable[[], Any] | None = make
        self._made: Any = None
        self._lock = threading.Lock()

    def look(self) -> Any:
        """The result so far."""
        with self._lock:
            if self._make is not None:
                self._made, self._make = self._make(), None
            return self._made


class Job:
    """One piece of work for one key. `owners` are the sessions that wait for it."""

    def __init__(self, key: Key, alive: Alive) -> None:
        self.key = key
        self.done = 0.0
        self.what: str = said("starting")
        self.owners: set[str] = set()
        self.cancelled = False
        self.finished = threading.Event()
        self.draft: Draft | None = None
        self._alive = alive
        self._checked = self._seen = time.monotonic()

    def progress(self, done: float, what: str) -> None:
        """What the worker calls between steps. Raises Cancelled when nobody waits any more."""
        self.done, self.what = min(max(done, 0.0), 1.0), what
        now = time.monotonic()
        if now - self._checked > CHECK_SECONDS:
            self._checked = now
            if any(self._alive(owner) for owner in list(self.owners)):
                self._seen = now
            elif now - self._seen > ABSENT_SECONDS:
                self.cancelled = True
        if self.cancelled:
            raise Cancelled("Stopped.")

    def so_far(self, make: Callable[[], Any]) -> None:
        """What the worker calls with what makes the result of the work done so far; it must stay true later."""
        self.draft = Draft(make)


class Report:
    """What work is handed: called as progress(done, what); `so_far(make)` publishes a result of unfinished work."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self.so_far = job.so_far

    def __call__(self, done: float, what: str) -> None:
        self._job.progress(done, what)


Work = Callable[[Report], Any]


class Jobs:
    """At most `workers` jobs run at a time. Each session has one job per slot: asking for another lets the first go."""

    def __init__(self, shelf: Shelf, alive: Alive, workers: int = 2) -> None:
        self._shelf = shelf
        self._alive = alive
        self._workers = threading.BoundedSemaphore(workers)
        self._running: dict[Key, Job] = {}
        self._slots: dict[tuple[str, str], Job] = {}
        self._stopped: dict[tuple[str, str], tuple[Key, Draft | None]] = {}
        self._lock = threading.Lock()

    def ask(self, key: Key, owner: str, slot: str, work: Work, *, short: bool = False) -> Job | None:
        """The running job of `key`, started if need be; None where this owner has stopped it.

        A `short` one (a second or two) does not queue behind the long ones.
        """
        with self._lock:
            if self._stopped.get((owner, slot), (None, None))[0] == key:
                return None
            self._stopped.pop((owner, slot), None)
            job = self._running.get(key)
            fresh = job is None or job.cancelled
            if job is None or fresh:
                job = self._running[key] = Job(key, self._alive)
            previous = self._slots.get((owner, slot))
            if previous is not None and previous is not job:
                self._release(previous, owner)
            job.owners.add(owner)
            self._slots[(owner, slot)] = job
        if fresh:  # a daemon, so that the server stops at once when it is told to
            threading.Thread(target=self._run, args=(job, work, short), name="hero-job", daemon=True).start()
        return job

    def _run(self, job: Job, work: Work, short: bool) -> None:
        """Wait for a free worker, do the work, keep what came of it; also a defect, so that the page can raise it."""
        outcome: Any = None
        try:
            while not short and not self._workers.acquire(timeout=QUEUE_SECONDS):
                job.progress(0.0, said("other work goes first"))
            try:
                job.progress(0.0, said("starting"))
                outcome = work(Report(job))
            finally:
                if not short:
                    self._workers.release()
        except HeroError as error:
            outcome = error
        finally:
            self._finish(job, sys.exc_info()[1] or outcome)

    def stop(self, owner: str, slot: str) -> None:
        """The owner no longer wants what runs in this slot, and does not want it started again."""
        with self._lock:
            job = self._slots.pop((owner, slot), None)
            if job is not None:
                self._stopped[(owner, slot)] = (job.key, job.draft)
                self._release(job, owner)

    def resume(self, owner: str, slot: str) -> None:
        """Allow the stopped work of this slot to start again."""
        with self._lock:
            self._stopped.pop((owner, slot), None)

    def running(self, owner: str, slot: str) -> Job | None:
        """What runs in this slot of this session."""
        with self._lock:
            return self._slots.get((owner, slot))

    def busy(self, owner: str, besides: str) -> bool:
        """Work of this session runs in another slot."""
        with self._lock:
            return any(place[0] == owner and place[1] != besides for place in self._slots)

    def draft(self, owner: str, slot: str, key: Key) -> Any:
        """What there is so far of the work that runs, or was stopped, in this slot; None where that is nothing."""
        with self._lock:
            job = self._slots.get((owner, slot))
            stopped, draft = self._stopped.get((owner, slot), (None, None))
            found = job.draft if job is not None and job.key == key else draft if stopped == key else None
        return None if found is None else found.look()

    def forget(self, fingerprint: str) -> None:
        """Let go of what stopped work on these data left."""
        with self._lock:
            for place in [place for place, (key, _) in self._stopped.items() if fingerprint in key]:
                del self._stopped[place]

    def wait(self, timeout: float) -> bool:
        """Wait until nothing runs; False when it takes longer than `timeout` seconds."""
        end = time.monotonic() + timeout
        return all(job.finished.wait(max(0.0, end - time.monotonic())) for job in list(self._running.values()))

    def _finish(self, job: Job, outcome: Any) -> None:
        """Results and errors go to the shelf; cancelled work leaves nothing."""
        if not isinstance(outcome, Cancelled):
            self._shelf.put(job.key, outcome)
        with self._lock:
            if self._running.get(job.key) is job:
                del self._running[job.key]
            for place in [place for place, kept in self._slots.items() if kept is job]:
                del self._slots[place]
            for place in [place for place in self._stopped if not self._alive(place[0])]:
                del self._stopped[place]
        job.finished.set()

    @staticmethod
    def _release(job: Job, owner: str) -> None:
        job.owners.discard(owner)
        if not job.owners:
            job.cancelled = True
