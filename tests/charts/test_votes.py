"""Why an item got its label: each vote at its log-ratio."""

from __future__ import annotations

import math

from hero_core import charts
from tests.charts.drawn import spec_of
from tests.charts.fakes import vote_frame


def bars(figure):
    """Log-ratio by (escaped) annotator."""
    return {
        who: weight
        for trace in spec_of(figure)["data"]
        if trace["type"] == "bar"
        for who, weight in zip(trace["y"], trace["x"], strict=True)
    }


def test_each_known_vote_is_a_bar_of_its_log_ratio():
    """To the right it speaks for the class, to the left against it."""
    assert bars(charts.vote_bars(vote_frame())) == {"1": 1.9, "2": -0.7, "10": 0.3, "&lt;b&gt;*x*&lt;/b&gt;": -2.2}


def test_an_unknown_annotator_is_named_without_a_bar():
    """Their vote is not used; a bar of length zero would say that it was neutral."""
    figure = spec_of(charts.vote_bars(vote_frame()))
    words = [trace for trace in figure["data"] if trace["type"] == "scatter"]

    assert [trace["y"] for trace in words] == [["1E1"]]
    assert "not used" in words[0]["text"][0]


def test_the_sentence_counts_and_names_the_strongest():
    """Two for, two against, the strongest is a factor of e to the 2.2; together against."""
    told = charts.vote_sentence(vote_frame())

    assert told.startswith(
        "Votes that speak for 1 rather than 0: 2; the other way: 2. The strongest is that of <b>*x*</b>: it raises the "
        "odds of class 0 against class 1 to 9.0 times what they were."
    )
    assert f"raise the odds of 0 against 1 to {math.exp(0.7):.1f} times what they were." in told
    assert "Votes not used, for nothing is known about the annotator: 1." in told


def test_votes_that_cancel_leave_the_label_as_it_was():
    """A factor of 1.0 is none: "1.0 times as high" sounds like twice."""
    frame = vote_frame().head(2).assign(log_ratio=[0.72, -0.70], known=True)

    assert charts.vote_sentence(frame).endswith("All votes together leave the odds of 1 against 0 as they were.")


def test_nothing_to_weigh():
    """Nobody on the item is known."""
    frame = vote_frame().assign(known=False)

    assert charts.vote_sentence(frame) == "No vote on this item can be weighed."
    assert bars(charts.vote_bars(frame)) == {}


def test_people_are_categories():
    """'1', '10' and '1E1' are names on this axis."""
    axis = charts.vote_bars(vote_frame()).layout.yaxis

    assert axis.type == "category" and list(axis.ticktext)[:4] == ["1", "2", "10", "1E1"]
