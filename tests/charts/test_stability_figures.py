"""Stability figures: curves of the result, undefined values in words, ranks as shares."""

from __future__ import annotations

import dataclasses

import pytest

from hero_core import charts
from hero_core.results import Removal, RemovalsResult
from hero_core.telling.steadiness import answer_of
from hero_core.words import text
from tests.charts.drawn import rows_of_chart, spec_of
from tests.charts.fakes import stability_result


def lines(figure, name):
    """The trace of a method's mean."""
    return next(t for t in spec_of(figure)["data"] if t.get("name") == name and t.get("hovertemplate"))


@pytest.mark.parametrize("method", ["mv", "ds_hard", "pec"])
def test_curves_are_the_means_of_tau(method):
    """One point per share kept."""
    result = stability_result()
    curve = lines(charts.tau_curves(result), charts.method_name(method))
    points = [point for point in result.curves if point.method == method]

    assert curve["x"] == [point.fraction for point in points]
    assert curve["y"] == [point.tau_mean for point in points]


def test_the_ribbon_runs_from_low_to_high():
    """Up along the high ends, back along the low ones, drawn as a line without marks."""
    result = stability_result()
    ribbon = next(t for t in spec_of(charts.tau_curves(result, bands=("mv",)))["data"] if t.get("fill") == "toself")
    points = [point for point in result.curves if point.method == "mv"]

    assert ribbon["mode"] == "lines"
    assert ribbon["y"] == [p.tau_high for p in points] + [p.tau_low for p in reversed(points)]


@pytest.mark.parametrize(("bands", "count"), [((), 0), (("mv",), 1), (("mv", "pec"), 2), (None, 2)])
def test_ribbons_as_asked(bands, count):
    """By default those of the simplest and the most refined method: five on top of each other show nothing."""
    figure = charts.tau_curves(stability_result(), bands=bands)

    assert sum(trace.fill == "toself" for trace in figure.data) == count


def test_a_method_without_a_curve_is_explained():
    """HERO-1 without history: no line, but a sentence."""
    result = stability_result()

    assert "HERO-1" not in {trace.name for trace in charts.tau_curves(result).data}
    assert "HERO-1: – (HERO-1 needs a history.)" in charts.notes(result)


def test_undefined_taus_are_counted_in_words():
    """Seven of 200 draws at each of four shares."""
    assert "PEC: in 28 of 800 draws" in charts.tau_sentence(stability_result())


def test_ties_are_named():
    """Two versions that share a rank in the full ranking."""
    assert any("tied in the full ranking: v2, v3" in note for note in charts.notes(stability_result()))


def test_missing_points_are_left_out():
    """None is no point, and certainly not zero."""
    result = stability_result(("mv",))
    gone = dataclasses.replace(result.curves[1], tau_mean=None, tau_low=None, tau_high=None)
    result = dataclasses.replace(result, curves=(result.curves[0], gone, *result.curves[2:]))

    assert lines(charts.tau_curves(result), "Simple vote (MV)")["x"] == [0.3, 0.7, 0.9]


def test_no_curve_at_all_is_said():
    """No method has a number: a sentence instead of an empty frame."""
    result = dataclasses.replace(stability_result(), curves=(), ranks=())

    assert charts.tau_sentence(result) == "No method has a curve here."
    assert charts.same_sentence(result) == "No method has a curve here."
    assert charts.with_curve(result) == ()


def test_same_winner_and_same_ranking():
    """Tau has four values for three systems; how often the winner stays is easier to read."""
    result = stability_result()
    winner = lines(charts.same_curves(result), "PEC")["y"]
    order = lines(charts.same_curves(result, ranking=True), "PEC")["y"]
    points = [point for point in result.curves if point.method == "pec"]

    assert winner == [point.same_winner for point in points]
    assert order == [point.same_ranking for point in points]
    assert charts.same_sentence(result).startswith("With 50% of the annotators (5) kept, the winner stays")


def test_ranks_are_shares_of_draws():
    """One tile per system and rank."""
    drawn = rows_of_chart(charts.rank_heat(stability_result(), "mv", 0.5))

    assert {(row["system"], row["rank"]): row["share"] for row in drawn} == {
        (f"v{place}", str(rank)): 0.6 if rank == place else 0.2 for place in (1, 2, 3) for rank in (1, 2, 3)
    }


def test_gold_stands_beside():
    """Stable is not correct: agreement with gold, or that there is none."""
    result = stability_result()

    assert "Simple vote (MV) 0.80" in charts.gold_sentence(result)
    assert "Stable is not the same as correct" in charts.gold_sentence(result)
    assert charts.gold_frame(result)["tau_with_gold"].notna().sum() == 1
    none = dataclasses.replace(result, tau_with_gold={})
    assert charts.gold_sentence(none).startswith("There is no gold")


def test_gold_is_drawn_beside_on_the_same_scale():
    """One mark for each full ranking that gold can judge; none where there is no gold."""
    result = stability_result()
    beside = [t for t in spec_of(charts.tau_curves(result))["data"] if t.get("xaxis") == "x2"]

    assert [(trace["name"], trace["y"]) for trace in beside] == [("Simple vote (MV) against gold", [0.8])]
    none = dataclasses.replace(result, tau_with_gold={})
    assert not [t for t in spec_of(charts.tau_curves(none))["data"] if t.get("xaxis") == "x2"]


def test_numbers_of_annotators_stand_on_the_axis():
    """3, 5, 7 and 9 of ten, in the axis, the hover and the sentences."""
    result = dataclasses.replace(stability_result(), by_number=True, annotators=10)
    figure = charts.tau_curves(result)

    assert spec_of(figure)["layout"]["xaxis"]["ticktext"] == ["3", "5", "7", "9"]
    assert charts.same_sentence(result).startswith("With 5 of 10 annotators kept")
    assert "with 5 of 10 annotators kept" in charts.rank_sentence(result, "mv", 0.5)


def test_sizes_that_are_not_drawn_yet_have_their_place():
    """The axis does not jump while the curves grow."""
    result = dataclasses.replace(stability_result(), fractions=(0.1, 0.3, 0.5, 0.7, 0.9))

    assert spec_of(charts.tau_curves(result))["layout"]["xaxis"]["tickvals"][0] == 0.1


@pytest.mark.parametrize(("systems", "word"), [(2, "either 1 or -1"), (3, "four values"), (4, None)])
def test_few_versions_leave_tau_few_values(systems, word):
    """Said where the curve is."""
    result = dataclasses.replace(stability_result(), systems=("v1", "v2", "v3", "v4")[:systems])

    assert (word is None) == ("versions tau" not in charts.tau_sentence(result))
    assert word is None or word in charts.tau_sentence(result)


@pytest.mark.parametrize(
    ("share", "state"), [(0.95, "yes"), (0.9, "yes"), (0.89, "mostly"), (0.7, "mostly"), (0.69, "no")]
)
def test_the_answer_goes_by_the_same_winner(share, state):
    """Yes, mostly, no; with the rate, and as far as it can be told while draws are missing."""
    whole = stability_result(("mv",))
    curves = tuple(dataclasses.replace(point, same_winner=share) for point in whole.curves)
    result = dataclasses.replace(whole, curves=curves, drawn=800, asked=800)
    answer = answer_of(result, "mv")

    assert answer.state == state and f"**v1** stays the best version in **{share:.0%}**" in answer.sentences[0]
    assert answer_of(dataclasses.replace(result, drawn=10), "mv").word == f"{answer.word}, as far as it can be told"
    assert answer_of(result, "pec") is None


def test_two_winners_stay_side_by_side():
    """Tied for the first place: both are named."""
    result = dataclasses.replace(
        stability_result(("mv",)), full_ranking={"mv": (("v2", 0.5, 1.5), ("v3", 0.5, 1.5), ("v1", 0.4, 3.0))}
    )

    assert "**v2 and v3** stay the best versions" in answer_of(result, "mv").sentences[0]


def removal(name: str, lead: float | None, **changes: bool) -> Removal:
    """One annotator left out."""
    plain = {"new_winner": False, "new_order": False, "new_verdict": False} | changes
    known = lead is not None
    return Removal(annotator=name, votes=20, lead=lead, tau=1.0 if known else None, winner="v1" if known else None,
                   state="best" if known else None, leaders=("v1",) if known else (), **plain)  # fmt: skip


def removals() -> RemovalsResult:
    """Three annotators, one of whom carries the verdict, one without whom there is no ranking."""
    rows = (removal("<b>ann</b>", 0.01, new_verdict=True, new_order=True), removal("bob", 0.05), removal("eve", None))
    return RemovalsResult(method="hero1", order=("v1", "v2"), lead=0.06, state="best", leaders=("v1",), values=(0, 1),
                          rows=rows, done=3, asked=3, voters=3)  # fmt: skip


def test_each_removal_goes_from_the_full_lead_to_its_own():
    """In points; whoever changes the verdict has a mark of another shape; no mark without a number."""
    data = spec_of(charts.removal_figure(removals()))["data"]
    lines = {trace["y"][0]: trace["x"] for trace in data if trace.get("showlegend") is False}
    marks = {trace["name"]: (trace["y"], trace["x"]) for trace in data if trace["mode"] == "markers"}

    assert lines == {"&lt;b&gt;ann&lt;/b&gt;": pytest.approx([6, 1]), "bob": pytest.approx([6, 5])}
    assert marks["another verdict"] == (["&lt;b&gt;ann&lt;/b&gt;"], pytest.approx([1]))
    assert marks["same order and verdict"] == (["bob"], pytest.approx([5]))


def test_removals_in_words_and_as_a_table():
    """Who moves it most, how many change what; a dash where there is no ranking."""
    table = charts.removal_table(removals())

    told = charts.removal_sentence(removals())

    assert told.startswith("Without <b>ann</b> the verdict on all versions would be another")
    assert "The lead of v1 over v2 moves most without <b>ann</b>: +1.0 points instead of +6.0 points" in told
    assert "change the verdict: 1 of 2; the best version: 0; the order: 1." in told
    assert table["Verdict then"].tolist() == ["v1 is best", "v1 is best", "–"]
    assert table["Lead of the best"].tolist() == ["+1.0 points", "+5.0 points", "–"]
    assert table["What changes"].tolist() == ["another verdict", "same order and verdict", "–"]


def test_whoever_moves_the_lead_most_is_named_apart_from_the_gravest_change():
    """One person's absence turns an order far down, another's takes most of the lead."""
    rows = (removal("eve", 0.06, new_order=True), removal("bob", 0.01), removal("ann", 0.05))
    told = charts.removal_sentence(dataclasses.replace(removals(), rows=rows))

    assert "Without eve the order would be another" in told and "moves most without bob" in told


def test_a_lead_that_nobody_moves_is_not_said_to_move():
    """Two numbers that are written alike are no change."""
    rows = (removal("bob", 0.0600001), removal("ann", 0.06))
    told = charts.removal_sentence(dataclasses.replace(removals(), rows=rows))

    assert "instead of" not in told and "+6.0 points" in told


@pytest.mark.parametrize(("tau", "state"), [(None, "yes"), (0.4, "yes"), (0.0, "against"), (-0.8, "against")])
def test_a_winner_that_gold_does_not_confirm_is_no_good_news(tau, state):
    """A bias that all share is perfectly stable: a green box beside a ranking that gold turns round would mislead."""
    result = stability_result(("mv",))
    steady = tuple(dataclasses.replace(point, same_winner=0.95) for point in result.curves)

    answer = answer_of(dataclasses.replace(result, curves=steady, tau_with_gold={"mv": tau}), "mv")

    assert answer.state == state and answer.word == text("stability.answer.yes")
    assert (text("stability.answer.against", tau=f"{tau or 0:.2f}") in answer.sentences[1]) == (state == "against")
