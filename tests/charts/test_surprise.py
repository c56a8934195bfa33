"""What the simple vote would have said, beside every verdict that it would not have given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hero_core.results import Decision
from hero_core.telling.verdict import surprise
from tests.charts.fakes import comparison, decision, estimate_result

RESULT = estimate_result(("v1", "v2", "v3"))  # by each method the last version has the highest number
METHODS = {"hero2": "HERO-2", "mv": "Simple vote (MV)"}


def decided(method: str, state: str, *order: str) -> Decision:
    """A decision with the versions in this order."""
    pairs = [comparison(order[0], other, 0.01, "too_close", method=method) for other in order[1:]]
    leaders = order if state in ("too_close", "tied") else order[:1]
    return replace(decision(*pairs), method=method, state=state, order=order, leaders=leaders)


def told(state: str, order: str, simple_state: str, simple: str) -> str | None:
    """The sentence for two decisions over v1, v2, v3, named by their digits."""
    ours, theirs = (tuple(f"v{digit}" for digit in digits) for digits in (order, simple))
    return surprise(decided("hero2", state, *ours), decided("mv", simple_state, *theirs), RESULT, str)


@pytest.mark.parametrize("state", ["tied", "too_close"])
def test_the_first_of_the_simple_vote_may_be_last(state):
    """An open verdict: the other first place is told, with its number by both and its rank."""
    assert told(state, "213", "tied", "321") == (
        "The **simple vote** puts another version ahead: v3 (49.0%). By HERO-2, v3 is number 3 of 3 (42.7%)."
    )


def test_a_false_winner_is_told_with_its_place():
    """The simple vote decides where nothing is decided, for another version at that."""
    said = told("tied", "213", "best", "321")

    assert said.startswith(
        "The **simple vote** alone would call v3 better; corrected by HERO-2, it is too close to call."
    )
    assert said.endswith("By HERO-2, v3 is number 3 of 3 (42.7%).")
    assert "number" not in told("tied", "321", "best", "321")


def test_equal_versions_with_a_winner_of_the_simple_vote():
    """As good as equal by the method of the verdict."""
    assert "as good as equal" in told("equal", "213", "best", "321")


@pytest.mark.parametrize(
    ("state", "order", "simple_state", "simple"),
    [("tied", "321", "tied", "321"), ("equal", "213", "tied", "321"), ("best", "321", "best", "321"),
     ("not_comparable", "213", "best", "321")],
)  # fmt: skip
def test_nothing_is_told_where_both_agree(state, order, simple_state, simple):
    """Nor where there is no verdict to stand beside."""
    assert told(state, order, simple_state, simple) is None


def test_the_same_method_is_no_surprise():
    """The simple vote itself speaks."""
    simple = decided("mv", "tied", "v1", "v2", "v3")
    assert surprise(simple, replace(simple, order=("v2", "v1", "v3")), RESULT, str) is None
