"""Messy files of every kind that the reader has something to say about, and all that it says about them."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from hero_core.annotations import Annotations
from hero_core.errors import Finding, HeroError
from hero_core.reading import propose, read
from hero_core.reading.layouts import LAYOUTS
from hero_core.rounds import pair
from tests.conftest import ROOT
from tests.reading.build import file, labels, votes
from tests.reading.cases import CASES

SHARED = ROOT.parent / "shared" / "cases"
LARGEST = 1_000_000
GOLD = "item_id,annotator_id,label,gold_label"
LENGTH = "item_id,annotator_id,label,x_len"
GUESS = "item_id,annotator_id,label,prediction"


def zipped(*names: str) -> bytes:
    """A zip archive with a small table under each name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, labels(1, 0))
    return out.getvalue()


FILES: dict[str, bytes] = {
    "exponents": votes("1.5E+12,a,1", "2,a,0"),
    "floats": votes("1.0,a,1", "2.0,a,0"),
    "long id": votes(f"{'y' * 1200},a,1", "2,a,0"),
    "hidden letters": votes("1\u200b,a,1", "2,a,0"),
    "look-alikes": votes("1,ann,1", "2,Ann,0", "3,bo,1"),
    "no ids": votes(",a,1,1", "i2,a,0,0", "i3,b,1,", header=GOLD),
    "blank group": votes("1,a,1,s1", "2,a,0,", "3,b,1,s2", header="item_id,annotator_id,label,system"),
    "preference": labels("win", "tie", "loss"),
    "two words": labels("cat", "dog"),
    "three words": labels("red", "green", "blue"),
    "a word among labels": labels(1, 0, "maybe", 1),
    "two numbers": labels(7, 3),
    "one number": labels(3, 3),
    "many numbers": labels(*range(150)),
    "gold off the scale": votes("1,a,1,9", "2,a,0,0", header=GOLD),
    "no votes": labels("", "NA"),
    "repeats": votes("1,a,1", "1,a,0", "2,a,0", "2,a,0", "3,b,1"),
    "many repeats": votes(*(f"{n},a,{vote}" for n in range(9) for vote in (n % 2, 1 - n % 2, 1))),
    "two golds": votes("1,a,1,1", "1,b,0,0", "2,a,0,1", header=GOLD),
    "bad covariate": votes("1,a,1,5", "2,a,0,", "3,a,1,bad", header=LENGTH),
    "odd covariate": votes("1,a,1,5", "1,b,0,6", "2,a,0,", "3,a,1,7", header=LENGTH),
    "empty covariate": votes("1,a,1,", "2,b,0,", header=LENGTH),
    "decimal comma": file("item_id;annotator_id;label;x_len", '1;a;1;"5,5"', '2;b;0;"6,5"'),
    "ragged": votes("1,a,1", "2,a", "3,b,1,4"),
    "open quote": votes("1,a,1", '2,"a,0'),
    "a name twice": votes("1,a,1,0", header="item_id,annotator_id,label,Label"),
    "other names": votes("1,a,1", header="foo,bar,baz"),
    "guessable names": votes("1,a,1", header="task_id,who,answer"),
    "a second header": votes("id,name,value", "1,a,1", "2,a,0"),
    "two predictions": votes("1,a,1,1", "1,b,1,0", "2,a,0,1", header=GUESS),
    "odd predictions": votes("1,a,1,1", "2,a,0,maybe", header=GUESS),
    "other predictions": votes("1,a,1,spam", "2,a,0,ham", header=GUESS),
    "versions": votes("1,a,1,v1", "1,a,1,v2", "2,a,0,v1", header="item_id,annotator_id,label,system"),
    "versions apart": votes("1,a,1,v1", "1,a,0,v2", "2,a,0,v1", header="item_id,annotator_id,label,system"),
    "gold alone": votes("1,1", "2,0", header="item_id,gold_label"),
    "questions alone": b'{"question_id": 1, "turns": ["a"]}\n',
    "verdicts alone": b'{"idx": 1, "gpt_result": 1}\n',
    "idle items": votes("1,a,1", "2,a,", "3,b,0"),
    "idle gold": votes("1,a,1,1", "2,a,,1", "3,b,0,0", header=GOLD),
    "nothing": b"",
    "blank lines": b"\n\n",
    "a header": votes(),
    "a zero byte": b"item_id,annotator_id,label\n1,a\0,1\n",
    "a pdf": b"%PDF-1.7",
    "a workbook": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "a web page": b"<!doctype html><p>",
    "no encoding": b"item_id,annotator_id,label\n1,\x81\xff\x90,1\n",
    "western": "item_id,annotator_id,label\n1,é,1\n2,é,0\n".encode("cp1252"),
    "broken json": b'[{"item_id": 1, "annotator_id": "a", "label": }]',
    "json numbers": b'{"a": 1}\n5\n',
    "json name twice": b'[{"a": 1, "a": 2}]',
    "deep json": b'[{"a": ' + b"[" * 90 + b"]" * 90 + b"}]",
    "broken gzip": b"\x1f\x8b\x08nothing",
    "broken zip": b"PK\x03\x04nothing",
    "an empty zip": zipped(),
    "two tables": zipped("a.csv", "b.csv"),
    "nested": gzip.compress(gzip.compress(gzip.compress(labels(1, 0)))),
    **{f"{layout.name}.{layout.suffix}": layout.sample.encode() for layout in LAYOUTS},
}
GRADED = votes(*(f"{n},a{n % 3},{n % 5 + 1},{n % 2},r{n % 2}" for n in range(20)), header=f"{GOLD},round")
ASSIGNMENTS = file("HITId,WorkerId,AssignmentStatus,Answer.good,Answer.kind", "1,a,Approved,1,0", "1,b,Approved,0,1")
ROUNDS = votes(*(f"{n},a{n % 3},{n % 2},r{n % 2}" for n in range(20)), header="item_id,annotator_id,label,round")
ASKED: tuple[tuple[bytes | str, dict[str, object]], ...] = (
    (FILES["repeats"], {"merge": {"annotator_id": {"a": "b"}}}),
    (FILES["repeats"], {"merge": {"annotator_id": {"nobody": "b"}}}),
    (FILES["repeats"], {"repeats": "first"}),
    (FILES["repeats"], {"repeats": "last"}),
    (FILES["repeats"], {"repeats": "keep"}),
    (FILES["repeats"], {"flip_rounds": ["r9"]}),
    (FILES["repeats"], {"threshold": 3}),
    (FILES["repeats"], {"columns": {"item_id": "nothing"}}),
    (FILES["repeats"], {"columns": {"colour": "label"}}),
    (FILES["repeats"], {"layout": "toloka"}),
    (FILES["repeats"], {"layout": "nothing"}),
    (FILES["repeats"], {"role": "past"}),
    (FILES["repeats"], {"repeats": "newest"}),
    (FILES["repeats"], {"threshold": "x"}),
    (FILES["repeats"], {"encoding": "nothing"}),
    (FILES["western"], {"encoding": "ascii"}),
    (FILES["repeats"], {"gold": FILES["gold alone"], "role": "history"}),
    (FILES["idle items"], {"gold": votes("x,1", "y,0", header="item_id,gold_label"), "role": "history"}),
    (FILES["repeats"], {"gold": FILES["other names"], "role": "history"}),
    (FILES["versions"], {"gold": FILES["gold alone"], "role": "history"}),
    (FILES["versions apart"], {"gold": FILES["gold alone"], "role": "history"}),
    (FILES["repeats"], {"gold": votes("1,1", "1,0", header="item_id,gold_label"), "role": "history"}),
    (FILES["repeats"], {"gold": votes("1,", "2,", header="item_id,gold_label"), "role": "history"}),
    (ROUNDS, {"flip_rounds": ["r1"]}),
    (ROUNDS, {"flip_rounds": ["r9"]}),
    (GRADED, {"threshold": 3, "role": "history"}),
    (GRADED, {"threshold": 9}),
    (GRADED, {"flip_rounds": ["r1"]}),
    (FILES["preference"], {"threshold": 2}),
    (FILES["wide.csv"], {"layout": "toloka"}),
    (ASSIGNMENTS, {"layout": "mturk"}),
    (FILES["two words"], {"labels": {"cat": "1", "dog": "1"}}),
    (FILES["two words"], {"labels": {"cat": "pet", "dog": "pet"}}),
    ("no/such/file.csv", {}),
)


def shared_files() -> Iterator[Path]:
    """The files of the reference cases beside the project, if they are there."""
    for path in sorted(SHARED.glob("*/*")):
        if path.is_file() and path.name != "case.json" and path.stat().st_size < LARGEST:
            yield path


def heard(made: Callable[[], object]) -> Iterator[Finding | str]:
    """What comes of a call: its findings and refusal, or the error's."""
    try:
        found = made()
    except HeroError as error:
        yield error.message
        yield from error.findings
        return
    yield from getattr(found, "findings", ())
    yield getattr(found, "refusal", None) or ""
    if hasattr(found, "pairing"):
        yield from (found.title, found.note, *found.pairing.values())


def remarks() -> Iterator[str]:
    """Every sentence about every file: read as history and as current file, looked at, accepted, paired."""
    for said in _everything():
        yield from (said.message, said.remedy) if isinstance(said, Finding) else (said,)


def _everything() -> Iterator[Finding | str]:
    files = {name.replace(" ", "_"): data for name, data in FILES.items()}
    files.update({f"{path.parent.name}/{path.name}": path.read_bytes() for path in shared_files()})
    for name, data in files.items():
        for role in ("history", "current"):
            yield from heard(lambda data=data, role=role, name=name: read(data, role=role, name=name))
        yield from heard(lambda data=data, name=name: propose(data, name=name))
    for sample in (layout.sample.encode() for layout in LAYOUTS):
        yield from heard(lambda sample=sample: read(sample, name="f.csv", layout=accepted(sample)))
    for data, options in ASKED:
        yield from heard(lambda data=data, options=options: read(data, name="votes.csv", **options))
    yield from _pairs()


def accepted(sample: bytes) -> str | None:
    """The layout option that a sample's proposal asks for."""
    found = propose(sample, name="f.csv")
    return None if found is None else found.accept


def _pairs() -> Iterator[Finding | str]:
    pairs = [(case.history, case.current) for case in CASES.values()]
    for path in shared_files():
        beside = path.parent / "current.csv"
        if path.name == "history.csv" and beside.exists():
            pairs.append((path.read_bytes(), beside.read_bytes()))
    small = [votes("1,a,1,1", "2,b,0,0", header=GOLD), votes("1,a,1,1", header=GOLD), GRADED]
    pairs += [(one, other) for one in small for other in (votes("1,a,1", "3,c,0"), votes("7,Z,1", "8,A,0"), GRADED)]
    for past, now in pairs:
        files = [_read(past, "history", "history.csv"), _read(now, "current", "current.csv")]
        if None not in files:
            for options in ({}, {"pool": True}, {"overlap": "x"}, {"values": (1, 2, 3, 4, 5, 6, 7)}):
                yield from heard(lambda files=files, options=options: pair(*files, **options))
    yield from heard(lambda: pair(None, _read(CASES["reread"].current, "current", "current.csv")))


def _read(data: bytes, role: str, name: str) -> Annotations | None:
    try:
        return read(data, role=role, name=name)
    except HeroError:
        return None
