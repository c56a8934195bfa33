"""Tables whose columns have types (Parquet, data frames), turned into text as a CSV would hold it."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hero_core.errors import ReadError
from hero_core.reading import header as names
from hero_core.reading.blocks import column_of
from hero_core.reading.container import MOST_RATIO, TRUSTED_BYTES, bomb
from hero_core.reading.ids import BLANKS_MEANT
from hero_core.reading.messages import finding
from hero_core.reading.table import MISSING, Column, RowsPlusTwo, Table
from hero_core.saying import said

if TYPE_CHECKING:
    import pandas as pd

SAMPLE_ROWS = 50
MOST_ROWS = 100_000_000
TRUSTED_ROWS, MOST_ROWS_A_BYTE = 2_000_000, 20
FEW_ROWS = 1_000_000
BROKEN = (pa.ArrowException, OSError, ValueError, KeyError, IndexError, OverflowError)


def is_frame(source: object) -> TypeGuard[pd.DataFrame]:
    """Whether this is a pandas data frame; pandas is not imported for the question."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(source, pandas.DataFrame)


def read_parquet(data: bytes, file: str, sha256: str, columns: Mapping[str, str] | None) -> Table:
    """The table in a Parquet file."""
    try:
        opened = open_parquet(data, file)
        header = opened.schema_arrow.names
        found = names.match(header, columns, file)
        if not names.is_complete(found):
            head = next(opened.iter_batches(SAMPLE_ROWS), None)
            rows = [] if head is None else [tuple(row.values()) for row in head.to_pylist()]
            raise ReadError.of(names.missing_columns(header, found, file, rows=rows))
        repeated = [header[position] for name, position in found.items() if name != "item_id"]
        opened = open_parquet(data, file, repeated)
    except BROKEN as trouble:
        raise broken(file, trouble) from trouble

    def column(position: int) -> pa.ChunkedArray:
        try:
            cells = opened.read([header[position]]).column(0)
            if len(cells) != opened.metadata.num_rows:
                raise ValueError(f"{len(cells):,} cells in {opened.metadata.num_rows:,} rows")
            if any(is_torn(chunk) for chunk in cells.chunks):
                raise ValueError("cells that point to values which are not there")
        except BROKEN as trouble:
            raise broken(file, trouble) from trouble
        return cells

    meant = (opened.metadata.metadata or {}).get(BLANKS_MEANT.encode(), b"").decode("ascii", "ignore")
    return replace(typed_table(file, sha256, header, found, column), blanks_meant=tuple(meant.split(",")))


def open_parquet(data: bytes, file: str, repeated: Sequence[str] | None = None) -> pq.ParquetFile:
    """A Parquet file of a size that can be read; text of `repeated` columns (of all, if not said) comes as a
    dictionary, so that a long one takes no more room than in the file."""
    opened = pq.ParquetFile(pa.BufferReader(data))
    rows = opened.metadata.num_rows
    if rows > MOST_ROWS:
        raise ReadError.of(finding("too_big", file, limit=said("{rows} rows", rows=f"{MOST_ROWS:,}")))
    if rows > max(TRUSTED_ROWS, MOST_ROWS_A_BYTE * len(data)):
        limit = said("{rows} rows and {more} rows for each byte", rows=f"{TRUSTED_ROWS:,}", more=MOST_ROWS_A_BYTE)
        raise ReadError.of(finding("too_big", file, limit=limit))
    texts = {field.name for field in opened.schema_arrow if is_text(field.type)}
    chosen = texts if repeated is None or rows <= FEW_ROWS else texts & set(repeated)
    return pq.ParquetFile(pa.BufferReader(data), read_dictionary=sorted(chosen), metadata=opened.metadata)


def is_torn(cells: pa.Array) -> bool:
    """Whether coded cells point beyond their distinct values, as in a damaged file."""
    if not isinstance(cells, pa.DictionaryArray):
        return False
    ends = pc.min_max(cells.indices).as_py()
    return ends["max"] is not None and not 0 <= ends["min"] <= ends["max"] < len(cells.dictionary)


def is_text(kind: pa.DataType) -> bool:
    """Whether cells are strings or bytes."""
    return any(test(kind) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary))


def parquet_header(data: bytes, file: str) -> tuple[str, ...]:
    """The column names of a Parquet file."""
    try:
        return tuple(open_parquet(data, file).schema_arrow.names)
    except BROKEN as trouble:
        raise broken(file, trouble) from trouble


def parquet_rows(data: bytes, file: str, most: int | None = None) -> tuple[tuple[str, ...], list[dict[str, Any]]]:
    """Column names and (the first `most`) rows of a Parquet file."""
    try:
        opened = open_parquet(data, file)
        batches = iter([opened.read()]) if most is None else opened.iter_batches(most)
        table = next(batches, None)
        if table is None:
            return tuple(opened.schema_arrow.names), []
        size = sum(letters(column) for column in table.columns)
        if size > max(TRUSTED_BYTES, MOST_RATIO * len(data)):
            raise bomb(file)
        return tuple(table.schema.names), table.to_pylist()
    except BROKEN as trouble:
        raise broken(file, trouble) from trouble


def letters(column: pa.ChunkedArray | pa.Array) -> int:
    """Bytes that the texts of a column coded by its distinct values take when written out."""
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    coded = [chunk for chunk in chunks if pa.types.is_dictionary(chunk.type)]
    return sum(pc.sum(pc.binary_length(chunk.dictionary).take(chunk.indices)).as_py() or 0 for chunk in coded)


def broken(file: str, trouble: Exception) -> ReadError:
    """The error for a Parquet file that the library cannot read."""
    return ReadError.of(finding("broken_container", file, kind="Parquet", why=first_line(trouble)))


def read_frame(frame: pd.DataFrame, file: str, columns: Mapping[str, str] | None) -> Table:
    """The table in a data frame; its index is not a column."""
    header = [str(name) for name in frame.columns]
    found = names.match(header, columns, file)
    if not names.is_complete(found):
        rows = list(frame.head(SAMPLE_ROWS).itertuples(index=False, name=None))
        raise ReadError.of(names.missing_columns(header, found, file, rows=rows))
    table = typed_table(file, "", header, found, lambda position: frame_column(frame.iloc[:, position]))
    return Table(**{**vars(table), "sha256": content_hash(table)})


def typed_table(
    file: str, sha256: str, header: Sequence[str], found: Mapping[str, int], column: Callable[[int], pa.ChunkedArray]
) -> Table:
    """The columns with a meaning as text."""
    columns: dict[str, Column] = {}
    for name, position in found.items():
        try:
            columns[name] = as_text(column(position))
        except (*BROKEN, TypeError) as trouble:
            note = finding("column_type", file, column=name, title=header[position], kind=first_line(trouble))
            raise ReadError.of(note) from trouble
    n_rows = len(columns["item_id"].codes)
    if not n_rows:
        raise ReadError.of(finding("no_rows", file, lines=(1,), line=1))
    headers = {name: header[position] for name, position in found.items()}
    return Table(name=file, sha256=sha256, n_rows=n_rows, columns=columns, headers=headers, lines=RowsPlusTwo())


def frame_column(series: pd.Series[Any]) -> pa.ChunkedArray:
    """A data frame column as arrow; mixed objects as the text that Python gives them."""
    from pandas.api.types import infer_dtype

    if infer_dtype(series, skipna=True).startswith("mixed"):
        series = series.map(str, na_action="ignore")
    array = pa.array(series, from_pandas=True)
    return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])


def as_text(chunked: pa.ChunkedArray) -> Column:
    """An arrow column of any plain type as codes into texts; null and NaN are missing."""
    if pa.types.is_null(chunked.type):
        return Column(codes=np.full(len(chunked), MISSING, dtype=np.int64), texts=pa.array([], pa.string()))
    column = as_column(chunked)
    return column.cleaned(text_of(column.texts))


def as_column(chunked: pa.ChunkedArray) -> Column:
    """An arrow column as codes into its distinct values."""
    encoded = chunked.unify_dictionaries() if pa.types.is_dictionary(chunked.type) else chunked.dictionary_encode()
    if not encoded.num_chunks:
        return Column(codes=np.empty(0, dtype=np.int32), texts=pa.array([], pa.string()))
    return column_of(encoded.chunks, encoded.chunk(0).dictionary)


def text_of(values: pa.Array) -> pa.StringArray:
    """Distinct values as text; floats as Python writes them, so that 1.0 stays 1.0. ArrowInvalid if not UTF-8."""
    if pa.types.is_floating(values.type):
        written = ["" if number is None or number != number else repr(number) for number in values.to_pylist()]
        return pa.array(written, pa.string())
    texts = values.cast(pa.string())
    texts.validate(full=True)
    return pc.fill_null(texts, "")


def content_hash(table: Table) -> str:
    """SHA-256 of the columns that are read, cell by cell."""
    digest = hashlib.sha256()
    for name in sorted(table.columns):
        column = table.columns[name]
        digest.update(repr((name, column.texts.to_pylist())).encode("utf-8", "surrogatepass"))
        digest.update(np.ascontiguousarray(column.codes, dtype=np.int64).tobytes())
    return digest.hexdigest()


def first_line(trouble: BaseException) -> str:
    """The first line of a library's message, shortened."""
    return str(trouble).strip().split("\n")[0][:120]
