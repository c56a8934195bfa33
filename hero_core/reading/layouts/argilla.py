"""Argilla: records with nested responses, and its flattened tables with one column of lists per question."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hero_core.reading.layouts.base import ROW_NUMBER, Found, Layout, Nested, Vote, carried
from hero_core.reading.records import Record, Records, text
from hero_core.saying import said

UNSENT = frozenset({"draft", "discarded", "pending"})
RESPONSES, USERS, STATUS = ".responses", ".responses.users", ".responses.status"
METADATA = "metadata."
OLD_KEYS = {"user_id", "value", "status"}
ITEMS = ("id", "external_id", "_server_id")
LISTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|([^\s,\[\]()]+)")
NOTHING = frozenset({"none", "null", "nan"})


def argilla_votes(record: Record) -> Iterator[tuple[str, Vote]]:
    """Responses by question, or by user as the server keeps them; drafts and discarded ones are left out."""
    fields, metadata = record.get("fields"), record.get("metadata")
    beside = carried({**_dict(fields), **_dict(metadata)})
    item = text(record.get("id") or record.get("external_id"))
    for question, value, user, status in _responses(record.get("responses")):
        if text(status).casefold() not in UNSENT:
            yield question, {**beside, "item_id": item, "annotator_id": text(user), "label": text(value)}


def _responses(responses: object) -> Iterator[tuple[str, object, object, object]]:
    if isinstance(responses, dict):
        for question, given in responses.items():
            for one in _dicts(given):
                yield question, one.get("value"), one.get("user_id"), one.get("status")
    for one in _dicts(responses):
        values = one.get("values")
        for question, given in _dict(values).items():
            yield question, _dict(given).get("value"), one.get("user_id"), one.get("status")


def _dict(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: object) -> list[Mapping[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def cells_of(value: object) -> list[str]:
    """The entries of a list, also of one that a table holds as text: [1, 2], ['a', 'b'] or ['a' 'b']."""
    if isinstance(value, list | tuple):
        return [text(part) for part in value]
    written = text(value).strip()
    if not written.startswith("["):
        return [written] if written else []
    try:
        return [text(part) for part in json.loads(written)]
    except (ValueError, RecursionError):
        found = ("".join(groups) for groups in LISTED.findall(written[1:].removesuffix("]")))
        return ["" if part.casefold() in NOTHING else part for part in found]


@dataclass(frozen=True, kw_only=True)
class ArgillaTable(Layout):
    """QUESTION.responses with .users and .status beside it, or (older) QUESTION with lists user_id, value, status."""

    def fits(self, records: Records) -> bool:
        """Any question with users."""
        return bool(self._questions(records))

    @staticmethod
    def _questions(records: Records) -> list[str]:
        have = set(records.header)
        flat = [name.removesuffix(RESPONSES) for name in records.header if name.endswith(RESPONSES)]
        found = [name for name in flat if f"{name}{USERS}" in have]
        nested = {name for row in records.rows for name, value in row.items() if _dict(value).keys() >= OLD_KEYS}
        older = [name for name in records.header if name in nested]
        return [*found, *older]

    def answers(self, records: Records) -> tuple[str, ...]:
        """Every question, if there are several."""
        found = self._questions(records)
        return tuple(found) if len(found) > 1 else ()

    @staticmethod
    def _item(records: Records) -> str | None:
        return next((name for name in ITEMS if name in records.header), None)

    def pairing(self, records: Records, answer: str | None) -> dict[str, str]:
        """The columns."""
        asked = answer or self._questions(records)[0]
        flat = f"{asked}{RESPONSES}" in records.header
        where = (f"{asked}{USERS}", f"{asked}{RESPONSES}") if flat else (f"{asked}: user_id", f"{asked}: value")
        beside = {name: name for name in ("system", "prompt") if records.rows and name in _beside(records.rows[0])}
        found = {"item_id": self._item(records) or ROW_NUMBER, "annotator_id": where[0], "label": where[1]}
        return {**found, **{name: said("metadata or fields (a usual name)") for name in beside}}

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """One vote per response that was submitted."""
        asked, item = answer or self._questions(records)[0], self._item(records)
        for number, (line, row) in enumerate(zip(records.lines, records.rows, strict=True), 1):
            vote = {**_beside(row), "item_id": text(row.get(item)) if item else str(number)}
            for value, user, status in _given(row, asked):
                if status.casefold() not in UNSENT and user:
                    yield line, {**vote, "annotator_id": user, "label": value}


def _given(row: Record, asked: str) -> Iterator[tuple[str, str, str]]:
    """Value, user and status of each response to a question."""
    older = _dict(row.get(asked))
    columns = [older.get("value"), older.get("user_id"), older.get("status")] if older else [
        row.get(f"{asked}{RESPONSES}"), row.get(f"{asked}{USERS}"), row.get(f"{asked}{STATUS}")
    ]  # fmt: skip
    values, users, statuses = (cells_of(column) for column in columns)
    for at, user in enumerate(users):
        yield (values[at] if at < len(values) else ""), user, (statuses[at] if at < len(statuses) else "")


def _beside(row: Record) -> Vote:
    """System, prompt and the like among the fields and metadata; the record's own columns apart."""
    names = {name: value for name, value in row.items() if name not in ITEMS and RESPONSES not in name}
    return carried({name.removeprefix(METADATA): value for name, value in names.items()})


ARGILLA = Nested(
    name="argilla",
    title=said("Argilla records (JSON)"),
    source="github.com/argilla-io/argilla records to_list: id, fields, metadata, responses by question with user_id",
    suffix="json",
    look=lambda records: {"id", "fields", "responses"} <= set(records.header),
    explode=argilla_votes,
    where={
        "item_id": "id",
        "annotator_id": "responses: user_id",
        "label": "responses: value of {answer}",
        "system": "metadata or fields (a usual name such as model)",
    },
    sample=(
        '[{"id": "r1", "fields": {"text": "first"}, "metadata": {"model": "m1"}, "suggestions": {}, "responses":\n'
        '   {"good": [{"value": "yes", "user_id": "u1"}, {"value": "no", "user_id": "u2"}]}},\n'
        ' {"id": "r2", "fields": {"text": "second"}, "metadata": {"model": "m1"}, "suggestions": {}, "responses":\n'
        '   {"good": [{"value": "no", "user_id": "u1"}]}}]\n'
    ),
    note=said("Suggestions are not votes; drafts and discarded responses are left out."),
)
ARGILLA_TABLE = ArgillaTable(
    name="argilla_table",
    title=said("Argilla records, flattened (CSV, Parquet or JSON)"),
    source="github.com/argilla-io/argilla records/_io/_generic.py: QUESTION.responses, .responses.users, "
    ".responses.status; how a CSV writes their lists is not confirmed there",
    sample=(
        "id,status,_server_id,text,model,good.responses,good.responses.users,good.responses.status\n"
        "r1,completed,s1,first,m1,\"['yes', 'no']\",\"['u1', 'u2']\",\"['submitted', 'submitted']\"\n"
        "r2,completed,s2,second,m1,\"['no', 'yes']\",\"['u1', 'u2']\",\"['submitted', 'draft']\"\n"
    ),
    note=said("Suggestions are not votes; drafts and discarded responses are left out."),
)

LAYOUTS = (ARGILLA, ARGILLA_TABLE)
