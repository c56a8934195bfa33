"""Every finding of the reader by its code: severity, what was found and done, what the user can do."""

from __future__ import annotations

from collections.abc import Sequence

from hero_core.errors import MAX_EXAMPLES, Finding

SHOWN_LETTERS = 60

CATALOGUE: dict[str, tuple[str, str, str]] = {
    # -- the file as a whole
    "not_found": ("error", "{file}: the file cannot be opened ({why}).", "Check the name and the folder."),
    "empty_file": ("error", "{file} is empty (0 bytes).", "Export or upload it again; a broken download looks like this."),
    "no_header": ("error", "{file} has {size} bytes but no line with text, so there is no header.",
                  "The first line must name the columns: item_id, annotator_id, label."),
    "no_rows": ("error", "{file} has a header (line {line}) but no rows below it.",
                "Export the votes again, one row per vote."),
    "workbook": ("error", "{file} is a spreadsheet workbook ({kind}) by its content, whatever its name says.",
                 'Open it and save the sheet with the votes as "CSV UTF-8", then give that file.'),
    "broken_container": ("error", "{file} is a {kind} file that cannot be unpacked ({why}).",
                         "Pack or download it again, or give the table itself as CSV."),
    "zip_no_table": ("error", "{file} is a zip archive without any table in it.", "Put exactly one CSV, TSV or Parquet file inside."),
    "zip_many_tables": ("error", "{file} is a zip archive with {count} files: {names}.",
                        "Only one table can be read at a time: unpack it and give one of them."),
    "nested_container": ("error", "{file} is an archive inside an archive inside an archive.", "Unpack it and give the table itself."),
    "too_big": ("error", "{file} is larger than {limit} MB once unpacked; reading was stopped there.",
                "Split it by round, or write it as Parquet with only the columns that are needed."),
    "not_text": ("error", "{file}, line {line}: a zero byte, so this is not a text table (or UTF-16 without its byte order mark).",
                 'Save it as "CSV UTF-8" and give that file.'),
    "unknown_encoding": ("error", "{file} is not valid {encoding} text (byte {position}, line {line}).",
                         'Save it as "CSV UTF-8", or name its encoding.'),
    "encoding_fallback": ("warning", "{file} is not UTF-8 (line {line}); it was read as {encoding}.",
                          'If names or labels look wrong, choose another encoding or save the file as "CSV UTF-8".'),
    "parquet_type": ("error", "{file}, column {column}: values of type {kind} cannot be read.",
                     "Store the column as text or numbers."),
    # -- rows and columns
    "ragged_rows": ("error", "{file}, {where}: the header has {expected} fields, but {examples}.",
                    "Put text that contains the separator ({separator}) in double quotes, or complete the row."),
    "unclosed_quote": ("error", "{file}, line {line}: a double quote is opened and never closed.",
                       "Close the quote, or export the file again: it may have been cut short."),
    "huge_cell": ("error", "{file}{where}: a cell with more than {limit} characters.",
                  "Usually a double quote that is not closed; correct it and read the file again."),
    "repeated_column": ("error", "{file}, line {line}: the column name {names} occurs more than once ({places}).",
                        "Rename or delete all but the one that counts."),
    "missing_columns": ("error", "{file}: no column {missing}. Found: {found}.", "{advice}"),
    "unknown_mapping": ("error", "{file}: the column mapping names {names}, which the file does not have. Found: {found}.",
                        "Use a column name exactly as it stands in the header."),
    # -- ids
    "exponent_ids": ("error", "{file}, column {column}, {where}: ids in exponent form such as {example} ({count} cells).",
                     "A spreadsheet has dropped their last digits for good. Export the ids again as text."),
    "long_ids": ("error", "{file}, column {column}, {where}: an id of more than {limit} characters.",
                 "Usually a double quote that is not closed, or the wrong column; correct it and read the file again."),
    "float_ids": ("warning", "{file}, column {column}: every id ends in .0 (such as {example}); read without it, as {fixed}.",
                  "Nothing to do if these are whole numbers; a data frame with empty cells writes them like this."),
    "look_alikes": ("warning", "{file}, column {column}: ids that look alike are kept apart: {pairs} ({count} in all).",
                    "If they are the same, give them one spelling in the file."),
    "rows_without_id": ("warning", "{file}, {where}: {count} rows without {columns} are set aside{gold}.",
                        "Fill in the ids if these votes should count."),
    "blank_group": ("warning", "{file}, column {column}, {where}: {count} rows are blank; they form a group of their own, {name}.",
                    "Fill in the column if they belong elsewhere."),
    # -- labels and gold
    "unknown_labels": ("error", "{file}, column {column}: values without a known meaning: {values}.{hint}",
                       "{question} {cure}"),
    "which_is_one": ("error", "{file}, column {column}: {values}. Which of them is 1 and which is 0?", "{cure}"),
    "too_many_classes": ("error", "{file}, column {column}: {classes} different whole numbers ({values}, ...); a scale has at most {limit}.",
                         "Choose the column that holds the label, or give the class of each value. {cure}"),
    "one_class": ("error", "{file}, column {column}: all votes are mapped to the one class {values}; at least two are needed.", "{cure}"),
    "gold_off_scale": ("error", "{file}, column {column}: values that are no label of this file: {values}. The labels are {scale}.",
                       "Correct or clear these cells, or give their class. {cure}"),
    "no_vote_rows": ("warning", "{file}, column {column}, {where}: {count} rows without a label{words}; they carry no vote.",
                     "Nothing to do if these tasks were skipped."),
    "no_votes": ("error", "{file}, column {column}: none of the {count} rows carries a usable vote.",
                 "Choose the column that holds the label, or give the class of each value."),
    "gold_in_current": ("warning", "{file}, column {column}, {where}: {count} cells with gold in the current file; reported, not used in any estimate.",
                        "Give this file as history if its gold should be used."),
    "gold_conflict": ("warning", "{file}, column {column}: {count} items have two gold labels: {examples}. Their gold is withdrawn, their votes stay.",
                      "Keep one gold label per item."),
    # -- covariates
    "bad_covariate": ("error", "{file}, column {column}, {where}: {values} is not a finite number ({count} cells).",
                      "Correct the cells or leave them empty."),
    "decimal_comma": ("warning", "{file}, column {column}: {count} numbers with a decimal comma, read as {example}.",
                      "Nothing to do if the comma marks decimals."),
    "covariate_filled": ("warning", "{file}, column {column}, {where}: {count} of {items} items without a value; filled with the mean {mean}.",
                         "Fill in the values, or leave the column out."),
    "covariate_conflict": ("warning", "{file}, column {column}: {count} items have several values ({examples}); their mean is used.",
                           "A covariate belongs to the item: give it one value on all rows."),
    "covariate_empty": ("warning", "{file}, column {column}: no value at all; the column is left out.", "Fill it in or delete it."),
    # -- votes
    "repeated_votes": ("warning", "{file}, {where}: {count} rows repeat a vote (same item, annotator and label); {done}.",
                       "Nothing to do if an export wrote them twice."),
    "conflicting_votes": ("warning", "{file}, {where}: {votes} votes of one annotator on one item disagree with each other ({examples}); {done}.",
                          "Correct the file, or choose the first or the last (option repeats)."),
    "items_without_votes": ("warning", "{file}: {count} items have no vote and do not count ({examples}){gold}.",
                            "Nothing to do if they were skipped."),
}  # fmt: skip


def finding(
    code: str, file: str, *, column: str | None = None, title: str | None = None, lines: Sequence[int] = (),
    count: int = 1, **values: object,
) -> Finding:
    """The finding of `code` with its sentences filled in; `{where}` names the lines, `{column}` the column as the file calls it."""
    severity, message, remedy = CATALOGUE[code]
    filled: dict[str, object] = {"file": file, "column": title or column, "count": f"{count:,}", "where": where(lines, count)}
    filled.update(values)
    return Finding(
        severity=severity, code=code, message=message.format(**filled), remedy=remedy.format(**filled).strip(),
        file=file, lines=tuple(lines), column=column, count=count,
    )  # fmt: skip


def where(lines: Sequence[int], count: int) -> str:
    """Where it is: "line 5", "lines 5, 14", "lines 5, 14, 20, 21, 30 and 7 more"."""
    shown = ", ".join(str(line) for line in lines[:MAX_EXAMPLES])
    more = count - min(len(lines), MAX_EXAMPLES)
    return f"line{'s' if count > 1 else ''} {shown}" + (f" and {more:,} more" if more > 0 else "")


def show(text: str) -> str:
    """A value from the file in double quotes, shortened, control characters made visible."""
    clean = "".join(letter if letter.isprintable() else "�" if letter == "�" else " " for letter in text)
    return f'"{clean[:SHOWN_LETTERS]}…"' if len(clean) > SHOWN_LETTERS else f'"{clean}"'


def listed(texts: Sequence[str], total: int | None = None) -> str:
    """At most five texts and how many more there are."""
    more = (len(texts) if total is None else total) - min(len(texts), MAX_EXAMPLES)
    return ", ".join(texts[:MAX_EXAMPLES]) + (f" and {more:,} more" if more > 0 else "")
