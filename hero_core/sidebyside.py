"""side_by_side(): the same items under two systems, the largest differences first."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hero_core.annotations import Annotations
from hero_core.compare import check_systems
from hero_core.links import linked_items
from hero_core.results import TableResult

LIKELY = 0.5


def side_by_side(current: Annotations, items: TableResult, a: str, b: str) -> pd.DataFrame:
    """Items judged under both systems, the largest absolute difference first; one row per pair of items.

    `items` is the item table of `current`. Columns: item_id, prompt (None without), credit_a, credit_b, difference
    (A - B), leaning ("a" or "b" from a difference of one half on, else "open"), position_a, position_b (rows of
    `items`). Items belong together by id, else by prompt, as in the paired bootstrap. Raises SettingsError for a system
    that is not there. The credits are the posterior expected credits of STABLEVAL (arXiv 2605.02122).
    """
    check_systems((a, b), current.systems)
    link, credit = linked_items(current), items.frame["credit"].to_numpy(dtype=float)
    sides = [
        pd.DataFrame({"link": link[mine], "position": mine, "credit": credit[mine]}).drop_duplicates("link")
        for mine in (np.flatnonzero(current.system == current.systems.index(system)) for system in (a, b))
    ]
    pairs = sides[0].merge(sides[1], on="link", suffixes=("_a", "_b")).dropna(subset=["credit_a", "credit_b"])
    gap = pairs["credit_a"] - pairs["credit_b"]
    at = pairs["position_a"].to_numpy()
    frame = pd.DataFrame({
        "item_id": current.item_ids[at],
        "prompt": None if current.prompts is None else current.prompts[at],
        "credit_a": pairs["credit_a"],
        "credit_b": pairs["credit_b"],
        "difference": gap,
        "leaning": np.select([gap >= LIKELY, gap <= -LIKELY], ["a", "b"], "open"),
        "position_a": at,
        "position_b": pairs["position_b"],
    })  # fmt: skip
    return frame.iloc[np.argsort(-np.abs(frame["difference"].to_numpy()), kind="stable")].reset_index(drop=True)
