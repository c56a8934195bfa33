"""Policy P1 to P6: encodings, separators, containers, rows, headers, empty files."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest

from hero_core.errors import ReadError, SettingsError
from hero_core.reading import container, delimited, encoding, guess_columns, header_of, read
from tests.reading.build import (
    codes,
    current_rows,
    file,
    history_rows,
    label_of,
    refusal,
    same,
    table,
    votes,
    with_values,
)

PLAIN = table(current_rows())
EXPECTED = read(PLAIN.encode())


def zipped(members: dict[str, bytes]) -> bytes:
    """A zip archive of named files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return target.getvalue()


@pytest.mark.parametrize("name", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_decides(name):
    """P1: the spreadsheet's Unicode text is as good as UTF-8."""
    found = read(PLAIN.encode(name))

    assert same(found, EXPECTED)
    assert not found.findings


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_for_each_end(name):
    """P1: both byte orders."""
    assert same(read("\ufeff".encode(name) + PLAIN.encode(name)), EXPECTED)


def test_chinese_code_page_is_read_with_a_warning():
    """P1: what a Chinese spreadsheet saves; the guess must be visible."""
    rows = with_values(current_rows(("张三", "李四")), label=lambda row: "是" if row["label"] else "否")
    found = read(table(rows).encode("gb18030"), name="votes.csv")

    assert list(found.annotator_ids) == ["李四", "张三"]
    assert (found.label == EXPECTED.label[np_order(found, EXPECTED)]).all()
    assert codes(found) == ["encoding_fallback"]
    assert "votes.csv" in found.findings[0].message
    assert "GB18030" in found.findings[0].message


def np_order(found, expected):
    """Votes of `expected` in the order of `found`, whose annotators are listed the other way round."""
    position = {vote: number for number, vote in enumerate(zip(expected.item, 1 - expected.annotator, strict=True))}
    return [position[vote] for vote in zip(found.item, found.annotator, strict=True)]


def test_western_code_page_is_the_last_resort():
    """P1: bytes that are neither UTF-8 nor GB18030."""
    found = read(votes("i1,Zoë,1", "i1,bo,0").decode().encode("cp1252"))

    assert "Zoë" in found.annotator_ids
    assert "Windows-1252" in found.findings[0].message


def test_odd_bytes_are_found_across_pieces(monkeypatch):
    """P1: a letter cut by the end of a piece is no odd byte, and the line is right where there is one."""
    monkeypatch.setattr(encoding, "PIECE", 7)
    lines = [f"i{number},Zoë张{number % 3},1" for number in range(50)]
    good, bad = votes(*lines, "j,x,0"), votes(*lines, "j,x,0") + b"k,\xe4\xf6,0\n"

    assert not read(good).findings
    assert "line 53" in str(refusal(bad, encoding="utf-8"))
    for piece in range(1, 12):
        monkeypatch.setattr(encoding, "PIECE", piece)
        assert encoding.first_odd_byte(bad) == len(good) + 2


def test_the_user_can_name_the_encoding():
    """P1: a wrong guess can be overruled."""
    data = votes("i1,Ã©,1", "i1,bo,0").decode().encode("cp1252")

    assert "Ã©" in read(data, encoding="cp1252").annotator_ids
    assert "é" in read(data).annotator_ids


def test_bytes_of_no_encoding_are_refused():
    """P1: never replacement marks."""
    error = refusal(votes("i1,ana,1") + b"i2,\x81\x20\xff\xff,1\n")

    assert codes(error) == ["unknown_encoding"]
    assert "line 3" in str(error)


def test_an_encoding_that_does_not_exist_is_refused():
    assert codes(refusal(PLAIN.encode(), encoding="klingon")) == ["unknown_encoding"]


def test_zero_bytes_are_refused_with_their_line():
    assert "line 2" in str(refusal(votes("i1,a\0na,1")))


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_header_decides_the_separator(separator):
    """P2: the one that gives the most known names."""
    assert same(read(table(current_rows(), separator=separator).encode()), EXPECTED)


def test_a_separator_inside_names_does_not_mislead():
    """P2: known names count, not fields."""
    rows = with_values(current_rows(), **{"my notes, thoughts, doubts, hopes, fears, other": "a, b, c, d, e, f"})

    assert same(read(table(rows, separator=";").encode()), EXPECTED)


def test_a_first_line_sep_is_obeyed():
    """P2: written by some spreadsheets; the header is then in line 2 of the file."""
    data = b"sep=;\n" + table(current_rows() + current_rows()[:1], separator=";").encode()
    found = read(data)

    assert same(found, read(table(current_rows() + current_rows()[:1]).encode()))
    assert found.findings[0].lines == (19,)


def test_gzip_and_zip_are_opened():
    """P3: by content, whatever the name says."""
    data = PLAIN.encode()

    assert same(read(gzip.compress(data), name="votes.csv"), EXPECTED)
    assert same(read(zipped({"votes.csv": data})), EXPECTED)
    assert same(read(zipped({"votes.csv.gz": gzip.compress(data)})), EXPECTED)


def test_hidden_companions_in_a_zip_do_not_count():
    """P3: what a Mac adds, and a text beside the table."""
    archive = zipped(
        {"votes.csv": PLAIN.encode(), "__MACOSX/._votes.csv": b"x", ".DS_Store": b"x", "README.md": b"hello"}
    )

    assert same(read(archive), EXPECTED)


def test_a_zip_with_two_tables_is_refused_by_name():
    """P3: choosing one would be a guess."""
    error = refusal(zipped({"march.csv": b"a", "april.csv": b"b"}))

    assert codes(error) == ["zip_many_tables"]
    assert "march.csv" in str(error)
    assert "april.csv" in str(error)


def test_an_empty_zip_is_refused():
    assert codes(refusal(zipped({}))) == ["zip_no_table"]


def test_an_archive_in_an_archive_in_an_archive_is_refused():
    inner = gzip.compress(gzip.compress(gzip.compress(PLAIN.encode())))

    assert codes(refusal(inner)) == ["nested_container"]


@pytest.mark.parametrize(
    "data",
    [
        zipped({"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"}),
        zipped({"mimetype": b"application/vnd.oasis", "content.xml": b"<x/>"}),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
    ],
    ids=["xlsx", "ods", "xls"],
)
def test_a_workbook_is_recognised_by_content(data):
    """P3: the way out is said, not that some byte is no text."""
    error = refusal(data)

    assert codes(error) == ["workbook"]
    assert "CSV UTF-8" in str(error)


@pytest.mark.parametrize("start", [b"%PDF-1.7", b"BZh91AY", b"7z\xbc\xaf\x27\x1c"])
def test_other_kinds_of_file_are_named(start):
    assert codes(refusal(start + b"rest")) == ["other_kind"]


@pytest.mark.parametrize("cut", [12, 20, -6])
def test_a_cut_off_archive_is_refused(cut):
    """P3: an interrupted download."""
    assert codes(refusal(gzip.compress(PLAIN.encode())[:cut])) == ["broken_container"]
    assert codes(refusal(zipped({"votes.csv": PLAIN.encode()})[:cut])) == ["broken_container"]


def test_a_bomb_is_not_unpacked(monkeypatch):
    """P3: a small archive may hold more than the machine."""
    monkeypatch.setattr(container, "MOST_BYTES", 1 << 20)
    bomb = b"0" * (4 << 20)

    for data in (gzip.compress(bomb), zipped({"votes.csv": bomb})):
        error = refusal(data)
        assert codes(error) == ["too_big"]
        assert "1 MB" in str(error)


def test_line_breaks_and_separators_inside_quotes():
    """P4: usual quoting."""
    rows = with_values(current_rows(), prompt='Say "hi",\nplease')
    found = read(table(rows).encode())

    assert found.prompts is not None
    assert set(found.prompts) == {'Say "hi",\nplease'}
    assert found.n_votes == EXPECTED.n_votes


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_records_are_not_cut_at_the_blocks_of_a_large_file(newline, monkeypatch):
    """P4: a break inside quotes may fall anywhere."""
    monkeypatch.setattr(delimited, "BLOCK_BYTES", 1000)
    rows = [
        row
        for copy in range(20)
        for row in with_values(current_rows(), item_id=lambda row, at=copy: f"{row['item_id']}-{at}")
    ]
    data = table(with_values(rows, prompt=f"{newline}one,{newline}two{newline}" * 5), newline=newline).encode()
    found = read(data)

    assert found.n_votes == len(rows)
    plain = "\r" if newline == "\r" else "\n"
    assert found.prompts is not None
    assert set(found.prompts) == {f"{plain}one,{plain}two{plain}" * 5}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_kind_of_line_break(newline):
    """P4: of any machine, at the end of the file or not."""
    text = table(current_rows(), newline=newline)

    assert same(read(text.encode()), EXPECTED)
    assert same(read(text.rstrip("\r\n").encode()), EXPECTED)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_are_those_of_the_file(newline):
    """P4, P30: blank lines and breaks inside quotes count."""
    lines = ["", "item_id,annotator_id,label,prompt", "", "i1,ana,1,plain", f'i2,ana,1,"two{newline}lines"', "   ",
             "i3,ana,0,x", "", "i3,ana,0,x"]  # fmt: skip
    found = read(newline.join(lines).encode())

    assert codes(found) == ["repeated_votes"]
    assert found.findings[0].lines == (10,)
    assert found.rows == 4


def test_lines_with_a_quote_inside_a_field():
    """P4: an inch mark is not the start of a quoted field."""
    found = read(
        votes(
            'i1,ana,1,5" disk',
            'i2,ana,1,"two',
            'lines"',
            'i2,ana,1,3" disk',
            header="item_id,annotator_id,label,prompt",
        )
    )

    assert found.findings[0].lines == (5,)
    assert found.prompts is not None
    assert list(found.prompts) == ['5" disk', "two\nlines"]


def test_rows_with_other_field_counts_are_refused_with_both_counts():
    """P4: lines, what they have, what the header has; no row is skipped silently."""
    error = refusal(votes("i1,ana,1", "i2,ana", "", "i3,ana,1,great, isn't it"))

    assert codes(error) == ["ragged_rows"]
    assert error.findings[0].lines == (3, 5)
    assert error.findings[0].count == 2
    for token in ("3", "line 3 has 2", "line 5 has 5", "comma"):
        assert token in str(error)


def test_an_open_quote_is_refused_where_it_starts():
    """P4: it would swallow the rest of the file."""
    error = refusal(votes("i1,ana,1,a", 'i2,ana,1,"b', "i3,ana,1,c", header="item_id,annotator_id,label,prompt"))

    assert codes(error) == ["unclosed_quote"]
    assert error.findings[0].lines == (3,)


def test_an_open_quote_in_the_last_line_is_refused():
    """P4: a file cut short."""
    error = refusal(votes("i1,ana,1,a", 'i2,ana,1,"b', header="item_id,annotator_id,label,prompt"))

    assert error.findings[0].lines == (3,)


def test_a_giant_row_is_refused():
    """P4: usually an open quote."""
    error = refusal(votes("i1,ana,1,x", f'i2,ana,1,"{"y" * (40 << 20)}"', header="item_id,annotator_id,label,prompt"))

    assert codes(error) == ["huge_cell"]
    assert error.findings[0].lines == (3,)


def test_column_names_ignore_case_blanks_hyphens():
    """P5: hand-edited headers; the index of a saved data frame is ignored."""
    lines = table(current_rows(), columns=("item_id", "annotator_id", "label", "system", "round")).splitlines()
    body = [f"{number},{line}" for number, line in enumerate(lines[1:])]

    for header in (" Item ID , ANNOTATOR-id,Label,SYSTEM,Round ", "ｉｔｅｍ＿ｉｄ,Annotator  Id,label,system,round"):
        found = read(file("Unnamed: 0," + header, *body))
        assert same(found, EXPECTED)
        assert not found.findings
    assert same(read(file("," + lines[0], *body)), EXPECTED)
    assert same(read(file(f",{lines[0]},", *(f"{line}," for line in body))), EXPECTED)


def test_extra_columns_are_ignored():
    """P5: whatever an export adds."""
    assert same(read(table(with_values(current_rows(), comment="x", lead_time=3.5)).encode()), EXPECTED)


def test_a_repeated_column_name_is_refused():
    """P5: taking either would be a guess; also if only the spelling differs."""
    for header in ("item_id,annotator_id,label,label", "item_id,annotator_id,label, LABEL"):
        error = refusal(votes("i1,ana,1,0", header=header))
        assert codes(error) == ["repeated_column"]
        assert "columns 3, 4" in str(error)
        assert "label.1" not in str(error)


def test_missing_columns_are_named_with_those_found():
    """P5: and the likely pairing, ready for the shell."""
    error = refusal(votes("t1,w1,1", header="task,worker_id,answer"))

    assert codes(error) == ["missing_columns"]
    for token in ("item_id", "annotator_id", "label", '"task"', '"worker_id"', '"answer"'):
        assert token in str(error)
    assert "--columns votes.csv:item_id=task,annotator_id=worker_id,label=answer" in str(error)


def test_one_column_per_annotator_is_recognised():
    """P5: the most common other layout."""
    error = refusal(file("item_id,ana,bo,cy", "i1,1,0,1", "i2,0,,n/a", "i3,yes,1,1"))

    assert "one column per annotator" in str(error)
    assert '"ana", "bo", "cy"' in str(error)


def test_texts_are_not_taken_for_annotators():
    error = refusal(file("item_id,topic,length", "i1,sports,210", "i2,law,188"))

    assert "one column per annotator" not in str(error)


def test_the_user_can_say_which_column_is_which():
    """P5: the choice wins over a column that happens to have the name."""
    rows = with_values(current_rows(), task=lambda row: row["item_id"], item_id="same", vote=lambda row: row["label"])
    text = table(rows, columns=("item_id", "task", "annotator_id", "vote", "system", "round"))

    assert same(read(text.encode(), columns={"item_id": "task", "label": " Vote"}), EXPECTED)


def test_a_choice_of_columns_decides_the_separator_too():
    text = "task;who;what, exactly\ni1;ana;1\ni1;bo;0\n"

    assert (
        read(text.encode(), columns={"item_id": "task", "annotator_id": "who", "label": "what, exactly"}).n_votes == 2
    )


def test_a_choice_of_a_column_that_is_not_there_is_refused():
    error = refusal(PLAIN.encode(), columns={"label": "verdict"})

    assert codes(error) == ["unknown_mapping"]
    assert '"verdict"' in str(error)


def test_a_choice_for_a_column_without_a_meaning_is_a_wrong_setting():
    with pytest.raises(SettingsError, match="colour"):
        read(PLAIN.encode(), columns={"colour": "label"})


def test_the_header_can_be_seen_before_it_is_understood():
    """P5: for a form that pairs columns."""
    header = header_of(file("Task;Worker Id;answer", "t1;w;1"), name="votes.csv")

    assert header == ("Task", "Worker Id", "answer")
    assert guess_columns(header) == {"item_id": "Task", "annotator_id": "Worker Id", "label": "answer"}


def test_the_two_kinds_of_empty_are_two_errors():
    """P6: zero bytes, a header without rows; and blank lines only."""
    nothing, blank, header = refusal(b""), refusal(b"\n \n\r\n"), refusal(PLAIN.splitlines()[0].encode())

    assert (codes(nothing), codes(blank), codes(header)) == (["empty_file"], ["no_header"], ["no_rows"])
    assert "votes.csv" in str(nothing)
    assert "0 bytes" in str(nothing)
    assert codes(refusal(b"\xef\xbb\xbf")) == ["no_header"]
    assert codes(refusal(gzip.compress(b""))) == ["empty_file"]


def test_a_file_that_is_not_there(tmp_path):
    for source in (tmp_path / "no.csv", str(tmp_path), "bad\0name"):
        with pytest.raises(ReadError, match="cannot be opened"):
            read(source)


def test_options_that_do_not_exist():
    with pytest.raises(SettingsError, match="past"):
        read(PLAIN.encode(), role="past")
    with pytest.raises(SettingsError, match="newest"):
        read(PLAIN.encode(), repeats="newest")


def test_the_hash_is_of_the_raw_bytes(tmp_path):
    """What was uploaded, before any conversion; the name is the file's."""
    import hashlib

    path = tmp_path / "round_7.csv.gz"
    path.write_bytes(gzip.compress(PLAIN.encode()))
    found = read(path)

    assert found.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert found.name == "round_7.csv.gz"
    assert found.rows == 16


def test_findings_of_all_kinds_come_together():
    """One look at all that is wrong, not one error after the other."""
    error = refusal(votes("8.2E+17,ana,1", "1.1E+18,bo,maybe"))

    assert codes(error) == ["exponent_ids", "unknown_labels"]


def test_history_and_current_of_the_builder_are_what_they_say():
    """The other tests lean on these numbers."""
    history = read(table(history_rows()).encode(), role="history")
    right = history.label == history.gold[history.item]

    assert history.counts["gold_items"] == 10
    assert [right[history.annotator == code].mean() for code in range(2)] == [0.8, 0.8]
    assert len(label_of(EXPECTED)) == 16


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_several_byte_order_marks_are_none_of_the_header(encoding):
    """Some tools put one mark before another."""
    table = "\ufeff\ufeffitem_id,annotator_id,label\ni1,a,1\ni1,b,0\n"

    assert read(table.encode(encoding), name="votes.csv").n_votes == 2
