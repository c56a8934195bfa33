"""The same votes as the exports of other tools would hold them; written by what their documentation says."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

LETTERS = {"0": "no", "1": "yes"}


@dataclass(frozen=True)
class Vote:
    """One label by one annotator, of an output of one system."""

    item: str
    annotator: str
    label: str
    system: str = "m1"
    gold: str = ""


Writer = Callable[[Sequence[Vote]], str]


def delimited(rows: Iterable[Mapping[str, object]], separator: str = ",") -> str:
    """Rows as delimited text, every name that occurs as a column."""
    found = list(rows)
    names = list(dict.fromkeys(name for row in found for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="", delimiter=separator, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue()


def lines_of(rows: Iterable[Mapping[str, object]]) -> str:
    """JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)


def by_item(votes: Sequence[Vote]) -> list[tuple[Vote, list[Vote]]]:
    """The votes on each item, with one that speaks for the item."""
    ordered = sorted(votes, key=lambda vote: (vote.item, vote.system))
    groups = [list(group) for _, group in groupby(ordered, key=lambda vote: (vote.item, vote.system))]
    return [(group[0], group) for group in groups]


def plain(votes: Sequence[Vote]) -> str:
    """Our own columns."""
    return delimited({"item_id": vote.item, "annotator_id": vote.annotator, "label": vote.label,
                      "gold_label": vote.gold, "system": vote.system} for vote in votes)  # fmt: skip


def renamed(item: str, annotator: str, label: str, **more: str) -> Writer:
    """One row per vote under other names."""
    return lambda votes: delimited(
        {item: vote.item, annotator: vote.annotator, label: vote.label,
         **{name: getattr(vote, field) for name, field in more.items()}}
        for vote in votes
    )  # fmt: skip


def toloka(votes: Sequence[Vote]) -> str:
    """Two input fields, a control task, a declined assignment that says the opposite."""
    rows: list[dict[str, object]] = [
        {"INPUT:text": vote.item, "INPUT:model": vote.system, "OUTPUT:result": vote.label, "GOLDEN:result": vote.gold,
         "HINT:text": "", "ASSIGNMENT:assignment_id": f"a{at}", "ASSIGNMENT:worker_id": vote.annotator,
         "ASSIGNMENT:status": "APPROVED"}
        for at, vote in enumerate(votes)
    ]  # fmt: skip
    declined = {**rows[0], "OUTPUT:result": "0", "ASSIGNMENT:worker_id": "declined", "ASSIGNMENT:status": "REJECTED"}
    return delimited([*rows, declined], "\t")


def mturk(votes: Sequence[Vote]) -> str:
    """A batch with a rejected assignment."""
    rows: list[dict[str, object]] = [
        {"HITId": vote.item, "HITTypeId": "T", "AssignmentId": f"A{at}", "WorkerId": vote.annotator,
         "AssignmentStatus": "Submitted", "Input.text": "a text, with a comma", "Input.model": vote.system,
         "Input.gold": vote.gold, "Answer.good": vote.label, "Approve": "", "Reject": ""}
        for at, vote in enumerate(votes)
    ]  # fmt: skip
    return delimited([*rows, {**rows[0], "WorkerId": "rejected", "AssignmentStatus": "Rejected"}])


def label_studio(votes: Sequence[Vote]) -> str:
    """Tasks with annotations by id or by e-mail, a cancelled one, gold as a ground truth annotation."""

    def annotation(who: object, label: str, **flags: bool) -> dict[str, object]:
        result = {"from_name": "good", "to_name": "text", "type": "choices", "value": {"choices": [LETTERS[label]]}}
        return {
            "id": 1,
            "completed_by": who,
            "was_cancelled": False,
            "ground_truth": False,
            "result": [result],
            **flags,
        }

    tasks = []
    for first, group in by_item(votes):
        given = [annotation({"id": 3, "email": vote.annotator}, vote.label) for vote in group]
        given.append(annotation(99, "0", was_cancelled=True))
        given += [annotation(98, first.gold, ground_truth=True)] if first.gold else []
        tasks.append({"id": first.item, "data": {"text": "x", "model": first.system}, "annotations": given})
    return json.dumps(tasks, indent=1)


def label_studio_csv(votes: Sequence[Vote]) -> str:
    """The table of the same platform."""
    return delimited(
        {"annotation_id": at, "annotator": vote.annotator, "created_at": "2025", "good": LETTERS[vote.label],
         "id": vote.item, "lead_time": 3.2 + at, "system": vote.system, "gold_label": vote.gold,
         "was_cancelled": "False"}
        for at, vote in enumerate(votes)
    )  # fmt: skip


def argilla(votes: Sequence[Vote]) -> str:
    """Records with responses by question."""
    return json.dumps([
        {"id": first.item, "fields": {"text": "x"}, "metadata": {"model": first.system, "gold": first.gold or None},
         "suggestions": {"good": {"value": "yes", "agent": "model"}},
         "responses": {"good": [{"value": LETTERS[vote.label], "user_id": vote.annotator} for vote in group]}}
        for first, group in by_item(votes)
    ])  # fmt: skip


def argilla_server(votes: Sequence[Vote]) -> str:
    """Records with responses by user, one of them discarded."""
    return json.dumps([
        {"id": first.item, "fields": {"text": "x"}, "metadata": {"model": first.system, "gold": first.gold or None},
         "responses": [
             {"user_id": vote.annotator, "status": "submitted", "values": {"good": {"value": LETTERS[vote.label]}}}
             for vote in group
         ] + [{"user_id": "nobody", "status": "discarded", "values": {"good": {"value": "yes"}}}]}
        for first, group in by_item(votes)
    ])  # fmt: skip


def argilla_flat(votes: Sequence[Vote], written: Callable[[list[str]], object]) -> list[dict[str, object]]:
    """Flattened records, lists as `written`, with a draft at the end of each."""
    return [
        {"id": first.item, "status": "completed", "_server_id": "s", "text": "x", "metadata.model": first.system,
         "metadata.gold": first.gold, "good.responses": written([*(LETTERS[vote.label] for vote in group), "yes"]),
         "good.responses.users": written([*(vote.annotator for vote in group), "nobody"]),
         "good.responses.status": written([*("submitted" for _ in group), "draft"]),
         "good.suggestion": "yes", "good.suggestion.score": "", "good.suggestion.agent": "model"}
        for first, group in by_item(votes)
    ]  # fmt: skip


def numpy_text(parts: list[str]) -> str:
    """A list as the text of an array: no commas."""
    return "[" + " ".join(f"'{part}'" for part in parts) + "]"


def argilla_older(votes: Sequence[Vote]) -> str:
    """Records of the first kind of data set: lists inside each question."""
    return lines_of(
        {"text": "x", "model": first.system, "gold": first.gold, "external_id": first.item,
         "good": {"user_id": [vote.annotator for vote in group], "value": [LETTERS[vote.label] for vote in group],
                  "status": ["submitted" for _ in group]}}
        for first, group in by_item(votes)
    )  # fmt: skip


def mturk_options(votes: Sequence[Vote]) -> str:
    """A column per option, TRUE for the chosen one."""
    return delimited(
        {"HITId": vote.item, "WorkerId": vote.annotator, "AssignmentStatus": "Approved", "Input.model": vote.system,
         "Input.gold": vote.gold, "Answer.good.yes": str(vote.label == "1").upper(),
         "Answer.good.no": str(vote.label == "0").upper(), "Approve": ""}
        for vote in votes
    )  # fmt: skip


def label_studio_min(votes: Sequence[Vote]) -> str:
    """JSON_MIN with wrapped answers."""
    return json.dumps([
        {"id": vote.item, "text": f"text {at}", "system": vote.system, "gold_label": vote.gold,
         "annotator": vote.annotator, "annotation_id": at, "created_at": "2025", "lead_time": 1.5 + at,
         "good": [{"rating": int(vote.label)}]}
        for at, vote in enumerate(votes)
    ])  # fmt: skip


def labelbox_checklist(votes: Sequence[Vote]) -> str:
    """A checklist with one answer each."""
    return lines_of(
        {"data_row": {"id": "c1", "global_key": first.item},
         "projects": {"p": {"name": "P", "labels": [
             {"id": "l", "label_details": {"created_by": vote.annotator}, "annotations": {"classifications":
                 [{"name": "good", "checklist_answers": [{"name": "?", "value": LETTERS[vote.label]}]}]}}
             for vote in group]}}}
        for first, group in by_item(votes)
    )  # fmt: skip


def labelbox(votes: Sequence[Vote]) -> str:
    """Data rows with labels and a radio answer. The export knows neither systems nor gold."""
    return lines_of(
        {"data_row": {"id": "c1", "global_key": first.item},
         "projects": {"p": {"name": "P", "labels": [
             {"id": "l", "label_details": {"created_by": vote.annotator}, "annotations": {"classifications":
                 [{"name": "good", "value": "good", "radio_answer": {"name": "?", "value": LETTERS[vote.label]}}]}}
             for vote in group]}}}
        for first, group in by_item(votes)
    )  # fmt: skip


def prodigy(votes: Sequence[Vote]) -> str:
    """Binary answers."""
    answers = {"0": "reject", "1": "accept"}
    return lines_of(
        {"text": "x", "label": "GOOD", "_input_hash": vote.item, "_task_hash": 1, "answer": answers[vote.label],
         "_annotator_id": vote.annotator, "_session_id": vote.annotator,
         "meta": {"model": vote.system, "gold": vote.gold or None}}
        for vote in votes
    )  # fmt: skip


def prodigy_choice(votes: Sequence[Vote]) -> str:
    """Chosen options."""
    return lines_of(
        {"text": "x", "_input_hash": vote.item, "options": [{"id": "yes"}, {"id": "no"}], "answer": "accept",
         "accept": [LETTERS[vote.label]], "_session_id": vote.annotator,
         "meta": {"model": vote.system, "gold": vote.gold or None}}
        for vote in votes
    )  # fmt: skip


def doccano(votes: Sequence[Vote]) -> str:
    """Documents of one user, who is named in each."""
    return lines_of(
        {"id": vote.item, "data": "x", "label": [vote.label], "username": vote.annotator, "model": vote.system,
         "gold": vote.gold or None} for vote in votes
    )  # fmt: skip


def langsmith(votes: Sequence[Vote]) -> str:
    """Feedback with its source as an object."""
    return lines_of(
        {"id": at, "session_id": vote.system, "run_id": vote.item, "key": "correct", "score": int(vote.label),
         "value": None, "feedback_source": {"type": "app", "user_id": vote.annotator}, "gold_label": vote.gold}
        for at, vote in enumerate(votes)
    )  # fmt: skip


def langfuse(votes: Sequence[Vote]) -> str:
    """Scores of the scheduled export."""
    return delimited(
        {"id": at, "trace_id": vote.item, "observation_id": "", "name": "correct", "value": vote.label,
         "string_value": "True" if vote.label == "1" else "False", "data_type": "BOOLEAN", "source": "ANNOTATION",
         "author_user_id": vote.annotator, "system": vote.system, "gold_label": vote.gold}
        for at, vote in enumerate(votes)
    )  # fmt: skip


def langfuse_api(votes: Sequence[Vote]) -> str:
    """Scores of the interface, under "data"."""
    rows = [
        {"id": at, "traceId": vote.item, "name": "correct", "value": int(vote.label), "source": "ANNOTATION",
         "authorUserId": vote.annotator, "system": vote.system, "gold_label": vote.gold}
        for at, vote in enumerate(votes)
    ]  # fmt: skip
    return json.dumps({"data": rows, "meta": {"page": 1}})


def phoenix(votes: Sequence[Vote]) -> str:
    """A saved data frame."""
    return delimited(
        {"span_id": vote.item, "annotation_name": "correct", "annotator_kind": "HUMAN", "identifier": vote.annotator,
         "result.label": "", "result.score": f"{vote.label}.0", "system": vote.system, "gold_label": vote.gold}
        for vote in votes
    )  # fmt: skip


def phoenix_api(votes: Sequence[Vote]) -> str:
    """The answer of the interface."""
    rows = [
        {"span_id": vote.item, "name": "correct", "annotator_kind": "HUMAN", "identifier": "",
         "user_id": vote.annotator,
         "result": {"label": vote.label, "score": 0.5}, "system": vote.system, "gold_label": vote.gold}
        for vote in votes
    ]  # fmt: skip
    return json.dumps({"data": rows, "next_cursor": None})


def wide(votes: Sequence[Vote]) -> str:
    """One column per annotator."""
    people = sorted({vote.annotator for vote in votes})
    return delimited(
        {"item_id": first.item, **dict.fromkeys(people, ""), **{vote.annotator: vote.label for vote in group},
         "model": first.system, "gold": first.gold}
        for first, group in by_item(votes)
    )  # fmt: skip


def mqm(votes: Sequence[Vote]) -> str:
    """Marked errors; a bad segment has a minor one as well, and quotes stand as they are."""
    names = [
        "system",
        "doc",
        "docSegId",
        "globalSegId",
        "rater",
        "source",
        "target",
        "category",
        "severity",
        "metadata",
    ]
    rows = [names]
    for vote in votes:
        for severity in {"0": ("Minor", "Major"), "1": ("Minor",), "2": ("No-error",)}[vote.label]:
            rows.append([vote.system, "d", "1", vote.item, vote.annotator, '"open', "t", "c", severity, '{"a":"b"}'])
    return "".join("\t".join(row) + "\n" for row in rows)


# Layout option, writer, and which of the vote's facts the export can tell beside item, annotator and label.
BOTH = ("system", "gold")
EXPORTS: dict[str, tuple[str, Writer, tuple[str, ...]]] = {
    "crowdkit": ("crowdkit", renamed("task", "worker", "label"), ()),
    "cleanlab": ("cleanlab_long", renamed("task", "annotator", "label"), ()),
    "question_worker": ("question_worker", renamed("question", "worker", "answer"), ()),
    "stableval": ("stableval", renamed("item_id", "annotator_id", "label", agent_id="system"), ("system",)),
    "toloka": ("toloka", toloka, BOTH),
    "mturk": ("mturk", mturk, BOTH),
    "label_studio": ("label_studio", label_studio, BOTH),
    "label_studio_csv": ("label_studio_csv", label_studio_csv, BOTH),
    "argilla": ("argilla", argilla, BOTH),
    "argilla by user": ("argilla", argilla_server, BOTH),
    "argilla table": ("argilla_table", lambda votes: delimited(argilla_flat(votes, str)), BOTH),
    "argilla table of arrays": ("argilla_table", lambda votes: delimited(argilla_flat(votes, numpy_text)), BOTH),
    "argilla table in JSON": ("argilla_table", lambda votes: lines_of(argilla_flat(votes, list)), BOTH),
    "argilla older": ("argilla_table", argilla_older, BOTH),
    "mturk options": ("mturk", mturk_options, BOTH),
    "label_studio_min": ("label_studio_csv", label_studio_min, BOTH),
    "labelbox": ("labelbox", labelbox, ()),
    "labelbox checklist": ("labelbox", labelbox_checklist, ()),
    "prodigy": ("prodigy", prodigy, BOTH),
    "prodigy choice": ("prodigy", prodigy_choice, BOTH),
    "doccano": ("doccano", doccano, BOTH),
    "langsmith": ("langsmith", langsmith, BOTH),
    "langfuse": ("langfuse", langfuse, BOTH),
    "langfuse_api": ("langfuse_api", langfuse_api, BOTH),
    "phoenix": ("phoenix", phoenix, BOTH),
    "phoenix_api": ("phoenix_api", phoenix_api, BOTH),
    "wide": ("wide", wide, BOTH),
}
