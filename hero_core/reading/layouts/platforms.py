"""Labelling platforms whose exports nest the answers: Label Studio, Labelbox, doccano, Prodigy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hero_core.reading.header import fold_name, is_known
from hero_core.reading.layouts.base import FILE, Flat, Found, Nested, Vote, carried
from hero_core.reading.records import Record, Records, text
from hero_core.saying import said

MOST_ANSWERS = 20
VALUES = ("choices", "rating", "number", "selected", "taxonomy", "text")


def _part(record: object, name: str) -> Any:
    return record.get(name) if isinstance(record, dict) else None


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: object) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _studio_answers(annotation: Record) -> dict[str, str]:
    """Answer of each control of a Label Studio annotation."""
    found: dict[str, str] = {}
    for result in _dicts(annotation.get("result")):
        value = _part(result, "value")
        kind = next((kind for kind in VALUES if _part(value, kind) is not None), None)
        if kind is not None:
            found[text(result.get("from_name"))] = text(_part(value, kind))
    return found


def studio_votes(task: Record) -> Iterator[tuple[str, Vote]]:
    """Annotations that were sent; a ground truth annotation is the gold of the task and no vote."""
    annotations = _dicts(task.get("annotations") or task.get("completions"))
    gold: dict[str, str] = {}
    for annotation in annotations:
        if annotation.get("ground_truth") is True:
            gold |= _studio_answers(annotation)
    beside = carried(_dict(task.get("data")))
    for annotation in annotations:
        if annotation.get("was_cancelled") is True or annotation.get("ground_truth") is True:
            continue
        who = annotation.get("completed_by")
        name = text(_part(who, "email") or _part(who, "id") if isinstance(who, dict) else who)
        for answer, label in _studio_answers(annotation).items():
            vote = {**beside, "item_id": text(task.get("id")), "annotator_id": name, "label": label}
            yield answer, {**vote, "gold_label": gold[answer]} if answer in gold else vote


LABEL_STUDIO = Nested(
    name="label_studio",
    title=said("Label Studio export (JSON)"),
    source="labelstud.io/guide/task_format: annotations, completed_by, result, from_name, value, ground_truth",
    suffix="json",
    look=lambda records: (
        {"id", "data"} <= set(records.header) and any(name in records.header for name in ("annotations", "completions"))
    ),
    explode=studio_votes,
    where={
        "item_id": "id",
        "annotator_id": "annotations: completed_by",
        "label": "annotations: result with from_name {answer}",
        "gold_label": "annotations with ground_truth",
        "system": "data (a usual name such as model)",
    },
    sample=(
        '[{"id": 1, "data": {"text": "first", "model": "m1"}, "annotations": [\n'
        '  {"id": 11, "completed_by": {"id": 5, "email": "ana@example.org"}, "was_cancelled": false, "ground_truth":'
        ' false,\n   "result": [{"from_name": "good", "to_name": "text", "type": "choices", "value": {"choices":'
        ' ["yes"]}}]},\n'
        '  {"id": 12, "completed_by": 7, "was_cancelled": false, "ground_truth": false,\n'
        '   "result": [{"from_name": "good", "to_name": "text", "type": "choices", "value": {"choices": ["no"]}}]},\n'
        '  {"id": 13, "completed_by": 9, "was_cancelled": false, "ground_truth": true,\n'
        '   "result": [{"from_name": "good", "to_name": "text", "type": "choices", "value": {"choices": ["yes"]}}]}\n'
        "]}]\n"
    ),
    note=said(
        "Cancelled annotations are left out; a ground truth annotation becomes the gold of its task and no vote."
    ),
)
STUDIO_OWN = frozenset({"annotator", "annotation_id", "created_at", "updated_at", "lead_time", "was_cancelled", "id",
                        "agreement"})  # fmt: skip


def studio_cell(value: object) -> str:
    """An answer as text: yes, or what is in {"choices": ["a", "b"]} or [{"rating": 4}], also as JSON text."""
    written = text(value).strip()
    if isinstance(value, str) and written[:1] in ("{", "["):
        try:
            value = json.loads(written)
        except (ValueError, RecursionError):
            return written
    parts = [value] if isinstance(value, dict) else _dicts(value)
    kinds = [(part, next((kind for kind in VALUES if kind in part), None)) for part in parts]
    if not parts or any(kind is None for _, kind in kinds):
        return written
    return text([text(part[kind]) for part, kind in kinds if kind is not None])


@dataclass(frozen=True, kw_only=True)
class StudioTable(Flat):
    """The answers stand among the fields of the task; those with few different values may be the label."""

    def _labels(self, records: Records) -> list[str]:
        free = [name for name in records.header if fold_name(name) not in STUDIO_OWN and not is_known(name)]
        return [name for name in free if self._has_answers(records, name)]

    def _label(self, records: Records, answer: str | None) -> str:
        return answer or self._labels(records)[0]

    def answers(self, records: Records) -> tuple[str, ...]:
        """Columns that may hold the label, if there are several."""
        found = self._labels(records)
        return tuple(found) if len(found) > 1 else ()

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """One vote per annotation, its answer without what the export wraps around it."""
        label = self._label(records, answer)
        rows: list[Record] = [{**row, label: studio_cell(row.get(label))} for row in records.rows]
        seen = Records(file=records.file, header=records.header, rows=rows, lines=records.lines)
        yield from super().votes(seen, answer)

    def columns(self, records: Records) -> dict[str, str] | None:
        """Never a mere renaming: cells may be wrapped."""
        return None

    @staticmethod
    def _has_answers(records: Records, name: str) -> bool:
        values = [studio_cell(row.get(name)) for row in records.rows]
        filled = [value for value in values if value]
        return bool(filled) and len(set(filled)) <= min(MOST_ANSWERS, max(2, len(filled) - 1))


LABEL_STUDIO_TABLE = StudioTable(
    name="label_studio_csv",
    title=said("Label Studio export (CSV or JSON_MIN)"),
    source="github.com/HumanSignal/label-studio-converter exports/csv2.py: id, annotator, annotation_id; answers that "
    "are no plain text as JSON",
    nested=False,
    needs=("id", "annotator", "annotation_id"),
    item=("id",),
    annotator=("annotator",),
    label="*",
    drop={"was_cancelled": frozenset({"true"})},
    sample=(
        '"annotation_id","annotator","created_at","good","id","lead_time","text","updated_at","was_cancelled"\n'
        '11,"ana@example.org","2025-01-01","yes",1,4.2,"first text","2025-01-01","False"\n'
        '12,"bo@example.org","2025-01-01","no",1,3.1,"first text","2025-01-01","False"\n'
        '13,"ana@example.org","2025-01-01","no",2,3.3,"second text","2025-01-01","False"\n'
        '14,"cy@example.org","2025-01-01","no",3,3.3,"third text","2025-01-01","False"\n'
    ),
    note=said("Cancelled annotations are left out."),
)


def labelbox_votes(row: Record) -> Iterator[tuple[str, Vote]]:
    """Classifications of every label of the data row."""
    data = row.get("data_row")
    projects = row.get("projects")
    item = text(_part(data, "global_key") or _part(data, "id"))
    for project in _dict(projects).values():
        for label in _dicts(_part(project, "labels")):
            who = text(_part(label.get("label_details"), "created_by"))
            for answer in _dicts(_part(label.get("annotations"), "classifications")):
                vote = {"item_id": item, "annotator_id": who, "label": _labelbox_answer(answer)}
                yield text(answer.get("name")), vote


def _labelbox_answer(answer: dict[str, Any]) -> str:
    chosen = [answer["radio_answer"]] if answer.get("radio_answer") else _dicts(answer.get("checklist_answers"))
    if chosen:
        return text([_part(one, "value") or _part(one, "name") for one in chosen])
    return text(_part(answer.get("text_answer"), "content"))


LABELBOX = Nested(
    name="labelbox",
    title=said("Labelbox export (NDJSON)"),
    source="docs.labelbox.com/reference/export-quick-reference and export-text-annotations",
    suffix="ndjson",
    look=lambda records: {"data_row", "projects"} <= set(records.header),
    explode=labelbox_votes,
    where={
        "item_id": "data_row: global_key (or id)",
        "annotator_id": "projects: labels: label_details: created_by",
        "label": "projects: labels: annotations: classifications: {answer}",
    },
    sample=(
        '{"data_row": {"id": "c1", "global_key": "first"}, "projects": {"p1": {"name": "Demo", "labels": ['
        '{"id": "l1", "label_details": {"created_by": "ana@example.org"}, "annotations": {"objects": [],'
        ' "classifications": [{"name": "good", "value": "good", "radio_answer": {"name": "Yes", "value": "yes"}}]}},'
        '{"id": "l2", "label_details": {"created_by": "bo@example.org"}, "annotations": {"objects": [],'
        ' "classifications": [{"name": "good", "value": "good", "radio_answer": {"name": "No", "value": "no"}}]}}'
        "]}}}\n"
    ),
    note=said("The export needs label_details: they name who labelled."),
)


def doccano_votes(record: Record) -> Iterator[tuple[str, Vote]]:
    """The category of a document; who gave it is the name of the file."""
    who = text(record.get("user") or record.get("username") or record[FILE])
    prompt = text(record.get("data") or record.get("text"))
    beside = carried({name: value for name, value in record.items() if name not in ("id", "label", "data", "text")})
    yield "label", {**beside, "prompt": prompt, "item_id": text(record.get("id")), "annotator_id": who,
                    "label": text(record.get("label"))}  # fmt: skip


def _is_doccano(records: Records) -> bool:
    names = set(records.header)
    lists = [row.get("label") for row in records.rows]
    return (
        {"id", "label"} <= names and bool(names & {"data", "text"}) and "annotator_id" not in names
        and all(isinstance(value, list) and all(isinstance(one, str) for one in value) for value in lists)
    )  # fmt: skip


DOCCANO = Nested(
    name="doccano",
    title=said("doccano export (JSONL)"),
    source="github.com/doccano/doccano backend/data_export: id, data (or text), label; one file per user",
    suffix="jsonl",
    look=_is_doccano,
    explode=doccano_votes,
    where={"item_id": "id", "annotator_id": "the name of the file", "label": "label", "prompt": "data (or text)"},
    sample='{"id": 1, "data": "first", "label": ["1"]}\n{"id": 2, "data": "second", "label": ["0"]}\n',
    note=said("A zip archive with one file per annotator is read as a whole."),
)
PRODIGY_ANSWERS = {"accept": "1", "reject": "0"}


def prodigy_votes(task: Record) -> Iterator[tuple[str, Vote]]:
    """A chosen option, or accept and reject as 1 and 0; ignored tasks are no votes."""
    who = text(task.get("_annotator_id") or task.get("_session_id") or task[FILE])
    beside = carried({**_dict(task.get("meta")), **_plain(task)})
    answer, chosen = text(task.get("answer")), task.get("accept")
    options = isinstance(chosen, list) and "options" in task
    label = (text(chosen) if answer == "accept" else "") if options else PRODIGY_ANSWERS.get(answer, "")
    asked = "choice" if options else text(task.get("label")) or "answer"
    yield asked, {**beside, "item_id": text(task.get("_input_hash")), "annotator_id": who, "label": label}


def _plain(task: Record) -> dict[str, Any]:
    return {name: value for name, value in task.items() if isinstance(value, str) and name not in ("label", "answer")}


PRODIGY = Nested(
    name="prodigy",
    title=said("Prodigy annotations (JSONL)"),
    source="prodi.gy/docs/api-interfaces: answer, _input_hash, _annotator_id; the list accept is not confirmed there",
    suffix="jsonl",
    look=lambda records: {"answer", "_input_hash"} <= set(records.header),
    explode=prodigy_votes,
    where={
        "item_id": "_input_hash",
        "annotator_id": "_annotator_id (or _session_id)",
        "label": "answer to {answer}: accept = 1, reject = 0, or the chosen option",
        "prompt": "text",
    },
    sample=(
        '{"text": "first", "label": "GOOD", "_input_hash": 101, "_task_hash": 201, "answer": "accept",'
        ' "_annotator_id": "db-ana", "_session_id": "db-ana"}\n'
        '{"text": "first", "label": "GOOD", "_input_hash": 101, "_task_hash": 201, "answer": "reject",'
        ' "_annotator_id": "db-bo", "_session_id": "db-bo"}\n'
        '{"text": "second", "label": "GOOD", "_input_hash": 102, "_task_hash": 202, "answer": "ignore",'
        ' "_annotator_id": "db-bo", "_session_id": "db-bo"}\n'
    ),
    note=said("Ignored tasks are no votes."),
)

LAYOUTS = (LABEL_STUDIO, LABELBOX, PRODIGY, LABEL_STUDIO_TABLE, DOCCANO)
