"""The sample holds a surprise: the simple vote crowns one version, HERO another, and HERO is right."""

from __future__ import annotations

import pandas as pd
import pytest
from scipy.stats import kendalltau

from hero_core import decide, estimate, read, stability

HEADLINE = ("hero1", "hero2")


@pytest.fixture(scope="module")
def rounds(root):
    """The sample's history and current round, read as a user's files."""
    folder = root / "demo_data"
    return read(folder / "history.csv", role="history"), read(folder / "current.csv", role="current")


@pytest.fixture(scope="module")
def truth(root):
    """True share of good answers by version."""
    return pd.read_csv(root / "demo_data" / "truth.csv").set_index("system")["true_share"]


@pytest.fixture(scope="module", params=[0, 1, 2])
def result(rounds, request):
    """All methods' estimates, for three seeds of the bootstrap."""
    return estimate(*rounds, methods=("mv", *HEADLINE), resamples=400, seed=request.param)


def best(result, method: str) -> str:
    """The version a method puts first."""
    return max(result.systems, key=lambda system: result.get(method, system).estimate)


def test_the_vote_crowns_another_version_than_hero(result, truth):
    """A lenient annotator who labelled mostly the newest version makes it look best; it is not."""
    assert best(result, "mv") == "v2.0"
    assert best(result, "hero1") == best(result, "hero2") == truth.idxmax() == "v1.1"


@pytest.mark.parametrize("method", HEADLINE)
def test_the_verdict_is_clear(result, truth, method):
    """The true best leads every other version by more than its 95% band, whatever the bootstrap's seed."""
    decision = decide(result, method=method, high_is_good=True)

    assert decision.state == "best"
    assert decision.leaders == (truth.idxmax(),)
    assert decision.order[0] == truth.idxmax()


def test_only_planted_findings(result):
    """The surprise comes from one person's habit and routing, not from a broken model; two annotators are new."""
    loud = [finding for finding in result.findings if finding.severity != "info"]

    assert {finding.code for finding in loud} <= {"unknown_annotators", "routing"}
    assert {finding.severity for finding in loud} == {"warning"}


@pytest.mark.parametrize("method", HEADLINE)
def test_bands_hold_the_true_values(result, truth, method):
    """The sample is no unlucky draw: every version's band holds its true share."""
    for system, share in truth.items():
        row = result.get(method, system)
        assert row.low <= share <= row.high


def test_unknown_annotators_are_few(rounds):
    """New annotators cast less than a tenth of the current votes; some of the old ones have left."""
    history, current = rounds
    known, now = set(history.annotator_ids), set(current.annotator_ids)
    cast = sum(current.annotator_ids[code] not in known for code in current.annotator)

    assert 0 < cast < 0.1 * current.n_votes
    assert known - now
    assert now - known
    assert len(known | now) == 14


def test_every_prompt_is_judged_under_every_version(result):
    """Differences are taken within prompts."""
    assert result.paired_items == 160


@pytest.fixture(scope="module")
def graded(root):
    """The graded sample's history and current round."""
    folder = root / "demo_data"
    return read(folder / "graded_history.csv", role="history"), read(folder / "graded.csv", role="current")


@pytest.fixture(scope="module")
def graded_truth(root):
    """True mean of each system of the graded sample."""
    return pd.read_csv(root / "demo_data" / "graded_truth.csv").set_index("system")["true_share"]


def test_graded_ranking_is_nearer_to_the_truth_with_hero(graded, graded_truth):
    """Annotators of different strictness bend the vote's ranking; HERO knows them, and finds the best system."""
    result = estimate(*graded, methods=("mv", "hero1"), resamples=0)

    ranked = {
        method: [result.get(method, system).estimate for system in graded_truth.index] for method in ("mv", "hero1")
    }

    tau = {method: kendalltau(values, graded_truth).statistic for method, values in ranked.items()}
    assert tau["hero1"] > tau["mv"] + 0.1
    assert best(result, "hero1") == graded_truth.idxmax() != best(result, "mv")


def test_graded_ranking_is_neither_certain_nor_random(graded):
    """The stability page has something to show: fewer annotators, less agreement, but more than chance."""
    history, current = graded

    result = stability(current, history, methods=("mv", "hero1"), fractions=(0.3, 0.9), repeats_per_fraction=40)

    for method in ("mv", "hero1"):
        few, many = (point.tau_mean for point in result.curves if point.method == method)
        assert 0.2 < few < 0.85
        assert few < many < 0.99


def test_graded_history_has_gold_for_every_system(graded):
    """Where there is gold of the same systems, a ranking can be held against it."""
    history, current = graded

    assert history.systems == current.systems
    assert min((history.has_gold & (history.system == code)).sum() for code in range(len(history.systems))) >= 15
