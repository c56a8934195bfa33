"""Kept rounds: whole or not at all, whoever stops the process, the disk or the other writer."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from hero_core.errors import SettingsError
from hero_core.roundstore import ConflictError, Kept, RoundStore, StoreError, checked
from hero_core.roundstore import files as kept_files
from hero_core.roundstore import store as kept_store

KEPT_CODE = str(Path(kept_store.__file__).parent)
LOOKING = ("checked", "is_ours", "_understood", "look", "<genexpr>")  # these change nothing on the disk
OLD = {"history": b"rounds one to four" * 50}
NEW = {"history": b"rounds one to five" * 60, "current": b"round six"}
posix = pytest.mark.skipif(os.name != "posix", reason="forks")


def saved(folder: Path) -> RoundStore:
    """A folder with one name, at revision 1."""
    store = RoundStore(folder)
    store.save("team a", OLD, {"rounds": 4}, fingerprints=("f1",))
    return store


def in_child(work: Callable[[], object]) -> int:
    """Do the work in a process of its own; the signal that ended it, 0 for none."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1] & 0x7F


def killed_at(line: int, work: Callable[[], object]) -> None:
    """Do the work, and kill the process hard before the given line of our own code (counted as they run)."""
    seen = 0

    def trace(frame: FrameType, event: str, _: object) -> object:
        nonlocal seen
        if not frame.f_code.co_filename.startswith(KEPT_CODE) or frame.f_code.co_name in LOOKING:
            return None
        seen += event == "line"
        if seen == line:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)  # type: ignore[arg-type]
    work()


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory where there is one: hundreds of flushes to a disk would take a minute."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as place:
        yield Path(place)


@posix
@pytest.mark.slow
@pytest.mark.parametrize("step", ["again", "first", "delete"])
def test_killed_at_any_line_all_is_there_or_nothing(memory, step):
    """After SIGKILL before every single line: the old rounds or the new ones, readable, and the next save works."""
    line, states, ended = 0, set(), 1
    while ended:
        line += 1
        store = saved(memory / f"{step}{line}")
        work = {
            "again": lambda store=store: store.save("team a", NEW, {"rounds": 5}, base=1, fingerprints=("f2",)),
            "first": lambda store=store: store.save("team b", NEW, {"rounds": 5}),
            "delete": lambda store=store: store.delete("team a"),
        }[step]
        ended = in_child(lambda line=line, work=work: killed_at(line, work))

        found = {kept.name: store.open(kept.name) for kept in store.listed()}
        assert all(parts in (OLD, NEW) for _, parts in found.values())
        if step == "first":
            assert found["team a"][1] == OLD
        states.add(tuple((kept.name, kept.revision, kept.facts["rounds"], kept.fingerprints)
                         for kept, _ in found.values()))  # fmt: skip
        store.save("team c", OLD, {})
        assert not [place for place in store.folder.rglob("*") if place.name.startswith((".new-", ".gone-"))]
        assert sum(place.suffix == ".parquet" for place in store.folder.rglob("*")) == sum(
            len(set(kept.parts.values())) for kept in store.listed()
        )
    before = (("team a", 1, 4, ("f1",)),)
    after = {
        "again": (("team a", 2, 5, ("f2",)),),
        "first": (*before, ("team b", 1, 5, ())),
        "delete": (),
    }[step]
    assert line > 30 and states == {before, after}


@posix
@pytest.mark.parametrize("way", ["killed", "refused"])
def test_a_file_cut_in_the_middle_is_never_seen(memory, way):
    """The system lets only so many bytes into a file, and then kills the process or refuses: the old rounds stay."""
    import resource

    def cut(store: RoundStore, most: int) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL if way == "killed" else signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        store.save("team a", {"history": b"new"}, {"long": "x" * 2000}, base=1)

    for most in (0, 1, 2, 3, 50, 400, 2000):
        store = saved(memory / f"{most}")
        in_child(lambda store=store, most=most: cut(store, most))

        kept, parts = store.open("team a")
        assert (kept.revision, parts) == (1, OLD), most
        assert store.save("team a", NEW, {}, base=1).revision == 2


class Failing:
    """Calls of the system that write, of which the n-th fails as on a full disk."""

    NAMES = ("open", "fsync", "replace", "mkdir", "rename", "unlink", "rmdir")

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
        self.calls: list[str] = []
        self.at = at
        for name in self.NAMES:
            monkeypatch.setattr(os, name, self._wrapped(name, getattr(os, name)))

    def _wrapped(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **options: object) -> object:
            self.calls.append(name)
            if len(self.calls) == self.at:
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*args, **options)

        return call


def test_a_full_disk_at_any_call_is_said_and_harms_nothing(tmp_path):
    """The sentence names the folder and the reason; the rounds are the old ones or, after the last step, the new."""
    at, last = 0, False
    refused = 0
    while not last:
        at += 1
        store = saved(tmp_path / str(at))
        with pytest.MonkeyPatch.context() as patch:
            failing = Failing(patch, at)
            try:
                store.save("team a", NEW, {"rounds": 5}, base=1)
            except StoreError as error:
                refused += 1
                assert "cannot be used: No space left on device." in str(error)
            last = len(failing.calls) < at
        kept, parts = store.open("team a")
        assert (kept.revision, parts) in ((1, OLD), (2, NEW))
        store.save("team a", OLD, {}, base=kept.revision)
        assert not list(store.folder.rglob(".new-*"))
    assert refused >= 8


def test_bytes_reach_the_disk_before_their_name(tmp_path, monkeypatch):
    """Power may fail: each file is flushed, then renamed, then its folder is flushed; the list comes last."""
    store = saved(tmp_path)
    order: list[str] = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, real=real, name=name: (order.append(f"{name} {a[-1]}"), real(*a))[1])

    store.save("team a", {"history": b"new"}, {}, base=1)

    kinds = [step.split()[0] for step in order]
    assert kinds == ["fsync", "replace", "fsync"] * 2
    assert order[1].endswith(".parquet") and order[4].endswith(kept_store.LIST)


def test_a_part_that_is_not_what_was_saved_is_not_opened(tmp_path):
    """Half a file, another file, no file: refused in words, and never half read."""
    for damage in (lambda p: p.write_bytes(p.read_bytes()[:9]), lambda p: p.write_bytes(b"x"), Path.unlink):
        store = saved(tmp_path / str(damage))
        damage(next(store.folder.rglob("*.parquet")))

        with pytest.raises(StoreError, match="team a is damaged: a file is not what was saved"):
            store.open("team a")
        assert store.save("team a", OLD, {}, base=1).revision == 2
        assert store.open("team a")[1] == OLD


@pytest.mark.parametrize(
    "contents",
    [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, json.dumps({"format": "other"}).encode(), None],
)
def test_a_list_that_is_not_ours_is_shown_as_damaged(tmp_path, contents):
    """It stands in the list with its problem, is not opened, not overwritten, and can be deleted."""
    store = saved(tmp_path)
    if contents is None:  # a path instead of a hash
        listed = json.loads((tmp_path / "team a" / kept_store.LIST).read_text())
        listed["parts"]["history"] = "../../secret.parquet"
        contents = json.dumps(listed).encode()
    (tmp_path / "team a" / kept_store.LIST).write_bytes(contents)

    assert [kept.problem for kept in store.listed()] == ["The list of contents of team a cannot be read."]
    with pytest.raises(StoreError, match="cannot be read"):
        store.open("team a")
    with pytest.raises(ConflictError):
        store.save("team a", NEW, {}, base=1)
    store.delete("team a")
    assert store.listed() == ()


def test_nobody_overwrites_what_another_saved(tmp_path):
    """A save says which revision it is built on; any other is a conflict, in words."""
    store = saved(tmp_path)
    store.save("team a", NEW, {}, base=1)

    with pytest.raises(ConflictError, match="saved by somebody else since you opened it"):
        store.save("team a", OLD, {}, base=1)
    with pytest.raises(ConflictError, match="kept under the name team a already"):
        store.save("team a", OLD, {})
    store.delete("team a")
    with pytest.raises(ConflictError, match="was deleted since you opened it"):
        store.save("team a", OLD, {}, base=2)
    with pytest.raises(StoreError, match="Nothing is kept under the name team a any more"):
        store.open("team a")
    assert store.save("team a", OLD, {}).revision == 1


def add_one(store: RoundStore, who: str) -> None:
    """Read, add a line, save; again where somebody was faster."""
    while True:
        kept, parts = store.open("team a")
        try:
            store.save("team a", {"history": parts["history"] + f"{who}\n".encode()}, {}, base=kept.revision)
        except ConflictError:
            continue
        return


@posix
def test_processes_that_write_at_once_lose_nothing(tmp_path):
    """Four processes add ten lines each to one name: forty lines, forty revisions."""
    store = RoundStore(tmp_path)
    store.save("team a", {"history": b""}, {})

    children = []
    for number in range(4):
        children.append(os.fork())
        if children[-1] == 0:
            try:
                for _ in range(10):
                    add_one(store, f"p{number}")
            finally:
                os._exit(0)
    for child in children:
        os.waitpid(child, 0)

    kept, parts = store.open("team a")
    assert sorted(parts["history"].decode().split()) == sorted(f"p{n}" for n in range(4) for _ in range(10))
    assert kept.revision == 41


def test_threads_of_one_server_lose_nothing(tmp_path):
    """Visitors share one process."""
    store = RoundStore(tmp_path)
    store.save("team a", {"history": b""}, {})

    threads = [threading.Thread(target=lambda n=n: [add_one(store, f"t{n}") for _ in range(5)]) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(store.open("team a")[1]["history"].decode().split()) == [f"t{n}" for n in range(4) for _ in range(5)]


@posix
def test_the_lock_of_a_dead_process_is_free(tmp_path, monkeypatch):
    """A server that was killed while writing does not lock everybody out; a living one is waited for, not for ever."""
    store = saved(tmp_path)
    monkeypatch.setattr(kept_store, "PATIENCE_SECONDS", 0.1)
    ready, hold = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        with kept_store.locked(tmp_path, 1):
            os.write(ready[1], b"x")
            os.read(hold[0], 1)
        os._exit(0)
    os.read(ready[0], 1)

    with pytest.raises(StoreError, match="in use for too long"):
        store.delete("team a")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    store.delete("team a")

    assert store.listed() == ()


def test_a_new_process_finds_what_was_kept(tmp_path):
    """Nothing is held in memory: a restart changes nothing."""
    saved(tmp_path).save("team b", NEW, {"rounds": 5, "who": "冷"}, fingerprints=("f2", "f3"))

    store = RoundStore(tmp_path)

    assert [(kept.name, kept.revision) for kept in store.listed()] == [("team a", 1), ("team b", 1)]
    kept, parts = store.open("team b")
    assert parts == NEW and kept.facts == {"rounds": 5, "who": "冷"} and kept.saved.endswith("+00:00")
    held = store.holding("f3")
    assert held is not None and held.name == "team b"
    assert store.holding("f9") is None


@pytest.mark.parametrize("name", ["..", ".", "../x", "a/b", "a\\b", "/etc", ".hidden", "con", "LPT1.txt", "a\x00b",
                                  "a\nb", "C:x", "x.", "", "  ", "x" * 61, "*", "<b>", "-rf"])  # fmt: skip
def test_names_that_could_leave_the_folder_are_refused(tmp_path, name):
    """In words, before anything is written."""
    store = RoundStore(tmp_path / "inside")

    with pytest.raises(SettingsError):
        store.save(name, OLD, {})
    with pytest.raises(SettingsError):
        store.delete(name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["team a", "2026-07", "第一轮", "Ünïcode (2)", "v1.2+rc1", "a..b"])
def test_ordinary_names_are_folders_of_that_name(tmp_path, name):
    """Whoever looks after the server finds them by eye."""
    RoundStore(tmp_path).save(name, OLD, {})

    assert (tmp_path / checked(name) / kept_store.LIST).is_file()
    assert [kept.name for kept in RoundStore(tmp_path).listed()] == [checked(name)]


def test_two_ways_to_write_a_letter_are_one_name():
    """An accent typed on another keyboard does not make a second workspace."""
    assert checked("e\u0301te\u0301") == checked(" \u00e9t\u00e9 ") == "\u00e9t\u00e9"


def test_what_is_not_ours_is_left_alone(tmp_path):
    """A folder that is used for other things too keeps them; nothing is followed out of it."""
    (tmp_path / "photos").mkdir()
    (tmp_path / "empty").mkdir()
    (tmp_path / "photos" / "a.parquet").write_bytes(b"mine")
    outside = tmp_path.parent / f"{tmp_path.name}_outside"
    saved(outside)
    (tmp_path / "linked").symlink_to(outside / "team a")
    store = saved(tmp_path)

    store.delete("team a")

    assert store.listed() == ()
    assert {place.name for place in tmp_path.iterdir()} == {"photos", "empty", "linked", ".lock"}
    assert (tmp_path / "photos" / "a.parquet").read_bytes() == b"mine"
    assert RoundStore(outside).open("team a")[1] == OLD


@posix
def test_only_the_server_may_read_what_is_kept(tmp_path):
    """Labels are somebody's work: no other user of the machine sees them."""
    store = saved(tmp_path / "kept")

    assert {place.stat().st_mode & 0o077 for place in [store.folder, *store.folder.rglob("*")]} == {0}
    assert kept_files.PRIVATE_FILE == 0o600


def test_a_place_that_is_no_folder_is_said(tmp_path):
    """A wrong setting gives a sentence, not a crash; a folder that is not there yet is empty."""
    (tmp_path / "file").write_bytes(b"")

    assert RoundStore(tmp_path / "later").listed() == ()
    with pytest.raises(StoreError, match="cannot be used"):
        RoundStore(tmp_path / "file").save("team a", OLD, {})
    with pytest.raises(StoreError, match="cannot be used"):
        RoundStore(tmp_path / "file").listed()
    assert Kept(name="x").problem is None
