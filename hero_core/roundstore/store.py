"""The store: each name a folder with its parts, and a list of contents that is replaced in one step."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hero_core.errors import HeroError
from hero_core.roundstore.files import UNFINISHED, make_folder, sync_folder, write_whole
from hero_core.roundstore.lock import locked
from hero_core.roundstore.names import checked, is_ours
from hero_core.saying import said

FORMAT, VERSION = "hero.rounds", 1
LIST = "contents.json"
PART = re.compile(r"[0-9a-f]{64}\.parquet")
GONE = ".gone-"
LEFT = re.compile(r"\.gone-[0-9a-f]{16}")
PATIENCE_SECONDS = 20.0


class StoreError(HeroError):
    """The folder cannot be used, or what is kept there is not what was put there."""


class ConflictError(StoreError):
    """Somebody else changed what is kept under this name."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What is kept under a name: how often it was saved, when last, and everything said about it but its parts.

    `problem` says in words why it cannot be opened; None where it can.
    """

    name: str
    revision: int = 0
    saved: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    fingerprints: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(frozen=True)
class RoundStore:
    """Rounds kept in a folder, by name.

    A save writes the parts under their hashes, then replaces the list of contents, then removes parts that no list
    names any more: at any moment the list in force names parts that are there whole. What a stopped save left behind is
    removed by the next one. Errors of the disk become StoreError.
    """

    folder: Path

    def listed(self) -> tuple[Kept, ...]:
        """Everything that is kept, by name; also what is damaged."""
        try:
            names = [place.name for place in self.folder.iterdir() if is_ours(place.name) and not place.is_symlink()]
        except FileNotFoundError:
            return ()
        except OSError as trouble:
            raise _unusable(self.folder, trouble) from trouble
        found = (self.look(name) for name in sorted(names, key=str.casefold))
        return tuple(kept for kept in found if kept is not None)

    def look(self, name: str) -> Kept | None:
        """What is kept under a name, without its parts; None for nothing."""
        name = checked(name)
        try:
            text = (self.folder / name / LIST).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as trouble:
            return Kept(name=name, problem=_unusable(self.folder, trouble).message)
        return _understood(name, text)

    def holding(self, fingerprint: str) -> Kept | None:
        """What is kept of the data with this fingerprint; None for nothing."""
        return next((kept for kept in self.listed() if fingerprint in kept.fingerprints), None)

    def save(
        self, name: str, parts: Mapping[str, bytes], facts: Mapping[str, Any], *, base: int = 0,
        fingerprints: tuple[str, ...] = (),
    ) -> Kept:  # fmt: skip
        """Keep these parts (Parquet files, by role) and facts (plain JSON values) under a name, in place of what it
        held in revision `base` (0 = nothing).

        Raises ConflictError where the name holds another revision, StoreError, SettingsError for the name.
        """
        name = checked(name)
        with self._alone():
            before = self.look(name)
            held = 0 if before is None else before.revision
            if held != base or (before is not None and before.problem):
                raise _conflict(name, before, base)
            place = self.folder / name
            make_folder(place)
            files = {role: _put(place, data) for role, data in parts.items()}
            kept = Kept(name=name, revision=held + 1, saved=datetime.now(UTC).isoformat(timespec="seconds"),
                        facts=dict(facts), parts=files, fingerprints=fingerprints)  # fmt: skip
            write_whole(place / LIST, _written(kept))
            self._sweep()
        return kept

    def open(self, name: str) -> tuple[Kept, dict[str, bytes]]:
        """What is kept under a name, with its parts, which are those that were saved. Raises StoreError."""
        with self._alone():
            kept = self.look(name)
            if kept is None:
                raise StoreError(said("Nothing is kept under the name {name} any more.", name=name))
            if kept.problem:
                raise StoreError(kept.problem)
            return kept, {role: self._part(kept.name, file) for role, file in kept.parts.items()}

    def delete(self, name: str) -> None:
        """Let go of what is kept under a name; of nothing if there is nothing. Raises StoreError."""
        name = checked(name)
        with self._alone():
            if (self.folder / name).is_dir():
                (self.folder / name).rename(self.folder / f"{GONE}{secrets.token_hex(8)}")
                sync_folder(self.folder)
            self._sweep()

    def _part(self, name: str, file: str) -> bytes:
        try:
            data = (self.folder / name / file).read_bytes()
        except FileNotFoundError:
            data = b""
        if f"{hashlib.sha256(data).hexdigest()}.parquet" != file:
            raise StoreError(said(
                "What is kept under the name {name} is damaged: a file is not what was saved. It is not opened.",
                name=name,
            ))  # fmt: skip
        return data

    def _sweep(self) -> None:
        """Remove what no list of contents names: parts of former revisions, and what a stopped save left.

        What cannot be removed now stays for the next time: it harms nobody.
        """
        with suppress(OSError):
            for place in list(self.folder.iterdir()):
                if LEFT.fullmatch(place.name):
                    shutil.rmtree(place)
                elif place.is_dir() and not place.is_symlink() and is_ours(place.name):
                    kept = self.look(place.name)
                    if kept is None or not kept.problem:
                        _sweep_folder(place, set() if kept is None else {*kept.parts.values()})

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The folder, made if need be, with nobody else writing; errors of the disk in words."""
        try:
            make_folder(self.folder)
            with locked(self.folder, PATIENCE_SECONDS):
                yield
        except TimeoutError as trouble:
            raise StoreError(
                said("The folder for kept rounds is in use for too long. Try again in a moment.")
            ) from trouble
        except OSError as trouble:
            raise _unusable(self.folder, trouble) from trouble


def _put(place: Path, data: bytes) -> str:
    """The bytes as a file named by their hash; its name."""
    name = f"{hashlib.sha256(data).hexdigest()}.parquet"
    target = place / name
    if not (target.is_file() and target.read_bytes() == data):
        write_whole(target, data)
    return name


def _sweep_folder(place: Path, used: set[str]) -> None:
    """Remove our files that are not `used`, and the folder if that leaves it empty."""
    left = [file for file in place.iterdir()
            if file.name.startswith(UNFINISHED) or (PART.fullmatch(file.name) and file.name not in used)]  # fmt: skip
    for file in left:
        file.unlink(missing_ok=True)
    if left and not any(place.iterdir()):
        place.rmdir()


def _written(kept: Kept) -> bytes:
    listed = {
        "format": FORMAT, "version": VERSION, "revision": kept.revision, "saved": kept.saved, "parts": kept.parts,
        "fingerprints": list(kept.fingerprints), "facts": kept.facts,
    }  # fmt: skip
    return json.dumps(listed, ensure_ascii=False, indent=1, allow_nan=False).encode()


def _understood(name: str, text: bytes) -> Kept:
    """The list of contents; with a problem where it is not one of ours."""
    try:
        found = json.loads(text)
        parts, facts, prints = found["parts"], found["facts"], found["fingerprints"]
        sound = (
            (found["format"], found["version"]) == (FORMAT, VERSION)
            and isinstance(facts, dict)
            and isinstance(found["revision"], int)
            and all(PART.fullmatch(file) for file in parts.values())
            and all(isinstance(one, str) for one in (*prints, *parts, found["saved"]))
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        return Kept(name=name, problem=said("The list of contents of {name} cannot be read.", name=name))
    return Kept(name=name, revision=found["revision"], saved=found["saved"], facts=facts, parts=dict(parts),
                fingerprints=tuple(prints))  # fmt: skip


def _conflict(name: str, held: Kept | None, base: int) -> ConflictError:
    if held is None:
        return ConflictError(said("{name} was deleted since you opened it. Save it under another name.", name=name))
    if base == 0:
        return ConflictError(said(
            "Something is kept under the name {name} already. Open it and add to it, delete it first, or take another "
            "name.", name=name,
        ))  # fmt: skip
    return ConflictError(said(
        "{name} was saved by somebody else since you opened it. Open it again and add your round to it, or take "
        "another name.", name=name,
    ))  # fmt: skip


def _unusable(folder: Path, trouble: OSError) -> StoreError:
    return StoreError(said(
        "The folder for kept rounds ({folder}) cannot be used: {why}.", folder=str(folder),
        why=trouble.strerror or str(trouble),
    ))  # fmt: skip
