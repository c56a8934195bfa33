"""Tables of crowd work: aggregation libraries, Toloka, Amazon Mechanical Turk, STABLEVAL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hero_core.reading.layouts.base import JOINT, Flat, Found
from hero_core.reading.messages import listed, show
from hero_core.reading.records import Record, Records, text
from hero_core.saying import for_shell, said

INPUT = "INPUT:"
ANSWER = "Answer."
TRUTHS = frozenset({"", "true", "false"})
UNUSED = frozenset({"rejected", "skipped", "expired"})

CROWDKIT = Flat(
    name="crowdkit",
    title=said("Crowd-Kit answers"),
    source="github.com/Toloka/crowd-kit README: a table with the columns task, worker, label",
    needs=("task", "worker", "label"),
    item=("task",),
    annotator=("worker",),
    label="label",
    sample="task,worker,label\nt1,ana,1\nt1,bo,0\nt2,ana,0\nt2,bo,0\n",
)
CLEANLAB = Flat(
    name="cleanlab_long",
    title=said("Cleanlab multi-annotator table, long"),
    source="docs.cleanlab.ai multiannotator.convert_long_to_wide_dataset: columns task, annotator, label",
    needs=("task", "annotator", "label"),
    item=("task",),
    annotator=("annotator",),
    label="label",
    sample="task,annotator,label\nt1,ana,1\nt1,bo,0\nt2,ana,0\nt2,bo,0\n",
)
QUESTION_WORKER = Flat(
    name="question_worker",
    title=said("Truth inference answers"),
    source="github.com/zhydhkcws/crowd_truth_infer: answer.csv with question, worker, answer; truth.csv beside it",
    needs=("question", "worker", "answer"),
    item=("question",),
    annotator=("worker",),
    label="answer",
    sample="question,worker,answer\nq1,ana,1\nq1,bo,0\nq2,ana,0\nq2,bo,0\n",
    note=said(
        "The gold stands in its own file (question, truth): give it as gold{shell}.",
        shell=for_shell(", --gold in the shell"),
    ),
)
STABLEVAL = Flat(
    name="stableval",
    title=said("STABLEVAL table: agent_id is the system"),
    source="github.com/BSAkash/STABLEVAL formatted data: item_id, agent_id, annotator_id, label",
    needs=("item_id", "agent_id", "annotator_id", "label"),
    exact=True,
    item=("item_id",),
    annotator=("annotator_id",),
    label="label",
    system="agent_id",
    sample="item_id,agent_id,annotator_id,label\nq1,m1,ana,1\nq1,m2,ana,0\nq1,m1,bo,1\nq1,m2,bo,1\n",
    note=said("Without the system, outputs of different agents for one prompt would count as one item."),
)


@dataclass(frozen=True, kw_only=True)
class Turk(Flat):
    """A question may have a column per option, Answer.good.yes and Answer.good.no, the chosen one true."""

    def fits(self, records: Records) -> bool:
        """As the columns stand."""
        return super().fits(records) or super().fits(chosen(records))

    def answers(self, records: Records) -> tuple[str, ...]:
        """Questions, not options."""
        return super().answers(chosen(records))

    def pairing(self, records: Records, answer: str | None) -> dict[str, str]:
        """Options as the columns they stand in."""
        pairs = super().pairing(chosen(records), answer)
        options = options_of(records).get(pairs["label"], ())
        shown = listed([show(name) for name in options])
        return {**pairs, "label": said("the one of {options} that is true", options=shown)} if options else pairs

    def columns(self, records: Records) -> dict[str, str] | None:
        """No mere renaming: rejected assignments are left out."""
        return None

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """The chosen options as labels."""
        yield from super().votes(chosen(records), answer)


def options_of(records: Records) -> dict[str, tuple[str, ...]]:
    """The columns of each question (Answer.good) that stand for its options: two or more, all cells true or false."""
    found: dict[str, list[str]] = {}
    for name in records.header:
        question, point, _ = name.rpartition(".")
        if point and question.startswith(ANSWER) and len(question) > len(ANSWER):
            found.setdefault(question, []).append(name)
    return {
        question: tuple(names)
        for question, names in found.items()
        if len(names) > 1
        and all(text(row.get(name)).strip().casefold() in TRUTHS for row in records.rows for name in names)
    }


def chosen(records: Records) -> Records:
    """The records with one answer per question, the options that are true, in the place of a column per option."""
    options = options_of(records)
    if not options:
        return records
    gone = {name for names in options.values() for name in names}
    rows: list[Record] = []
    for row in records.rows:
        picked = {
            question: JOINT.join(name.rpartition(".")[2] for name in names if is_true(row.get(name)))
            for question, names in options.items()
        }
        rows.append({**{name: value for name, value in row.items() if name not in gone}, **picked})
    header = [name for name in records.header if name not in gone]
    return Records.of(records.file, rows, records.lines, [*header, *options])


def is_true(value: object) -> bool:
    """Whether a cell marks its option as chosen."""
    return text(value).strip().casefold() == "true"


MTURK = Turk(
    name="mturk",
    title=said("Amazon Mechanical Turk batch results"),
    source="Batch_..._batch_results.csv of the requester site; docs.aws.amazon.com/AWSMechTurk RetrievingResults; "
    "columns per option: docs.aws.amazon.com crowd-checkbox, crowd-radio-group",
    needs=("HITId", "WorkerId", "AssignmentStatus"),
    item=("HITId",),
    annotator=("WorkerId",),
    label="Answer.*",
    data="Input.",
    drop={"AssignmentStatus": frozenset({"rejected"})},
    sample=(
        "HITId,HITTypeId,AssignmentId,WorkerId,AssignmentStatus,Input.text,Answer.good,Approve,Reject\n"
        "H1,T,A1,W1,Approved,first,1,,\nH1,T,A2,W2,Submitted,first,0,,\n"
        "H2,T,A3,W1,Approved,second,0,,\nH2,T,A4,W2,Rejected,second,1,,\n"
    ),
    note=said(
        "Rejected assignments are left out; a HIT counts as one item. Of a column per option the true one counts."
    ),
)


@dataclass(frozen=True, kw_only=True)
class Toloka(Flat):
    """The task is known by its id where the file has it, else by its input fields, system and the like apart."""

    def _sources(self, records: Records, answer: str | None) -> dict[str, list[str]]:
        found = super()._sources(records, answer)
        told = {name for ours, names in found.items() if ours != "prompt" for name in names}
        inputs = [name for name in records.header if name.startswith(INPUT) and name not in told]
        return {**found, **({} if "item_id" in found else {"item_id": inputs})}


TOLOKA = Toloka(
    name="toloka",
    title=said("Toloka results (TSV)"),
    source="github.com/Toloka/docs guide result-of-eval: INPUT:, OUTPUT:, GOLDEN:, ASSIGNMENT:worker_id and :status",
    suffix="tsv",
    needs=("ASSIGNMENT:worker_id",),
    item=("ASSIGNMENT:task_id",),
    annotator=("ASSIGNMENT:worker_id",),
    label="OUTPUT:*",
    gold="GOLDEN:*",
    data=INPUT,
    drop={"ASSIGNMENT:status": UNUSED},
    sample=(
        "INPUT:text\tOUTPUT:result\tGOLDEN:result\tHINT:text\tASSIGNMENT:assignment_id\tASSIGNMENT:worker_id\t"
        "ASSIGNMENT:status\n"
        "first\t1\t1\t\ta1\tw1\tAPPROVED\nfirst\t0\t1\t\ta2\tw2\tAPPROVED\n\n"
        "second\t0\t\t\ta1\tw1\tAPPROVED\nsecond\t1\t\t\ta3\tw3\tREJECTED\n"
    ),
    note=said("Declined, skipped and expired assignments are left out."),
)

LAYOUTS = (TOLOKA, MTURK, STABLEVAL, CROWDKIT, CLEANLAB, QUESTION_WORKER)
