"""What must hold for any file: only HeroError comes out, nothing is counted twice or lost, reading is repeatable."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from hero_core.annotations import Annotations
from hero_core.errors import HeroError
from hero_core.reading import convert, header_of, label_values, propose, read
from hero_core.reading.canonical import neutral
from hero_core.reading.source import Source

HEADER = ("item_id", "annotator_id", "label")
ROLES = ("history", "current")
Row = Sequence[str]


class Broken(Exception):
    """A promise of the reader that an input breaks."""


def need(holds: bool, promise: str) -> None:
    """Raise Broken unless it holds."""
    if not holds:
        raise Broken(promise)


def attempt(action: Callable[[], object]) -> object:
    """The result, or None where the input was refused in words."""
    try:
        return action()
    except HeroError as error:
        need(bool(str(error).strip()), "a refusal says why")
        need(all(note.message.strip() for note in error.findings), "a finding says what")
        return None


def check_counts(found: Annotations) -> None:
    """Every row is a vote or was set aside, and the codes are those of the lists."""
    counts = found.counts
    aside = ("repeats_collapsed", "conflicting_dropped", "rows_without_id", "rows_without_label")
    need(counts["votes_used"] + sum(counts[name] for name in aside) == counts["rows_read"], "rows add up")
    need(counts["votes_used"] == found.n_votes == len(found.label) == len(found.annotator) > 0, "votes add up")
    need(set(found.item) == set(range(found.n_items)), "each item has a vote")
    need(set(found.annotator) == set(range(found.n_annotators)), "each annotator has a vote")
    need(0 <= found.label.min() <= found.label.max() < len(found.classes), "labels are classes")
    need(-1 <= found.gold.min() <= found.gold.max() < len(found.classes), "gold is a class")
    need(bool(np.isfinite(found.covariates).all()), "covariates are numbers")


def votes_in_words(found: Annotations) -> Counter[tuple[str, ...]]:
    """Every vote with its item, person, class and gold by name, as a spreadsheet would hold them."""
    return Counter(
        (
            neutral(str(found.item_ids[item])),
            neutral(found.systems[found.system[item]]) if found.systems else "",
            neutral(found.rounds[found.round[item]]) if found.rounds else "",
            neutral(str(found.annotator_ids[who])),
            found.classes[label],
            "" if found.gold[item] < 0 else found.classes[found.gold[item]],
        )
        for item, who, label in zip(found.item, found.annotator, found.label, strict=True)
    )


def check_file(
    source: bytes, *, name: str | None = None, layout: str | None = None, gold: Source | None = None,
    encoding: str | None = None,
) -> None:  # fmt: skip
    """All ways into the reader with one file."""
    attempt(lambda: header_of(source, name=name, encoding=encoding))
    proposal = attempt(lambda: propose(source, name=name, encoding=encoding))
    attempt(lambda: label_values(source, name=name, encoding=encoding, layout=layout))
    layouts = dict.fromkeys([layout, getattr(proposal, "accept", None)])
    for accepted in layouts:
        for role in ROLES:
            check_reading(source, role=role, name=name, layout=accepted, gold=gold, encoding=encoding)


def check_reading(source: bytes, *, role: str, layout: str | None, gold: Source | None, **options: str | None) -> None:
    """One reading: counts, a second reading, and the converted file read again."""
    found = attempt(lambda: read(source, role=role, layout=layout, gold=gold, **options))
    if not isinstance(found, Annotations):
        return
    check_counts(found)
    again = read(io.BytesIO(source), role=role, layout=layout, gold=gold,
                 **{"name": found.name, "encoding": options.get("encoding")})  # fmt: skip
    need(again.fingerprint == found.fingerprint, "reading twice gives the same")
    policy = ("first", "last", "keep")[len(source) % 3]
    check_counts(read(source, role=role, layout=layout, gold=gold, repeats=policy, **options))
    written, _ = convert(source, layout=layout, gold=gold, **options)
    converted = read(written, role=role)
    apart = len({neutral(str(one)) for one in found.item_ids}) == len(set(found.item_ids))
    apart &= len({neutral(str(one)) for one in found.annotator_ids}) == len(set(found.annotator_ids))
    need(not apart or votes_in_words(converted) == votes_in_words(found), "the converted file holds the same votes")


def as_csv(rows: Sequence[Row], separator: str, newline: str, header: Row = HEADER) -> str:
    """Rows as delimited text."""
    return "".join(separator.join(quoted(cell, separator) for cell in row) + newline for row in (header, *rows))


def quoted(cell: str, separator: str) -> str:
    """A cell in double quotes where it needs them."""
    needed = any(letter in cell for letter in (separator, '"', "\r", "\n"))
    return f'"{cell.replace(chr(34), chr(34) * 2)}"' if needed else cell


def expected_counts(rows: Sequence[Row]) -> dict[str, int]:
    """Counts of rows whose ids are plain and whose labels are 0, 1 or empty, by the rules, not by the reader."""
    groups: dict[tuple[str, str], list[str]] = {}
    without_id = without_label = 0
    for item, who, label in rows:
        if not item.strip() or not who.strip():
            without_id += 1
        elif not label.strip():
            without_label += 1
        else:
            groups.setdefault((item.strip(), who.strip()), []).append(label.strip())
    agreed = [given for given in groups.values() if len(set(given)) == 1]
    return {
        "rows_read": len(rows),
        "votes_used": len(agreed),
        "repeats_collapsed": sum(len(given) - 1 for given in agreed),
        "conflicting_dropped": sum(len(given) for given in groups.values() if len(set(given)) > 1),
        "rows_without_id": without_id,
        "rows_without_label": without_label,
    }


def check_rows(rows: Sequence[Row], source: bytes) -> None:
    """The reader counts what was written."""
    expected = expected_counts(rows)
    try:
        found = read(source)
    except HeroError as error:
        codes = {note.code for note in error.findings if note.severity == "error"}
        need(codes <= ({"no_votes"} if not expected["votes_used"] else set()), f"plain votes are read, not {codes}")
        return
    need({name: found.counts[name] for name in expected} == expected, f"counts are {expected}, not {found.counts}")
