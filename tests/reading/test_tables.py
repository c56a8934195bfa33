"""Parquet files and data frames: typed columns are read as the same file in text would be."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hero_core.annotations import Annotations
from hero_core.errors import HeroError, ReadError
from hero_core.reading import header_of, read
from tests.reading.build import codes, current_rows, history_rows, refusal, same, table, with_values

ROWS = with_values(history_rows(("7", "12")), x_len=lambda row: int(str(row["item_id"])[3:]) / 4, prompt="Why?")
EXPECTED = read(table(ROWS).encode(), role="history")
FRAME = pd.DataFrame(ROWS)


def parquet(frame: pd.DataFrame, **types: pa.DataType) -> bytes:
    """The frame as a Parquet file, columns cast to the given types."""
    arrow = pa.Table.from_pandas(frame, preserve_index=False)
    for name, kind in types.items():
        position = arrow.schema.get_field_index(name)
        arrow = arrow.set_column(position, name, arrow.column(name).cast(kind))
    target = io.BytesIO()
    pq.write_table(arrow, target)
    return target.getvalue()


def history(source: object) -> Annotations:
    """The source read as history."""
    return read(source, role="history")  # type: ignore[arg-type]


def test_a_frame_is_read_like_its_file():
    assert same(history(FRAME), EXPECTED)
    assert history(FRAME).name == "table"
    assert not history(FRAME).findings


def test_a_parquet_file_is_read_like_its_text():
    found = history(parquet(FRAME))

    assert same(found, EXPECTED)
    assert not found.findings


@pytest.mark.parametrize(
    "types",
    [
        {"label": pa.int8(), "gold_label": pa.int64()},
        {"label": pa.float64(), "gold_label": pa.float32()},
        {"label": pa.bool_(), "gold_label": pa.bool_()},
        {"label": pa.string(), "x_len": pa.float32()},
        {"item_id": pa.large_string(), "annotator_id": pa.int64()},
        {"item_id": pa.dictionary(pa.int16(), pa.string()), "system": pa.dictionary(pa.int8(), pa.string())},
        {"x_len": pa.string()},
        {"label": pa.decimal128(21, 1)},
    ],
    ids=str,
)
def test_types_of_parquet_columns_do_not_matter(types):
    """P10: a label is the same label as int, float, truth value or text."""
    found = history(parquet(FRAME, **types))

    assert same(found, EXPECTED)
    assert not found.findings


@pytest.mark.parametrize("kind", ["Int8", "boolean", "float64", "object", "str", "category", "string", "Float32"])
def test_types_of_frame_columns_do_not_matter(kind):
    frame = FRAME.astype({"label": kind, "annotator_id": "category"})

    assert same(history(frame), EXPECTED)


def test_missing_cells_of_any_type():
    """P10, P15: nullable integers with gaps, floats with NaN, objects with None."""
    some = [index % 4 != 0 for index in range(len(FRAME))]
    expected = read(
        table(
            with_values(ROWS, gold_label=lambda row: "" if row["annotator_id"] == "12" else row["gold_label"])
        ).encode(),
        role="history",
    )
    for kind in ("Int8", "float64", "object"):
        frame = FRAME.astype({"gold_label": kind})
        frame.loc[frame.annotator_id == "12", "gold_label"] = (
            None if kind == "object" else pd.NA if kind == "Int8" else np.nan
        )
        assert same(history(frame), expected)
        assert same(history(parquet(frame)), expected)
    frame = FRAME.assign(label=FRAME.label.where(some))
    assert history(frame).counts["rows_without_label"] == 5
    assert history(parquet(frame)).counts["rows_without_label"] == 5


def test_whole_ids_that_became_floats_are_repaired():
    """P8: in a frame this happens as soon as one id is missing."""
    frame = pd.DataFrame({"item_id": [1, 2, None, 4], "annotator_id": "ana", "label": [1, 0, 1, 1]})
    found = read(frame)

    assert list(found.item_ids) == ["1", "2", "4"]
    assert codes(found) == ["float_ids", "rows_without_id"]
    assert found.findings[1].lines == (4,)


def test_large_float_ids_are_refused():
    """P9: their last digits are gone."""
    frame = pd.DataFrame({"item_id": [8.20031e17, 8.20032e17], "annotator_id": "ana", "label": [1, 0]})

    with pytest.raises(ReadError, match=r"8\.20031e\+17"):
        read(frame)


def test_mixed_objects_are_text():
    frame = pd.DataFrame({"item_id": ["a", 7, 7.5, None], "annotator_id": "ana", "label": [True, 0, "no", 1.0]})
    found = read(frame)

    assert set(found.item_ids) == {"a", "7", "7.5"}
    assert list(found.label) == [0, 0, 1]


@pytest.mark.parametrize(
    "source", [FRAME.drop(columns="label"), parquet(FRAME.drop(columns="label"))], ids=["frame", "parquet"]
)
def test_missing_columns_are_named(source):
    with pytest.raises(ReadError, match="missing column: label") as caught:
        read(source)
    assert '"gold_label"' in str(caught.value)


def test_wide_tables_are_recognised():
    wide = FRAME.pivot(index="item_id", columns="annotator_id", values="label").reset_index()

    for source in (wide, parquet(wide)):
        with pytest.raises(ReadError, match="one column per annotator"):
            read(source)


def test_the_user_can_say_which_column_is_which():
    frame = FRAME.rename(columns={"item_id": "task", "label": "vote"})
    choice = {"item_id": "task", "label": "vote"}

    assert same(read(frame, role="history", columns=choice), EXPECTED)
    assert same(read(parquet(frame), role="history", columns=choice), EXPECTED)
    assert header_of(frame) == header_of(parquet(frame)) == tuple(frame.columns)


def test_columns_that_hold_lists_are_refused():
    """No text is made of what is no value."""
    frame = FRAME.assign(label=[[1]] * len(FRAME))

    for source in (frame, parquet(frame)):
        with pytest.raises(ReadError, match="label"):
            read(source)


def test_empty_tables_are_refused():
    for source in (FRAME.head(0), parquet(FRAME.head(0))):
        with pytest.raises(ReadError, match="no row"):
            read(source)
    with pytest.raises(ReadError, match="missing column"):
        read(pd.DataFrame())


def test_repeated_names_in_a_frame_are_refused():
    with pytest.raises(ReadError, match="more than once"):
        read(pd.concat([FRAME, FRAME[["label"]]], axis=1))


@pytest.mark.parametrize("cut", [4, 100, -20])
def test_a_broken_parquet_file_is_refused(cut):
    error = refusal(parquet(FRAME)[:cut])

    assert codes(error) == ["broken_container"]
    assert "Parquet" in str(error)


def test_text_that_is_not_utf8_is_refused():
    """Other programs store any bytes in a text column."""
    data = parquet(FRAME.assign(prompt="caf\u00e9")).replace("caf\u00e9".encode(), b"caf\xe9\xe9")
    error = refusal(data, role="history")

    assert codes(error) == ["column_type"]
    assert error.findings[0].column == "prompt"


@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_damaged_parquet_files_raise_nothing_but_our_errors(chance, times):
    """An interrupted or corrupted copy."""
    data = bytearray(parquet(FRAME))
    for _ in range(times):
        data[chance.randrange(4, len(data))] = chance.randrange(256)
    try:
        assert read(bytes(data), role="history").n_votes > 0
    except HeroError as error:
        assert str(error).strip()


def test_the_hash_of_a_frame_is_of_its_content():
    """Equal tables have equal hashes, whatever else; one changed cell changes it."""
    changed = FRAME.assign(label=[1 - FRAME.label[0], *FRAME.label[1:]])

    assert history(FRAME).sha256 == history(FRAME.copy()).sha256 == history(FRAME.assign(note="x")).sha256
    assert history(changed).sha256 != history(FRAME).sha256


def test_lines_of_a_frame_count_from_two():
    """P30: as if the header were line 1."""
    found = read(pd.DataFrame(current_rows() + current_rows()[3:4]))

    assert found.findings[0].lines == (18,)
