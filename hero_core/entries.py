"""Entries of the shell's options: "FILE:A=B,C=D" and the like, with double quotes as in CSV."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from hero_core.designs import Design
from hero_core.errors import SettingsError

NO_VOTE = ("none", "no vote", "")
PIECES = re.compile(r'"(?:[^"]|"")*"|[^",=]+|[,=]|"')
Sided = tuple[str, str | None]


QUOTES = (
    "Entries that begin with FILE: are about that file, given by its path or name; * stands for every file. "
    "A name with a comma or an equals sign goes in double quotes, and a double quote in it is doubled (as in CSV): "
    """--labels 'votes.csv:"yes, but"=1,no=0'. """
)


def words(text: str) -> tuple[str, ...]:
    """The words between commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def parts_of(text: str, entry: str, option: str) -> list[Sided]:
    """The parts between commas as (before the last equals sign, after it), None after it where there is no sign.

    A text in double quotes is taken letter by letter; inside, "" stands for one. Raises SettingsError.
    """
    parts: list[list[str]] = [[""]]
    for piece in PIECES.findall(text):
        if piece == ",":
            parts.append([""])
        elif piece == "=":
            parts[-1].append("")
        elif piece == '"' or (piece.startswith('"') and parts[-1][-1].strip()):
            raise SettingsError(f"{option} {entry!r}: a double quote must open and close a whole name.")
        elif piece.startswith('"'):
            parts[-1][-1] = piece
        elif parts[-1][-1].startswith('"') and piece.strip():
            raise SettingsError(f"{option} {entry!r}: a double quote must open and close a whole name.")
        else:
            parts[-1][-1] += piece
    sided = [(part if len(part) == 1 else ["=".join(part[:-1]), part[-1]]) for part in parts if part != [""]]
    return [(_plain(part[0]), _plain(part[1]) if len(part) == 2 else None) for part in sided]


def _plain(text: str) -> str:
    """A name without outer blanks, or what its double quotes hold."""
    bare = text.strip()
    return bare[1:-1].replace('""', '"') if len(bare) > 1 and bare.startswith('"') else bare


def name_entry(name: str) -> str:
    """A name as an entry holds it: in double quotes where it has one of their signs."""
    plain = name and name == name.strip() and not set(name) & set(',="')
    return name if plain else '"' + name.replace('"', '""') + '"'


def pairs_entry(pairs: Mapping[str, str]) -> str:
    """A=B,C=D."""
    return ",".join(f"{name_entry(key)}={name_entry(value)}" for key, value in pairs.items())


def per_file(entries: list[str], option: str, files: list[str]) -> dict[str, dict[str, str]]:
    """ "FILE:A=B,C=D" entries as {file: {A: B, C: D}} over the given files; "*" stands for all of them.

    FILE is a path as given or just its name. Raises SettingsError for an entry of another form or an unknown file.
    """
    found: dict[str, dict[str, str]] = {path: {} for path in files}
    for entry in entries:
        targets, rest = _targets(entry, option, files)
        for path in targets:
            found[path] |= _pairs(rest, entry, option)
    return found


def _pairs(text: str, entry: str, option: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for key, value in parts_of(text, entry, option):
        if value is None:
            raise SettingsError(
                f"{option} {entry!r}: {key!r} is not of the form A=B "
                "(a name with a comma or an equals sign goes in double quotes)."
            )
        pairs[key] = value
    return pairs


def one_per_file(entries: list[str], option: str, files: list[str]) -> dict[str, str | None]:
    """ "FILE:NAME" entries as {file: NAME} over the given files, None where there is none. Raises SettingsError."""
    found: dict[str, str | None] = dict.fromkeys(files)
    for entry in entries:
        targets, name = _targets(entry, option, files)
        found |= dict.fromkeys(targets, name.strip())
    return found


def thresholds_of(entries: list[str], files: list[str]) -> dict[str, float | None]:
    """ "FILE:N" entries as {file: N} over the given files. Raises SettingsError."""
    found: dict[str, float | None] = {}
    for path, number in one_per_file(entries, "--threshold", files).items():
        try:
            found[path] = None if number is None else float(number)
        except ValueError:
            raise SettingsError(
                f"--threshold: {number!r} is not a number; it must be FILE:N, such as FILE:4."
            ) from None
    return found


def merges_of(entries: list[str], files: list[str]) -> dict[str, dict[str, dict[str, str]]]:
    """ "FILE:COLUMN:A=B" entries as {file: {COLUMN: {A: B}}} over the given files. Raises SettingsError."""
    found: dict[str, dict[str, dict[str, str]]] = {path: {} for path in files}
    for entry in entries:
        targets, rest = _targets(entry, "--merge", files)
        column, colon, pairs = rest.partition(":")
        if not colon:
            raise SettingsError(f"--merge {entry!r}: it must be of the form FILE:COLUMN:A=B.")
        for path in targets:
            found[path].setdefault(column.strip(), {}).update(_pairs(pairs, entry, "--merge"))
    return found


def flips_of(entries: list[str], files: list[str]) -> dict[str, tuple[str, ...]]:
    """ "FILE:ROUND,ROUND" entries as {file: rounds} over the given files. Raises SettingsError."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(files, ())
    for entry in entries:
        targets, rest = _targets(entry, "--flip-rounds", files)
        parts = parts_of(rest, entry, "--flip-rounds")
        names = [name if other is None else f"{name}={other}" for name, other in parts]
        found |= {path: (*found[path], *(name for name in names if name)) for path in targets}
    return found


def _targets(entry: str, option: str, files: list[str]) -> tuple[list[str], str]:
    """The files that an entry is about, and what it says. A path goes before a name."""
    if entry.startswith("*:"):
        return files, entry[2:]
    for path in sorted(files, key=len, reverse=True):
        if entry.startswith(path + ":"):
            return [path], entry[len(path) + 1 :]
    named = {path: name for path in files if entry.startswith((name := Path(path).name) + ":")}
    longest = max(map(len, named.values()), default=0)
    found = list(dict.fromkeys(path for path, name in named.items() if len(name) == longest))
    if len(found) == 1:
        return found, entry[longest + 1 :]
    if found:
        raise SettingsError(
            f"{option} {entry!r}: {len(found)} files have this name; give the path: {', '.join(found)}."
        )
    known = ", ".join(Path(path).name for path in files)
    raise SettingsError(
        f"{option} {entry!r}: it must begin with the name of a file and a colon (files: {known}; * for all)."
    )


def label_classes(mapping: Mapping[str, str]) -> Mapping[object, object] | None:
    """Label mapping of one file, None where there is none; "none" means no vote."""
    if not mapping:
        return None
    return {label: None if name.lower() in NO_VOTE else name for label, name in mapping.items()}


def covariate_choice(text: str) -> str | tuple[str, ...]:
    """auto, none, or a list of columns."""
    return text if text in ("auto", "none") else words(text)


def design_fields(entries: list[str]) -> dict[str, object]:
    """ "FIELD=VALUE" entries as values of a simulation design; commas between several values. Raises SettingsError."""
    kinds = {item.name: str(item.type) for item in fields(Design)}
    found: dict[str, object] = {}
    for entry in entries:
        name, sign, value = (part.strip() for part in entry.partition("="))
        if not sign or name not in kinds:
            raise SettingsError(f"--set {entry!r}: it must be FIELD=VALUE. Fields: {', '.join(kinds)}.")
        try:
            found[name] = _design_value(kinds[name], value)
        except ValueError:
            raise SettingsError(f"--set {entry!r}: {value!r} is no value of {name} ({kinds[name]}).") from None
    return found


def _design_value(kind: str, value: str) -> object:
    """A written value as the kind of a field, which is one of its annotations. Raises ValueError."""
    if kind == "bool":
        if value.lower() not in ("true", "false"):
            raise ValueError(value)
        return value.lower() == "true"
    if kind == "str":
        return value
    if kind == "int":
        return int(value)
    if kind == "tuple[str, ...]":
        return words(value)
    if value.lower() == "none" and "None" in kind:
        return None
    numbers = tuple(float(word) for word in words(value))
    if not numbers or not all(map(math.isfinite, numbers)) or (len(numbers) > 1 and "tuple" not in kind):
        raise ValueError(value)
    return numbers[0] if len(numbers) == 1 else numbers


def ridge_of(text: str) -> float | str:
    """auto or a number. Raises what argparse wants to hear."""
    try:
        return text if text == "auto" else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither auto nor a number") from None


def counts_of(text: str) -> tuple[int, ...]:
    """Whole numbers between commas. Raises what argparse wants to hear."""
    try:
        return tuple(int(word) for word in text.split(",") if word.strip())
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of whole numbers such as 5,10,20") from None


def numbers_of(text: str) -> tuple[float, ...]:
    """Numbers between commas. Raises what argparse wants to hear."""
    try:
        return tuple(float(word) for word in text.split(",") if word.strip())
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of numbers such as 0,0.5,1") from None
