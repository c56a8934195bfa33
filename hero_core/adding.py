"""The command `add-round`: the current round becomes a further round of the history, in a file of its own."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import pandas as pd

from hero_core import documents
from hero_core.annotations import Annotations
from hero_core.chosen import Choices, choices_of
from hero_core.entries import pairs_entry
from hero_core.errors import Finding, SettingsError
from hero_core.merging import Merged, merged
from hero_core.reading import read
from hero_core.writing import output_of, write

ENDING = ".parquet"


def added(options: argparse.Namespace) -> tuple[documents.Document, pd.DataFrame, tuple[Finding, ...]]:
    """Write the joined history; document, table of what was added, findings of both files."""
    output = output_of(options, [options.history, options.current, options.gold, options.round_gold])
    if output.suffix.lower() != ENDING:
        raise SettingsError(f"{output}: the joined history is a Parquet file, so its name must end in {ENDING}. "
                            "`hero convert` makes a CSV file of it.")  # fmt: skip
    history, current = _files(options)
    found = merged(history, current, name=options.round, earlier=options.earlier)
    write(output, found.data)
    reading = how_to_read(found, output)
    document = documents.added_document(
        found, output=str(output), sha256=hashlib.sha256(found.data).hexdigest(), reading=reading,
        findings=(*(() if history is None else history.findings), *current.findings),
    )  # fmt: skip
    keys = ("output", "bytes", "rounds", "added", "items", "gold_items", "left_out")
    facts = {key: document[key] for key in keys} | ({"read it with": " ".join(reading)} if reading else {})
    table = pd.DataFrame({"": list(facts), "value": pd.Series(list(facts.values()), dtype=object)})
    return document, table, tuple(found for file in (history, current) if file is not None for found in file.findings)


def _files(options: argparse.Namespace) -> tuple[Annotations | None, Annotations]:
    """The history, if there is one, and the current round with the gold that has arrived for it."""
    for name in ("gold", "round_gold"):
        if getattr(options, f"{name}_encoding") and not getattr(options, name):
            option = name.replace("_", "-")
            raise SettingsError(f"--{option}-encoding is about the file of --{option}: add --{option} FILE.")
    if options.gold and not options.history:
        raise SettingsError("--gold gives the gold of the history: add --history FILE, or say --round-gold.")
    paths = [path for path in (options.history, options.current) if path]
    choices = choices_of(options, paths)
    late: Choices = {
        **choices[options.current], "gold": options.round_gold, "gold_encoding": options.round_gold_encoding,
    }  # fmt: skip
    history = None
    if options.history:
        history = read(options.history, role="history", repeats=options.repeats, **choices[options.history])
    return history, read(options.current, role="history", repeats=options.repeats, **late)


def how_to_read(found: Merged, output: Path) -> list[str]:
    """The options with which the written file must be read; empty where it says all by itself."""
    labels = ["--labels", f"{output}:{pairs_entry(found.labels)}"] if found.labels else []
    return [*labels, *(["--repeats", found.repeats] if found.repeats != "drop" else [])]
