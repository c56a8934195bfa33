"""The walk through the methods in sentences: what each step did to the number, and why."""

from __future__ import annotations

from hero_core.charts.labels import Units, method_name, percent
from hero_core.decimals import significant
from hero_core.results import EstimateResult
from hero_core.telling.quoting import Quote
from hero_core.walk import Person, Step
from hero_core.words import chain, text

SMALLEST = 0.0005  # what rounds to no tenth of a point is nobody's doing


def step_sentences(steps: tuple[Step, ...], result: EstimateResult, quote: Quote) -> list[tuple[str, str]]:
    """For each step its head (from, to, change) and its reasons; the largest step is told in more detail."""
    largest = max(steps, key=lambda step: abs(step.change), default=None)
    units = Units.of(result)
    return [(_head(step, units), _why(step, result, quote, step is largest)) for step in steps]


def _head(step: Step, units: Units) -> str:
    return text("walk.step", before=method_name(step.before), after=method_name(step.after),
                change=units.difference(step.change))  # fmt: skip


def _why(step: Step, result: EstimateResult, quote: Quote, detailed: bool) -> str:
    parts = [text(f"walk.why.{step.after}")]
    if step.before == "mv" and step.ties:
        parts.append(text("walk.ties", ties=f"{step.ties:,}", items=f"{step.n_items:,}"))
    if step.after == "hero2":
        parts.append(_feature(step, result, quote))
    else:
        parts += _person(step, result, quote, detailed)
    if step.unused and step.after == "mle":
        parts.append(text("walk.unused", votes=f"{step.unused:,}"))
    if step.unused and step.after == "pec" and step.before.startswith(("hero", "mle")):
        parts.append(text("walk.unused.back", votes=f"{step.unused:,}"))
    return chain(parts)


def _person(step: Step, result: EstimateResult, quote: Quote, detailed: bool) -> list[str]:
    """Whose rates moved the number most; in detail also the share of the votes, the leaning and the rates."""
    person, units = step.person, Units.of(result)
    if person is None or abs(person.moved) < SMALLEST:
        return [text("walk.nobody")]
    base = step.base if step.base in ("average", "ds") else "history"
    named = {"annotator": quote(person.annotator)}
    key = "walk.most.left_out" if person.former is None else f"walk.most.{base}"
    without, now = units.value(person.without, step.n_items), units.value(step.end, step.n_items)
    before, after = method_name(step.before), method_name(step.after)
    told = [text(key, **named, method=after, before=before, instead=_instead(without, now))]
    if detailed:
        told += [_leaning(person, result, quote), _rates(person, step, result, quote)]
    return told


def _instead(then: str, now: str) -> str:
    """Another number in place of the one shown, or that both read the same."""
    return text("alike") if then == now else text("instead", then=then, now=now)


def _leaning(person: Person, result: EstimateResult, quote: Quote) -> str:
    """How large the person's part in the votes is, and how they lean."""
    units, named = Units.of(result), {"annotator": quote(person.annotator), "share": percent(person.share, 1)}
    if person.others is None:
        return text("walk.alone", **named)
    if len(result.classes) == 2:
        leaning, others = percent(person.leaning, 1), percent(person.others, 1)
        label = quote(result.classes[1])
        if leaning == others:
            return text("walk.leaning.same", **named, label=label, leaning=leaning)
        return text("walk.leaning", **named, label=label, leaning=leaning, others=others)
    leaning, others = units.value(person.leaning, 1), units.value(person.others, 1)
    if leaning == others:
        return text("walk.leaning.score.same", **named, leaning=leaning)
    return text("walk.leaning.score", **named, leaning=leaning, others=others)


def _rates(person: Person, step: Step, result: EstimateResult, quote: Quote) -> str:
    """What the method holds of the person, beside what stood in its place; for two classes, where it can be seen."""
    if len(result.classes) != 2 or person.former is None:
        return ""
    (finds, clears), (before, cleared) = (
        (percent(rates[1][1], 1), percent(rates[0][0], 1)) for rates in (person.rates, person.former)
    )
    if (finds, clears) == (before, cleared):
        return ""
    return text("walk.rates", annotator=quote(person.annotator), method=method_name(step.after), finds=finds,
                clears=clears, finds_before=before, clears_before=cleared)  # fmt: skip


def _feature(step: Step, result: EstimateResult, quote: Quote) -> str:
    """The feature that matters most, with the decimals of the version's number."""
    feature, units = step.feature, Units.of(result)
    if feature is None:
        return text("walk.no_feature")
    without, now = (units.value(number, step.n_items) for number in (feature.without, feature.without + feature.moved))
    here, before = significant(feature.here), significant(feature.history)
    told = {"name": quote(feature.name), "here": here, "instead": _instead(without, now)}
    return text("walk.feature.even", **told) if here == before else text("walk.feature", **told, history=before)
