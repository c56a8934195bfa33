"""The lines in a report give the same numbers again, whatever was chosen for reading the files."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import hero_core
from hero_core.report import Recipe, Wishes, full_report, python_lines, shell_line
from tests.conftest import ROOT
from tests.support import csv_text, small_world

COLUMNS = ["system", "method", "estimate", "low", "high", "status"]


def written(folder: Path, name: str, content: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content.encode(encoding))
    return path


def plain(folder: Path):
    """Nothing was chosen."""
    history, current = small_world(1, systems=2, covariates=1)
    return (
        (written(folder, "history.csv", csv_text(history, "history")), {}),
        (written(folder, "current.csv", csv_text(current)), {}),
        {},
    )


def chosen(folder: Path):
    """Other headers, words for labels, merged ids, a swapped round, repeats, gold in a file, another encoding."""
    history, current = small_world(2, history=50, current=40, systems=2)
    words = {"0": "nein, né", "1": 'ja "=" oui'}
    lines = ["Aufgabe;wer;label;round"]
    for number, item in enumerate(history):
        for who, label in item.votes:
            said = label if number % 2 else 1 - label
            text = words[str(said)].replace('"', '""')
            lines.append(f'{item.name};{who};"{text}";{"r2" if number % 2 else "r, 1"}'.replace("r, 1", '"r, 1"'))
    gold = "item_id,gold_label\n" + "".join(f"{item.name},{item.gold}\n" for item in history if item.gold is not None)
    rows = csv_text(current).replace(",a1,", ",A-1,", 5)
    return (
        (
            written(folder, "alt; jünger.csv", "\n".join(lines) + "\n", "cp1252"),
            {
                "columns": {"item_id": "Aufgabe", "annotator_id": "wer"}, "labels": {v: k for k, v in words.items()},
                "flip_rounds": ("r, 1",), "gold": written(folder, "gold file.csv", gold), "encoding": "cp1252",
            },
        ),
        (written(folder, "neu.csv", rows), {"merge": {"annotator_id": {"A-1": "a1"}}}),
        {"new_annotators": "pool", "prevalence": "by_group", "seed": 7, "level": 0.9},
    )  # fmt: skip


def graded(folder: Path):
    """A scale of four steps, cut at 2 in both files, which have the same name."""
    history, current = small_world(3, classes=4, history=120, current=60, systems=3)
    return (
        (written(folder, "history/votes.csv", csv_text(history, "history")), {"threshold": 2}),
        (written(folder, "current/votes.csv", csv_text(current)), {"threshold": 2}),
        {"methods": ("mv", "hero1")},
    )


def valued(folder: Path):
    """A scale with a worth for each class, and features left out."""
    history, current = small_world(4, classes=3, history=120, current=60, systems=2, covariates=2)
    return (
        (written(folder, "h.csv", csv_text(history, "history")), {}),
        (written(folder, "c.csv", csv_text(current)), {}),
        {"values": (0.0, 0.2, 1.0), "covariates": ("x_2",), "hero2_weight": "finite"},
    )


def worded(folder: Path):
    """The words of the prompts as a feature, none of the others."""
    history, current = small_world(9, history=120, current=60, systems=2, covariates=1)
    prompts = ["write a poem about rain", "add two numbers", "poem of the sea", "numbers of a table", "rain or snow"]
    files = []
    for items in (history, current):
        named = [replace(item, prompt=f"{prompts[n % 5]} {n // 5}") for n, item in enumerate(items)]
        files.append(named)
    return (
        (written(folder, "h.csv", csv_text(files[0], "history")), {}),
        (written(folder, "c.csv", csv_text(files[1])), {}),
        {"text": "prompt", "covariates": "none"},
    )


def alone(folder: Path):
    """No history."""
    _, current = small_world(5, systems=2)
    return None, (written(folder, "-c.csv", csv_text(current)), {"repeats": "first"}), {"methods": ("mv", "pec")}


def made(case, folder: Path):
    """The files read, the result, and the wishes for its report."""
    past, now, model = case(folder)
    history = None if past is None else hero_core.read(past[0], role="history", **past[1])
    current = hero_core.read(now[0], **now[1])
    sampling = {name: model.pop(name) for name in ("seed", "level") if name in model}
    result = hero_core.estimate(history, current, resamples=40, **sampling, **model)
    wishes = Wishes(annotators=False, items=True, title="Runde '3' & <mehr>", margin=0.01, high_is_good=False)
    model = {name: value for name, value in model.items() if name not in ("methods", "text")}
    return history, current, result, wishes, model


CASES = pytest.mark.parametrize("case", [plain, chosen, graded, valued, worded, alone], ids=lambda case: case.__name__)


@CASES
def test_the_python_lines_give_the_table_again(case, tmp_path):
    """Copied into a file beside the data and run, they print the estimates and the verdict of the report."""
    history, current, result, wishes, model = made(case, tmp_path)
    _, decision = full_report(history, current, result, wishes, model)
    lines = python_lines(Recipe.of(result, decision))

    answer = subprocess.run(
        [sys.executable, "-c", lines], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True,
        text=True, timeout=120,
    )  # fmt: skip

    assert answer.returncode == 0, answer.stderr
    verdict = " ".join([decision.state, *decision.leaders])
    assert answer.stdout == f"{result.to_frame()[COLUMNS].to_string(index=False)}\n{verdict}\n"


@CASES
def test_the_shell_line_makes_the_report_again(case, tmp_path):
    """Run by a shell, it writes the same file, title and parts included."""
    history, current, result, wishes, model = made(case, tmp_path)
    page, decision = full_report(history, current, result, wishes, model)
    line = shell_line(Recipe.of(result, decision), wishes.words)
    assert line is not None
    hero = f'hero() {{ {shlex.quote(sys.executable)} -m hero_core "$@"; }}\n'

    answer = subprocess.run(
        ["sh", "-c", f"{hero}{line}"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert answer.returncode == 0, answer.stderr
    same = (tmp_path / "report.html").read_text(encoding="utf-8") == page  # no diff of five megabytes
    assert same


def test_the_shell_line_keeps_language_and_stability(tmp_path):
    """A report in Chinese with the stability of the ranking comes out of the shell as it came out of the page."""
    history, current, result, wishes, model = made(plain, tmp_path)
    wishes = replace(wishes, language="zh", stability=True)
    page, decision = full_report(history, current, result, wishes, model)
    line = shell_line(Recipe.of(result, decision), wishes.words)
    assert line is not None and "--stability" in line and "--language=zh" in line

    answer = subprocess.run(
        [sys.executable, "-m", "hero_core", *shlex.split(line.replace("\\\n", " "))[1:]], cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert answer.returncode == 0, answer.stderr
    same = (tmp_path / "report.html").read_text(encoding="utf-8") == page
    assert same and 'lang="zh-CN"' in page[:200]


def test_other_files_are_noticed(tmp_path):
    """The lines stop when the file beside them is not the one of the report."""
    _, _, result, _, _ = made(plain, tmp_path)
    (tmp_path / "current.csv").write_text((tmp_path / "current.csv").read_text().replace(",1,", ",0,", 1))

    answer = subprocess.run(
        [sys.executable, "-c", python_lines(Recipe.of(result, None))], cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert answer.returncode == 1 and "current.csv is not the file of the report" in answer.stderr


def test_what_the_shell_cannot_say_is_not_said(tmp_path):
    """Repeats treated differently in the two files have no word in the shell."""
    history, current = plain(tmp_path)[:2]
    files = hero_core.read(history[0], role="history", repeats="first"), hero_core.read(current[0], repeats="last")

    assert shell_line(Recipe.of(hero_core.estimate(*files, resamples=0), None)) is None
