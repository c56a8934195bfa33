"""`hero add-round`: what a person does with the mouse on the Data page, in the shell."""

from __future__ import annotations

import hashlib
import os
import shlex
import stat

import pytest

from hero_core import read
from hero_core.merging import merged
from tests.conftest import ROOT
from tests.support import Item, csv_text, shell

HISTORY, CURRENT = ROOT / "demo_data/history.csv", ROOT / "demo_data/current.csv"
NEW = [Item(f"c{n}", (("ann", n % 2), ("cho", 1)), system=f"v{n % 2}") for n in range(6)]
OLD = [Item(f"h{n}", (("ann", n % 2), ("bob", n % 2)), gold=n % 2) for n in range(8)]


@pytest.fixture
def files(tmp_path):
    """A history and a current round without a column round, and gold that has arrived for the round."""
    (tmp_path / "history.csv").write_text(csv_text(OLD, "history"), encoding="utf-8")
    (tmp_path / "current.csv").write_text(csv_text(NEW), encoding="utf-8")
    (tmp_path / "gold.csv").write_text("item_id,gold\nc1,1\nc2,0\n", encoding="utf-8")
    return tmp_path


def pair(folder) -> tuple[object, ...]:
    """The options that name both files."""
    return "--history", folder / "history.csv", "--current", folder / "current.csv"


def test_the_file_is_the_one_of_the_engine(tmp_path):
    """hero.add-round/1 says what is in it; read as a history it holds both."""
    out = tmp_path / "rounds.parquet"

    said = shell("add-round", "--history", HISTORY, "--current", CURRENT, "-o", out, "--json")

    assert said.code == 0
    expected = merged(read(HISTORY, role="history"), read(CURRENT))
    assert out.read_bytes() == expected.data
    document = said.document
    assert document["schema"] == "hero.add-round/1" and document["accepted"] is True
    assert document["sha256"] == hashlib.sha256(expected.data).hexdigest() and document["bytes"] == len(expected.data)
    assert (document["rounds"], document["added"]) == (["r1", "r2", "r3", "r4", "r5"], ["r5"])
    assert (document["items"], document["gold_items"], document["left_out"]) == (480, 0, 0)
    assert (document["output"], document["read_with"]) == (str(out), [])
    assert read(out, role="history").n_items == 960 + 480
    assert os.listdir(tmp_path) == ["rounds.parquet"]


def test_gold_that_has_arrived_comes_along(files):
    """--round-gold is about the new round, --gold about the history."""
    out = files / "rounds.parquet"
    late = ("--round", "2", "--earlier", "1", "--round-gold", files / "gold.csv")

    said = shell("add-round", *pair(files), *late, "-o", out)

    assert said.code == 0 and "gold_items" in said.out
    found = read(out, role="history")
    assert found.rounds == ("1", "2")
    gold = dict(zip(found.item_ids, found.gold.tolist(), strict=True))
    assert (gold["c1"], gold["c2"]) == (1, 0) and found.has_gold.sum() == 8 + 2


def test_the_first_round_needs_no_history(files):
    """Everything begins with one round."""
    out = files / "rounds.parquet"
    given = ("--current", files / "current.csv", "--round", "2026-01", "--round-gold", files / "gold.csv")

    assert shell("add-round", *given, "-o", out, "--quiet").code == 0
    assert read(out, role="history").rounds == ("2026-01",)


def test_a_scale_that_was_named_is_said_again(files):
    """The options printed with the file are those with which it gives the same votes."""
    out = files / "rounds.parquet"
    words = ["bad", "fair", "good"]
    rows = "".join(f"i{n},ann,{words[n % 3]},{words[n % 3]}\n" for n in range(9))
    (files / "history.csv").write_text(f"item_id,annotator_id,label,gold_label\n{rows}", encoding="utf-8")
    (files / "current.csv").write_text("item_id,annotator_id,label\nj1,ann,good\nj2,ann,bad\n", encoding="utf-8")

    said = shell("add-round", *pair(files), "--labels", "*:bad=0,fair=1,good=2", "--round", "2", "-o", out, "--json")

    assert said.document["read_with"] == ["--labels", f"{out}:0=0,1=1,2=2"]
    again = shell("validate", out, "--role", "history", *said.document["read_with"], "--json")
    assert again.document["file"]["classes"] == ["0", "1", "2"] and again.document["file"]["votes"] == 11
    told = shell("add-round", *pair(files), "--labels", "*:bad=0,fair=1,good=2", "--round", "2", "-o", out)
    assert "read it with" in told.out and shlex.join(said.document["read_with"]).split(" ")[0] in told.out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "The round has no name. Give it one that the history does not have yet: --round NAME."),
        (("--round", "0"), "has a round named 0 already. Give the new round another name: --round NAME."),
        (("--round", "2", "--round-gold-encoding", "cp1252"), "add --round-gold FILE"),
        (("--round", "2", "--gold-encoding", "cp1252"), "add --gold FILE"),
        (("--round", "2", "--round-gold", "gone.csv"), "gone.csv"),
        (("--round", "x" * 61), "up to 60 letters"),
    ],
)
def test_what_cannot_be_added_is_refused_in_words(files, options, says):
    """Exit 2, a sentence, and no file, not even half of one."""
    out = files / "rounds.parquet"

    said = shell("add-round", *pair(files), *options, "-o", out, "--json")

    assert said.code == 2 and said.document["accepted"] is False
    assert says in said.err and says in said.document["error"]
    assert sorted(os.listdir(files)) == ["current.csv", "gold.csv", "history.csv"]


def test_a_round_is_not_added_twice(files):
    """Its votes would count twice."""
    first, second = files / "1.parquet", files / "2.parquet"
    assert shell("add-round", *pair(files), "--round", "2", "-o", first).code == 0

    again = ("--history", first, "--current", files / "current.csv", "--round", "3")
    said = shell("add-round", *again, "-o", second)

    assert said.code == 2 and "this round was added before" in said.err and not second.exists()


def test_gold_without_a_history_is_that_of_the_round(files):
    """The sentence names the option that was meant."""
    given = ("--current", files / "current.csv", "--round", "1", "--gold", files / "gold.csv")

    said = shell("add-round", *given, "-o", files / "rounds.parquet")

    assert said.code == 2 and "--round-gold" in said.err


@pytest.mark.parametrize("output", ["history.csv", "current.csv", "gold.csv", "rounds.csv", "no folder/r.parquet"])
def test_only_a_parquet_file_of_its_own_is_written(files, output):
    """Never over what is read, never under a name that promises something else."""
    before = {path.name: path.read_bytes() for path in files.iterdir()}

    said = shell("add-round", *pair(files), "--round", "2", "--round-gold", files / "gold.csv", "-o", files / output)

    assert said.code == 2 and output in said.err
    assert {path.name: path.read_bytes() for path in files.iterdir()} == before


def test_a_disk_that_fills_up_leaves_the_old_file(files, monkeypatch):
    """Whole or not at all: what stood under the name stays, and nothing half-written lies beside it."""
    out = files / "rounds.parquet"
    out.write_bytes(b"the file of yesterday")
    monkeypatch.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "No space left on device")))

    said = shell("add-round", *pair(files), "--round", "2", "-o", out)

    assert said.code == 2 and "No space left on device" in said.err
    assert out.read_bytes() == b"the file of yesterday"
    assert sorted(os.listdir(files)) == ["current.csv", "gold.csv", "history.csv", "rounds.parquet"]


@pytest.mark.skipif(os.name != "posix", reason="permissions of files are those of Unix")
def test_the_file_has_the_permissions_of_any_other(files):
    """A colleague who may read what one writes may read this too; a pipe is written to as it comes."""
    out = files / "rounds.parquet"
    before = os.umask(0o027)
    try:
        assert shell("add-round", *pair(files), "--round", "2", "-o", out).code == 0
    finally:
        os.umask(before)

    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert shell("convert", files / "current.csv", "-o", os.devnull).code == 0
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
