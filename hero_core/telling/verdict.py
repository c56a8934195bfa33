"""The verdict in words: one card for each state of a decision."""

from __future__ import annotations

from dataclasses import dataclass

from hero_core.charts.labels import Units, listing, method_name
from hero_core.results import Comparison, Decision, Estimate, EstimateResult, PlanResult
from hero_core.telling.numbers import gap_of, lead, size
from hero_core.telling.plans import hopeless
from hero_core.telling.quoting import Quote, shortening
from hero_core.words import chain, text

LEADERS_NAMED = 5
OWN_WORDS = {"hero2": "overview.plain.hero2"}  # elsewhere "the same" follows HERO-1


@dataclass(frozen=True, kw_only=True)
class Card:
    """What the card says; ids in it are quoted."""

    state: str
    word: str
    sentences: tuple[str, ...]


def card_of(decision: Decision, result: EstimateResult, quote: Quote, plan: PlanResult | None = None) -> Card:
    """The card of a decision; `plan` is what would settle it, where it is shown beside."""
    teller = _Teller(decision, result, quote, plan)
    state = {"a_better": "better", "b_better": "better"}.get(decision.state, decision.state)
    if state == "equal" and len(decision.order) > 2:
        state = "equal_many"
    word, sentences = {
        "better": teller.better, "best": teller.best, "too_close": teller.too_close, "tied": teller.tied,
        "equal": teller.equal, "equal_many": teller.equal_many, "single": teller.single,
    }.get(state, teller.not_comparable)()  # fmt: skip
    return Card(state=state, word=word, sentences=tuple(sentences))


def first_look(decision: Decision, result: EstimateResult, quote: Quote) -> Card:
    """The card while the plausible ranges are not final: the analytic verdict where there is one."""
    if decision.state == "not_comparable" and not is_withheld(decision, result):
        return Card(state="pending", word=text("verdict.pending.word"), sentences=(text("verdict.pending.say"),))
    card = card_of(decision, result, quote)
    if is_withheld(decision, result):
        return Card(state=card.state, word=card.word, sentences=(*card.sentences, text("verdict.first_look")))
    word = text("verdict.first_look.word", word=card.word)
    return Card(state="pending", word=word, sentences=(*card.sentences, text("verdict.first_look")))


def is_withheld(decision: Decision, result: EstimateResult) -> bool:
    """A red guard rail says that the numbers of the verdict's method should not be used."""
    red = {found.message for found in result.findings if found.severity == "error"}
    return decision.state == "not_comparable" and decision.reason in red


def no_method_card() -> Card:
    """The card where no method has a number for every version."""
    word = text("verdict.not_comparable.word")
    return Card(state="not_comparable", word=word, sentences=(text("verdict.not_comparable.unknown"),))


class _Teller:
    """Words for one decision. `first` and `next` are the two systems that the sentence compares."""

    def __init__(
        self, decision: Decision, result: EstimateResult, quote: Quote, plan: PlanResult | None = None
    ) -> None:
        self.decision = decision
        self.plan = plan
        self.result = result
        self.units = Units.of(result)
        self.quote = shortening(quote, decision.order)

    def pair(self) -> Comparison | None:
        """The comparison that decides: of the first system with the one that comes closest (a leader, if several)."""
        first, *others = self.decision.leaders if len(self.decision.leaders) > 1 else self.decision.order
        with_first = [
            found for found in self.decision.comparisons
            if found.a == first and found.b in others and found.difference is not None
        ]  # fmt: skip
        return min(with_first, key=lambda found: abs(found.difference or 0.0), default=None)

    def value(self, system: str) -> str:
        """A system's number by the method of the verdict."""
        row = self.row(system)
        return self.units.value(row.estimate, row.n_items)

    def row(self, system: str | None) -> Estimate:
        return self.result.get(self.decision.method, system)

    def told(self, key: str) -> str:
        """The sentence `key` about the deciding pair."""
        pair = self.pair()
        if pair is None:
            return text("verdict.not_comparable.unknown")
        gap = gap_of(pair, self.units)
        return text(
            key, best=self.quote(pair.a), other=self.quote(pair.b), value=self.value(pair.a),
            other_value=self.value(pair.b), gap=gap.told, range=gap.range,
            size=lead(pair.difference or 0.0, self.units) if key == "verdict.best.say" else gap.size,
            margin=size(self.decision.margin, self.units), leaders=self.leaders(), count=len(self.decision.order),
        )  # fmt: skip

    def leaders(self) -> str:
        """The first leaders by name, and how many more there are."""
        shown = [self.quote(name) for name in self.decision.leaders[:LEADERS_NAMED]]
        more = len(self.decision.leaders) - len(shown)
        return text("verdict.more", names=chain(shown, ", "), more=more) if more else listing(shown)

    def better(self) -> tuple[str, list[str]]:
        return self.told("verdict.better.word"), [self.told("verdict.better.say")]

    def best(self) -> tuple[str, list[str]]:
        return self.told("verdict.best.word"), [self.told("verdict.best.say")]

    def too_close(self) -> tuple[str, list[str]]:
        return text("verdict.too_close.word"), [self.told("verdict.too_close.say"), *self.items_needed()]

    def tied(self) -> tuple[str, list[str]]:
        word = text("verdict.tied.word", count=len(self.decision.leaders), total=len(self.decision.order))
        return word, [self.told("verdict.tied.say"), *self.items_needed()]

    def items_needed(self) -> list[str]:
        """The number of items that would settle it, the same as in the plan where there is one."""
        items = next((row for row in self.plan.rows if row.what == "items"), None) if self.plan else None
        if self.plan is not None and items is not None:
            detect = size(self.plan.detect, self.units)
            if hopeless(self.plan):
                smallest = size(self.plan.smallest, self.units)
                return [text("verdict.too_close.plan.none", detect=detect, smallest=smallest)]
            if items.needed is None:
                return [text("verdict.too_close.plan.no", detect=detect)]
            return [text("verdict.too_close.plan", items=f"{items.needed:,.0f}", detect=detect)]
        pair = self.pair()
        if pair is None or pair.items_needed is None:
            return []
        gap = gap_of(pair, self.units).size
        return [text("verdict.too_close.items", items=f"{pair.items_needed:,}", gap=gap)]

    def equal(self) -> tuple[str, list[str]]:
        return text("verdict.equal.word"), [self.told("verdict.equal.say")]

    def equal_many(self) -> tuple[str, list[str]]:
        return self.told("verdict.equal_many.word"), [self.told("verdict.equal_many.say")]

    def single(self) -> tuple[str, list[str]]:
        row = self.row(None)
        if row.estimate is None:
            return text("verdict.single.none"), [self.quote(row.reason or "")]
        found = self.units.interval(row.low, row.high, row.n_items)
        word = text("verdict.single.word", value=self.units.value(row.estimate, row.n_items))
        return word, [text("verdict.single.say", range=found, items=f"{row.n_items:,}")]

    def not_comparable(self) -> tuple[str, list[str]]:
        reason = self.decision.reason or text("verdict.not_comparable.unknown")
        return text("verdict.not_comparable.word"), [self.quote(part) for part in (reason, self.decision.cure) if part]


DECIDED, OPEN, EQUAL = ("a_better", "b_better", "best"), ("too_close", "tied"), ("equal",)


def surprise(headline: Decision, simple: Decision, result: EstimateResult, quote: Quote) -> str | None:
    """Where the simple vote would have said something else, in a sentence or two; None where both agree."""
    if headline.method == simple.method or len(headline.order) < 2 or len(simple.order) < 2:
        return None
    teller, quote = _Teller(simple, result, quote), shortening(quote, headline.order)
    said = {"mv": quote(simple.order[0]), "best": quote(headline.order[0]), "method": method_name(headline.method)}
    other = simple.order[0] != headline.order[0]
    if headline.state in DECIDED and other:
        values = _both(teller.value(simple.order[0]), teller.value(headline.order[0]))
        return text("surprise.other" if simple.state in DECIDED else "surprise.ahead", **said, values=values)
    if headline.state in DECIDED and simple.state in OPEN:
        return text("surprise.hidden", **said)
    if headline.state in (*OPEN, *EQUAL):
        return chain(_undecided(headline, simple, result, quote)) or None
    return None


def _undecided(headline: Decision, simple: Decision, result: EstimateResult, quote: Quote) -> list[str]:
    """Where no version leads: what the simple vote decides all the same, and the place of the version it puts first."""
    first, method = simple.order[0], method_name(headline.method)
    mine, theirs = _Teller(headline, result, quote), _Teller(simple, result, quote)
    place = {"mv": quote(first), "method": method, "value": mine.value(first), "total": len(headline.order),
             "rank": headline.order.index(first) + 1}  # fmt: skip
    parts = []
    if simple.state in DECIDED:
        key = "surprise.false" if headline.state in OPEN else "surprise.equal"
        parts.append(text(key, mv=quote(first), method=method))
    if headline.state in OPEN and first != headline.order[0]:
        if not parts:
            parts.append(text("surprise.first", mv=quote(first), mv_value=theirs.value(first)))
        parts.append(text("surprise.place", **place))
    return parts


def _both(first: str, second: str) -> str:
    """Two numbers of the simple vote, one against the other."""
    key = "surprise.values.alike" if first == second else "surprise.values"
    return text(key, **({"mv_value": first} if first == second else {"mv_value": first, "other_value": second}))


def method_line(result: EstimateResult, decision: Decision, quote: Quote) -> str:
    """Which method speaks, and how its ranges were made."""
    method = decision.method
    return text(
        "overview.method", method=method_name(method), plain=text(OWN_WORDS.get(method, f"method.{method}.plain")),
        level=f"{result.level:.0%}", interval=quote(result.get(method, None).interval or text("none")),
    )  # fmt: skip
