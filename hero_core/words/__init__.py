"""Every sentence a person reads on a screen, by key, one module per topic, in English and Chinese."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from string import Formatter

from hero_core.saying import Said, for_screen, gap_of
from hero_core.words import (
    agreement,
    annotators,
    charts,
    compare,
    data,
    frame,
    help,
    items,
    lab,
    links,
    overview,
    rails,
    report,
    rounds,
    shared,
    slices,
    stability,
    zh,
)

LANGUAGES = ("en", "zh")
ENGLISH = LANGUAGES[0]
FULL_STOPS = tuple("。；：，、！？）”」》")
WIDE_OPENERS = ("\uff08", "\u201c", "\u300a", "\u300c")

_TEXTS: dict[str, str] = {}
_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
_sources: list[Callable[[], str]] = []


def register(texts: dict[str, str]) -> None:
    """Add a topic's texts; a key that two topics claim is a mistake."""
    doubled = sorted(_TEXTS.keys() & texts.keys())
    if doubled:
        raise ValueError(f"texts defined twice: {', '.join(doubled)}")
    _TEXTS.update(texts)


def follow(source: Callable[[], str]) -> None:
    """From now on `source` tells the language wherever none was set by `speaking`; the dashboard asks its visitor."""
    _sources[:] = [source]


def language() -> str:
    """The language of texts asked for now: of the surrounding `speaking`, else of the visitor, else English."""
    return _spoken.get() or (_sources[0]() if _sources else ENGLISH)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Within it every text is in this language, one of LANGUAGES."""
    token = _spoken.set(name)
    try:
        yield
    finally:
        _spoken.reset(token)


def text(key: str, **values: object) -> str:
    """The text of `key` in the present language, its {placeholders} filled. KeyError for a key that does not exist.

    In English "{count:item|items}" is the first word where the count is 1, else the second.
    """
    english = _TEXTS[key]
    said = {name: told(value) for name, value in values.items()}
    if language() != ENGLISH:
        return _set(zh.TEXTS.get(key, english), said)
    return english.format(**({name: Counted(value) for name, value in said.items()} if "|" in english else said))


class Counted:
    """A value that also chooses between the word for one and the word for many."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, form: str) -> str:
        if "|" not in form:
            return format(self.value, form)
        one, _, many = form.partition("|")
        return one if str(self.value) == "1" else many


def told(value: object) -> object:
    """A sentence of the engine (see hero_core.saying) as a screen says it: in the present language, without what is for
    the shell only; everything else as it is."""
    value = for_screen(value)
    if not isinstance(value, Said) or language() == ENGLISH:
        return value
    values = {name: told(part) for name, part in value.values.items()}
    gap = gap_of(value)
    if gap is not None:
        return _chained([str(part) for part in values.values()], gap)
    return _set(zh.SENTENCES.get(value.template, value.template), values)


def _set(template: str, values: dict[str, object]) -> str:
    """The template filled as Chinese is set: a blank stands beside Latin letters and digits, not between Han ones."""
    whole = ""
    for literal, name, form, conversion in Formatter().parse(template):
        hole = "" if name is None else "{" + name + (f"!{conversion}" if conversion else "") + f":{form or ''}" + "}"
        for piece in (literal, hole.format(**values)):
            if piece[:1] == " " and _is_close(whole[-1:], piece[1:2]):
                whole += piece[1:]
            elif whole[-1:] == " " and _is_close(whole[-2:-1], piece[:1]):
                whole = whole[:-1] + piece
            else:
                whole += piece
    return whole


def _is_close(left: str, right: str) -> bool:
    """Between these two letters Chinese has no blank: both are Han, or one is full-width punctuation."""
    if left in FULL_STOPS or right in WIDE_OPENERS:
        return left.isalnum() or right.isalnum()
    return _is_han(left) and _is_han(right)


def _is_han(letter: str) -> bool:
    return "\u4e00" <= letter <= "\u9fff"


def chain(parts: Iterable[str], gap: str = " ") -> str:
    """Texts one after the other, empty ones left out, with what stands for `gap` in the present language."""
    kept = [str(told(part)) for part in parts if part]
    return gap.join(kept) if language() == ENGLISH or not kept else _chained(kept, gap)


def _chained(parts: list[str], gap: str) -> str:
    """Parts in Chinese one after the other: its punctuation holds the gap that follows it in English."""
    chain = parts[0]
    for part in parts[1:]:
        chain += ("" if gap == " " and chain.endswith(FULL_STOPS) else zh.GAPS.get(gap, gap)) + part
    return chain


register(shared.TEXTS)
register(frame.TEXTS)
register(help.TEXTS)
register(slices.TEXTS)
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
register(rounds.TEXTS)
register(links.TEXTS)
