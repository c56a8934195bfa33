"""Merging: the current round becomes a further round of the history, as one file of votes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from hero_core.annotations import Annotations, BoolArray, natural_key
from hero_core.errors import Refused, SettingsError, listed
from hero_core.links import item_keys
from hero_core.reading.ids import clean
from hero_core.rounds import SAME_VOTES, identical_share, pair
from hero_core.saying import for_shell, said
from hero_core.votetable import blanks_meant, labels_as_they_are, parquet_bytes, vote_table

EARLIER = "0"
LONGEST_NAME = 60
MOST_RUNS = 4
TRAILING_NUMBER = re.compile(r"(\d+)(?=\D*$)")


@dataclass(frozen=True, kw_only=True)
class Merged:
    """A history with one round more: a Parquet file, and the options with which it is read.

    `rounds` are its rounds in order, `added` those that came from the current round. `gold_items` counts the added
    items with gold, `left_out` the current items that the history held already with the same votes.
    """

    name: str
    data: bytes
    labels: dict[str, str]
    repeats: str
    rounds: tuple[str, ...]
    added: tuple[str, ...]
    items: int
    gold_items: int
    left_out: int


def merged(
    history: Annotations | None, current: Annotations, *, name: str | None = None, earlier: str = EARLIER
) -> Merged:
    """The history with the current round behind it, as reading one file with the rows of both would give it.

    `name` is the round's name; needed where the current file has no column round, and only of use where it has one
    round. `earlier` names the rounds so far where the history has no such column. Gold comes along where `current` was
    read as a history (`read(..., role="history", gold=...)`). Items that the history holds already, with the same
    votes, are not added again. Values that only one file has (a feature, a system) are blank for the items of the
    other. Raises Refused where a round of that name is there already, or nothing new would be added, SettingsError for
    a name that cannot be used, ReadError for other label scales.
    """
    current, left_out = _named(current, name), 0
    if history is not None:
        history = _named(history, earlier) if not history.rounds else history
        both = pair(history, current, overlap="keep")
        history, current = both.history or history, both.current
        _refuse_known_rounds(history, current)
        again = _held_already(history, current)
        left_out = int(again.sum())
        if left_out == current.n_items:
            raise Refused(said(
                "Every item of {current} is in {history} already, with the same votes: this round was added before.",
                current=current.name, history=history.name,
            ))  # fmt: skip
        current = current.select_items(~again)
    files = [current] if history is None else [history, current]
    rounds = tuple(sorted({name for file in files for name in file.rounds}, key=natural_key))
    return Merged(
        name=file_name(rounds),
        data=parquet_bytes(pa.concat_tables(map(vote_table, files), promote_options="default"), blanks_meant(files)),
        labels=_labels(files), repeats="keep" if any(file.reading.repeats == "keep" for file in files) else "drop",
        rounds=rounds, added=current.rounds, items=current.n_items, gold_items=int(current.has_gold.sum()),
        left_out=left_out,
    )  # fmt: skip


def _named(file: Annotations, name: str | None) -> Annotations:
    """The file with its one round called `name`; several rounds keep their names."""
    if len(file.rounds) > 1 or (file.rounds and name is None):
        return file
    return replace(file, rounds=(checked_name(name),), round=np.zeros(file.n_items, dtype=np.int64))


def checked_name(name: str | None) -> str:
    """The name of a round as the reader would have it. Raises SettingsError for an empty or long one."""
    cleaned = str(clean(pa.array([name or ""]))[0])
    if not cleaned:
        raise SettingsError(said(
            "The round has no name. Give it one that the history does not have yet{shell}.",
            shell=for_shell(": --round NAME"),
        ))  # fmt: skip
    if len(cleaned) > LONGEST_NAME or any(ord(letter) < 32 for letter in cleaned):
        raise SettingsError(said(
            "A round's name may have up to {most} letters, all of them visible.", most=LONGEST_NAME))  # fmt: skip
    return cleaned


def _refuse_known_rounds(history: Annotations, current: Annotations) -> None:
    known = [name for name in current.rounds if name in history.rounds]
    if known:
        raise Refused(said(
            "{history} has a round named {names} already. Give the new round another name{shell}.",
            history=history.name, names=listed(known), shell=for_shell(": --round NAME"),
        ))  # fmt: skip


def _held_already(history: Annotations, current: Annotations) -> BoolArray:
    """Current items that are in the history under any round, if nearly all of their votes are the same; shape (n,)."""
    systems = bool(history.systems and current.systems)
    past, now = (item_keys(file, rounds=False, systems=systems) for file in (history, current))
    shared = now.isin(past)
    code = {key: number for number, key in enumerate(dict.fromkeys([*past, *now]))}
    codes = [keys.map(code).to_numpy() for keys in (past, now)]
    if not shared.any() or identical_share(history, current, codes[0], codes[1]) < SAME_VOTES:
        return np.zeros(current.n_items, dtype=bool)
    found: BoolArray = shared.to_numpy()
    return found


def _labels(files: list[Annotations]) -> dict[str, str]:
    """The label option for the joined table: every class named, unless the labels say all by themselves."""
    whole = replace(
        files[-1], explicit=any(file.explicit for file in files), label=np.concatenate([file.label for file in files]),
        gold=np.concatenate([file.gold for file in files]),
    )  # fmt: skip
    return labels_as_they_are(whole)


def file_name(rounds: tuple[str, ...]) -> str:
    """What the file of these rounds is called: rounds_r1-r5.parquet, without r5 rounds_r1-r4_r6.parquet."""
    runs: list[list[str]] = []
    for name in rounds:
        if runs and name == _counted_on(runs[-1][-1]):
            runs[-1].append(name)
        else:
            runs.append([name])
    if len(runs) > MOST_RUNS:
        return f"rounds_{len(rounds)}_up_to_{_for_file(rounds[-1])}.parquet"
    return f"rounds_{'_'.join('-'.join(map(_for_file, dict.fromkeys((run[0], run[-1])))) for run in runs)}.parquet"


def _for_file(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name)


def _counted_on(name: str) -> str:
    """The name with its last number one higher; the name itself where it has none."""
    return TRAILING_NUMBER.sub(lambda found: str(int(found[1]) + 1).zfill(len(found[1])), name)


def suggested_name(history: Annotations | None, current: Annotations) -> str:
    """A name for the current round: its own, else the history's last round counted one further."""
    if current.rounds:
        return current.rounds[0]
    rounds = () if history is None else history.rounds
    if not rounds:
        return "1"
    last = rounds[-1]
    further = _counted_on(last)
    return further if further != last and further not in rounds else f"{last} 2"


def comes_last(history: Annotations | None, name: str) -> bool:
    """Whether the round would stand behind all of the history's; rounds are in the natural order of their names."""
    return history is None or not history.rounds or natural_key(name) > natural_key(history.rounds[-1])
