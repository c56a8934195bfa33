"""Links: which items are the same output in two files, and which were judged side by side."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations, IntArray

UNIQUE_PROMPTS = 0.9
LINK_MINIMUM = 2


def item_keys(file: Annotations, *, rounds: bool, systems: bool) -> pd.Series:
    """One key per item from its id and, where asked, its round and system; shape (I,)."""
    parts = [pd.Series(file.item_ids, dtype=object)]
    if systems:
        parts.append(pd.Series(np.array(file.systems, dtype=object)[file.system]))
    if rounds:
        parts.append(pd.Series(np.array(file.rounds, dtype=object)[file.round]))
    key = parts[0].astype(str)
    for part in parts[1:]:
        key = key + "\x1f" + part.astype(str)
    return key


def linked_items(current: Annotations) -> IntArray:
    """Code shared by items that belong together across systems: same item_id, else same prompt; shape (I,).

    Prompts link only where nearly every item of a system has a prompt of its own.
    """
    alone = np.arange(current.n_items)
    if len(current.systems) < 2:
        return alone
    within = pd.Series(current.system).astype(str) + "\x1f" + pd.Series(current.round).astype(str) + "\x1f"
    by_id = (
        item_keys(current, rounds=True, systems=False)
        if current.rounds
        else item_keys(current, rounds=False, systems=False)
    )
    if by_id.duplicated().any():
        return pd.factorize(by_id)[0]
    if current.prompts is None:
        return alone
    prompts = pd.Series(current.prompts, dtype=object).astype(str)
    filled = prompts != ""
    if not filled.any() or (within + prompts)[filled].nunique() < UNIQUE_PROMPTS * filled.sum():
        return alone
    keys = prompts.where(filled, "\x1f" + pd.Series(alone).astype(str))
    codes = pd.factorize(keys)[0]
    return codes if len(np.unique(codes)) >= LINK_MINIMUM else alone


def paired_count(link: IntArray, system: IntArray) -> int:
    """Number of links that hold items of two or more systems."""
    pairs = pd.DataFrame({"link": link, "system": system}).drop_duplicates()
    return int((pairs["link"].value_counts() > 1).sum())
