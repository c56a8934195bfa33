"""Policy P7 to P12: ids, labels and gold, covariates."""

from __future__ import annotations

import numpy as np
import pytest

from hero_core.reading import label_values, read
from tests.reading.build import codes, current_rows, label_of, labels, refusal, same, table, votes, with_values

X = "item_id,annotator_id,label,x_len"
GOLD = "item_id,annotator_id,label,gold_label"


def test_ids_are_text():
    """P7: 007 is not 7, and NA is a legal name."""
    found = read(votes("007,NA,1", "7,null,1", "7.50,None,0", "-,nan,0", "true,1e5,1"))

    assert list(found.item_ids) == sorted(["007", "7", "7.50", "-", "true"])
    assert set(found.annotator_ids) == {"NA", "null", "None", "nan", "1e5"}


def test_outer_blanks_of_ids_go():
    """P7: also no-break and full-width ones."""
    found = read(votes(" i1 ,\u00a0ana\u3000,1", "i1,bo,0", "i2,ana,0"))

    assert list(found.annotator_ids) == ["ana", "bo"]
    assert list(found.item_ids) == ["i1", "i2"]
    assert not found.findings


def test_unicode_forms_of_a_name_are_one():
    """P7: composed and decomposed letters look the same."""
    found = read(votes("i1,Zoe\u0308,1", "i2,Zo\u00eb,0"))

    assert list(found.annotator_ids) == ["Zo\u00eb"]
    assert not found.findings


def test_rows_without_an_id_are_set_aside():
    """P7: with their lines; empty is the only missing id."""
    found = read(votes("i1,ana,1,1", ",ana,1,1", "i2, ,0,0", "i2,bo,0,", header=GOLD), role="history")

    assert codes(found) == ["rows_without_id"]
    assert found.findings[0].lines == (3, 4)
    assert "2 of them with a gold label" in found.findings[0].message
    assert found.counts["rows_without_id"] == 2
    assert found.n_votes == 2
    assert list(found.gold) == [1, -1]


def test_a_float_suffix_on_every_id_is_repaired():
    """P8: what a data frame with an empty cell makes of whole ids."""
    found = read(votes("1.0,101.0,1", "2.0,102.0,0"), name="votes.csv")

    assert list(found.annotator_ids) == ["101", "102"]
    assert list(found.item_ids) == ["1", "2"]
    assert codes(found) == ["float_ids", "float_ids"]
    assert {finding.column for finding in found.findings} == {"item_id", "annotator_id"}


@pytest.mark.parametrize("other", ["102", "102.5", "v1.0"])
def test_a_float_suffix_on_some_ids_stays(other):
    """P8: then it is not the artefact."""
    found = read(votes("i1,101.0,1", f"i2,{other},0"))

    assert "101.0" in found.annotator_ids
    assert not codes(found)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("007", "7"),
        ("Ana", "ana"),
        ("ａｎａ", "ana"),
        ("ann 1", "ann_1"),
        ("r02", "r2"),
        ("101.0", "101"),
        ("a\u200bna", "ana"),
    ],
)
def test_look_alikes_are_named_and_kept_apart(one, two):
    """P9: case, leading zeros, width, blanks: never merged silently."""
    found = read(votes(f"i1,{one},1", f"i2,{two},0", "i3,someone else,1"))

    assert len(found.annotator_ids) == 3
    assert codes(found) == (["hidden_letters"] if "\u200b" in one else []) + ["look_alikes"]
    assert found.findings[-1].column == "annotator_id"
    assert found.findings[-1].lines == (2, 3)


@pytest.mark.parametrize(("one", "two"), [("10", "1E1"), ("1.05", "1.5"), ("a1", "a10"), ("10", "100"), ("r2", "r12")])
def test_ids_that_differ_to_the_eye_are_no_look_alikes(one, two):
    assert not read(votes(f"i1,{one},1", f"i2,{two},0")).findings


def test_look_alike_systems_and_items_are_named_too():
    found = read(votes("i1,ana,1,GPT", "I1,bo,0,gpt", header="item_id,annotator_id,label,system"))

    assert [finding.column for finding in found.findings] == ["item_id", "system"]
    assert found.systems == ("GPT", "gpt")


@pytest.mark.parametrize("lost", ["8.20031E+17", "8.2e+17", "8E+05", "8,2E+17"])
def test_exponent_ids_are_refused(lost):
    """P9: their digits are gone."""
    error = refusal(votes(f'"{lost}",ana,1', "i2,ana,0"))

    assert codes(error) == ["exponent_ids"]
    for token in ("votes.csv", "item_id", lost, "line 2"):
        assert token in str(error)


def test_ids_as_long_as_texts_are_refused():
    assert codes(refusal(votes(f"i1,{'a' * 1001},1"))) == ["long_ids"]


@pytest.mark.parametrize("one", ["1", "1.0", "True", "T", "yes", " Y ", "是", "１", "１．０", "01", "+1"])
@pytest.mark.parametrize("zero", ["0", "0.0", "false", "F", "NO", "n", "否", "０"])
def test_words_for_one_and_zero(one, zero):
    """P10: whatever the width and case."""
    found = read(labels(one, zero, one))

    assert list(found.label) == [1, 0, 1]
    assert found.classes == ("0", "1")
    assert not found.graded
    assert not found.findings


@pytest.mark.parametrize("blank", ["", "NA", "n/a", "#N/A", "NaN", "NULL", "None", "-", "ＮＡ", "  "])
def test_words_for_no_vote(blank):
    """P10: a skip is not a 0; it is counted."""
    found = read(labels(1, blank, 0, 0))

    assert list(found.item_ids) == ["i0", "i2", "i3"]
    assert codes(found) == ["no_vote_rows", "items_without_votes"]
    assert found.findings[0].lines == (3,)
    assert found.counts["rows_without_label"] == 1
    assert found.counts["items_without_votes"] == 1


def test_both_classes_are_there_even_if_one_is_not_used():
    """P10: a round of ones is still a binary round."""
    assert read(labels(1, 1)).classes == ("0", "1")


def test_unknown_labels_are_listed_with_counts_and_lines():
    """P10: and no guess which of two words is 1."""
    error = refusal(labels("pass", "fail", "fail", 1))

    assert codes(error) == ["unknown_labels"]
    assert error.findings[0].column == "label"
    for token in (
        '"pass" (1 time, line 2)',
        '"fail" (2 times, line 3)',
        "FILE:VALUE=CLASS",
        "votes.csv:pass=CLASS,fail=CLASS",
    ):
        assert token in str(error)
    assert "Which of them is 1" in str(refusal(labels("pass", "fail")))


def test_at_most_five_examples():
    """P30: and how many more."""
    error = refusal(labels(*"abcdeghi"))

    assert "and 3 more" in str(error)
    assert '"g"' not in str(error)


def test_a_second_header_row_is_recognised():
    """P10: survey exports put the question there."""
    error = refusal(votes("The output,Who?,Is it good (1/0)?", "i1,ana,1", "i2,ana,0"))

    assert "Line 2 looks like a second header" in str(error)


def test_whole_numbers_are_a_graded_scale():
    """P10: sorted by number, not by text."""
    found = read(labels(10, 9, "2.0", " 2", 9))

    assert found.classes == ("2", "9", "10")
    assert found.graded
    assert not found.explicit
    assert [found.classes[label] for label in found.label] == ["10", "9", "2", "2", "9"]
    assert found.label_counts == (("2.0", 2, 4), ("9", 2, 3), ("10", 1, 2))


def test_a_scale_with_negative_numbers():
    assert read(labels(-1, 0, 1)).classes == ("-1", "0", "1")


@pytest.mark.parametrize("texts", [(1, 2), (5, 5), (0, 2)])
def test_two_whole_numbers_need_an_answer(texts):
    """P10: in one file alone nobody knows which is 1."""
    error = refusal(labels(*texts))

    assert codes(error) == ["which_is_one"]
    assert f'"{texts[0]}"' in str(error)


def test_numbers_and_words_do_not_make_a_scale():
    assert codes(refusal(labels(1, 2, 3, "yes"))) == ["unknown_labels"]
    assert codes(refusal(labels(1, 2, 3, "3.5"))) == ["unknown_labels"]


def test_a_column_of_identifiers_is_no_scale():
    error = refusal(labels(*range(300)))

    assert codes(error) == ["too_many_classes"]
    assert "300" in str(error)


def test_a_mapping_makes_a_scale_binary():
    """P10: four and above is 1."""
    rule = {"1": 0, "2": 0, "3": 0, "4": 1, 5: "1"}
    found = read(labels(5, 4, 1, "2.0", 3), labels=rule)

    assert found.classes == ("0", "1")
    assert list(found.label) == [1, 1, 0, 0, 0]
    assert found.explicit
    assert not found.graded


def test_a_mapping_is_compared_after_folding():
    """P10: the mapping may be written as the file is, or nearly."""
    found = read(labels("Pass", "FAIL ", "ｐａｓｓ", 1), labels={" pass": True, "Fail": False})

    assert list(found.label) == [1, 0, 1, 1]


@pytest.mark.parametrize("nothing", [None, "none", "", "None"])
def test_a_mapping_to_no_vote(nothing):
    found = read(labels(1, "unsure", 0, 0), labels={"unsure": nothing})

    assert found.n_votes == 3
    assert codes(found) == ["no_vote_rows", "items_without_votes"]
    assert '"unsure"' in found.findings[0].message
    assert not found.explicit


def test_a_mapping_may_turn_a_skip_into_a_class():
    """P10: the user's word counts before ours."""
    assert list(read(labels(1, "N/A"), labels={"n/a": 0}).label) == [1, 0]


def test_a_mapping_to_names_keeps_their_order():
    """The last one is the class that is estimated."""
    found = read(labels("A", "B", "tie"), labels={"B": "loss", "tie": "tie", "A": "win"})

    assert found.classes == ("loss", "tie", "win")
    assert list(found.label) == [2, 0, 1]


def test_a_mapping_to_numbers_is_sorted_and_keeps_unused_classes():
    """A file may use only some classes of the scale."""
    found = read(labels("bad", "good", 3), labels={"good": 5, "bad": 1, "fair": 3})

    assert found.classes == ("1", "3", "5")
    assert found.graded
    assert found.explicit
    assert list(found.label) == [0, 2, 1]


def test_a_mapping_to_fractions_is_sorted():
    """Loss, tie and win by what they are worth."""
    found = read(labels("win", "tie", "loss"), labels={"win": 1, "loss": 0, "tie": 0.5})

    assert found.classes == ("0", "0.5", "1")
    assert list(found.label) == [2, 1, 0]
    assert not found.graded


@pytest.mark.parametrize("one", [1, "1", 1.0, True, np.True_, "true", np.int64(1)])
def test_a_mapping_to_one_in_any_type(one):
    assert list(read(labels("pass", 0), labels={"pass": one}).label) == [1, 0]


def test_a_mapping_to_one_class_is_refused():
    assert codes(refusal(labels("a", "b"), labels={"a": "x", "b": "x"})) == ["one_class"]


def test_a_mapping_does_not_explain_other_words():
    error = refusal(labels("pass", "fail", "meh"), labels={"pass": 1, "fail": 0})

    assert '"meh"' in str(error)
    assert '"pass"' not in str(error)


def test_gold_is_understood_like_labels():
    found = read(votes("i1,ana,1,Yes", "i2,ana,0,n/a", "i3,ana,0,0.0", header=GOLD), role="history")

    assert list(found.gold) == [1, -1, 0]


def test_gold_off_the_scale_is_refused():
    """P10: a class that no annotator could give is a mistake or a decision."""
    error = refusal(votes("i1,ana,1,1", "i2,ana,0,2", "i3,ana,0,unsure", "i4,ana,0,2", header=GOLD), role="history")

    assert codes(error) == ["gold_off_scale"]
    for token in ("votes.csv", "gold_label", '"2" (2 times, line 3)', '"unsure" (1 time, line 4)', "0, 1"):
        assert token in str(error)


def test_gold_may_lie_between_the_labels_of_a_scale():
    """Nobody happened to say 3; 6 is beyond."""
    lines = [f"i{label},ana,{label},{label}" for label in (1, 2, 4, 5)]

    assert read(votes(*lines, "i3,ana,2,3", header=GOLD), role="history").classes == ("1", "2", "3", "4", "5")
    assert codes(refusal(votes(*lines, "i3,ana,2,6", header=GOLD), role="history")) == ["gold_off_scale"]


def test_a_mapping_covers_gold_too():
    data = votes("i1,ana,pass,pass", "i2,ana,fail,unsure", "i3,ana,fail,fail", header=GOLD)
    found = read(data, role="history", labels={"pass": 1, "fail": 0, "unsure": None})

    assert list(found.gold) == [1, -1, 0]


def test_a_file_without_votes_is_refused():
    assert codes(refusal(labels("", "NA", "-"))) == ["no_vote_rows", "no_votes"]


def test_label_values_of_a_refused_file():
    """For the form that asks what they mean."""
    data = votes("i1,ana,Pass,1", "i2,ana,fail,", "i3,ana,PASS,unsure", header=GOLD)

    assert label_values(data) == (("Pass", 2), ("1", 1), ("fail", 1), ("unsure", 1))


def test_zero_is_a_value():
    """P11: labels, gold and covariates of 0 are not missing."""
    found = read(votes("i1,ana,0,0,0", "i2,ana,1,1,3", header=f"{GOLD},x_len"), role="history")

    assert list(found.gold) == [0, 1]
    assert list(found.covariates[:, 0]) == [0.0, 3.0]
    assert not found.findings


def test_covariates_belong_to_items():
    """P12: one value per item, however many votes; names as in the file, folded."""
    found = read(
        votes(
            "i1,ana,1,2.5,1e3", "i1,bo,1,2.5,1000", "i2,ana,0,-.5,+7", header="item_id,annotator_id,label,X Len,x-cost"
        )
    )

    assert found.covariate_names == ("x_cost", "x_len")
    assert found.covariates.tolist() == [[1000.0, 2.5], [7.0, -0.5]]
    assert found.covariates.dtype == np.float64


@pytest.mark.parametrize("bad", ["inf", "-Infinity", "1e999", "tall", "1_000", "0x10", "12%", '"1,5"'])
def test_a_covariate_that_is_no_finite_number_is_refused(bad):
    """P12: with line and column."""
    error = refusal(votes("i1,ana,1,2", f"i2,ana,0,{bad}", header=X))

    assert codes(error) == ["bad_covariate"]
    assert error.findings[0].column == "x_len"
    assert error.findings[0].lines == (3,)
    assert bad.strip('"') in str(error)


def test_an_empty_covariate_gets_the_mean_over_items():
    """P12: over items, not rows; i1 has three rows."""
    lines = ("i1,ana,1,10", "i1,bo,1,10", "i1,cy,1,10", "i2,ana,0,20", "i3,ana,0,", "i3,bo,0,NA")
    found = read(votes(*lines, header=X))

    assert list(found.covariates[:, 0]) == [10.0, 20.0, 15.0]
    assert codes(found) == ["covariate_filled"]
    assert found.findings[0].lines == (6,)


def test_one_filled_row_is_enough_for_its_item():
    """P12: the cell belongs to the item, whichever row carries it."""
    found = read(votes("i1,ana,1,", "i1,bo,1,10", "i2,ana,0,4", header=X))

    assert list(found.covariates[:, 0]) == [10.0, 4.0]
    assert not found.findings


def test_several_values_of_an_item_are_averaged_with_a_warning():
    found = read(votes("i1,ana,1,1", "i1,bo,1,2", "i1,cy,1,2.0", "i2,ana,0,5", header=X))

    assert list(found.covariates[:, 0]) == [1.5, 5.0]
    assert codes(found) == ["covariate_conflict"]
    assert '"i1"' in found.findings[0].message


def test_rows_set_aside_change_no_item():
    """P7: nothing of a row without an annotator is used, its covariates and prompt included."""
    lines = (",,1,99,99,Z", "i1,ana,1,1,1,A", "i1,,0,0,50,B", "i2,ana,0,0,5,")
    found = read(votes(*lines, header=f"{GOLD},x_len,prompt"), role="history")

    assert codes(found) == ["rows_without_id"]
    assert found.covariates.tolist() == [[1.0], [5.0]]
    assert list(found.gold) == [1, 0]
    assert found.prompts is not None
    assert list(found.prompts) == ["A", ""]


def test_an_empty_covariate_column_is_left_out():
    found = read(votes("i1,ana,1,", "i2,ana,0,NA", header=X))

    assert found.covariate_names == ()
    assert found.covariates.shape == (2, 0)
    assert codes(found) == ["covariate_empty"]


def test_decimal_commas_are_read_where_commas_do_not_separate():
    """P2, P12: one notice per column; labels and points go along."""
    rows = with_values(current_rows(), x_len=lambda row: f"{row['item_id'][-1]},5", x_pure="1.5",
                       label=lambda row: f"{row['label']},0")  # fmt: skip
    found = read(table(rows, separator=";").encode())

    assert list(found.covariates[:, 0]) == [number + 0.5 for number in range(8)]
    assert codes(found) == ["decimal_comma"]
    assert found.findings[0].column == "x_len"
    assert label_of(found) == label_of(read(table(current_rows()).encode()))


def test_quoted_numbers_with_commas_are_refused_where_commas_separate():
    """P2: 1,234 may be a thousand or a fraction."""
    assert codes(refusal(votes('i1,ana,1,"1,234"', header=X))) == ["bad_covariate"]


def test_a_prompt_is_the_first_text_of_its_item():
    found = read(
        votes("i1,ana,1,", "i1,bo,1,Why?", "i1,cy,0,What?", "i2,ana,0, ", header="item_id,annotator_id,label,prompt")
    )

    assert found.prompts is not None
    assert list(found.prompts) == ["Why?", ""]


def test_blank_prompts_are_no_prompts():
    assert read(votes("i1,ana,1,", "i2,ana,0, ", header="item_id,annotator_id,label,prompt")).prompts is None


def test_findings_name_the_column_as_the_file_does():
    """P30: both names where they differ."""
    error = refusal(votes("i1,ana,maybe", header="item_id,annotator_id,Verdict"), columns={"label": "Verdict"})

    assert "label (Verdict)" in str(error)
    assert error.findings[0].column == "label"


def test_values_in_messages_are_short_and_on_one_line():
    error = refusal(labels(f'"{"long " * 50}\nnext"'))

    assert len(str(error)) < 500
    assert "\n" not in str(error)


def test_clean_files_have_no_findings():
    """`Works` means that nothing is reported."""
    data = table(with_values(current_rows(), x_len=lambda row: row["item_id"][-1], prompt="p")).encode()

    assert not read(data).findings
    assert same(read(data), read(data))
