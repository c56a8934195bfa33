"""The blocks of the data page about what came out: remarks, facts, first rows, the cleaned table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pandas as pd
import streamlit as st

from hero_core.annotations import Annotations
from hero_core.charts.labels import percent
from hero_core.errors import SEVERITIES, Finding
from hero_core.words import text
from ui import cached, state
from ui.canonical import canonical_table
from ui.explain import escape
from ui.findings import SHOWN, show_finding
from ui.frame import download, table
from ui.remedies import show_remedies
from ui.uploads import Reading, Upload

PREVIEW_ROWS = 20
NAMES_SHOWN = 8
LABELS_SHOWN = 10
HASH_LETTERS = 12


def show_remarks(uploads: list[Upload]) -> None:
    """Everything the reader saw, by gravity, with file, lines, and what can be done with one click."""
    st.header(text("data.findings"))
    remarks = remarks_on(uploads)
    if not remarks:
        st.markdown(text("data.findings.none"))
    for severity in reversed(SEVERITIES):
        group = [remark for remark in remarks if remark[1].severity == severity]
        if group:
            st.subheader(text(f"data.severity.{severity}"))
            for position, (upload, found) in enumerate(group[:SHOWN]):
                _show_remark(upload, found, f"{severity}_{position}")
            if len(group) > SHOWN:
                with st.expander(text("findings.more", count=len(group) - SHOWN)):
                    for position, (upload, found) in enumerate(group[SHOWN:], SHOWN):
                        _show_remark(upload, found, f"{severity}_{position}")


def _show_remark(upload: Upload, found: Finding, place: str) -> None:
    show_finding(found)
    show_remedies(upload, found, place)


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
    seen = error.findings or (Finding(severity="error", code="refused", message=str(error)),)
    return tuple(_question(found) if found.code == "layout_proposed" else found for found in seen)


def _question(found: Finding) -> Finding:
    """A proposed layout as a question: its pairing stands under the drop zone."""
    message, remedy = text("data.layout.open", file=found.file), text("data.layout.open.cure")
    return replace(found, message=message, remedy=remedy)


def show_understood(uploads: list[Upload]) -> None:
    """Facts of both files side by side, first rows, and the table as understood for download."""
    read = {upload: found for upload in uploads if (found := cached.read_upload(upload).annotations) is not None}
    if not read:
        return
    st.header(text("data.understood"))
    facts = {text(f"data.{upload.role}"): facts_of(found) for upload, found in read.items()}
    st.table(pd.DataFrame(facts).map(escape))
    for upload, found in read.items():
        st.subheader(f"{text('data.preview')}: {text(f'data.{upload.role}')}")
        table(canonical_table(found, PREVIEW_ROWS), key=f"preview_{upload.role}")
        download(
            lambda found=found: canonical_table(found), f"{upload.role}_as_understood.csv", f"clean_{upload.role}",  # type: ignore[misc]
            text("data.download", name=text(f"data.{upload.role}").lower()),
        )  # fmt: skip


def facts_of(found: Annotations) -> dict[str, str]:
    """What was understood of one file, as text by its name."""
    gold = int(found.has_gold.sum())
    labels = [f"{written}: {count:,}" for written, count, _ in found.label_counts]
    facts = {
        "rows": f"{found.rows:,}",
        "votes": f"{found.n_votes:,}",
        "items": f"{found.n_items:,}",
        "annotators": f"{found.n_annotators:,}",
        "systems": names(found.systems),
        "rounds": names(found.rounds),
        "labels": names(labels, LABELS_SHOWN),
        "classes": names(found.classes, LABELS_SHOWN),
        "gold": text("data.gold_share", count=f"{gold:,}", share=percent(gold / found.n_items, found.n_items))
        if found.n_items
        else text("none"),
        "covariates": names(found.covariate_names),
        "sha256": found.sha256[:HASH_LETTERS],
    }
    return {text(f"data.fact.{key}"): value for key, value in facts.items()}


def names(found: Iterable[str], shown: int = NAMES_SHOWN) -> str:
    """A few names and how many more there are; a dash for none."""
    listed = list(found)
    if len(listed) > shown:
        return text("data.more_names", names=", ".join(listed[:shown]), more=len(listed) - shown)
    return ", ".join(listed) or text("none")
