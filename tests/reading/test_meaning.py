"""What labels may mean: mappings proposed for the words of a question, and scales cut in two where the user says."""

from __future__ import annotations

import re
import shlex

import pytest

from hero_core import estimate
from hero_core.errors import ReadError, SettingsError
from hero_core.reading import convert, read, suggest_labels
from tests.reading.build import codes, current_rows, label_of, labels, refusal, table, votes, with_values


@pytest.mark.parametrize(
    "words",
    [
        ("win", "tie", "loss"),
        ("Won", "Draw", "Lost"),
        ("better", "same", "worse"),
        ("A", "tie", "B"),
        ("model_a", "tie (bothbad)", "model_b"),
        ("Model A", "TIE", "Model B"),
        ("left", "equal", "right"),
    ],
)
def test_words_of_a_preference_are_a_scale_of_three(words):
    """First side 2, tie 1 (worth one half), second side 0; or ties as no vote."""
    scale, plain = suggest_labels(reversed(words))

    assert (scale.name, plain.name) == ("preference", "preference_without_ties")
    assert dict(scale.labels) == dict(zip(words, ("2", "1", "0"), strict=True))
    assert dict(plain.labels) == dict(zip(words, ("1", None, "0"), strict=True))


def test_a_side_that_nobody_chose_is_in_the_proposal():
    """A file with wins and ties only is still about a question with three answers."""
    assert dict(suggest_labels(["win", "tie"])[0].labels) == {"win": "2", "tie": "1", "loss": "0"}


@pytest.mark.parametrize("words", [("pass", "fail"), ("win", "loss"), ("A", "B"), ("3", "4")])
def test_of_two_words_either_may_be_one(words):
    """Both mappings are proposed, none is made."""
    first, second = suggest_labels(words)

    assert {value: name for value, name in first.labels} == {
        value: str(1 - int(name or 0)) for value, name in second.labels
    }
    assert [way.name for way in (first, second)] == ["first_is_one", "second_is_one"]


@pytest.mark.parametrize(
    "words",
    [("yes", "no"), ("1", "0"), ("good", "bad", "unsure"), ("win", "tie", "loss", "other"), ("tie",), (), ("x",)],
)
def test_nothing_is_proposed_without_a_usual_meaning(words):
    """Known words need no proposal, unknown ones get no guess."""
    assert suggest_labels(words) == ()


def test_empty_cells_are_left_aside():
    """They are no vote anyway."""
    assert len(suggest_labels(["pass", "", "N/A", "fail"])) == 2


@pytest.mark.parametrize("words", [("win", "tie", "loss"), ("pass", "fail"), ("a, or b", 'the "other" one')])
def test_a_proposed_mapping_can_be_pasted(words, tmp_path, capsys):
    """The option in the message, as a shell takes it apart, reads the file."""
    from hero_core.cli import main

    path = tmp_path / "my votes.csv"
    path.write_text(
        table(with_values(current_rows(), label=lambda row: words[int(str(row["item_id"])[-1]) % len(words)]))
    )
    assert main(["validate", str(path)]) == 2
    said = capsys.readouterr().err

    option = shlex.split(re.search(r"--labels .*?(?= or --labels| \(none)", said)[0])  # type: ignore[index]

    assert main(["validate", str(path), *option]) == 0


def test_nothing_proposed_is_applied():
    """Never a guess: the file is refused until the user has said it."""
    assert codes(refusal(labels("win", "tie", "loss"))) == ["unknown_labels"]


def test_gold_has_a_part_in_the_question():
    """A word that only experts use belongs to the proposal, or the next question would be about it."""
    data = votes("i1,ana,A,tie", "i2,ana,B,", header="item_id,annotator_id,label,gold_label")

    assert "tie=1" in str(refusal(data, role="history"))


SCALE = votes("i1,ana,5", "i2,ana,4", "i3,ana,3", "i4,ana,", "i5,ana,1")


def test_labels_at_or_above_the_threshold_are_one():
    """4 of a scale of five: 5 and 4 are 1, 3 and 1 are 0, an empty cell stays empty."""
    found = read(SCALE, threshold=4)

    assert found.classes == ("0", "1")
    assert not found.graded
    assert {item: label for (item, _), label in label_of(found).items()} == {"i1": "1", "i2": "1", "i3": "0", "i5": "0"}
    assert "threshold_applied" in codes(found)
    assert found.reading.threshold == 4
    assert found.fingerprint != read(SCALE, threshold=5).fingerprint


def test_gold_is_cut_as_the_labels_are():
    """Experts use the same scale."""
    data = votes("i1,ana,5,5", "i2,ana,4,2", "i3,ana,1,1", header="item_id,annotator_id,label,gold_label")

    assert read(data, role="history", threshold=3).gold.tolist() == [1, 0, 0]


@pytest.mark.parametrize(("yes", "no"), [("1", "0"), ("yes", "no")])
def test_binary_gold_beside_a_scale_stays_as_it_is(yes, no):
    """Gold of 1 on a scale of 1 to 5 would else become 0; it is told."""
    data = votes(f"i1,ana,5,{yes}", f"i2,ana,4,{no}", "i3,ana,1,", header="item_id,annotator_id,label,gold_label")

    found = read(data, role="history", threshold=4)

    assert found.gold.tolist() == [1, 0, -1]
    assert "threshold_gold" in codes(found)


def test_a_given_class_goes_before_the_threshold():
    """9 for "cannot say" is no vote, not a high label."""
    found = read(labels(9, 5, 2), threshold=4, labels={"9": None})

    assert sorted(label_of(found).values()) == ["0", "1"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (labels("good", 4, 2), "threshold_no_scale"),
        (labels("4.5", 4, 2), "threshold_no_scale"),
        (labels(1, 0, 1), "threshold_binary"),
        (labels("yes", "no"), "threshold_no_scale"),
    ],
)
def test_a_threshold_needs_a_scale_of_whole_numbers(data, code):
    """Else it is refused with the values, not applied to some of them."""
    assert codes(refusal(data, threshold=4)) == [code]


def test_a_threshold_outside_the_scale_is_noticed():
    """40 for 4 is read as asked, with a warning."""
    assert "threshold_one_side" in codes(read(SCALE, threshold=40))


@pytest.mark.parametrize("threshold", [float("nan"), float("inf"), "four", True])
def test_a_threshold_is_a_number(threshold):
    with pytest.raises(SettingsError, match="threshold is"):
        read(SCALE, threshold=threshold)


def test_a_scale_is_compared_with_a_binary_history_once_it_is_cut():
    """The error about two scales names the way out, and the way out works."""
    history = read(
        votes("h1,ana,1,1", "h2,ana,0,0", header="item_id,annotator_id,label,gold_label"), role="history", name="h.csv"
    )
    with pytest.raises(ReadError, match=r"--threshold 'c.csv:N'"):
        estimate(history, read(SCALE, name="c.csv"), resamples=0)

    assert estimate(history, read(SCALE, name="c.csv", threshold=4), resamples=0).classes == ("0", "1")


def test_convert_writes_what_was_read():
    """1 and 0 in place of the scale."""
    written, _ = convert(SCALE, threshold=4)

    assert written.decode("utf-8-sig").splitlines()[1:] == ["i1,ana,1", "i2,ana,1", "i3,ana,0", "i4,ana,", "i5,ana,0"]
