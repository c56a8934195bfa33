"""One writer at a time, among threads and processes; the lock of a process that dies is free at once."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hero_core.roundstore.files import PRIVATE_FILE

LOCK = ".lock"
STEP_SECONDS = 0.05


@contextmanager
def locked(folder: Path, patience: float) -> Iterator[None]:
    """Hold the folder's lock, waiting up to `patience` seconds for it. Raises TimeoutError, OSError."""
    handle = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, PRIVATE_FILE)
    try:
        end = time.monotonic() + patience
        while not _taken(handle):
            if time.monotonic() > end:
                raise TimeoutError
            time.sleep(STEP_SECONDS)
        yield
    finally:
        os.close(handle)  # which lets go of the lock


if sys.platform == "win32":
    import msvcrt

    def _taken(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _taken(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
