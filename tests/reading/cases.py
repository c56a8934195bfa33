"""Messy inputs of the kinds that people really send, made here: what each file holds and what reading must do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.reading.build import current_rows, file, history_rows, table, votes, with_values

WORKS, WARNS, REFUSES = "works", "works_with_warning", "clear_error"


@dataclass(frozen=True, kw_only=True)
class Case:
    """Two files, what reading `where` must do, and words that the message must hold.

    `raters` are the two people behind ana and bo if all votes are those of the clean table.
    """

    history: bytes
    current: bytes
    expect: str = WORKS
    where: str = "current"
    tokens: tuple[str, ...] = ()
    raters: tuple[str, str] | None = ("ana", "bo")
    counts: Mapping[str, int] = field(default_factory=dict)


def plain(rows: list[dict[str, object]]) -> bytes:
    """The rows as an ordinary CSV file."""
    return table(rows).encode()


HISTORY, CURRENT = plain(history_rows()), plain(current_rows())
RATERS = ("ana", "bo")


def packed(raters: tuple[str, str], **columns: object) -> tuple[bytes, bytes]:
    """Clean files with other names for the raters and more columns."""
    return plain(with_values(history_rows(raters), **columns)), plain(with_values(current_rows(raters), **columns))


def chinese() -> Case:
    """Chinese names and labels in the Chinese code page."""
    raters = ("审核甲", "审核乙")
    spoken = {"label": lambda row: "是" if row["label"] else "否"}
    history, current = packed(raters, **spoken)
    return Case(history=history.decode().encode("gb18030"), current=current.decode().encode("gb18030"), expect=WARNS,
                tokens=("GB18030", "votes.csv"), raters=raters)  # fmt: skip


def semicolons() -> Case:
    """Semicolons with decimal commas."""
    values = {"x_words": lambda row: f"{str(row['item_id'])[3:]},5"}
    history, current = (
        table(with_values(rows, **values), separator=";").encode() for rows in (history_rows(), current_rows())
    )
    return Case(history=history, current=current, expect=WARNS, tokens=("x_words",))


def index_and_case() -> Case:
    """The saved index of a data frame, and a header written by hand."""
    lines = CURRENT.decode().splitlines()
    numbered = [f"{number},{line}" for number, line in enumerate(lines[1:])]
    return Case(history=HISTORY, current=file("Unnamed: 0,ITEM ID, Annotator-Id,Label ,system,Round", *numbered))


def label_twice() -> Case:
    """Two columns of one name with different content."""
    current = CURRENT.replace(b"system", b"label", 1)
    return Case(history=HISTORY, current=current, expect=REFUSES, tokens=("label", "columns 3, 4"))


def leading_zero() -> Case:
    """Two people whose names are one number."""
    history, current = packed(("007", "7"))
    return Case(history=history, current=current, expect=WARNS, tokens=("007",), raters=("007", "7"))


def one_class() -> Case:
    """Gold of class 1 only."""
    return Case(history=plain([row for row in history_rows() if row["gold_label"] == 1]), current=CURRENT)


def float_suffix() -> Case:
    """Whole annotator ids that a data frame wrote as decimals, in one of the files only."""
    return Case(history=packed(("31.0", "32.0"))[0], current=packed(("31", "32"))[1], expect=WARNS, where="history",
                tokens=("annotator_id", "31.0"), raters=("31", "32"))  # fmt: skip


def skipped() -> Case:
    """Skipped tasks as empty or N/A labels, one item and one annotator with nothing else."""
    skips = (
        "new0,cy,,alpha,summer",
        "new1,cy,N/A,alpha,summer",
        "new99,ana,null,alpha,summer",
        "new99,bo,-,alpha,summer",
    )
    return Case(
        history=HISTORY, current=CURRENT + file(*skips), expect=WARNS, tokens=("label", "4 rows", "18, 19, 20, 21"),
        counts={"rows_without_label": 4, "items_without_votes": 1, "votes_used": 16},
    )  # fmt: skip


def five_points() -> Case:
    """A five-point scale against a binary history: fine alone, refused together by whoever pairs them."""
    scale = {0: (1, 2, 3), 1: (4, 5)}
    rows = with_values(current_rows(), label=lambda row: scale[row["label"]][int(str(row["item_id"])[3:]) % 2])
    return Case(history=HISTORY, current=plain(rows), raters=None)


def repeated() -> Case:
    """Three votes exported twice."""
    return Case(history=HISTORY, current=CURRENT + b"".join(CURRENT.splitlines(keepends=True)[2:5]), expect=WARNS,
                tokens=("3 rows", "18, 19, 20"), counts={"rows_read": 19, "repeats_collapsed": 3})  # fmt: skip


def two_golds() -> Case:
    """An item with gold 1 in one row and 0 in another."""
    more = ("old77,ana,1,1,alpha,spring", "old77,bo,1,0,alpha,spring")
    return Case(history=HISTORY + file(*more), current=CURRENT, expect=WARNS, where="history",
                tokens=("old77", "22", "23"), counts={"gold_items": 10, "gold_conflicts": 1})  # fmt: skip


def gold_left_in() -> Case:
    """Gold in the current file."""
    return Case(history=HISTORY, current=plain(with_values(current_rows(), gold_label=1)), expect=WARNS,
                tokens=("gold_label", "16"), counts={"gold_cells": 16, "gold_items": 0})  # fmt: skip


def reversed_round() -> Case:
    """A second history round whose labels mean the opposite: seen by diagnostics, not by the reader."""
    more = with_values(history_rows()[:4], round="autumn", label=lambda row: 1 - int(str(row["gold_label"])))
    return Case(history=plain(history_rows() + more), current=CURRENT)


def many_votes() -> Case:
    """1,200 judges on four items."""
    lines = [
        f"c{item},w{judge:04d},{int(judge % 3 > 0) if item else judge % 2}"
        for item in range(4)
        for judge in range(1200)
    ]
    return Case(history=HISTORY, current=votes(*lines), raters=None, counts={"votes_used": 4800})


def chance_raters() -> Case:
    """Raters whose labels have nothing to do with gold."""
    rows = with_values(history_rows(), label=lambda row: int(str(row["item_id"])[3:]) // 2 % 2)
    return Case(history=plain(rows), current=CURRENT)


def numeric_names() -> Case:
    """Annotators that look like numbers; 10 and 1E1 are two people."""
    history, current = packed(("10", "1E1"))
    return Case(history=history, current=current, raters=("10", "1E1"))


CASES: dict[str, Case] = {
    "chinese code page": chinese(),
    "semicolons and decimal commas": semicolons(),
    "zero bytes": Case(history=HISTORY, current=b"", expect=REFUSES, tokens=("votes.csv", "0 bytes")),
    "label twice": label_twice(),
    "index and case": index_and_case(),
    "leading zero": leading_zero(),
    "float suffix": float_suffix(),
    "skipped tasks": skipped(),
    "five-point scale": five_points(),
    "reversed round": reversed_round(),
    "repeated votes": repeated(),
    "two golds": two_golds(),
    "gold in current": gold_left_in(),
    "new annotators": Case(
        history=HISTORY, current=packed(("team ana", "team bo"))[1], raters=("team ana", "team bo")
    ),
    "gold of one class": one_class(),
    "chance raters": chance_raters(),
    "1200 votes on an item": many_votes(),
    "constant covariate": Case(history=HISTORY, current=plain(with_values(current_rows(), x_words=7))),
    "numeric annotators": numeric_names(),
    "reread": Case(history=HISTORY, current=CURRENT),
}  # fmt: skip
