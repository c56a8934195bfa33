"""Who may import whom: the engine knows nothing of screens, and a module only the modules above it."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from importlib import import_module

import pytest

from tests.layers.source import ROOT, Source, imports_of, product, sources

# A module (or package) of the engine may import the ones named before it, never one named after it.
ORDER = (
    "decimals",
    "graphemes",
    "saying",
    "errors",
    "facts",
    "annotations",
    "results",
    "reading",
    "links",
    "lookalikes",
    "mismatches",
    "mixups",
    "rounds",
    "votetable",
    "merging",
    "roundstore",
    "votes",
    "panel",
    "parameters",
    "likelihood",
    "kept",
    "em",
    "methods",
    "progress",
    "hero",
    "shares",
    "resample",
    "intervals",
    "analytic",
    "covariates",
    "grams",
    "text",
    "solved",
    "provenance",
    "pool",
    "tables",
    "diagnostics",
    "rows",
    "runs",
    "textgain",
    "estimate",
    "slopes",
    "trend",
    "annotators",
    "coefficients",
    "agreementnotes",
    "agreement",
    "compare",
    "measures",
    "classifier",
    "nextvote",
    "items",
    "ranking",
    "standings",
    "target",
    "subsets",
    "curves",
    "stability",
    "goldvalue",
    "votevalue",
    "planning",
    "sensitivity",
    "sidebyside",
    "slices",
    "walk",
    "removals",
    "designs",
    "simulate",
    "trials",
    "published",
    "words",
    "charts",
    "telling",
    "entries",
    "report",
    "",  # hero_core itself: what `import hero_core` offers
    "documents",
    "options",
    "chosen",
    "writing",
    "adding",
    "terminal",
    "simulations",
    "trending",
    "opening",
    "cli",
    "__main__",
)
NUMERICAL = ORDER[: ORDER.index("published") + 1]
NUMERICAL_LIBRARIES = {"numpy", "scipy", "pandas", "pyarrow"}
DRAWING_LIBRARIES = {"plotly", "altair", "jinja2", "markupsafe"}
STREAMLIT_FOLDERS = ("ui", "pages", "app")
NETWORK = {"requests", "urllib3", "httpx", "aiohttp", "socket", "ftplib", "smtplib"}
NETWORK_MODULES = {"urllib.request", "http.client", "http.server"}


def engine_part(module: str) -> str:
    """`em` for hero_core.em, `reading` for hero_core.reading.csv, "" for hero_core."""
    return [*module.split("."), ""][1]


def libraries(source: Source) -> set[str]:
    """Top-level names of everything imported that is neither ours nor the standard library."""
    names = {found.module.split(".")[0] for found in source.imports()}
    return names - set(sys.stdlib_module_names) - {"hero_core", "ui"}


def wrong_direction(source: Source) -> list[str]:
    """Imports of an engine module that stands after the importing one."""
    here = engine_part(source.name)
    parts = {engine_part(found.module) for found in source.imports() if found.module.split(".")[0] == "hero_core"}
    return sorted(part or "hero_core" for part in parts if part != here and ORDER.index(part) > ORDER.index(here))


def test_every_engine_module_has_its_place():
    """A new module is put into the order by decision, not by accident."""
    unknown = {engine_part(source.name) for source in sources("hero_core")} - set(ORDER)

    assert not unknown, f"not in the order of layers: {sorted(unknown)}"


@pytest.mark.parametrize("source", sources("hero_core"), ids=lambda source: source.name)
def test_engine_imports_only_what_stands_before(source):
    """One direction: a result never reaches back into the pages, nor a sum into a report."""
    assert not wrong_direction(source)


@pytest.mark.parametrize("source", sources("hero_core"), ids=lambda source: source.name)
def test_engine_knows_no_screen(source):
    """The engine runs in a notebook, a shell and a cluster; none of them has Streamlit."""
    assert not {found.module.split(".")[0] for found in source.imports()} & {"streamlit", "ui", "pages", "app"}


@pytest.mark.parametrize("source", sources("hero_core"), ids=lambda source: source.name)
def test_engine_uses_few_libraries(source):
    """Numbers come from numpy, scipy, pandas and pyarrow; drawing adds plotly, altair and jinja2, text scikit-learn."""
    allowed = NUMERICAL_LIBRARIES if engine_part(source.name) in NUMERICAL else NUMERICAL_LIBRARIES | DRAWING_LIBRARIES
    allowed = allowed | {"sklearn"} if source.name == "hero_core.text" else allowed

    assert libraries(source) <= allowed


@pytest.mark.parametrize("source", sources("hero_core", "ui", "pages", "app.py"), ids=lambda source: source.name)
def test_imports_are_absolute(source):
    """A relative import hides which layer it reaches."""
    assert not [found for found in source.imports() if found.module.startswith(".")]


@pytest.mark.parametrize("source", sources("hero_core", "ui", "pages", "app.py"), ids=lambda source: source.name)
def test_nothing_opens_a_connection(source):
    """Labels stay on the machine: no code of ours talks to the network."""
    modules = {found.module for found in source.imports()}

    assert not {module.split(".")[0] for module in modules} & NETWORK
    assert not modules & NETWORK_MODULES


@pytest.mark.parametrize("folder", ["hero_core", "ui"])
def test_no_circle_of_imports(folder):
    """Also within a package the files have an order."""
    graph = {source.name: {found.module for found in source.imports()} - {source.name} for source in sources(folder)}
    for name, needs in graph.items():
        needs -= {package for package in needs if name.startswith(f"{package}.")}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"circle of imports: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize(
    "source", [found for found in product() if "__all__" in found.text], ids=lambda each: each.name
)
def test_a_module_has_what_it_offers(source):
    """`from hero_core.charts import *` breaks on a name that is gone."""
    module = import_module(source.name)

    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_pages_do_not_import_each_other():
    """A page arranges; what two pages share lives in ui."""
    for source in sources("pages", "app.py"):
        assert not {found.module.split(".")[0] for found in source.imports()} & {"pages", "app"}


def test_starting_the_engine_is_light():
    """`import hero_core` loads no screen, no drawing, no scikit-learn and not scipy.stats: each takes a second."""
    code = "import sys, hero_core; print([name for name in {names} if name in sys.modules])"
    names = ["streamlit", "plotly", "altair", "scipy.stats", "jinja2", "sklearn"]

    answer = subprocess.run(
        [sys.executable, "-c", code.format(names=names)], capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert answer.stdout.strip() == "[]"


def test_the_walk_sees_hidden_imports():
    """The tests above would be worthless if an import inside a function escaped them."""
    code = (
        "def f():\n    import streamlit as st\n    from hero_core import em\n    from hero_core.reading import read\n"
    )

    assert {found.module for found in imports_of(ast.parse(code))} >= {"streamlit", "hero_core.em"}


def test_an_import_upwards_is_noticed():
    """A module of sums that reaches for the report is caught."""
    source = Source("hero_core.em", ROOT / "hero_core" / "em.py", "from hero_core.report import html\n")

    assert wrong_direction(source) == ["report"]
