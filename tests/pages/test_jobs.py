"""Background work: results are kept within bounds, and nobody computes for a visitor who has left."""

from __future__ import annotations

import threading
import time

import pytest

from hero_core.errors import Refused
from hero_core.saying import said
from hero_core.words import speaking, told
from ui.jobs import Jobs
from ui.shelf import Shelf

PATIENCE = 10.0


def jobs(*, alive=lambda owner: True, workers=2) -> tuple[Jobs, Shelf]:
    """A pool of its own for one test."""
    shelf = Shelf(4)
    return Jobs(shelf, alive, workers), shelf


class Endless:
    """Work that goes on until it is cancelled."""

    def __init__(self) -> None:
        self.started = threading.Event()
        self.stepped = threading.Event()
        self.ended = threading.Event()

    def goes_on(self) -> bool:
        """Does it still report? The second step from now began after now, so it would have met a cancel."""
        for _ in range(2):
            self.stepped.clear()
            if not self.stepped.wait(PATIENCE):
                return False
        return True

    def __call__(self, progress) -> str:
        self.started.set()
        try:
            while True:
                progress(0.5, "waiting")
                self.stepped.set()
                time.sleep(0.01)
        finally:
            self.ended.set()


def test_the_shelf_lets_the_longest_unused_go():
    """A server that runs for weeks must not grow with every file it has seen."""
    shelf = Shelf(2)
    for name in ("a", "b"):
        shelf.put((name,), name)
    shelf.get(("a",))
    shelf.put(("c",), "c")

    assert ("a",) in shelf and ("c",) in shelf and ("b",) not in shelf


def test_forgetting_takes_everything_made_from_a_file():
    """A result whose key holds the file's fingerprint goes, others stay."""
    shelf = Shelf(4)
    shelf.put(("estimate", "print-1"), 1)
    shelf.put(("items", "print-2"), 2)
    shelf.forget("print-1")

    assert len(shelf) == 1 and shelf.get(("items", "print-2")) == 2


def test_an_error_is_not_kept_by_the_shelf():
    """What failed once by accident may succeed the next time."""
    shelf = Shelf(2)
    with pytest.raises(ZeroDivisionError):
        shelf.kept(("x",), lambda: 1 / 0)

    assert shelf.kept(("x",), lambda: 7) == 7


def test_a_result_lands_on_the_shelf():
    """The page finds it there at its next run."""
    pool, shelf = jobs()
    pool.ask(("sum",), "ann", "estimate", lambda progress: 42)

    assert pool.wait(PATIENCE)
    assert shelf.get(("sum",)) == 42
    assert pool.running("ann", "estimate") is None


def test_a_refusal_lands_on_the_shelf():
    """The page shows why, without starting the same work at every run."""
    pool, shelf = jobs()

    def refuse(progress):
        raise Refused("no number")

    pool.ask(("sum",), "ann", "estimate", refuse)

    assert pool.wait(PATIENCE)
    assert isinstance(shelf.get(("sum",)), Refused)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_defect_is_kept_for_the_page_to_raise():
    """A mistake of ours must not start the same work again at every run, nor block the worker."""
    pool, shelf = jobs(workers=1)
    pool.ask(("broken",), "ann", "estimate", lambda progress: 1 / 0)
    assert pool.wait(PATIENCE)
    pool.ask(("next",), "ann", "estimate", lambda progress: 2)

    assert pool.wait(PATIENCE)
    assert isinstance(shelf.get(("broken",)), ZeroDivisionError) and shelf.get(("next",)) == 2


def test_equal_work_runs_once():
    """Two visitors with the same files share one computation."""
    pool, _ = jobs()
    work = Endless()
    first = pool.ask(("k",), "ann", "estimate", work)
    second = pool.ask(("k",), "bob", "estimate", work)

    assert first is second
    pool.stop("ann", "estimate")
    assert work.goes_on()  # bob still waits
    pool.stop("bob", "estimate")
    assert work.ended.wait(PATIENCE)


def test_stopped_work_stays_stopped_until_resumed():
    """A page runs again at every click; cancel would be worthless if that started the work again."""
    pool, _ = jobs()
    work = Endless()
    pool.ask(("k",), "ann", "estimate", work)
    pool.stop("ann", "estimate")

    assert work.ended.wait(PATIENCE)
    assert pool.ask(("k",), "ann", "estimate", work) is None
    pool.resume("ann", "estimate")
    assert pool.ask(("k",), "ann", "estimate", lambda progress: 1) is not None


def test_new_settings_cancel_the_former_work():
    """Turning a setting five times leaves one computation, not five."""
    pool, shelf = jobs()
    old = Endless()
    pool.ask(("old",), "ann", "estimate", old)
    assert old.started.wait(PATIENCE)
    pool.ask(("new",), "ann", "estimate", lambda progress: "new")

    assert old.ended.wait(PATIENCE) and pool.wait(PATIENCE)
    assert shelf.get(("new",)) == "new" and ("old",) not in shelf


def test_another_slot_leaves_the_work_alone():
    """Ranges go on while the stability page computes its curves."""
    pool, _ = jobs()
    work = Endless()
    pool.ask(("a",), "ann", "estimate", work)
    pool.ask(("b",), "ann", "stability", lambda progress: 1)

    assert work.goes_on()
    pool.stop("ann", "estimate")


def test_work_of_a_closed_tab_ends(monkeypatch):
    """Nobody will look at it, and the next visitor needs the processor."""
    monkeypatch.setattr("ui.jobs.CHECK_SECONDS", 0.02)
    monkeypatch.setattr("ui.jobs.ABSENT_SECONDS", 0.1)
    here = {"ann"}
    pool, shelf = jobs(alive=lambda owner: owner in here)
    work = Endless()
    pool.ask(("k",), "ann", "estimate", work)
    time.sleep(0.3)
    assert work.goes_on()
    here.clear()

    assert work.ended.wait(PATIENCE)
    assert pool.wait(PATIENCE) and ("k",) not in shelf


def test_work_that_waits_in_the_queue_can_be_stopped():
    """With all workers busy, cancelled work never starts."""
    pool, _ = jobs(workers=1)
    busy, queued = Endless(), Endless()
    pool.ask(("a",), "ann", "estimate", busy)
    assert busy.started.wait(PATIENCE)
    pool.ask(("b",), "bob", "estimate", queued)
    pool.stop("bob", "estimate")
    pool.stop("ann", "estimate")

    assert pool.wait(PATIENCE)
    assert not queued.started.is_set()


def test_a_second_visitor_is_served_beside_a_long_job():
    """One long computation occupies one worker, not the server."""
    pool, shelf = jobs()
    work = Endless()
    pool.ask(("long",), "ann", "estimate", work)
    assert work.started.wait(PATIENCE)
    started = time.monotonic()
    job = pool.ask(("short",), "bob", "estimate", lambda progress: 1)

    assert job.finished.wait(PATIENCE) and time.monotonic() - started < 2
    assert shelf.get(("short",)) == 1
    pool.stop("ann", "estimate")


class Growing:
    """Work that publishes 1, 2, 3 ... and goes on until it is cancelled; what was published is made only on demand."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.published = threading.Event()
        self.more = threading.Event()
        self.ended = threading.Event()

    def __call__(self, report) -> str:
        try:
            number = 0
            while True:
                number += 1
                report.so_far(lambda number=number: self.made.append(number) or number)
                self.more.set()
                report(0.5, "growing")
                if number > 3:
                    self.published.set()
                time.sleep(0.01)
        finally:
            self.ended.set()


def test_unfinished_work_shows_what_there_is_so_far():
    """The latest result, made when somebody looks and once only."""
    pool, _ = jobs()
    work = Growing()
    pool.ask(("k",), "ann", "stability", work)
    assert work.published.wait(PATIENCE) and not work.made
    first = pool.draft("ann", "stability", ("k",))
    work.more.clear()

    assert work.more.wait(PATIENCE)
    assert first >= 4 and pool.draft("ann", "stability", ("k",)) > first
    assert pool.draft("ann", "stability", ("other",)) is None and pool.draft("bob", "stability", ("k",)) is None
    pool.stop("ann", "stability")


def test_cancelled_work_leaves_what_there_was():
    """The visitor keeps the numbers on the screen; other settings, or carrying on, let them go."""
    pool, shelf = jobs()
    work = Growing()
    pool.ask(("k",), "ann", "stability", work)
    assert work.published.wait(PATIENCE)
    pool.stop("ann", "stability")
    assert work.ended.wait(PATIENCE) and pool.wait(PATIENCE)
    kept = pool.draft("ann", "stability", ("k",))

    assert kept >= 4 and pool.draft("ann", "stability", ("k",)) == kept and work.made == [kept]
    assert pool.draft("ann", "stability", ("other",)) is None and ("k",) not in shelf
    pool.resume("ann", "stability")
    assert pool.draft("ann", "stability", ("k",)) is None


def test_forgetting_a_file_takes_what_stopped_work_left():
    """A visitor who lets go of the data lets go of partial results too."""
    pool, _ = jobs()
    work = Growing()
    pool.ask(("stability", "print-1"), "ann", "stability", work)
    assert work.published.wait(PATIENCE)
    pool.stop("ann", "stability")
    assert work.ended.wait(PATIENCE)
    pool.forget("print-1")

    assert pool.draft("ann", "stability", ("stability", "print-1")) is None


def test_work_that_waits_says_what_for():
    """Beside "0% done," stands a word in the language of the page from the first moment, also while others work."""
    pool, _ = jobs(workers=1)
    first, second = Endless(), Endless()
    pool.ask(("a",), "ann", "estimate", first)
    assert first.started.wait(PATIENCE)
    waiting = pool.ask(("b",), "bob", "estimate", second)
    assert waiting is not None and waiting.what in ("starting", "other work goes first")

    end = time.monotonic() + PATIENCE
    while waiting.what != "other work goes first" and time.monotonic() < end:
        time.sleep(0.02)
    assert waiting.what == "other work goes first" and not second.started.is_set()
    with speaking("zh"):
        assert all(str(told(said(what))) != what for what in ("starting", "other work goes first"))

    pool.stop("ann", "estimate")
    assert second.started.wait(PATIENCE)
    pool.stop("bob", "estimate")
