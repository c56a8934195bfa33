"""A look at the label columns of a file, also of one that is refused because of them."""

from __future__ import annotations

import numpy as np

from hero_core.errors import HeroError
from hero_core.reading.reader import read_table
from hero_core.reading.words import Words
from ui.uploads import Upload

COLUMNS = ("label", "gold_label")


def label_values_of(upload: Upload) -> tuple[tuple[str, int], ...]:
    """Each label and gold text as written with its number of cells, the most frequent first; empty if unreadable."""
    try:
        table = read_table(upload.data, name=upload.name, columns=None, encoding=None)
    except HeroError:
        return ()
    usable = np.ones(table.n_rows, dtype=bool)
    total: dict[str, tuple[str, int]] = {}
    for words in (Words.of(table, name, usable) for name in COLUMNS if name in table.columns):
        for text in (text for text in words.count if text):
            written, count = total.get(text, (words.written(text), 0))
            total[text] = (written, count + words.count[text])
    return tuple(sorted(total.values(), key=lambda value: (-value[1], value[0])))
