"""The only place with session state: the visitor's files, their settings, and widgets that keep their value.

Streamlit clears the uploader and every widget when the page is left, so bytes are copied at once and widgets take
`**remembered(...)`. Nothing here survives a reload of the tab.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Any, Literal, NoReturn, TypedDict

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from hero_core.errors import HeroError
from hero_core.words import ENGLISH, LANGUAGES, follow, text
from ui import cached, links, workspaces
from ui.explain import escape, explained
from ui.links import Fingerprint
from ui.settings import CHOICES, Settings
from ui.uploads import SAMPLE, SAMPLES, Alone, Columns, Gold, Labels, Merge, Rounds, Upload, Values, Workspace

UNDO_STEPS = 5
_WORKSPACE = "_workspace"
_FORMER = "_former_workspaces"
_ZONES = "_zones"
_STEP = "_step"
_TOLD = "_told"
_POLARITY = "_polarity_said"
_OPENED = "_opened_workspace"
_TOUR = "_on_tour"
_ROUND_GOLD = "_gold_of_the_round"
_ADDED = "_added_round"
_KEPT = "_kept_on_server"
_KEPT_TOLD = "_told_of_server"
_LANGUAGE = links.LANGUAGE
_PAGE = "_page"
_USUAL = "_usual_choices"
_ASKED = "_asked_choices"
_REFUSED = "_refused_choices"
_AWAITED = "_awaited_data"
_WORDED = "_language_of_choices"
_PLACE = "_place_of_refusals"


class Remembered(TypedDict):
    """Keyword arguments of a widget that keeps its value over page switches."""

    key: str
    persist_state: Literal["session"]


def remembered(key: str, default: object, options: Container[object] | None = None) -> Remembered:
    """`st.selectbox("Annotator", ids, **remembered("annotator", ids[0], ids))`: the value survives page switches.

    With `options`, a kept value that other data no longer offer falls back to `default`; a value that the address
    asks for is taken if they offer it, and is told otherwise. Give the widget no value or index of its own.
    """
    for asked in _kept(_ASKED).pop(key, ())[:1]:
        try:
            st.session_state[key] = links.meant(asked, default, options)
        except ValueError:
            _refuse(key, asked)
    # A default that follows what was chosen does not tell what is usual.
    if key not in st.session_state or st.session_state[key] != default:
        _kept(_USUAL)[key] = default
    kept = st.session_state.get(key, default)
    _keep(key, default if options is not None and kept not in options else kept)
    return Remembered(key=key, persist_state="session")


def _keep(key: str, value: object) -> None:
    """Hold a value. The browser knows a choice by its words and a page by its own widgets, so in another language or
    on another page it must be told anew."""
    here = (language(), page())
    if key not in st.session_state or st.session_state[key] != value or _kept(_WORDED).get(key) != here:
        st.session_state[key], _kept(_WORDED)[key] = value, here


def remembered_several(key: str, default: Sequence[object], options: Sequence[object]) -> Remembered:
    """The same for several choices: what is no longer offered is dropped; the default is back if all of it is."""
    _take_several(key, default, options)
    kept = st.session_state.get(key, default)
    valid = [option for option in options if option in kept]
    if len(valid) != len(kept):
        st.session_state[key] = valid or list(default)
    return remembered(key, list(default))


def remembered_many(key: str, options: Sequence[object]) -> Remembered:
    """The same for st.multiselect: what other data no longer offer is dropped from the selection; nothing at first."""
    _take_several(key, (), options)
    _keep(key, [name for name in st.session_state.get(key, ()) if name in options])
    return Remembered(key=key, persist_state="session")


def _take_several(key: str, default: Sequence[object], options: Sequence[object]) -> None:
    """What the address asks for, as far as it is offered; the rest is told."""
    _kept(_USUAL)[key] = list(default)
    asked = _kept(_ASKED).pop(key, None)
    if asked is None:
        return
    found = []
    for one in () if asked == links.NOTHING else asked:
        try:
            found.append(links.meant(one, "", options))
        except ValueError:
            _refuse(key, one)
    if found or asked == links.NOTHING:
        st.session_state[key] = found


def _kept(name: str) -> dict[str, Any]:
    """A store of this visitor, made at its first use."""
    found: dict[str, Any] = st.session_state.setdefault(name, {})
    return found


def choice(key: str, default: Any = None) -> Any:
    """The kept value of a remembered widget, or the text that the address asks for before the widget was drawn."""
    asked = _kept(_ASKED).get(key)
    if asked and isinstance(default, str):
        return asked[0]
    return st.session_state.get(key, default)


def choose(key: str, value: object) -> None:
    """Set the value of a remembered widget before it is drawn (for example from a click elsewhere)."""
    _kept(_ASKED).pop(key, None)
    st.session_state[key] = value


def arrive(page: str) -> None:
    """What every page does first: take over what the address says where it counts, then let it say what holds now.

    It counts at the first visit and when the browser went back or forward; else the widgets count.
    """
    fresh = _PAGE not in st.session_state
    st.session_state.pop(_PLACE, None)
    if st.session_state.get(_PAGE) != page:
        st.session_state[_PAGE] = page
        _kept(_REFUSED).clear()
        if how_data_match() == "same":
            stop_waiting()
    if fresh or links.came_back():
        _follow_address(page, fresh=fresh)
    for key, (default, options) in CHOICES.items():
        remembered(key, default, options)
    if workspace().current is not None:
        remembered_many(links.LEFT_OUT, cached.covariate_names(workspace()))
    links.show(address(page))


def _follow_address(page: str, *, fresh: bool) -> None:
    """Keep what the address asks for until its widgets are drawn; where the visitor went back, the rest is as usual."""
    said, shared = links.asked(), links.shared(page)
    for name, key in shared.items():
        if name in said:
            _kept(_ASKED)[key] = said[name]
        elif not fresh and key in _kept(_USUAL):
            choose(key, _kept(_USUAL)[key])
    _follow_language(said.get(links.LANGUAGE, ()), fresh=fresh)
    if fresh or not uploads():
        _follow_data(said.get(links.DATA, ()), page)


def _follow_language(asked: Sequence[str], *, fresh: bool) -> None:
    """The language that the address asks for, else that of the browser."""
    for name in asked[:1]:
        if name in LANGUAGES:
            st.session_state[_LANGUAGE] = name
            return
        _refuse(links.LANGUAGE, name)
    if not fresh or _LANGUAGE not in st.session_state:
        st.session_state[_LANGUAGE] = _language_of_browser()


def _language_of_browser() -> str:
    found = str(st.context.locale or ENGLISH)[:2].lower()
    return found if found in LANGUAGES else ENGLISH


def _follow_data(asked: Sequence[str], page: str) -> None:
    """Load the data that the address names where they are here; else remember that they are waited for."""
    for name in asked[:1]:
        try:
            wanted = Fingerprint.parsed(name)
        except ValueError:
            _refuse(links.DATA, name)
            return
        files = links.found_on_server(name)
        if files is not None:
            _change(files)
            return
        if wanted.sample:
            use_sample(SAMPLES[wanted.current])
        if wanted.match(Fingerprint.of(workspace())) != "same":
            st.session_state[_AWAITED] = (wanted, page)


def address(page: str) -> links.Address:
    """What the address of this page says: everything that differs from the usual, and the data."""
    shared = links.shared(page)
    found = {name: told for name, key in shared.items() if (told := _told_in_address(key)) is not None}
    if (language(), _language_of_browser()) != (ENGLISH, ENGLISH):
        found[links.LANGUAGE] = (language(),)
    here, waiting = Fingerprint.of(workspace()), awaited()
    data = here or (waiting[0] if waiting else here)
    return {**found, links.DATA: (str(data),)} if data else found


def _told_in_address(key: str) -> tuple[str, ...] | None:
    """How a choice stands in the address; None where it is as usual or was never made."""
    asked: tuple[str, ...] | None = _kept(_ASKED).get(key)
    if asked is not None or key not in st.session_state:
        return asked
    value = st.session_state[key]
    if key not in _kept(_USUAL):
        return None if value is None else links.written(value)
    usual = _kept(_USUAL)[key]
    return None if value is None or links.written(value) == links.written(usual) else links.written(value)


def way_to(script: str) -> dict[str, Any]:
    """Keyword arguments of st.page_link and st.switch_page for a page: its script, and all that its address says."""
    page = next(page for path, page, _ in links.PAGES if path == script)
    return {"page": script, "query_params": links.plain(address(page))}


def _refuse(key: str, asked: str) -> None:
    """Remember a choice of the address that cannot be had, and say so where the page has a place for it."""
    _kept(_REFUSED)[key] = asked if len(asked) <= links.SHOWN else f"{asked[: links.SHOWN]}…"
    if _PLACE in st.session_state:
        _say_refused()


def _say_refused() -> None:
    names = {key: name for name, key in links.shared(page()).items()}
    told = [
        text("links.refused", name=escape(names.get(key, key)), value=escape(asked) or text("none"))
        for key, asked in _kept(_REFUSED).items()
    ]
    if told:
        st.session_state[_PLACE].warning("  \n".join(told), icon=":material/link_off:")


def show_refused() -> None:
    """What the address asks for and cannot be had; the page adds here what it finds out later."""
    st.session_state[_PLACE] = st.empty()
    _say_refused()


def page() -> str:
    """The page that is shown, as in links.PAGES."""
    return str(st.session_state.get(_PAGE, links.PAGES[0][1]))


def awaited() -> tuple[Fingerprint, str] | None:
    """The data for which the visitor's link was made, and its page; None where there was none, or it is done with."""
    found: tuple[Fingerprint, str] | None = st.session_state.get(_AWAITED)
    return found


def how_data_match() -> links.Match | None:
    """How the visitor's data go with those of the link; None where nothing is awaited."""
    waiting = awaited()
    return None if waiting is None else waiting[0].match(Fingerprint.of(workspace()))


def stop_waiting() -> None:
    """The visitor has seen how the data go with the link."""
    st.session_state.pop(_AWAITED, None)


def language() -> str:
    """The language this visitor reads; English where there is no visitor (a worker)."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return ENGLISH
    return st.session_state.get(_LANGUAGE) or ENGLISH


def language_switch() -> Remembered:
    """Keyword arguments of the widget that switches the language."""
    return remembered(_LANGUAGE, language(), LANGUAGES)


follow(language)


def settings() -> Settings:
    """What the sidebar says; its widgets are drawn by frame.begin_page."""
    default, state = Settings(), st.session_state
    headline = state.get("headline", "best")
    return Settings(
        level=state.get("level", default.level),
        resamples=state.get("resamples", default.resamples),
        seed=int(state.get("seed", default.seed)),
        headline=None if headline == "best" else headline,
        high_is_good=state.get("good", "high") == "high",
        margin=round(float(state.get("margin", default.margin * 100)) / 100, 6),
        new_annotators=state.get("new_annotators", default.new_annotators),
        prevalence=state.get("prevalence", default.prevalence),
        hero2_weight=state.get("hero2_weight", default.hero2_weight),
        left_out=tuple(state.get("left_out", default.left_out)),
        prompts=bool(state.get("prompts", default.prompts)),
    )


def workspace() -> Workspace:
    """The visitor's files and choices."""
    found: Workspace = st.session_state.get(_WORKSPACE, Workspace())
    return found


def _change(new: Workspace) -> None:
    former = [*st.session_state.get(_FORMER, ()), workspace()]
    st.session_state[_FORMER] = former[-UNDO_STEPS:]
    _step_to(new)


def _step_to(new: Workspace) -> None:
    st.session_state[_STEP] = (workspace(), new)
    st.session_state[_WORKSPACE] = new


def take_step() -> tuple[Workspace, Workspace] | None:
    """The files and choices before and after the last change or undo; only once, to be told by `tell`."""
    found: tuple[Workspace, Workspace] | None = st.session_state.pop(_STEP, None)
    return found


def tell(sentence: str, *, chosen: bool) -> None:
    """Keep in words what the last change did, and whether it was a choice of reading (not a file)."""
    st.session_state[_TOLD] = (sentence, chosen)


def told(*, chosen: bool = False) -> str:
    """What the last change did; with `chosen` only if it was a choice. Empty before the first one."""
    sentence, was_choice = st.session_state.get(_TOLD, ("", False))
    return str(sentence) if was_choice or not chosen else ""


def polarity_said() -> bool:
    """The visitor said whether a high number is good, on the data page or in the sidebar; the sample needs no word."""
    return bool(st.session_state.get(_POLARITY)) or choice("good", "high") != "high" or workspace().simulated


def say_polarity(way: str) -> None:
    """Whether a high number is good ("high") or bad ("low"); the sidebar shows the same."""
    st.session_state["good"], st.session_state[_POLARITY] = way, True


def _put(upload: Upload) -> None:
    history = upload if upload.role == "history" else workspace().history
    current = upload if upload.role == "current" else workspace().current
    _change(replace(workspace(), history=history, current=current))


def uploads() -> list[Upload]:
    """The files that are there, history first."""
    files = workspace()
    return [upload for upload in (files.history, files.current) if upload is not None]


def uploader_key(role: str) -> str:
    """Key of a drop zone; it changes when files come or go by other ways: no zone shows an old name."""
    return f"drop_{role}_{st.session_state.get(_ZONES, 0)}"


def take_upload(role: str) -> None:
    """What a drop zone calls when a file is dropped, or taken out again."""
    file = st.session_state.get(uploader_key(role))
    if file is None:
        remove(role)
    else:
        accept(role, file.name, file.getvalue())


def take_choice(choice: str, widget: str) -> None:
    """What a choice of reading calls when it is changed: "overlap", "repeats_history", "repeats_current"."""
    value = st.session_state[widget]
    if choice == "overlap":
        choose_overlap(value)
    else:
        choose_repeats(choice.removeprefix("repeats_"), value)


def pick_row(table: str, key: str, options: Sequence[object]) -> None:
    """What a table calls when a row is selected: the remembered widget `key` gets the option of that row."""
    rows = st.session_state[table].selection.rows
    if rows and rows[0] < len(options):
        st.session_state[key] = options[rows[0]]


def accept(role: str, name: str, data: bytes) -> None:
    """Copy an uploaded file into this session. The same content under the same name changes nothing.

    A corrected file keeps its gold file, encoding, and how repeats, layout and columns are treated; how labels are
    understood is asked anew, and repairs of ids and rounds are offered anew.
    """
    former = workspace().upload(role)
    new = Upload.of(role, name, data)
    if former is None:
        _put(new)
    elif (former.sha256, former.name) != (new.sha256, new.name):
        new = replace(new, encoding=former.encoding)
        same_columns = cached.header_of(new) == cached.header_of(former)
        kept = {"columns": former.columns, "layout": former.layout} if same_columns else {}
        _put(replace(new, repeats=former.repeats, gold=former.gold, **kept))  # type: ignore[arg-type]


def remove(role: str) -> None:
    """Take one file away; undo brings it back."""
    if workspace().upload(role) is not None:
        changed = {role: None}
        _change(replace(workspace(), **changed))  # type: ignore[arg-type]


def swap() -> None:
    """Let the two files change places, each with how it is read; a file of gold labels stays with neither."""
    files = workspace()
    if files.history is not None and files.current is not None:
        history = replace(files.current, role="history")
        _change(replace(files, history=history, current=replace(files.history, role="current", gold=None)))
        _empty_zones()


def use_sample(name: str = "") -> None:
    """Load simulated rounds that come with the dashboard: the one with a surprise, or `name` "graded"."""
    truth = tuple(cached.sample_truth(f"{name}_truth.csv" if name else "truth.csv").items())
    files = {"history": f"{name}_history.csv" if name else "history.csv", "current": f"{name or 'current'}.csv"}
    history, current = (
        Upload.of(role, file, (SAMPLE / file).read_bytes(), simulated=True, sample=True, truth=truth)
        for role, file in files.items()
    )
    _change(Workspace(history=history, current=current))
    end_tour()
    _empty_zones()


def start_tour() -> None:
    """Load the sample and begin the tour."""
    use_sample()
    st.session_state[_TOUR] = True


def on_tour() -> bool:
    """The tour is under way; it ends with the sample data."""
    return bool(st.session_state.get(_TOUR)) and workspace().sample


def end_tour() -> None:
    """No more tour."""
    st.session_state[_TOUR] = False


def use_simulated(uploads: Sequence[Upload]) -> None:
    """Load a simulated round in place of the present files; undo brings them back."""
    found = {upload.role: upload for upload in uploads}
    _change(Workspace(history=found.get("history"), current=found["current"]))
    _empty_zones()


def choose_labels(role: str, labels: Labels) -> None:
    """How the written labels of one file are understood; empty = as they stand."""
    upload = workspace().upload(role)
    if upload is not None and (upload.labels != labels or upload.threshold is not None):
        _put(replace(upload, labels=labels, threshold=None))


def choose_threshold(role: str, threshold: float | None) -> None:
    """From which label of a graded scale on a vote counts as 1; None = the scale stays."""
    upload = workspace().upload(role)
    if upload is not None and upload.threshold != threshold:
        _put(replace(upload, threshold=threshold, labels=() if threshold is not None else upload.labels))


def choose_thresholds(threshold: float) -> None:
    """The same threshold for every file on the graded scale, as one step."""
    files = workspace()
    cut = {upload.role: replace(upload, threshold=threshold, labels=()) for upload in uploads()}
    _change(replace(files, **cut))  # type: ignore[arg-type]


def take_labels(role: str, widget: str, mappings: Sequence[Labels]) -> None:
    """What the question for the meaning of labels calls when one of its answers is chosen."""
    position = st.session_state.get(widget)
    if position is not None:
        choose_labels(role, mappings[position])


def choose_values(values: Values) -> None:
    """What each class of a graded scale is worth; empty = spread evenly over 0 to 1."""
    if workspace().values != values:
        _change(replace(workspace(), values=values))


def choose_columns(role: str, columns: Columns) -> None:
    """Which header of one file holds which canonical column; empty = by their names."""
    upload = workspace().upload(role)
    if upload is not None and upload.columns != columns:
        _put(replace(upload, columns=columns, labels=(), merge=(), flip_rounds=(), threshold=None))


def choose_layout(role: str, layout: str | None) -> None:
    """The layout by which one file is read: of another tool, PLAIN for none, None = not decided."""
    upload = workspace().upload(role)
    if upload is not None and upload.layout != layout:
        _put(replace(upload, layout=layout, columns=(), labels=(), merge=(), flip_rounds=(), threshold=None))


def take_encoding(role: str, widget: str) -> None:
    """What the choice of an encoding calls when it is changed; "" = found out by itself."""
    upload, encoding = workspace().upload(role), st.session_state[widget]
    if upload is not None and upload.encoding != encoding:
        _put(replace(upload, encoding=encoding, labels=(), merge=(), flip_rounds=(), threshold=None))


def choose_merge(role: str, merge: Merge) -> None:
    """Which ids of one file are read as another one."""
    upload = workspace().upload(role)
    if upload is not None and upload.merge != merge:
        _put(replace(upload, merge=merge))


def choose_flips(role: str, rounds: tuple[str, ...]) -> None:
    """The rounds of one file whose two labels are swapped."""
    upload = workspace().upload(role)
    if upload is not None and upload.flip_rounds != rounds:
        _put(replace(upload, flip_rounds=rounds))


def take_gold() -> None:
    """What the drop zone for gold labels calls when a file is dropped, or taken out again."""
    file = st.session_state.get(uploader_key("gold"))
    choose_gold(None if file is None else Gold.of(file.name, file.getvalue()))


def choose_gold(gold: Gold | None) -> None:
    """The file with the gold labels of the history; None = those in the history itself."""
    history = workspace().history
    if history is not None and history.gold != gold:
        _put(replace(history, gold=gold))


def remove_gold() -> None:
    """Take the file with gold labels away; undo brings it back."""
    choose_gold(None)
    _empty_zones()


def choose_repeats(role: str, repeats: str) -> None:
    """What happens to an annotator's differing votes on one item of one file."""
    upload = workspace().upload(role)
    if upload is not None and upload.repeats != repeats:
        _put(replace(upload, repeats=repeats))


def choose_overlap(overlap: str) -> None:
    """What happens to items that are in both files."""
    if workspace().overlap != overlap:
        _change(replace(workspace(), overlap=overlap))


def can_undo() -> bool:
    """There is an earlier state of the files to go back to."""
    return bool(st.session_state.get(_FORMER))


def undo() -> None:
    """Go back to the files and choices before the last change."""
    former = list(st.session_state.get(_FORMER, ()))
    if former:
        _step_to(former.pop())
        st.session_state[_FORMER] = former
        _empty_zones()


def forget() -> None:
    """Let go of all files of this visitor, the undo steps and everything computed from them included."""
    for kept in (workspace(), *st.session_state.get(_FORMER, ())):
        for upload in (kept.history, kept.current):
            if upload is not None and not upload.simulated:
                cached.forget(upload)
    st.session_state[_WORKSPACE], st.session_state[_FORMER] = Workspace(), []
    for key in (_STEP, _TOLD, _ROUND_GOLD, _ADDED, _KEPT, _KEPT_TOLD, _AWAITED):
        st.session_state.pop(key, None)
    _empty_zones()


def take_workspace(limit: int) -> None:
    """What the zone for a workspace file calls: files, choices and settings as they were saved, or why not."""
    file = st.session_state.get(uploader_key("workspace"))
    if file is None:
        return
    try:
        found = workspaces.opened(file.getvalue(), limit)
    except HeroError as error:
        st.session_state[_OPENED] = (file.name, error.message)
        return
    _change(found.workspace)
    if how_data_match() in (None, "other"):
        _restore(found.settings)  # else those of the link hold
    _empty_zones()
    st.session_state[_OPENED] = (file.name, None)


def opened_workspace() -> tuple[str, str | None] | None:
    """Name of the workspace file that was last given, and why it was refused; None where none was. Only once."""
    found: tuple[str, str | None] | None = st.session_state.pop(_OPENED, None)
    return found


def _restore(settings: Settings) -> None:
    """The sidebar as it was saved."""
    st.session_state.update(
        level=settings.level, resamples=settings.resamples, seed=settings.seed, headline=settings.headline or "best",
        margin=round(settings.margin * 100, 4), new_annotators=settings.new_annotators,
        prevalence=settings.prevalence, hero2_weight=settings.hero2_weight, left_out=list(settings.left_out),
        prompts=settings.prompts,
    )  # fmt: skip
    say_polarity("high" if settings.high_is_good else "low")


def _empty_zones() -> None:
    st.session_state[_ZONES] = st.session_state.get(_ZONES, 0) + 1


@explained
def require_rounds() -> Rounds:
    """The data of this page, or a friendly empty page that says which file is missing and offers ways on.

    A history that cannot be read is reported and then counts as none, so the current file stays usable.
    """
    files = workspace()
    if files.current is None:
        _offer("empty.current.alone" if cached.stands_alone(files) else "empty.current")
    data = cached.rounds(files.history, files.current, files.overlap, files.values)
    if files.history is not None and data.history is None:
        _report_history(files.history)
    return data


@explained
def require_people() -> Rounds | Alone:
    """The same for a page that a history alone is enough for; it waits with a link until both its files are here."""
    files = workspace()
    if files.current is not None:
        return require_rounds()
    if files.history is None or how_data_match() == "waiting":
        _offer("empty.people")
    return cached.alone(files.history)


def _offer(sentence: str) -> NoReturn:
    """The empty page: what it needs, and the ways on. Where a link waits for its data, the frame says it."""
    if awaited() is None:
        st.info(text(sentence), icon=":material/folder_open:")
        if cached.stands_alone(workspace()):
            st.page_link(**way_to("pages/2_Annotators.py"), label=text("empty.to_people"), icon=":material/group:")
    with st.container(horizontal=True):
        st.button(text("empty.sample"), type="primary", on_click=use_sample, key="offer_sample")
        if st.button(text("empty.files"), key="offer_files"):
            st.switch_page(**way_to("pages/1_Data.py"))
        st.button(
            text("empty.graded"), type="tertiary", on_click=use_sample, args=("graded",), key="offer_graded",
            help=text("empty.graded.help"),
        )  # fmt: skip
        if st.button(
            text("tour.start"), type="tertiary", icon=":material/tour:", on_click=start_tour, key="offer_tour"
        ):
            st.switch_page(**way_to("app.py"))
    st.stop()


def _report_history(history: Upload) -> None:
    error = cached.read_upload(history).error
    why = "" if error is None else escape(error.message)
    st.warning(f"{text('history.unreadable')}  \n{why}", icon=":material/warning:")
    st.page_link(**way_to("pages/1_Data.py"), label=text("history.to_data"))


def take_round_gold() -> None:
    """What the zone for newly arrived gold calls: it belongs to the current round that is here now."""
    file, current = st.session_state.get(uploader_key("round_gold")), workspace().current
    gold = None if file is None or current is None else (current.sha256, Gold.of(file.name, file.getvalue()))
    st.session_state[_ROUND_GOLD] = gold


def current_with_gold() -> Upload | None:
    """The current round with the gold that has arrived for it."""
    current, found = workspace().current, st.session_state.get(_ROUND_GOLD)
    return current if current is None or not found or found[0] != current.sha256 else replace(current, gold=found[1])


def add_round(history: Upload, told: str) -> None:
    """The history with the current round in it takes the place of both; undo brings them back. `told` says it."""
    _change(replace(workspace(), history=history, current=None))
    st.session_state[_ADDED] = (history.sha256, told)
    st.session_state.pop(_ROUND_GOLD, None)
    _empty_zones()


def added_round() -> str:
    """What was added last, in words, as long as nothing came after it; else empty."""
    sha256, told = st.session_state.get(_ADDED, ("", ""))
    history = workspace().history
    here = history is not None and history.sha256 == sha256 and workspace().current is None
    return str(told) if here else ""


def open_kept(name: str, revision: int, files: Workspace, settings: Settings | None) -> None:
    """Take over what is kept on the server under a name (opened, or just saved): undo brings the former files back."""
    if files != workspace():
        _change(files)
        _empty_zones()
    if settings is not None:
        _restore(settings)
    st.session_state[_KEPT] = (name, revision)


def kept_as() -> tuple[str, int]:
    """Name and revision under which these rounds are kept on the server; empty and 0 where they are not."""
    name, revision = st.session_state.get(_KEPT, ("", 0))
    return str(name), int(revision)


def tell_kept(sentence: str, *, refused: bool = False) -> None:
    """Keep in words what was done with the rounds on the server, or why not, for the next time the page is drawn."""
    st.session_state[_KEPT_TOLD] = (sentence, refused)


def kept_told() -> tuple[str, bool]:
    """What was done with the rounds on the server, and whether it was refused; only once, else empty."""
    sentence, refused = st.session_state.pop(_KEPT_TOLD, ("", False))
    return str(sentence), bool(refused)
