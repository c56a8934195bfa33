"""The validation page: the study that writes it runs, and the page that is here has its sections."""

from __future__ import annotations

from benchmarks.study import alarms
from benchmarks.study.__main__ import PAGE, main

SECTIONS = ("Coverage of the 95% bands", "Bias and spread", "fire without cause", "find what was planted")


def test_the_study_runs(tmp_path, capsys):
    """Two rounds of everything: a page with every section, every guard rail and every defect."""
    page = tmp_path / "page.md"
    main(["--rounds", "2", "--resamples", "20", "--jobs", "1", "--output", str(page)])
    text = page.read_text(encoding="utf-8")

    assert all(section in text for section in SECTIONS)
    assert all(code in text for code in alarms.STATED)
    assert all(defect in text for defect in alarms.DEFECTS)
    assert "nan" not in text.lower().replace("annotator", "")
    assert capsys.readouterr().out.strip() == text.strip()


def test_the_page_is_of_the_whole_study():
    """What is shown to readers comes from two hundred rounds of each setting."""
    text = PAGE.read_text(encoding="utf-8")

    assert all(section in text for section in SECTIONS)
    assert "200 rounds each" in text
