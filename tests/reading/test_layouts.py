"""Exports of other tools: proposed, not guessed; read when accepted, with the same votes as our own columns give."""

from __future__ import annotations

import io
import json
import zipfile

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hero_core.annotations import NO_GOLD, Annotations
from hero_core.errors import ReadError, SettingsError
from hero_core.reading import convert, propose, read
from hero_core.reading.layouts import LAYOUTS
from hero_core.reading.layouts.platforms import studio_cell
from tests.reading.build import codes
from tests.reading.exports import EXPORTS, Vote, delimited, mqm, plain, wide

PEOPLE = ("ana", "bo", "cy@example.org")
ONE_OF_EACH = [
    Vote("i1", "ana", "1", gold="1"), Vote("i1", "bo", "0", gold="1"), Vote("i2", "ana", "0", "m2", "0"),
    Vote("i2", "bo", "0", "m2", "0"), Vote("i2", "cy@example.org", "1", "m2", "0"), Vote("i3", "bo", "1", "m2"),
]  # fmt: skip
each = pytest.mark.parametrize("export", EXPORTS)


def facts(file: Annotations, told: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every vote as the words of the file, sorted; item, annotator, label and what else is asked for."""
    gold = ["" if code == NO_GOLD else file.classes[code] for code in file.gold]
    systems = [file.systems[code] if file.systems else "" for code in file.system]
    rows = []
    for item, annotator, label in zip(file.item, file.annotator, file.label, strict=True):
        more = {"system": systems[item], "gold": gold[item]}
        words = (str(file.item_ids[item]), str(file.annotator_ids[annotator]), file.classes[label])
        rows.append((*words, *(more[name] for name in told)))
    return sorted(rows)


def expected(votes: list[Vote], told: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The same of votes written down."""
    return sorted((v.item, v.annotator, v.label, *(getattr(v, name) for name in told)) for v in votes)


@st.composite
def rounds(draw) -> list[Vote]:
    """Both labels occur, every item has one system and one gold label, nobody votes twice."""
    votes = []
    for number in range(draw(st.integers(2, 5))):
        system, gold = draw(st.sampled_from(("m1", "m2"))), draw(st.sampled_from(("", "0", "1")))
        people = draw(st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=3, unique=True))
        votes += [Vote(f"i{number}", who, draw(st.sampled_from("01")), system, gold) for who in people]
    return [*votes, *(Vote("last", who, label, "m1", "1") for who, label in zip(PEOPLE, "010", strict=True))]


@each
@settings(max_examples=15)
@given(votes=rounds())
def test_an_accepted_export_holds_the_votes_of_the_plain_table(export, votes):
    """The layout only says which field is what: no vote is lost, added or changed."""
    layout, write, told = EXPORTS[export]
    layout = f"{layout}:good" if layout == "label_studio_csv" and propose_of(write(votes)).answers else layout

    file = read(write(votes).encode(), role="history", layout=layout)

    assert facts(file, told) == expected(votes, told) == facts(read(plain(votes).encode(), role="history"), told)


def propose_of(text: str):
    """The proposal, which must be there."""
    proposal = propose(text.encode(), name="export")
    assert proposal is not None
    return proposal


@each
def test_converting_keeps_the_votes(export):
    """What is written in our columns reads as the export did."""
    layout, write, told = EXPORTS[export]
    data = write(ONE_OF_EACH).encode()

    written, _ = convert(data, layout=layout)

    assert written.startswith(b"\xef\xbb\xbfitem_id,annotator_id,label")
    assert facts(read(written, role="history"), told) == facts(read(data, role="history", layout=layout), told)


@each
def test_an_export_is_proposed_and_not_read_unasked(export):
    """A guess may be wrong, so a person says yes; the message holds pairing, example and option."""
    layout, write, _ = EXPORTS[export]
    text = write(ONE_OF_EACH)

    with pytest.raises(ReadError) as caught:
        read(text.encode(), name="export.csv")
    proposal = propose_of(text)

    assert codes(caught.value) == ["layout_proposed"]
    assert proposal.name == layout == proposal.accept.partition(":")[0]
    assert proposal.example.keys() >= {"item_id", "annotator_id", "label"}
    for word in (f"layout={proposal.accept!r}", f"--layout export.csv:{proposal.accept}", proposal.title):
        assert word in str(caught.value)
    for ours, value in proposal.example.items():
        assert f'{ours} "{value}"' in str(caught.value)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_every_sample_is_its_own_layout(layout):
    """The samples of the documentation are recognised as what they show, and can be read."""
    proposal = propose(layout.sample.encode(), name=f"sample.{layout.suffix}")

    assert proposal is not None and proposal.name == layout.name
    assert read(layout.sample.encode(), name=f"sample.{layout.suffix}", layout=proposal.accept).n_votes >= 2
    assert layout.source


def test_a_plain_table_is_never_asked_about():
    """Also with columns of other names beside ours."""
    rows = plain(ONE_OF_EACH).replace("system", "agent_id")
    text = delimited([{"item_id": v.item, "annotator_id": v.annotator, "label": v.label, "task": 1, "worker": 2,
                       "model_a": 1, "model_b": 2, "winner": 3} for v in ONE_OF_EACH])  # fmt: skip

    for table in (rows, text, plain(ONE_OF_EACH)):
        assert propose(table.encode()) is None
        assert facts(read(table.encode())) == expected(ONE_OF_EACH)


def test_the_agents_of_stableval_are_not_thrown_together():
    """Our three columns are there, yet without agent_id the outputs of two systems would be one item."""
    text = EXPORTS["stableval"][1]([Vote("q", "ana", "1"), Vote("q", "ana", "0", "m2"), Vote("r", "ana", "0")])

    with pytest.raises(ReadError, match="stableval"):
        read(text.encode())
    assert read(text.encode(), layout="stableval").n_votes == 3
    assert read(text.encode(), columns={"system": "agent_id"}).n_votes == 3
    assert read(text.encode(), layout="plain").n_votes == 1


@pytest.mark.parametrize(
    ("winner", "labels"), [("model_a", "20"), ("model_b", "02"), ("tie", "11"), ("tie (bothbad)", "11")]
)
def test_a_comparison_becomes_one_item_for_each_system(winner, labels):
    """The winner has 2, the loser 0, a tie is 1 for both."""
    rows = [{"question_id": 7, "model_a": "b", "model_b": "a", "winner": winner, "judge": "ana", "turn": 2},
            {"question_id": 8, "model_a": "a", "model_b": "b", "winner": "model_b", "judge": "ana", "turn": 1},
            {"question_id": 9, "model_a": "a", "model_b": "b", "winner": "tie", "judge": "bo", "turn": 1}]  # fmt: skip

    file = read(delimited(rows).encode(), layout="side_by_side")
    found = {(item, system): label for item, _, label, system in facts(file, ("system",))}

    assert (found["7/2/a vs b", "b"], found["7/2/a vs b", "a"]) == tuple(labels)
    assert file.n_items == 6


def test_the_order_of_a_pair_does_not_make_another_item():
    """A against B and B against A by two judges are two votes on the same two items."""
    rows = [{"question_id": 1, "model_a": "a", "model_b": "b", "winner": "model_a", "judge": "ana"},
            {"question_id": 1, "model_a": "b", "model_b": "a", "winner": "model_b", "judge": "bo"},
            {"question_id": 2, "model_a": "b", "model_b": "a", "winner": "tie", "judge": "bo"}]  # fmt: skip

    file = read(delimited(rows).encode(), layout="side_by_side")

    assert facts(file, ("system",))[:4] == [
        ("1/a vs b", "ana", "0", "b"), ("1/a vs b", "ana", "2", "a"),
        ("1/a vs b", "bo", "0", "b"), ("1/a vs b", "bo", "2", "a"),
    ]  # fmt: skip


def test_pandalm_numbers_say_which_response_is_better():
    """0 is a tie, 1 the first system of cmp_key, 2 the second."""
    rows = [{"idx": number, "cmp_key": "x-7b_y-6.9b", "annotator1": number, "annotator2": "Tie"} for number in range(3)]

    found = facts(read(json.dumps(rows).encode(), layout="pandalm"), ("system",))

    assert [(item, label, system) for item, who, label, system in found if who == "annotator1"] == [
        ("0", "1", "x-7b"), ("0", "1", "y-6.9b"), ("1", "0", "y-6.9b"), ("1", "2", "x-7b"),
        ("2", "0", "x-7b"), ("2", "2", "y-6.9b"),
    ]  # fmt: skip
    assert {label for _, who, label, _ in found if who == "annotator2"} == {"1"}


def test_the_worst_error_of_a_rater_is_the_label():
    """MQM has one row per error, and quotes that open nothing."""
    votes = [Vote("1", "r1", "0"), Vote("1", "r2", "2"), Vote("2", "r1", "1"), Vote("1", "r1", "2", "m2")]

    file = read(mqm(votes).encode(), layout="mqm")

    assert facts(file, ("system",)) == expected(votes, ("system",))


def test_an_unknown_severity_is_asked_about():
    text = mqm([Vote("1", "r1", "0"), Vote("2", "r1", "2")]).replace("Major", "Terrible")

    with pytest.raises(ReadError, match='"Terrible"'):
        read(text.encode(), layout="mqm")


def test_several_answers_are_a_question():
    """Which of them is the label is for the user to say, and the options are listed."""
    rows = [{"INPUT:text": f"t{n}", "OUTPUT:fluent": n % 2, "OUTPUT:true": 1 - n % 2, "ASSIGNMENT:worker_id": "w"}
            for n in range(4)]  # fmt: skip
    data = delimited(rows, "\t").encode()

    with pytest.raises(ReadError) as caught:
        read(data, layout="toloka")
    assert codes(caught.value) == ["layout_answer"]
    assert '"fluent", "true"' in str(caught.value)
    assert propose_of(data.decode()).answers == ("fluent", "true")
    fluent, true = (read(data, layout=f"toloka:{answer}").label for answer in ("fluent", "true"))
    assert (fluent == 1 - true).all()


def test_kinds_of_feedback_are_not_mixed():
    rows = [{"run_id": f"r{n}", "key": key, "score": n % 2, "feedback_source.type": "app"}
            for n in range(4) for key in ("correct", "polite")]  # fmt: skip
    data = delimited(rows).encode()

    with pytest.raises(ReadError, match='"correct", "polite"'):
        read(data, layout="langsmith")
    assert read(data, layout="langsmith:polite").n_votes == 4


def test_the_columns_of_a_wide_table_can_be_named():
    """A column of small numbers may be no annotator."""
    data = wide(ONE_OF_EACH).encode().replace(b"model", b"length").replace(b"m1", b"3").replace(b"m2", b"4")

    assert "length" in {who for _, who, _ in facts(read(data, layout="wide"))}
    assert {who for _, who, _ in facts(read(data, layout="wide:ana,bo"))} == {"ana", "bo"}


def test_a_wide_table_without_item_names_counts_its_rows():
    """As an array of annotators' columns is saved."""
    file = read(b"a1,a2,a3\n1,0,\n0,,1\n", layout="wide")

    assert facts(file) == [("1", "a1", "1"), ("1", "a2", "0"), ("2", "a1", "0"), ("2", "a3", "1")]


def test_one_file_per_annotator_in_an_archive_is_one_round():
    """doccano names the user in the name of the file only."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for who, labels in (("ana", "10"), ("bo", "11")):
            lines = [json.dumps({"id": n, "data": "x", "label": [label]}) for n, label in enumerate(labels)]
            archive.writestr(f"{who}.jsonl", "\n".join(lines))

    file = read(packed.getvalue(), layout="doccano")

    assert facts(file) == [("0", "ana", "1"), ("0", "bo", "1"), ("1", "ana", "0"), ("1", "bo", "1")]


def test_a_document_with_two_categories_is_asked_about():
    data = b'{"id": 1, "data": "x", "label": ["a", "b"]}\n{"id": 2, "data": "x", "label": ["1"]}\n'

    with pytest.raises(ReadError, match='"a/b"'):
        read(data, layout="doccano")


def test_messages_about_an_export_name_its_lines():
    """The line of the record in the file, however many votes came before."""
    data = EXPORTS["argilla"][1](ONE_OF_EACH).replace('}, {"id"', '},\n{"id"').replace('"no"', '"perhaps"', 1).encode()

    with pytest.raises(ReadError) as caught:
        read(data, layout="argilla")

    assert '"perhaps" (1 time, line 1)' in str(caught.value)


@pytest.mark.parametrize("layout", ["mturk", "label_studio", "mqm"])
def test_a_layout_that_does_not_fit_is_refused(layout):
    with pytest.raises(ReadError) as caught:
        read(plain(ONE_OF_EACH).encode(), layout=layout)
    assert codes(caught.value) == ["layout_misfit"]


def test_a_layout_that_does_not_exist_is_refused():
    with pytest.raises(SettingsError, match="crowdkit"):
        read(b"", layout="crowd-kit")


def test_a_data_frame_can_be_an_export():
    """From a notebook; a named index is a column."""
    frame = pd.read_csv(io.StringIO(EXPORTS["phoenix"][1](ONE_OF_EACH))).set_index("span_id")

    with pytest.raises(ReadError, match="phoenix"):
        read(frame)
    assert facts(read(frame, layout="phoenix"), ("system",)) == expected(ONE_OF_EACH, ("system",))
    assert read(frame, layout="phoenix").sha256 == read(frame.copy(), layout="phoenix").sha256 != ""


def test_gold_in_its_own_file_is_joined():
    """By item, and by system where both files have it."""
    votes = EXPORTS["crowdkit"][1](ONE_OF_EACH).encode()

    file = read(votes, role="history", layout="crowdkit", gold=b"question,truth\ni1,1\ni2,0\nelsewhere,1\n")
    by_system = read(plain(ONE_OF_EACH).encode(), role="history", gold=b"item_id,gold_label,system\ni1,0,m1\ni2,1,m1\n")

    assert {(item, gold) for item, _, _, gold in facts(file, ("gold",))} == {("i1", "1"), ("i2", "0"), ("i3", "")}
    assert "2 of the 3 items" in " ".join(note.message for note in file.findings)
    assert {(item, gold) for item, _, _, gold in facts(by_system, ("gold",))} == {("i1", "0"), ("i2", "0"), ("i3", "")}


VERSIONS = "item_id,annotator_id,label,system,round\n"


@pytest.mark.parametrize(
    ("rows", "gold", "code", "count"),
    [
        ("i1,a,1,v1,r1\ni1,a,1,v2,r1\ni2,a,0,v1,r1\n", b"item_id,gold\ni1,1\ni2,0\n", "gold_for_all", 1),
        ("i1,a,1,v1,r1\ni1,a,0,v2,r1\ni2,a,0,v1,r1\n", b"item_id,gold\ni1,1\ni2,0\n", "gold_for_all_apart", 1),
        ("i1,a,1,v1,r1\ni1,a,0,v1,r2\ni2,a,0,v1,r1\n", b"item_id,gold,system\ni1,1,v1\n", "gold_for_all_apart", 1),
        ("i1,a,1,v1,r1\ni1,b,0,v1,r1\ni1,a,0,v2,r1\ni1,b,0,v2,r1\n", b"item_id,gold\ni1,0\n", "gold_for_all", 1),
        ("i1,a,1,v1,r1\ni1,a,1,v2,r1\ni2,a,0,v1,r1\n", b"item_id,gold\ni2,0\n", None, 0),
        ("i1,a,1,v1,r1\ni1,a,0,v2,r1\n", b"item_id,gold,system,round\ni1,1,v1,r1\n", None, 0),
    ],
    ids=["versions", "votes differ", "rounds", "a tie speaks against nothing", "gold of another item", "told apart"],
)
def test_gold_that_counts_for_several_outputs_is_said(rows, gold, code, count):
    """One label for the answers of two versions is a reading; where the votes speak against it, it is a warning."""
    notes = {note.code: note for note in read((VERSIONS + rows).encode(), role="history", gold=gold).findings}

    found = {name: note for name, note in notes.items() if name.startswith("gold_for_all")}
    assert [*found] == ([] if code is None else [code])
    for name, note in found.items():
        assert note.count == count and note.severity == ("warning" if name.endswith("apart") else "info")
        assert "column round" in note.message if "system" in gold.decode() else "column system, round" in note.message
        assert "Add the column" in note.remedy


@pytest.mark.parametrize(
    ("gold", "code"),
    [
        (b"question,truth\nelsewhere,1\n", "gold_no_match"),
        (b"question,truth\ni1,\ni2,\n", "gold_file_empty"),
        (b"question,comment\ni1,1\n", "gold_columns"),
        (b"question,truth\ni1,1\ni1,0\n", "gold_file_conflict"),
    ],
)
def test_a_gold_file_that_does_not_help_is_refused(gold, code):
    with pytest.raises(ReadError) as caught:
        read(plain(ONE_OF_EACH).encode(), role="history", gold=gold)
    assert codes(caught.value) == [code]


def test_gold_alone_is_told_where_to_go():
    with pytest.raises(ReadError, match=r"--gold truth\.csv"):
        read(b"question,truth\nq1,1\n", name="truth.csv")


def test_converting_makes_formulas_harmless_and_maps_labels():
    """P28, and the answer to "which one is 1" once and for all."""
    text = delimited([{"item_id": "=cmd()", "annotator_id": "@ana", "label": "good"},
                      {"item_id": "-7", "annotator_id": "bo", "label": "bad"}])  # fmt: skip

    written, _ = convert(text.encode(), labels={"good": 1, "bad": 0})

    assert written.decode("utf-8-sig").splitlines()[1:] == ["'=cmd(),'@ana,1", "-7,bo,0"]
    again = read(written)
    assert dict(zip(again.annotator_ids[again.annotator], again.label, strict=True)) == {"'@ana": 1, "bo": 0}


def test_answers_of_argilla_are_those_of_its_questions():
    """Two questions: one is chosen; records without responses give no vote."""
    text = delimited([
        {"id": "r1", "good.responses": "['yes']", "good.responses.users": "['ana']", "good.responses.status": "",
         "kind.responses": "[3]", "kind.responses.users": "['ana']", "kind.responses.status": "['submitted']"},
        {"id": "r2", "good.responses": "", "good.responses.users": "", "good.responses.status": "",
         "kind.responses": "[None]", "kind.responses.users": "['bo']", "kind.responses.status": "['submitted']"},
        {"id": "r3", "good.responses": "['no']", "good.responses.users": "['bo']", "good.responses.status": "['draft']",
         "kind.responses": "[0]", "kind.responses.users": "['bo']", "kind.responses.status": "['submitted']"},
    ])  # fmt: skip

    assert propose_of(text).answers == ("good", "kind")
    assert facts(read(text.encode(), layout="argilla_table:good")) == [("r1", "ana", "1")]
    found = read(text.encode(), layout="argilla_table:kind", labels={"3": 1})
    assert facts(found) == [("r1", "ana", "1"), ("r3", "bo", "0")]
    assert "no_vote_rows" in codes(found)


def test_options_of_mechanical_turk_are_questions():
    """Two questions with a column per option, one with a text; several boxes are joined, none is no vote."""
    text = delimited([
        {"HITId": "h1", "WorkerId": "ana", "AssignmentStatus": "Approved", "Answer.good.yes": "TRUE",
         "Answer.good.no": "FALSE", "Answer.why.rude": "true", "Answer.why.wrong": "true", "Answer.note": "x"},
        {"HITId": "h2", "WorkerId": "ana", "AssignmentStatus": "Approved", "Answer.good.yes": "FALSE",
         "Answer.good.no": "FALSE", "Answer.why.rude": "false", "Answer.why.wrong": "true", "Answer.note": "y"},
        {"HITId": "h3", "WorkerId": "ana", "AssignmentStatus": "Approved", "Answer.good.yes": "FALSE",
         "Answer.good.no": "TRUE", "Answer.why.rude": "false", "Answer.why.wrong": "", "Answer.note": "z"},
    ])  # fmt: skip

    assert set(propose_of(text).answers) == {"note", "good", "why"}
    good = read(text.encode(), layout="mturk:good")
    assert facts(good) == [("h1", "ana", "1"), ("h3", "ana", "0")]
    why = read(text.encode(), layout="mturk:why", labels={"rude/wrong": 1, "wrong": 0})
    assert facts(why) == [("h1", "ana", "1"), ("h2", "ana", "0")]
    assert "that is true" in propose(text.encode(), answer="good").pairing["label"]  # type: ignore[union-attr]


def test_one_box_of_mechanical_turk_is_true_or_false():
    """A single option is an answer of its own."""
    text = delimited([{"HITId": f"h{at}", "WorkerId": "ana", "AssignmentStatus": "Approved", "Answer.ok.on": cell}
                      for at, cell in enumerate(("true", "false"))])  # fmt: skip

    assert facts(read(text.encode(), layout="mturk")) == [("h0", "ana", "1"), ("h1", "ana", "0")]


ARENA = [("m1", "m2", "model_a"), ("m2", "m1", "tie (bothbad)"), ("m1", "m2", "model_b")]


def test_an_arena_log_without_a_judge_has_one_anonymous_annotator():
    """Nobody is named; the proposal says so."""
    rows = [{"question_id": f"q{at}", "model_a": a, "model_b": b, "winner": won, "anony": "True", "turn": 1}
            for at, (a, b, won) in enumerate(ARENA)]  # fmt: skip
    text = delimited(rows)

    assert "anonymous" in propose_of(text).pairing["annotator_id"]
    found = read(text.encode(), layout="side_by_side")
    assert list(found.annotator_ids) == ["anonymous"]
    assert found.n_votes == 6
    assert facts(found, ("system",))[:2] == [
        ("q0/1/m1 vs m2", "anonymous", "0", "m2"),
        ("q0/1/m1 vs m2", "anonymous", "2", "m1"),
    ]


def test_an_arena_log_with_hashed_judges_names_them():
    """The column that says who judged, under its newer name."""
    text = delimited(
        [{"question_id": "q1", "model_a": "m1", "model_b": "m2", "winner": "model_a", "judge_hash": "f00"}]
    )

    assert list(read(text.encode(), layout="side_by_side", labels={"0": 0, "1": 1, "2": 2}).annotator_ids) == ["f00"]


def test_an_arena_log_with_a_column_per_verdict():
    """winner_model_a, winner_model_b, winner_tie: the one that is 1; the row counts where there is no question."""
    verdicts = {"model_a": (1, 0, 0), "model_b": (0, 1, 0), "tie (bothbad)": (0, 0, 1)}
    names = ("winner_model_a", "winner_model_b", "winner_tie")
    one_hot = delimited(
        [{"model_a": a, "model_b": b, **dict(zip(names, verdicts[won], strict=True))} for a, b, won in ARENA]
    )
    spoken = delimited([{"model_a": a, "model_b": b, "winner": won} for a, b, won in ARENA])

    found = read(one_hot.encode(), layout="side_by_side")

    assert facts(found, ("system",)) == facts(read(spoken.encode(), layout="side_by_side"), ("system",))
    assert found.n_items == 6


@pytest.mark.parametrize(
    ("cell", "label"),
    [
        ("4", "4"), ({"choices": ["a", "b"]}, "a/b"), ('{"choices": ["a", "b"]}', "a/b"), ([{"rating": 4}], "4"),
        ('[{"number": 2}]', "2"), ("[not json", "[not json"), (None, ""), ([{"start": 1}], '{"start": 1}'),
    ],
)  # fmt: skip
def test_answers_of_label_studio_come_unwrapped(cell, label):
    """As its tables hold single choices, several choices, ratings and numbers."""
    assert studio_cell(cell) == label


def test_a_prediction_stands_beside_the_votes_of_an_export():
    """Under its own name, where the layout has one row per item or vote."""
    text = delimited([{"HITId": f"h{at}", "WorkerId": "ana", "AssignmentStatus": "Approved", "Input.prediction": at,
                       "Answer.a": at} for at in range(2)])  # fmt: skip

    assert read(text.encode(), layout="mturk").prediction.tolist() == [0, 1]  # type: ignore[union-attr]


def test_rows_that_are_part_of_another_vote_are_counted_not_lost():
    """Further errors of MQM belong to one vote: said as what they are."""
    text = mqm([Vote("s1", "ana", "0"), Vote("s1", "bo", "2")])
    found = read(text.encode(), layout="mqm", labels={"0": 0, "1": 1, "2": 2})
    told = " ".join(note.message for note in found.findings)

    assert "rows without a vote of their own: 1" in told and "further errors in a segment belong to one vote" in told


PANDA = [
    {"idx": 0, "cmp_key": "m1_m2", "instruction": "first", "annotator1": 1, "annotator2": 0},
    {"idx": 1, "cmp_key": "m1_m3", "instruction": "second", "annotator1": 2, "annotator2": 2},
]
VERDICTS = [{"idx": 1, "gpt_result": "Tie"}, {"idx": 0, "gpt_result": "2"}, {"idx": 9, "gpt_result": "1"}]


def zipped(members: dict[str, object]) -> bytes:
    """A zip archive of JSON files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, value in members.items():
            archive.writestr(name, json.dumps(value, indent=1))
    return content.getvalue()


@pytest.mark.parametrize("names", [("testset.json", "judge.json"), ("z_testset.json", "judge.json")])
def test_verdicts_of_a_judge_join_their_test_set(names):
    """In one archive, in any order: the judge is one more annotator of the pairs with the same number."""
    members = dict(sorted(zip(names, (PANDA, VERDICTS), strict=True)))

    found = read(zipped(members), layout="pandalm")

    assert list(found.annotator_ids) == ["annotator1", "annotator2", "judge"]
    judged = [fact for fact in facts(found, ("system",)) if fact[1] == "judge"]
    assert judged == [
        ("0", "judge", "0", "m1"),
        ("0", "judge", "2", "m2"),
        ("1", "judge", "1", "m1"),
        ("1", "judge", "1", "m3"),
    ]
    assert "rows without a vote of their own: 1" in " ".join(note.message for note in found.findings)


def test_verdicts_alone_ask_for_their_test_set():
    """They do not say which systems were compared."""
    with pytest.raises(ReadError, match="one zip archive with the test set"):
        read(json.dumps(VERDICTS).encode(), name="judge.json")


def test_other_tables_in_an_archive_are_not_thrown_together():
    """Two JSON tables of votes remain two tables."""
    rows = [{"item_id": "i1", "annotator_id": "ana", "label": 1}]

    with pytest.raises(ReadError, match="2 files"):
        read(zipped({"a.json": rows, "b.json": rows}))
