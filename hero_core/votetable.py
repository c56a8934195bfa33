"""The table of votes as it was understood: one row per vote that is used, in our columns; also as a Parquet file."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from hero_core.annotations import NO_GOLD, NO_PREDICTION, Annotations, IntArray
from hero_core.reading.ids import BLANK, BLANKS_MEANT


def vote_table(file: Annotations, first: int | None = None) -> pa.Table:
    """The votes (all, or the first few) with their item's system, round, gold, prompt, prediction and covariates.

    Read again, the table gives the same annotations: items, people, systems and rounds that had a blank stay blank.
    """
    item, annotator, label = (codes[:first] for codes in (file.item, file.annotator, file.label))
    columns = {
        "item_id": _texts(file.item_ids.tolist(), item),
        "annotator_id": _texts(file.annotator_ids.tolist(), annotator),
        "label": _texts(list(file.classes), label),
    }
    if file.has_gold.any():
        columns["gold_label"] = _texts(list(file.classes), file.gold[item], missing=NO_GOLD)
    for name, names, codes in (("system", file.systems, file.system), ("round", file.rounds, file.round)):
        if names:
            columns[name] = _groups(names, codes[item])
    if file.prompts is not None:
        columns["prompt"] = _texts(file.prompts.tolist(), item)
    if file.prediction is not None:
        given = file.prediction[item]
        columns["prediction"] = pa.array(given, pa.int8(), mask=given == NO_PREDICTION)
    columns |= {name: pa.array(file.covariates[item, at]) for at, name in enumerate(file.covariate_names)}
    return pa.table(columns)


def _texts(names: list[str], codes: IntArray, missing: int | None = None) -> pa.DictionaryArray:
    """Texts by code, none where the code is `missing`; shape of `codes`. Names may stand more than once."""
    distinct = pa.array(names, pa.string()).dictionary_encode()
    mask = None if missing is None else codes == missing
    rows = pa.array(np.maximum(codes, 0), pa.int32(), mask=mask)
    return pa.DictionaryArray.from_arrays(distinct.indices.take(rows), distinct.dictionary)


def _groups(names: tuple[str, ...], codes: IntArray) -> pa.DictionaryArray:
    """Systems or rounds; the group of the blank cells is blank again, unless it is the only one."""
    blank = names.index(BLANK) if BLANK in names and len(names) > 1 else None
    return _texts(list(names), codes, missing=blank)


def parquet_bytes(table: pa.Table, meant: Sequence[str] = ()) -> bytes:
    """The table as a Parquet file; the same table gives the same bytes. In the columns `meant` blanks are meant."""
    whole, out = table.unify_dictionaries(), io.BytesIO()
    with pq.ParquetWriter(out, whole.schema, compression="zstd", store_schema=False) as writer:
        writer.write_table(whole)
        if meant:
            writer.add_key_value_metadata({BLANKS_MEANT: ",".join(meant)})
    return out.getvalue()


def blanks_meant(files: Sequence[Annotations]) -> tuple[str, ...]:
    """The columns of the files' joined table whose blanks come from joining, now or before, and from no file."""
    return tuple(
        name for name in ("system", "round")
        if not any(note.code == "blank_group" and note.column == name for file in files for note in file.findings)
    )  # fmt: skip


def labels_as_they_are(file: Annotations) -> dict[str, str]:
    """The label option with which the table of `file` is read on its scale again; empty where it needs none.

    A scale that the user named, or of which a class is left without a label, must be named again.
    """
    return {name: name for name in file.classes} if file.explicit or _has_unused_class(file) else {}


def _has_unused_class(file: Annotations) -> bool:
    used = np.bincount(file.label, minlength=len(file.classes)) > 0
    used |= np.bincount(file.gold[file.has_gold], minlength=len(file.classes)) > 0
    return file.classes != ("0", "1") and not used.all()
