"""The address: what differs from the usual stands in it, and opening it gives the same view again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace

import pytest
from streamlit.testing.v1 import AppTest

from hero_core.words import LANGUAGES, speaking, text
from tests.conftest import ROOT
from tests.layers.source import sources
from tests.pages.visit import PAGES, TIMEOUT, csv, go, plain, said, sample, settle, upload, with_sample
from ui import kept, links
from ui.links import Fingerprint
from ui.settings import CHOICES, Settings
from ui.shelf import Shelf
from ui.uploads import Gold, Upload, Workspace

CHOSEN = {
    "level": "0.9", "resamples": "500", "seed": "7", "headline": "hero1", "good": "low", "margin": "3.5",
    "new_annotators": "pool", "prevalence": "by_group", "hero2_weight": "finite", "prompts": "1", "formulas": "1",
}  # fmt: skip
VALUES = {
    "level": 0.9, "resamples": 500, "seed": 7, "headline": "hero1", "good": "low", "margin": 3.5,
    "new_annotators": "pool", "prevalence": "by_group", "hero2_weight": "finite", "prompts": True, "formulas": True,
}  # fmt: skip
# Remembered, but no part of what a page shows to whoever opens a link.
PRIVATE = {
    "votes_open",
    "sides_open",
    "report_title",
    "report_language",
    "report_annotators",
    "report_items",
    "report_stability",
    "lab_load_share",
    "kept_name",
}
ROWS = ("i1,a,1", "i1,b,0", "i2,a,1", "i2,b,1", "i3,a,0", "i3,b,0")
OTHER = ("i1,a,0", "i1,b,0", "i2,a,1", "i2,b,1", "i3,a,0", "i3,b,1")


def opened(page: str = "overview", **address: str | list[str]) -> AppTest:
    """A new visitor who opens an address in a tab of its own."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)
    app.query_params = dict(address)
    if page != "overview":
        app.switch_page(PAGES[page])
    return app.run()


def address(app: AppTest) -> dict[str, str | list[str]]:
    """What the browser shows after the question mark."""
    return dict(app.query_params)


def mark(current: bytes, history: bytes | None = None) -> str:
    """The fingerprint of files as they come."""
    past = None if history is None else Upload.of("history", "h.csv", history)
    return str(Fingerprint.of(Workspace(history=past, current=Upload.of("current", "c.csv", current))))


def test_every_setting_can_stand_in_the_address():
    """A field of Settings without a place there would be lost to whoever opens the link."""
    names = {"high_is_good": "good"}

    assert {names.get(field.name, field.name) for field in fields(Settings)} <= {*CHOICES, links.LEFT_OUT}
    assert {*CHOSEN, "present"} == set(CHOICES)


@pytest.mark.parametrize("page", ["overview", "compare"])
def test_an_address_sets_everything_whatever_page_it_leads_to(page):
    """The data, every setting and the features left out; and the address stays as it was."""
    asked = {**CHOSEN, "data": "sample", "left_out": "x_length", "lang": "zh"}

    app = opened(page, **asked)

    assert {key: app.session_state[key] for key in VALUES} == VALUES
    assert app.session_state["left_out"] == ["x_length"]
    assert app.title[0].value == {"overview": "哪个版本更好？", "compare": "版本比较"}[page]
    assert address(app) == asked


def test_only_what_differs_stands_in_the_address():
    """A choice appears when it is made and goes when it is taken back; another page keeps it."""
    app = with_sample()
    assert address(app) == {"resamples": "200", "data": "sample"}

    app.radio(key="good").set_value("low").run()
    assert address(app)["good"] == "low"
    assert address(go(app, "data"))["good"] == "low"

    app.radio(key="good").set_value("high").run()
    assert "good" not in address(app)


@pytest.mark.parametrize(
    "asked",
    [
        {"margin": "abc", "level": "0.5", "resamples": "1", "seed": "-1", "good": "maybe", "present": "yes",
         "lang": "fr", "annotator": "nobody", "sort": "**bold**", "left_out": "x_beauty", "headline": "best of all"},
        {"margin": "50.1", "seed": "1.5", "level": "inf", "good": "", "annotator": "x" * 500},
        {"margin": "nan", "seed": "99999999999", "highest": "perhaps", "part": "7"},
        {"data": "../../etc"},
        {"data": "."},
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_is_left_out_and_named(asked):
    """No exception, no silent change: a sentence says which part of the address was not followed."""
    app = opened("annotators", **{"data": "sample", **asked})
    told = plain("\n".join(warning.value for warning in app.warning))

    assert not app.exception
    for name, value in asked.items():
        shown = value if len(value) <= links.SHOWN else f"{value[: links.SHOWN]}…"
        if name in told or name != "part":  # with one part there is nothing to choose
            assert plain(text("links.refused", name=name, value=shown or text("none"))) in told
    assert address(app.run()).keys() <= {"data", "part"} - (asked.keys() & {"data"})


def test_the_name_of_a_switch_alone_means_on():
    """?present without a value, as people type it."""
    app = opened("overview", data="sample", present="")

    assert app.session_state["present"] is True and not any("present" in box.value for box in app.warning)
    assert app.query_params["present"] in ("1", ["1"])


def test_a_refused_value_that_is_cut_has_one_end():
    """A long value ends in three dots; no full stop follows them."""
    app = opened("overview", data="sample", seed="9" * 60)

    told = [plain(box.value) for box in app.warning if "seed" in box.value]
    assert told and not any("…." in sentence for sentence in told)


def test_a_page_s_choices_are_part_of_its_address():
    """The chosen annotator and the order; on another page they are not in the way, back here they hold."""
    asked = {"data": "sample", "annotator": "ann_04", "highest": "1"}
    app = opened("annotators", **asked)
    assert app.selectbox(key="annotator").value == "ann_04"
    assert app.toggle(key="people_order").value is True
    assert address(app.run()) == asked

    assert address(go(app, "items")) == {"data": "sample"}
    assert address(go(app, "annotators")) == asked


@pytest.mark.parametrize(
    ("page", "asked"),
    [
        ("compare", {"methods": ["mv", "hero1"], "target": "55", "version": "v1.0"}),
        ("items", {"method": "mv", "version": ["v1.1", "v2.0"], "judged_by": "ann_01", "find": "x"}),
        ("stability", {"draws": "100", "shares": ["0.5", "0.9"], "whole": "1"}),
        ("lab", {"kind": "stableval"}),
    ],
)
def test_choices_of_each_page_come_back(page, asked):
    """What stands in the address is what the widgets of the page say, and it stays there."""
    app = settle(opened(page, data="sample", resamples="200", **asked))

    assert not app.exception and not app.warning
    shared = links.SHARED[f"page.{page}"]
    for name, value in asked.items():
        assert links.written(app.session_state[shared[name]]) == ((value,) if isinstance(value, str) else tuple(value))
    assert address(app) == {"data": "sample", "resamples": "200", **asked}


def test_every_remembered_choice_is_shared_or_private_by_decision():
    """A new choice of a page is put into links.SHARED, or into PRIVATE here."""
    keys = set()
    for source in sources("ui", "pages"):
        named = {
            node.targets[0].id: node.value.value
            for node in ast.walk(source.tree)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }  # fmt: skip
        for call in ast.walk(source.tree):
            if not isinstance(call, ast.Call) or not call.args or source.name == "ui.state":
                continue
            if "remembered" in ast.unparse(call.func):
                key = call.args[0]
                keys.add(key.value if isinstance(key, ast.Constant) else named.get(ast.unparse(key)))
    shared = {key for page in links.SHARED.values() for key in page.values()}

    assert keys - {None} <= shared | PRIVATE | {*CHOICES, links.LEFT_OUT}


def test_the_link_to_copy_is_the_address():
    """The control in the sidebar shows what the browser shows."""
    app = with_sample("annotators")
    app.selectbox(key="annotator").set_value("ann_04").run()

    assert app.sidebar.code[0].value.endswith("?resamples=200&annotator=ann_04&data=sample")
    assert text("links.copy.sample") in said(app)


@pytest.mark.parametrize(("name", "file"), [("sample", "current.csv"), ("graded", "graded.csv")])
def test_a_link_to_sample_data_loads_them(name, file):
    """Nothing to do for whoever opens it."""
    app = opened(data=name)

    assert file in plain(said(app))
    assert address(app)["data"] == name
    assert not [box for box in app.info if text("links.waiting.title") in str(box.proto)]


def test_a_link_to_files_says_what_it_needs_and_then_shows_the_view():
    """First which data and why they are not here; with the same files the choices of the link are there."""
    now = sample("current")
    app = opened("annotators", data=mark(now, sample("history")), annotator="ann_04", good="low")
    assert any(box.proto.title == text("links.waiting.title") for box in app.info)
    assert mark(now, sample("history")) in said(app)

    upload(go(app, "data"), "current", now)
    assert "not given yet" in said(app) and ": here" in said(app)
    upload(app, "history", sample("history"))
    assert text("links.same", fingerprint=mark(now, sample("history"))) in said(app)

    go(app, "annotators")
    assert app.selectbox(key="annotator").value == "ann_04"
    assert app.session_state["good"] == "low"
    assert not app.success


def test_a_link_to_a_history_alone_opens_with_it():
    """The annotators page needs nothing else, so its link has the choices and the history's fingerprint."""
    app = upload(opened("data"), "history", sample("history"))
    settle(go(app, "annotators"))
    app.selectbox(key="annotator").set_value("ann_02").run()
    asked = address(app)
    wanted = Fingerprint.parsed(asked["data"])
    assert asked["annotator"] == "ann_02" and wanted.history and not wanted.current

    guest = opened("annotators", **asked)
    assert "not given yet" in said(guest) and not guest.exception
    assert text("links.waiting", fingerprint=wanted.history) in said(guest)
    upload(go(guest, "data"), "history", sample("history"))
    assert text("links.same", fingerprint=wanted.history) in said(guest)
    settle(go(guest, "annotators"))

    assert guest.selectbox(key="annotator").value == "ann_02" and address(guest) == asked


def test_a_link_to_both_files_keeps_its_choices_until_both_are_here():
    """With the history alone the person of the link is not there yet; nobody else is shown in the meantime."""
    both = mark(sample("current"), sample("history"))
    app = opened("annotators", data=both, annotator="ann_07")  # not in the history
    upload(go(app, "data"), "history", sample("history"))
    settle(go(app, "annotators"))
    assert "annotator" not in {box.key for box in app.selectbox} and not app.warning
    assert "offer_files" in {button.key for button in app.button}

    upload(go(app, "data"), "current", sample("current"))
    settle(go(app, "annotators"))
    assert app.selectbox(key="annotator").value == "ann_07"
    assert text("links.refused", name="annotator", value="ann\\_07") not in said(app)


def test_going_back_does_not_exchange_a_history_alone(monkeypatch):
    """The address of an earlier view names the sample; the visitor's own file stays."""
    app = opened("data", data="sample")
    app.button(key="forget").click().run()
    upload(app, "history", csv("i1,a,1,1", "i1,b,0,1", header="item_id,annotator_id,label,gold_label"))
    monkeypatch.setattr(links, "came_back", lambda: True)
    app.query_params["data"] = "sample"
    app.run()

    assert app.session_state["_workspace"].history.name == "history.csv" and not app.session_state["_workspace"].sample


def test_other_files_are_called_other_data():
    """The choices of the link hold where they apply; the sentence names both fingerprints."""
    app = opened(data=mark(csv(*ROWS)), margin="7")
    upload(go(app, "data"), "current", csv(*OTHER))
    told = text("links.other", fingerprint=mark(csv(*ROWS)), here=mark(csv(*OTHER)))
    assert told in said(app)
    assert app.session_state["margin"] == 7.0
    assert address(app)["data"] == mark(csv(*OTHER))

    app.button(key="links_understood").click().run()
    assert told not in said(app)


def test_the_same_files_read_otherwise_are_told_apart():
    """They are the files of the link, but the numbers may differ."""
    current = Upload.of("current", "c.csv", csv(*ROWS))
    asked = str(Fingerprint.of(Workspace(current=replace(current, repeats="keep"))))

    app = opened(data=asked)
    upload(go(app, "data"), "current", csv(*ROWS))

    assert text("links.read", fingerprint=Fingerprint.parsed(asked).told, here=mark(csv(*ROWS))) in said(app)


def test_data_kept_on_the_server_are_loaded(monkeypatch):
    """Whoever keeps data adds a function to links.FINDERS."""
    kept = Workspace(current=Upload.of("current", "kept.csv", csv(*ROWS)))
    monkeypatch.setattr(links, "FINDERS", [{mark(csv(*ROWS)): kept}.get])

    app = opened(data=mark(csv(*ROWS)))

    assert "kept.csv" in plain(said(app))
    assert not any(box.proto.title for box in app.info)


def test_rounds_saved_on_the_server_open_with_their_link(monkeypatch, tmp_path):
    """Where the server keeps rounds, the link is enough; the control says so."""
    monkeypatch.setenv(kept.VARIABLE, str(tmp_path / "kept"))
    app = upload(opened("data"), "current", csv(*ROWS))
    app.text_input(key="kept_name").set_value("team a").run()
    app.button(key="keep").click().run()
    assert text("links.copy.kept", name="team a") in plain(said(app))

    guest = opened(**address(app))

    assert address(guest) == address(app)
    assert not any(box.proto.title for box in guest.info)


def test_a_fingerprint_is_of_content_and_reading_not_of_names():
    """A colleague's copy may be called otherwise; another gold file or another reading are other data."""
    upload = Upload.of("history", "a.csv", b"1")
    files = Workspace(history=upload, current=Upload.of("current", "b.csv", b"2"))
    print_of = Fingerprint.of

    assert print_of(files) == print_of(replace(files, history=replace(upload, name="copy of a.csv")))
    others = [
        replace(files, history=None),
        replace(files, history=Upload.of("history", "a.csv", b"3")),
        replace(files, history=replace(upload, gold=Gold.of("gold.csv", b"4"))),
        replace(files, history=replace(upload, labels=(("y", "1"),))),
        replace(files, overlap="keep"),
        replace(files, values=(("1", 2.0),)),
    ]
    assert len({str(print_of(one)) for one in (files, *others)}) == 7
    assert all(Fingerprint.parsed(str(print_of(one))) == print_of(one) for one in others)


@pytest.mark.parametrize("role", ["history", "current"])
def test_the_fingerprint_of_one_file_reads_without_the_place_of_the_other(role):
    """The sidebar and the popover say the digits; the empty place and its dot stand in the address only."""
    app = upload(opened("data"), role, csv("i1,a,1,1", header="item_id,annotator_id,label,gold_label"))
    here = Fingerprint.of(app.session_state["_workspace"])
    digits = getattr(here, role)
    for language in LANGUAGES:
        with speaking(language):
            assert f"`{digits}`" in text("status.fingerprint", fingerprint=here)

    assert text("status.fingerprint", fingerprint=here) in said(app)
    assert f".{digits}" not in said(app) and address(app)["data"].strip(".") == digits


@pytest.mark.parametrize("page", ["overview", "annotators", "compare", "stability", "items"])
def test_presenter_mode_shows_no_controls(page):
    """No sidebar, no downloads; the way out brings them back."""
    app = settle(opened(page, data="sample", resamples="200", present="1"))
    assert not app.exception
    assert not len(app.sidebar) and not app.get("download_button")
    assert text("help.how") not in [found.proto.popover.label for found in app.get("popover")]
    assert len(app.get("page_link")) >= 5

    app.button(key="present_leave").click().run()
    assert app.sidebar.radio and "present" not in address(app)


def test_presenter_mode_waits_for_data():
    """Without data there is nothing to present, and the ways to data must be there."""
    app = opened(present="1")

    assert app.button(key="offer_sample") and app.sidebar.radio


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[object, ...]]]:
    """Everything that is put on a shelf, which is everything that was computed."""
    made: list[tuple[object, ...]] = []
    put = Shelf.put
    with monkeypatch.context() as patched:
        patched.setattr(Shelf, "put", lambda self, key, result: (made.append(key), put(self, key, result))[1])
        yield made


@pytest.mark.parametrize("page", ["overview", "annotators", "compare", "stability", "items"])
def test_a_cosmetic_change_computes_nothing(page, monkeypatch):
    """Language, direction, formulas and presenter mode change words and looks only. (A verdict that becomes open by
    another direction asks anew what would settle it; how often the same version wins depends on what winning is.)"""
    app = settle(opened(page, data="sample", resamples="200"))
    with counted(monkeypatch) as made:
        app.toggle(key="formulas").set_value(True).run()
        if page != "stability":
            app.radio(key="good").set_value("low").run()
        app.toggle(key="present").set_value(True).run()
        app.button(key="present_leave").click().run()
        app.session_state["lang"] = "zh"
        app.run()

    assert not app.exception
    assert [key for key in made if key[0] != "plan"] == []


def test_another_seed_is_computed_anew(monkeypatch):
    """The count above would notice."""
    app = settle(opened("annotators", data="sample", resamples="200"))
    with counted(monkeypatch) as made:
        app.number_input(key="seed").set_value(5).run()

    assert made
