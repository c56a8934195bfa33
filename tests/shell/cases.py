"""A messy case through the shell: what it checks, what must be said and what must not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hero_core.reading.workbook import can_read
from tests.support import ROOT, Said, shell

FOLDER = ROOT.parent / "shared" / "cases"
TOLERANCE = 1e-4
NUMBERS = ("mv", "hero1", "hero2")
COUNTS = {
    "ties": "ties",
    "items_used": "items_used",
    "votes_used": "votes_used",
    "annotators": "annotators",
    "gold_items": "gold_items",
    "rows_read": "rows_read",
    "duplicates_collapsed": "repeats_collapsed",
    "rows_without_label": "rows_without_label",
    "items_without_votes": "items_without_votes",
}
RATES = {"alpha": "sensitivity", "beta": "specificity"}
ELSEWHERE = {"tolerance", "reads", "heatmap_rows", "heatmap_rows_max", "axis_type"}  # of screens, and of reading twice

OPENED = {"box-xlsx-named-csv"} if can_read() else set()  # the optional library opens it and names the sheet


@dataclass(frozen=True)
class Case:
    """One run: the files by role, what the user chose, and what should come of it."""

    name: str
    files: dict[str, Path]
    settings: dict[str, Any]
    expect: str
    stage: str
    checks: dict[str, Any]
    must_mention: list[Any]
    must_not: list[str]

    @property
    def options(self) -> list[str]:
        """The user's choices as options of the shell."""
        found: list[str] = []
        if "em_max_iter" in self.settings:
            found += ["--max-iter", str(self.settings["em_max_iter"])]
        for file, mapping in self.settings.get("labels", {}).items():
            found += ["--labels", f"{file}:" + ",".join(f"{value}={kind}" for value, kind in mapping.items())]
        return found

    def run(self, *more: str) -> Said:
        """The estimate, with the options of the case."""
        files = [part for role, path in self.files.items() for part in (f"--{role}", path)]
        return shell("estimate", *files, "--json", "--quiet", "--resamples", "20", *self.options, *more)


def case_names() -> list[str]:
    """Folders with a case, none where the reference data are absent."""
    return sorted(path.parent.name for path in FOLDER.glob("*/case.json"))


def cases_of(name: str) -> Iterator[Case]:
    """The runs of one folder: usually one; one per upload of the same name; one more for a good other behaviour."""
    folder = FOLDER / name
    told = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    if name in OPENED:
        told |= {"expect": "works", "checks": told["accept_also"]["checks"], "must_mention": ["current.csv", "votes"]}
    history = [folder / file["path"] for file in told["files"] if file["role"] == "history"]
    uploads = [folder / file["path"] for file in told["files"] if file["role"].startswith("current")]
    for upload in uploads:
        checks = told["checks"]
        if len(uploads) > 1:
            checks = checks[upload.parent.name]
        yield Case(
            name=name,
            files={**({"history": history[0]} if history else {}), "current": upload},
            settings=told["settings"],
            expect=told["expect"],
            stage=told["stage"],
            checks=checks,
            must_mention=told["must_mention"],
            must_not=told["must_not"],
        )
    if "settings" in told.get("accept_also", {}):
        other = told["accept_also"]
        yield Case(
            name=f"{name} ({other['when']})",
            files={**({"history": history[0]} if history else {}), "current": uploads[0]},
            settings=other["settings"],
            expect=other["expect"],
            stage="estimate",
            checks=other["checks"],
            must_mention=[],
            must_not=told["must_not"],
        )


def faults(case: Case) -> list[str]:
    """All that is not as the case wants it."""
    said = case.run()
    refused = case.expect == "clear_error" and case.stage == "read"
    found = [] if said.code == (2 if refused else 0) else [f"exit {said.code}"]
    found += [f"no mention of {entry}" for entry in case.must_mention if not mentioned(entry, said)]
    found += [f"shows {word}" for word in (*case.must_not, "Traceback") if shown(word, said)]
    if said.code == 2:
        return found
    document = said.document
    problems = [finding for finding in document["findings"] if finding["severity"] != "info"]
    if case.expect == "works" and problems:
        found += [f"reports a problem: {finding['message']}" for finding in problems]
    if case.expect != "works" and not problems:
        found.append("reports no problem")
    if case.expect == "clear_error" and case.stage == "estimate":
        hero = [row for row in document["estimates"] if row["method"] in ("hero1", "hero2")]
        found += [f"{row['method']} has a number" for row in hero if row["estimate"] is not None]
    return found + (
        wrong_numbers(case, document) if "em_max_iter" not in case.settings else unconverged(case, document)
    )


def mentioned(entry: str | list[str], said: Said) -> bool:
    """Whether the text, or one of several, is said anywhere."""
    everything = (said.out + said.err).casefold()
    return any(text.casefold() in everything for text in ([entry] if isinstance(entry, str) else entry))


def shown(word: str, said: Said) -> bool:
    """Whether the text stands somewhere as a whole word."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said.out + said.err, re.IGNORECASE) is not None


def wrong_numbers(case: Case, document: dict[str, Any]) -> list[str]:
    """Checks whose number is another one."""
    tolerance = case.checks.get("tolerance", TOLERANCE)
    found = []
    for key, wanted in case.checks.items():
        if key in ELSEWHERE:
            continue
        for name, expected, got in compared(key, wanted, document):
            same = expected == got if not isinstance(expected, float) else near(expected, got, tolerance)
            found += [] if same else [f"{name} is {got}, not {expected}"]
    return found


def near(expected: float, got: float | None, tolerance: float) -> bool:
    """Whether there is a number close to the expected one."""
    return got is not None and abs(expected - got) <= tolerance


def compared(key: str, wanted: Any, document: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Name, expected and found value of each number behind a check. Raises KeyError for a check nobody knows."""
    annotators = {row["annotator"]: row for row in document["annotators"]}
    if key in NUMBERS:
        rows = document["estimates"]
        yield key, float(wanted), next(r["estimate"] for r in rows if (r["method"], r["system"]) == (key, None))
    elif key in COUNTS:
        yield key, wanted, document["counts"][COUNTS[key]]
    elif key in RATES:
        for name, rate in wanted.items():
            yield f"{key} of {name}", float(rate), annotators[name][RATES[key]]
    elif key == "annotator_ids":
        yield key, sorted(wanted), sorted(name for name, row in annotators.items() if row["current_votes"])
    elif key == "x_mean_history":
        means = {row["name"]: row["history_mean"] for row in document["covariates"]}
        for name, mean in wanted.items():
            yield f"mean of {name}", float(mean), means[name]
    elif key == "classes":
        yield key, [str(name) for name in wanted], document["classes"]
    else:
        raise KeyError(f"{key} is a check that this driver does not know")


def unconverged(case: Case, document: dict[str, Any]) -> list[str]:
    """At its limit EM is marked; run to its end it gives the numbers of the case."""
    row = next(row for row in document["estimates"] if (row["method"], row["system"]) == ("hero1", None))
    found = [] if row["status"] == "not_converged" and row["estimate"] is not None else [f"status is {row['status']}"]
    return found + wrong_numbers(case, case.run("--max-iter", "5000").document)
