"""The blocks of the data page about rounds: the current one into the history, and rounds kept on the server."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import numpy as np
import pandas as pd
import streamlit as st

from hero_core.annotations import Annotations
from hero_core.errors import HeroError
from hero_core.merging import EARLIER, LONGEST_NAME, comes_last, suggested_name
from hero_core.roundstore import MOST_LETTERS, Kept, RoundStore, StoreError
from hero_core.words import chain, text
from ui import cached, kept, state
from ui.explain import escape, show_refusal
from ui.findings import show_finding
from ui.frame import table
from ui.uploads import Upload

SHOWN = 20  # kept names drawn at once
KEPT_NAME = "kept_name"
OF_GOLD_FILE = ("gold_for_all", "gold_for_all_apart")
COUNTED = ("rounds", "items", "votes", "gold")


def show_rounds() -> None:
    """The current round to be added, what was added last, and the rounds of the history."""
    files = state.workspace()
    history = None if files.history is None else cached.read_upload(files.history).annotations
    current = None if files.current is None else cached.read_upload(files.current).annotations
    told = state.added_round()
    if current is None and not told:
        return
    st.header(text("rounds.title"))
    if told:
        st.success(told, icon=":material/playlist_add_check:")
    if current is not None and (files.history is None or history is not None):
        with st.container(border=True):
            _offer(history, current)
    if history is not None and history.rounds:
        with st.expander(text("rounds.list", count=len(history.rounds)), icon=":material/history:"):
            table(rounds_of(history), key="rounds_table")


def _offer(history: Annotations | None, current: Annotations) -> None:
    """Name, gold and the button that adds the round."""
    st.markdown(text("rounds.say" if history is not None else "rounds.say.first"))
    left, right = st.columns(2)
    with left:
        name = _ask_name(history, current)
        earlier = _ask_earlier(history)
    with right:
        upload = _ask_gold(current)
    if upload is None:
        return
    taken = history is not None and bool(_taken(history, current, name))
    if st.button(text("rounds.add"), key="add_round", type="primary", icon=":material/playlist_add:", disabled=taken):
        _add(upload, name, earlier)


def _ask_name(history: Annotations | None, current: Annotations) -> str | None:
    if len(current.rounds) > 1:
        st.markdown(text("rounds.many", names=escape(chain(current.rounds, ", "))))
        _say_taken(history, current, None)
        return None
    name = st.text_input(
        text("rounds.name"), suggested_name(history, current), max_chars=LONGEST_NAME, help=text("rounds.name.help"),
        key=f"round_name_{current.sha256[:12]}_{'' if history is None else history.sha256[:12]}",
    )  # fmt: skip
    later = history is not None and history.rounds and name.strip() and not comes_last(history, name.strip())
    if not _say_taken(history, current, name) and history is not None and later:
        st.markdown(text("rounds.not_last", last=escape(history.rounds[-1])))
    return name


def _taken(history: Annotations, current: Annotations, name: str | None) -> list[str]:
    """The names under which the round would be added that the history has already."""
    return [one for one in (current.rounds if name is None else (name.strip(),)) if one in history.rounds]


def _say_taken(history: Annotations | None, current: Annotations, name: str | None) -> bool:
    """Say at once that a round of this name is there; whether it is."""
    taken = [] if history is None else _taken(history, current, name)
    if taken:
        words = "rounds.taken" if name is not None else "rounds.taken.many"
        st.warning(text(words, names=escape(chain(taken, ", "))), icon=":material/event_repeat:")
    return bool(taken)


def _ask_earlier(history: Annotations | None) -> str:
    if history is None or history.rounds:
        return EARLIER
    return st.text_input(
        text("rounds.earlier"), EARLIER, max_chars=LONGEST_NAME, help=text("rounds.earlier.help"),
        key=f"round_earlier_{history.sha256[:12]}",
    )  # fmt: skip


def _ask_gold(current: Annotations) -> Upload | None:
    """The current round with the gold that came for it; None where the gold file cannot be used."""
    st.file_uploader(text("rounds.gold"), key=state.uploader_key("round_gold"), on_change=state.take_round_gold,
                     help=text("rounds.gold.help"))  # fmt: skip
    upload = state.current_with_gold()
    if upload is None:
        return None
    found = cached.read_with_gold(upload)
    if found.annotations is None:
        if found.error is not None:
            show_refusal(found.error, text("rounds.refused"))
        return None
    count = int(found.annotations.has_gold.sum())
    key = "rounds.gold.found" if count else "rounds.gold.none"
    st.markdown(text(key, count=f"{count:,}", total=f"{current.n_items:,}"))
    for note in found.annotations.findings:
        if note.code in OF_GOLD_FILE:
            show_finding(note)
    return upload


def _add(upload: Upload, name: str | None, earlier: str) -> None:
    """Add the round and draw the page anew; or say why it cannot be added."""
    try:
        with st.spinner(text("rounds.adding")):
            history, found = cached.with_round(state.workspace().history, upload, name, earlier)
    except HeroError as error:
        show_refusal(error, text("rounds.refused"))
        return
    added = escape(chain(found.added, ", "))
    told = [text("rounds.added", name=added, rounds=escape(chain(found.rounds, ", ")))]
    if found.left_out:
        told.append(text("rounds.added.left_out", count=f"{found.left_out:,}"))
    state.add_round(history, chain(told))
    st.rerun()


def rounds_of(history: Annotations) -> pd.DataFrame:
    """What each round of the history holds."""
    count = len(history.rounds)
    of_vote = history.round[history.item]
    people = [len(np.unique(history.annotator[of_vote == code])) for code in range(count)]
    columns = {
        "round": list(history.rounds),
        "items": np.bincount(history.round, minlength=count),
        "votes": np.bincount(of_vote, minlength=count),
        "annotators": people,
        "gold": np.bincount(history.round[history.has_gold], minlength=count),
    }
    return pd.DataFrame({text(f"rounds.column.{name}"): values for name, values in columns.items()})


def show_kept() -> None:
    """Rounds kept on the server, where it is set up to keep any: save, open, delete."""
    store = kept.store()
    if store is None:
        return
    st.header(text("rounds.kept"))
    st.markdown(text("rounds.kept.say"))
    told, refused = state.kept_told()
    if told:
        (st.error if refused else st.success)(told, icon=":material/block:" if refused else ":material/inventory_2:")
    try:
        found = store.listed()
    except StoreError as error:
        show_refusal(error)
        return
    _offer_to_save(store, found)
    if not found:
        st.markdown(text("rounds.kept.none"))
    for one in found[:SHOWN]:
        _show_one(store, one)
    if len(found) > SHOWN:
        with st.expander(text("rounds.kept.more", count=len(found) - SHOWN)):
            for one in found[SHOWN:]:
                _show_one(store, one)


def _offer_to_save(store: RoundStore, found: tuple[Kept, ...]) -> None:
    """A name and a button; the name that is open here saves over itself."""
    if not state.uploads():
        st.markdown(text("rounds.kept.nothing"))
        return
    here, revision = state.kept_as()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(text("rounds.kept.name"), max_chars=MOST_LETTERS, width=340,
                             **state.remembered(KEPT_NAME, here)).strip()  # fmt: skip
        again = bool(here) and name == here and any(one.name == here for one in found)
        wanted = st.button(text("rounds.kept.again" if again else "rounds.kept.save"), key="keep",
                           icon=":material/save:")  # fmt: skip
    if wanted:
        with st.spinner(text("rounds.kept.saving")):
            _save(store, name, revision if again else 0)
        st.rerun()


def _save(store: RoundStore, name: str, base: int) -> None:
    try:
        done, files = kept.save(store, name, state.workspace(), state.settings(), base)
    except HeroError as error:
        state.tell_kept(escape(error.message), refused=True)
        return
    state.open_kept(done.name, done.revision, files, None)
    state.tell_kept(text("rounds.kept.done", name=escape(done.name)))


def _show_one(store: RoundStore, one: Kept) -> None:
    """One name: what it holds, and the buttons."""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(chain([f"**{escape(one.name)}**", _facts_of(one)], "  \n"), width="stretch")
        if state.kept_as()[0] == one.name:
            st.badge(text("rounds.kept.here"), icon=":material/check:", color="blue")
        st.button(text("rounds.kept.open"), key=f"kept_open_{one.name}", disabled=one.problem is not None,
                  icon=":material/folder_open:", on_click=_open, args=(store, one))  # fmt: skip
        with st.popover(text("rounds.kept.delete"), icon=":material/delete:", key=f"kept_delete_{one.name}"):
            st.markdown(text("rounds.kept.delete.ask", name=escape(one.name)))
            st.button(text("rounds.kept.delete.sure"), key=f"kept_gone_{one.name}", type="primary", on_click=_delete,
                      args=(store, one))  # fmt: skip


def _facts_of(one: Kept) -> str:
    """What is kept in numbers, and when it was saved; or what is wrong with it."""
    if one.problem is not None:
        return escape(one.problem)
    found = one.facts.get("summary")
    summary = found if isinstance(found, dict) else {}
    numbers = {name: f"{summary[name]:,}" for name in COUNTED if isinstance(summary.get(name), int)}
    parts = [text("rounds.kept.facts", **numbers)] if len(numbers) == len(COUNTED) else []
    parts += [text("rounds.kept.current")] if summary.get("current") is True else []
    parts.append(text("rounds.kept.saved", when=escape(_local(one.saved))))
    return chain(parts, " · ")


def _local(saved: str) -> str:
    """A moment in the visitor's own time zone, to the minute."""
    try:
        moment = datetime.fromisoformat(saved)
    except ValueError:
        return saved[:25]
    offset = st.context.timezone_offset
    zone = None if offset is None else timezone(-timedelta(minutes=offset))
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M")


def _open(store: RoundStore, one: Kept) -> None:
    try:
        found, held = kept.opened(store, one.name)
    except HeroError as error:
        state.tell_kept(escape(error.message), refused=True)
        return
    state.open_kept(found.name, found.revision, held.workspace, held.settings)
    state.choose(KEPT_NAME, found.name)
    state.tell_kept(text("rounds.kept.opened", name=escape(found.name)))


def _delete(store: RoundStore, one: Kept) -> None:
    try:
        store.delete(one.name)
    except HeroError as error:
        state.tell_kept(escape(error.message), refused=True)
        return
    state.tell_kept(text("rounds.kept.gone", name=escape(one.name)))
