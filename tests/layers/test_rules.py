"""Rules of the house that a linter does not know."""

from __future__ import annotations

import ast
import re
import subprocess

import pytest

from tests.layers.source import ROOT, Source, calls_of, product, sources, strings_of

CACHE_HOME = "ui.cached"
STATE_HOME = "ui.state"
FORBIDDEN_WORDS = ("unsafe_allow_html", "use_container_width", "TODO", "FIXME")
URL = re.compile(r"https?://([\w.-]+)")
# Names in a text or a namespace, never fetched.
NAMED_HOSTS = {"arxiv.org", "doi.org", "localhost", "www.w3.org"}
# Written in pieces so that this file does not hold them.
MACHINE_PATHS = re.compile("|".join(f"/{name}/" for name in ("work", "root", "home", "tmp", "Users")))
OWN_DECIMALS = re.compile(r"\+?\.[1-9]f|\+\.0f")
DECIMALS_HOME = "hero_core.decimals"
ENGINE_WRITERS = ("hero_core/charts", "hero_core/telling", "hero_core/report", "hero_core/terminal.py")
BROAD = {"Exception", "BaseException"}
TEXT_FILES = (".py", ".md", ".toml", ".txt", ".yml", ".yaml", ".sh", "Makefile", "run")

each = pytest.mark.parametrize("source", product(), ids=lambda source: source.name)


def handlers(tree: ast.AST) -> list[int]:
    """Lines of `except:` and `except Exception:` that swallow; one that raises again only looks on."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and not raises_again(node):
            names = {name.id for name in ast.walk(node.type) if isinstance(name, ast.Name)} if node.type else BROAD
            if names & BROAD:
                found.append(node.lineno)
    return found


def raises_again(handler: ast.ExceptHandler) -> bool:
    """Does the handler end in a plain `raise`?"""
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def long_functions(tree: ast.AST, limit: int) -> list[str]:
    """Functions with more lines of work than the limit; signature and docstring are not counted."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            work = node.body[1:] if ast.get_docstring(node) is not None else node.body
            length = (node.end_lineno or 0) - work[0].lineno + 1 if work else 0
            if length > limit:
                found.append(f"{node.name}: {length} lines")
    return found


def decimals_of(tree: ast.AST) -> list[int]:
    """Lines of f-strings that round a number themselves; counts with separators are none of them."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr)
        for part in node.format_spec.values
        if isinstance(part, ast.Constant) and OWN_DECIMALS.fullmatch(str(part.value))
    ]


@each
def test_no_forbidden_word(source):
    """HTML from users' data, options that Streamlit dropped, and promises in comments."""
    assert not [word for word in FORBIDDEN_WORDS if word in source.text]


@each
def test_no_assert(source):
    """`python -O` drops assertions; a user's mistake deserves a sentence."""
    assert not [node.lineno for node in ast.walk(source.tree) if isinstance(node, ast.Assert)]


@each
def test_no_blanket_except(source):
    """Catching everything hides our own mistakes behind a plausible screen."""
    assert not handlers(source.tree)


@each
def test_no_address_is_fetched(source):
    """Fonts, scripts and data come with the program; the only addresses in code are names in a text."""
    found = {host for text, _ in strings_of(source.tree) for host in URL.findall(text)}

    assert found <= NAMED_HOSTS


@each
def test_functions_are_short(source):
    """A function that needs more than 50 lines is two functions."""
    assert not long_functions(source.tree, 50)


@pytest.mark.parametrize("source", sources("hero_core"), ids=lambda source: source.name)
def test_engine_modules_are_short(source):
    """One noun a module."""
    assert len(source.text.splitlines()) <= 300


@pytest.mark.parametrize("source", sources("pages", "app.py"), ids=lambda source: source.name)
def test_pages_only_arrange(source):
    """A page reads like a table of contents."""
    assert len(source.text.splitlines()) <= 60


@each
def test_streamlit_caches_live_in_one_place(source):
    """Streamlit's cache hashes only a sample of large tables; ours are keyed by content, in one file."""
    used = {name for name, _ in calls_of(source.tree, "st") if name.startswith("cache_")}

    assert source.name == CACHE_HOME or not used


@each
def test_session_state_lives_in_one_place(source):
    """What survives a page switch is decided in one file."""
    assert source.name == STATE_HOME or "session_state" not in source.text


def test_repository_names_no_machine():
    """A stranger's checkout lies elsewhere than ours."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    files = [ROOT / name for name in listed.splitlines() if name.endswith(TEXT_FILES)]
    if not files:
        pytest.skip("not a git checkout")

    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        if path.exists()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if MACHINE_PATHS.search(line)
    ]

    assert not found


def test_the_checks_see_what_they_forbid():
    """A planted offence of each kind is found."""
    code = (
        'import streamlit as st\n\n@st.cache_data\ndef f():\n    try:\n        return "https://fonts.example/x"\n'
        "    except (ValueError, Exception):\n        pass\n"
    )
    tree = Source("pages.planted", ROOT / "pages" / "planted.py", code).tree

    assert handlers(tree) == [7]
    assert handlers(ast.parse("try:\n    f()\nexcept:\n    pass\n")) == [3]
    assert not handlers(ast.parse("try:\n    f()\nexcept BaseException:\n    g()\n    raise\n"))
    assert list(calls_of(tree, "st")) == [("cache_data", 3)]
    assert [text for text, _ in strings_of(tree)] == ["https://fonts.example/x"]
    assert long_functions(tree, 3) == ["f: 4 lines"]


@pytest.mark.parametrize("source", sources(*ENGINE_WRITERS, "ui", "pages", "app.py"), ids=lambda source: source.name)
def test_numbers_for_people_are_rounded_in_one_place(source):
    """`fixed` and `signed` never write a zero below zero; an f-string does (-0.004 reads -0.00)."""
    assert not decimals_of(source.tree), f"use {DECIMALS_HOME}"


def test_own_decimals_are_seen():
    """The rule above sees a format of its own, and lets counts and shares be."""
    tree = ast.parse('a = f"{x:.2f} {x:+.1f}"\nb = f"{x:,} {x:,.0f} {x:.0%} {x}"\n')

    assert decimals_of(tree) == [1, 1]
