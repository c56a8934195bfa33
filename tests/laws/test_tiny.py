"""Whatever tiny input comes, the answer is a number with a band, or a reason in words; never NaN, never a crash."""

from __future__ import annotations

import json
import math
from itertools import permutations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hero_core import (
    annotator_table,
    compare,
    decide,
    documents,
    estimate,
    item_table,
    item_votes,
    stability,
    standings,
)
from hero_core.annotations import Annotations
from hero_core.errors import HeroError, Refused, SettingsError
from hero_core.results import HISTORY_METHODS, METHODS, STATUSES, VERDICTS, EstimateResult
from tests.laws.strategies import Tiny, tiny_rounds
from tests.support import annotations

many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ZERO_WIDTH = 1e-6


def coded(tiny: Tiny) -> tuple[Annotations | None, Annotations]:
    """Both files of a tiny round."""
    options = {"classes": tiny.classes, "graded": tiny.classes > 2}
    history = None if tiny.history is None else annotations(tiny.history, role="history", **options)
    return history, annotations(tiny.current, **options)


def strict_json(document: object) -> str:
    """The document as text. Raises ValueError for NaN or infinity."""
    return json.dumps(document, allow_nan=False)


def check_rows(result: EstimateResult) -> None:
    """Each row is a finite number with a band around some place, or says why it is not."""
    low, high = min(result.values), max(result.values)
    for row in result.estimates:
        assert row.status in STATUSES
        assert row.reason or row.status == "ok", row
        if row.status in ("refused", "not_identified"):
            assert row.estimate is None and row.class_shares is None and row.low is None and row.high is None
            continue
        assert math.isfinite(row.estimate) and low - 1e-6 <= row.estimate <= high + 1e-6
        assert math.isclose(sum(row.class_shares), 1, abs_tol=1e-9) and min(row.class_shares) >= 0
        assert row.interval
        if row.low is not None:
            assert row.high - row.low > ZERO_WIDTH, row
            assert low - 1e-6 <= row.low and row.high <= high + 1e-6, row  # replicates are in float32


def check_pairs(result: EstimateResult) -> None:
    """Every pair has one of the five verdicts, with a reason where it is none; so has the whole."""
    for method in result.methods:
        for a, b in permutations(result.systems, 2):
            pair = compare(result, a, b, method=method)
            assert pair.verdict in VERDICTS
            assert pair.reason or pair.verdict != "not_comparable"
            assert pair.low is None or pair.high - pair.low > ZERO_WIDTH, pair
            strict_json(documents.comparison_document(result, pair, decide(result), standings(result), ()))
        ranks = standings(result, method=method)
        assert all(row.rank_low is None or 1 <= row.rank_low <= row.rank_high <= len(ranks) for row in ranks), ranks
    decision = decide(result)
    assert decision.reason or decision.state != "not_comparable"
    assert {*decision.order} == {*result.systems}


@many
@given(tiny_rounds(), st.sampled_from([0, 20]), st.sampled_from(["paper", "finite"]), st.sampled_from([0.0, 0.5]))
def test_estimates_are_numbers_or_reasons(tiny, resamples, weight, ridge):
    """Statuses, finite numbers, bands with a width, documents without NaN, for all methods at once."""
    result = estimate(*coded(tiny), methods=METHODS, resamples=resamples, hero2_weight=weight, ridge=ridge)

    check_rows(result)
    check_pairs(result)
    strict_json(documents.estimate_document(result))
    for name in {*METHODS} - {*HISTORY_METHODS}:
        assert result.get(name).estimate is not None


@many
@given(tiny_rounds(), st.sampled_from([0, 20]))
def test_annotator_rows_are_rates_or_absent(tiny, resamples):
    """Rates within 0 and 1 and within their intervals; nobody without votes gets any."""
    history, current = coded(tiny)
    result = annotator_table(history, current, resamples=resamples)

    strict_json(documents.annotators_document(result))
    for row in result.rows:
        assert row.votes + row.current_votes > 0
        assert sum(map(sum, row.gold_counts)) == row.gold_votes <= row.votes
        if row.low is None:
            continue
        for rates, lows, highs in zip(row.confusion, row.low, row.high, strict=True):
            for rate, low, high in zip(rates, lows, highs, strict=True):
                assert -1e-9 <= low <= rate <= high <= 1 + 1e-9
                assert high - low > ZERO_WIDTH


@many
@given(tiny_rounds(), st.sampled_from(METHODS))
def test_items_have_probabilities_or_none(tiny, method):
    """One row per item; probabilities and credit within bounds, or none at all."""
    history, current = coded(tiny)
    try:
        result = item_table(current, history, method=method)
    except Refused as refused:
        assert method in HISTORY_METHODS and str(refused)
        return
    rows = json.loads(strict_json(documents.items_document(result, method)))["items"]

    assert [row["item_id"] for row in rows] == [item.name for item in tiny.current]
    for position, row in enumerate(rows):
        parts = [row["posterior"], row["credit"], row["entropy"]]
        if row["posterior"] is None:
            assert parts == [None, None, None] and row["top_class"] is None
        else:
            assert 0 <= row["posterior"] <= 1 and 0 <= row["credit"] <= 1
            assert -1e-12 <= row["entropy"] <= math.log(tiny.classes) + 1e-9
        votes = item_votes(current, history, position, method=method)
        strict_json(documents.rows_of(votes.frame))
        assert len(votes.frame) == len(tiny.current[position].votes)


@many
@given(tiny_rounds())
def test_stability_has_taus_or_a_note(tiny):
    """tau within -1 and 1 where it is defined; a method without a curve says why; too little data is refused."""
    history, current = coded(tiny)
    try:
        result = stability(current, history, methods=METHODS, fractions=(0.5, 1.0), repeats_per_fraction=4)
    except SettingsError as error:
        assert "at least two" in str(error)
        return
    strict_json(documents.stability_document(result))
    assert {point.method for point in result.curves} | {*result.notes} == {*METHODS}
    assert not {point.method for point in result.curves} & {*result.notes}
    for point in result.curves:
        assert (point.tau_mean is None) == (point.undefined == point.draws)
        if point.tau_mean is not None:
            assert -1 - 1e-9 <= point.tau_low <= point.tau_mean + 1e-9
            assert point.tau_mean <= point.tau_high + 1e-9 <= 1 + 2e-9


@many
@given(tiny_rounds(), tiny_rounds())
def test_any_two_files_pair_or_are_refused_in_words(one, two):
    """A history of one kind with a current round of another, same item ids or not: an answer or a HeroError."""
    history = annotations(two.current, role="history", classes=two.classes, graded=two.classes > 2)
    try:
        result = estimate(history, coded(one)[1], resamples=0)
    except HeroError as error:
        assert str(error)
        return
    check_rows(result)
