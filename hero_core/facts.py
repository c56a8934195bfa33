"""How a file was read: what it was found to be, and what the user chose for it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class ReadFacts:
    """All that, with the bytes, decides what was read.

    `form` is what the file is inside ("text", "json", "parquet", "frame"), `container` what it was packed in ("gzip",
    "zip", "xlsx" or None), `encoding` and `separator` are those of text. `columns` holds (our name, name in the file)
    of every column read, `labels` the given (value, class), None for no vote; `merge` (column, id, id that is meant).
    """

    form: str = "frame"
    container: str | None = None
    encoding: str | None = None
    separator: str | None = None
    layout: str | None = None
    columns: Pairs = ()
    labels: tuple[tuple[str, str | None], ...] = ()
    threshold: float | None = None
    repeats: str = "drop"
    merge: tuple[tuple[str, str, str], ...] = ()
    flip_rounds: tuple[str, ...] = ()
    gold_name: str | None = None
    gold_sha256: str | None = None
    gold_encoding: str | None = None

    def to_dict(self) -> dict[str, object]:
        """Plain JSON values, columns, labels and merged ids by name."""
        merge: dict[str, dict[str, str]] = {}
        for column, written, meant in self.merge:
            merge.setdefault(column, {})[written] = meant
        gold = {"name": self.gold_name, "sha256": self.gold_sha256, "encoding": self.gold_encoding}
        named = {name: value for name, value in asdict(self).items() if not name.startswith("gold_")}
        return {
            **named, "columns": dict(self.columns), "labels": dict(self.labels), "merge": merge,
            "flip_rounds": list(self.flip_rounds), "gold": gold if self.gold_name is not None else None,
        }  # fmt: skip
