"""Every sentence a person reads on a screen, by key, one module per topic; and the colours that go with them."""

from __future__ import annotations

from hero_core.words import (
    agreement,
    annotators,
    charts,
    compare,
    data,
    frame,
    items,
    lab,
    overview,
    rails,
    report,
    shared,
    stability,
)

_TEXTS: dict[str, str] = {}


def register(texts: dict[str, str]) -> None:
    """Add a topic's texts; a key that two topics claim is a mistake."""
    doubled = sorted(_TEXTS.keys() & texts.keys())
    if doubled:
        raise ValueError(f"texts defined twice: {', '.join(doubled)}")
    _TEXTS.update(texts)


def text(key: str, **values: object) -> str:
    """The text of `key` with its {placeholders} filled. KeyError for a key that does not exist."""
    return _TEXTS[key].format(**values)


register(shared.TEXTS)
register(frame.TEXTS)
register(overview.TEXTS)
register(data.TEXTS)
register(items.TEXTS)
register(charts.TEXTS)
register(annotators.TEXTS)
register(compare.TEXTS)
register(stability.TEXTS)
register(rails.TEXTS)
register(agreement.TEXTS)
register(lab.TEXTS)
register(report.TEXTS)
