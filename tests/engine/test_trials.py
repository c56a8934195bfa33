"""Trials: sums over simulated rounds equal those worked out by hand from `estimate`, round by round."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hero_core import Cancelled, SettingsError, estimate, trials
from hero_core.published import figures_for
from hero_core.results import TrialRow
from hero_core.trials import files_of, first_round, simulated_round

SMALL = {"n_history": 120, "n_current": 60, "gold_share": 0.5}
ROUNDS = 6


def by_hand(design: str, method: str, pools: int, **overrides: object):
    """Estimate of all items, bounds, errors of scores, round by round through the front door."""
    rows = []
    for number in range(ROUNDS):
        rounds = simulated_round(design, 3, number, pools, overrides)
        found = estimate(*files_of(rounds), methods=(method,), resamples=0)
        scores = [(found.get(method, name).estimate, rounds.true_shares[name]) for name in found.systems]
        rows.append((found.get(method), rounds.population_shares[None], scores))
    return rows


@pytest.mark.parametrize("method", ["mv", "hero2"])
def test_bias_spread_and_coverage_are_those_of_a_plain_loop(method):
    """Two groups of annotators taking turns: the spread is around each group's own mean."""
    rows = by_hand("base", method, 2, **SMALL)
    error = np.array([row.estimate - truth for row, truth, _ in rows])
    within = np.concatenate([error[0::2] - error[0::2].mean(), error[1::2] - error[1::2].mean()])
    covered = np.array([row.low <= truth <= row.high for row, truth, _ in rows])

    found = trials("base", repetitions=ROUNDS, seed=3, methods=(method,), pools=2, **SMALL).get(method)

    assert found.bias == pytest.approx(error.mean())
    assert found.sd == pytest.approx(math.sqrt((within**2).sum() / (ROUNDS - 2)))
    assert found.bias_error == pytest.approx(found.sd / math.sqrt(ROUNDS))
    assert found.rmse == pytest.approx(math.sqrt((error**2).mean()))
    assert found.coverage == pytest.approx(covered.mean())
    assert found.width == pytest.approx(np.mean([row.high - row.low for row, _, _ in rows]))
    assert (found.rounds, found.missing, found.score_mse, found.tau) == (ROUNDS, 0, None, None)


def test_scores_and_ranking_are_held_against_the_true_labels_of_the_items():
    """Error and tau by pairs of systems, counted one by one."""
    rows = by_hand("stableval", "mv", 0, adversarial_share=0.3)
    squares = [np.mean([(score - true) ** 2 for score, true in scores]) for *_, scores in rows]

    found = trials("stableval", repetitions=ROUNDS, seed=3, methods=("mv",), adversarial_share=0.3).get("mv")

    assert found.score_mse == pytest.approx(np.mean(squares))
    assert found.tau == pytest.approx(np.mean([tau_by_pairs(scores) for *_, scores in rows]))


def tau_by_pairs(scores: list[tuple[float, float]]) -> float:
    """Kendall's tau-b of (score, truth) pairs."""
    total, ours, theirs = 0.0, 0, 0
    for position, (score, true) in enumerate(scores):
        for other, other_true in scores[:position]:
            one, two = np.sign(round(score - other, 9)), np.sign(round(true - other_true, 9))
            total, ours, theirs = total + one * two, ours + abs(one), theirs + abs(two)
    return total / math.sqrt(ours * theirs)


def test_adversaries_mislead_the_simple_vote_and_not_pec():
    """STABLEVAL's claim: at 30% adversaries PEC's scores are several times closer to the truth."""
    found = trials("stableval", repetitions=8, methods=("mv", "pec"), adversarial_share=0.3)

    assert found.get("pec").score_mse < 0.3 * found.get("mv").score_mse
    assert found.get("pec").tau > found.get("mv").tau


def test_same_seed_same_numbers():
    """And another seed others."""
    options = {"repetitions": 3, "methods": ("mv", "hero1"), **SMALL}

    assert trials("base", seed=1, **options) == trials("base", seed=1, **options)
    assert trials("base", seed=1, **options).rows != trials("base", seed=2, **options).rows


def test_more_repetitions_begin_with_the_same_rounds():
    """Mean of four rounds from the first two and the last two."""
    options = {"methods": ("mv",), "seed": 5, **SMALL}
    two, four = (trials("base", repetitions=count, **options).get("mv").bias for count in (2, 4))
    last = [simulated_round("base", 5, number, 0, SMALL) for number in (2, 3)]
    rest = [estimate(*files_of(r), methods=("mv",), resamples=0).get("mv").estimate - 0.24 for r in last]

    assert four == pytest.approx((2 * two + sum(rest)) / 4)


def test_groups_of_annotators_take_turns():
    """The same people every other round, others between."""
    rates = [simulated_round("base", 0, number, 2, SMALL).annotators["sensitivity"].tolist() for number in range(3)]

    assert rates[0] == rates[2] != rates[1]


def test_heros_table_has_five_groups_and_other_designs_new_people():
    """As in the paper; the first round is the same whoever asks for it."""
    assert trials("hero_a", repetitions=2, methods=("mv",), **SMALL).pools == 5
    assert trials("base", repetitions=2, methods=("mv",), **SMALL).pools == 0
    assert first_round("hero_a", seed=4).current.equals(simulated_round("hero_a", 4, 0, 5, {}).current)


def test_bootstrap_ranges_are_those_of_estimate():
    """Same resamples, same seed, same width."""
    widths = []
    for number in range(2):
        found = estimate(
            *files_of(simulated_round("base", 3, number, 0, SMALL)), methods=("hero1",), resamples=40, seed=3
        )
        widths.append(found.get("hero1").high - found.get("hero1").low)

    row = trials("base", repetitions=2, seed=3, methods=("hero1",), resamples=40, **SMALL).get("hero1")

    assert row.width == pytest.approx(np.mean(widths))


def test_it_can_be_stopped():
    """Progress rises, and what it raises ends the work."""
    seen = []

    def stop(done: float, what: str) -> None:
        seen.append(done)
        if len(seen) == 3:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        trials("base", repetitions=50, methods=("mv",), progress=stop, **SMALL)
    assert seen == sorted(seen) and len(seen) == 3


def test_a_method_without_a_number_says_so():
    """No gold at all: HERO is refused in every round, a round without a range is a miss, and nothing is NaN."""
    row = trials("base", repetitions=2, methods=("mv", "hero1"), **(SMALL | {"gold_share": 0.0})).get("hero1")

    assert (row.rounds, row.missing, row.bias, row.sd, row.rmse, row.coverage) == (0, 2, None, None, None, 0.0)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"repetitions": 1}, "repetitions is 1; a spread needs at least 2"),
        ({"repetitions": 2, "pools": -1}, "pools is -1"),
        ({"repetitions": 2, "n_history": 0, "methods": ("hero1",)}, "no history, which hero1 would need"),
        ({"repetitions": 2, "votes_per_item": 11.0}, "at most one of each annotator (n_annotators = 10)"),
        ({"repetitions": 2, "methods": ("hero3",)}, "Unknown method 'hero3'"),
    ],
)
def test_what_cannot_be_run_is_refused_in_words(options, says):
    """Before any round is simulated."""
    with pytest.raises(SettingsError) as refusal:
        trials("base", **options)

    assert says in str(refusal.value)


def test_the_papers_figures_stand_only_beside_its_table():
    """Another field changed: nothing to compare with."""
    asked = {"repetitions": 2, "methods": ("mv", "pec")}

    assert {name: (said.bias, said.sd) for name, said in figures_for(trials("hero_b", **asked)).items()} == {
        "mv": (0.158, 0.025)
    }
    assert figures_for(trials("hero_b", k=150.0, **asked))["mv"].bias == 0.135
    assert not figures_for(trials("hero_b", votes_per_item=4.0, **asked))
    assert not figures_for(trials("base", **asked))


def test_a_table_of_it_has_the_fields_as_columns():
    """As every result."""
    frame = trials("base", repetitions=2, methods=("mv", "ds"), **SMALL).to_frame()

    assert list(frame.columns) == list(TrialRow.__dataclass_fields__) and list(frame["method"]) == ["mv", "ds"]


def test_rounds_so_far_are_those_of_a_shorter_trial():
    """After the third of five rounds: the numbers of a trial of three; listening changes nothing."""
    heard = []
    whole = trials("base", repetitions=5, methods=("mv", "hero1"), so_far=heard.append, **SMALL)
    seen = [make() for make in heard]

    assert [found.repetitions for found in seen] == [2, 3, 4, 5]
    assert seen[1] == trials("base", repetitions=3, methods=("mv", "hero1"), **SMALL)
    assert seen[-1] == whole == trials("base", repetitions=5, methods=("mv", "hero1"), **SMALL)
