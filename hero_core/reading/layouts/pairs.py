"""Two systems compared side by side: one row becomes two items, one per system, labelled lost, tie or won."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hero_core.reading.layouts.base import FILE, JOINT, ROW_NUMBER, Found, Layout, Vote, carried
from hero_core.reading.records import Record, Records, text
from hero_core.saying import joined, said

LOST, TIE, WON = "0", "1", "2"
OTHER = {LOST: WON, TIE: TIE, WON: LOST}
TIES = ("tie", "tie (bothbad)", "both", "bothbad", "both_bad")
FIRST = {"model_a": WON, "a": WON, "model_b": LOST, "b": LOST, **dict.fromkeys(TIES, TIE)}
ANONYMOUS = "anonymous"
ONE_HOT = ("winner_model_a", "winner_model_b", "winner_tie")
JUDGES = ("judge", "judge_hash", "annotator_id", "annotator", "rater", "worker", "user_id")
ITEMS = ("question_id", "item_id", "prompt_id", "conversation_id", "id")
OF_ONE_SIDE = ("system", "gold_label", "prediction")
SCALE = said("0 = lost, 1 = tie, 2 = won")


def both(vote: Vote, systems: tuple[str, str], first: str) -> Iterator[Vote]:
    """The vote on each of two systems, given the label of the first; a label that is no verdict stays as it is."""
    for system, label in zip(systems, (first, OTHER.get(first, first)), strict=True):
        yield {**vote, "system": system, "label": label}


@dataclass(frozen=True, kw_only=True)
class SideBySide(Layout):
    """model_a, model_b, winner (or a column per verdict) and who judged; without a judge all are one annotator's.

    The item is the question, the turn and the pair in any order; the number of the row where there is no question.
    """

    def fits(self, records: Records) -> bool:
        """The columns of a preference log."""
        have = set(records.header)
        return {"model_a", "model_b"} <= have and ("winner" in have or set(ONE_HOT) <= have)

    @staticmethod
    def _judge(records: Records) -> str | None:
        return next((name for name in JUDGES if name in records.header), None)

    @staticmethod
    def _items(records: Records) -> list[str]:
        item = next((name for name in ITEMS if name in records.header), None)
        return [name for name in (item, "turn") if name is not None and name in records.header]

    def pairing(self, records: Records, answer: str | None) -> dict[str, str]:
        """The columns."""
        item = joined([*(self._items(records) or [ROW_NUMBER]), "model_a", "model_b"], " + ")
        judge = self._judge(records) or said('nobody is named: "{name}" for all', name=ANONYMOUS)
        verdict = "winner" if "winner" in records.header else joined(ONE_HOT, ", ")
        return {"item_id": item, "annotator_id": judge, "label": said("{cells} ({scale})", cells=verdict, scale=SCALE),
                "system": said("model_a, model_b (two rows each)")}  # fmt: skip

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """Two votes per row."""
        names, judge = self._items(records), self._judge(records)
        for number, (line, row) in enumerate(zip(records.lines, records.rows, strict=True), 1):
            systems = (text(row.get("model_a")).strip(), text(row.get("model_b")).strip())
            question = [text(row.get(name)) for name in names] or [str(number)]
            who = ANONYMOUS if judge is None else text(row.get(judge))
            vote = {
                **beside(row),
                "item_id": JOINT.join([*question, " vs ".join(sorted(systems))]),
                "annotator_id": who,
            }
            winner = verdict_of(row)
            yield from ((line, half) for half in both(vote, systems, FIRST.get(winner.casefold(), winner)))


def verdict_of(row: Record) -> str:
    """The winner as written, or the one verdict whose column says 1."""
    if "winner" in row:
        return text(row.get("winner")).strip()
    marked = [name.removeprefix("winner_") for name in ONE_HOT if text(row.get(name)).strip() in ("1", "1.0", "true")]
    return marked[0] if len(marked) == 1 else JOINT.join(marked)


def beside(row: Record) -> Vote:
    """Round, prompt and covariates; gold and prediction of a pair would be of one side only."""
    return {name: value for name, value in carried(row).items() if name not in OF_ONE_SIDE}


SIDE_BY_SIDE = SideBySide(
    name="side_by_side",
    title=said("Side-by-side preferences"),
    source="huggingface.co/datasets/lmsys/mt_bench_human_judgments: question_id, model_a, model_b, winner, judge, "
    "turn; lmarena-ai/arena-human-preference-100k: judge_hash; -55k: winner_model_a, winner_model_b, winner_tie",
    sample=(
        "question_id,model_a,model_b,winner,judge,turn\n81,m1,m2,model_a,expert_0,1\n81,m2,m1,tie,expert_1,1\n"
        "82,m1,m2,model_b,expert_0,1\n"
    ),
    note=said(
        "Every row becomes two items, one for each system: {scale}. Their labels mirror each other, "
        "so all systems together are one half.",
        scale=SCALE,
    ),
)
VERDICT = re.compile(r"\w+_result")
ANNOTATOR = re.compile(r"annotator_?\d+")
PANDA_FIRST = {"0": TIE, "tie": TIE, "1": WON, "2": LOST}


@dataclass(frozen=True, kw_only=True)
class Panda(Layout):
    """annotator1 to annotatorN hold 0 = tie, 1 or 2 = that response is better; cmp_key names the two systems.

    Records without cmp_key are verdicts of one more judge on the pair of the same number; the judge is their file.
    """

    def fits(self, records: Records) -> bool:
        """The pair and the columns of annotators."""
        return {"idx", "cmp_key"} <= set(records.header) and bool(self._annotators(records))

    @staticmethod
    def _annotators(records: Records) -> list[str]:
        return [name for name in records.header if ANNOTATOR.fullmatch(name)]

    def pairing(self, records: Records, answer: str | None) -> dict[str, str]:
        """The columns."""
        names, verdicts = self._annotators(records), self._verdicts(records)
        judges = said("; the files of {names}", names=joined(verdicts, ", ")) if verdicts else ""
        people = said("the names {first} to {last}{judges}", first=names[0], last=names[-1], judges=judges)
        return {"item_id": "idx", "annotator_id": people,
                "label": said("{cells} ({scale})", cells=said("their cells"), scale=SCALE),
                "system": said("cmp_key (two rows each)"), "prompt": "instruction"}  # fmt: skip

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """Two votes per row and annotator."""
        annotators, verdicts = self._annotators(records), self._verdicts(records)
        pairs = {text(row.get("idx")): row for row in records.rows if "cmp_key" in row}
        for line, row in zip(records.lines, records.rows, strict=True):
            pair = pairs.get(text(row.get("idx")))
            if pair is not None:
                people = {name: row.get(name) for name in annotators}
                judges = {text(row.get(FILE)): row[name] for name in verdicts if name in row}
                for name, cell in (people if row is pair else judges).items():
                    yield from ((line, half) for half in panda_votes(pair, name, text(cell).strip()))

    @staticmethod
    def _verdicts(records: Records) -> list[str]:
        """The columns of verdicts in files of their own."""
        return [name for name in records.header if VERDICT.fullmatch(name)] if FILE in records.header else []


def panda_votes(row: Record, annotator: str, cell: str) -> Iterator[Vote]:
    """The two votes of one annotator on the pair of a row."""
    pair = text(row.get("cmp_key"))
    first, _, second = pair.partition("_")
    systems = (first, second) if "_" not in second else (f"{pair} first", f"{pair} second")
    vote = {"item_id": text(row.get("idx")), "prompt": text(row.get("instruction")), "annotator_id": annotator}
    yield from both(vote, systems, PANDA_FIRST.get(cell.casefold(), cell))


PANDALM = Panda(
    name="pandalm",
    title=said("PandaLM test set (JSON)"),
    source="github.com/WeOpenML/PandaLM data/testset-v1.json: idx, cmp_key, annotator1 to annotator3 (0 tie, 1, 2)",
    suffix="json",
    sample=(
        '[{"idx": 0, "cmp_key": "m1_m2", "instruction": "first", "annotator1": 1, "annotator2": 1, "annotator3": 0},\n'
        ' {"idx": 1, "cmp_key": "m1_m3", "instruction": "second", "annotator1": 2, "annotator2": 2, "annotator3": 2}]\n'
    ),
    note=said(
        "Every row becomes two items, one for each system of cmp_key: {scale}. Their labels mirror each other, "
        "so all systems together are one half. A zip archive with the test set and files of verdicts (idx, gpt_result) "
        "adds a judge for each file.",
        scale=SCALE,
    ),
)

LAYOUTS = (SIDE_BY_SIDE, PANDALM)
