"""The only place with session state: the visitor's files, their settings, and widgets that keep their value.

Streamlit clears the uploader and every widget when the page is left, so bytes are copied at once and widgets take
`**remembered(...)`. Nothing here survives a reload of the tab.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, NoReturn, TypedDict

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from hero_core.errors import HeroError
from hero_core.words import ENGLISH, LANGUAGES, follow, text
from ui import cached, workspaces
from ui.explain import escape, explained
from ui.settings import Settings
from ui.uploads import SAMPLE, Columns, Gold, Labels, Merge, Rounds, Upload, Values, Workspace

UNDO_STEPS = 5
_WORKSPACE = "_workspace"
_FORMER = "_former_workspaces"
_ZONES = "_zones"
_STEP = "_step"
_TOLD = "_told"
_POLARITY = "_polarity_said"
_OPENED = "_opened_workspace"
_LANGUAGE = "lang"
_TOUR = "_on_tour"
_ROUND_GOLD = "_gold_of_the_round"
_ADDED = "_added_round"
_KEPT = "_kept_on_server"
_KEPT_TOLD = "_told_of_server"


class Remembered(TypedDict):
    """Keyword arguments of a widget that keeps its value over page switches."""

    key: str
    persist_state: Literal["session"]


def remembered(key: str, default: object, options: Sequence[object] | None = None) -> Remembered:
    """`st.selectbox("Annotator", ids, **remembered("annotator", ids[0], ids))`: the value survives page switches.

    With `options`, a kept value that other data no longer offer falls back to `default`. Give the widget no
    value or index of its own.
    """
    kept = st.session_state.get(key, default)
    if key not in st.session_state or (options is not None and kept not in options):
        st.session_state[key] = default
    return Remembered(key=key, persist_state="session")


def remembered_many(key: str, options: Sequence[object]) -> Remembered:
    """The same for st.multiselect: what other data no longer offer is dropped from the selection; nothing at first."""
    kept = [name for name in st.session_state.get(key, ()) if name in options]
    if kept != st.session_state.get(key):
        st.session_state[key] = kept
    return Remembered(key=key, persist_state="session")


def choice(key: str, default: Any = None) -> Any:
    """The kept value of a remembered widget."""
    return st.session_state.get(key, default)


def choose(key: str, value: object) -> None:
    """Set the value of a remembered widget before it is drawn (for example from a click elsewhere)."""
    st.session_state[key] = value


def arrive() -> None:
    """What every page does first: at the first visit take the language from the address, else from the browser."""
    if _LANGUAGE not in st.session_state:
        asked = str(st.query_params.get("lang", st.context.locale or ENGLISH))[:2].lower()
        st.session_state[_LANGUAGE] = asked if asked in LANGUAGES else ENGLISH
    if language() != ENGLISH or "lang" in st.query_params:
        st.query_params["lang"] = language()


def language() -> str:
    """The language this visitor reads; English where there is no visitor (a worker)."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return ENGLISH
    return st.session_state.get(_LANGUAGE) or ENGLISH


def language_switch() -> Remembered:
    """Keyword arguments of the widget that switches the language."""
    return remembered(_LANGUAGE, ENGLISH, LANGUAGES)


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
    for key in (_STEP, _TOLD, _ROUND_GOLD, _ADDED, _KEPT, _KEPT_TOLD):
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
    _restore(found.settings)
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
def require_rounds(*, needs_history: bool = False) -> Rounds:
    """The data of this page, or a friendly empty page that says which file is missing and offers ways on.

    A history that cannot be read is reported and then counts as none, so the current file stays usable.
    """
    files = workspace()
    if files.current is None:
        _offer("empty.history_and_current" if needs_history else "empty.current")
    if needs_history and files.history is None:
        _offer("empty.history")
    data = cached.rounds(files.history, files.current, files.overlap, files.values)
    if files.history is not None and data.history is None:
        _report_history(files.history, needed=needs_history)
    return data


def _offer(sentence: str) -> NoReturn:
    """The empty page: what it needs, and the ways on."""
    st.info(text(sentence), icon=":material/folder_open:")
    with st.container(horizontal=True):
        st.button(text("empty.sample"), type="primary", on_click=use_sample, key="offer_sample")
        if st.button(text("empty.files"), key="offer_files"):
            st.switch_page("pages/1_Data.py")
        st.button(
            text("empty.graded"), type="tertiary", on_click=use_sample, args=("graded",), key="offer_graded",
            help=text("empty.graded.help"),
        )  # fmt: skip
        if st.button(
            text("tour.start"), type="tertiary", icon=":material/tour:", on_click=start_tour, key="offer_tour"
        ):
            st.switch_page("app.py")
    st.stop()


def _report_history(history: Upload, *, needed: bool) -> None:
    error = cached.read_upload(history).error
    if needed and error is not None:
        raise error
    why = "" if error is None else escape(error.message)
    st.warning(f"{text('history.unreadable')}  \n{why}", icon=":material/warning:")
    st.page_link("pages/1_Data.py", label=text("history.to_data"))


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
