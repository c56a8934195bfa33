"""Would the ranking be the same if other people had judged? The answer in a word and a few sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hero_core.charts.labels import decimal, listing, method_name, percent
from hero_core.charts.stability import kept_words, nearest, point_at, with_curve
from hero_core.results import StabilityResult
from hero_core.telling.quoting import shortening
from hero_core.words import chain, text

YES, MOSTLY = 0.9, 0.7  # shares of draws with the same winner


@dataclass(frozen=True, kw_only=True)
class Answer:
    """`state` is yes, mostly or no, or against where gold ranks otherwise; the word, and the sentences that say why."""

    state: str
    word: str
    sentences: tuple[str, ...]


def answer_of(result: StabilityResult, method: str, escape: Callable[[object], str] = str) -> Answer | None:
    """The answer by one method where about half of the annotators are kept; None where it has no number there.

    `escape` is applied to ids.
    """
    point = point_at(result, method, nearest(result)) if method in with_curve(result) else None
    if point is None or point.same_winner is None:
        return None
    state = "yes" if point.same_winner >= YES else "mostly" if point.same_winner >= MOSTLY else "no"
    word = text(f"stability.answer.{state}")
    winners, called = winners_of(result, method), shortening(escape, result.systems)
    first = text(
        "stability.answer.one" if len(winners) == 1 else "stability.answer.tied", kept=kept_words(result, point),
        winner=listing([called(name) for name in winners]), share=percent(point.same_winner, 0),
        draws=f"{point.draws:,}", method=method_name(method),
    )  # fmt: skip
    tau = decimal(point.tau_mean)
    order = text("stability.answer.order", share=percent(point.same_ranking, 0), tau=tau)
    sentences = (first, chain((order, _gold(result, method))))
    gold = result.tau_with_gold.get(method)
    return Answer(
        state="against" if gold is not None and gold <= 0 else state,
        word=text("stability.answer.so_far", answer=word) if result.partial else word,
        sentences=sentences,
    )


def winners_of(result: StabilityResult, method: str) -> list[str]:
    """The best system of the full ranking, or all that share the first place."""
    ranking = result.full_ranking[method]
    ranks = [rank for _, _, rank in ranking if rank is not None]
    return [name for name, _, rank in ranking if ranks and rank == min(ranks)]


def _gold(result: StabilityResult, method: str) -> str:
    """How far the full ranking agrees with that by gold."""
    tau = result.tau_with_gold.get(method)
    if tau is None:
        return text("stability.answer.no_gold")
    return text("stability.answer.against" if tau <= 0 else "stability.answer.gold", tau=decimal(tau))
