"""Large files: read in blocks and halves, with codes as narrow as they can be; none of it may show."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core import read
from hero_core.reading import delimited
from hero_core.reading.table import code_type

HEADER = "item_id,annotator_id,label,system"


def votes(rows: list[str]) -> bytes:
    """A current file of these rows."""
    return "\n".join([HEADER, *rows, ""]).encode()


@pytest.mark.parametrize("size", [125, 126, 127, 128, 32_765, 32_766, 32_767])
def test_codes_have_room_for_a_missing_one_and_one_more(size):
    """A blank group is added as one more value, and counts start at the missing cell."""
    limits = np.iinfo(code_type(size))

    assert limits.min <= -1 and size + 1 <= limits.max


@pytest.mark.parametrize("systems", [124, 125, 126, 127, 128])
def test_a_blank_group_beside_any_number_of_systems(systems):
    """Where codes are kept in one byte, the group of the blank cells must not run over."""
    rows = [f"i{code},a{code % 7},{code % 2},s{code:03d}" for code in range(systems)]
    found = read(votes([*rows, "i0,a0,1,"]))

    assert len(found.systems) == systems + 1
    assert found.n_votes == found.n_items == systems + 1
    assert [found.systems[code] for code in found.system].count("(blank)") == 1


@pytest.mark.parametrize("long", [200, 400, 900])
def test_a_row_longer_than_the_first_blocks_is_read(long, monkeypatch):
    """Small blocks are faster; a row that does not fit into one is no reason to refuse the file."""
    monkeypatch.setattr(delimited, "BLOCK_BYTES", 1000)
    rows = [f"i{code},a{code % 3},1,s" for code in range(200)]
    found = read(votes([*rows[:150], f"{'i' * long},a0,0,s", *rows[150:]]))

    assert found.n_votes == len(rows) + 1
    assert "i" * long in found.item_ids


def test_ids_repeated_in_any_block_are_one_id(monkeypatch):
    """The distinct values of the blocks are joined by their text, wherever they first appear."""
    monkeypatch.setattr(delimited, "BLOCK_BYTES", 400)
    order = np.random.default_rng(3).permutation(600)
    found = read(votes([f"i{row // 3},a{row % 3},{row % 2},v{row // 3 % 4}" for row in order]))

    assert (found.n_items, found.n_annotators, found.n_votes) == (200, 3, 600)
    position = {name: code for code, name in enumerate(found.item_ids)}
    item = position["i150"]
    assert sorted(found.label[found.item == item].tolist()) == sorted(row % 2 for row in range(450, 453))
    assert found.systems[found.system[item]] == f"v{150 % 4}"
