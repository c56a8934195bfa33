"""A report for a reader of Chinese holds no English sentence before the part for programmers."""

from __future__ import annotations

import hero_core
from hero_core.report import Wishes, full_report
from hero_core.words import speaking, text
from tests.pages.visit import sample_rounds
from tests.report.reading import read_page
from tests.words.reading import english_run


def test_a_report_in_chinese_has_no_english_sentence():
    """Verdict, checks, findings, captions and sentences under the figures."""
    files = sample_rounds()
    result = hero_core.estimate(*files, resamples=100)
    wishes = Wishes(items=True, stability=True, language="zh")

    said = read_page(full_report(*files, result, wishes, {})[0]).text
    with speaking("zh"):
        for_people = said.split(text("report.section.provenance"))[0]

    assert len(for_people) > 2000
    assert [line for line in for_people.splitlines() if english_run(line)] == []
