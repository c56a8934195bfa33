"""What would settle an open verdict, on the card and in the plan: no way is promised where none leads there."""

from __future__ import annotations

from dataclasses import replace

from hero_core.charts import Units
from hero_core.results import PlanResult, PlanRow
from hero_core.telling.plans import plan_sentences
from hero_core.telling.verdict import card_of
from tests.charts.fakes import comparison, decision, estimate_result

RESULT = estimate_result(("v1", "v2"))
OPEN = replace(decision(comparison("v1", "v2", 0.02, "too_close")), state="too_close", order=("v1", "v2"))


def planned(*needed: float | None, from_history: float = 0.04) -> PlanResult:
    """A plan with what items, votes and gold would take; None where that does not lead there."""
    rows = tuple(
        PlanRow(what=what, now=40.0, needed=count, std_error=None, reason=None if count else "Too little.")
        for what, count in zip(("items", "votes", "gold"), needed, strict=False)
    )
    return PlanResult(
        method="hero1", a="v1", b="v2", detect=0.02, power=0.8, level=0.95, std_error=0.08, wanted=0.007,
        smallest=0.23, from_items=1 - from_history, from_history=from_history, rows=rows, items=(), annotators=(),
    )  # fmt: skip


def card(plan: PlanResult) -> str:
    """The sentences of the card beside this plan."""
    return " ".join(card_of(OPEN, RESULT, str, plan).sentences)


def lead(plan: PlanResult) -> str:
    """What the section says before it lists the ways."""
    return plan_sentences(plan, Units.of(RESULT), str)[0]


def test_no_choice_is_offered_where_nothing_settles_it():
    """The card sent the reader to a section that said no four times, under "do one of these"."""
    plan = planned(None, None, None)

    assert "says what would" not in card(plan) and "23.0 points or more can be found" in card(plan)
    assert "do one of these" not in lead(plan) and "too small" in lead(plan)


def test_a_way_that_leads_there_is_offered():
    """Votes alone do, so the section has something to say."""
    plan = planned(None, 12.0, None)

    assert "says what would" in card(plan)
    assert "do one of these" in lead(plan)


def test_without_a_history_there_is_still_one_to_be_had():
    """Its lack is the reason of the other ways, so nothing is given up."""
    plan = planned(None, None, None, from_history=0.0)

    assert "says what would" in card(plan) and "do one of these" in lead(plan)


def test_a_method_without_a_history_has_no_share_of_it():
    """PEC learns the annotators from the round: "0.0% from what is known of the annotators" says the contrary."""
    assert "uncertainty" not in plan_sentences(planned(90.0, from_history=0.0), Units.of(RESULT), str)[2]
    assert "4.0% from what is known" in plan_sentences(planned(90.0), Units.of(RESULT), str)[2]


def test_why_more_items_do_not_help_although_most_doubt_is_theirs():
    """96% from the items and yet no number of items is enough: the rest alone hides 0.23 * sqrt(0.04) = 4.6 points."""
    small, large = planned(None, None, None), planned(None, 12.0, None, from_history=0.004)

    assert plan_sentences(small, Units.of(RESULT), str)[2].endswith("hides differences below 4.6 points, however many "
                                                                    "items there are.")  # fmt: skip
    assert "hides" not in plan_sentences(large, Units.of(RESULT), str)[2]
