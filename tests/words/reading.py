"""All that a visitor can read on a page: texts, labels, helps, table heads and cells, figures and their hovers."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from google.protobuf.message import Message
from streamlit.testing.v1 import AppTest

from tests.charts.drawn import unpacked

UNREAD = {
    "id", "form_id", "key", "icon", "spec", "config", "page", "page_script_hash", "deferred_file_id", "url", "format",
    "type", "tag", "element_type", "color", "script_run_id", "arrow_data", "columns", "element_id", "query_param_key",
    "fragment_id", "anchor", "language", "gap", "vega_lite_spec", "selection_mode", "accept", "theme", "user_key",
    "mime", "filename",
}  # fmt: skip
HEARD_IN_PLOTLY = {"text", "name", "hovertemplate", "customdata", "ticktext", "hovertext"}
HEARD_IN_VEGA = {"title", "text", "description"}
WORD = r"[A-Za-z][A-Za-z'’-]*"
RUN = re.compile(rf"{WORD}(?:[ ,.;:()]+{WORD}){{2,}}")
CODE = re.compile(r"<(script|style)>[\s\S]*?</\1>|`[^`]*`|:[a-z-]+/\w+:|:[a-z-]+\[|%\{[^}]*\}|<[^>]*>|\*+|\\")
SAME_EVERYWHERE = ("JSON Lines", "Large files")


def english_run(said: str) -> str | None:
    """Three or more Latin words in a row, outside of code and of names that every language has; None without."""
    rest = CODE.sub(" ", said)
    for name in SAME_EVERYWHERE:
        rest = rest.replace(name, "")
    run = RUN.search(rest)
    return run.group() if run else None


def read_on(app: AppTest) -> Iterator[tuple[str, str]]:
    """Kind of the element and text, of everything on the page."""
    for node in app._tree:
        proto = getattr(node, "proto", None)
        if isinstance(proto, Message):
            for said in _of(node.type, proto):
                yield node.type, said


def _of(kind: str, proto: Message) -> Iterator[str]:
    yield from _strings(proto)
    if kind == "plotly_chart":
        yield from _heard(unpacked(json.loads(proto.spec)), HEARD_IN_PLOTLY)
    if kind in ("vega_lite_chart", "arrow_vega_lite_chart"):
        yield from _heard(json.loads(proto.spec), HEARD_IN_VEGA)
        for data in [proto.data, *(named.data for named in proto.datasets)]:
            yield from _cells(data.data)
    if kind == "dataframe":
        yield from _cells(proto.arrow_data.data)
        yield from _heard(json.loads(proto.columns or "{}"), {"label", "help"})


def _strings(proto: Message) -> Iterator[str]:
    """Every text field of a message and of the messages in it, but for those that nobody reads."""
    for field, value in proto.ListFields():
        if field.name in UNREAD:
            continue
        for part in [value] if isinstance(value, str | Message | bytes | int | float) else list(value):
            if isinstance(part, Message):
                yield from _strings(part)
            elif isinstance(part, str):
                yield part


def _heard(value: Any, names: set[str], inside: bool = False) -> Iterator[str]:
    """Texts under the given names anywhere in a specification."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _heard(part, names, inside or name in names)
    elif isinstance(value, list):
        for part in value:
            yield from _heard(part, names, inside)
    elif inside and isinstance(value, str):
        yield value


def _cells(arrow: bytes) -> Iterator[str]:
    """Heads and texts of a table."""
    if not arrow:
        return
    frame = pa.ipc.open_stream(io.BytesIO(arrow)).read_all()
    for name, column in zip(frame.column_names, frame.columns, strict=True):
        yield name
        if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
            yield from {str(part) for part in column.to_pylist() if part}
