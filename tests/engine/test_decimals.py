"""Numbers as they are written: rounded like any other, and never a zero below zero."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hero_core import decimals
from hero_core.charts.labels import Units, decimal, percent

NEGATIVE_ZERO = re.compile(r"-0(\.0*)?(%|$)")
numbers = st.floats(-1000, 1000, allow_nan=False) | st.floats(-0.06, 0.06, allow_nan=False)


@given(number=numbers, digits=st.integers(0, 3))
def test_no_number_reads_minus_nothing(number, digits):
    """What rounds to nothing has no sign, in every way a number is written."""
    written = [
        decimals.fixed(number, digits), decimals.signed(number, digits), decimals.significant(number), percent(number),
        percent(number, 1), decimal(number), Units(percent=False).difference(number),
    ]  # fmt: skip

    assert not [word for word in written if NEGATIVE_ZERO.fullmatch(word)]


@given(number=numbers, digits=st.integers(0, 3))
def test_rounding_is_the_usual_one(number, digits):
    """Apart from that sign, a number reads as everywhere else."""
    assert decimals.fixed(number, digits).lstrip("-") == f"{number:.{digits}f}".lstrip("-")


def test_numbers_read_as_said():
    """A sign where one is asked for; a dash for what is not there."""
    assert decimals.fixed(-0.004, 2) == "0.00" and decimals.signed(-0.004, 2) == "0.00"
    assert decimals.signed(0.25, 1) == "+0.2" and decimals.signed(-1.26, 1) == "-1.3"
    assert decimals.significant(-0.0) == "0" and decimals.significant(-0.012361) == "-0.01236"
    assert percent(-0.0001) == "0.0%" and percent(0.5, 99) == "50%" and percent(0.5, 100) == "50.0%"
    assert decimal(None) == decimal(float("nan")) == "–"


@pytest.mark.parametrize("digits", [0, 1, 2])
def test_rounded_numbers_stay_numbers(digits):
    """Tables sort by them."""
    assert str(decimals.rounded(-(10.0 ** -(digits + 1)) * 0.4, digits)) == "0.0"
