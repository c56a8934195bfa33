"""Rounds kept on the server: a folder named by the environment, off where it names none."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

from hero_core.annotations import Annotations
from hero_core.errors import HeroError, ReadError
from hero_core.roundstore import Kept, RoundStore, StoreError
from hero_core.words import text
from ui import cached, workspaces
from ui.links import Fingerprint
from ui.settings import Settings
from ui.uploads import ROLES, Upload, Workspace
from ui.workspaces import PARTS, Opened

VARIABLE = "HERO_WORKSPACES"


def store() -> RoundStore | None:
    """The folder that the environment names; None where rounds are not to be kept."""
    named = os.environ.get(VARIABLE, "").strip()
    return RoundStore(Path(named).expanduser()) if named else None


def save(store: RoundStore, name: str, files: Workspace, settings: Settings, base: int) -> tuple[Kept, Workspace]:
    """Keep the visitor's rounds as tables of votes with choices and settings, in place of revision `base`.

    The second is the same data as they will be when opened. Raises ReadError, StoreError.
    """
    understood = as_understood(files)
    parts = {role: upload.data for role in ROLES if (upload := understood.upload(role)) is not None}
    facts = json.loads(json.dumps(workspaces.listed(understood, settings)))
    marks = tuple(dict.fromkeys(str(Fingerprint.of(data)) for data in (understood, files)))  # old links hold too
    kept = store.save(name, parts, {**facts, "summary": summary_of(understood)}, base=base, fingerprints=marks)
    return kept, understood


def as_understood(files: Workspace) -> Workspace:
    """Every file as the table of votes that was understood. Raises ReadError."""
    found = {role: _understood(upload) for role in ROLES if (upload := files.upload(role)) is not None}
    return replace(files, **found)  # type: ignore[arg-type]


def _understood(upload: Upload) -> Upload:
    try:
        return cached.as_understood(upload)
    except HeroError as error:
        raise ReadError(text("rounds.kept.unread", file=upload.name)) from error


def summary_of(files: Workspace) -> dict[str, object]:
    """What the list shows of the rounds without opening them."""
    read: list[Annotations] = [
        found for role in ROLES if (upload := files.upload(role)) is not None
        and (found := cached.read_upload(upload).annotations) is not None
    ]  # fmt: skip
    return {
        "rounds": sum(max(1, len(file.rounds)) for file in read),
        "items": sum(file.n_items for file in read),
        "votes": sum(file.n_votes for file in read),
        "gold": sum(int(file.has_gold.sum()) for file in read),
        "current": files.current is not None,
    }


def opened(store: RoundStore, name: str) -> tuple[Kept, Opened]:
    """What is kept under a name, as it was saved. Raises StoreError."""
    kept, parts = store.open(name)
    try:
        return kept, workspaces.restored(kept.facts, {PARTS[role]: data for role, data in parts.items()}, ours=True)
    except (HeroError, KeyError) as error:
        why = str(error) if isinstance(error, HeroError) else text("workspace.what.list")
        raise StoreError(text("rounds.kept.damaged", name=name, why=why)) from error


def holding(fingerprint: str) -> Kept | None:
    """Under which name the data of this fingerprint are kept; None where they are not."""
    place = store()
    try:
        return None if place is None else place.holding(fingerprint)
    except StoreError:
        return None


def found(fingerprint: str) -> Workspace | None:
    """The files that a link names, where they are kept and can be opened."""
    place, one = store(), holding(fingerprint)
    if place is None or one is None:
        return None
    try:
        return opened(place, one.name)[1].workspace
    except StoreError:
        return None
