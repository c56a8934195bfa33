"""Exports of other tools: the layout is recognised and proposed, and applied only when it was accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from shlex import quote

import numpy as np
import pyarrow as pa

from hero_core.annotations import IntArray
from hero_core.errors import Finding, ReadError, SettingsError
from hero_core.reading import header as names
from hero_core.reading.layouts import BY_NAME, LAYOUTS
from hero_core.reading.layouts.base import Flat, Found, Layout, in_order
from hero_core.reading.layouts.companions import companion
from hero_core.reading.layouts.tables import Wide
from hero_core.reading.messages import finding, listed, show
from hero_core.reading.records import Record, Records, text
from hero_core.reading.suggestions import option
from hero_core.reading.table import Column, Table
from hero_core.reading.typed import as_text
from hero_core.saying import for_shell, joined, said

PLAIN = "plain"
EXAMPLE_ROWS = 200
MOST_CELLS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """What a file looks like. `pairing` says where our columns come from, `example` is the first vote as our columns,
    `answers` are the fields to choose from where several may hold the label, `accept` is the layout option to give."""

    name: str
    title: str
    file: str
    pairing: Mapping[str, str]
    example: Mapping[str, str]
    answers: tuple[str, ...]
    accept: str
    source: str
    note: str

    def to_dict(self) -> dict[str, object]:
        """Plain JSON values."""
        return {**asdict(self), "pairing": dict(self.pairing), "example": dict(self.example),
                "answers": list(self.answers)}  # fmt: skip


@dataclass(frozen=True)
class KnownLines:
    """Line of each row, as noted when it was read."""

    lines: IntArray

    def of(self, rows: IntArray) -> tuple[int, ...]:
        """The lines."""
        return tuple(int(line) for line in self.lines[rows])


def check_layout(layout: str | None) -> None:
    """Refuse the name of a layout that does not exist."""
    name = (layout or PLAIN).partition(":")[0]
    if name not in BY_NAME and name != PLAIN:
        known = joined(BY_NAME, ", ")
        raise SettingsError(
            said("layout is {name}; it must be one of {known}, or {plain}.", name=repr(name), known=known, plain=PLAIN)
        )


def flattened(records: Records) -> Records:
    """Records whose objects are fields of their own, named with a point."""
    if not any(isinstance(value, dict) for row in records.rows for value in row.values()):
        return records
    rows: list[Record] = [
        {
            inner: value
            for name, outer in row.items()
            for inner, value in ({f"{name}.{key}": part for key, part in outer.items()} if isinstance(outer, dict)
                                 else {name: outer}).items()
        }
        for row in records.rows
    ]  # fmt: skip
    return Records.of(records.file, rows, records.lines)


def view(layout: Layout, records: Records) -> Records:
    """The records as the layout looks at them."""
    return flattened(records) if isinstance(layout, Flat) and layout.nested else records


def recognised(records: Records) -> Layout | None:
    """The first layout that fits."""
    flat = flattened(records)
    return next((layout for layout in LAYOUTS if layout.fits(flat if isinstance(layout, Flat) else records)), None)


def proposal_of(records: Records, wanted: str | None = None) -> Proposal | None:
    """The proposal for some records, if a layout fits that yields votes; by the wanted answer field if it is one."""
    layout = recognised(records)
    if layout is None:
        return None
    seen = view(layout, records)
    answers = layout.answers(seen)
    answer = wanted if wanted in answers else answers[0] if answers else None
    first = next(iter(islice(layout.votes(seen, answer), 1)), None)
    pairing = layout.pairing(seen, answer)
    if answers and wanted is None:
        label = said("{label} (or another of {answers})", label=pairing["label"], answers=listed(answers))
        pairing = {**pairing, "label": label}
    example = {} if first is None else {name: first[1][name] for name in in_order({key: [] for key in first[1]})}
    return Proposal(
        name=layout.name, title=layout.title, file=records.file, pairing=pairing, example=example, answers=answers,
        accept=f"{layout.name}:{answer}" if answers else layout.name, source=layout.source, note=layout.note,
    )  # fmt: skip


def refusal_of(records: Records) -> ReadError | None:
    """The error that proposes a layout, or says what the file belongs to; none if nothing is recognised."""
    proposal = proposal_of(records)
    if proposal is not None:
        return ReadError.of(proposed(proposal))
    other = companion(records)
    if other is None:
        return None
    shell = for_shell(", {option} in the shell, gold=... in Python", option=option("--gold", records.file))
    cure = said(other.cure, shell=shell)
    return ReadError.of(finding("companion_file", records.file, holds=other.holds, cure=cure))


def proposed(proposal: Proposal) -> Finding:
    """The red finding with pairing, example and option."""
    example = joined([f"{ours} {show(value)}" for ours, value in proposal.example.items()], ", ")
    answers = said(" Answers to choose from: {answers}.", answers=listed(proposal.answers)) if proposal.answers else ""
    return finding(
        "layout_proposed", proposal.file, kind=proposal.title, pairs=paired(proposal.pairing), example=example,
        answers=answers, note=noted(proposal.note), accept=proposal.accept,
        option=accepting(proposal.file, proposal.accept),
        columns=for_shell(": --columns {file}item_id=NAME,...", file=quote(proposal.file + ":")),
    )  # fmt: skip


def paired(pairing: Mapping[str, str]) -> str:
    """Our columns, each with where it comes from."""
    return joined([said("{ours} from {place}", ours=ours, place=place) for ours, place in pairing.items()], "; ")


def noted(note: str) -> str:
    """The remark on a layout as one more sentence, if it has one."""
    return said(" {note}", note=note) if note else ""


def layout_table(
    records: Records, layout: str, sha256: str, findings: tuple[Finding, ...] = (), separator: str = ","
) -> Table:
    """The votes that an accepted layout ("name" or "name:answer") finds. Raises ReadError."""
    name, _, answer = layout.partition(":")
    known = BY_NAME[name]
    seen = view(known, records)
    if not known.fits(seen) and not (isinstance(known, Wide) and answer):
        shown = listed([show(title) for title in seen.header])
        raise ReadError.of(finding("layout_misfit", records.file, kind=known.title, name=name, found=shown))
    answers = known.answers(seen)
    if answers and answer not in answers:
        accept = f"{name}:{answers[0]}"
        raise ReadError.of(finding("layout_answer", records.file, kind=known.title, count=len(answers),
                                   accept=accept, option=accepting(records.file, accept),
                                   answers=listed([show(one) for one in answers])))  # fmt: skip
    votes = list(known.votes(seen, answer or None))
    if not votes:
        raise ReadError.of(finding("layout_no_votes", records.file, kind=known.title, note=known.note))
    pairing = known.pairing(seen, answer or None)
    idle = len(seen.rows) - len({line for line, _ in votes})
    notes = [applied(known, records.file, pairing)]
    if idle > 0:
        notes.append(finding("layout_left_out", records.file, count=idle))
    return votes_table(records.file, sha256, votes, pairing, (*findings, *notes), separator)


def accepting(file: str, accept: str) -> str:
    """The option of the shell that accepts a layout."""
    return option("--layout", f"{file}:{accept}")


def applied(layout: Layout, file: str, pairing: Mapping[str, str]) -> Finding:
    """The notice that a layout was used."""
    return finding("layout_applied", file, kind=layout.title, pairs=paired(pairing), note=noted(layout.note))


def votes_table(
    file: str, sha256: str, votes: Sequence[Found], headers: Mapping[str, str], findings: tuple[Finding, ...],
    separator: str = ",",
) -> Table:  # fmt: skip
    """Votes as the table that the reader takes from any file; columns without any value are left out."""
    present = dict.fromkeys(name for _, vote in votes for name, cell in vote.items() if cell)
    columns = {name: _column([vote.get(name, "") for _, vote in votes]) for name in (*present, *names.REQUIRED)}
    lines = KnownLines(np.array([line for line, _ in votes], dtype=np.int64))
    return Table(name=file, sha256=sha256, n_rows=len(votes), columns=columns, lines=lines, separator=separator,
                 headers={name: headers.get(name, name) for name in columns}, findings=findings)  # fmt: skip


def _column(cells: list[str]) -> Column:
    return as_text(pa.chunked_array([pa.array(cells, pa.string())]))


def records_table(
    records: Records, sha256: str, columns: Mapping[str, str] | None, findings: tuple[Finding, ...]
) -> Table:
    """The table in records that have our columns. Raises ReadError."""
    seen = flattened(records)
    found = names.match(seen.header, columns, records.file)
    if not names.is_complete(found):
        few = max(2, min(EXAMPLE_ROWS, MOST_CELLS // len(seen.header))) if seen.header else 0
        rows = [[text(row.get(name)) for name in seen.header] for row in seen.head(few).rows]
        raise ReadError.of(names.missing_columns(seen.header, found, records.file, seen.lines[0], rows))
    headers = {ours: seen.header[at] for ours, at in found.items()}
    votes = [
        (line, {ours: text(row.get(name)) for ours, name in headers.items()})
        for line, row in zip(seen.lines, seen.rows, strict=True)
    ]
    return votes_table(records.file, sha256, votes, headers, findings)
