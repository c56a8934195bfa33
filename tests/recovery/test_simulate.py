"""Simulated rounds are what their design says: the tests that rest on them are worth no more than this."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest

from hero_core.designs import DESIGNS
from hero_core.errors import SettingsError
from hero_core.simulate import class_confusion, intercept_for, simulate

MANY = 20_000


def rng(seed: int = 0) -> np.random.Generator:
    """A generator for one simulated round."""
    return np.random.default_rng(seed)


def with_truth(rounds) -> pd.DataFrame:
    """The current votes with the true class of their item."""
    keys = ["item_id", "system"] if "system" in rounds.current else ["item_id"]
    return rounds.current.merge(rounds.truth.rename(columns={"gold_label": "true"})[[*keys, "true"]], on=keys)


def rates(votes: pd.DataFrame) -> pd.DataFrame:
    """Observed sensitivity and specificity by annotator; needs a `true` column."""
    right = votes.assign(right=votes["label"] == votes["true"])
    by_class = right.groupby(["annotator_id", "true"])["right"].mean().unstack()
    return pd.DataFrame({"sensitivity": by_class[1], "specificity": by_class[0]})


@pytest.mark.parametrize("slope", [-2.5, 0.0, 1.5, 4.0])
@pytest.mark.parametrize("mean", [0.0, 0.3])
def test_prevalence_is_the_mean_over_the_covariate(slope, mean):
    """Logistic truth moves the marginal share away from logistic(intercept); the intercept makes up for it."""
    x = np.random.default_rng(1).normal(mean, 1.0, 400_000)

    share = (1.0 / (1.0 + np.exp(-(intercept_for(0.24, slope, mean) + slope * x)))).mean()

    assert share == pytest.approx(0.24, abs=4 * 0.5 / np.sqrt(len(x)))


@pytest.mark.parametrize("design", DESIGNS)
def test_truth_has_the_stated_prevalence(design):
    """The target of a coverage study must be exact."""
    rounds = simulate(design, rng=rng(), n_current=MANY, n_history=0)

    for system, share in rounds.population_shares.items():
        assert rounds.true_shares[system] == pytest.approx(share, abs=4 * 0.5 / np.sqrt(MANY))


@pytest.mark.parametrize("design", ["base", "clean", "stableval", "sample"])
def test_annotators_err_at_their_true_rates(design):
    """The rates handed out are the ones that made the votes."""
    rounds = simulate(design, rng=rng(), n_current=MANY, n_history=0)

    seen = rates(with_truth(rounds))

    told = rounds.annotators.set_index("annotator_id").loc[seen.index, ["sensitivity", "specificity"]]
    assert (seen - told).abs().max().max() < 0.05


def test_history_votes_follow_the_same_rates():
    """History and current round share their annotators; with full gold the history shows it."""
    rounds = simulate("base", rng=rng(), n_history=MANY, gold_share=1.0)

    seen = rates(rounds.history.rename(columns={"gold_label": "true"}))

    told = rounds.annotators.set_index("annotator_id")[["sensitivity", "specificity"]]
    assert (seen - told).abs().max().max() < 0.03


def test_errors_are_independent_given_the_truth():
    """Two annotators agree by accident no more often than chance says."""
    rounds = simulate("base", rng=rng(), n_current=MANY, n_history=0, votes_per_item=10)
    table = with_truth(rounds).pivot(index=["item_id", "true"], columns="annotator_id", values="label")

    for _, votes in table.groupby(level="true"):
        between = np.corrcoef(votes.to_numpy().T)[np.triu_indices(10, 1)]
        assert np.abs(between).max() < 4.5 / np.sqrt(len(votes))


def test_hard_items_hide_positives_and_nothing_else():
    """Generators A and B multiply every sensitivity on hard items; specificity stays."""
    rounds = simulate("hero_a", rng=rng(), n_current=MANY, n_history=0, k=None, hard_share=1.0)

    votes = with_truth(rounds).groupby("true")["label"].mean()

    assert votes[1] == pytest.approx(0.639 * 0.312, abs=0.01)
    assert votes[0] == pytest.approx(0.055, abs=0.01)


def test_hard_pull_moves_accuracy_towards_chance():
    """Accuracy 0.8 pulled by 80% is 0.56."""
    rounds = simulate("stableval", rng=rng(), n_current=5_000, hard_share=1.0, hard_pull=0.8)

    votes = with_truth(rounds)

    assert (votes["label"] == votes["true"]).mean() == pytest.approx(0.56, abs=0.01)


def test_graded_confusion_matches_enumeration():
    """A class is a count of good aspects, each seen with the annotator's rates."""
    sensitivity, specificity, classes = 0.8, 0.9, 4
    brute = np.zeros((classes, classes))
    for true, seen in product(range(classes), product((0, 1), repeat=classes - 1)):
        chance = [sensitivity if aspect < true else 1 - specificity for aspect in range(classes - 1)]
        brute[true, sum(seen)] += np.prod([p if s else 1 - p for p, s in zip(chance, seen, strict=True)])

    confusion = class_confusion(np.array([sensitivity]), np.array([specificity]), classes)

    np.testing.assert_allclose(confusion[0], brute, atol=1e-12)


def test_graded_votes_follow_the_confusion():
    """The confusion handed out made the votes, class by class."""
    rounds = simulate("graded", rng=rng(), n_current=5_000, n_history=0)
    votes = with_truth(rounds)
    who = pd.Index(rounds.annotators["annotator_id"]).get_indexer(votes["annotator_id"])
    counts = np.zeros_like(rounds.confusion)

    np.add.at(counts, (who, votes["true"], votes["label"]), 1)

    np.testing.assert_allclose(counts / counts.sum(axis=2, keepdims=True), rounds.confusion, atol=0.03)


@pytest.mark.parametrize(("votes_per_item", "counts"), [(5.0, {5}), (3.5, {3, 4})])
def test_an_annotator_votes_once_on_an_item(votes_per_item, counts):
    """Votes are drawn without replacement, as many as asked for."""
    votes = simulate("base", rng=rng(), votes_per_item=votes_per_item).current

    assert not votes.duplicated(["item_id", "annotator_id"]).any()
    assert set(votes.groupby("item_id").size()) == counts
    assert votes.groupby("item_id").size().mean() == pytest.approx(votes_per_item, abs=0.15)


def test_gold_is_a_random_share_of_the_history():
    """Gold does not depend on the class, and every row of an item carries the same."""
    items = simulate("base", rng=rng(), n_history=MANY).history.groupby("item_id")["gold_label"]

    gold = items.first().dropna()

    assert len(gold) == MANY // 10
    assert (items.nunique() <= 1).all()
    assert gold.mean() == pytest.approx(0.30, abs=4 * 0.5 / np.sqrt(len(gold)))


def test_covariate_tells_about_the_truth_only_where_it_should():
    """HERO-2's gain needs an informative covariate; the others are noise."""
    rounds = simulate("base", rng=rng(), n_current=MANY, n_history=0, noise_covariates=2)
    items = rounds.current.groupby("item_id")[["x_1", "x_noise_1", "x_noise_2"]].first()

    related = items.corrwith(rounds.truth.set_index("item_id")["gold_label"]).abs()

    assert related["x_1"] > 0.4
    assert related[["x_noise_1", "x_noise_2"]].max() < 0.03


def test_adversaries_are_as_many_as_asked():
    """Thirty percent of ten annotators are three who are mostly wrong."""
    people = simulate("stableval", rng=rng(), adversarial_share=0.3).annotators

    assert (people["kind"] == "adversarial").sum() == 3
    assert set(people.loc[people["kind"] == "adversarial", "sensitivity"]) == {0.25}
    assert set(people.loc[people["kind"] == "ordinary", "sensitivity"]) == {0.80}


def test_strict_and_lenient_come_in_halves():
    """Two standards, five annotators each."""
    people = simulate("stableval", rng=rng(), strict_lenient=True).annotators

    assert people["kind"].value_counts().to_dict() == {"strict": 5, "lenient": 5}


def test_stableval_systems_rise_by_the_gap():
    """Tight gaps are a matter of one field; there is no history unless asked for."""
    rounds = simulate("stableval", rng=rng(), gap=0.02)

    assert rounds.history is None
    assert list(rounds.population_shares.values())[1:] == pytest.approx([0.55, 0.57, 0.59, 0.61, 0.63, 0.65])
    assert simulate("stableval", rng=rng(), n_history=100).history["item_id"].nunique() == 100


def test_sample_versions_share_their_prompts():
    """Paired items have one id and one covariate value under every version."""
    items = simulate("sample", rng=rng()).current.drop_duplicates(["item_id", "system"])

    assert (items.groupby("item_id")["system"].nunique() == 3).all()
    assert (items.groupby("item_id")["x_difficulty"].nunique() == 1).all()


def test_sample_people_come_and_go():
    """Those who left are absent now, the new ones rare, and the lenient one is nearly only on the newest version."""
    rounds = simulate("sample", rng=rng())
    kind = rounds.annotators.set_index("annotator_id")["kind"]
    now, then = (frame.assign(kind=frame["annotator_id"].map(kind)) for frame in (rounds.current, rounds.history))
    lenient = now[now["kind"] == "routed"].groupby("system").size() / rounds.truth.groupby("system").size()

    assert set(now["kind"]) == {"ordinary", "new", "routed"}
    assert set(then[then["kind"] == "gone"]["round"]) == {"r1", "r2"}
    assert "new" not in set(then["kind"])
    assert (now["kind"] == "new").mean() < 0.10
    assert lenient["v2.0"] > 0.9
    assert lenient[["v1.0", "v1.1"]].max() < 0.10


def test_history_can_hold_the_same_systems():
    """The graded design's history judged its systems before, each at its own level."""
    rounds = simulate("graded", rng=rng(), n_history=MANY, gold_share=1.0)

    levels = rounds.history.drop_duplicates("item_id").groupby("system")["gold_label"].mean() / 2

    for system, level in levels.items():
        assert level == pytest.approx(rounds.population_shares[system], abs=4 * 0.36 / np.sqrt(MANY / 10))


def test_planted_drift_is_lost_sensitivity():
    """Half of the annotators lose 0.2 after the history; the rest stay."""
    rounds = simulate("base", rng=rng(), n_current=MANY, n_history=0, k=None, drift_share=0.5, drift=0.2)

    lost = 0.65 - rates(with_truth(rounds))["sensitivity"]

    assert np.sort(lost) == pytest.approx([0.0] * 5 + [0.2] * 5, abs=0.04)


def test_planted_covariate_shift_keeps_the_prevalence():
    """The covariate moves in the current round only; the target does not."""
    rounds = simulate("base", rng=rng(), n_current=MANY, n_history=MANY, covariate_shift=0.5)

    means = [frame.groupby("item_id")["x_1"].first().mean() for frame in (rounds.history, rounds.current)]

    assert means == pytest.approx([0.0, 0.5], abs=0.03)
    assert rounds.true_shares[None] == pytest.approx(0.24, abs=0.015)


def test_annotators_can_be_kept():
    """A table over a fixed pool draws new items for the same people."""
    first = simulate("clean", rng=rng(1))
    again = simulate("clean", rng=rng(2), annotators=first.annotators)

    pd.testing.assert_frame_equal(again.annotators, first.annotators)
    assert not again.current["label"].equals(first.current["label"])


@pytest.mark.parametrize("design", DESIGNS)
def test_same_seed_same_files(design, tmp_path):
    """All randomness comes in with the generator."""
    written = [simulate(design, rng=rng(7)).write(tmp_path / str(run)) for run in range(2)]

    assert [path.read_bytes() for path in written[0]] == [path.read_bytes() for path in written[1]]
    assert [path.name for path in written[0]][-3:] == ["current.csv", "truth.csv", "annotators.csv"]


@pytest.mark.parametrize(
    ("design", "overrides", "text"),
    [
        ("bse", {}, "no simulation design 'bse'.*base, hero_a"),
        ("base", {"items": 5}, "no field items.*n_current"),
        ("base", {"gold_share": 1.5}, "gold_share = 1.5"),
        ("base", {"votes_per_item": 11}, "votes_per_item = 11"),
        ("base", {"prevalence": 1.0}, "prevalence = 1.0"),
        ("stableval", {"n_systems": 10}, "prevalence = 0.55"),
        ("base", {"kinds": ("odd",) * 10}, "kinds = "),
        ("base", {"history_systems": True}, "history_systems = True"),
    ],
)
def test_impossible_designs_are_refused_in_words(design, overrides, text):
    """The message names what was found and what there is."""
    with pytest.raises(SettingsError, match=text):
        simulate(design, rng=rng(), **overrides)
