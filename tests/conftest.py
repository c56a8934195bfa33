"""What all tests share: where things are, and reproducible random inputs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("project", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("project")


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the project; the test is skipped where there is none."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no folder of reference data beside the project")
    return folder
