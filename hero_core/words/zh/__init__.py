"""Everything people read, in Chinese: the texts of the screens by key, the sentences of the engine by template."""

from __future__ import annotations

from hero_core.words.zh import (
    agreement,
    annotators,
    charts,
    compare,
    data,
    diagnostics,
    engine,
    exports,
    frame,
    help,
    items,
    lab,
    overview,
    rails,
    reading,
    report,
    rounds,
    shared,
    slices,
    stability,
    votes,
)

_TOPICS = (
    slices,
    shared,
    frame,
    help,
    overview,
    data,
    items,
    charts,
    annotators,
    compare,
    stability,
    rails,
    agreement,
    lab,
    report,
    rounds,
)

TEXTS: dict[str, str] = {key: chinese for topic in _TOPICS for key, chinese in topic.TEXTS.items()}
SENTENCES: dict[str, str] = {
    **reading.SENTENCES,
    **votes.SENTENCES,
    **exports.SENTENCES,
    **engine.SENTENCES,
    **diagnostics.SENTENCES,
    **rounds.SENTENCES,
}
GAPS = {", ": "、", "; ": "；", " or ": " 或 ", "; and ": "；"}
