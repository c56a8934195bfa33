"""Everything the engine says to a person can be said in Chinese, and is."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from hero_core import agreement, annotator_table, compare, estimate, plan, simulate, stability
from hero_core.annotations import Annotations
from hero_core.errors import Finding, HeroError, counted, listed
from hero_core.saying import said
from hero_core.words import speaking, told, zh
from tests.layers.source import Source, sources
from tests.recovery.rounds import annotations as read_table
from tests.support import Item, annotations, copies_of_one, pair_of, small_world
from tests.words.test_languages import placeholders

SHELL_ONLY = {"hero_core.adding", "hero_core.cli", "hero_core.chosen", "hero_core.entries", "hero_core.options",
              "hero_core.simulations", "hero_core.terminal", "hero_core.trending", "hero_core.writing",
              "hero_core.__main__"}  # fmt: skip
SENTENCE_FIELDS = {"message", "remedy", "reason", "words", "why", "description", "interval"}
WORD = r"[A-Za-z][A-Za-z'’-]*"
RUN = re.compile(rf"{WORD}(?:[ ,.;:()]+{WORD}){{2,}}")
Files = tuple[Annotations | None, Annotations]


JOBS = "ui.jobs"  # says beside the bar of the engine's work what it waits for, in a thread that knows no visitor


@cache
def engine() -> tuple[Source, ...]:
    """The modules of the engine, without the words of the screens and what only the shell says."""
    found = sources("hero_core")
    return tuple(one for one in found if one.name not in SHELL_ONLY and not one.name.startswith("hero_core.words"))


def calls_of(name: str) -> Iterator[tuple[Source, ast.Call]]:
    """Calls of a plain name anywhere in the engine."""
    for source in engine():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                yield source, node


def literals(name: str, argument: int) -> list[str]:
    """The texts given to a function as this argument, also by a name of the module or a choice of two."""
    found = set()
    for source, call in calls_of(name):
        if len(call.args) > argument:
            given = [text for part in named(source, call.args[argument]) for text in texts_in(part)]
            found |= {node.value for node in given if isinstance(node, ast.Constant)}
    return sorted(found)


def named(source: Source, node: ast.expr) -> list[ast.expr]:
    """The expression, names in it replaced by what the module gives them."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    values = [
        step.value
        for step in ast.walk(source.tree)
        if isinstance(step, ast.Assign) and {getattr(target, "id", "") for target in step.targets} & names
    ]
    return [node, *values]


def texts_in(node: ast.expr) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Texts that the expression may itself be: a literal, an f-string, either branch of a choice, parts of a sum."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from (*texts_in(node.body), *texts_in(node.orelse))
    elif isinstance(node, ast.BoolOp):
        yield from (text for value in node.values for text in texts_in(value))
    elif isinstance(node, ast.BinOp):
        yield from (*texts_in(node.left), *texts_in(node.right))


@pytest.mark.parametrize("template", literals("said", 0))
def test_a_sentence_of_the_engine_has_its_chinese(template):
    """The same placeholders in both; a sentence for the shell only has none (see for_shell)."""
    assert template in zh.SENTENCES, "add its Chinese to hero_core/words/zh"
    assert {name for name, *_ in placeholders(zh.SENTENCES[template])} <= {name for name, *_ in placeholders(template)}


@pytest.mark.parametrize("noun", literals("counted", 1))
def test_a_counted_noun_has_its_chinese(noun):
    """One and many."""
    assert f"{{count}} {noun}" in zh.SENTENCES and f"{{count}} {noun}s" in zh.SENTENCES


@cache
def errors() -> frozenset[str]:
    """Names of the errors meant for the user: HeroError and what is made of it."""
    found, before = {"HeroError"}, set()
    classes = [node for source in engine() for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef)]
    while found != before:
        before = set(found)
        found |= {node.name for node in classes if {getattr(base, "id", "") for base in node.bases} & found}
    return frozenset(found)


def test_every_chinese_sentence_of_the_engine_is_still_said():
    """One whose English has changed says nothing any more, and the English stays in its place."""
    constants = {
        node.value
        for source in (*engine(), *(one for one in sources("ui") if one.name == JOBS))
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    kept = {**zh.engine.SENTENCES, **zh.diagnostics.SENTENCES, **zh.settings.SENTENCES}

    assert [key for key in kept if key not in constants and not key.startswith("{count} ")] == []


def spoken(call: ast.Call) -> Iterator[ast.expr]:
    """Arguments of a call that a person reads."""
    name = getattr(call.func, "id", "")
    yield from (keyword.value for keyword in call.keywords if keyword.arg in SENTENCE_FIELDS)
    if name in errors() and call.args:
        yield call.args[0]
    if name == "refuse_settings":
        yield from (check.elts[1] for check in call.args if isinstance(check, ast.Tuple))


def unsaid(source: Source) -> list[str]:
    """Where a module puts a bare sentence, or one put together in code, into what a person reads."""
    return [
        f"{source.name}:{text.lineno}: {ast.unparse(text)[:80]}"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        for argument in spoken(node)
        for part in (named(source, argument) if isinstance(argument, ast.Name) else [argument])
        for text in texts_in(part)
        if isinstance(text, ast.JoinedStr) or re.search(r"[A-Za-z]", str(text.value))
    ]


@pytest.mark.parametrize("source", engine(), ids=lambda source: source.name)
def test_nothing_is_said_without_said(source):
    """An f-string or a bare literal in a message, remedy, reason or description stays English on every screen."""
    assert unsaid(source) == []


def simulated(design: str, seed: int = 0, **overrides: object) -> Files:
    """A simulated round, read as files."""
    rounds = simulate(design, rng=np.random.default_rng([11, seed]), **overrides)
    history = None if rounds.history is None else read_table(rounds.history, "history")
    return history, read_table(rounds.current, "current")


def reversed_history() -> Files:
    """One of three rounds of the history with its labels the wrong way round."""
    history, current = small_world(2, history=90, accuracy=(0.75, 0.9))
    dealt = [replace(item, round=f"r{number % 3 + 1}") for number, item in enumerate(history)]
    turned = [
        replace(item, votes=tuple((who, 1 - label) for who, label in item.votes)) if item.round == "r2" else item
        for item in dealt
    ]
    return pair_of(turned, current)


def always_one() -> Files:
    """A round on which everybody says 1."""
    history, current = small_world(3, history=300, current=120, accuracy=(0.7, 0.8))
    return pair_of(history, [replace(item, votes=tuple((who, 1) for who, _ in item.votes)) for item in current])


def near_chance() -> Files:
    """One annotator who hardly tells the classes apart."""
    right = [int(n % 100 < 53) for n in range(100)] + [int(n % 100 >= 53) for n in range(100)]
    past = [Item(f"h{n}", (("a", label),), int(n < 100)) for n, label in enumerate(right)]
    return annotations(past, role="history"), annotations([Item(f"c{n}", (("a", n % 2),)) for n in range(100)])


def odd_people() -> Files:
    """A coin, a constant, a reversed and a copying annotator beside four sound ones."""
    rng = np.random.default_rng(0)
    items = []
    for number in range(1000):
        truth = int(rng.random() < 0.4)
        votes = {f"ok{j}": truth if rng.random() < 0.8 else 1 - truth for j in range(4)}
        votes |= {"same": 1, "coin": int(rng.random() < 0.5), "twin": votes["ok0"]}
        votes["anti"] = truth if rng.random() < 0.2 else 1 - truth
        items.append(Item(f"i{number}", tuple(votes.items()), truth if number < 150 else None))
    return pair_of(items[:500], [replace(item, gold=None) for item in items[500:]])


def picked_gold() -> Files:
    """Gold only where a vote said 1."""
    history, current = simulated("base")
    assert history is not None
    said_one = np.bincount(history.item, weights=history.label, minlength=history.n_items) > 0
    chosen = said_one & (np.arange(history.n_items) % 3 == 0)
    return replace(history, gold=np.where(chosen, np.where(said_one, 1, history.gold), -1)), current


WORLDS: dict[str, Callable[[], Files]] = {
    "sample": lambda: simulated("sample"),
    "three classes": lambda: simulated("graded", n_current=20, n_history=200),
    "no history": lambda: simulated("stableval", n_current=20, k=None),
    "moved covariate": lambda: simulated("base", covariate_shift=1.0),
    "many covariates": lambda: simulated("base", noise_covariates=7),
    "little gold": lambda: simulated("base", n_history=200, gold_share=0.03),
    "drift": lambda: simulated("base", drift_share=0.5, drift=0.6, prevalence=0.5),
    "swapped": lambda: simulated("base", adversarial_share=0.6, k=None, sensitivity=0.8, specificity=0.8),
    "agreed": lambda: simulated("base", sensitivity=0.99, specificity=0.99, k=None),
    "reversed history": reversed_history,
    "always one": always_one,
    "near chance": near_chance,
    "odd people": odd_people,
    "copied": copies_of_one,
    "picked gold": picked_gold,
}
MUST_BE_FOUND = {
    "annotator_drift", "constant_annotator", "copied_annotator", "covariate_shift", "dependence", "gold_not_random",
    "high_consensus", "label_switching", "little_gold", "many_covariates", "random_annotator", "rates_do_not_transport",
    "reversed_annotator", "reversed_round", "routing", "unknown_annotators", "weak_identification",
}  # fmt: skip


@cache
def results(name: str) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Findings of a world, and everything else that its results say."""
    history, current = WORLDS[name]()
    result = estimate(history, current, resamples=0)
    drawn = estimate(history, current, resamples=20, methods=("mv", "hero1"))
    people, judged = annotator_table(history, current, resamples=20), agreement(current, resamples=20)
    said: list[str | None] = [people.source]
    for row in (*result.estimates, *drawn.estimates):
        said += [row.interval, row.reason]
    said += [word for row in people.rows for line in row.interval or () for word in line]
    said += [row.reason for row in (*judged.rows, *judged.pairs)] + [row.alpha_interval for row in judged.rows]
    said += [row.agreement_interval for row in judged.rows] + [row.reason for row in result.covariates]
    findings = [*result.findings, *people.findings, *judged.findings]
    for one in (result, drawn):
        if len(one.systems) > 1:
            pair = compare(one, one.systems[0], one.systems[1], method="mv")
            said += [pair.reason, pair.interval]
    for ask in (lambda: plan(history, current, detect=0.02), lambda: plan(history, current, detect=0.5)):
        try:
            said += [row.reason for row in ask().rows]
        except HeroError as error:
            said.append(error.message)
    if len(result.systems) > 1:
        found = stability(current, history, repeats_per_fraction=3, fractions=(0.5,))
        said += list(found.notes.values())
        findings += found.findings
    return tuple(findings), tuple(text for text in said if text)


def english_in(text: str) -> str | None:
    """Three English words in a row in the Chinese of a sentence, if there are any."""
    with speaking("zh"):
        found = RUN.search(str(told(text)))
    return None if found is None else found.group()


@pytest.mark.parametrize("name", WORLDS)
def test_what_a_world_says_is_chinese(name):
    """Findings, remedies, reasons, interval descriptions, plans: no run of English words in any of them."""
    findings, others = results(name)
    texts = {text for found in findings for text in (found.message, found.remedy) if text} | set(others)

    assert {text: english for text in texts if (english := english_in(text))} == {}


def test_the_worlds_raise_every_alarm():
    """Else a sentence might never have been looked at."""
    assert MUST_BE_FOUND - {found.code for name in WORLDS for found in results(name)[0]} == set()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "1,059 votes and 7,503 pairs, line 4711, seed 2024"), ("zh", "1,059")]
)
def test_counts_have_their_commas_and_nothing_else_has(language, words):
    """A thousand and more is written as on the pages; numbers that count nothing stay plain, small counts too."""
    whole = said("{votes} and {pairs}, line {line}, seed {seed}", votes=counted(1059, "vote"),
                 pairs=counted(np.int64(7503), "pair"), line=4711, seed=2024)  # fmt: skip

    with speaking(language):
        assert words in str(told(whole))
        assert "7,503" in str(told(whole)) and "line 4711, seed 2024" in str(told(whole))
        assert "1,234" in str(told(listed([str(n) for n in range(1239)])))
    assert counted(999, "vote") == "999 votes" and counted(1, "vote") == "1 vote"
    assert said("round {round}, {label}, {count}", round=2024, label=1000, count="2024") == "round 2024, 1000, 2024"
