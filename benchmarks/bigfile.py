"""A large file of votes for the figures: python -m benchmarks.bigfile FOLDER [--rows N]. Written in pieces."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as arrow_csv
import pyarrow.parquet as pq

PER_ITEM = 5
ANNOTATORS = 1000
GOLD_SHARE = 0.05
PIECE = 1 << 20
NUMBER = pa.int64()


def numbered(prefix: str, codes: np.ndarray, width: int) -> pa.StringArray:
    """Names such as annotator-0042; shape of `codes`."""
    digits = pc.utf8_lpad(pa.array(codes, NUMBER).cast(pa.string()), width, "0")
    return pc.binary_join_element_wise(prefix, digits, "")


def pieces(rows: int, seed: int, *, shuffled: bool) -> Iterator[pa.Table]:
    """Votes on rows / 5 items, five each, by 1,000 annotators; six columns, about 52 bytes a row as CSV."""
    rng = np.random.default_rng(seed)
    items = max(1, rows // PER_ITEM)
    truth, gold = rng.random(items) < 0.3, rng.random(items) < GOLD_SHARE
    first, stride = rng.integers(0, ANNOTATORS, items), rng.integers(1, ANNOTATORS // PER_ITEM, items)
    order = rng.permutation(rows) if shuffled else np.arange(rows)
    for start in range(0, rows, PIECE):
        row = order[start : start + PIECE]
        item = np.minimum(row // PER_ITEM, items - 1)
        label = truth[item] ^ (rng.random(len(row)) < 0.2)
        told = np.where(truth[item], "1", "0")
        yield pa.table({
            "item_id": numbered("prompt-2026-", item, 7),
            "annotator_id": numbered("annotator-", (first[item] + stride[item] * (row % PER_ITEM)) % ANNOTATORS, 4),
            "label": pa.array(label.astype(np.int8)),
            "gold_label": pa.array(np.where(gold[item], told, "")),
            "system": numbered("model-v", item % 4 + 1, 1),
            "round": numbered("2026-", item * 3 // items + 1, 2),
        })  # fmt: skip


def write_csv(path: Path, rows: int, *, seed: int = 7, shuffled: bool = True) -> None:
    """The votes as CSV."""
    options = arrow_csv.WriteOptions(quoting_style="none")
    with path.open("wb") as opened:
        for at, piece in enumerate(pieces(rows, seed, shuffled=shuffled)):
            options.include_header = at == 0
            arrow_csv.write_csv(piece, opened, options)


def write_parquet(path: Path, rows: int, *, seed: int = 7, shuffled: bool = True) -> None:
    """The votes as Parquet."""
    every = pieces(rows, seed, shuffled=shuffled)
    head = next(every)
    with pq.ParquetWriter(path, head.schema) as opened:
        opened.write_table(head)
        for piece in every:
            opened.write_table(piece)


def main() -> None:
    """Write votes.csv and votes.parquet into a folder."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--rows", type=int, default=5_000_000)
    options.add_argument("--sorted", action="store_true", help="rows by item instead of in random order")
    chosen = options.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    write_csv(chosen.folder / "votes.csv", chosen.rows, shuffled=not chosen.sorted)
    write_parquet(chosen.folder / "votes.parquet", chosen.rows, shuffled=not chosen.sorted)


if __name__ == "__main__":
    main()
