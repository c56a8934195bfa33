"""The messy cases and the real sets beside the project, as far as reading alone can show; skipped where absent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hero_core.annotations import Annotations
from hero_core.errors import ReadError
from hero_core.reading import read
from hero_core.reading.workbook import can_read
from tests.conftest import ROOT

SHARED = ROOT.parent / "shared"
FOLDERS = sorted(path.parent for path in (SHARED / "cases").glob("*/case.json"))
SETS = sorted(path for path in (SHARED / "data").glob("*/*") if path.stem in ("history", "current"))
READ_STAGES = ("read",)
COUNTS = {"duplicates_collapsed": "repeats_collapsed"}
OPENED = {"box-xlsx-named-csv"} if can_read() else set()  # a workbook is refused only without the optional library
PAIRED = {"lab-likert"}  # each file is fine alone; the two scales meet when the files are paired

pytestmark = pytest.mark.skipif(not FOLDERS, reason="no folder of reference cases beside the project")
each = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def case_of(folder: Path) -> dict[str, Any]:
    """What the case says."""
    content: dict[str, Any] = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    return content


def outcomes(folder: Path) -> dict[str, Annotations | ReadError]:
    """Every file of the case by path: annotations or the refusal."""
    found: dict[str, Annotations | ReadError] = {}
    for entry in case_of(folder)["files"]:
        try:
            found[entry["path"]] = read(folder / entry["path"], role=entry["role"].split()[0])
        except ReadError as error:
            found[entry["path"]] = error
    return found


def said(found: dict[str, Annotations | ReadError]) -> str:
    """All that a user would read."""
    notes = [
        [str(outcome)] if isinstance(outcome, ReadError)
        else [f"{note.message} {note.remedy}" for note in outcome.findings]
        for outcome in found.values()
    ]  # fmt: skip
    return "\n".join(text for texts in notes for text in texts)


def troubles(found: dict[str, Annotations | ReadError]) -> list[str]:
    """Codes of warnings and errors."""
    return [note.code for outcome in found.values() for note in outcome.findings if note.severity != "info"]


@each
def test_what_is_expected_of_reading(folder):
    """Works, warns or refuses; only cases that show at this stage may be refused."""
    case, found = case_of(folder), outcomes(folder)
    refused = [path for path, outcome in found.items() if isinstance(outcome, ReadError)]
    expect = case["expect"] if case["stage"] in READ_STAGES and folder.name not in PAIRED | OPENED else "works"

    assert bool(refused) == (expect == "clear_error")
    assert bool(troubles(found)) == (expect != "works")


@each
def test_messages_hold_what_they_must_and_nothing_they_must_not(folder):
    """Files, columns, lines, values."""
    case, text = case_of(folder), said(outcomes(folder))
    if case["stage"] in READ_STAGES and folder.name not in PAIRED | OPENED:
        for token in case["must_mention"]:
            options = token if isinstance(token, list) else [token]
            assert any(option.lower() in text.lower() for option in options), token
    for word in case["must_not"]:
        assert word.lower() not in text.lower().split()


@each
def test_numbers_that_reading_decides(folder):
    """Votes, items, annotators, ties of the current file; gold of the history."""
    case, found = case_of(folder), outcomes(folder)
    everything = {name: part for name, part in case["checks"].items() if isinstance(part, dict)}
    for path, outcome in found.items():
        checks = everything.get(Path(path).parts[0], case["checks"])
        if isinstance(outcome, ReadError) or not checks:
            continue
        check_current(outcome, checks) if outcome.role == "current" else check_history(outcome, checks)


def check_current(found: Annotations, checks: dict[str, Any]) -> None:
    """Numbers of the current file."""
    counts = found.vote_counts
    winners = (counts == counts.max(axis=1, keepdims=True)).sum(axis=1)
    known = {"items_used": found.n_items, "annotators": found.n_annotators, "ties": int((winners > 1).sum())}
    known |= found.counts
    for name, value in checks.items():
        if COUNTS.get(name, name) in known and name != "gold_items":
            assert known[COUNTS.get(name, name)] == value, name
    if "annotator_ids" in checks:
        assert sorted(found.annotator_ids) == sorted(checks["annotator_ids"])
    if "classes" in checks:
        assert found.classes == tuple(str(name) for name in checks["classes"])
    if "mv" in checks and found.classes == ("0", "1"):
        wins = counts[:, 1] > counts[:, 0]
        assert (wins + 0.5 * (counts[:, 1] == counts[:, 0])).mean() == pytest.approx(checks["mv"], abs=1e-4)


def check_history(found: Annotations, checks: dict[str, Any]) -> None:
    """Numbers of the history."""
    if "gold_items" in checks:
        assert found.counts["gold_items"] == checks["gold_items"]
    if "annotator_ids" in checks:
        assert sorted(found.annotator_ids) == sorted(checks["annotator_ids"])
    for name, mean in checks.get("x_mean_history", {}).items():
        assert found.covariates[:, found.covariate_names.index(name)].mean() == pytest.approx(mean)


def test_the_likert_case_with_its_rule():
    """What the user may do about it."""
    folder = SHARED / "cases" / "lab-likert"
    also = case_of(folder)["accept_also"]
    rule = also["settings"]["labels"]["current.csv"]
    found = read(folder / "current.csv", labels=rule)

    assert (found.classes, found.explicit) == (("0", "1"), True)
    check_current(found, also["checks"])


@pytest.mark.parametrize("path", SETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_real_sets_are_read(path):
    """Every real set as it stands; only one of them holds repeats and contradictions."""
    found = read(path, role=path.stem)
    expected = {"repeated_votes", "conflicting_votes"} if path.parent.name == "mtbench" else set()

    assert {note.code for note in found.findings} == expected
    assert found.n_votes + found.counts["repeats_collapsed"] + found.counts["conflicting_dropped"] == found.rows
