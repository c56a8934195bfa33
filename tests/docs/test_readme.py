"""What the README says can be done, can be done: its commands and code run on the sample data."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+)\)")
# Commands that install or that stay running: looked at, not run.
SETUP = ("pip", "venv", "streamlit", "git", "cd")


def blocks(language: str) -> list[str]:
    """The README's code blocks in one language, in order."""
    return [text for kind, text in FENCE.findall(README) if kind == language]


def commands() -> list[str]:
    """Every command of the shell blocks, continued lines joined, comments dropped."""
    lines = "".join(blocks("sh")).replace("\\\n", " ").splitlines()
    return [words for line in lines if (words := line.split(" #")[0].strip()) and not words.startswith("#")]


def kind_of(command: str) -> str:
    """ "make", "setup" or "run"."""
    words = shlex.split(command)
    if words[0] == "make":
        return "make"
    return "setup" if words[0] in (*SETUP, ".") or set(words[:3]) & set(SETUP) else "run"


def of_kind(kind: str) -> list[str]:
    """The commands of one kind."""
    return [command for command in commands() if kind_of(command) == kind]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with the sample data and with `python` and `hero` on its path, as after an installation."""
    place = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "demo_data", place / "demo_data")
    tools = place / "tools"
    tools.mkdir()
    for name, words in (("python", ""), ("hero", " -m hero_core")):
        (tools / name).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)}{words} "$@"\n', encoding="utf-8")
        (tools / name).chmod(0o755)
    return place


def surroundings(folder: Path) -> dict[str, str]:
    """The environment in which the README's commands run."""
    return {**os.environ, "PATH": f"{folder / 'tools'}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("command", of_kind("run"))
def test_commands_run(command, folder):
    """Copied into a shell, each line works and says nothing alarming."""
    answer = subprocess.run(
        command, shell=True, cwd=folder, env=surroundings(folder), capture_output=True, text=True, timeout=240
    )

    assert answer.returncode == 0, answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("command", of_kind("make"))
def test_make_targets_exist(command):
    """Make knows the target, and what it would do is to be found."""
    words = shlex.split(command)

    answer = subprocess.run([*words, "--dry-run"], cwd=ROOT, capture_output=True, text=True, timeout=60)

    assert answer.returncode == 0, answer.stderr
    for module in re.findall(r"python -m (benchmarks\.\w+|tests\.\S+)", answer.stdout):
        place = ROOT / module.replace(".", "/")
        assert place.with_suffix(".py").exists() or (place / "__main__.py").exists()


@pytest.mark.parametrize("command", of_kind("setup"))
def test_files_of_setup_lines_exist(command):
    """The lines for those without make name files that are there (the virtual environment they make aside)."""
    for word in shlex.split(command):
        if word.endswith((".txt", ".py", ".toml")):
            assert (ROOT / word).exists()


def test_the_setup_lines_name_what_is_installed_and_what_is_started():
    """Else the test above would look at nothing."""
    named = {word for command in of_kind("setup") for word in shlex.split(command)}

    assert {"requirements.txt", "app.py"} <= named


def test_python_blocks_run(folder, monkeypatch, capsys):
    """The code blocks, one after the other, as in a notebook."""
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    for number, code in enumerate(blocks("python"), start=1):
        exec(compile(code, f"README.md, block {number}", "exec"), names)

    assert len(blocks("python")) >= 1


def test_csv_example_can_be_read(tmp_path):
    """The example of the file format is itself a file that the reader takes without a warning."""
    from hero_core import read

    assert blocks("csv")
    for number, text in enumerate(blocks("csv")):
        path = tmp_path / f"example_{number}.csv"
        path.write_text(text, encoding="utf-8")
        votes = read(path, role="history")

        assert len(votes.label) == len(text.strip().splitlines()) - 1
        assert not [finding for finding in votes.findings if finding.severity != "info"]


def test_links_lead_somewhere():
    """Files that the README points to exist."""
    local = [target for target in LINK.findall(README) if not target.startswith(("http:", "https:", "mailto:"))]

    assert local and [target for target in local if not (ROOT / target).exists()] == []


def test_there_is_something_to_check():
    """A README whose blocks lost their language mark would pass the tests above unread."""
    assert of_kind("make") and of_kind("run") and of_kind("setup")
    assert blocks("python") and blocks("csv")
    assert not blocks(""), "every block names its language"


@pytest.mark.parametrize("paper", ["2606.29784", "2605.02122"])
def test_papers_are_cited(paper):
    """The methods are other people's work."""
    assert paper in README
