"""No rule of the reading policy without a test of its own: in Python, in the shell, and where a page shows it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.policy.scenes import RULES, SCENES

PLACES = ("reader", "shell", "pages")
UNSEEN = {("pages", "P26"): "no setting of the pages stops EM early"}


def proofs(place: str) -> dict[str, list[str]]:
    """The tests of each rule in one place: scenes that run there, and functions named after a rule."""
    path = Path(__file__).parent / f"test_{place}.py"
    functions = [
        node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)
    ]
    found: dict[str, list[str]] = {rule: [] for rule in RULES}
    if "test_rule" in functions:
        for scene in SCENES:
            found[scene.rule].append(f"test_rule[{scene.name}]")
    for name in functions:
        rule = name.removeprefix("test_").split("_")[0].upper()
        if rule in found:
            found[rule].append(name)
    return found


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_test_of_its_own(rule, place):
    """A rule that nobody tests is a wish."""
    assert proofs(place)[rule] or (place, rule) in UNSEEN


def test_all_thirty_one_rules_are_here():
    """Numbered without a gap."""
    assert list(RULES) == [f"P{number}" for number in range(1, 32)]


def test_scenes_have_names_of_their_own():
    """A failure names one scene."""
    assert len({scene.name for scene in SCENES}) == len(SCENES)
