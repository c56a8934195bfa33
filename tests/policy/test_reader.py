"""Each rule of the reading policy in Python: what is read, said, counted and estimated."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

from hero_core import annotator_table, charts, estimate
from hero_core.errors import Finding, ReadError
from hero_core.ranking import rank_of, tau_b
from hero_core.reading import convert, read
from tests.charts.drawn import titles_of
from tests.policy.scenes import (
    CURRENT,
    HISTORY,
    NEW,
    NO_NUMBER,
    OLD,
    REFUSES,
    SCENES,
    WARNS,
    WORKS,
    Scene,
    plain,
    rater,
    with_values,
)  # fmt: skip

METHODS = ("mv", "hero1", "hero2")


def findings(scene: Scene) -> tuple[Any, tuple[Finding, ...]]:
    """The result of both files, or the refusal; with everything that was said."""
    try:
        history = read(scene.history, role="history", name="history.csv")
        current = read(scene.current, role="current", name="current.csv")
        result = estimate(history, current, methods=METHODS, resamples=20, **scene.settings)  # type: ignore[arg-type]
    except ReadError as error:
        return error, error.findings
    return result, result.findings


def remarks(scene: Scene) -> list[str]:
    """Codes of the warnings about either file."""
    files = (read(scene.history, role="history", name="history.csv"), read(scene.current, name="current.csv"))
    return [note.code for read_file in files for note in read_file.findings if note.severity != "info"]


def sentences(found: tuple[Finding, ...], severities: tuple[str, ...] = ("warning", "error")) -> str:
    """Messages and remedies of some severities."""
    return "\n".join(f"{note.message} {note.remedy}" for note in found if note.severity in severities)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_rule(scene):
    """Works in silence, warns, refuses, or withholds a number, in words that name what they are about."""
    outcome, found = findings(scene)
    refused = isinstance(outcome, ReadError)
    reasons = "" if refused else "\n".join(f"{row.reason} {row.interval}" for row in outcome.estimates)
    said = sentences(found, ("info", "warning", "error")) + reasons

    assert refused == (scene.expect == REFUSES)
    for token in scene.says:
        assert token in said
    if scene.expect == WORKS:
        assert not remarks(scene)
    if scene.expect == NO_NUMBER:
        assert outcome.get("hero1").estimate is None
        assert outcome.get("hero1").reason
    for method, value in scene.numbers.items():
        assert outcome.get(method).estimate == pytest.approx(value, abs=1e-4), method
    for name, count in scene.counts.items():
        assert outcome.counts[name] == count, name
    assert scene.expect != WARNS or said


def test_p25_names_stand_in_natural_order():
    """Annotator 2 before 10, round r2 before r10, system v9 before v10."""
    names = zip(("2", "10") * 8, ("r10", "r2") * 8, ("v10", "v9") * 8, strict=True)
    rows = [
        {**row, "annotator_id": who, "round": turn, "system": system}
        for row, (who, turn, system) in zip(NEW, names, strict=True)
    ]
    found = read(plain(rows))

    assert list(found.annotator_ids) == ["2", "10"]
    assert (found.rounds, found.systems) == (("r2", "r10"), ("v9", "v10"))


def test_p25_without_an_order_tau_is_not_defined():
    """One system, or two of the same score, make no ranking; a tie shares the mean rank."""
    scores = np.array([[0.5, 0.2], [0.5, 0.7]])

    assert rank_of(scores).tolist() == [[1.5, 2.0], [1.5, 1.0]]
    assert np.isnan(tau_b(scores, np.array([0.1, 0.9]))[0])


def test_p27_people_are_categories_letter_by_letter():
    """1, 2, 10 and 1E1 are four people on every axis."""
    names = ("1", "2", "10", "1E1")
    rows = [{**row, "annotator_id": names[at % 4]} for at, row in enumerate(OLD)]
    history = read(
        plain([*rows, *({**row, "annotator_id": names[(at + 2) % 4]} for at, row in enumerate(OLD))]), role="history"
    )
    result = annotator_table(history, None, resamples=0)

    chart = charts.confusion_grid(result.rows, result)

    assert [row.annotator for row in result.rows] == list(names)
    assert titles_of(chart) == list(names)


def test_p28_what_is_written_is_safe_for_spreadsheets():
    """A mark for the encoding, an apostrophe before formulas, numbers as they are; read again it says the same."""
    rows = with_values(NEW, annotator_id=rater(ana="=HYPERLINK(1)"), x_words=-2.5)

    written, _ = convert(plain(rows))

    assert written.startswith(b"\xef\xbb\xbf")
    assert b"'=HYPERLINK(1)" in written and b"'-2.5" not in written
    assert read(written).n_votes == read(plain(rows)).n_votes


def test_p29_tables_of_a_thousand_people_are_drawn_in_part():
    """Far fewer than two hundred are drawn at once; the page says how many are not."""
    rows = [{**OLD[at % 20], "annotator_id": f"a{at:04}"} for at in range(1000)]
    result = annotator_table(read(plain(rows), role="history"), None, resamples=0)

    pages = charts.pages_of(result.rows)

    assert len(result.rows) == 1000
    assert max(len(page) for page in pages) <= 200
    assert "960 are not" in str(charts.not_drawn(pages[0], result))


@pytest.mark.parametrize(
    "scene", [scene for scene in SCENES if scene.expect in (WARNS, REFUSES)], ids=lambda one: one.name
)
def test_p30_messages_name_the_file_and_what_to_do(scene):
    """Of every finding about lines: the file, at most five lines, a remedy; one message per kind and column."""
    _, found = findings(scene)
    notes = [note for note in found if note.lines and note.severity != "info"]

    for note in notes:
        assert note.file in ("history.csv", "current.csv")
        assert note.file in note.message
        assert len(note.lines) <= 5
        assert note.count >= 1
        assert note.remedy
    kinds = [(note.code, note.file, note.column) for note in notes]
    assert len(kinds) == len(set(kinds))


def test_p30_five_examples_and_the_total():
    """Seven strange labels: five are shown, and how many more."""
    with pytest.raises(ReadError) as caught:
        read(plain([{**row, "label": f"word {at % 7}"} for at, row in enumerate(NEW)]), name="current.csv")
    (note,) = caught.value.findings

    assert note.message.count('"word') == 5 and "and 2 more" in note.message
    assert (note.lines, note.count) == ((2, 3, 4, 5, 6), 16)


@pytest.mark.parametrize("seed", range(3))
def test_p31_order_and_reading_again_change_no_number(seed):
    """Rows and columns shuffled, a buffer that was read before: the same estimate."""
    rng = np.random.default_rng(seed)
    rows = [NEW[at] for at in rng.permutation(len(NEW))]
    buffer = io.BytesIO(plain([dict(rng.permutation(list(row.items())).tolist()) for row in rows]))
    buffer.read(40)
    history = read(HISTORY, role="history")

    results = [estimate(history, read(source), methods=METHODS, resamples=20) for source in (CURRENT, buffer, buffer)]

    told = [[(row.estimate, row.low, row.high) for row in result.estimates] for result in results]
    assert told[0] == told[1] == told[2]


def test_p31_a_corrected_file_of_the_same_name_is_another_file():
    """One vote changed: another fingerprint; nothing changed: the same."""
    one, again, other = (
        read(data, name="v.csv").fingerprint for data in (CURRENT, CURRENT, CURRENT.replace(b",1,", b",0,", 1))
    )

    assert one == again != other
