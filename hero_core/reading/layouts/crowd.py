"""Tables of crowd work: aggregation libraries, Toloka, Amazon Mechanical Turk, STABLEVAL."""

from __future__ import annotations

from dataclasses import dataclass

from hero_core.reading.layouts.base import Flat
from hero_core.reading.records import Records

INPUT = "INPUT:"
UNUSED = frozenset({"rejected", "skipped", "expired"})

CROWDKIT = Flat(
    name="crowdkit",
    title="Crowd-Kit answers",
    source="github.com/Toloka/crowd-kit README: a table with the columns task, worker, label",
    needs=("task", "worker", "label"),
    item=("task",),
    annotator=("worker",),
    label="label",
    sample="task,worker,label\nt1,ana,1\nt1,bo,0\nt2,ana,0\nt2,bo,0\n",
)
CLEANLAB = Flat(
    name="cleanlab_long",
    title="Cleanlab multi-annotator table, long",
    source="docs.cleanlab.ai multiannotator.convert_long_to_wide_dataset: columns task, annotator, label",
    needs=("task", "annotator", "label"),
    item=("task",),
    annotator=("annotator",),
    label="label",
    sample="task,annotator,label\nt1,ana,1\nt1,bo,0\nt2,ana,0\nt2,bo,0\n",
)
QUESTION_WORKER = Flat(
    name="question_worker",
    title="Truth inference answers",
    source="github.com/zhydhkcws/crowd_truth_infer: answer.csv with question, worker, answer; truth.csv beside it",
    needs=("question", "worker", "answer"),
    item=("question",),
    annotator=("worker",),
    label="answer",
    sample="question,worker,answer\nq1,ana,1\nq1,bo,0\nq2,ana,0\nq2,bo,0\n",
    note="The gold stands in its own file (question, truth): give it as gold, --gold in the shell.",
)
STABLEVAL = Flat(
    name="stableval",
    title="STABLEVAL table: agent_id is the system",
    source="github.com/BSAkash/STABLEVAL formatted data: item_id, agent_id, annotator_id, label",
    needs=("item_id", "agent_id", "annotator_id", "label"),
    exact=True,
    item=("item_id",),
    annotator=("annotator_id",),
    label="label",
    system="agent_id",
    sample="item_id,agent_id,annotator_id,label\nq1,m1,ana,1\nq1,m2,ana,0\nq1,m1,bo,1\nq1,m2,bo,1\n",
    note="Without the system, outputs of different agents for one prompt would count as one item.",
)
MTURK = Flat(
    name="mturk",
    title="Amazon Mechanical Turk batch results",
    source="Batch_..._batch_results.csv of the requester site; docs.aws.amazon.com/AWSMechTurk RetrievingResults",
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
    note="Rejected assignments are left out; a HIT counts as one item.",
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
    title="Toloka results (TSV)",
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
    note="Declined, skipped and expired assignments are left out.",
)

LAYOUTS = (TOLOKA, MTURK, STABLEVAL, CROWDKIT, CLEANLAB, QUESTION_WORKER)
