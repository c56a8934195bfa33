"""Columns of tables: one number of decimals down a column, no zero below zero, and room for every column."""

from __future__ import annotations

import pandas as pd
import pytest
import streamlit as st

from ui.columns import LEAST, ROOM, fitted, form_of, printed


def widths(frame: pd.DataFrame, columns: dict, room: int = ROOM) -> list[int | None]:
    """The widths that the columns get."""
    config = fitted(frame, columns, room)
    return [(config.get(name) or {}).get("width") for name in frame.columns]


def test_a_column_has_one_number_of_decimals():
    """0.1 and 1 stand as 0.10 and 1.00 beside 0.98; whole numbers stay whole, missing ones missing."""
    frame = pd.DataFrame({"credit": [0.1, 1.0, 0.98, None], "votes": [1.0, 2.0, None, 4.0], "item": list("abcd")})
    shown, config = printed(frame, {"credit": st.column_config.Column("A", help="why")})

    assert form_of(config["credit"]) == "%.2f" and config["credit"]["label"] == "A"
    assert config["credit"]["help"] == "why" and set(config) == {"credit"}
    assert shown["credit"].isna().tolist() == [False, False, False, True]


@pytest.mark.parametrize("form", ["%.2f", "%+.2f", None])
def test_no_zero_below_zero_in_a_table(form):
    """-0.004 stands as 0.00: a browser would write -0.00. The table given stays as it is."""
    frame = pd.DataFrame({"weight": [-0.004, -0.006, 0.5]})
    shown, _ = printed(frame, {} if form is None else {"weight": st.column_config.NumberColumn(format=form)})

    assert [str(number) for number in shown["weight"]] == ["0.0", "-0.006", "0.5"]
    assert frame["weight"].tolist() == [-0.004, -0.006, 0.5]


def test_other_kinds_of_columns_keep_their_form():
    """Bars and percent draw numbers their own way; hidden columns stay hidden."""
    frame = pd.DataFrame({"a": [0.123], "b": [0.123], "c": [0.123]})
    config = {"a": st.column_config.ProgressColumn(format="%.1f%%"), "b": st.column_config.NumberColumn(
        format="percent"), "c": None}  # fmt: skip
    shown, found = printed(frame, config)

    assert found == config and shown["b"].tolist() == [0.123] and shown["a"].tolist() == [0.123]


def test_the_widest_columns_give_way():
    """Ten columns of which one is long: it gives way until all fit; short ones are not cut."""
    frame = pd.DataFrame({"item text": ["word " * 60], "item": ["an_item_of_mine_12"], "said": ["1"], "truth": ["0"]})
    found = widths(frame, {}, 500)

    assert sum(found) <= 500 and found[0] > 150
    assert found[1] == int(18 * 6.8 + 17) and found[2] >= LEAST


def test_what_fits_is_left_to_the_browser():
    """No width where there is room for all, or where even the shortest columns are too many."""
    short = pd.DataFrame({"a": ["1"], "b": ["2"]})
    many = pd.DataFrame({f"column {number}": ["word " * 9] for number in range(40)})

    assert widths(short, {}) == [None, None]
    assert set(widths(many, {})) == {None}


def test_hidden_columns_take_no_room():
    """Nor do they get a width, which would show them."""
    frame = pd.DataFrame({"a": ["word " * 60], "b": ["word " * 60], "c": ["word " * 60]})
    config = fitted(frame, {"b": None}, 400)

    assert config["b"] is None and config["a"]["width"] == config["c"]["width"] == 200


def test_headings_count():
    """A heading is read as much as what stands below; Chinese letters are twice as wide."""
    frame = pd.DataFrame({"a": ["x"] * 2, "b": ["word " * 60] * 2})
    latin = widths(frame, {"a": st.column_config.Column("chance of better")}, 400)
    chinese = widths(frame, {"a": st.column_config.Column("更好的可能性大小")}, 400)

    assert latin[0] == chinese[0] > 120


def test_ids_keep_the_letters_that_tell_them_apart():
    """Long ids that differ at their end are not cut before it; headings and sentences give way for them."""
    ids = [f"mt_q81_t{number}_gpt-3.5-turbo" for number in (1, 2)] + ["mt_q81_t2_gpt-3.5-tutor"]
    frame = pd.DataFrame({"item": ids, "said": ["0"] * 3, "text": ["word " * 60] * 3})
    labels = {name: st.column_config.Column("a heading of thirty letters or so") for name in ("said", "text")}
    found = widths(frame, labels, 300)

    assert found[0] >= len("mt_q81_t2_gpt-3.5-tur") * 6.8 + 17 and sum(found) <= 300
    assert min(found[1:]) >= LEAST
    assert widths(frame.assign(item=["a" * 90 + end for end in "xyz"]), labels, 300)[0] < 200
