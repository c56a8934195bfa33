"""Writes docs/layouts.md from the layouts that the reader knows: python -m docs.layouts."""

from __future__ import annotations

from pathlib import Path

from hero_core.reading import propose
from hero_core.reading.layouts import LAYOUTS, Layout

PAGE = Path(__file__).with_name("layouts.md")
HEAD = """# Files from other tools

The program reads a table with the columns `item_id`, `annotator_id` and `label` as it stands. Exports of the tools
below are recognised by their fields and **proposed** with their pairing and the first row; nothing is read until you
accept:

```
hero validate FILE                          # says what the file looks like
hero estimate --current FILE --layout FILE:toloka
hero convert FILE -o votes.csv --layout FILE:toloka
```

In Python: `hero_core.propose("FILE")` and `hero_core.read("FILE", layout="toloka")`. Where several fields may hold the
label, name one: `toloka:result`. `plain` reads a table as it stands. Any other table with one row per vote is read by
naming its columns: `--columns FILE:item_id=NAME,annotator_id=NAME,label=NAME`.

Containers: delimited text (comma, semicolon, tab, bar), JSON arrays, JSON Lines, Parquet, gzip, zip with one table (or
one JSON Lines file per annotator), and Excel xlsx where `hero-dashboard[excel]` is installed. Gold labels in a file of
their own are joined with `--gold FILE` (`gold=` in Python).

This page is made by `python -m docs.layouts`.

| name | what it is | label | field names taken from |
|---|---|---|---|
"""


def row_of(layout: Layout) -> str:
    """The line of the table."""
    proposal = propose(layout.sample.encode(), name=f"sample.{layout.suffix}")
    label = "" if proposal is None else proposal.pairing["label"].replace("|", "/")
    return f"| [`{layout.name}`](#{layout.name}) | {layout.title} | {label} | {layout.source} |"


def section_of(layout: Layout) -> str:
    """Sample, pairing, and the first row that comes out of it."""
    proposal = propose(layout.sample.encode(), name=f"sample.{layout.suffix}")
    if proposal is None:
        return ""
    pairs = "\n".join(f"| `{ours}` | {place} | {proposal.example.get(ours, '')} |"
                      for ours, place in proposal.pairing.items())  # fmt: skip
    note = f"{layout.note}\n\n" if layout.note else ""
    return (
        f"## {layout.name}\n\n{layout.title}. {note}```\n{layout.sample.rstrip()}\n```\n\n"
        f"| our column | from | first row |\n|---|---|---|\n{pairs}\n"
    )


def page() -> str:
    """The whole page."""
    return HEAD + "\n".join(row_of(layout) for layout in LAYOUTS) + "\n\n" + "\n".join(map(section_of, LAYOUTS))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
