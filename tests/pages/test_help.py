"""Help where it is needed: every chart says how it is read, words are explained, the tour leads through six pages."""

from __future__ import annotations

import pytest

from hero_core.words import speaking, text
from hero_core.words.formulas import FORMULAS, ON_PAGE
from tests.layers.source import sources
from tests.pages.visit import PAGES, arrive, go, said, settle, with_sample
from ui import help as helping
from ui.tour import STOPS


def explained(app) -> set[str]:
    """Keys of the charts that say how they are read."""
    buttons = [found.proto for found in app.get("popover") if found.proto.popover.label == text("help.how")]
    return {button.id.partition("-how_")[2] for button in buttons}


def drawn(app) -> set[str]:
    """Keys of the figures of a page; of two alike side by side one is explained."""
    return {chart.key for chart in app.get("plotly_chart") if not chart.key.endswith("_beside")}


TILES = {"annotators": {"annotators_matrices"}, "compare": {"pairs_matrix"}, "stability": {"stability_ranks"}}


@pytest.mark.parametrize("page", ["overview", "annotators", "compare", "stability", "items"])
def test_every_chart_says_how_it_is_read(page):
    """A picture that needs an explanation elsewhere is read wrongly."""
    app = settle(with_sample(page))

    assert not app.exception and drawn(app)
    assert explained(app) == drawn(app) | TILES.get(page, set())


@pytest.mark.parametrize("kind", ["hero", "stableval"])
def test_the_figures_of_the_lab_say_how_they_are_read(kind):
    """Errors are low and agreements high where a method copes: each figure has words of its own."""
    app = arrive("lab", lab_kind=kind, lab_repetitions=20)
    app.button(key="lab_run").click().run()
    app = settle(app)

    assert not app.exception and drawn(app)
    assert explained(app) == drawn(app)


def test_every_explained_chart_has_a_text():
    """And no text is left that no chart has, nor a chart that no page shows."""
    assert {f"how.{name}" for name in helping.HOW.values()} == {key for key in helping.TEXTS if key.startswith("how.")}
    code = "".join(source.text for source in sources("ui") if source.name != "ui.help")
    assert [key for key in helping.HOW if f'"{key}"' not in code and not key.startswith("lab_")] == []


@pytest.mark.parametrize("page", ON_PAGE)
def test_formulas_stand_behind_a_switch(page):
    """Nobody meets mathematics unasked; who asks gets all of the page's."""
    app = settle(with_sample(page))
    assert not app.get("latex") and text("formulas.title") not in said(app)

    app.toggle(key="formulas").set_value(True).run()

    assert [found.value.strip("$ \n") for found in app.latex] == [FORMULAS[name] for name in ON_PAGE[page]]


def test_the_glossary_explains_the_words():
    """Every word that the pages use for a quantity, searchable, in both languages."""
    app = settle(with_sample())
    app.button(key="glossary").click().run()
    assert text("glossary.pec") in said(app) and text("glossary.gold") in said(app)

    app.text_input(key="glossary_search").set_value("tau").run()

    assert not app.exception
    with speaking("zh"):
        assert len({text(key) for key in helping.WORDS}) == len(helping.WORDS)


def test_the_tour_leads_through_the_pages():
    """From the empty start: sample data, six stops, on and back, and an end."""
    app = arrive()
    app.button(key="offer_tour").click().run()
    settle(app)
    for number, (name, script) in enumerate(STOPS):
        assert script == PAGES[name]
        go(app, name)
        told = text("tour.where", step=number + 1, steps=len(STOPS), what=text(f"tour.{name}"))
        assert told in said(app)
    assert not [button for button in app.button if button.key == "tour_next"]

    app.button(key="tour_end").click().run()

    assert text("tour.report") not in said(app)


def test_the_tour_ends_with_the_sample():
    """It tells of the sample's surprise; on other data that would be wrong."""
    app = arrive(_on_tour=True)

    assert text("tour.overview") not in said(app)
