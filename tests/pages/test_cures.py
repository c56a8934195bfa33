"""What to click about a finding: the place stands beside the remedy, names what is there, and helps."""

from __future__ import annotations

import re

import pytest

from hero_core.errors import Finding
from hero_core.reading.messages import CATALOGUE
from hero_core.saying import ForShell, Said
from hero_core.words import LANGUAGES, speaking, text
from tests.pages.visit import arrive, csv, go, plain, said, settle, with_files, with_sample
from tests.words.messy import remarks
from tests.words.test_engine_sentences import literals
from ui.cures import OPENS, SETS, way_to_cure
from ui.settings import CHOICES

OPTION = re.compile(r"--[a-z][a-z-]+")


def cure(name: str, value: str) -> str:
    """The sentence that names a setting and its value."""
    return text("findings.here", place=text("setting.more"), setting=text(f"setting.{name}"),
                value=text(f"setting.{name}.{value}"))  # fmt: skip


def test_every_named_setting_is_there_with_its_value():
    """A way that leads nowhere is worse than none."""
    app = settle(with_sample())
    for name, value in SETS.values():
        assert value in CHOICES[name][1]
        assert app.selectbox(key=name).label == text(f"setting.{name}")
    assert {app.multiselect(key=name).label for name in OPENS.values()} == {text("setting.left_out")}
    assert text("setting.more") in [block.label for block in app.sidebar.expander]


@pytest.mark.parametrize("language", LANGUAGES)
def test_newcomers_are_let_in_where_it_says(language):
    """The remark about annotators without history names the setting; done, it no longer asks for it."""
    with speaking(language):
        app = arrive(lang=language)
        app.button(key="offer_sample").click().run()
        app = settle(go(app, "annotators"))
        way = plain(cure("new_annotators", "pool"))
        assert way in plain(said(app))

        app.selectbox(key="new_annotators").set_value("pool").run()
        app = settle(app)

        assert not app.exception and way not in plain(said(app))


def rows(person: str, role: str, version: str, count: int) -> list[str]:
    """Votes of one person on outputs of one version; of the history every fourth with gold."""
    gold = [f",{n % 2 if n % 4 < 2 and role == 'h' else ''}" for n in range(count)]
    return [f"{role}{version}{n},{person},{(n + (n % 7 == 0)) % 2},{version},r1{gold[n]}" for n in range(count)]


def test_people_tied_to_versions_in_the_history_lead_to_the_class_shares():
    """Of the history: a setting removes the bias. Of the round: nothing in the sidebar does, so nothing is said."""
    header = "item_id,annotator_id,label,system,round,gold_label"
    past = csv(*rows("a", "h", "v1", 60), *rows("b", "h", "v2", 60), *rows("c", "h", "v1", 60),
               *rows("c", "h", "v2", 60), header=header)  # fmt: skip
    now = csv(*rows("a", "c", "v1", 40), *rows("c", "c", "v2", 40), header=header)
    app = settle(go(settle(with_files("overview", history=past, current=now)), "annotators"))

    assert "One class share for the whole history then biases their rates" in plain(said(app))
    assert plain(said(app)).count(plain(cure("prevalence", "by_group"))) == 1


def test_no_remedy_on_a_screen_names_an_option_of_the_shell():
    """Parts for the shell are marked as such; nothing else may hold an option, as a template or by a value."""
    templates = [*literals("said", 0), *(said for _, *both in CATALOGUE.values() for said in both[:2])]

    assert [template for template in templates if OPTION.search(template)] == []
    assert [str(found) for found in remarks() if OPTION.search(unmarked(found))] == []


def unmarked(sentence: object) -> str:
    """The sentence without its parts for the shell."""
    if isinstance(sentence, ForShell):
        return ""
    if not isinstance(sentence, Said):
        return str(sentence)
    return sentence.template.format(**{name: unmarked(part) for name, part in sentence.values.items()})


def test_a_feature_that_is_not_used_needs_no_setting():
    """It is left out already."""
    for severity, helps in (("warning", False), ("info", True)):
        found = Finding(severity=severity, code="output_level_covariate", message="x_1 describes the answer.")
        assert bool(way_to_cure(found)) == helps
