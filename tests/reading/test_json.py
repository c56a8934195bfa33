"""JSON Lines, JSON arrays and workbooks with our columns are read as any other table."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest

from hero_core.errors import ReadError
from hero_core.reading import header_of, read
from hero_core.reading.workbook import can_read
from tests.reading.build import codes, history_rows, same, table, with_values

ROWS = with_values(history_rows(), x_len=lambda row: int(str(row["item_id"])[3:]) / 4)
PLAIN = read(table(ROWS).encode(), role="history")
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)


@pytest.mark.parametrize(
    "text",
    [LINES, json.dumps(ROWS), json.dumps(ROWS, indent=2), json.dumps({"data": ROWS, "page": 1}), "\n" + LINES + "\n\n",
     "\ufeff" + LINES],
    ids=["lines", "array", "indented", "under data", "blank lines", "byte order mark"],
)  # fmt: skip
def test_records_are_rows(text):
    """The container does not matter, nor what the file is called."""
    assert same(read(text.encode(), role="history", name="votes.csv"), PLAIN)
    assert header_of(text.encode()) == tuple(ROWS[0])


def test_long_numbers_keep_their_digits():
    rows = [{"item_id": 820031234567890123456, "annotator_id": 7, "label": 1},
            {"item_id": 2, "annotator_id": 7, "label": 0}]  # fmt: skip
    data = json.dumps(rows).encode()

    assert "820031234567890123456" in set(read(data).item_ids)


def test_columns_can_be_named():
    rows = [{"who": {"id": "ana"}, "what": f"i{n}", "vote": n % 2 == 1} for n in range(4)]
    columns = {"item_id": "what", "annotator_id": "who.id", "label": "vote"}

    assert read(json.dumps(rows).encode(), columns=columns).label.tolist() == [0, 1, 0, 1]


def test_a_message_names_the_line_of_the_record():
    """Line 3 of the file, the third record."""
    rows = LINES.replace('"label": 1', '"label": "x"').splitlines(keepends=True)

    with pytest.raises(ReadError, match=r'"x" \(\d+ times, line \d+\)'):
        read("".join(rows).encode(), role="history")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (LINES[:-20], "broken_json", len(ROWS)),
        (json.dumps(ROWS, indent=0)[:-3], "broken_json", None),
        ('[{"a": 1},\n3]', "json_not_records", 2),
        ("[]", "no_rows", 1),
        ('{"a": ' * 3000, "broken_json", 1),
    ],
)
def test_broken_json_is_refused_where_it_breaks(text, code, line):
    with pytest.raises(ReadError) as caught:
        read(text.encode(), name="votes.json")

    assert codes(caught.value) == [code]
    assert line is None or caught.value.findings[-1].lines == (line,)


def test_missing_fields_are_named():
    with pytest.raises(ReadError, match="missing columns: annotator_id, label"):
        read(b'{"item_id": 1, "colour": "red"}\n')


def workbook(sheets: dict[str, list[list[object]]]) -> bytes:
    """An Excel file."""
    library = pytest.importorskip("openpyxl")
    book = library.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_the_first_sheet_of_a_workbook_is_read_and_named():
    """With the optional library; its absence is a sentence (see the tests of files)."""
    rows: list[list[object]] = [list(ROWS[0]), *(list(row.values()) for row in ROWS)]

    file = read(workbook({"votes": rows, "notes": [["x"]]}), role="history", name="votes.xlsx")

    assert same(file, PLAIN)
    assert any('"votes"' in note.message and "2" in note.message for note in file.findings)


def rewritten(book: bytes, member: str, old: bytes, new: bytes) -> bytes:
    """A workbook with some bytes of a member replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            content = before.read(name)
            assert name != member or old in content
            after.writestr(name, content.replace(old, new) if name == member else content)
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def test_rows_beyond_the_stated_size_of_a_sheet_are_read():
    """Programs that write Excel files often state a wrong size; votes must not be lost to it."""
    rows: list[list[object]] = [list(ROWS[0]), *(list(row.values()) for row in ROWS)]
    book = workbook({"votes": rows})
    size = re.search(rb'<dimension ref="[^"]*"', zipfile.ZipFile(io.BytesIO(book)).read(SHEET))
    assert size is not None

    assert same(
        read(rewritten(book, SHEET, size[0], b'<dimension ref="A1:B2"'), role="history", name="votes.xlsx"), PLAIN
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b'<row r="2"', b'<row r="900000000"', "too_big"),
        (b"</sheetData>", b" " * (80 << 20) + b"</sheetData>", "bomb"),
        (b"</sheetData>", b"<row", "workbook"),
        (b"<sheetData>", b'<sheetData><c r="2A"/>', None),
    ],
    ids=["row of a billion", "packed blanks", "broken", "odd cell"],
)
def test_hostile_workbooks_are_refused_in_words(old, new, code):
    """No hang over rows that are not there, no memory, no traceback of the XML parser."""
    book = rewritten(workbook({"votes": [list(ROWS[0]), list(ROWS[0].values())]}), SHEET, old, new)
    try:
        read(book)
    except ReadError as error:
        assert code is None or codes(error)[-1] == code
    else:
        assert code is None


@pytest.mark.skipif(can_read(), reason="the optional library is installed")
def test_without_the_library_the_cure_is_named(tmp_path):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")

    with pytest.raises(ReadError, match=r"hero-dashboard\[excel\]"):
        read(packed.getvalue())
