"""Rankings under subsets of annotators: small cases worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from hero_core import estimate, stability
from hero_core.curves import point_of, spreads_of
from hero_core.em import EMFit
from hero_core.errors import Cancelled, SettingsError
from hero_core.kept import Kept
from hero_core.methods import Stopping, fit_ds, fit_pec, kept_label_counts
from hero_core.panel import Panel
from hero_core.resample import annotator_masks
from hero_core.results import METHODS
from hero_core.rounds import pair
from hero_core.shares import Draw, Fits, Recipe, solve_all
from hero_core.subsets import Size
from hero_core.votes import Votes
from tests.support import Item, Items, annotations, pair_of, small_world


def judged(**ones: tuple[int, ...]) -> Items:
    """Ten items of each system S1, S2, ...; each annotator (a keyword) says 1 to the given number of each."""
    count = len(next(iter(ones.values())))
    return [
        Item(f"i{number}", tuple((who, int(number < said[s])) for who, said in ones.items()), system=f"S{s + 1}")
        for s in range(count)
        for number in range(10)
    ]


def curve(items: Items, fraction: float, method: str = "mv", history: Items | None = None, **options: object):
    """The one point of a run with one method and one fraction."""
    old = None if history is None else annotations(history, role="history")
    plan = {"repeats_per_fraction": 300, **options}
    result = stability(annotations(items), old, methods=(method,), fractions=(fraction,), **plan)
    return result.curves[0]


def test_one_dissenter_of_three():
    """One annotator kept of three, one of whom ranks the other way: tau is 1 or -1, and 1/3 on average."""
    point = curve(judged(a=(8, 3), b=(7, 4), c=(2, 6)), 1 / 3)

    assert (point.annotators_kept, point.draws, point.undefined) == (1, 300, 0)
    assert point.same_ranking == pytest.approx(2 / 3, abs=0.08)
    assert point.tau_mean == pytest.approx(2 * point.same_ranking - 1)
    assert point.same_winner == point.same_ranking
    assert (point.tau_low, point.tau_high) == (-1, 1)
    assert point.rank_sd == pytest.approx(np.sqrt(point.same_ranking * (1 - point.same_ranking)))


def test_a_tie_is_undefined_not_zero():
    """Somebody who gives both systems the same leaves no order: tau is not defined, and not averaged."""
    point = curve(judged(a=(8, 3), b=(5, 5)), 0.5)

    assert point.annotators_kept == 1
    assert 100 < point.undefined < 200
    assert (point.tau_mean, point.tau_low, point.tau_high) == (1, 1, 1)
    assert point.same_ranking == pytest.approx(1 - point.undefined / 300)


def test_all_annotators_kept_is_the_full_ranking():
    """Fraction 1: nothing is left out, so nothing moves, in any method."""
    history, current = small_world(3, systems=3, covariates=1, current=60)
    result = stability(*pair_of(history, current)[::-1], methods=METHODS, fractions=(1.0,), repeats_per_fraction=5)

    for point in result.curves:
        assert (point.tau_mean, point.same_ranking, point.same_winner) == (pytest.approx(1), 1, 1), point
        assert point.rank_sd == 0


def test_three_systems_by_hand():
    """One kept of two: b swaps the last two of three systems, so tau is 1 or 1/3, and the winner stays."""
    point = curve(judged(a=(9, 5, 1), b=(9, 2, 4)), 0.5)

    assert point.tau_low == pytest.approx(1 / 3) and point.tau_high == pytest.approx(1)
    assert point.same_winner == 1
    assert point.tau_mean == pytest.approx(1 / 3 + 2 / 3 * point.same_ranking)


@pytest.mark.parametrize(("level", "tau_low", "rank_high"), [(0.95, -0.05, 1.525), (0.9, 1, 1)])
def test_bands_hold_the_middle_of_the_draws(level, tau_low, rank_high):
    """Three of a hundred draws turn two systems round: the middle 95% hold one of them, the middle 90% none."""
    drawn = np.repeat([[0.8, 0.3], [0.2, 0.6]], [97, 3], axis=0).T
    size = Size(share=0.5, kept=2)
    point = point_of("mv", size, np.array([0.7, 0.4]), drawn, level)
    first, second = spreads_of("mv", size, ("S1", "S2"), drawn, level)

    assert (point.tau_low, point.tau_high) == (pytest.approx(tau_low), 1)
    assert (first.rank_low, first.rank_high) == (1, pytest.approx(rank_high))
    assert (second.rank_low, second.rank_high) == (pytest.approx(3 - rank_high), 2)


def test_ties_share_a_rank():
    """Two systems alike stand at 1.5 both, in words nobody is first."""
    result = stability(annotations(judged(a=(6, 6, 2), b=(6, 6, 3))), methods=("mv",), repeats_per_fraction=2)

    assert [(name, rank) for name, _, rank in result.full_ranking["mv"]] == [("S1", 1.5), ("S2", 1.5), ("S3", 3.0)]
    assert {spread.shares for spread in result.ranks} == {(0.5, 0.5, 0.0), (0.0, 0.0, 1.0)}
    columns = ["share_rank_1", "share_rank_2", "share_rank_3"]
    assert list(result.ranks_frame()[columns].itertuples(index=False, name=None)) == [
        spread.shares for spread in result.ranks
    ]


def test_all_tied_has_a_note_and_no_curve():
    """tau without any order is not defined; that is said, not drawn as 0."""
    result = stability(annotations(judged(a=(4, 4), b=(7, 7))), methods=("mv",), repeats_per_fraction=2)

    assert result.curves == () and "tied" in result.notes["mv"]


def test_a_refused_method_has_a_note():
    """HERO without a history: the reason in words, the others keep their curves."""
    result = stability(annotations(judged(a=(8, 3), b=(7, 4))), repeats_per_fraction=2)

    assert {*result.notes} == {"hero1", "hero2"}
    assert "history file" in result.notes["hero1"]
    assert {point.method for point in result.curves} == {"mv", "ds_hard", "pec"}


@pytest.mark.parametrize(("said", "tau"), [((8, 3), -1.0), ((2, 6), 1.0)])
def test_agreement_with_gold(said, tau):
    """Gold of the same systems in the history ranks S2 above S1: stability is not correctness."""
    history = [
        Item(f"h{s}{n}", (("a", int(n < 5)),), int(n < (3, 8)[s]), system=f"S{s + 1}")
        for s in range(2)
        for n in range(10)
    ]
    result = stability(*pair_of(history, judged(a=said, b=said))[::-1], methods=("mv",), repeats_per_fraction=2)

    assert result.tau_with_gold == {"mv": tau}


def test_no_gold_of_these_systems_is_no_agreement():
    """None, not 0."""
    result = stability(annotations(judged(a=(8, 3), b=(7, 4))), methods=("mv",), repeats_per_fraction=2)

    assert result.tau_with_gold == {"mv": None}


def test_same_seed_same_curves():
    """And another seed other ones."""
    current = annotations(small_world(3, systems=3, current=30, annotators=6)[1])
    one, two, three = (
        stability(current, repeats_per_fraction=30, seed=seed, methods=("mv", "pec")) for seed in (0, 0, 1)
    )

    assert one.curves == two.curves and one.ranks == two.ranks
    assert one.curves != three.curves


def test_subsets_have_the_announced_size():
    """round(fraction * R) annotators, at least one; those without a vote now are not among them."""
    history, current = small_world(3, systems=2, annotators=5, current=40)
    history = [replace(item, votes=(*item.votes, ("idle", 1))) for item in history]
    result = stability(*pair_of(history, current)[::-1], methods=("mv",), fractions=(0.01, 0.5, 0.7, 1.0))

    assert [point.annotators_kept for point in result.curves] == [1, 2, 4, 5]


@pytest.mark.parametrize("method", [name for name in METHODS if name != "ds_hard"])
@pytest.mark.parametrize("seed", range(3))
def test_a_masked_annotator_is_one_who_did_not_vote(method, seed):
    """Leaving out is deleting votes; items without a vote do not count; HERO keeps the rates of everybody."""
    plan = {"annotators": 5, "current": 60, "accuracy": (0.75, 0.95), "share_of_votes": 0.6}
    history, current = small_world(seed, systems=2, covariates=1, **plan)
    kept, precise = ("a1", "a3", "a4"), {"tol": 1e-10, "max_iter": 20_000}
    rounds = pair(*pair_of(history, current))
    panel, recipe = Panel.of(rounds, ("x_1",)), Recipe(methods=(method,), covariate_names=("x_1",))
    recipe = replace(recipe, stopping=replace(recipe.stopping, **precise))
    whole = solve_all(panel, recipe, Draw(items=np.ones((60, 1)), history=np.ones((len(history), 1))))[1]
    mask = np.array([[name in kept] for name in rounds.annotator_ids], dtype=float)
    rates = Fits(history=whole.history, gold=whole.gold)
    masked = solve_all(panel, recipe, Draw(items=np.ones((60, 1)), mask=mask), warm=rates)[0][method]

    fewer = [replace(item, votes=tuple(vote for vote in item.votes if vote[0] in kept)) for item in current]
    deleted = pair_of(history, [item for item in fewer if item.votes])
    result = estimate(*deleted, methods=(method,), resamples=0, **precise)

    for group, system in enumerate((None, "S1", "S2")):
        assert masked.shares[group, :, 0] == pytest.approx(result.get(method, system).class_shares, abs=1e-6)


@pytest.mark.parametrize(
    ("items", "options", "words"),
    [
        (judged(a=(8,), b=(7,)), {}, "two systems"),
        (judged(a=(8, 3)), {}, "two annotators"),
        (judged(a=(8, 3), b=(7, 4)), {"fractions": ()}, "none"),
        (judged(a=(8, 3), b=(7, 4)), {"fractions": (0.0, 0.5)}, "above 0"),
        (judged(a=(8, 3), b=(7, 4)), {"fractions": (1.5,)}, "at most 1"),
        (judged(a=(8, 3), b=(7, 4)), {"repeats_per_fraction": 1}, "at least 2"),
        (judged(a=(8, 3), b=(7, 4)), {"annotators": (1, 3)}, "between 1 and the 2 of the round; given were 1"),
        (judged(a=(8, 3), b=(7, 4)), {"annotators": ()}, "given were none"),
        (judged(a=(8, 3), b=(7, 4)), {"annotators": (0,)}, "between 1 and"),
        (judged(a=(8, 3), b=(7, 4)), {"methods": ("kappa",)}, "kappa"),
        (judged(a=(8, 3), b=(7, 4)), {"methods": ()}, "at least one"),
        (judged(a=(8, 3), b=(7, 4)), {"seed": -1}, "seed is -1"),
        (judged(a=(8, 3), b=(7, 4)), {"level": 1.0}, "level is 1"),
        (judged(a=(8, 3), b=(7, 4)), {"tol": -1.0}, "tol is -1.0"),
    ],
)
def test_bad_questions_are_refused_in_words(items, options, words):
    """One system, one annotator, impossible options."""
    with pytest.raises(SettingsError, match=words):
        stability(annotations(items), **options)


@pytest.mark.parametrize("method", ["ds", "pec"])
@pytest.mark.parametrize("classes", [2, 3])
def test_few_kept_annotators_are_fitted_like_masked_ones(method, classes, monkeypatch):
    """Taking equal items of few people together is the same sum in another order: posterior and everybody's rates."""
    rng = np.random.default_rng(classes)
    truth = rng.integers(0, classes, 400)
    items = [
        Item(f"i{number}", tuple((f"a{who}", int(truth[number] if rng.random() < 0.8 else rng.integers(classes)))
                                 for who in rng.permutation(30)[:5]))
        for number in range(400)
    ]  # fmt: skip
    votes = Votes.of(annotations(items, classes=classes))
    mask = annotator_masks(rng, 30, 3, 12).astype(float)
    weights = (kept_label_counts(votes, mask).sum(axis=1) > 0).astype(float)
    stopping = Stopping(tol=1e-10, max_iter=20_000)

    def fit() -> EMFit:
        if method == "ds":
            return fit_ds(votes, weights, stopping, mask=mask)
        return fit_pec(votes, weights, (0.0, 0.01, 0.01), stopping, mask=mask)

    kept = Kept.of(votes, mask)
    quick = fit()
    monkeypatch.setattr(Kept, "of", lambda votes, mask: None)
    slow = fit()

    assert kept is not None and kept.votes.n_items < 200
    assert quick.converged.all() and slow.converged.all()
    assert quick.posterior == pytest.approx(slow.posterior, abs=1e-6)
    assert quick.parameters.prior == pytest.approx(slow.parameters.prior, abs=1e-6)
    assert quick.parameters.confusion == pytest.approx(slow.parameters.confusion, abs=1e-6)


def test_curves_are_those_of_fits_to_the_end(monkeypatch):
    """Single precision, 300 steps and equal items together: no point of a curve moves as a reader would see it."""
    current = annotations(small_world(11, systems=4, annotators=12, current=240, accuracy=(0.7, 0.95))[1])
    plan = {"methods": ("mv", "ds_hard", "pec"), "fractions": (0.4, 0.7), "repeats_per_fraction": 40}
    quick = stability(current, **plan)
    monkeypatch.setattr(Kept, "of", lambda votes, mask: None)
    monkeypatch.setattr(Panel, "cast", lambda panel, dtype: panel)
    monkeypatch.setattr(import_module("hero_core.progress"), "REPLICATE_TOL", 1e-9)
    monkeypatch.setattr(import_module("hero_core.progress"), "REPLICATE_STEPS", 20_000)
    exact = stability(current, **plan, tol=1e-9, max_iter=20_000)

    for ours, best in zip(quick.curves, exact.curves, strict=True):
        assert ours.tau_mean == pytest.approx(best.tau_mean, abs=0.01), (ours.method, ours.fraction)
        assert ours.same_winner == pytest.approx(best.same_winner, abs=0.03), (ours.method, ours.fraction)


def test_numbers_of_annotators_are_the_shares_that_they_are():
    """Two, three and five of five: the same subsets as for 40%, 60% and 100%, with the number in each row."""
    current = annotations(small_world(3, systems=3, current=30, annotators=5)[1])
    plan = {"methods": ("mv", "pec"), "repeats_per_fraction": 20}
    numbers = stability(current, annotators=(2, 3, 5), fractions=(0.1,), **plan)
    shares = stability(current, fractions=(0.4, 0.6, 1.0), **plan)

    assert numbers.curves == shares.curves and numbers.ranks == shares.ranks
    assert [point.annotators_kept for point in numbers.curves if point.method == "mv"] == [2, 3, 5]
    assert numbers.by_number and not shares.by_number


def test_where_low_is_good_the_winner_is_the_lowest():
    """Defects: b and c agree on who has fewest, not on who has most."""
    items = judged(a=(1, 5, 9), b=(1, 9, 5), c=(1, 9, 5))
    high, low = (
        stability(annotations(items), methods=("mv",), annotators=(1,), high_is_good=good, repeats_per_fraction=60)
        for good in (True, False)
    )

    assert low.full_ranking["mv"][0][0] == "S1" and high.full_ranking["mv"][0][0] == "S2"
    assert low.curves[0].same_winner == 1 > high.curves[0].same_winner
    assert [spread.mean_rank for spread in low.ranks if spread.system == "S1"] == [1]
    assert low.curves[0].tau_mean == pytest.approx(high.curves[0].tau_mean)


def test_what_is_there_so_far_grows_and_moves_no_number(monkeypatch):
    """Batches come for every size in turn; listening to them changes nothing; the last is the result."""
    monkeypatch.setattr(import_module("hero_core.subsets"), "BATCH_CELLS", 8 * 30 * 2)
    current = annotations(small_world(3, systems=3, current=30, annotators=6)[1])
    plan = {"methods": ("mv", "pec"), "fractions": (0.4, 0.7), "repeats_per_fraction": 20}
    heard = []
    result = stability(current, so_far=lambda make: heard.append(make), **plan)
    seen = [make() for make in heard]

    assert [found.drawn for found in seen] == [8, 16, 24, 32, 40] and {found.asked for found in seen} == {40}
    assert [found.partial for found in seen] == [True] * 4 + [False]
    assert {(point.fraction, point.draws) for point in seen[0].curves} == {(0.4, 4), (0.7, 4)}
    assert seen[-1].curves == result.curves == stability(current, **plan).curves
    assert seen[-1].ranks == result.ranks


def test_a_cancelled_run_leaves_what_was_drawn(monkeypatch):
    """Cancelled between two batches: what was handed out before still makes curves."""
    monkeypatch.setattr(import_module("hero_core.subsets"), "BATCH_CELLS", 8 * 30 * 2)
    current = annotations(small_world(3, systems=3, current=30, annotators=6)[1])
    heard = []

    def stop(done: float, what: str) -> None:
        if done > 0.5:
            raise Cancelled("stop")

    with pytest.raises(Cancelled):
        stability(current, methods=("mv",), repeats_per_fraction=20, progress=stop, so_far=heard.append)
    assert heard[-1]().partial and heard[-1]().curves
