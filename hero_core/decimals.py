"""Numbers with a fixed number of decimals, for everybody who writes one: the only place that rounds for the eye."""

from __future__ import annotations


def fixed(number: float, digits: int) -> str:
    """The number with so many decimals; what rounds to nothing reads 0.00, never -0.00."""
    return f"{rounded(number, digits):.{digits}f}"


def signed(number: float, digits: int) -> str:
    """The same with a sign, but none where it rounds to nothing."""
    near = rounded(number, digits)
    return f"{near:+.{digits}f}" if near else f"{near:.{digits}f}"


def rounded(number: float, digits: int) -> float:
    """The rounded number, without a zero below zero."""
    return round(number, digits) + 0.0


def significant(number: float, digits: int = 4) -> str:
    """The number with so many digits that count, in the shortest way; never -0."""
    return f"{number + 0.0:.{digits}g}"
