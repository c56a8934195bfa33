"""The compare page: the engine's estimates by method, all pairs, the walk, the target."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

import hero_core
from hero_core import charts
from hero_core.solved import ModelOptions
from hero_core.telling.verdict import card_of
from hero_core.walk import WALK, Walk
from hero_core.words import text
from tests.pages.visit import RESAMPLES, arrive, csv, plain, said, sample, sample_rounds
from tests.pages_charts.visitor import PAGES, marks, plots, with_sample, with_uploads
from ui.explain import escape


@pytest.fixture(scope="module")
def engine():
    """The engine's answer for the sample, with the page's settings."""
    return hero_core.estimate(*sample_rounds(), resamples=RESAMPLES, seed=0)


@pytest.fixture(scope="module")
def visit():
    """The page with the sample data."""
    return with_sample("compare")


def test_without_data_the_page_offers_two_ways_on():
    """As every page."""
    app = arrive()
    app.switch_page(PAGES["compare"]).run()

    assert not app.exception and {"offer_sample", "offer_files"} <= {button.key for button in app.button}


@pytest.mark.parametrize("method", ["mv", "ds", "mle", "hero1", "hero2", "pec"])
def test_marks_are_the_engines_estimates(visit, engine, method):
    """Every version by every method."""
    assert not visit.exception
    assert marks(plots(visit)[0], charts.method_name(method)) == pytest.approx(
        {system: engine.get(method, system).estimate for system in engine.systems}
    )


def test_bands_are_there_when_the_work_is_done(visit, engine):
    """Thick bands end at the quartiles of the replicates."""
    thick = [t for t in plots(visit)[0]["data"] if t.get("offsetgroup") == "hero1" and "error_x" in t][1]
    best = engine.systems.index(thick["y"][0])
    low, high = np.quantile(engine.replicates["hero1"][1 + best], (0.25, 0.75))

    assert thick["x"][0] - thick["error_x"]["array"][0] == pytest.approx(low)
    assert thick["x"][0] + thick["error_x"]["array"][0] == pytest.approx(high)


def test_each_chart_is_told_in_a_sentence_that_a_screen_reader_says(visit):
    """The alternative text is the visible sentence."""
    for chart in visit.get("plotly_chart"):
        assert chart.proto.alt and chart.proto.alt in plain(said(visit))


def test_pairs_are_the_engines_decision(visit, engine):
    """All pairs, best first, with difference, range, chance and verdict."""
    decision = hero_core.decide(engine)
    table = next(table.value for table in visit.dataframe if text("compare.column.verdict") in table.value)

    expected = charts.pairwise_table(decision, charts.Units.of(engine))
    assert table.values.tolist() == expected.values.tolist()
    assert charts.pairwise_sentence(decision, charts.Units.of(engine)) in plain(said(visit))


def test_the_matrix_says_how_likely_the_row_is_above(visit, engine):
    """Each cell is the engine's chance for that pair, seen from the row; the diagonal is empty."""
    cells = {(cell["row"], cell["column"]): cell for cell in drawn_cells(visit)}
    decision = hero_core.decide(engine)

    assert [cell["row"] for cell in drawn_cells(visit)[::3]] == list(decision.order)
    for pair in decision.comparisons:
        assert cells[pair.a, pair.b]["share"] == pytest.approx(pair.probability_above)
        assert cells[pair.b, pair.a]["share"] == pytest.approx(1 - pair.probability_above)
    assert [cells[name, name]["cell_text"] for name in engine.systems] == ["", "", ""]


def drawn_cells(app):
    """The rows behind the matrix of pairs."""
    chart = next(chart for chart in app.get("vega_lite_chart") if "row_title" in chart.proto.spec)
    data = chart.proto.datasets[0].data.data
    return pa.ipc.open_stream(data).read_all().to_pylist()


def test_a_pair_is_told_with_its_paired_difference(visit, engine):
    """At first the pair that decides; another pair on choice: verdict, range and figure are the engine's."""
    for a, b in (("v1.1", "v2.0"), ("v1.0", "v2.0")):
        visit.selectbox(key="pair_a").set_value(a)
        visit.selectbox(key="pair_b").set_value(b)
        visit.run()
        pair = hero_core.compare(engine, a, b)
        bar = next(plot for plot in plots(visit) if plot["layout"]["xaxis"]["title"]["text"] == f"{a} minus {b}")

        assert text(f"pair.verdict.{pair.verdict}", a=a, b=b) in plain(said(visit))
        ends = [trace["x"] for trace in bar["data"] if trace["mode"] == "lines"]
        gaps = engine.replicates[pair.method][1 + engine.systems.index(a)]
        gaps = gaps - engine.replicates[pair.method][1 + engine.systems.index(b)]
        assert ends[0] == pytest.approx([100 * pair.low, 100 * pair.high])
        assert ends[1] == pytest.approx(list(100 * np.quantile(gaps, (0.25, 0.75))))


def test_the_same_version_twice_is_no_pair(visit):
    """A sentence instead of an error."""
    visit.selectbox(key="pair_a").set_value("v1.0")
    visit.selectbox(key="pair_b").set_value("v1.0")
    visit.run()

    assert not visit.exception and text("pair.same") in said(visit)


def test_each_step_of_the_walk_has_its_reason(visit):
    """Who made the largest step of v2.0, with the share of the votes; a feature for HERO-2."""
    steps = Walk.of(*sample_rounds(), ModelOptions(methods=WALK)).steps("v2.0")
    told = plain(said(visit))

    for step in steps:
        assert text("walk.step", before=charts.method_name(step.before), after=charts.method_name(step.after),
                    change=f"{100 * step.change:+.1f} points") in told  # fmt: skip
    assert "vendor_b_3 cast 45% of this version's votes and called 90% of them 1" in told


def test_many_versions_are_chosen_from():
    """Twelve versions: the leading ten by the simple vote and the verdict's method, all in the tables."""
    rng = np.random.default_rng(1)
    rows = [f"c{item},a{vote},{int(rng.random() < 0.2 + 0.05 * system)},s{system:02}"
            for system in range(12) for item in range(20) for vote in range(3)]  # fmt: skip
    app = with_uploads("compare", current=csv(*rows, header="item_id,annotator_id,label,system"))
    axis = plots(app)[0]["layout"]["yaxis"]["categoryarray"]

    assert not app.exception and len(axis) == 10 and text("compare.part", shown=10, total=12) in said(app)
    assert app.multiselect(key="compare_methods").value == ["mv", "pec"]
    app.multiselect(key="compare_versions").set_value(["s00", "s01"]).run()
    assert set(plots(app)[0]["layout"]["yaxis"]["categoryarray"]) == {"s00", "s01"}


def test_the_walk_starts_with_the_version_that_moves_most(visit, engine):
    """In the sample v2.0 loses most when its lenient annotator is seen through."""
    walk = next(plot for plot in plots(visit) if any(trace.get("line", {}).get("dash") for trace in plot["data"]))
    line = next(trace for trace in walk["data"] if trace["mode"] == "lines")

    assert visit.selectbox(key="compare_system").value == "v2.0"
    assert line["x"] == pytest.approx(
        [engine.get(m, "v2.0").estimate for m in ("mv", "ds", "mle", "hero1", "hero2", "pec")]
    )


def test_both_figures_have_one_range(visit):
    """The eye may go from one to the other."""
    ranges = [plot["layout"]["xaxis"]["range"] for plot in plots(visit) if plot["layout"]["xaxis"].get("tickformat")]

    assert len(ranges) == 2 and ranges[0] == ranges[1]


def test_worth_is_told_in_items(visit, engine):
    """What item features are worth."""
    assert charts.worth_sentence(engine) in plain(said(visit))


def test_fewer_methods():
    """Only what is chosen is drawn and spoken of."""
    app = with_sample("compare", compare_methods=["mv", "pec"])
    names = {trace.get("name") for trace in plots(app)[0]["data"]}

    assert {"Simple vote (MV)", "PEC"} <= names and not names & {"HERO-1", "HERO-2"}


def test_no_method_is_a_sentence():
    """Not an empty frame."""
    app = with_sample("compare", compare_methods=[])

    assert not app.exception and not plots(app)
    assert text("compare.methods.none") in said(app)


def test_a_target_is_a_line_and_a_sentence():
    """Every version against 50%."""
    app = with_sample("compare", compare_target=50.0)

    assert 0.5 in [shape["x0"] for shape in plots(app)[0]["layout"]["shapes"]]
    assert "v1.1 is above the target of 50.0%" in plain(said(app))


def test_one_version_has_a_target_and_no_pairs():
    """A single version can still be compared with a goal."""
    rows = [f"c{item},a{vote},{(item + vote) % 3 > 0:d}" for item in range(30) for vote in range(3)]
    app = with_uploads("compare", current=csv(*rows))

    assert not app.exception
    assert text("compare.pairs.one") in said(app) and text("compare.target.ask") in said(app)


def test_without_history_only_methods_of_this_round():
    """HERO asks for a history; the others are drawn."""
    app = with_uploads("compare", current=sample("current"))
    names = {trace.get("name") for trace in plots(app)[0]["data"]}

    assert not app.exception
    assert {"Simple vote (MV)", "Dawid-Skene (DS)", "PEC"} <= names and "HERO-1" not in names


def test_the_answer_stands_first(visit, engine):
    """Who is better, by how much, and that the simple vote says something else, before any control."""
    card = card_of(hero_core.decide(engine), engine, escape)
    lines = [element.value for element in visit.main.markdown if "badge" not in element.value]

    assert lines[0] == text("compare.answer", word=card.word, say=" ".join(card.sentences))
    assert lines[1].startswith(":material/alt_route: The **simple vote**") and "another version" in lines[1]
