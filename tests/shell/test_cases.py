"""Every messy case through the shell: exit code, numbers, and what is said about it (where the cases are present)."""

from __future__ import annotations

import pytest

from tests.shell.cases import case_names, cases_of, faults

NAMES = case_names()


@pytest.mark.skipif(not NAMES, reason="no folder of cases beside the project")
@pytest.mark.parametrize("name", NAMES or ["none"])
def test_case(name):
    """All faults of a case at once."""
    for case in cases_of(name):
        assert faults(case) == [], case.name
