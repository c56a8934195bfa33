"""Each rule of the reading policy in the shell: exit code, messages, the document."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.policy.scenes import (
    CURRENT,
    HISTORY,
    NEW,
    NO_NUMBER,
    OLD,
    REFUSES,
    SCENES,
    Scene,
    plain,
    rater,
    with_values,
)  # fmt: skip
from tests.support import Said, shell


def run(folder: Path, scene: Scene) -> Said:
    """The estimate of both files."""
    (folder / "history.csv").write_bytes(scene.history)
    (folder / "current.csv").write_bytes(scene.current)
    settings = [part for name, value in scene.settings.items() for part in (f"--{name.replace('_', '-')}", value)]
    return shell(
        "estimate", "--history", folder / "history.csv", "--current", folder / "current.csv", "--json", "--quiet",
        "--methods", "mv,hero1,hero2", "--resamples", "20", *settings,
    )  # fmt: skip


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_rule(scene, tmp_path):
    """Exit 2 for a refused file and a message for a person; else numbers, with what was said on stderr."""
    said = run(tmp_path, scene)
    document = said.document
    rows = {row["method"]: row for row in document.get("estimates", ()) if row["system"] is None}
    told = said.err + "\n".join(f"{row['reason']} {row['interval']}" for row in rows.values())

    assert said.code == (2 if scene.expect == REFUSES else 0)
    assert "Traceback" not in said.err and "NaN" not in said.out
    for token in scene.says:
        assert token in told
    for method, value in scene.numbers.items():
        assert rows[method]["estimate"] == pytest.approx(value, abs=1e-4)
    for name, count in scene.counts.items():
        assert document["counts"][name] == count
    if scene.expect == NO_NUMBER:
        assert rows["hero1"]["estimate"] is None and rows["hero1"]["reason"]


def test_p25_systems_in_natural_order(tmp_path):
    """v9 before v10."""
    path = tmp_path / "c.csv"
    path.write_bytes(plain([*with_values(NEW, system="v10"), *with_values(NEW, system="v9")]))

    said = shell("estimate", "--current", path, "--methods", "mv", "--resamples", "0", "--json")

    assert said.document["systems"] == ["v9", "v10"]


def test_p27_ids_stand_as_they_are(tmp_path):
    """Names with markup and names like numbers, letter by letter."""
    path = tmp_path / "h.csv"
    path.write_bytes(plain(with_values(OLD, annotator_id=rater(ana="**1E1**", bo="<b>10</b>"))))

    said = shell("annotators", "--history", path, "--resamples", "0", "--json")

    assert [row["annotator"] for row in said.document["annotators"]] == ["**1E1**", "<b>10</b>"]


def test_p28_convert_writes_for_spreadsheets(tmp_path):
    """A byte order mark and an apostrophe before a formula."""
    path, out = tmp_path / "c.csv", tmp_path / "out.csv"
    path.write_bytes(plain(with_values(NEW, annotator_id=rater(ana="@ana"))))

    assert shell("convert", path, "-o", out).code == 0
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    assert {row["annotator_id"] for row in csv.DictReader(io.StringIO(out.read_text("utf-8-sig")))} == {"'@ana", "bo"}


def test_p29_two_hundred_rows_and_how_many_more(tmp_path):
    """On the screen; the document has all of them."""
    path = tmp_path / "c.csv"
    path.write_bytes(plain([{**NEW[at % 16], "item_id": f"new{at}"} for at in range(250)]))

    said = shell("items", "--current", path, "--method", "mv")

    assert "and 50 more rows" in said.out
    assert len(shell("items", "--current", path, "--method", "mv", "--json").document["items"]) == 250


def test_p30_a_refusal_is_a_sentence_for_a_person(tmp_path):
    """File, line, what was found, what to do; the same in the document."""
    path = tmp_path / "current.csv"
    path.write_bytes(CURRENT.replace(b"new1,ana,1", b"new1,ana,perhaps"))

    said = shell("validate", path, "--json")

    assert said.code == 2
    for part in ("current.csv", "line 4", "perhaps", "--labels"):
        assert part in said.err
    assert said.document["accepted"] is False and said.document["findings"][0]["lines"] == [4]


def test_p31_the_order_of_rows_changes_no_number(tmp_path):
    """Same votes from the last to the first: same document, the hash and the lines apart."""
    (tmp_path / "h.csv").write_bytes(HISTORY)
    told = []
    for rows in (NEW, NEW[::-1]):
        (tmp_path / "c.csv").write_bytes(plain(rows))
        said = shell("estimate", "--history", tmp_path / "h.csv", "--current", tmp_path / "c.csv", "--json",
                     "--methods", "mv,hero1", "--resamples", "20")  # fmt: skip
        told.append(said.document["estimates"])

    assert told[0] == told[1]
