"""Remedies beside remarks: one click changes how the file is read, and one click takes it back."""

from __future__ import annotations

import pytest

from hero_core.words import text
from tests.pages.test_exports import choices, read_of
from tests.pages.visit import click, csv, labels, plain, said, with_files

TORN = csv("1,a,1", "1,a,0", "2,a,0", "2,b,1")
ALIKE = csv("1,007,1", "2,007,0", "3,7,1", "1,b,1", "2,b,0", "3,B,1")
REVERSED = csv(
    *[f"{round}-{item},a{who},{(item + (round == 'r2')) % 2},{item % 2},{round}"
      for round in ("r1", "r2") for item in range(20) for who in range(3)],
    header="item_id,annotator_id,label,gold_label,round",
)  # fmt: skip
BOTH = csv(*[f"{item},a{who},{item % 2},s" for item in range(8) for who in range(3)],
           header="item_id,annotator_id,label,system")  # fmt: skip
BOTH_GOLD = csv(*[f"{item},a{who},{item % 2},s,{item % 2}" for item in range(9) for who in range(3)],
                header="item_id,annotator_id,label,system,gold_label")  # fmt: skip


def press(app, start: str):
    """Press the remedy whose key begins like this."""
    next(button for button in app.button if button.key and button.key.startswith(f"remedy_{start}")).click().run()
    return app


def remedies(app) -> list[str]:
    """Labels of the buttons beside remarks."""
    return [plain(button.label) for button in app.button if button.key and button.key.startswith("remedy_")]


@pytest.mark.parametrize(
    ("label", "policy", "votes"), [("first", "first", 3), ("last", "last", 3), ("keep", "keep", 4)]
)
def test_contradicting_votes_can_be_settled_beside_the_remark(label, policy, votes):
    """The three other policies stand there; what is pressed holds, and undo takes it back."""
    app = with_files(current=TORN)
    assert remedies(app) == [text(f"data.repeats.{name}") for name in ("first", "last", "keep")]

    click(app, text(f"data.repeats.{label}"))
    assert choices(app).repeats == policy and read_of(app)[text("data.fact.votes")] == str(votes)
    click(app, text("data.undo"))
    assert choices(app).repeats == "drop"


def test_look_alikes_are_merged_one_by_one_and_kept_apart_again():
    """The most frequent spelling wins; the facts follow."""
    app = with_files(current=ALIKE)
    assert remedies(app) == ["Read “7” as “007”", "Read “B” as “b”", text("data.merge.all", count=2)]
    assert read_of(app)[text("data.fact.annotators")] == "4"

    press(app, "look_alikes")
    assert not app.exception and choices(app).merged == {"annotator_id": {"7": "007"}}
    assert read_of(app)[text("data.fact.annotators")] == "3"

    click(app, text("data.merge.back"))
    assert choices(app).merge == () and read_of(app)[text("data.fact.annotators")] == "4"


def test_all_look_alikes_are_merged_with_one_click():
    """Both groups, one step, one undo."""
    app = click(with_files(current=ALIKE), text("data.merge.all", count=2))
    assert read_of(app)[text("data.fact.annotators")] == "2"

    click(app, text("data.undo"))
    assert read_of(app)[text("data.fact.annotators")] == "4"


def test_a_reversed_round_is_swapped_and_swapped_back():
    """The remark is on the data page, before any estimate; after the swap it is gone."""
    app = with_files(history=REVERSED)
    assert remedies(app) == [text("data.flip", round="r2")]

    press(app, "reversed_round")
    assert choices(app, "history").flip_rounds == ("r2",)
    assert "every annotator disagrees" not in said(app) and "were swapped" in plain(said(app))

    click(app, text("data.flip.back"))
    assert choices(app, "history").flip_rounds == () and remedies(app) == [text("data.flip", round="r2")]


def test_items_in_both_files_can_be_kept_beside_the_remark():
    """The remark about both files stands here too, with its other choice."""
    app = with_files(history=BOTH_GOLD, current=BOTH)
    assert "in current.csv too" in plain(said(app)) and text("data.overlap.keep") in remedies(app)

    press(app, "overlap")
    assert "in current.csv too" not in plain(said(app))
    assert next(radio for radio in app.radio if radio.key.startswith("overlap")).value == "keep"


def test_another_encoding_can_be_chosen_and_taken_back():
    """Cyrillic letters in a Windows file are read wrongly until the encoding is named."""
    app = with_files(current=csv("1,Анна,1", "2,Анна,0", "1,Олег,1").decode().encode("cp1251"))
    box = next(box for box in app.selectbox if "encoding" in (box.key or ""))
    assert "Анна" not in str([table.value for table in app.dataframe])

    box.set_value("cp1251").run()
    assert not app.exception and "Анна" in str([table.value for table in app.dataframe])
    box = next(box for box in app.selectbox if "encoding" in (box.key or ""))
    box.set_value("").run()
    assert choices(app).encoding == ""


def test_a_wrong_encoding_is_explained_and_can_be_changed():
    """No dead end: the choice stands beside the refusal."""
    app = with_files(current=csv("1,Анна,1").decode().encode("cp1251"))
    next(box for box in app.selectbox if "encoding" in (box.key or "")).set_value("utf-8").run()

    assert app.error and any("encoding" in (box.key or "") for box in app.selectbox)


def test_two_classes_are_needed_to_swap_a_round():
    """On a graded scale no button offers what the reader would refuse."""
    graded = csv(*[f"{item},a{who},{2 - item % 3},{item % 3},r2" for item in range(30) for who in range(3)],
                 header="item_id,annotator_id,label,gold_label,round")  # fmt: skip

    assert text("data.flip", round="r2") not in labels(with_files(history=graded), "button")


def test_look_alikes_between_the_files_are_merged_in_the_current_one():
    """The spelling of the history holds; the history stays as it is."""
    history = csv(
        "1,Ann Lee,1,1", "2,Ann Lee,0,0", "1,bo,1,1", "2,bo,0,0", header="item_id,annotator_id,label,gold_label"
    )
    current = csv("3,ann lee,1", "4,ann lee,0", "3,bo,1", "4,bo,1")
    app = with_files(history=history, current=current)
    assert "Read “ann lee” as “Ann Lee”" in remedies(app)

    press(app, "look_alikes_between")

    assert not app.exception
    assert choices(app).merged == {"annotator_id": {"ann lee": "Ann Lee"}}
    assert choices(app, "history").merge == ()
    assert not any("look_alikes_between" in (button.key or "") for button in app.button)


def test_many_look_alikes_are_a_list_to_select_from():
    """A thousand buttons help nobody: a list, one button for what is selected, one for every group."""
    app = with_files(current=csv(*[f"{at},{name}{at},1" for at in range(9) for name in ("rater x", "Rater X")]))
    assert remedies(app) == [text("data.merge.selected", count=0), text("data.merge.all", count=9)]
    groups = next(table.value for table in app.dataframe if text("data.merge.meant") in table.value)
    assert len(groups) == 9

    click(app, text("data.merge.all", count=9))

    assert read_of(app)[text("data.fact.annotators")] == "9"
