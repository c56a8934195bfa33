"""Feedback tables of tracing platforms: LangSmith, Langfuse, Phoenix. One row is one judgement of one run."""

from __future__ import annotations

from dataclasses import replace

from hero_core.reading.layouts.base import Flat
from hero_core.saying import joined, said

NOTE = said("Several kinds of feedback stand in one table: one of them is read at a time.")

LANGSMITH = Flat(
    name="langsmith",
    title=said("LangSmith feedback"),
    source="docs.langchain.com/langsmith/feedback-data-format",
    needs=("run_id", "key", "score", "feedback_source.type"),
    item=("run_id",),
    annotator=("feedback_source.user_id",),
    label="score",
    instead={"annotator_id": ("feedback_source.type",), "label": ("value",)},
    system="session_id",
    key="key",
    sample=(
        "id,session_id,run_id,key,score,value,comment,feedback_source.type,feedback_source.user_id\n"
        "f1,exp-a,r1,correct,1,,,app,ana\nf2,exp-a,r1,correct,0,,,app,bo\n"
        "f3,exp-b,r2,correct,0,,,app,ana\nf4,exp-b,r2,correct,0,,,model,\n"
    ),
    note=joined([NOTE, said("session_id, the experiment, is the system.")]),
)
LANGFUSE = Flat(
    name="langfuse",
    title=said("Langfuse scores (blob storage export)"),
    source="langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields, table scores",
    needs=("trace_id", "name", "value", "source"),
    item=("trace_id", "observation_id"),
    annotator=("author_user_id",),
    label="string_value",
    instead={"annotator_id": ("source",), "label": ("value",)},
    key="name",
    suffix="jsonl",
    sample=(
        '{"id": "s1", "trace_id": "t1", "observation_id": null, "name": "correct", "value": 1, "string_value": "True",'
        ' "data_type": "BOOLEAN", "source": "ANNOTATION", "author_user_id": "ana"}\n'
        '{"id": "s2", "trace_id": "t1", "observation_id": null, "name": "correct", "value": 0, "string_value": "False",'
        ' "data_type": "BOOLEAN", "source": "EVAL", "author_user_id": null}\n'
    ),
    note=joined([NOTE, said("Where no author is exported, the source (ANNOTATION, API, EVAL) is the annotator.")]),
)
LANGFUSE_API = replace(
    LANGFUSE,
    name="langfuse_api",
    title=said("Langfuse scores (API)"),
    source="langfuse.com/docs/api-and-data-platform, GET scores; authorUserId and stringValue not confirmed there",
    needs=("traceId", "name", "value", "source"),
    item=("traceId", "observationId"),
    annotator=("authorUserId",),
    label="stringValue",
    suffix="json",
    sample=(
        '{"data": [\n{"id": "s1", "traceId": "t1", "name": "correct", "value": 1, "stringValue": "True",'
        ' "dataType": "BOOLEAN", "source": "ANNOTATION", "authorUserId": "ana"},\n'
        '{"id": "s2", "traceId": "t1", "name": "correct", "value": 0, "stringValue": "False",'
        ' "dataType": "BOOLEAN", "source": "ANNOTATION", "authorUserId": "bo"}], "meta": {"page": 1}}\n'
    ),
)
PHOENIX = Flat(
    name="phoenix",
    title=said("Phoenix span annotations (data frame)"),
    source="github.com/Arize-ai/phoenix client get_span_annotations_dataframe",
    needs=("span_id", "annotation_name", "annotator_kind"),
    item=("span_id",),
    annotator=("identifier",),
    label="result.label",
    instead={"annotator_id": ("user_id", "annotator_kind"), "label": ("result.score",)},
    key="annotation_name",
    sample=(
        "span_id,annotation_name,annotator_kind,identifier,user_id,result.label,result.score\n"
        "67f6,correct,HUMAN,ana,,1,1.0\n67f6,correct,LLM,,,0,0.0\n67f7,correct,HUMAN,ana,,0,0.0\n"
    ),
    note=joined([NOTE, said("Where identifier is empty, user_id and then annotator_kind is the annotator.")]),
)
PHOENIX_API = replace(
    PHOENIX,
    name="phoenix_api",
    title=said("Phoenix span annotations (API)"),
    source="arize.com/docs/phoenix/tracing/how-to-tracing/feedback-and-annotations/capture-feedback",
    needs=("span_id", "name", "annotator_kind"),
    key="name",
    suffix="json",
    sample=(
        '{"data": [\n{"span_id": "67f6", "name": "correct", "annotator_kind": "HUMAN", "identifier": "ana",'
        ' "result": {"label": "1", "score": 1.0}},\n'
        '{"span_id": "67f6", "name": "correct", "annotator_kind": "LLM", "identifier": "",'
        ' "result": {"label": "0", "score": 0.0}}], "next_cursor": null}\n'
    ),
)

LAYOUTS = (LANGSMITH, LANGFUSE, LANGFUSE_API, PHOENIX, PHOENIX_API)
