"""How a file was read is told: in the annotations, in their fingerprint, in the provenance of the numbers."""

from __future__ import annotations

import gzip
from dataclasses import replace

import pandas as pd
import pytest

from hero_core import estimate
from hero_core.documents import estimate_document
from hero_core.reading import read
from tests.reading.build import current_rows, file, history_rows, table, votes

PLAIN = votes("i1,ana,1", "i2,bo,0")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (PLAIN, ("text", None, "utf-8", ",")),
        (gzip.compress(PLAIN), ("text", "gzip", "utf-8", ",")),
        (PLAIN.replace(b",", b"\t").decode().encode("utf-16"), ("text", None, "utf-16-le", "\t")),
        (PLAIN.replace(b",", b";").replace(b"ana", "änä".encode("cp1252")), ("text", None, "cp1252", ";")),
        (b'[{"item_id": "i1", "annotator_id": "ana", "label": 1}]', ("json", None, "utf-8", None)),
        (pd.DataFrame({"item_id": ["i1"], "annotator_id": ["ana"], "label": [1]}), ("frame", None, None, None)),
    ],
    ids=["text", "gzip", "utf-16", "cp1252", "json", "frame"],
)
def test_what_a_file_was_found_to_be_is_told(data, told):
    """Form, packing, encoding and separator."""
    facts = read(data, name="votes.csv").reading

    assert (facts.form, facts.container, facts.encoding, facts.separator) == told


def test_parquet_has_neither_encoding_nor_separator(tmp_path):
    path = tmp_path / "votes.parquet"
    pd.DataFrame({"item_id": ["i1"], "annotator_id": ["ana"], "label": [1]}).to_parquet(path)

    facts = read(path).reading

    assert (facts.form, facts.encoding, facts.separator) == ("parquet", None, None)


def test_what_the_user_chose_is_told():
    """Columns, labels, repeats, merges, swapped rounds and the gold file, all in one place."""
    data = file("task,annotator_id,label,round", "t1,Ann,good,r1", "t1,ann,bad,r1", "t2,bo,good,r1")
    gold = file("item_id,gold_label", "t1,good")

    facts = read(
        data, name="v.csv", role="history", columns={"item_id": "task"}, labels={"good": 1, "BAD": 0}, repeats="first",
        merge={"annotator_id": {"ann": "Ann"}}, flip_rounds=[" r1"], gold=gold,
    ).reading  # fmt: skip

    assert dict(facts.columns)["item_id"] == "task"
    assert dict(facts.labels) == {"good": "1", "bad": "0"}
    assert (facts.repeats, facts.merge, facts.flip_rounds) == ("first", (("annotator_id", "ann", "Ann"),), ("r1",))
    assert facts.gold_name == "upload"
    assert len(facts.gold_sha256 or "") == 64
    assert facts.gold_encoding == "utf-8"


def test_the_layout_is_told():
    """As it was accepted, so that it can be given again."""
    data = file("task,worker,label", "t1,ana,1", "t2,bo,0")

    assert read(data, layout="crowdkit").reading.layout == "crowdkit"


@pytest.mark.parametrize(
    "choice",
    [
        {"labels": {"1": 0, "0": 1}},
        {"repeats": "first"},
        {"merge": {"annotator_id": {"bo": "ana"}}},
        {"flip_rounds": ["summer"]},
        {"gold": file("item_id,gold_label", "new0,1")},
        {"encoding": "latin-1"},
    ],
)
def test_another_reading_has_another_fingerprint(choice):
    """Caches go by it: two readings of the same bytes must not share a result."""
    data = table(current_rows()).encode()

    assert read(data, **choice).fingerprint != read(data).fingerprint


def test_two_gold_files_of_the_same_gold_are_told_apart():
    """Other bytes, other name of the evidence, even where the codes agree."""
    data, gold = table(current_rows()).encode(), file("item_id,gold_label", "new0,1")

    once = read(data, role="history", gold=gold)
    twice = read(data, role="history", gold=gold + file("other,1"))

    assert once.fingerprint != twice.fingerprint


def test_the_same_reading_has_the_same_fingerprint():
    """Content decides, not the object or the order in which choices are given."""
    data = table(current_rows()).encode()

    once = read(data, labels={"1": 1, "0": 0}).fingerprint

    assert once == read(data, labels={0: "0", 1: "1"}).fingerprint


def test_provenance_tells_how_each_file_was_read():
    """All that is needed to get the numbers again."""
    history = read(table(history_rows()).encode(), name="h.csv", role="history", flip_rounds=["spring"])
    current = read(table(current_rows(), separator=";").encode(), name="c.csv", merge={"system": {"alpha": "beta"}})

    told = estimate_document(estimate(history, current, resamples=0))["provenance"]

    assert told["history"]["reading"]["flip_rounds"] == ["spring"]
    assert told["current"]["reading"]["merge"] == {"system": {"alpha": "beta"}}
    assert told["current"]["reading"]["separator"] == ";"
    assert told["current"]["reading"]["gold"] is None
    assert told["settings"]["overlap"] == "drop"


def test_predictions_belong_to_the_fingerprint():
    """Whatever is computed from them must not be taken from another file's cache."""
    found = read(PLAIN)

    assert replace(found, prediction=found.gold).fingerprint != found.fingerprint
