"""What each item probably is, and why: worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hero_core import estimate, item_table, item_votes
from hero_core.errors import SettingsError
from tests.support import Item, Items, annotations, pair_of, small_world


def known_rates() -> Items:
    """Complete gold: strict finds 6 of 10 positives and clears 9 of 10 negatives, lenient 9 and 5."""
    strict = [1] * 6 + [0] * 4 + [0] * 9 + [1]
    lenient = [1] * 9 + [0] + [0] * 5 + [1] * 5
    return [
        Item(f"h{n}", (("strict", one), ("lenient", two)), int(n < 10))
        for n, (one, two) in enumerate(zip(strict, lenient, strict=True))
    ]


CURRENT = [
    Item("both", (("strict", 1), ("lenient", 1))),
    Item("split", (("strict", 0), ("lenient", 1))),
    Item("strict only", (("strict", 1), ("new", 0))),
    Item("none", (("strict", 0), ("lenient", 0))),
    Item("stranger", (("new", 1),)),
]


def test_log_ratios_by_hand():
    """ln P(label | 1) / P(label | 0) of each vote, strongest first; none for strangers."""
    history, current = pair_of(known_rates(), CURRENT)
    both = item_votes(current, history, 0).frame
    mixed = item_votes(current, history, 2).frame

    assert both["annotator"].tolist() == ["strict", "lenient"]
    assert both["log_ratio"].tolist() == pytest.approx([math.log(0.6 / 0.1), math.log(0.9 / 0.5)])
    assert both["label"].tolist() == ["1", "1"] and both["known"].all()
    assert (both.attrs["for_class"], both.attrs["against_class"]) == ("1", "0")
    assert mixed["annotator"].tolist() == ["strict", "new"]
    assert mixed["known"].tolist() == [True, False]
    assert math.isnan(mixed["log_ratio"][1])
    split = item_votes(current, history, 1).frame.set_index("annotator")["log_ratio"]
    assert split["strict"] == pytest.approx(math.log(0.4 / 0.9))


def test_posterior_by_hand():
    """Share times likelihood: the share is HERO-1's, the likelihood that of the known votes."""
    history, current = pair_of(known_rates(), CURRENT)
    mu = estimate(history, current, methods=("hero1",), resamples=0).get("hero1").estimate
    frame = item_table(current, history).frame.set_index("item_id")
    likelihood = {
        "both": (0.6 * 0.9, 0.1 * 0.5),
        "split": (0.4 * 0.9, 0.9 * 0.5),
        "strict only": (0.6, 0.1),
        "none": (0.4 * 0.1, 0.9 * 0.5),
    }

    for name, (positive, negative) in likelihood.items():
        posterior = mu * positive / (mu * positive + (1 - mu) * negative)
        entropy = -posterior * math.log(posterior) - (1 - posterior) * math.log(1 - posterior)
        assert frame.loc[name, "posterior"] == pytest.approx(posterior, abs=1e-6)
        assert frame.loc[name, "credit"] == pytest.approx(posterior, abs=1e-6)
        assert frame.loc[name, "entropy"] == pytest.approx(entropy, abs=1e-5)
        assert frame.loc[name, "top_class"] == ("1" if posterior > 0.5 else "0")
    assert frame["split"].tolist() == ["2 of 2", "1 of 2", "1 of 2", "2 of 2", "1 of 1"]
    assert frame["n_votes"].tolist() == [2, 2, 2, 2, 1]


def test_an_item_of_strangers_has_no_posterior():
    """Nothing is known about it; the vote still has a say by other methods."""
    history, current = pair_of(known_rates(), CURRENT)
    row = item_table(current, history).frame.set_index("item_id").loc["stranger"]

    assert row[["posterior", "credit", "entropy", "top_class"]].isna().all()
    assert item_table(current, history, method="mv").frame.set_index("item_id").loc["stranger", "posterior"] == 1


@pytest.mark.parametrize("method", ["mv", "vote_share", "ds", "ds_hard", "pec", "mle", "hero1"])
@pytest.mark.parametrize("classes", [2, 3])
def test_mean_credit_is_the_estimate(method, classes):
    """The table of items and the number of the round are one thing (HERO: at the solution of its equation)."""
    history, current = small_world(1, classes=classes)
    coded = pair_of(history, current, classes)
    row = estimate(*coded, methods=(method,), resamples=0, tol=1e-9, max_iter=20_000).get(method)
    frame = item_table(*coded[::-1], method=method, tol=1e-9, max_iter=20_000).frame

    assert row.status == "ok"
    assert frame["credit"].mean() == pytest.approx(row.estimate, abs=1e-6)


def test_each_system_has_its_own_share():
    """The same votes mean more in a system with more positives."""
    current = [Item(f"a{n}", (("strict", int(n < 8)), ("lenient", 1)), system="A") for n in range(10)]
    current += [Item(f"b{n}", (("strict", int(n < 2)), ("lenient", int(n < 6))), system="B") for n in range(10)]
    frame = item_table(*pair_of(known_rates(), current)[::-1]).frame.set_index("item_id")

    assert frame.loc["a0", "posterior"] > frame.loc["b0", "posterior"] + 0.05
    assert frame.loc["a0", "system"] == "A" and frame.loc["b0", "system"] == "B"


def test_three_classes():
    """The probability of each class, the highest as posterior, and ratios of the two likeliest."""
    history, current = small_world(1, classes=3)
    coded = pair_of(history, current, 3)
    frame = item_table(*coded[::-1], values=(0.0, 0.2, 1.0)).frame
    each = frame[["probability_0", "probability_1", "probability_2"]].to_numpy()

    assert each.sum(axis=1) == pytest.approx(1)
    assert frame["posterior"].to_numpy() == pytest.approx(each.max(axis=1))
    assert frame["credit"].to_numpy() == pytest.approx(each @ [0.0, 0.2, 1.0])
    assert frame["top_class"].tolist() == [str(k) for k in each.argmax(axis=1)]
    rates = {row.annotator: row.confusion for row in estimate(*coded, methods=("hero1",), resamples=0).annotators}
    for position in (0, 7, 19):
        votes = item_votes(*coded[::-1], position).frame
        top, second = (int(votes.attrs[key]) for key in ("for_class", "against_class"))
        assert [top, second] == np.argsort(-each[position])[:2].tolist()
        for vote in votes.itertuples():
            of_label = [rates[vote.annotator][k][int(vote.label)] for k in (top, second)]
            assert vote.log_ratio == pytest.approx(math.log(of_label[0] / of_label[1]))
        assert votes["log_ratio"].abs().is_monotonic_decreasing


def test_log_ratios_add_up_to_the_posterior():
    """Posterior odds = prior odds times the product of what the votes say."""
    history, current = pair_of(known_rates(), CURRENT)
    mu = estimate(history, current, methods=("hero1",), resamples=0).get("hero1").estimate
    posterior = item_table(current, history).frame["posterior"]

    for position in range(4):
        said = item_votes(current, history, position).frame["log_ratio"].sum()
        odds = math.log(posterior[position] / (1 - posterior[position]))
        assert odds == pytest.approx(math.log(mu / (1 - mu)) + said, abs=1e-5)


def test_unknown_method_is_refused_in_words():
    """With the list of those that exist."""
    with pytest.raises(SettingsError, match=r"kappa.*the methods are mv"):
        item_table(annotations(CURRENT), method="kappa")
