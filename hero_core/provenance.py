"""Where numbers come from: counts, versions, settings, hashes of the files."""

from __future__ import annotations

import platform
from importlib import metadata

import numpy as np

from hero_core.annotations import Annotations
from hero_core.methods import majority_shares
from hero_core.rounds import Rounds

VERSION = "0.1.0"


def counts_of(rounds: Rounds) -> dict[str, int]:
    """Counts of the current file as the majority vote sees it, and of the history."""
    current, history = rounds.current, rounds.history
    tied = (majority_shares(current.vote_counts) > 0).sum(axis=1) > 1
    counts = {
        "items_used": current.n_items,
        "votes_used": current.n_votes,
        "annotators": len(np.unique(current.annotator)),
        "ties": int(tied.sum()),
        "history_items": 0 if history is None else history.n_items,
        "gold_items": 0 if history is None else int(history.has_gold.sum()),
    }
    return counts | {key: value for key, value in current.counts.items() if key not in counts}


def provenance(
    history: Annotations | None, current: Annotations, as_read: Annotations | None, settings: dict[str, object]
) -> dict[str, object]:
    """Versions, seed, settings, and hash and reading of both files: all it takes to get the numbers again."""
    versions = {name: metadata.version(name) for name in ("numpy", "scipy", "pandas", "pyarrow", "scikit-learn")}
    past = None if as_read is None else _file_facts(as_read)
    if past is not None and history is not None:
        past |= {"items": history.n_items, "gold_items": int(history.has_gold.sum())}
    return {
        "versions": {"hero_core": VERSION, "python": platform.python_version(), **versions},
        "seed": settings.get("seed"),
        "settings": settings,
        "current": _file_facts(current),
        "history": past,
    }


def _file_facts(file: Annotations) -> dict[str, object]:
    return {
        "name": file.name,
        "sha256": file.sha256,
        "reading": file.reading.to_dict(),
        "rows": file.rows,
        "items": file.n_items,
        "annotators": len(np.unique(file.annotator)),
    }
