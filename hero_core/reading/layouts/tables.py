"""Tables that need turning: one column per annotator, and MQM with one row per marked error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hero_core.errors import MAX_EXAMPLES
from hero_core.reading import header as names
from hero_core.reading.layouts.base import CARRIED, JOINT, ROW_NUMBER, Found, Layout, Vote, carried
from hero_core.reading.messages import listed, show
from hero_core.reading.records import Record, Records, nameless, text
from hero_core.saying import for_shell, said

SEVERITY = {"critical": "0", "major": "0", "minor": "1", "neutral": "1", "no-error": "2", "no error": "2"}
TESTS = frozenset({"hotw-test"})
UNITS = (("globalSegId",), ("doc", "docSegId"), ("doc", "doc_id", "seg_id"), ("doc", "seg_id"))
LOOKED_AT = 50
MOST_CELLS = 1_000_000


def looked_at(records: Records) -> list[Record]:
    """The first rows, fewer where there are very many columns."""
    return records.rows[: max(2, min(LOOKED_AT, MOST_CELLS // max(len(records.header), 1)))]


@dataclass(frozen=True, kw_only=True)
class Wide(Layout):
    """One row per item, one column of labels per annotator; empty cells are no votes."""

    def fits(self, records: Records) -> bool:
        """At least two columns of labels and no column that says who labelled."""
        columns = set(self._annotators(records))
        guesses = names.guess_columns([name for name in records.header if name not in columns])
        return len(columns) >= names.WIDE_MINIMUM and "annotator_id" not in guesses and not self._nested(records)

    @staticmethod
    def _nested(records: Records) -> bool:
        return any(isinstance(value, dict | list) for row in looked_at(records) for value in row.values())

    def _annotators(self, records: Records, answer: str | None = None) -> list[str]:
        if answer:
            wanted, have = [name.strip() for name in answer.split(",")], set(records.header)
            return [name for name in wanted if name in have]
        rows, taken = looked_at(records), {self._item(records), *self._beside(records).values()}
        head = [name for name in records.header if not names.is_known(name) and name not in taken]
        at = names.wide_columns(head, {}, [[row.get(name) for name in head] for row in rows])
        return [head[place] for place in at]

    @staticmethod
    def _beside(records: Records) -> dict[str, str]:
        """Gold, system and the like under a usual name."""
        return {ours: name for ours, name in names.guess_columns(records.header).items() if ours in CARRIED}

    @staticmethod
    def _item(records: Records) -> str | None:
        return names.guess_columns(records.header).get("item_id") or nameless(records.header)

    def pairing(self, records: Records, answer: str | None) -> dict[str, str]:
        """The columns."""
        item = self._item(records) or ROW_NUMBER
        annotators = self._annotators(records, answer)
        shown = listed([show(name) for name in annotators[:MAX_EXAMPLES]], len(annotators))
        return {"item_id": item, "annotator_id": said("the names {names}", names=shown), "label": said("their cells"),
                **self._beside(records)}  # fmt: skip

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """A vote per filled cell; an item that nobody labelled keeps one row without a label."""
        item, columns = self._item(records), dict.fromkeys(self._annotators(records, answer))
        for number, (line, row) in enumerate(zip(records.lines, records.rows, strict=True), 1):
            rest = {name: value for name, value in row.items() if name not in columns and name != item}
            vote = {**carried(rest), "item_id": text(row.get(item)) if item else str(number)}
            cells = {name: text(row[name]) for name in row if name in columns}
            given = {name: cell for name, cell in cells.items() if cell.strip()} or dict.fromkeys([*columns][:1], "")
            yield from ((line, {**vote, "annotator_id": name, "label": cell}) for name, cell in given.items())


WIDE = Wide(
    name="wide",
    title=said("one column per annotator"),
    source="docs.cleanlab.ai multiannotator: rows are examples, columns are annotators, empty where nobody labelled",
    sample="item_id,ana,bo,cy\nq1,1,0,\nq2,0,0,1\nq3,,1,1\n",
    note=for_shell("Other columns than those shown: wide:ana,bo names them."),
)


@dataclass(frozen=True, kw_only=True)
class Mqm(Layout):
    """One row per marked error; a rater's label of a segment is the worst: 0 major, 1 minor, 2 none."""

    def fits(self, records: Records) -> bool:
        """The columns of an MQM file."""
        have = set(records.header)
        return {"system", "rater", "category", "severity"} <= have and self._unit(records) is not None

    @staticmethod
    def _unit(records: Records) -> tuple[str, ...] | None:
        return next((unit for unit in UNITS if set(unit) <= set(records.header)), None)

    def pairing(self, records: Records, answer: str | None) -> dict[str, str]:
        """The columns."""
        unit = " + ".join(self._unit(records) or ())
        return {"item_id": unit, "annotator_id": "rater",
                "label": said("severity, the worst of a rater's rows (0 = major, 1 = minor, 2 = no error)"),
                "system": "system", "prompt": "source"}  # fmt: skip

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """One vote per system, segment and rater, at the line of its first row; attention tests do not count."""
        unit, worst = self._unit(records) or (), dict[tuple[str, str, str], Found]()
        for line, row in zip(records.lines, records.rows, strict=True):
            severity = text(row.get("severity")).strip()
            if severity.casefold() in TESTS:
                continue
            label = SEVERITY.get(severity.casefold(), severity)
            item = JOINT.join(text(row.get(name)) for name in unit)
            vote: Vote = {"item_id": item, "annotator_id": text(row.get("rater")), "label": label,
                          "system": text(row.get("system")), "prompt": text(row.get("source"))}  # fmt: skip
            key = (vote["system"], item, vote["annotator_id"])
            first, before = worst.get(key, (line, vote))
            worst[key] = (first, vote if _worse(label, before["label"]) else before)
        yield from worst.values()


def _worse(label: str, before: str) -> bool:
    """Whether a label counts before another: an unknown text first, so that it is asked about."""
    known = SEVERITY.values()
    return (label in known, label) < (before in known, before)


MQM = Mqm(
    name="mqm",
    title=said("MQM error annotation (TSV)"),
    source="github.com/google/wmt-mqm-human-evaluation: system, doc, docSegId or seg_id, rater, category, severity",
    suffix="tsv",
    quoted=False,
    sample=(
        "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"
        "m1\td\t1\t1\trater1\tfirst\terst\tFluency/Punctuation\tMinor\t{}\n"
        "m1\td\t1\t1\trater1\tfirst\terst\tAccuracy/Mistranslation\tMajor\t{}\n"
        "m1\td\t1\t1\trater2\tfirst\terst\tNo-error\tNo-error\t{}\n"
        "m2\td\t1\t1\trater1\tfirst\t1.\tStyle/Unnatural or awkward\tMinor\t{}\n"
    ),
    note=said("A rater's further errors in a segment belong to one vote; attention tests (HOTW-test) are left out."),
)

LAYOUTS = (MQM, WIDE)
