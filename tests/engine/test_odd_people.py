"""Guard rails about single annotators: constant, random, reversed and copied ones are named, sound ones are not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from hero_core.diagnostics import of_people
from hero_core.rounds import Rounds, pair
from hero_core.solved import ModelOptions, Solved
from tests.support import Item, annotations

Voter = Callable[[np.random.Generator, int], int]


def right(share: float) -> Voter:
    """Says the truth this often."""
    return lambda rng, truth: truth if rng.random() < share else 1 - truth


def rounds_with(odd: dict[str, Voter], *, seed: int = 0, items: int = 200, gold: float = 0.0) -> Rounds:
    """Four sound annotators and the odd ones on the same items; without gold unless asked."""
    rng = np.random.default_rng(seed)
    voters = {f"ok{j}": right(0.8) for j in range(4)} | odd
    made = []
    for number in range(items):
        truth = int(rng.random() < 0.4)
        said = {name: voter(rng, truth) for name, voter in voters.items() if name != "twin"}
        if "twin" in voters:
            said["twin"] = said["ok0"]
        made.append(Item(f"i{number}", tuple(said.items()), truth if rng.random() < gold else None))
    half = items // 2 if gold else 0
    history = annotations(made[:half], role="history") if gold else None
    return pair(history, annotations(made[half:]))


ODD: dict[str, tuple[str, Voter]] = {
    "constant_annotator": ("same", lambda rng, truth: 1),
    "random_annotator": ("coin", lambda rng, truth: int(rng.random() < 0.5)),
    "reversed_annotator": ("anti", right(0.2)),
    "copied_annotator": ("twin", right(0.8)),
}


@pytest.mark.parametrize("gold", [0.0, 0.3])
@pytest.mark.parametrize("code", ODD)
def test_an_odd_annotator_is_named(code, gold):
    """With gold in the history and without any: by their own name, under their own code."""
    name, voter = ODD[code]
    items = 1000 if code == "random_annotator" else 200
    notes = {note.code: note for note in of_people(rounds_with({name: voter}, gold=gold, items=items))}

    assert code in notes
    assert name in notes[code].annotators
    assert all(name not in note.annotators for other, note in notes.items() if other != code)


def test_sound_annotators_are_not_named():
    """200 rounds of five annotators who are right four times out of five: at most 4 alarms of any kind."""
    alarms = sum(bool(of_people(rounds_with({"ok5": right(0.8)}, seed=seed, items=80))) for seed in range(200))

    assert alarms <= 4


def test_near_perfect_annotators_are_no_copies():
    """Two who are right 98% of the time agree on nearly everything, and that is why."""
    voters = {"best": right(0.98), "next": right(0.98)}

    assert not any(note.code == "copied_annotator" for seed in range(20)
                   for note in of_people(rounds_with(voters, seed=seed, gold=0.5)))  # fmt: skip


def constant_beside_two(label: int, votes: int, share: float) -> bool:
    """Is somebody who gives this label to so many items called constant, where two others say 1 this often?"""
    rng = np.random.default_rng(2)
    items = [Item(f"i{n}", (("a", int(rng.random() < share)), ("b", int(rng.random() < share)),
                            *((("new", label),) if n < votes else ()))) for n in range(200)]  # fmt: skip
    notes = of_people(pair(None, annotations(items)))
    return any(note.code == "constant_annotator" and "new" in note.annotators for note in notes)


def test_few_votes_say_nothing():
    """Somebody who said 1 nineteen times in a row has not been found out; one more tells."""
    assert not constant_beside_two(1, 19, 0.5)
    assert constant_beside_two(1, 20, 0.5)


def test_own_votes_do_not_make_a_label_common():
    """The only other one says 1 to 12 of 20: twenty times 1 is odd by these, though 8 of 10 votes in all are 1."""
    items = [Item(f"i{n}", (("a", int(n < 12)), ("new", 1))) for n in range(20)]
    notes = of_people(pair(None, annotations(items)))

    assert [note.annotators for note in notes if note.code == "constant_annotator"] == [("new",)]


def test_rare_labels_do_not_make_a_constant_annotator():
    """Where 99 of 100 labels are 0, thirty times 0 is nothing odd; where 8 of 10 are, it is."""
    assert not constant_beside_two(0, 30, 0.01)
    assert constant_beside_two(0, 30, 0.2)


def test_a_fair_annotator_among_coins_is_not_called_a_coin():
    """Where most others throw coins their majority says little; the rates learned from gold know better."""
    voters = {f"coin{j}": ODD["random_annotator"][1] for j in range(9)} | {"fair": right(0.65)}
    rng = np.random.default_rng(3)
    made = []
    for number in range(1200):
        truth = int(rng.random() < 0.5)
        made.append(Item(f"i{number}", tuple((name, voter(rng, truth)) for name, voter in voters.items()),
                         truth if number % 10 == 0 else None))  # fmt: skip
    rounds = pair(annotations(made[:900], role="history"), annotations(made[900:]))
    rates = Solved.of(rounds, ModelOptions(methods=("hero1",))).fits.rates("hero1")[..., 0]
    named = {code: names for note in of_people(rounds, rates) for code, names in [(note.code, note.annotators)]}

    assert "fair" not in named.get("random_annotator", ())
    assert len(named["random_annotator"]) >= 6


def test_a_newcomer_who_throws_coins_is_named_though_the_history_does_not_know_him():
    """The fit of the history gives somebody without votes there the rates of the others: they are none of his."""
    old, rng, items = rounds_with({}, gold=0.3, items=800), np.random.default_rng(2), []
    file = old.current
    for number, name in enumerate(file.item_ids):
        votes = [(str(file.annotator_ids[file.annotator[v]]), int(file.label[v]))
                 for v in np.flatnonzero(file.item == number)]  # fmt: skip
        items.append(Item(str(name), (*votes, ("newcomer", int(rng.random() < 0.5)))))
    rounds = pair(old.history, annotations(items))
    rates = Solved.of(rounds, ModelOptions(methods=("hero1",))).fits.rates("hero1")[..., 0]
    named = {note.code: note.annotators for note in of_people(rounds, rates)}

    assert named.get("random_annotator") == ("newcomer",)
