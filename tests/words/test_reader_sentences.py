"""All that the reader says can be said in Chinese: every template has its Chinese, and no remark is half English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hero_core.reading.layouts import LAYOUTS
from hero_core.reading.layouts.companions import COMPANIONS
from hero_core.reading.messages import CATALOGUE
from hero_core.saying import ForShell, Said
from hero_core.words import speaking, told, zh
from tests.conftest import ROOT
from tests.words.messy import remarks
from tests.words.test_chinese import RUN
from tests.words.test_languages import PLURAL, placeholders

ENGINE = ROOT / "hero_core"
ALONE = ("rounds", "mismatches", "mixups", "lookalikes", "links", "annotations", "facts")
SOURCES = [*sorted((ENGINE / "reading").rglob("*.py")), *(ENGINE / f"{name}.py" for name in ALONE)]
FROM_TABLES = {"message", "remedy", "place", "other.cure"}  # arguments of `said` whose templates are in `tables`
ERRORS = {"HeroError", "ReadError", "SettingsError", "Refused", "RepeatedKey"}
QUOTED = re.compile(r'"[^"]*"|\([^()]*="[^()]*\)')  # values of the file, and a line of Python
COLUMNS = re.compile(r"\b[a-zA-Z]+(?:[_.:]+[a-zA-Z]+)+\b|\bmodel_a|\bmodel_b")
FIELDS = re.compile(r"\w+(: (\w+|\{answer\}))*")  # a field within fields, such as projects: labels
WORDS = re.compile("[a-z]{2,}")
NAMES = {
    "f'{asked}: user_id'", "f'{asked}: value'", "f'{pair} first'", "f'{pair} second'", "f'column {at + 1}'",
    "f'{len(cells):,} cells in {opened.metadata.num_rows:,} rows'",
}  # fmt: skip
SILENT = {  # it takes large or broken files, or a library that need not be there
    "bomb", "column_type", "huge_cell", "layout_no_votes", "too_big", "unreadable_rows", "workbook_sheet",
}  # fmt: skip


def said_calls(tree: ast.AST) -> Iterator[ast.expr]:
    """First argument of every call of `said`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "said":
            yield node.args[0]


def named_texts(tree: ast.AST) -> dict[str, str]:
    """Texts that have a name in a module."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.update({target.id: node.value.value for target in node.targets if isinstance(target, ast.Name)})
    return found


def templates_in(path: Path) -> Iterator[str]:
    """Every template of a module: literals, names of literals, and either side of a choice."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = named_texts(tree)
    for argument in said_calls(tree):
        for part in (argument.body, argument.orelse) if isinstance(argument, ast.IfExp) else (argument,):
            if isinstance(part, ast.Constant):
                yield part.value
            elif ast.unparse(part) in texts:
                yield texts[ast.unparse(part)]
            else:
                assert ast.unparse(part) in FROM_TABLES, f"{path.name}:{part.lineno} says what no test can find"


def tables() -> Iterator[str]:
    """Templates that stand in tables: messages and remedies, cures of other files, places of answers in words."""
    for _, message, remedy, *_ in CATALOGUE.values():
        yield from (message, remedy)
    yield from (companion.cure for companion in COMPANIONS)
    for layout in LAYOUTS:
        yield from (place for place in getattr(layout, "where", {}).values() if not FIELDS.fullmatch(place))


TEMPLATES = {template for path in SOURCES for template in templates_in(path)} | set(tables())


@pytest.mark.parametrize("template", sorted(TEMPLATES))
def test_every_sentence_of_the_reader_has_its_chinese(template):
    """With the same values; a sentence without one would stand in English on a Chinese page."""
    assert template in zh.SENTENCES
    english, chinese = ({name for name, *_ in placeholders(said)} for said in (template, zh.SENTENCES[template]))
    assert chinese == english - {PLURAL}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_sentence_is_put_together_where_it_cannot_be_translated(path):
    """Messages of findings and errors are no f-strings, sums or joins of texts."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = [word.value for call in calls for word in call.keywords if word.arg in ("message", "remedy", "hint", "cure")]
    made += [argument for call in calls if ast.unparse(call.func) in ERRORS for argument in call.args]
    glued = (ast.JoinedStr, ast.BinOp)
    assert [ast.unparse(value) for value in made if isinstance(value, glued) or ".join(" in ast.unparse(value)] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_words_stand_in_templates_only(path):
    """An f-string with words in it is English in every language; names of fields and columns are no words."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    assert [
        ast.unparse(node) for node in strings if WORDS.search(written(node)) and ast.unparse(node) not in NAMES
    ] == []


def written(node: ast.JoinedStr) -> str:
    """What an f-string holds besides its values."""
    return "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))


def unexplained(sentence: object) -> object:
    """The sentence without what a library gave as the reason: that is quoted as it is."""
    if not isinstance(sentence, Said) or isinstance(sentence, ForShell):
        return sentence
    values = {name: unexplained(part) for name, part in sentence.values.items()}
    if not isinstance(values.get("why", Said("", {})), Said):
        values["why"] = ""
    return Said(sentence.template, values)


def test_remarks_about_messy_files_are_chinese():
    """Outside of what the files hold, names of columns and code, no three English words stand in a row."""
    left = {}
    with speaking("zh"):
        for sentence in remarks():
            chinese = str(told(unexplained(sentence)))
            rest = COLUMNS.sub("·", QUOTED.sub("·", chinese))
            if run := RUN.search(rest):
                left[chinese] = run.group()
    assert left == {}


def test_the_messy_files_make_the_reader_say_nearly_all_it_can():
    """Or the test before would show little."""
    heard = {sentence.template for sentence in remarks() if isinstance(sentence, Said)}
    silent = {code for code, (_, message, *_) in CATALOGUE.items() if message not in heard}

    assert silent <= SILENT
