"""A layout: how the export of some tool is recognised, and which of its fields are ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hero_core.reading.header import COVARIATE, fold_name, guess_columns, is_known
from hero_core.reading.messages import show
from hero_core.reading.records import Record, Records, text
from hero_core.saying import said

CANONICAL = ("item_id", "annotator_id", "label", "gold_label", "system", "round", "prompt", "prediction")
CARRIED = ("gold_label", "system", "round", "prompt", "prediction")
JOINT = "/"
ANY = "*"
FILE = "_file"
ROW_NUMBER = said("the number of the row")

Vote = dict[str, str]
Found = tuple[int, Vote]
Names = Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Layout:
    """What all layouts say: `name` to accept it by, `title`, the `source` of its field names, and a `sample` file."""

    name: str
    title: str
    source: str
    sample: str = ""
    suffix: str = "csv"
    quoted: bool = True
    note: str = ""

    def fits(self, records: Records) -> bool:
        """Whether the file looks like this."""
        raise NotImplementedError

    def answers(self, records: Records) -> tuple[str, ...]:
        """The fields that may hold the label, where there are several."""
        return ()

    def pairing(self, records: Records, answer: str | None) -> dict[str, str]:
        """Where each of our columns comes from, in words of the file."""
        raise NotImplementedError

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """Line and vote, as our columns."""
        raise NotImplementedError

    def columns(self, records: Records) -> dict[str, str] | None:
        """The plain renaming that does it all, if there is one."""
        return None


@dataclass(frozen=True, kw_only=True)
class Flat(Layout):
    """One row per vote under other names. A tuple of names is joined; `label` may end in * for several answers.

    `instead` names what counts where a field is empty, `key` the column that says which question a row answers, `data`
    the prefix of the fields of the item, `drop` the values of columns that make a row no vote, `meaning` the class of
    folded label texts, `nested` whether the parts of an object are fields of their own.
    """

    needs: Names
    item: Names
    annotator: Names
    label: str
    instead: Mapping[str, Names] = field(default_factory=dict)
    gold: str = ""
    system: str = ""
    prompt: str = ""
    key: str = ""
    data: str = ""
    drop: Mapping[str, frozenset[str]] = field(default_factory=dict)
    meaning: Mapping[str, str] = field(default_factory=dict)
    exact: bool = False
    nested: bool = True

    def fits(self, records: Records) -> bool:
        """All needed names are there (and no other, if `exact`)."""
        have = records.folded.keys()
        needed = {fold_name(name) for name in self.needs}
        return have == needed if self.exact else needed <= have and self._has_label(records)

    def _has_label(self, records: Records) -> bool:
        """Whether there is a field for the label, or one that counts in its place."""
        names = [*self._labels(records), *self.instead.get("label", ())]
        return any(fold_name(name) in records.folded for name in names)

    def answers(self, records: Records) -> tuple[str, ...]:
        """Names behind the star, or the values of the key column."""
        if self.key:
            column = self._named(records, self.key)
            values = dict.fromkeys(text(row.get(column)) for row in records.rows)
            return tuple(values) if len(values) > 1 else ()
        found = self._labels(records)
        return tuple(name[len(self.label) - 1 :] for name in found) if len(found) > 1 else ()

    def _named(self, records: Records, name: str) -> str:
        """The name as the file writes it."""
        return records.folded.get(fold_name(name), name)

    def _labels(self, records: Records) -> list[str]:
        if not self.label.endswith(ANY):
            return [self._named(records, self.label)]
        start = self.label[:-1]
        return [name for name in records.header if name.startswith(start) and len(name) > len(start)]

    def _label(self, records: Records, answer: str | None) -> str:
        if self.label.endswith(ANY) and answer:
            return self.label[:-1] + answer
        return self._labels(records)[0]

    def _sources(self, records: Records, answer: str | None) -> dict[str, list[str]]:
        """Names in the file of each of our columns."""
        label = self._label(records, answer)
        gold = self.gold[:-1] + label[len(self.label) - 1 :] if self.gold.endswith(ANY) else self.gold
        wanted: dict[str, Names] = {
            "item_id": self.item, "annotator_id": self.annotator, "label": [label], "gold_label": [gold],
            "system": [self.system], "prompt": [self.prompt],
        }  # fmt: skip
        named = {ours: [self._named(records, name) for name in names if name] for ours, names in wanted.items()}
        found = {ours: [name for name in names if name in records.header] for ours, names in named.items()}
        found = {ours: names for ours, names in found.items() if names}
        taken = {name for names in found.values() for name in names}
        own = {fold_name(name): [name] for name in records.header if is_known(name) and name not in taken}
        return {**self._beside(records, taken), **own, **found}

    def _beside(self, records: Records, taken: set[str]) -> dict[str, list[str]]:
        """Usual names behind the prefix of the item's fields."""
        short = {name[len(self.data) :]: name for name in records.header
                 if self.data and name.startswith(self.data) and name not in taken}  # fmt: skip
        usual = {ours: short[name] for ours, name in guess_columns(list(short)).items() if ours in CARRIED}
        covariates = {fold_name(own): name for own, name in short.items() if fold_name(own).startswith(COVARIATE)}
        return {ours: [name] for ours, name in {**usual, **covariates}.items()}

    def pairing(self, records: Records, answer: str | None) -> dict[str, str]:
        """The names, joined ones with +."""
        sources = self._sources(records, answer)
        for ours, names in self.instead.items():
            other = [self._named(records, name) for name in names if fold_name(name) in records.folded]
            sources.setdefault(ours, other[:1])
        return {ours: " + ".join(names) for ours, names in in_order(sources).items() if names}

    def columns(self, records: Records) -> dict[str, str] | None:
        """The renaming, if nothing is joined, left out or translated."""
        sources = self._sources(records, None)
        special = self.key or self.drop or self.meaning or self.instead or not self.quoted
        if special or any(len(names) > 1 for names in sources.values()):
            return None
        return {ours: names[0] for ours, names in sources.items()}

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """One vote per row that is not dropped."""
        sources = self._sources(records, answer)
        drop = {self._named(records, name): values for name, values in self.drop.items()}
        key = self._named(records, self.key) if self.key and answer else None
        for line, row in zip(records.lines, records.rows, strict=True):
            if any(text(row.get(name)).strip().casefold() in values for name, values in drop.items()):
                continue
            if key is not None and text(row.get(key)) != answer:
                continue
            vote = {ours: joined(row, names) for ours, names in sources.items()}
            for ours, names in self.instead.items():
                others = (text(row.get(self._named(records, name))) for name in names)
                vote[ours] = vote.get(ours) or next((other for other in others if other), "")
            if self.meaning:
                vote["label"] = self.meaning.get(vote["label"].strip().casefold(), vote["label"])
            yield line, vote


@dataclass(frozen=True, kw_only=True)
class Nested(Layout):
    """Votes inside the records: `explode` gives (answer field, vote) of a record; `where` says it in words, with the
    placeholder {answer} for the answer field."""

    look: Callable[[Records], bool]
    explode: Callable[[Record], Iterator[tuple[str, Vote]]]
    where: Mapping[str, str]

    def fits(self, records: Records) -> bool:
        """Whether the records have the shape."""
        return self.look(records)

    def answers(self, records: Records) -> tuple[str, ...]:
        """Every answer field that occurs, if there are several."""
        names = dict.fromkeys(name for row in records.rows for name, _ in self.explode(named(row, records)))
        return tuple(names) if len(names) > 1 else ()

    def pairing(self, records: Records, answer: str | None) -> dict[str, str]:
        """The places."""
        first = (name for row in records.rows for name, _ in self.explode(named(row, records)))
        asked = show(answer or next(first, "answer"))
        return {ours: said(place, answer=asked) for ours, place in self.where.items()}

    def votes(self, records: Records, answer: str | None) -> Iterator[Found]:
        """The votes of one answer field."""
        for line, row in zip(records.lines, records.rows, strict=True):
            found = self.explode(named(row, records))
            yield from ((line, vote) for name, vote in found if answer is None or name == answer)


def named(row: Record, records: Records) -> Record:
    """The record with the name of its file, for exports of one file per annotator."""
    return {FILE: Path(records.file).stem, **row}


def joined(row: Record, names: Names) -> str:
    """The fields that say something, joined."""
    return JOINT.join(part for part in (text(row.get(name)).strip() for name in names) if part)


def carried(data: Record) -> Vote:
    """Gold, system, round, prompt, prediction and covariates that stand beside an item under a usual name."""
    names = [str(name) for name in data]
    usual = {ours: name for ours, name in guess_columns(names).items() if ours in CARRIED}
    covariates = {fold_name(name): name for name in names if is_known(name) and fold_name(name).startswith(COVARIATE)}
    return {ours: text(data.get(name)) for ours, name in {**usual, **covariates}.items()}


def in_order(values: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Our columns in their usual order, others behind."""
    return {name: values[name] for name in [*CANONICAL, *(name for name in values if name not in CANONICAL)]
            if name in values}  # fmt: skip
