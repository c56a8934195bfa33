"""Each rule of the reading policy on the pages: what the Data page says, what the Overview shows."""

from __future__ import annotations

import re

import pytest

from hero_core.reading import read
from hero_core.words import text
from tests.pages.visit import go, plain, said, settle, upload, with_files
from tests.policy.scenes import (
    CURRENT,
    ESTIMATES,
    HISTORY,
    NEW,
    OLD,
    REFUSES,
    SCENES,
    VOTES,
    rater,
    with_values,
)  # fmt: skip
from tests.policy.scenes import plain as written
from ui.canonical import canonical_table
from ui.export import csv_bytes

OF_ESTIMATES = {scene.name for scene in (*VOTES, *ESTIMATES) if scene.rule not in ("P13", "P14", "P15", "P16", "P17")}
IN_ITS_OWN_TEST = ("P24", "P26")
OPTION = re.compile(r"--[a-z]|\w+=[01],")  # of the shell; a page has its buttons


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_rule(scene):
    """Both files dropped: every page in one piece, and the same words as in Python."""
    app = with_files(history=scene.history, current=scene.current)
    told = plain(said(app))
    assert not app.exception
    if scene.name in OF_ESTIMATES and scene.expect != REFUSES:
        app = settle(go(app, "overview"))
        told += plain(said(app))
        assert not app.exception

    for token in () if scene.rule in IN_ITS_OWN_TEST else scene.says:
        assert token in told or OPTION.match(token)
    assert not OPTION.search(told)
    assert "Traceback" not in told and "NaN" not in told


def test_p24_no_range_of_width_zero_is_shown():
    """Everybody says yes: the range is Wilson's, and says so."""
    told = plain(said(settle(go(with_files(current=written(with_values(NEW, label=1))), "overview"))))

    assert "Wilson" in told
    assert text("overview.range", range="100% to 100%") not in told


def test_p25_systems_stand_in_natural_order():
    """v9 before v10 in what was understood."""
    rows = [*with_values(NEW, system="v10"), *with_values(NEW, system="v9")]

    facts = with_files(current=written(rows)).table[0].value

    assert "v9, v10" in plain(facts.to_string())


def test_p27_names_are_shown_letter_by_letter():
    """Markup in a name stays letters; names like numbers stay apart."""
    names = {"ana": "**1E1**", "bo": "10"}
    rows = (with_values(rows, annotator_id=rater(**names)) for rows in (OLD, NEW))
    history, current = map(written, rows)

    app = settle(go(with_files(history=history, current=current), "annotators"))

    assert not app.exception
    assert set(app.selectbox(key="annotator").options) == {"10", "**1E1**"}


def test_p28_downloads_are_safe_for_spreadsheets():
    """The table as understood, as the button on the Data page makes it."""
    found = read(written(with_values(NEW, annotator_id=rater(ana="=1+1"))))

    data = csv_bytes(canonical_table(found))

    assert data.startswith(b"\xef\xbb\xbf") and b"'=1+1" in data


def test_p29_many_rows_are_drawn_in_part():
    """Of 250 people two hundred are drawn, and it is said."""
    rows = [{**OLD[2 * item], "annotator_id": f"a{who:03}"} for item in range(10) for who in range(248)]

    app = settle(go(with_files(history=written(rows), current=CURRENT), "annotators"))

    assert not app.exception
    assert "200 of 250 rows are drawn; 50 are not" in plain(said(app))


def test_p30_a_remark_names_place_and_cure():
    """File, line, what was found; what to do stands below it."""
    told = plain(said(with_files(current=CURRENT.replace(b"new1,ana,1", b"new1,ana,perhaps"))))

    for part in ("current.csv", "line 4", "perhaps", "What you can do"):
        assert part in told


def test_p31_a_corrected_file_of_the_same_name_is_read_anew():
    """The cache goes by content: one vote less is one vote less on the page."""
    app = with_files(history=HISTORY, current=CURRENT)
    before = app.table[0].value.to_string()

    upload(app, "current", written(NEW[:-1]))

    assert app.table[0].value.to_string() != before
    assert "15" in app.table[0].value.loc[text("data.fact.votes")].to_string()
