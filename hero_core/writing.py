"""Files that the shell writes: never over a file that it reads."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterable
from pathlib import Path

from hero_core import documents
from hero_core.annotations import Annotations
from hero_core.chosen import model_of
from hero_core.errors import SettingsError
from hero_core.results import EstimateResult
from hero_core.roundstore.files import write_whole

EVERYBODY = 0o666  # less what the user's own mask takes away


def output_of(options: argparse.Namespace, inputs: Iterable[str | None]) -> Path:
    """The file to write. Raises SettingsError where it is one of the inputs, or has no folder."""
    output = Path(options.output)
    for path in inputs:
        if path and output.exists() and Path(path).exists() and output.samefile(path):
            raise SettingsError(f"{output} is a file to read: give another name for the result.")
    if not output.parent.is_dir():
        raise SettingsError(f"{output} cannot be written: there is no folder {output.parent}.")
    return output


def write(output: Path, content: bytes) -> None:
    """Write the file, whole or not at all; a pipe or device as it comes. Raises SettingsError where it cannot be."""
    try:
        if output.exists() and not output.is_file():
            output.write_bytes(content)
        else:
            write_whole(output.resolve(), content, EVERYBODY)
    except OSError as trouble:
        raise SettingsError(f"{output} cannot be written ({trouble.strerror}).") from trouble


def write_report(
    options: argparse.Namespace, files: dict[str, Annotations], result: EstimateResult, output: Path
) -> documents.Document:
    """Write the report of a result; the document that says where, and what the verdict is."""
    from hero_core.report import Wishes, full_report  # plotly is loaded only for a report

    wishes = Wishes(
        title=options.title, annotators=not options.no_annotators, items=options.items, method=options.method,
        stability=options.stability, language=options.language, margin=options.margin,
        high_is_good=not options.low_is_good,
    )  # fmt: skip
    page, decision = full_report(files.get("history"), files["current"], result, wishes, model_of(options))
    content = page.encode("utf-8")
    write(output, content)
    return documents.report_document(result, decision, str(output), hashlib.sha256(content).hexdigest(), len(content))
