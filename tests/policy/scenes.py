"""The reading policy, rule by rule: what a rule says, and small pairs of files that show it."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.reading.build import current_rows, file, history_rows, table, with_values

RULES = {
    "P1": "encoding: mark, UTF-8, GB18030, Windows-1252; below UTF-8 a warning",
    "P2": "separator: the one that gives the most known names; sep= is obeyed; decimal commas",
    "P3": "containers are known by content; one table is opened, two are refused",
    "P4": "rows: quoting, blank lines; another number of fields is refused with its line",
    "P5": "header: case and the like do not count; repeated or missing names are refused",
    "P6": "empty: zero bytes and a header without rows are two refusals",
    "P7": "ids are text; a row without an id is set aside",
    "P8": "ids that all end in .0 lose it, with a warning",
    "P9": "look-alike ids stay apart with an offer; exponent ids are refused",
    "P10": "labels: words for 1 and 0, for no vote, graded scales; anything else is asked",
    "P11": "zero is a value",
    "P12": "covariates belong to items; empty ones get the mean, odd ones are refused",
    "P13": "an item is round, system and item_id",
    "P14": "repeats: the same vote counts once, contradictions are dropped",
    "P15": "gold belongs to the item; two gold labels are withdrawn",
    "P16": "gold in the current file is reported and not used",
    "P17": "items in both files leave the history",
    "P18": "annotators without history stay out of HERO; all unknown: refused",
    "P19": "a tie is one half and counted; items without votes do not count",
    "P20": "HERO needs gold of each class; many votes on an item do not underflow",
    "P21": "annotators at chance: not identified, no number; reversed rounds are noticed, not flipped",
    "P22": "no root inside 0..1: the boundary, with a note",
    "P23": "a constant or missing covariate is left out; without any HERO-2 is HERO-1",
    "P24": "no band of zero width where all resamples agree",
    "P25": "rankings need an order; names in natural order",
    "P26": "stopped at the limit is not converged, in words",
    "P27": "ids are shown letter by letter, as categories",
    "P28": "exports: UTF-8 with mark, formulas made harmless, numbers stay numbers",
    "P29": "tables are drawn to 200 rows and say how many are not",
    "P30": "messages: file, place, what was found and done, what to do; five examples and the total",
    "P31": "order and reading again change nothing; a cache goes by content",
}
WORKS, WARNS, REFUSES, NO_NUMBER = "works", "warns", "refuses", "no number"
CLEAN = {"mv": 0.5625, "hero1": 0.6133}


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Two files; what reading and estimating them must do, say and give. `settings` are those of `estimate`."""

    rule: str
    fact: str
    history: bytes
    current: bytes
    expect: str
    says: tuple[str, ...] = ()
    numbers: Mapping[str, float] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    settings: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Rule and fact."""
        return f"{self.rule}: {self.fact}"


def plain(rows: list[dict[str, object]], **form: object) -> bytes:
    """The rows as a text table."""
    return table(rows, **form).encode()  # type: ignore[arg-type]


OLD, NEW = history_rows(), current_rows()
HISTORY, CURRENT = plain(OLD), plain(NEW)


def both(**columns: object) -> dict[str, bytes]:
    """Both files with columns set."""
    return {"history": plain(with_values(OLD, **columns)), "current": plain(with_values(NEW, **columns))}


def zipped(**members: bytes) -> bytes:
    """A zip archive with these members; __ in a name stands for a point."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "."), data)
    return content.getvalue()


def scene(rule: str, fact: str, expect: str, *says: str, **changes: object) -> Scene:
    """A scene on the clean pair of files."""
    return Scene(**{"rule": rule, "fact": fact, "history": HISTORY, "current": CURRENT, "expect": expect,
                    "says": says, **changes})  # type: ignore[arg-type]  # fmt: skip


def spoken(row: dict[str, object]) -> str:
    """The label in Chinese."""
    return "是" if row["label"] else "否"


def number(row: dict[str, object]) -> int:
    """The number in an item's id."""
    return int(str(row["item_id"])[3:])


def rater(**names: str):
    """The rater under another name."""
    return lambda row: names.get(str(row["annotator_id"]), row["annotator_id"])


CHINESE = both(label=spoken)
SCALE = {"label": lambda row: number(row) % 3 + 3, "gold_label": lambda row: number(row) % 3 + 3}
SAME_ITEMS = [*NEW, *with_values(OLD[:2], gold_label="", round="spring")]
UNANIMOUS = plain(with_values(NEW, label=1))
CHANCE = plain(with_values(OLD, label=lambda row: number(row) // 2 % 2))
CROWD: list[dict[str, object]] = [
    {"item_id": f"old{item}", "annotator_id": f"a{who}", "label": item % 2, "gold_label": item % 2, "round": "spring"}
    for item in range(4)
    for who in range(1200)
]
ALONE = [row for row in OLD if row["annotator_id"] == "ana"]

FILES = (
    scene("P1", "GB18030 below UTF-8", WARNS, "current.csv", "GB18030", numbers=CLEAN, history=CHINESE["history"],
          current=CHINESE["current"].decode().encode("gb18030")),
    scene("P1", "a byte order mark decides", WORKS, numbers=CLEAN, current=CURRENT.decode().encode("utf-16")),
    scene("P2", "semicolons with decimal commas", WARNS, "current.csv", "x_words", numbers=CLEAN,
          history=plain(with_values(OLD, x_words=lambda row: f"{number(row)},5"), separator=";"),
          current=plain(with_values(NEW, x_words=lambda row: f"{number(row)},5"), separator=";")),
    scene("P2", "a line sep= is obeyed", WORKS, numbers=CLEAN, current=b"sep=|\n" + plain(NEW, separator="|")),
    scene("P3", "gzip is opened", WORKS, numbers=CLEAN, current=gzip.compress(CURRENT)),
    scene("P3", "hidden companions in a zip do not count", WORKS, numbers=CLEAN,
          current=zipped(votes__csv=CURRENT, **{"__MACOSX/x": b"x"})),
    scene("P3", "a zip of two tables", REFUSES, "current.csv", "a.csv", "b.csv",
          current=zipped(a__csv=CURRENT, b__csv=CURRENT)),
    scene("P4", "a row with a field too many", REFUSES, "current.csv", "line 4", "5", "6",
          current=CURRENT.replace(b"new1,ana,1,alpha", b"new1,ana,1,alpha,odd", 1)),
    scene("P4", "line breaks in quotes, blank lines", WORKS, numbers=CLEAN,
          current=plain(with_values(NEW, prompt="one\ntwo")).replace(b"new3", b"\n\nnew3", 1)),
    scene("P5", "case, blanks and an index column", WORKS, numbers=CLEAN,
          current=b"".join(b"%d,%b\n" % (at, line) if at else b", Item ID ,ANNOTATOR-ID,Label,system,round\n"
                           for at, line in enumerate(CURRENT.splitlines()))),
    scene("P5", "the name label twice", REFUSES, "current.csv", "label", "3", "6",
          current=b"".join(line + (b",1\n" if at else b",label\n") for at, line in enumerate(CURRENT.splitlines()))),
    scene("P5", "a missing column", REFUSES, "current.csv", "annotator_id", "who",
          current=CURRENT.replace(b"annotator_id", b"who", 1)),
    scene("P6", "zero bytes", REFUSES, "current.csv", "0 bytes", current=b""),
    scene("P6", "a header without rows", REFUSES, "current.csv", "no row", current=CURRENT.splitlines()[0]),
)  # fmt: skip
IDS = (
    scene("P7", "007 and 7 are two, NA is a name", WARNS, "007", "7", counts={"annotators": 3},
          current=plain([*with_values(NEW, annotator_id=rater(ana="007", bo="NA")),
                         {**NEW[0], "annotator_id": "7", "item_id": "new9"}])),
    scene("P7", "a row without an annotator is set aside", WARNS, "current.csv", "line 18", numbers=CLEAN,
          counts={"rows_without_id": 1}, current=plain([*NEW, {**NEW[0], "annotator_id": " "}])),
    scene("P7", "two Unicode forms are one name", WORKS, numbers=CLEAN,
          history=plain(with_values(OLD, annotator_id=rater(ana="Zoë"))),
          current=plain(with_values(NEW, annotator_id=rater(ana="Zoe\u0308")))),
    scene("P8", "ids of a column all end in .0", WARNS, "current.csv", "annotator_id", ".0", numbers=CLEAN,
          history=plain(with_values(OLD, annotator_id=rater(ana="101", bo="102"))),
          current=plain(with_values(NEW, annotator_id=rater(ana="101.0", bo="102.0")))),
    scene("P9", "look-alikes within a file", WARNS, "current.csv", "007", "7", "--merge",
          current=plain(with_values(NEW, annotator_id=rater(ana="007", bo="7")))),
    scene("P9", "look-alikes between the files", WARNS, "history.csv", "current.csv", "Ana", "--merge",
          current=plain(with_values(NEW, annotator_id=rater(ana="Ana")))),
    scene("P9", "ids in exponent form", REFUSES, "current.csv", "8.2E+17", "export",
          current=plain(with_values(NEW, item_id=lambda row: "8.2E+17" if number(row) == 3 else row["item_id"]))),
)  # fmt: skip
LABELS = (
    scene("P10", "words for 1 and 0", WORKS, numbers=CLEAN,
          history=plain(with_values(OLD, label=lambda row: f"{row['label']}.0")),
          current=plain(with_values(NEW, label=lambda row: "TRUE" if row["label"] else "False"))),
    scene("P10", "words for no vote", WARNS, "current.csv", "N/A", numbers=CLEAN, counts={"rows_without_label": 2},
          current=plain([*NEW, {**NEW[0], "label": "N/A"}, {**NEW[1], "label": ""}])),
    scene("P10", "two unknown words", REFUSES, "current.csv", "pass", "fail", "8 times", "line 2", "pass=1,fail=0",
          "pass=0,fail=1", current=plain(with_values(NEW, label=lambda row: "fail" if number(row) % 2 else "pass"))),
    scene("P10", "one file graded, one not", REFUSES, "current.csv", "history.csv", "5", "--labels", "--threshold",
          current=plain(with_values(NEW, label=lambda row: number(row) % 5 + 1))),
    scene("P10", "a graded scale in both files", WORKS, history=plain(with_values(OLD, **SCALE)),
          current=plain(with_values(NEW, label=lambda row: number(row) % 3 + 3)),
          numbers={"mv": (3 * 0 + 3 * 0.5 + 2 * 1) / 8}),
    scene("P11", "zero is a value", WORKS, numbers={"mv": 0.0}, counts={"votes_used": 16},
          current=plain(with_values(NEW, label="0"))),
    scene("P12", "a covariate that is no number", REFUSES, "current.csv", "x_words", "lines 4, 5", "inf",
          current=plain(with_values(NEW, x_words=lambda row: "inf" if number(row) == 1 else 1))),
    scene("P12", "an empty cell of a covariate", WARNS, "current.csv", "x_words", "line 4", numbers={"mv": 0.5625},
          history=plain(with_values(OLD, x_words=number)),
          current=plain(with_values(NEW, x_words=lambda row: "" if number(row) == 1 else number(row)))),
)  # fmt: skip
VOTES = (
    scene("P13", "one item_id under two systems is two items", WORKS, counts={"items_used": 16},
          current=plain([*NEW, *with_values(NEW, system="beta")])),
    scene("P14", "the same vote again", WARNS, "current.csv", "line 18", numbers=CLEAN,
          counts={"repeats_collapsed": 1}, current=plain([*NEW, NEW[0]])),
    scene("P14", "a vote that contradicts another", WARNS, "current.csv", "lines 2, 18", "new0",
          counts={"conflicting_dropped": 2}, numbers={"mv": 0.5625}, current=plain([*NEW, {**NEW[0], "label": 0}])),
    scene("P15", "two gold labels for an item", WARNS, "history.csv", "old1", "lines 4, 5", counts={"gold_items": 9},
          history=plain([{**row, "gold_label": 0} if at == 2 else row for at, row in enumerate(OLD)])),
    scene("P15", "gold on any row of its item", WORKS, numbers=CLEAN, counts={"gold_items": 10},
          history=plain([{**row, "gold_label": row["gold_label"] if at % 2 else ""} for at, row in enumerate(OLD)])),
    scene("P16", "gold in the current file", WARNS, "current.csv", "gold_label", "16", numbers=CLEAN,
          current=plain(with_values(NEW, gold_label=1))),
    scene("P17", "an item in both files", WARNS, "history.csv", "current.csv", "old0", "--overlap",
          counts={"history_items": 9}, current=plain(SAME_ITEMS)),
    scene("P18", "an annotator without history", WARNS, "current.csv", "cy", "1 of 17 votes",
          current=plain([*NEW, {**NEW[0], "annotator_id": "cy"}]), numbers={"hero1": 0.6133}),
    scene("P18", "no annotator has history", NO_NUMBER, "vendor 1", "ana", "history.csv", numbers={"mv": 0.5625},
          current=plain(with_values(NEW, annotator_id=rater(ana="vendor 1", bo="vendor 2")))),
)  # fmt: skip
ESTIMATES = (
    scene("P19", "ties are one half, items without votes do not count", WARNS, "new9", numbers=CLEAN,
          counts={"ties": 3, "items_without_votes": 1},
          current=plain([*NEW, {**NEW[0], "item_id": "new9", "label": ""}])),
    scene("P20", "gold of one class only", NO_NUMBER, "history.csv", "0 of class 0", numbers={"mv": 0.5625},
          history=plain(with_values(OLD, gold_label=lambda row: row["gold_label"] or ""))),
    scene("P20", "1200 votes on one item", WORKS, numbers={"mv": 0.5, "hero1": 0.5}, history=plain(CROWD),
          current=plain(with_values(CROWD[:2400], gold_label="", round="summer"))),
    scene("P21", "everybody at chance", NO_NUMBER, "ana", numbers={"mv": 0.5625}, history=CHANCE),
    scene("P22", "fewer positives than false alarms", WARNS, "boundary", numbers={"mv": 0.0, "hero1": 0.0},
          current=plain(with_values(NEW, label=0))),
    scene("P23", "a constant covariate", WARNS, "x_words", numbers={**CLEAN, "hero2": 0.6133},
          history=plain(with_values(OLD, x_words=number)), current=plain(with_values(NEW, x_words=7))),
    scene("P24", "all resamples agree", WARNS, "Wilson", numbers={"mv": 1.0}, current=UNANIMOUS),
    scene("P26", "stopped at the limit", WARNS, "not converged", settings={"max_iter": 1},
          history=plain([{**row, "gold_label": row["gold_label"] if at < 16 else ""} for at, row in enumerate(OLD)])),
)  # fmt: skip
SCENES = (*FILES, *IDS, *LABELS, *VOTES, *ESTIMATES)


def gold_file() -> bytes:
    """The gold of the history in a file of its own."""
    return file("item_id,gold_label", *(f"{row['item_id']},{row['gold_label']}" for row in ALONE))
