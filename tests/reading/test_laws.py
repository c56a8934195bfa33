"""Policy P31, and what must hold for any input: order never matters, only HeroError is raised."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import re
import zipfile

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hero_core.errors import HeroError
from hero_core.reading import header_of, label_values, read
from hero_core.reading.container import unpacked
from hero_core.reading.ids import alike_key, of_one_shape
from hero_core.reading.lines import TextLines, records
from tests.reading.build import codes, current_rows, file, history_rows, same, table, votes, with_values

NAMES = ("item_id", "annotator_id", "label", "gold_label", "system", "round", "x_len")
names = st.sampled_from(["a", "b", "007", "10", "9", "Zoë", "张", "x y", "NA"])
rows_of_votes = st.lists(
    st.fixed_dictionaries(
        {
            "item_id": st.sampled_from(["i1", "i2", "i10", "j"]),
            "annotator_id": names,
            "label": st.sampled_from(["0", "1", "yes", "no", "", "1.0"]),
            "gold_label": st.sampled_from(["", "0", "1"]),
            "system": st.sampled_from(["s1", "s2", "s10"]),
            "round": st.sampled_from(["r2", "r10"]),
            "x_len": st.sampled_from(["1", "2.5", "", "0.1"]),
        }
    ),
    min_size=1,
    max_size=30,
)


def result(data: bytes, **options: object) -> object:
    """Annotations, or the codes of the refusal."""
    try:
        return read(data, role="history", **options)  # type: ignore[arg-type]
    except HeroError as error:
        return sorted(finding.code for finding in error.findings)


def agree(left: object, right: object) -> bool:
    """Both refused for the same, or the same arrays."""
    return left == right if isinstance(left, list) or isinstance(right, list) else same(left, right)  # type: ignore[arg-type]


@given(rows_of_votes, st.randoms(use_true_random=False), st.sampled_from(["drop", "keep"]))
def test_order_of_rows_and_columns_does_not_matter(rows, shuffle, repeats):
    """P31: not even which vote is which among repeats."""
    shuffled, columns = list(rows), list(NAMES)
    shuffle.shuffle(shuffled)
    shuffle.shuffle(columns)
    left = result(table(rows, columns=NAMES).encode(), repeats=repeats)
    right = result(table(shuffled, columns=columns).encode(), repeats=repeats)

    if repeats == "keep" and not isinstance(left, list) and not isinstance(right, list):
        votes_of = [sorted(zip(found.item, found.annotator, found.label, strict=True)) for found in (left, right)]
        assert votes_of[0] == votes_of[1]
    else:
        assert agree(left, right)


@given(
    rows_of_votes, st.sampled_from([",", ";", "\t", "|"]), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans(),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), st.booleans(),
)  # fmt: skip
def test_the_way_of_writing_does_not_matter(rows, separator, newline, quote_all, encoding, final_break):
    """Quoting, separator, line breaks, encoding with a mark."""
    text = table(rows, columns=NAMES, separator=separator, newline=newline, quote_all=quote_all)
    data = (text if final_break else text[: -len(newline)]).encode(encoding)

    assert agree(result(data), result(table(rows, columns=NAMES).encode()))


@given(rows_of_votes)
def test_reading_again_gives_the_same(rows):
    """P31: the fingerprint that caches go by is stable, and moves with a vote."""
    data = table(rows, columns=NAMES).encode()
    left, right = result(data), result(data)
    assume(not isinstance(left, list))

    assert left.fingerprint == right.fingerprint
    assert left.findings == right.findings


def test_a_changed_label_changes_the_fingerprint():
    """P31: a corrected file of the same name and size is another file."""
    first = table(current_rows()).encode()
    second = first.replace(b"new7,bo,0", b"new7,bo,1")

    assert len(first) == len(second)
    assert read(first, name="a.csv").fingerprint != read(second, name="a.csv").fingerprint


@pytest.mark.parametrize("position", [0, 5, 10_000])
def test_a_buffer_is_read_from_its_start_and_left_where_it_was(position):
    """P31: uploads are read again on every rerun of a page."""
    data = table(current_rows()).encode()
    for buffer in (io.BytesIO(data), io.StringIO(data.decode())):
        buffer.seek(position)
        first, second = read(buffer), read(buffer)

        assert same(first, second)
        assert same(first, read(data))
        assert buffer.tell() == position


def test_an_open_file_and_a_path_are_the_same(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(table(current_rows()).encode())
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        found = [read(binary), read(text), read(path), read(str(path))]

    assert all(same(found[0], other) for other in found)
    assert {one.name for one in found} == {"votes.csv"}
    assert len({one.fingerprint for one in found}) == 1


def test_a_stream_that_cannot_go_back_is_read_once():
    class Stream(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: object) -> int:
            raise OSError("not seekable")

    assert same(read(Stream(table(current_rows()).encode())), read(table(current_rows()).encode()))


@given(st.binary(max_size=400))
def test_random_bytes_raise_nothing_but_our_errors(data):
    refuse_or_read(data)


@given(st.text(alphabet='item_dan,;\t|"\n\r 01xé\u2028\x00', max_size=200))
def test_random_text_below_a_header_raises_nothing_but_our_errors(text):
    refuse_or_read(("item_id,annotator_id,label,x_len\n" + text).encode())


SEEDS = (
    table(with_values(history_rows(), x_len="1.5", prompt='say "a, b"\nplease')).encode(),
    table(current_rows(("张三", "李四")), separator=";", newline="\r\n").encode("gb18030"),
    table(current_rows(), separator="\t").encode("utf-16"),
    votes("1.0,7,3", "2.0,007,4", "2.0,7,5", "2.0,7,5"),
)
PIECES = (
    b'"', b'""', b"\n", b"\r", b",", b";", b"\t", b"\0", b"\xff", b"-1", b"9" * 30, b"nan", b"1e999", b"x_a", b"   ",
    b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"\xa1\xa1",
)  # fmt: skip


@given(st.sampled_from(SEEDS), st.randoms(use_true_random=False), st.integers(1, 12))
@settings(max_examples=200)
def test_mutated_files_raise_nothing_but_our_errors(seed, chance, times):
    """A file damaged anywhere is read or refused in words."""
    refuse_or_read(mutated(seed, chance, times))


def mutated(seed: bytes, chance: random.Random, times: int) -> bytes:
    """The bytes with some replaced, inserted, cut out or doubled."""
    data = bytearray(seed)
    for _ in range(times):
        start = chance.randrange(len(data) + 1)
        stop = start + chance.randrange(30)
        piece = chance.choice([chance.choice(PIECES), bytes([chance.randrange(256)]), bytes(data[start:stop]) * 2])
        data[start : chance.choice([start, start + 1, stop])] = piece
    return bytes(data)


def refuse_or_read(data: bytes) -> None:
    """Read in both roles; a refusal must have text and red findings, a result consistent codes."""
    for role in ("history", "current"):
        try:
            found = read(data, role=role)
        except HeroError as error:
            assert str(error).strip()
            assert any(finding.severity == "error" for finding in error.findings)
        else:
            assert 0 <= found.label.min() <= found.label.max() < len(found.classes)
            assert set(found.item) == set(range(found.n_items))
            assert set(found.annotator) == set(range(found.n_annotators))
            assert np.isfinite(found.covariates).all()
            assert all(
                1 <= line <= data.count(b"\n") + data.count(b"\r") + 1 for note in found.findings for line in note.lines
            )
    for look in (header_of, label_values):
        try:
            look(data)
        except HeroError as error:
            assert str(error).strip()


@given(
    st.lists(st.from_regex(r"(a|b)?[0-9]{1,3}[.-]?[0-9]{1,2}", fullmatch=True), min_size=1, max_size=6, unique=True),
    st.integers(0, 2),
)
def test_ids_of_one_shape_never_look_alike(ids, start):
    """The quick way out of the comparison is only taken where the comparison finds nothing."""
    texts = pa.array(["x", "yy", *ids])[start:]
    keys = alike_key(texts)

    assert not of_one_shape(texts) or len(set(keys.to_pylist())) == len(texts)


def test_padded_ids_are_of_one_shape():
    assert of_one_shape(pa.array([f"item-{number:05d}" for number in range(30)]))
    assert not of_one_shape(pa.array(["item-1", "Item-2"]))
    assert not of_one_shape(pa.array(["item-01", "item-1"]))


@given(st.lists(st.lists(st.text(alphabet='ab"\n, ', max_size=4), min_size=2, max_size=2), min_size=1, max_size=8))
def test_records_are_those_of_the_csv_module(rows):
    """Our splitting for line numbers agrees with the usual reader, blank lines and open quotes aside."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    data = text.getvalue().encode()
    lines, expected = csv.reader(io.StringIO(text.getvalue(), newline="")), []
    before = 0
    for row in lines:
        expected.append((before, len(row)))
        before = lines.line_num

    found = [(record.line, record.n_fields) for record in records(data, ",")]

    assert found == expected
    assert not any(record.open_quote for record in records(data, ","))


@given(st.lists(st.sampled_from(['a,"b\nc"', "a,b", "", 'a,"b""c"', 'a,5" x', '"a",b']), min_size=1, max_size=12))
def test_line_numbers_by_parity_and_by_record_agree(lines):
    """The fast way is only a fast way."""
    data = ("\n".join(lines) + "\n").encode()
    rows = [record.line + 1 for record in records(data, ",") if data[record.start : record.end].strip()]
    assume(rows)
    found = TextLines(data=data, body=0, lines_before=0, n_rows=len(rows), separator=",", n_fields=2)

    assert found.of(np.arange(len(rows))) == tuple(rows)
    assert found.compact().of(np.arange(len(rows))) == tuple(rows)


@given(
    rows_of_votes,
    st.sampled_from(["lines", "array", "indented"]),
    st.sampled_from(["plain", "gz", "zip"]),
    st.booleans(),
)
def test_records_packed_or_not_hold_what_the_table_holds(rows, form, packing, apart):
    """JSON, gzip, zip and gold in a file of its own are only other ways to write the same votes."""
    assume(len({row["item_id"] for row in rows}) == len({(row["item_id"], row["gold_label"]) for row in rows}))
    known = [{name: row[name] for name in NAMES if name not in ("system", "round")} for row in rows]
    gold = table([{"item_id": row["item_id"], "gold_label": row["gold_label"]} for row in known]).encode()
    split = apart and any(row["gold_label"] for row in known)
    given_rows = [{name: row[name] for name in row if name != "gold_label"} for row in known] if split else known
    as_lines = "".join(json.dumps(row) + "\n" for row in given_rows)
    text = {"lines": as_lines, "array": json.dumps(given_rows), "indented": json.dumps(given_rows, indent=2)}[form]
    left = result(table(known).encode())
    right = result(packed(text.encode(), packing), **({"gold": packed(gold, packing)} if split else {}))

    if isinstance(right, list):
        right = [code for code in right if code != "gold_joined"]
    assert agree(left, right)


def packed(data: bytes, packing: str) -> bytes:
    """The bytes as they are, or in a container."""
    if packing == "gz":
        return gzip.compress(data)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("votes.jsonl", data)
    return out.getvalue() if packing == "zip" else data


def test_work_in_python_does_not_grow_with_the_rows():
    """Speed: rows are handled in compiled loops only."""
    import cProfile
    import pstats

    def calls(copies: int) -> int:
        lines = [
            f"i{number % 50},{number % 7},{number % 2},{number % 3},s{number % 2}" for number in range(1000)
        ] * copies
        data = votes(*lines, header="item_id,annotator_id,label,x_len,system")
        profile = cProfile.Profile()
        profile.runcall(read, data, repeats="keep")
        return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]

    calls(1)
    assert calls(20) < 1.2 * calls(1)


def test_numbers_in_messages_are_those_of_the_findings():
    """P30: what is said in words is what a program gets."""
    found = read(votes("i1,ana,1", "i1,ana,1", "i2,ana,", "i3,bo,0"))
    for finding in found.findings:
        lines = re.search(r"lines? ([\d, ]+)", finding.message)
        assert lines is not None
        assert tuple(int(number) for number in lines[1].split(",")[: len(finding.lines)]) == finding.lines
    assert codes(found) == ["no_vote_rows", "repeated_votes", "items_without_votes"]


def test_unpacking_plain_bytes_gives_them_back():
    assert unpacked(file("a"), "votes.csv") == file("a")
