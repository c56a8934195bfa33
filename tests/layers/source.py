"""The project's own Python files as syntax trees, and the questions the layer tests ask of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Import:
    """One imported module, as a dotted name, and where."""

    module: str
    line: int


@dataclass(frozen=True)
class Source:
    """One file: its dotted module name, path, text and tree."""

    name: str
    path: Path
    text: str

    @property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text, str(self.path))

    def imports(self) -> list[Import]:
        """Everything imported, also inside functions; `from hero_core import em` counts as hero_core.em."""
        return list(imports_of(self.tree))


def imports_of(tree: ast.AST) -> Iterator[Import]:
    """The modules a tree imports; for `from package import name` both possibilities are one dotted name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                yield Import("." * node.level + (node.module or ""), node.lineno)
            elif is_package(node.module or ""):
                yield from (Import(member(node.module or "", alias.name), node.lineno) for alias in node.names)
            else:
                yield Import(node.module or "", node.lineno)


def is_package(module: str) -> bool:
    """Is the dotted name one of our own packages?"""
    return module.split(".")[0] in ("hero_core", "ui") and (ROOT / module.replace(".", "/")).is_dir()


def member(package: str, name: str) -> str:
    """`package.name` where that is a module, else the package itself."""
    place = ROOT / package.replace(".", "/") / name
    return f"{package}.{name}" if place.is_dir() or place.with_suffix(".py").is_file() else package


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """All Python files under the folders (or the files themselves), by path."""
    files: list[Path] = []
    for folder in folders:
        place = ROOT / folder
        files += [place] if place.is_file() else sorted(place.rglob("*.py"))
    return tuple(Source(module_name(path), path, path.read_text(encoding="utf-8")) for path in files)


def module_name(path: Path) -> str:
    """Dotted name of a file in the project; a package's __init__ has the package's name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def product() -> tuple[Source, ...]:
    """Everything that runs for a user."""
    return sources("hero_core", "ui", "pages", "app.py")


def calls_of(tree: ast.AST, owner: str) -> Iterator[tuple[str, int]]:
    """Attributes read from a name, as in `st.cache_data` with owner "st": (attribute, line)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == owner:
            yield node.attr, node.lineno


def strings_of(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every string in the code except docstrings: (text, line)."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value, node.lineno
