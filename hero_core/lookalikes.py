"""Look-alike ids between the two files: one person, system or item written in two ways is two for every estimate."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from hero_core.annotations import Annotations
from hero_core.errors import MAX_EXAMPLES, Finding, counted
from hero_core.reading.ids import MOST_GROUPS, alike_key, of_one_shape
from hero_core.reading.messages import listed, show
from hero_core.reading.suggestions import merge_option
from hero_core.saying import for_shell, said

NOUNS = {"annotator_id": "annotator", "system": "system", "item_id": "item"}
Group = tuple[str, ...]


def look_alikes_between(history: Annotations, current: Annotations, *, items: bool) -> list[Finding]:
    """A warning for each column with ids of the current file that look like others of the history; items if asked.

    Its `about` holds groups (spelling of the history, spellings of the current file), to be merged in the current file.
    """
    sides: list[tuple[str, Iterable[str], Iterable[str]]] = [
        ("annotator_id", history.annotator_ids, current.annotator_ids),
        ("system", history.systems, current.systems),
    ]
    if items:
        sides.append(("item_id", history.item_ids, current.item_ids))
    found = ((column, groups_of(set(past), set(now))) for column, past, now in sides)
    return [warning(history.name, current.name, column, groups) for column, groups in found if groups]


def groups_of(past: set[str], now: set[str]) -> list[Group]:
    """Ids that stand in one file only and look alike: (the history's, the current file's, ...)."""
    before, after = list(past - now), list(now - past)
    if not before or not after or of_one_shape(pa.array([*before, *after], pa.string())):
        return []
    first: dict[str, str] = {}
    for key, name in zip(keys_of(before), before, strict=True):
        first[key] = min(name, first.get(key, name))
    groups: dict[str, list[str]] = {}
    for key, name in zip(keys_of(after), after, strict=True):
        if key in first:
            groups.setdefault(first[key], []).append(name)
    return sorted((meant, *sorted(written)) for meant, written in groups.items())


def keys_of(names: list[str]) -> list[str]:
    """What is left of each id without the differences that people do not see."""
    return [str(key) for key in alike_key(pa.array(names, pa.string())).to_pylist()]


def warning(history: str, current: str, column: str, groups: list[Group]) -> Finding:
    """The groups, and how to read them as one in the current file."""
    pairs = listed([" / ".join(show(name) for name in group) for group in groups[:MAX_EXAMPLES]], len(groups))
    merge = merge_option(current, column, groups)
    return Finding(
        severity="warning",
        code="look_alikes_between",
        file=current,
        role="current",
        column=column,
        count=len(groups),
        about=tuple(groups[:MOST_GROUPS]),
        message=said(
            "{who} may be written differently in {history} and {current}; kept apart: {pairs} (the first as in "
            "{history}).",
            who=counted(len(groups), NOUNS[column]), history=history, current=current, pairs=pairs,
        ),
        remedy=said(
            "If they mean the same, give them the spelling of {history}: on the Data page{shell}.",
            history=history, shell=for_shell(", or with {merge}", merge=merge),
        ),
    )  # fmt: skip
