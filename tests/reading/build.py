"""Small files of votes for the tests, and short ways to look at what became of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pytest

from hero_core.annotations import Annotations
from hero_core.errors import ReadError
from hero_core.reading import read

Row = Mapping[str, object]
CURRENT_PATTERNS = ((1, 1), (1, 1), (1, 1), (0, 0), (0, 0), (1, 0), (0, 1), (1, 0))


def history_rows(raters: Sequence[str] = ("ana", "bo")) -> list[dict[str, object]]:
    """Ten gold items, five of each class; each rater is wrong on one item of each class."""
    rows: list[dict[str, object]] = []
    for number in range(10):
        gold = number % 2
        for position, rater in enumerate(raters):
            wrong = number in (2 * position, 2 * position + 1)
            rows.append(
                {"item_id": f"old{number}", "annotator_id": rater, "label": gold ^ wrong, "gold_label": gold,
                 "system": "alpha", "round": "spring"}
            )  # fmt: skip
    return rows


def current_rows(raters: Sequence[str] = ("ana", "bo")) -> list[dict[str, object]]:
    """Eight items, two votes each: three agree on 1, two on 0, three split."""
    return [
        {"item_id": f"new{number}", "annotator_id": rater, "label": vote, "system": "alpha", "round": "summer"}
        for number, pattern in enumerate(CURRENT_PATTERNS)
        for rater, vote in zip(raters, pattern, strict=True)
    ]


def with_values(rows: Iterable[Row], **columns: object) -> list[dict[str, object]]:
    """The rows with columns set, to a value or by a function of the row."""
    return [
        {**row, **{name: value(row) if callable(value) else value for name, value in columns.items()}} for row in rows
    ]


def table(
    rows: Sequence[Row], *, separator: str = ",", newline: str = "\n", quote_all: bool = False,
    columns: Sequence[str] | None = None,
) -> str:  # fmt: skip
    """The rows as delimited text."""
    names = list(columns or dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator=newline,
                        quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL)  # fmt: skip
    writer.writerow(names)
    writer.writerows([[row.get(name, "") for name in names] for row in rows])
    return text.getvalue()


def file(*lines: str) -> bytes:
    """The lines as a UTF-8 file."""
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def votes(*lines: str, header: str = "item_id,annotator_id,label") -> bytes:
    """A file with this header and these lines."""
    return file(header, *lines)


def labels(*texts: object) -> bytes:
    """One item per label text, all by one annotator."""
    return votes(*(f"i{number},ana,{text}" for number, text in enumerate(texts)))


def refusal(data: bytes, **options: object) -> ReadError:
    """The error that reading raises."""
    with pytest.raises(ReadError) as caught:
        read(data, name="votes.csv", **options)  # type: ignore[arg-type]
    return caught.value


def codes(found: Annotations | ReadError) -> list[str]:
    """Codes of the findings."""
    return [finding.code for finding in found.findings]


def label_of(found: Annotations) -> dict[tuple[str, str], str]:
    """Class name of each vote by item id and annotator."""
    return {
        (str(found.item_ids[item]), str(found.annotator_ids[annotator])): found.classes[label]
        for item, annotator, label in zip(found.item, found.annotator, found.label, strict=True)
    }


def same(left: Annotations, right: Annotations) -> bool:
    """Whether all arrays and lists that can change a number are equal."""
    arrays = ("item", "annotator", "label", "gold", "system", "round", "covariates", "item_ids", "annotator_ids")
    lists = ("classes", "systems", "rounds", "covariate_names", "graded", "explicit", "rows")
    prompts = (None if found.prompts is None else list(found.prompts) for found in (left, right))
    return (
        all(np.array_equal(getattr(left, name), getattr(right, name)) for name in arrays)
        and all(getattr(left, name) == getattr(right, name) for name in lists)
        and next(prompts) == next(prompts)
    )
