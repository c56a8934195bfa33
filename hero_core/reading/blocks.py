"""Columns that come in blocks: each block is made small at once, and all are joined at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from hero_core.reading.table import MISSING, Column, code_type, lookup

Block: TypeAlias = Column | pa.StringArray


def block_of(cells: pa.Array) -> Block:
    """The cells of a block: codes of a dictionary as narrow as they can be, or plain text.

    In memory of their own, so that the reader of the file can use its memory again for the next block.
    """
    if isinstance(cells, pa.DictionaryArray):
        return column_of([cells], cells.dictionary)
    return pa.concat_arrays([cells], memory_pool=pa.system_memory_pool())


def column_of(chunks: Sequence[pa.DictionaryArray], texts: pa.Array) -> Column:
    """Cells whose chunks share their distinct values."""
    parts = [chunk.indices.fill_null(MISSING).to_numpy(zero_copy_only=False) for chunk in chunks]
    return Column(codes=np.concatenate(parts, dtype=code_type(len(texts)), casting="unsafe"), texts=texts)


def joined(blocks: Sequence[Block]) -> Column:
    """All cells, block after block, as codes into their distinct values."""
    texts = [block.texts if isinstance(block, Column) else block for block in blocks]
    encoded = pa.chunked_array(texts, pa.string()).dictionary_encode()
    distinct = encoded.chunk(0).dictionary if encoded.num_chunks else pa.array([], pa.string())
    kind = code_type(len(distinct))
    codes = [chunk.indices.to_numpy() for chunk in encoded.chunks]
    codes = [
        lookup(code, block.codes) if isinstance(block, Column) else code
        for code, block in zip(codes, blocks, strict=True)
    ]
    return Column(codes=np.concatenate([np.empty(0, kind), *codes], dtype=kind, casting="unsafe"), texts=distinct)
