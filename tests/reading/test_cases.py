"""The twenty most frequent kinds of trouble, each in two small files made in cases.py."""

from __future__ import annotations

import io

import pytest

from hero_core.reading import read
from tests.reading.build import label_of, refusal
from tests.reading.cases import CASES, CURRENT, REFUSES, WARNS, Case


def those(**wanted: object) -> pytest.MarkDecorator:
    """Every case, or every readable one, or every one with the clean votes."""
    chosen = {
        name: case
        for name, case in CASES.items()
        if not (wanted and case.expect == REFUSES) and not (wanted.get("clean") and case.raters is None)
    }
    return pytest.mark.parametrize("case", chosen.values(), ids=list(chosen))


CLEAN = label_of(read(CURRENT))


def texts(case: Case) -> str:
    """All that reading says about the file in question."""
    data = case.history if case.where == "history" else case.current
    if case.expect == REFUSES:
        return str(refusal(data, role=case.where))
    found = read(data, role=case.where, name="votes.csv")
    return "\n".join(f"{finding.severity} {finding.message} {finding.remedy}" for finding in found.findings)


@those()
def test_reading_works_warns_or_refuses(case):
    """As expected, and in words that name file, column, lines, values."""
    said = texts(case)

    assert ("warning " in said) == (case.expect == WARNS)
    assert "error " not in said or case.expect == REFUSES
    for token in case.tokens:
        assert token in said


@those(clean=True)
def test_the_votes_are_those_of_the_clean_table(case):
    """A reader that gets anything wrong would have others."""
    names = dict(zip(("ana", "bo"), case.raters, strict=True))
    expected = {(item, names[rater]): label for (item, rater), label in CLEAN.items()}

    assert label_of(read(case.current)) == expected


@those(readable=True)
def test_counts_are_right(case):
    """What is said to the user, as numbers."""
    data = case.history if case.where == "history" else case.current
    found = read(data, role=case.where)

    assert {name: found.counts[name] for name in case.counts} == dict(case.counts)
    assert found.counts["votes_used"] == found.n_votes


@those()
def test_the_other_file_has_no_error(case):
    """Trouble in one file leaves the other usable."""
    other = "current" if case.where == "history" else "history"

    assert read(case.history if other == "history" else case.current, role=other).n_votes > 0


@those(readable=True)
def test_a_buffer_gives_the_same_twice(case):
    """Position and name of an upload never matter."""
    buffer = io.BytesIO(case.current)
    first = read(buffer)
    buffer.read()

    assert read(buffer).fingerprint == first.fingerprint


def test_a_five_point_scale_with_a_rule():
    """The rule 4, 5 -> 1 makes it the binary votes that it was made from."""
    found = read(CASES["five-point scale"].current, labels={1: 0, 2: 0, 3: 0, 4: 1, 5: 1})

    assert label_of(found) == CLEAN
    assert found.classes == ("0", "1")
