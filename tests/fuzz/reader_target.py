"""Coverage-guided fuzzing of the reader with Atheris: `make fuzz SECONDS=1800`. Not collected by pytest.

Finds are written once per place to FINDS as a file of bytes and its traceback; the run goes on.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import resource
import sys
import time
import traceback
import zipfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["hero_core.reading", "hero_core.annotations"]):
    import hero_core.reading  # noqa: F401

from hero_core.reading.layouts import BY_NAME
from tests.fuzz import oracle, seeds

SLOW = 10.0
GROWTH = 400 << 10  # KB of resident memory that one small input may add
LAYOUTS = (None, "plain", *BY_NAME)
NAMES = ("votes.csv", "votes.jsonl", "votes.tsv", "votes")
ENCODINGS = (None, None, None, "utf-8", "utf-16", "gb18030", "cp1252", "utf-8-sig")
GOLD = b"item_id,gold_label\ni1,1\nold1,1\nnew1,0\nq1,1\n"
SEPARATORS, BREAKS = ",;\t|", ("\n", "\r\n", "\r")
ID_LETTERS = "ab0i1 9-_'\"\n,;é张\u202e\u200b=.A"
LABELS = ("0", "1", "", " 1 ", "0")
PLAIN = ("i1", "i2", "a", "b", "")

state = {"runs": 0, "finds": 0, "read": 0, "started": time.time(), "memory": 0}


def as_gzip(data: bytes) -> bytes:
    return gzip.compress(data, 1, mtime=0)


def as_zip(data: bytes, name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def as_parts(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for at, part in enumerate(data.split(b"\0\0")[:5]):
            archive.writestr(zipfile.ZipInfo(f"person{at}.jsonl"), part)
    return out.getvalue()


def raw(how: int, option: int, body: bytes) -> None:
    """Bytes as they come, or packed."""
    name = NAMES[option % len(NAMES)]
    layout = LAYOUTS[(option // 4) % len(LAYOUTS)] if how % 3 == 1 else None
    gold = GOLD if how % 5 == 2 else None
    encoding = ENCODINGS[how % len(ENCODINGS)]
    packing = (how >> 4) % 8
    if packing == 5:
        body = as_gzip(body)
    elif packing == 6:
        body = as_zip(body, name)
    elif packing == 7:
        body = as_parts(body)
    oracle.check_file(body, name=name, layout=layout, gold=gold, encoding=encoding)


def gold_file(body: bytes) -> None:
    """The bytes as a gold file beside clean votes."""
    votes = b"item_id,annotator_id,label\ni1,a,1\ni1,b,0\nq1,a,0\n"
    for role in oracle.ROLES:
        oracle.check_reading(votes, role=role, layout=None, gold=body)


def text_of(data: atheris.FuzzedDataProvider) -> str:
    if data.ConsumeIntInRange(0, 3):
        return PLAIN[data.ConsumeIntInRange(0, len(PLAIN) - 1)]
    count = data.ConsumeIntInRange(0, 6)
    return "".join(ID_LETTERS[data.ConsumeIntInRange(0, len(ID_LETTERS) - 1)] for _ in range(count))


def rows_of(data: atheris.FuzzedDataProvider) -> list[tuple[str, str, str]]:
    count = data.ConsumeIntInRange(1, 25)
    return [(text_of(data), text_of(data), LABELS[data.ConsumeIntInRange(0, len(LABELS) - 1)]) for _ in range(count)]


def structured(body: bytes) -> None:
    """Rows made here, so that the counts are known."""
    data = atheris.FuzzedDataProvider(body)
    separator = SEPARATORS[data.ConsumeIntInRange(0, 3)]
    newline = BREAKS[data.ConsumeIntInRange(0, 2)]
    packing = data.ConsumeIntInRange(0, 5)
    encoding = ("utf-8", "utf-8", "utf-8-sig", "utf-16")[data.ConsumeIntInRange(0, 3)]
    rows = rows_of(data)
    if any(one.strip().endswith(".0") for row in rows for one in row[:2]):
        return
    if packing == 3:
        written = json.dumps([dict(zip(oracle.HEADER, row, strict=True)) for row in rows], indent=1).encode()
    elif packing == 4:
        written = "".join(json.dumps(dict(zip(oracle.HEADER, row, strict=True))) + "\n" for row in rows).encode()
    else:
        written = oracle.as_csv(rows, separator, newline).encode(encoding)
    written = as_gzip(written) if packing == 1 else as_zip(written, "votes.csv") if packing == 2 else written
    oracle.check_rows(rows, written)
    oracle.check_file(written)


def place_of(trouble: BaseException) -> str:
    """Where the fault is: the last lines of our own code."""
    own = [f"{Path(frame.filename).name}:{frame.name}" for frame in traceback.extract_tb(trouble.__traceback__)
           if "hero_core" in frame.filename or "oracle" in frame.filename]  # fmt: skip
    words = str(trouble)[:40] if isinstance(trouble, oracle.Broken) else ""
    return f"{type(trouble).__name__} {words} {' '.join(own[-2:])}"


def keep(data: bytes, why: str, detail: str) -> None:
    """One file per kind of find."""
    key = hashlib.blake2b(why.encode(), digest_size=6).hexdigest()
    path = FINDS / f"{key}.bin"
    if path.exists():
        return
    state["finds"] += 1
    path.write_bytes(data)
    path.with_suffix(".txt").write_text(f"{why}\n{detail}", encoding="utf-8")
    print(f"FIND {key} {why}", file=sys.stderr, flush=True)


def one_input(data: bytes) -> None:
    """One execution."""
    state["runs"] += 1
    began = time.perf_counter()
    if len(data) < 3:
        return
    how, option, body = data[0], data[1], data[2:]
    try:
        if how >= 200:
            structured(body)
        elif how >= 184:
            gold_file(body)
        else:
            raw(how, option, body)
    except BaseException as trouble:
        if isinstance(trouble, KeyboardInterrupt | SystemExit):
            raise
        keep(data, place_of(trouble), traceback.format_exc())
    took = time.perf_counter() - began
    if took > SLOW:
        keep(data, f"slow {int(took)} s", "")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if state["runs"] > 200 and memory > state["memory"] + GROWTH:
        keep(data, f"memory grew by {(memory - state['memory']) >> 10} MB", "")
    state["memory"] = max(state["memory"], memory)
    if state["runs"] % 500 == 0:
        seconds = time.time() - state["started"]
        (FINDS / "stats.txt").write_text(f"{seconds:.0f} s, {state['runs']:,} executions, {state['finds']} kinds\n")


def main() -> None:
    """Seeds first, then libFuzzer with the arguments given."""
    seeds.write(CORPUS, len(LAYOUTS))
    atheris.Setup([sys.argv[0], *sys.argv[2:], str(CORPUS)], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    FOLDER = Path(sys.argv[1])
    CORPUS, FINDS = FOLDER / "corpus", FOLDER / "finds"
    for folder in (CORPUS, FINDS):
        folder.mkdir(parents=True, exist_ok=True)
    main()
