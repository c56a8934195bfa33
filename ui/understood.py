"""What was understood of the files: facts side by side, the question of polarity, first rows, cleaned tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pandas as pd
import streamlit as st

from hero_core.annotations import Annotations
from hero_core.charts.labels import percent
from hero_core.reading.words import binary_class, canonical
from hero_core.votetable import blanks_meant, parquet_bytes, vote_table
from hero_core.words import chain, text, told
from ui import cached, state
from ui.canonical import canonical_table
from ui.explain import escape
from ui.frame import download, table
from ui.uploads import Upload

PREVIEW_ROWS = 20
NAMES_SHOWN = 8
LABELS_SHOWN = 10
HASH_LETTERS = 12
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
LEFT_OUT = {"systems", "rounds", "covariates", "renamed", "gold_votes", "gold_systems"}  # where neither file has them


def readable(uploads: Iterable[Upload]) -> dict[Upload, Annotations]:
    """The files that can be read, as annotations."""
    return {upload: found for upload in uploads if (found := cached.read_upload(upload).annotations) is not None}


def show_understood(uploads: list[Upload]) -> None:
    """Facts of both files side by side, and the one question that no file answers."""
    read = readable(uploads)
    if not read:
        return
    st.header(text("data.understood"))
    _ask_polarity()
    facts = {text(f"data.{upload.role}"): facts_of(found) for upload, found in read.items()}
    nothing = text("none")
    keys = [key for key in next(iter(facts.values())) if key not in LEFT_OUT or _any(facts.values(), key, nothing)]
    rows = {text(f"data.fact.{key}"): [of_file[key] for of_file in facts.values()] for key in keys}
    st.table(pd.DataFrame.from_dict(rows, orient="index", columns=list(facts), dtype="str").map(escape))


def _any(facts: Iterable[dict[str, str]], key: str, nothing: str) -> bool:
    return any(of_file[key] != nothing for of_file in facts)


def _ask_polarity() -> None:
    """Asked once, where the first file is understood; the sidebar holds the answer."""
    if state.polarity_said():
        return
    with st.container(border=True):
        st.markdown(text("data.polarity"))
        with st.container(horizontal=True):
            for way, icon in (("high", "trending_up"), ("low", "trending_down")):
                st.button(
                    text(f"data.polarity.{way}"), key=f"polarity_{way}", icon=f":material/{icon}:",
                    on_click=state.say_polarity, args=(way,),
                )  # fmt: skip


def show_tables(uploads: list[Upload]) -> None:
    """First rows of each file, and the table as understood for download."""
    read = readable(uploads)
    if read:
        st.header(text("data.preview"))
    for upload, found in read.items():
        st.subheader(text(f"data.{upload.role}"))
        table(canonical_table(found, PREVIEW_ROWS), key=f"preview_{upload.role}")
        name = text(f"data.{upload.role}").lower()
        with st.container(horizontal=True):
            download(
                lambda found=found: canonical_table(found), f"{upload.role}_as_understood.csv", f"clean_{upload.role}",  # type: ignore[misc]
                text("data.download", name=name),
            )  # fmt: skip
            st.download_button(
                text("data.download.parquet"), data=_parquet_of(found), on_click="ignore", icon=":material/download:",
                file_name=f"{upload.role}_as_understood.parquet", key=f"parquet_{upload.role}",
                mime="application/vnd.apache.parquet",
            )  # fmt: skip


def _parquet_of(found: Annotations) -> Callable[[], bytes]:
    """Makes the table as Parquet on the click."""

    def made() -> bytes:
        return parquet_bytes(vote_table(found), blanks_meant([found]))

    return made


def facts_of(found: Annotations) -> dict[str, str]:
    """What was understood of one file, as text by the fact's key."""
    return {
        "format": format_of(found),
        "renamed": names(f"{told(title)} → {name}" for name, title in found.reading.columns if name != title),
        "rows": f"{found.rows:,}",
        "votes": f"{found.n_votes:,}",
        "items": f"{found.n_items:,}",
        "annotators": f"{found.n_annotators:,}",
        "systems": names(found.systems),
        "rounds": names(found.rounds),
        "labels": names(labels_of(found), LABELS_SHOWN),
        **gold_of(found),
        "covariates": names(found.covariate_names),
        "sha256": found.sha256[:HASH_LETTERS],
    }


def format_of(found: Annotations) -> str:
    """What the file is: layout, packing, encoding, separator."""
    facts = found.reading
    parts = [
        text(f"data.form.{facts.form}"),
        "" if facts.container is None else text("data.form.packed", container=facts.container),
        facts.encoding or "",
        "" if facts.separator is None else text(f"data.separator.{SEPARATORS.get(facts.separator, 'other')}"),
        "" if facts.layout in (None, "plain") else text("data.form.layout", layout=facts.layout),
    ]
    return chain((part for part in parts if part), ", ")


def labels_of(found: Annotations) -> list[str]:
    """Each label as written with its class, where that is another word, and its count."""
    given = dict(found.reading.labels)
    shown = []
    for written, count, _ in found.label_counts:
        key = canonical(written)
        meant = given[key] if key in given else key if key in found.classes else binary_class(key)
        name = written if meant in (written, None) else f"{written} → {meant}"
        shown.append(text("named", name=name, value=f"{count:,}"))
    return shown


def gold_of(found: Annotations) -> dict[str, str]:
    """Items with gold, by system too, and how many gold votes the annotators have."""
    known, nothing = found.has_gold, text("none")
    count = int(known.sum())
    if not found.n_items or not count:
        return {"gold": nothing if found.role == "current" else text("data.gold.none"),
                "gold_votes": nothing, "gold_systems": nothing}  # fmt: skip
    each = np.bincount(found.annotator, weights=known[found.item], minlength=found.n_annotators)
    each = each[np.bincount(found.annotator, minlength=found.n_annotators) > 0]
    return {
        "gold": text("data.gold_share", count=f"{count:,}", share=percent(count / found.n_items, found.n_items)),
        "gold_votes": text(
            "data.gold_votes",
            some=int((each > 0).sum()),
            all=len(each),
            least=f"{each.min():,.0f}",
            median=f"{np.median(each):,.0f}",
        ),
        "gold_systems": _gold_by_system(found),
    }


def _gold_by_system(found: Annotations) -> str:
    if len(found.systems) < 2:
        return text("none")
    total = np.bincount(found.system, minlength=len(found.systems))
    gold = np.bincount(found.system[found.has_gold], minlength=len(found.systems))
    rows = zip(found.systems, gold, total, strict=True)
    return names(text("data.gold_system", system=name, gold=f"{some:,}", total=f"{every:,}")
                 for name, some, every in rows)  # fmt: skip


def names(found: Iterable[str], shown: int = NAMES_SHOWN) -> str:
    """A few names and how many more there are; a dash for none."""
    listed = list(found)
    if len(listed) > shown:
        return text("data.more_names", names=chain(listed[:shown], ", "), more=len(listed) - shown)
    return chain(listed, ", ") or text("none")
