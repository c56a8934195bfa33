"""Remarks about the files on the data page: by gravity, each with its rows and with what can be done."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from hero_core.errors import SEVERITIES, Finding
from hero_core.words import text
from ui import cached, state
from ui.changes import show_change_here
from ui.findings import SHOWN, show_finding
from ui.remedies import LABEL_CODES, show_remedies
from ui.uploads import Reading, Upload


def show_remarks(uploads: list[Upload]) -> None:
    """Everything the reader saw, by gravity, with file, lines, rows, and what can be done with one click."""
    st.header(text("data.findings"))
    show_change_here()
    remarks = remarks_on(uploads)
    if not remarks:
        st.markdown(text("data.findings.none"))
    for severity in reversed(SEVERITIES):
        group = [remark for remark in remarks if remark[1].severity == severity]
        if group:
            st.subheader(text("data.severity", what=text(f"data.severity.{severity}"), count=len(group)))
            _show_group(group, severity)


def _show_group(group: list[tuple[Upload, Finding]], severity: str) -> None:
    for position, (upload, found) in enumerate(group[:SHOWN]):
        _show_remark(upload, found, f"{severity}_{position}")
    if len(group) > SHOWN:
        with st.expander(text("findings.more", count=len(group) - SHOWN)):
            for position, (upload, found) in enumerate(group[SHOWN:], SHOWN):
                _show_remark(upload, found, f"{severity}_{position}", folded=True)


def _show_remark(upload: Upload, found: Finding, place: str, folded: bool = False) -> None:
    show_finding(found)
    if not folded:
        _show_rows(found, place)
    show_remedies(upload, found, place)


def _show_rows(found: Finding, place: str) -> None:
    """The first rows that the remark is about, as they stand in the file."""
    upload = next((upload for upload in state.uploads() if upload.name == found.file), None)
    rows = () if upload is None or not found.lines else cached.rows_at(upload, found.lines)
    if not rows:
        return
    width = max(map(len, rows))
    header = [text("data.rows.line"), *_distinct(rows[0][1:])]
    header += [text("data.rows.extra", number=number) for number in range(len(header) + 1, width + 1)]
    cells = [[*row, *[""] * (width - len(row))] for row in rows[1:]]
    with st.expander(text("data.rows", count=len(cells)), icon=":material/table_rows:"):
        frame = pd.DataFrame(cells, columns=header, dtype="str")
        st.dataframe(frame, hide_index=True, width="stretch", key=f"rows_{found.code}_{place}")


def _distinct(names: tuple[str, ...]) -> list[str]:
    """Column names, told apart where a file has one twice or none."""
    return [name if name and names.count(name) == 1 else f"{name} ({number})" for number, name in enumerate(names, 1)]


def remarks_on(uploads: list[Upload]) -> list[tuple[Upload, Finding]]:
    """What was seen in each file, and in both together, with the file a remedy would be about."""
    remarks = [(upload, found) for upload in uploads for found in findings_of(cached.read_upload(upload))]
    files = state.workspace()
    if files.history is None:
        return remarks
    known = [found for _, found in remarks]
    between = cached.findings_between(files.history, files.current, files.overlap)
    new = [found for found in between if found not in known]
    return [*remarks, *((files.upload(found.role or "history") or files.history, found) for found in new)]


def findings_of(reading: Reading) -> tuple[Finding, ...]:
    """What was seen in one file; a refusal without findings becomes a red one."""
    if reading.annotations is not None:
        return reading.annotations.findings
    error = reading.error
    if error is None:
        return ()
    seen = error.findings or (Finding(severity="error", code="refused", message=error.message),)
    return tuple(map(on_page, seen))


def on_page(found: Finding) -> Finding:
    """The finding in the words of this page, where it is a question asked under a drop zone."""
    if found.code != "layout_proposed":
        return found
    return replace(found, message=text("data.layout.open", file=found.file), remedy=text("data.layout.open.cure"))


def main_reason(reading: Reading) -> Finding | None:
    """The first thing that must be solved before the file can be used, with the cure on this page."""
    first = next((found for found in findings_of(reading) if found.severity == "error"), None)
    asked = first is not None and first.code in LABEL_CODES
    return replace(first, remedy=text("data.ask.cure")) if first is not None and asked else first
