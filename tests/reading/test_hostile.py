"""Files that would do harm: no traceback, no hang, no memory beyond 20 times the file, no silently wrong count."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hero_core.annotations import natural_key
from hero_core.errors import HeroError
from hero_core.reading import convert, header_of, label_values, propose, read
from hero_core.reading.container import MOST_MEMBERS
from tests.conftest import ROOT
from tests.reading.build import codes, file, label_of, refusal, votes

MB = 1 << 20
HEADER = "item_id,annotator_id,label"
COLUMNS = ("item_id", "annotator_id", "label", "gold_label", "system", "round", "prompt", "x_len", "remark")
MARKS = "\u0300\u0323"  # combining marks in the order that Unicode forms have to turn round
SECONDS = 20.0


def zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def packed_zeros(megabytes: int) -> bytes:
    """A gzip file of zeros, a thousand times smaller than what is in it."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=6, mtime=0) as packed:
        for _ in range(megabytes):
            packed.write(bytes(MB))
    return out.getvalue()


def packed_rows(millions: int) -> bytes:
    """A gzip file of millions of rows of one vote."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=6, mtime=0) as packed:
        packed.write(f"{HEADER}\n".encode())
        for _ in range(millions):
            packed.write(b"i1,a,1\n" * 1_000_000)
    return out.getvalue()


def one_cell(column: str, text: str) -> bytes:
    """Two votes, one cell of which is the text."""
    row = dict(zip(COLUMNS, ("i1", "ana", "1", "1", "s", "r", "p", "1", ""), strict=True))
    other = {**row, "item_id": "i2", "label": "0", "gold_label": "0"}
    lines = (COLUMNS, {**row, column: text}.values(), other.values())
    return file(*(",".join(line) for line in lines))


def rows(count: int, row: Callable[[int], str], header: str = HEADER) -> bytes:
    """Rows by their number."""
    return votes(*(row(at) for at in range(count)), header=header)


def parquet(**columns: object) -> bytes:
    """A Parquet file."""
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def same_text(text: str, count: int) -> pa.DictionaryArray:
    """One text in every row."""
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(count, dtype=np.int32)), pa.array([text]))


def look_everywhere(data: bytes) -> list[str]:
    """Codes of the findings of a refusal, or none; every way into the reader raises nothing but HeroError."""
    found: list[str] = []
    for look in (header_of, propose, label_values, convert, lambda data: read(data, role="history")):
        try:
            look(data)
        except HeroError as error:
            assert str(error).strip()
            found = codes(error)
    return found


GROWTH = """
import resource, sys
from hero_core.errors import HeroError
from hero_core.reading import read
def look(data):
    try:
        read(data, role="history")
    except HeroError as error:
        return [note.code for note in error.findings]
    return []
look(b"item_id,annotator_id,label\\ni1,a,1\\ni2,a,0\\n"), look(b'{"a": 1}')
data = open(sys.argv[1], "rb").read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
codes = look(data)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, *codes)
"""


def growth(data: bytes, folder: Path) -> tuple[float, list[str]]:
    """MB that reading adds to the memory of a process of its own, and the codes of the refusal."""
    path = folder / "hostile"
    path.write_bytes(data)
    ran = subprocess.run([sys.executable, "-c", GROWTH, str(path)], capture_output=True, text=True, timeout=120,
                         cwd=ROOT, check=True)  # fmt: skip
    grown, *found = ran.stdout.split()
    return int(grown) / (MB if sys.platform == "darwin" else 1024), found


# Containers


@pytest.mark.parametrize("data", [packed_zeros(300), packed_rows(20), zipped([("votes.csv", bytes(300 * MB))])],
                         ids=["gz of zeros", "gz of millions of rows", "zip of zeros"])  # fmt: skip
def test_bombs_are_refused_in_little_time_and_memory(data, tmp_path):
    """A file of some hundred KB must not fill the memory: the limit is named, and what to do."""
    began = time.process_time()
    grown, found = growth(data, tmp_path)

    assert found == ["bomb"]
    assert grown < 2 * 64 + 48
    assert time.process_time() - began < SECONDS
    message = str(refusal(data))
    assert "64 MB" in message
    assert "100 times" in message
    assert "unpack it" in message


def test_votes_that_pack_well_are_no_bomb():
    """Repetitive files are usual; only what is both large and packed beyond all experience is refused."""
    data = rows(200_000, lambda at: f"i{at // 1000},ana,{at % 2}")
    assert len(gzip.compress(data)) * 5 < len(data)
    found = read(gzip.compress(data), repeats="keep")

    assert found.counts["rows_read"] == 200_000


def test_bombs_of_many_members_are_refused():
    """The limit holds for all members together."""
    line = b'{"item_id": 1}\n'
    many = zipped((f"person{at}.jsonl", line) for at in range(MOST_MEMBERS + 1))
    large = zipped((f"person{at}.jsonl", line * (3 * MB)) for at in range(4))

    assert codes(refusal(many)) == ["too_big"]
    assert codes(refusal(large)) == ["bomb"]
    assert codes(refusal(zipped((f"f{at}.csv", b"a") for at in range(3000)))) == ["zip_many_tables"]


def test_archives_in_archives_are_refused():
    inner = votes("i1,a,1", "i2,a,0")
    for _ in range(3):
        inner = zipped([("votes.csv", inner)])

    assert codes(refusal(inner)) == ["nested_container"]


@pytest.mark.parametrize("kind", ["gz", "zip", "parquet"])
def test_cut_and_damaged_containers_are_refused_in_words(kind):
    """At every place where a download may stop; and with wrong sizes in the header of a zip."""
    table = votes(*(f"i{at},ana,{at % 2}" for at in range(40)))
    whole = {"gz": gzip.compress(table), "zip": zipped([("votes.csv", table)]),
             "parquet": parquet(item_id=["i1", "i2"], annotator_id=["a", "a"], label=[1, 0])}[kind]  # fmt: skip
    for end in range(4, len(whole), max(1, len(whole) // 60)):
        assert look_everywhere(whole[:end])
    for at in range(0, len(whole), max(1, len(whole) // 60)):
        look_everywhere(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])


def test_a_parquet_file_of_equal_rows_is_refused_before_it_fills_the_memory(tmp_path):
    count = 10_000_000
    data = parquet(item_id=same_text("i", count), annotator_id=same_text("a", count), label=same_text("1", count))
    grown, found = growth(data, tmp_path)

    assert found == ["too_big"]
    assert grown < 48


def test_repeated_long_texts_of_a_parquet_file_take_no_room(tmp_path):
    """Two thousand prompts of one MB stand in the file once."""
    texts = {"prompt": same_text("p" * MB, 2000), "label": same_text("1", 2000)}
    ours = parquet(item_id=same_text("i", 2000), annotator_id=same_text("a", 2000), **texts)
    theirs = parquet(task=same_text("i", 2000), worker=same_text("a", 2000), **texts)

    assert growth(ours, tmp_path)[0] < 48
    assert growth(theirs, tmp_path) == (pytest.approx(0, abs=48), ["bomb"])


@pytest.mark.parametrize(
    "cells", [[["a"], ["b"]], [{"x": 1}, {"x": 2}], [b"\xff\xfe", b"b"], pa.nulls(2), [2.5, float("nan")]]
)
@pytest.mark.parametrize("column", ["item_id", "annotator_id", "label", "x_len"])
def test_odd_types_of_parquet_columns_raise_nothing_but_our_errors(cells, column):
    columns = {"item_id": ["i1", "i2"], "annotator_id": ["a", "b"], "label": [1, 0], "x_len": [1.0, 2.0]}
    look_everywhere(parquet(**{**columns, column: cells}))


# Cells, columns, letters


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("letter", ["x", "7", "é", "\ufdfa", MARKS], ids=["plain", "digits", "accent", "wide", "marks"])
def test_very_long_cells_take_no_time(column, letter):
    """Digits for which Python has no number, letters that become 18, marks whose order takes quadratic time."""
    data = one_cell(column, letter * (MB // 4 // len(letter.encode())))
    began = time.process_time()
    found = look_everywhere(data)

    assert time.process_time() - began < SECONDS
    expected = {"label": ["unknown_labels"], "gold_label": ["gold_off_scale"], "x_len": ["bad_covariate"]}
    assert found == ([] if column in ("prompt", "remark") else expected.get(column, ["long_ids"]))


@pytest.mark.parametrize("column", ["item_id", "label", "prompt", "remark"])
def test_cells_of_ten_megabytes_stay_within_the_memory(column, tmp_path):
    assert growth(one_cell(column, "\ufdfa" * (10 * MB // 3)), tmp_path)[0] < 20 * 10


def test_a_header_of_marks_takes_no_time():
    began = time.process_time()
    assert read(votes("i,a,1,", "j,a,0,", header=f"{HEADER},{MARKS * 100_000}")).n_votes == 2
    assert time.process_time() - began < SECONDS


def test_a_hundred_thousand_columns_are_read(tmp_path):
    """Unknown ones are left aside; one column per annotator is proposed."""
    names = ",".join(f"c{at}" for at in range(100_000))
    data = votes("i1,ana,1" + "," * 100_000, "i2,ana,0" + "," * 100_000, header=f"{HEADER},{names}")
    grown, found = growth(data, tmp_path)
    wide = votes("q1" + ",1" * 100_000, "q2" + ",0" * 100_000, header=f"item_id,{names}")
    began = time.process_time()

    assert found == []
    assert grown < 48 + 20 * len(data) / MB
    assert codes(refusal(wide)) == ["layout_proposed"]
    assert read(wide, layout="wide").n_votes == 200_000
    assert time.process_time() - began < 3 * SECONDS


@pytest.mark.parametrize("letter", ["\u202e", "\u200b", "\u2066", "\ufeff", "\u00ad", "\x07", "\x85"])
def test_hidden_letters_of_ids_are_kept_told_and_shown_in_plain_letters(letter):
    """P7: ids are text; but a letter that nobody sees, or that turns the line round, is written out."""
    found = read(votes(f"i{letter}1,ana,1", "i2,ana,0").replace(b"\xef\xbb\xbf1", f"{letter}1".encode()))
    notes = [note for note in found.findings if note.code == "hidden_letters"]

    assert f"i{letter}1" in found.item_ids
    assert len(notes) == 1
    assert f"<U+{ord(letter):04X}>" in notes[0].message
    assert notes[0].lines == (2,)
    assert letter not in "".join(f"{note.message}{note.remedy}" for note in found.findings)


def test_names_that_are_written_with_joiners_are_usual():
    assert codes(read(votes("i1,می\u200cخواهم,1", "i2,👩\u200d🔬,0"))) == []


def test_zero_bytes_are_refused_with_their_line():
    assert codes(refusal(bytes(MB))) == ["not_text"]
    assert refusal(votes("i1,a,1", "i2,a\0,1")).findings[0].lines == (3,)


# Converted files


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "@SUM(1+1)", "+1+1", "-2-3", "\u202e=1"])
def test_formulas_in_ids_are_text_and_leave_as_text(text):
    """P28: a spreadsheet must not run what an annotator called himself."""
    data = votes(f'i1,"{text}",1', f'"{text}",ana,0')
    assert {text} < set(read(data).annotator_ids)
    written, _ = convert(data)
    cells = [cell for line in written.decode("utf-8-sig").splitlines() for cell in line.split(",")]

    assert not any(cell[:1] in tuple("=+-@\t\r") for cell in cells)
    assert read(written).n_votes == 2


def test_a_converted_file_is_read_as_the_file_it_came_from():
    """A lone minus for no vote, small numbers in exponent form, decimal commas."""
    data = file("item_id;annotator_id;label;x_len;x_gap", "i1;ana;1,0;0,5;-1e-7", "i2;ana;0;,5;-2E-9", "i3;ana;-;1,5;1")
    found, again = read(data), read(convert(data)[0])

    assert label_of(again) == label_of(found) == {("i1", "ana"): "1", ("i2", "ana"): "0"}
    assert np.array_equal(found.covariates, again.covariates)


# JSON


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"[" * 100_000, "broken_json"),
        (b'{"a":' * 100_000, "broken_json"),
        (b'[{"item_id":' + b"[" * 900 + b"]" * 900 + b',"annotator_id":"a","label":1}]', "broken_json"),
        (b'[{"item_id":"i","annotator_id":"a","label":' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}]", "broken_json"),
        (b"{}\n" * 200_000, "broken_json"),
        (b'{"item_id":[' + b"[]," * 200_000 + b"1]}", "broken_json"),
        (b'[{"item_id":1,"annotator_id":"a","label":1,"label":0}]', "broken_json"),
        (b'[{"item_id":1,"annotator_id":"a","label":Infinity},{"item_id":2,"annotator_id":"a","label":0}]',
         "unknown_labels"),
        (b'[{"item_id":1,"annotator_id":"a","label":1,"x_a":-Infinity},{"item_id":2,"annotator_id":"a","label":0}]',
         "bad_covariate"),
        (b'[{"item_id":' + b"7" * 5000 + b',"annotator_id":"a","label":' + b"7" * 5000 + b"}]", "long_ids"),
    ],
    ids=["lists", "objects", "list as id", "object as label", "empty objects", "empty lists", "name twice",
         "infinite label", "infinite covariate", "huge numbers"],
)  # fmt: skip
def test_hostile_json_is_refused_in_words(data, code):
    assert code in look_everywhere(data)


def test_json_without_a_number_is_no_vote():
    data = b'[{"item_id":1,"annotator_id":"a","label":NaN},{"item_id":2,"annotator_id":"a","label":0}]'
    assert read(data).counts["rows_without_label"] == 1


def test_json_objects_with_a_name_of_their_own_each_are_looked_at_in_time():
    data = b"".join(b'{"k%d": 1}\n' % at for at in range(15_000))
    began = time.process_time()
    look_everywhere(data)

    assert time.process_time() - began < 3 * SECONDS


# Exports


def test_a_proposal_can_be_made_without_the_usual_label():
    """A table of feedback whose label column was renamed by hand is no such table any more."""
    header = "span_id,annotation_name,annotator_kind,identifier,score"
    data = file(header, "s1,correct,HUMAN,ana,1", "s2,other,HUMAN,ana,0")
    assert propose(data) is None
    shown = propose(data.replace(b",score", b",result.score"))
    assert shown is not None
    assert shown.pairing["label"].startswith("result.score")


def test_exports_with_a_name_twice_or_an_open_quote_are_refused():
    """Neither may lose votes silently: the plain reader refuses both too."""
    twice = file("task,worker,label,label", "t1,ana,1,0", "t2,ana,0,1")
    swallowed = file("task,worker,label", "t1,ana,1", 't2,"bo,1', "t3,ana,0", "t4,ana,0")

    assert codes(refusal(twice, layout="crowdkit")) == ["repeated_column"]
    assert codes(refusal(swallowed, layout="crowdkit")) == ["unclosed_quote"]
    assert refusal(swallowed, layout="crowdkit").findings[0].lines == (3,)


@pytest.mark.parametrize("cell", ["[" * 5000, "[" * 900 + "]" * 900, '{"a":' * 5000], ids=["open", "closed", "objects"])
def test_deep_json_in_the_cells_of_a_table_is_text(cell):
    """Some platforms write lists into cells."""
    quoted = '"' + cell.replace('"', '""') + '"'
    look_everywhere(file("id,good.responses,good.responses.users", f"1,{quoted},{quoted}", "2,[1],[a]"))
    look_everywhere(file("id,annotator,annotation_id,good", f"1,ana,1,{quoted}", "2,ana,2,yes"))
    for layout in ("argilla_table", "label_studio_csv"):
        try:
            read(file("id,annotator,annotation_id,good", f"1,ana,1,{quoted}", "2,ana,2,yes"), layout=layout)
        except HeroError as error:
            assert str(error).strip()


# Lines


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
def test_a_million_blank_lines_cost_nothing(newline, tmp_path):
    """Before the header, between the rows, behind them; the line numbers count them."""
    blank = newline * 400_000
    data = blank + newline.join([HEADER.encode(), b"i1,ana,1", blank + b"i2,,0", b"i3,ana,0"]) + blank

    assert growth(data, tmp_path)[0] < 48 + 20 * len(data) / MB
    assert read(data).findings[0].lines == (800_003,)


def test_mixed_line_ends_are_read():
    data = b"item_id,annotator_id,label\r\ni1,a,1\ni2,a,0\ri3,,0\r\n\r\n\ri4,a,1"
    found = read(data)
    assert found.n_votes == 3
    assert found.findings[0].lines == (4,)


LETTERS = [b'"' * MB, f"{HEADER}\n".encode() + b'"' * MB, b"," * MB, b" " * MB, b'"\n' * (MB // 8)]


@pytest.mark.parametrize("quotes", LETTERS,
                         ids=["quotes", "row of quotes", "commas", "blanks", "lines of quotes"])  # fmt: skip
def test_files_of_one_letter_are_refused_in_time(quotes, tmp_path):
    began = time.process_time()
    assert look_everywhere(quotes)
    assert time.process_time() - began < SECONDS
    assert growth(quotes, tmp_path)[0] < 48 + 20 * len(quotes) / MB


def test_a_lone_quote_that_swallows_the_file_is_found():
    before = [f"i{at},ana,{at % 2}" for at in range(5000)]
    error = refusal(votes(*before, 'x,"ana,1', *before))
    assert codes(error) == ["unclosed_quote"]
    assert error.findings[0].lines == (5002,)


def test_an_unknown_codec_of_any_kind_is_refused():
    for encoding in ("undefined", "idna", "hex", "no such", "utf-7", "unicode_escape"):
        try:
            read(votes("i1,é,1", "i2,\\ud800,0"), encoding=encoding)
        except HeroError as error:
            assert codes(error) == ["unknown_encoding"]


# Growth of the time


LONG = {
    "alike ids": lambda n: rows(n, lambda at: f"{'I' if at % 2 else 'i'}{at // 2},{'W' if at % 2 else 'w'}{at // 2},1"),
    "torn votes": lambda n: rows(n, lambda at: f"i{at // 2},a,{at % 2}"),
    "torn covariates": lambda n: rows(n, lambda at: f"i{at // 2},a{at % 2},1,{at % 2}", f"{HEADER},x_a"),
    "torn gold": lambda n: rows(n, lambda at: f"i{at // 2},a{at % 2},1,{at % 2}", f"{HEADER},gold_label"),
    "labels": lambda n: rows(n, lambda at: f"i{at},a,word{at}"),
    "whole labels and gold": lambda n: rows(n, lambda at: f"i{at},a,{at},{at}", f"{HEADER},gold_label"),
    "spellings": lambda n: rows(n, lambda at: f"i{at},a,1.{'0' * (at % 500)}"),
    "systems and rounds": lambda n: rows(n, lambda at: f"i,a,1,s{at},r{at}", f"{HEADER},system,round"),
    "covariate columns": lambda n: votes("i,a,1" + ",1" * (n // 10), "j,a,0" + ",2" * (n // 10),
                                         header=HEADER + "".join(f",x_{at}" for at in range(n // 10))),
    "columns of labels": lambda n: votes("q1" + ",1" * n, "q2" + ",0" * n,
                                         header="item_id" + "".join(f",c{at}" for at in range(n))),
    "json objects": lambda n: b"".join(b'{"item_id":%d,"annotator_id":"a","label":1}\n' % at for at in range(n)),
    "json names": lambda n: json.dumps([{f"k{at}": 1 for at in range(n)}]).encode(),
}  # fmt: skip


@pytest.mark.parametrize("kind", LONG)
def test_four_times_the_file_takes_no_sixteen_times_the_time(kind):
    """Nothing is quadratic: CPU time of two sizes, the smaller one not too short to be measured."""

    def seconds(size: int) -> float:
        data = LONG[kind](size)
        best = SECONDS
        for _ in range(2):
            began = time.process_time()
            look_everywhere(data)
            best = min(best, time.process_time() - began)
        return best

    small = seconds(4000)
    assert seconds(16_000) < 9 * max(small, 0.02)


def test_natural_order_is_by_text_and_number():
    """The short key sorts as the parts of the text do."""
    order = sorted(["r10", "r2", "r02", "r2a", "r", "2", "10", "R3"], key=natural_key)
    assert natural_key("9" * 5000) > natural_key("10")
    assert order == ["2", "10", "r", "r02", "r2", "r2a", "R3", "r10"]
