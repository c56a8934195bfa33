"""Advice of one finding beside another: nobody is sent to HERO where a red finding has stopped it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import hero_core
from hero_core.errors import Finding
from hero_core.saying import said
from hero_core.telling.advice import side_by_side
from hero_core.terminal import say_findings
from hero_core.words import speaking, told
from tests.conftest import ROOT

RED = Finding(severity="error", code="rates_do_not_transport", message="HERO numbers do not hold.")
ERRS_TOGETHER = Finding(severity="warning", code="dependence", message="They err together.", remedy=said(
    "Compare with gold only, which needs this assumption less, and collect more gold where they differ."))  # fmt: skip


@pytest.fixture(scope="module")
def tied() -> Finding:
    """The note of the sample that annotators are tied to versions."""
    files = (hero_core.read(ROOT / "demo_data" / f"{role}.csv", role=role) for role in ("history", "current"))
    return next(found for found in hero_core.estimate(*files, resamples=0).findings if found.code == "routing")


def whole(findings: list[Finding]) -> str:
    """All that is said, in the language spoken."""
    return " ".join(f"{told(found.message)} {told(found.remedy)}" for found in findings)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("elsewhere", [True, False])
def test_beside_a_red_finding_nobody_is_sent_to_hero(tied, language, elsewhere):
    """Also where the red one stands on another page; what is wrong, and the other remedies, stay."""
    with speaking(language):
        found = side_by_side([tied, ERRS_TOGETHER], [RED]) if elsewhere else side_by_side([RED, tied, ERRS_TOGETHER])
        mine = whole([one for one in found if one is not RED])

        assert "HERO" not in mine and told(ERRS_TOGETHER.remedy) not in mine
        assert told(tied.message.values["part0"]) in mine
        assert all(one.remedy for one in found if one is not RED)


def test_without_a_red_finding_every_advice_stays(tied):
    """Warnings take nothing back."""
    assert side_by_side([tied, ERRS_TOGETHER], [replace(RED, severity="warning")]) == [tied, ERRS_TOGETHER]
    assert "Trust HERO" in whole([tied])


def test_the_shell_says_the_same(tied, capsys):
    """Findings on standard error."""
    say_findings((RED, tied))
    assert "Trust HERO" not in capsys.readouterr().err
    say_findings((tied,))
    assert "Trust HERO" in capsys.readouterr().err
