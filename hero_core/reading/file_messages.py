"""Findings about files, rows and columns by their code; placeholders as in messages."""

from __future__ import annotations

ERROR, WARNING, INFO = "error", "warning", "info"
CSV_CURE = 'save the table as "CSV UTF-8" and give that file.'

OF_THE_FILE = {
    "not_found": (ERROR, "{file}: the file cannot be opened ({why}).", "Check the name and the folder."),
    "empty_file": (
        ERROR,
        "{file} is empty (0 bytes).",
        "Export or upload it again; an interrupted download looks like this.",
    ),
    "no_header": (
        ERROR,
        "{file} has {size} bytes but no line with text, so there is no header.",
        "The first line must name the columns: item_id, annotator_id, label.",
    ),
    "no_rows": (
        ERROR,
        "{file} has a header (line {line}) but no row below it.",
        "Export the votes again, one row per vote.",
    ),
    "workbook": (
        ERROR,
        "{file} is a spreadsheet workbook ({kind}) by its content.",
        "Open it and " + CSV_CURE + " Excel xlsx is read with: pip install 'hero-dashboard[excel]'.",
    ),
    "workbook_sheet": (
        INFO,
        "{file} is an Excel workbook; its first sheet {sheet} was read (it has {count}).",
        "For another sheet, save that sheet as CSV UTF-8.",
    ),
    "broken_json": (
        ERROR,
        "{file}, line {line}: JSON that cannot be read ({why}).",
        "Export the file again: it may have been cut short.",
    ),
    "json_not_records": (
        ERROR,
        "{file}, line {line}: a JSON {kind} where an object with named fields should stand.",
        "Give an array of objects, or one object per line.",
    ),
    "other_kind": (ERROR, "{file} is a {kind} file by its content, not a table.", "Unpack or convert it: " + CSV_CURE),
    "broken_container": (
        ERROR,
        "{file} is a {kind} file that cannot be read ({why}).",
        "Make or download it again, or give the table itself as CSV.",
    ),
    "zip_no_table": (ERROR, "{file} is a zip archive without a table in it.", "Put exactly one table inside."),
    "zip_many_tables": (
        ERROR,
        "{file} is a zip archive with {count} files: {names}.",
        "Only one table can be read at a time: unpack it and give one of them.",
    ),
    "nested_container": (ERROR, "{file} is an archive within an archive.", "Unpack it and give the table itself."),
    "too_big": (
        ERROR,
        "{file} holds more than {limit} once unpacked; reading stopped there.",
        "Split it by round, or give it as Parquet.",
    ),
    "not_text": (
        ERROR,
        "{file}, line {line}: a zero byte, so this is no text table (or UTF-16 without its byte order mark).",
        "Open it in the program it comes from and " + CSV_CURE,
    ),
    "unknown_encoding": (
        ERROR,
        "{file} is not valid {encoding} text (byte {position}, line {line}).",
        "Choose another encoding on the Data page{shell}, or " + CSV_CURE,
        " or with --encoding FILE:NAME",
    ),
    "encoding_fallback": (
        WARNING,
        "{file} is not UTF-8 (first seen in line {line}); it was read as {encoding}.",
        "If names or labels look wrong, choose the encoding on the Data page{shell}.",
        " or with --encoding FILE:NAME",
    ),
    "column_type": (
        ERROR,
        "{file}, column {column}: values of type {kind} cannot be read as text or numbers.",
        "Store the column as text or numbers.",
    ),
}

OF_ROWS_AND_COLUMNS = {
    "ragged_rows": (
        ERROR,
        "{file}, {where}: {count} row{s} with another number of fields than the header's {expected}: {examples}.",
        "Put text that contains the separator ({separator}) in double quotes, or complete the row.",
    ),
    "unclosed_quote": (
        ERROR,
        "{file}, line {line}: a double quote is opened here and never closed.",
        "Close it, or export the file again: it may have been cut short.",
    ),
    "huge_cell": (
        ERROR,
        "{file}, line {line}: a row of more than {limit} MB.",
        "Usually a double quote that is not closed; correct it and read the file again.",
    ),
    "unreadable_rows": (ERROR, "{file}: the rows cannot be read ({why}).", "Export the file again as CSV UTF-8."),
    "repeated_column": (
        ERROR,
        "{file}, line {line}: a column name occurs more than once: {names}.",
        "Rename or delete all but the one that counts.",
    ),
    "missing_columns": (ERROR, "{file}, line {line}: missing column{s}: {missing}. Found: {found}.", "{advice}"),
    "unknown_mapping": (
        ERROR,
        "{file}: the column choice names {names}, which the file does not have. Found: {found}.",
        "Use a column name as it stands in the header.",
    ),
}
