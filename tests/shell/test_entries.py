"""What the shell is told about a file: names with odd signs, encodings, thresholds, swapped rounds."""

from __future__ import annotations

import csv

import pytest

from hero_core.entries import flips_of, merges_of, per_file
from hero_core.errors import SettingsError
from hero_core.reading import read
from tests.reading.build import file, label_of, table, votes
from tests.support import shell

ODD = ("yes, but", "a=b", "x:y", 'the "one"', " padded ", "=", "")


@pytest.mark.parametrize("name", ODD)
def test_any_name_can_be_given_in_double_quotes(name):
    """As in CSV: a double quote inside is doubled; comma, colon and equals sign are letters."""
    quoted = '"' + name.replace('"', '""') + '"'

    assert per_file([f"v.csv:{quoted}=1,no=0"], "--labels", ["v.csv"]) == {"v.csv": {name: "1", "no": "0"}}
    assert per_file([f"v.csv:item_id={quoted}"], "--columns", ["v.csv"]) == {"v.csv": {"item_id": name}}
    assert merges_of([f"v.csv:system:{quoted}={quoted}"], ["v.csv"]) == {"v.csv": {"system": {name: name}}}
    if name:
        assert flips_of([f"v.csv:r1,{quoted}"], ["v.csv"]) == {"v.csv": ("r1", name)}


def test_plain_names_need_no_quotes():
    """Blanks around the signs go; the last equals sign divides; empty parts are nothing."""
    assert per_file(["*: good = 1 , bad=0,"], "--labels", ["v.csv"]) == {"v.csv": {"good": "1", "bad": "0"}}
    assert per_file(["*:a=b=1"], "--labels", ["v.csv"]) == {"v.csv": {"a=b": "1"}}
    assert flips_of(["*:2024: spring"], ["v.csv"]) == {"v.csv": ("2024: spring",)}
    assert flips_of(["*:a=b,c"], ["v.csv"]) == {"v.csv": ("a=b", "c")}


@pytest.mark.parametrize(
    "entry", ['v.csv:"a=1', 'v.csv:a"b=1', 'v.csv:"a"b=1', 'v.csv:a "b"=1', "v.csv:good", "w.csv:a=1"]
)
def test_an_entry_that_cannot_be_read_is_refused_with_itself(entry):
    """The message holds the entry as it was given."""
    with pytest.raises(SettingsError, match="--labels") as caught:
        per_file([entry], "--labels", ["v.csv"])

    assert repr(entry) in str(caught.value)


def test_two_files_of_one_name_are_told_apart_by_path():
    """By name alone it would be the one or the other by chance."""
    files = ["old/votes.csv", "new/votes.csv"]

    with pytest.raises(SettingsError, match=r"give the path: old/votes.csv, new/votes.csv"):
        per_file(["votes.csv:good=1"], "--labels", files)
    assert per_file(["new/votes.csv:good=1"], "--labels", files)["new/votes.csv"] == {"good": "1"}


def test_help_tells_the_rule():
    """For whoever has such a name."""
    for command in ("estimate", "validate", "convert"):
        assert "in double quotes" in " ".join(shell(command, "--help").out.split())


def test_odd_names_go_all_the_way(tmp_path):
    """A round, an id, a label and a column that hold the signs of the options."""
    rows = [{"item": f"i{at}", "who=": who, "label": label, "round": "r1, spring"}
            for at in range(4) for who, label in (("Lee, Ann", "yes, but"), ("lee: ann", "no"))]  # fmt: skip
    path = tmp_path / "odd.csv"
    path.write_text(table(rows), encoding="utf-8")

    said = shell(
        "validate", path, "--json", "--columns", 'odd.csv:item_id=item,annotator_id="who="',
        "--labels", 'odd.csv:"yes, but"=1,no=0', "--merge", 'odd.csv:annotator_id:"lee: ann"="Lee, Ann"',
        "--flip-rounds", 'odd.csv:"r1, spring"', "--repeats", "first",
    )  # fmt: skip

    assert said.code == 0, said.err
    assert said.document["file"]["annotators"] == 1
    assert said.document["reading"]["flip_rounds"] == ["r1, spring"]
    assert said.document["reading"]["merge"] == {"annotator_id": {"lee: ann": "Lee, Ann"}}


def test_encodings_are_per_file(tmp_path):
    """The votes and the gold come from different tools: each by its own option, else found out."""
    (tmp_path / "votes.csv").write_bytes(
        file("item_id,annotator_id,label", "café,ana,1", "b,ana,0").decode().encode("cp1252")
    )
    (tmp_path / "gold.csv").write_bytes(file("item_id,gold_label", "café,1", "b,0"))
    given = ("validate", tmp_path / "votes.csv", "--role", "history", "--gold", tmp_path / "gold.csv", "--json")

    chosen = shell(*given, "--encoding", "votes.csv:cp1252")
    wrong = shell(*given, "--encoding", "votes.csv:cp1252", "--gold-encoding", "ascii")

    assert chosen.document["file"]["gold_items"] == 2
    assert (chosen.document["reading"]["encoding"], chosen.document["reading"]["gold"]["encoding"]) == (
        "cp1252",
        "utf-8",
    )
    assert wrong.code == 2 and "gold.csv" in wrong.err and "ASCII" in wrong.err
    assert shell("validate", tmp_path / "votes.csv", "--gold-encoding", "utf-8").code == 2


def test_the_gold_file_is_found_out_by_itself():
    """`encoding` is about the votes; the gold is opened with `gold_encoding` or what its bytes say."""
    data = file("item_id,annotator_id,label", "é,ana,1").decode().encode("utf-16-le")
    gold = file("item_id,gold_label", "é,1")

    found = read(data, role="history", encoding="utf-16-le", gold=gold)
    other = read(gold.replace(b"gold_label", b"label,annotator_id").replace(b",1", b",1,ana"), role="history",
                 gold=gold.decode().encode("cp1252"), gold_encoding="cp1252")  # fmt: skip

    assert found.gold.tolist() == [1]
    assert (other.gold.tolist(), other.reading.gold_encoding) == ([1], "cp1252")


def test_a_scale_is_cut_per_file(tmp_path):
    """--threshold FILE:N; what is no number is refused."""
    path = tmp_path / "scale.csv"
    path.write_bytes(votes("i1,ana,5", "i2,ana,4", "i3,ana,1"))

    said = shell(
        "estimate", "--current", path, "--methods", "mv", "--threshold", "scale.csv:4", "--resamples", "0", "--json"
    )

    assert said.document["estimates"][0]["estimate"] == pytest.approx(2 / 3)
    assert said.document["provenance"]["current"]["reading"]["threshold"] == 4
    assert shell("validate", path, "--threshold", "scale.csv:high").code == 2
    assert shell("validate", path, "--threshold", "scale.csv:nan").code == 2


FLIPPED = votes("i1,ana,yes,r1,yes", "i2,ana,no,r2,yes", "i3,ana,,r2,", "i4,ana,yes,r2,no",
                header="item_id,annotator_id,label,round,gold_label")  # fmt: skip


def test_convert_swaps_rounds(tmp_path):
    """The file that is written holds the votes as they were read; gold stays."""
    source, out = tmp_path / "v.csv", tmp_path / "out.csv"
    source.write_bytes(FLIPPED)

    said = shell("convert", source, "-o", out, "--flip-rounds", "v.csv:r2")
    written = list(csv.DictReader(out.read_text(encoding="utf-8-sig").splitlines()))

    assert said.code == 0 and 'round "r2" were swapped' in said.err
    assert [row["label"] for row in written] == ["1", "1", "", "0"]
    assert [row["gold_label"] for row in written] == ["yes", "yes", "", "no"]
    assert label_of(read(out)) == label_of(read(source, flip_rounds=["r2"]))


def test_convert_swaps_after_the_given_classes(tmp_path):
    """A mapping that names each class is applied once."""
    source, out = tmp_path / "v.csv", tmp_path / "out.csv"
    source.write_bytes(FLIPPED)
    options = ("--labels", "v.csv:yes=0,no=1", "--flip-rounds", "v.csv:r2")

    assert shell("convert", source, "-o", out, *options).code == 0
    assert label_of(read(out)) == label_of(read(source, labels={"yes": 0, "no": 1}, flip_rounds=["r2"]))


def test_convert_refuses_a_round_that_is_not_there(tmp_path):
    """Nothing is written."""
    source, out = tmp_path / "v.csv", tmp_path / "out.csv"
    source.write_bytes(FLIPPED)

    said = shell("convert", source, "-o", out, "--flip-rounds", "v.csv:r9")

    assert said.code == 2 and '"r9"' in said.err and not out.exists()
