"""The first inputs of the fuzzer: votes as every known tool writes them, and the cases beside the project if there."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from hero_core.reading.layouts import LAYOUTS
from tests.reading.build import current_rows, history_rows, table
from tests.reading.cases import CASES
from tests.reading.exports import EXPORTS, Vote

ROOT = Path(__file__).parents[2]
MOST_BYTES = 4096
VOTES = [Vote(item=f"q{at}", annotator=who, label=str((at + len(who)) % 2), gold=str(at % 2))
         for at in range(4) for who in ("ana", "bo")]  # fmt: skip


def parquet() -> bytes:
    """The clean history as Parquet."""
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(history_rows()[:4]), out)
    return out.getvalue()


def contents() -> Iterator[bytes]:
    """Files of votes."""
    for rows in (history_rows(), current_rows()):
        for separator in ",;\t|":
            yield table(rows[:8], separator=separator).encode()
        yield table(rows[:8], newline="\r\n", quote_all=True).encode("utf-16")
    yield parquet()
    for _, writer, _ in EXPORTS.values():
        yield writer(VOTES).encode()
    for layout in LAYOUTS:
        yield layout.sample.encode()
    for case in CASES.values():
        yield case.history
        yield case.current
    for path in sorted((ROOT.parent / "shared" / "cases").glob("*/*")):
        if path.is_file() and path.suffix not in (".json", ".md"):
            yield path.read_bytes()


def write(folder: Path, n_layouts: int) -> None:
    """Every content with a few of the option bytes that the target takes off the front."""
    for at, content in enumerate(dict.fromkeys(contents())):
        if len(content) > MOST_BYTES:
            continue
        for how in (0, 1, 0x52, 184):
            option = 4 * (at % n_layouts)
            (folder / f"seed_{at:03}_{how:03}").write_bytes(bytes([how, option]) + content)
    for at in range(40):
        rows = bytes((at * 37 + n * n * 11) % 256 for n in range(200))
        (folder / f"rows_{at:02}").write_bytes(bytes([200 + at, 0]) + rows)
