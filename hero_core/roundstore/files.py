"""Files that are there whole or not at all, whenever the process or the machine stops."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

UNFINISHED = ".new-"
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


def write_whole(target: Path, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """Put the bytes under this name: written beside it, flushed to the disk, then renamed over it in one step."""
    beside = target.with_name(f"{UNFINISHED}{secrets.token_hex(8)}")
    try:
        with open(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, target)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, where the system can (Windows does it by itself)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """The folder, made for this user alone if it is not there."""
    if not folder.is_dir():
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        sync_folder(folder.parent)
