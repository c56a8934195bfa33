"""The matrix of kappas: every pair twice, the odd one last, nothing made up where nothing is known."""

from __future__ import annotations

import json

import numpy as np
import pytest

from hero_core import agreement, charts
from hero_core.charts.agreement import MOST, agreement_people, mean_kappas
from hero_core.results import AgreementResult
from tests.support import Item, annotations


def world(people: int = 4, odd: int = 1, items: int = 60) -> AgreementResult:
    """People who see the truth in nine of ten cases, the last ones who toss a coin."""
    rng = np.random.default_rng(3)
    rows = []
    for number in range(items):
        truth = number % 2
        votes = [
            (f"p{who:02d}", int(rng.random() < 0.5) if who >= people - odd else truth ^ int(rng.random() < 0.1))
            for who in range(people)
        ]
        rows.append(Item(f"i{number}", tuple(votes)))
    return agreement(annotations(rows), resamples=50)


def test_every_pair_stands_in_it_twice():
    """A matrix is a mirror, and a person is not compared with himself."""
    found = world()
    cells = charts.agreement_cells(found).set_index(["row", "column"])

    for pair in found.pairs:
        assert cells.loc[(pair.a, pair.b), "kappa_text"] == cells.loc[(pair.b, pair.a), "kappa_text"]
        assert cells.loc[(pair.a, pair.b), "kappa_text"] == f"{pair.kappa + 0.0:.2f}"
        assert cells.loc[(pair.a, pair.b), "items"] == "60"
    assert not cells.loc[("p00", "p00"), "is_fact"] and cells["is_fact"].sum() == 4 * 3


def test_the_odd_one_comes_last_and_is_named():
    """Whoever agrees least with the others stands below and is said."""
    found = world()

    assert agreement_people(found)[-1] == "p03"
    assert "p03 least" in charts.agreement_sentence(found)


def test_the_mean_is_weighted_by_shared_items():
    """By hand, over the pairs of a person that have a kappa."""
    found = world()
    mine = [pair for pair in found.pairs if "p00" in (pair.a, pair.b)]

    mean, count = mean_kappas(found)["p00"]

    assert count == 3
    assert mean == pytest.approx(sum(pair.n_items * pair.kappa for pair in mine) / sum(pair.n_items for pair in mine))


def test_a_pair_without_kappa_is_grey_with_its_share():
    """Two people who always say the same word agree, but not beyond chance."""
    items = [Item(f"i{n}", (("a", 1), ("b", 1), ("c", n % 2))) for n in range(8)]
    found = agreement(annotations(items), resamples=0)
    cell = charts.agreement_cells(found).set_index(["row", "column"]).loc[("a", "b")]

    assert not cell["is_fact"] and cell["equal_text"] == "100%" and "kappa is not defined" in cell["note"]


def test_a_kappa_of_a_handful_of_items_has_no_colour():
    """Two people who happened to agree on nine items are no pattern; the number stands there all the same."""
    votes = [(("a", n % 2), ("b", n % 2), *((("c", n % 2),) if n < 9 else ())) for n in range(30)]
    found = agreement(annotations([Item(f"i{n}", tuple(vote)) for n, vote in enumerate(votes)]), resamples=0)
    cells = charts.agreement_cells(found).set_index(["row", "column"])

    assert cells.loc[("a", "b"), "is_fact"] and not cells.loc[("a", "c"), "is_fact"]
    assert cells.loc[("a", "c"), "kappa_text"] == "1.00"


def test_many_people_are_cut_and_it_is_said():
    """A matrix that cannot be read helps nobody."""
    found = world(people=MOST + 3)

    assert charts.agreement_cells(found)["row"].nunique() == MOST
    assert f"the {MOST} of {MOST + 3}" in charts.agreement_sentence(found)
    json.dumps(charts.agreement_matrix(charts.agreement_cells(found), dark=True).to_dict())
