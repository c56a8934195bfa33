"""The sample data: made by their script, small, readable, and told truthfully."""

from __future__ import annotations

import runpy
import subprocess
import sys

import pandas as pd
import pytest

FILES = ("history", "current", "truth", "graded_history", "graded", "graded_truth")


@pytest.fixture(scope="module")
def demo(root):
    """The folder of the sample data."""
    return root / "demo_data"


@pytest.fixture(scope="module")
def tables(demo):
    """Each file as a table."""
    return {name: pd.read_csv(demo / f"{name}.csv") for name in FILES}


def test_the_script_makes_the_same_bytes(demo, tmp_path):
    """Nobody edited the data by hand, and nobody changed the script without running it."""
    subprocess.run([sys.executable, str(demo / "make.py"), str(tmp_path)], check=True, timeout=120)

    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(FILES)
    for name in FILES:
        assert (tmp_path / f"{name}.csv").read_bytes() == (demo / f"{name}.csv").read_bytes(), name


def test_files_are_small(demo):
    """The sample comes with the program."""
    assert sum((demo / f"{name}.csv").stat().st_size for name in FILES) < 1_000_000


def test_columns_are_canonical(tables):
    """The sample shows how a file should look."""
    covariates = ["prompt", "x_difficulty", "x_length"]

    assert list(tables["history"]) == ["item_id", "annotator_id", "label", "gold_label", "round", *covariates]
    assert list(tables["current"]) == ["item_id", "annotator_id", "label", "system", "round", *covariates]


def test_history_has_rounds_and_a_little_gold(tables):
    """Four earlier rounds, one item in ten with an expert's answer; the current round has none."""
    items = tables["history"].groupby("item_id")

    assert sorted(tables["history"]["round"].unique()) == ["r1", "r2", "r3", "r4"]
    assert set(tables["current"]["round"]) == {"r5"}
    assert items["gold_label"].first().notna().mean() == pytest.approx(0.10, abs=0.005)
    assert set(items.size()) == {3, 4}


def test_a_prompt_is_one_text(tables):
    """The same prompt under every version, no prompt twice, and its length is its length."""
    for name in ("history", "current"):
        prompts = tables[name].groupby("item_id")["prompt"]

        assert (prompts.nunique() == 1).all()
        assert prompts.first().is_unique
        assert (tables[name]["prompt"].str.len() == tables[name]["x_length"]).all()
    assert not set(tables["history"]["prompt"]) & set(tables["current"]["prompt"])


def test_one_covariate_informs_and_one_does_not(tables):
    """HERO-2 has something to gain from difficulty and nothing from length."""
    items = tables["history"].groupby("item_id")[["label", "x_difficulty", "x_length"]].mean()

    related = items.corr()["label"].abs()

    assert related["x_difficulty"] > 0.3
    assert related["x_length"] < 0.08


def test_truth_is_what_the_script_knows(demo, tables):
    """The true values shown in the app are those of the very items in the file."""
    script = runpy.run_path(str(demo / "make.py"))

    for name, make, seed in (("truth", "sample", "SAMPLE_SEED"), ("graded_truth", "graded", "GRADED_SEED")):
        rounds = script[make](script[seed])[0]
        scale = rounds.truth["gold_label"].max()
        by_system = rounds.truth.groupby("system")["gold_label"].mean() / scale
        assert (
            dict(zip(tables[name]["system"], tables[name]["true_share"], strict=True)) == by_system.round(4).to_dict()
        )


def test_readme_tells_the_true_values(demo, tables):
    """The figures in the README are those of the files, and it says that they are simulated."""
    text = (demo / "README.md").read_text(encoding="utf-8")

    for name in ("truth", "graded_truth"):
        for row in tables[name].itertuples():
            assert f"| {row.system} | {row.true_share:.1%} |" in text
    assert "simulated" in text
    assert "python demo_data/make.py" in text
