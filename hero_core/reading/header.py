"""Column names: which column is which, what is missing, what the layout looks like."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from hero_core.errors import Finding, ReadError
from hero_core.reading.messages import finding, listed, show

REQUIRED = ("item_id", "annotator_id", "label")
OPTIONAL = ("gold_label", "system", "round", "prompt", "prediction")
KNOWN = (*REQUIRED, *OPTIONAL)
COVARIATE = "x_"


def fold_name(name: str) -> str:
    """A column name without the differences that do not count: case, outer blanks, blank / hyphen / underscore."""
    return re.sub(r"[\s_-]+", "_", unicodedata.normalize("NFKC", name).strip().casefold())


def is_known(name: str) -> bool:
    """Whether a column of this name has a meaning here."""
    folded = fold_name(name)
    return folded in KNOWN or (folded.startswith(COVARIATE) and len(folded) > len(COVARIATE))


def is_nameless(name: str) -> bool:
    """Whether this is the column of a saved data frame index."""
    return not name.strip() or re.fullmatch(r"unnamed: \d+(_level_\d+)?", name.strip().casefold()) is not None


def match(header: Sequence[str], columns: Mapping[str, str] | None, file: str, line: int = 1) -> dict[str, int]:
    """Position in the header of each column with a meaning, by canonical name."""
    _refuse_repeats(header, file, line)
    given = _given(header, columns or {}, file)
    taken = set(given.values())
    found = {
        fold_name(name): position
        for position, name in enumerate(header)
        if is_known(name) and position not in taken and fold_name(name) not in given
    }
    return {**found, **given}


def _refuse_repeats(header: Sequence[str], file: str, line: int) -> None:
    places: dict[str, list[int]] = {}
    for position, name in enumerate(header):
        if not is_nameless(name):
            places.setdefault(fold_name(name), []).append(position + 1)
    repeats = {name: at for name, at in places.items() if len(at) > 1}
    if repeats:
        texts = [f"columns {listed([str(place) for place in at])}" for at in repeats.values()]
        names = [show(header[at[0] - 1].strip()) for at in repeats.values()]
        raise ReadError.of(finding("repeated_column", file, column=next(iter(repeats)), lines=(line,), line=line,
                                   count=len(repeats), names=listed(names), places="; ".join(texts[:5])))  # fmt: skip


def _given(header: Sequence[str], columns: Mapping[str, str], file: str) -> dict[str, int]:
    """Positions of the columns that the user named."""
    exact = {name: position for position, name in enumerate(header)}
    folded = {fold_name(name): position for position, name in enumerate(header)}
    found, unknown = {}, []
    for canonical, name in columns.items():
        position = exact.get(name, folded.get(fold_name(name)))
        if position is None:
            unknown.append(name)
        else:
            found[fold_name(canonical)] = position
    if unknown:
        raise ReadError.of(finding("unknown_mapping", file, names=listed([show(name) for name in unknown]),
                                   count=len(unknown), found=listed([show(name.strip()) for name in header])))  # fmt: skip
    return found


def missing_columns(header: Sequence[str], found: Mapping[str, int], file: str, line: int) -> Finding | None:
    """A red finding if a required column is not there."""
    missing = [name for name in REQUIRED if name not in found]
    if not missing:
        return None
    names = [show(name.strip()) for name in header if not is_nameless(name)]
    return finding("missing_columns", file, column=missing[0], lines=(line,), count=len(missing),
                   missing=" and ".join(missing), found=listed(names), advice="")  # fmt: skip
