"""The workspace file: one zip with the visitor's files as they came, how they are read, and the settings.

Nothing in it is ever unpacked to a disk, and nothing but four known names is read.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from io import BytesIO
from typing import Any, NoReturn

from hero_core.errors import ReadError
from hero_core.words import text
from ui import settings as choices
from ui.settings import Settings
from ui.uploads import ENCODINGS, OVERLAPS, REPEATS, ROLES, SAMPLE, Gold, Truth, Upload, Workspace

FORMAT = "hero.workspace"
VERSION = 1
LIST = "workspace.json"
PARTS = {"history": "history.data", "current": "current.data", "gold": "gold.data"}
MOST_LIST = 5_000_000
EPOCH = (1980, 1, 1, 0, 0, 0)
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
)
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 1


@dataclass(frozen=True, kw_only=True)
class Opened:
    """What a workspace file held."""

    workspace: Workspace
    settings: Settings


def packed(workspace: Workspace, settings: Settings) -> bytes:
    """The workspace file; the same content gives the same bytes."""
    uploads = {role: upload for role in ROLES if (upload := workspace.upload(role)) is not None}
    gold = None if workspace.history is None else workspace.history.gold
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        _add(archive, LIST, json.dumps(listed(workspace, settings), ensure_ascii=False, indent=1).encode())
        for role, upload in uploads.items():
            _add(archive, PARTS[role], upload.data)
        if gold is not None:
            _add(archive, PARTS["gold"], gold.data)
    return target.getvalue()


def listed(workspace: Workspace, settings: Settings) -> dict[str, Any]:
    """Everything about the files but their bytes, the choices and the settings, as plain values."""
    uploads = {role: upload for role in ROLES if (upload := workspace.upload(role)) is not None}
    return {
        "format": FORMAT, "version": VERSION, "overlap": workspace.overlap, "values": workspace.values,
        **{role: _facts(upload) for role, upload in uploads.items()}, "settings": asdict(settings),
    }  # fmt: skip


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def _facts(upload: Upload) -> dict[str, Any]:
    """Everything about an upload but its bytes."""
    kept = {
        item.name: getattr(upload, item.name) for item in fields(upload) if item.name not in ("data", "role", "gold")
    }
    gold = None if upload.gold is None else {"name": upload.gold.name, "sha256": upload.gold.sha256}
    return {**kept, "gold": gold}


def opened(data: bytes, limit: int) -> Opened:
    """The workspace in a file of at most `limit` megabytes unpacked. Raises ReadError, in words."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = _checked(archive, limit)
            facts = _list_of(archive)
            held = {name: archive.read(info) for name, info in parts.items() if name != LIST}
    except BROKEN as trouble:
        raise ReadError(text("workspace.no_zip")) from trouble
    return restored(facts, held)


def restored(facts: Mapping[str, Any], held: Mapping[str, bytes], *, ours: bool = False) -> Opened:
    """The workspace of a list of contents and the bytes by name (PARTS). Raises ReadError, in words.

    A list that is `ours` (never out of this server's hands) is believed where it says that data are the sample.
    """
    files = {role: _upload(role, facts[role], held, ours) for role in ROLES if facts.get(role) is not None}
    used = {PARTS[role] for role in files} | {PARTS["gold"] for file in files.values() if file.gold is not None}
    if not files or set(held) - used:
        _damaged("stray" if files else "list")
    history, current = files.get("history"), files.get("current")
    return Opened(
        workspace=Workspace(
            history=history, current=current, overlap=_one_of("overlap", facts.get("overlap"), OVERLAPS),
            values=tuple((_text("values", name), _number("values", worth))
                         for name, worth in _rows("values", facts.get("values"), 2)),
        ),
        settings=_settings(facts.get("settings")),
    )  # fmt: skip


def _checked(archive: zipfile.ZipFile, limit: int) -> dict[str, zipfile.ZipInfo]:
    """The entries by name, all of them known, plain and together within the limit."""
    entries = archive.infolist()
    if LIST not in archive.namelist():
        raise ReadError(text("workspace.foreign"))
    if len(entries) != len({entry.filename for entry in entries}) or any(
        entry.filename not in (LIST, *PARTS.values())
        or entry.compress_type not in PACKINGS
        or entry.flag_bits & ENCRYPTED
        for entry in entries
    ):
        _damaged("stray")
    if sum(entry.file_size for entry in entries) > limit * 1024 * 1024 or archive.getinfo(LIST).file_size > MOST_LIST:
        raise ReadError(text("workspace.too_large", limit=f"{limit:,}"))
    return {entry.filename: entry for entry in entries}


def _list_of(archive: zipfile.ZipFile) -> dict[str, Any]:
    """The list of contents. Raises ReadError where it is not ours or of another version."""
    try:
        found = json.loads(archive.read(LIST).decode("utf-8"), parse_constant=lambda name: _damaged("list"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as trouble:
        raise ReadError(text("workspace.damaged", what=text("workspace.what.list"))) from trouble
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ReadError(text("workspace.foreign"))
    if found.get("version") != VERSION:
        raise ReadError(text("workspace.version", found=str(found.get("version"))[:20], known=VERSION))
    return found


def _upload(role: str, facts: object, held: Mapping[str, bytes], ours: bool) -> Upload:
    """One file with its reading choices."""
    if not isinstance(facts, dict):
        _damaged("list")
    data = _bytes(role, facts.get("sha256"), held)
    layout, threshold = facts.get("layout"), facts.get("threshold")
    simulated = _one_of("simulated", facts.get("simulated"), (True, False))
    return Upload(
        role=role, name=_text("name", facts.get("name")), data=data, sha256=hashlib.sha256(data).hexdigest(),
        simulated=simulated,
        sample=simulated and (data == (SAMPLE / f"{role}.csv").read_bytes() or (ours and facts.get("sample") is True)),
        truth=_truth(facts.get("truth")) if simulated else (),
        labels=tuple((_text("labels", value), None if meant is None else _text("labels", meant))
                     for value, meant in _rows("labels", facts.get("labels"), 2)),
        columns=tuple((_text("columns", name), _text("columns", header))
                      for name, header in _rows("columns", facts.get("columns"), 2)),
        repeats=_one_of("repeats", facts.get("repeats"), REPEATS),
        layout=None if layout is None else _text("layout", layout),
        gold=_gold(facts.get("gold"), held) if role == "history" else None,
        encoding=_one_of("encoding", facts.get("encoding"), ("", *ENCODINGS)),
        merge=tuple((_text("merge", column), _text("merge", written), _text("merge", meant))
                    for column, written, meant in _rows("merge", facts.get("merge"), 3)),
        flip_rounds=tuple(_text("flip_rounds", name) for name in _list("flip_rounds", facts.get("flip_rounds"))),
        threshold=None if threshold is None else _number("threshold", threshold),
    )  # fmt: skip


def _gold(facts: object, held: Mapping[str, bytes]) -> Gold | None:
    if facts is None:
        return None
    if not isinstance(facts, dict):
        _damaged("list")
    return Gold.of(_text("name", facts.get("name")), _bytes("gold", facts.get("sha256"), held))


def _bytes(role: str, sha256: object, held: Mapping[str, bytes]) -> bytes:
    """The bytes of a file, which are those that were saved."""
    data = held.get(PARTS[role])
    if data is None:
        _damaged("missing", role=text(f"workspace.role.{role}"))
    if hashlib.sha256(data).hexdigest() != sha256:
        _damaged("hash", role=text(f"workspace.role.{role}"))
    return data


def _truth(facts: object) -> Truth:
    """The true value of each system of a simulated round."""
    rows = _rows("truth", facts, 2)
    return tuple((None if name is None else _text("truth", name), _number("truth", value)) for name, value in rows)


def _settings(facts: object) -> Settings:
    """The settings, each with a value that the sidebar offers."""
    if not isinstance(facts, dict):
        _damaged("list")
    margin = _number("margin", facts.get("margin"))
    seed, headline = facts.get("seed"), facts.get("headline")
    if not 0 <= margin * 100 <= choices.MAX_MARGIN_POINTS:
        _damaged("choice", name="margin")
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= choices.MAX_SEED:
        _damaged("choice", name="seed")
    return Settings(
        level=_one_of("level", facts.get("level"), choices.LEVELS),
        resamples=_one_of("resamples", facts.get("resamples"), choices.RESAMPLES),
        seed=seed,
        headline=None if headline is None else _one_of("headline", headline, choices.HEADLINES[1:]),
        high_is_good=_one_of("high_is_good", facts.get("high_is_good"), (True, False)),
        margin=margin,
        new_annotators=_one_of("new_annotators", facts.get("new_annotators"), choices.NEW_ANNOTATORS),
        prevalence=_one_of("prevalence", facts.get("prevalence"), choices.PREVALENCES),
        hero2_weight=_one_of("hero2_weight", facts.get("hero2_weight"), choices.HERO2_WEIGHTS),
        prompts=_one_of("prompts", facts.get("prompts"), (True, False)),
        left_out=tuple(_text("left_out", name) for name in _list("left_out", facts.get("left_out"))),
    )


def _damaged(what: str, **facts: str) -> NoReturn:
    raise ReadError(text("workspace.damaged", what=text(f"workspace.what.{what}", **facts)))


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        _damaged("choice", name=name)
    return value


def _number(name: str, value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        _damaged("choice", name=name)
    return float(value)


def _one_of(name: str, value: object, options: tuple[Any, ...]) -> Any:
    found = [option for option in options if option == value and type(option) is type(value)]
    if not found:
        _damaged("choice", name=name)
    return found[0]


def _list(name: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        _damaged("choice", name=name)
    return value


def _rows(name: str, value: object, width: int) -> list[list[Any]]:
    rows = _list(name, value)
    if not all(isinstance(row, list) and len(row) == width for row in rows):
        _damaged("choice", name=name)
    return rows
