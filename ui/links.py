"""The one place that knows the address: which choices stand in it, how they are written, for which data it was made.

The address of a view holds whatever differs from the usual: settings, language, presenter mode, the choices of its
page, and a short fingerprint of the data. The data themselves never travel in it. What is kept between two runs is in
ui.state.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from string import hexdigits
from typing import Any, Literal
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.settings import CHOICES
from ui.uploads import SAMPLES, Upload, Workspace

Address = dict[str, tuple[str, ...]]
Match = Literal["same", "read", "waiting", "other"]

LANGUAGE = "lang"
DATA = "data"
LEFT_OUT = "left_out"
NOTHING = ("",)  # an empty choice, which is not the same as none made
LONGEST = 200  # characters of a free text
SHOWN = 40  # characters of a value that is told
SHORT = 8  # hexadecimal digits of a file
SHORTER = 4  # hexadecimal digits of the reading choices

# Name of a page, its script and icon, in the order of the page list.
PAGES = (
    ("app.py", "page.overview", ":material/balance:"),
    ("pages/1_Data.py", "page.data", ":material/folder_open:"),
    ("pages/2_Annotators.py", "page.annotators", ":material/group:"),
    ("pages/3_Compare.py", "page.compare", ":material/bar_chart:"),
    ("pages/4_Stability.py", "page.stability", ":material/shuffle:"),
    ("pages/5_Items.py", "page.items", ":material/search:"),
    ("pages/6_Lab.py", "page.lab", ":material/science:"),
    ("pages/7_Report.py", "page.report", ":material/description:"),
)

# The choices that make a page's view: name in the address -> key of the remembered widget.
SHARED: dict[str, dict[str, str]] = {
    "page.annotators": {
        "annotator": "annotator", "cells": "people_mode", "points": "people_measure", "votes": "people_which",
        "rows": "votes_page", "sort": "people_sort", "highest": "people_order", "watch": "people_watch",
        "find": "people_search", "part": "people_page", "drift": "drift_class",
    },
    "page.compare": {
        "methods": "compare_methods", "versions": "compare_versions", "pairs": "matrix_versions",
        "target": "compare_target", "version": "compare_system", "a": "pair_a", "b": "pair_b", "where_a": "slice_a",
        "where_b": "slice_b", "by": "slice_by", "sides": "sides_kind", "trend": "trend_systems",
    },
    "page.stability": {
        "methods": "stability_methods", "sizes": "stability_sizes", "shares": "stability_fractions",
        "numbers": "stability_numbers", "draws": "stability_draws",
        "bands": "stability_bands", "whole": "stability_whole", "ranks_by": "stability_rank_method",
        "ranks_at": "stability_rank_fraction",
    },
    "page.items": {
        "method": "items_method", "sort": "items_sort", "version": "items_system", "judged_by": "items_annotator",
        "find": "items_search", "item": "items_item",
    },
    "page.lab": {
        "kind": "lab_kind", "rounds": "lab_repetitions", "intervals": "lab_intervals", "design": "lab_generator",
        "k": "lab_k", "stress": "lab_stress",
    },
    "page.report": {
        "title": "report_title", "people": "report_annotators", "items": "report_items",
        "ranking": "report_stability", "speaks": "report_language",
    },
}  # fmt: skip

# Where the data of a link may be kept on the server: fingerprint -> the files and choices, or None.
FINDERS: list[Callable[[str], Workspace | None]] = []


def shared(page: str) -> dict[str, str]:
    """Name in the address -> key of the widget, for the settings and for the choices of a page."""
    return {**{key: key for key in CHOICES}, LEFT_OUT: LEFT_OUT, **SHARED.get(page, {})}


def written(value: object) -> tuple[str, ...]:
    """A choice as it stands in the address; a list has one text for each of its entries."""
    if isinstance(value, list | tuple):
        return tuple(text for entry in value for text in written(entry)) or NOTHING
    if isinstance(value, bool):
        return ("1" if value else "0",)
    if isinstance(value, float):
        return (f"{value:.12g}",)
    return ("" if value is None else str(value),)


def meant(text: str, default: object, options: Container[object] | None) -> Any:
    """The choice that a text of the address stands for: one of the `options`, or of the kind of `default`.

    Raises ValueError where there is none.
    """
    if isinstance(default, bool) and not text:
        return True  # ?present, the name alone
    if isinstance(options, Sequence):
        return _among(text, options)
    value = _of_kind(text, default)
    if options is not None and value not in options:
        raise ValueError(text)
    return value


def _among(text: str, options: Sequence[object]) -> object:
    for option in options:
        if written(option) == (text,):
            return option
    raise ValueError(text)


def _of_kind(text: str, default: object) -> Any:
    if isinstance(default, bool):
        return _among(text, (False, True))
    if isinstance(default, str):
        if len(text) > LONGEST:
            raise ValueError(text)
        return text
    number = int(text) if isinstance(default, int) else float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def asked() -> Address:
    """What the address says now."""
    return {name: tuple(st.query_params.get_all(name)) for name in st.query_params}


def show(address: Address) -> None:
    """Let the browser show this address; nothing is sent where it stands there already."""
    if asked() != address:
        st.query_params.from_dict(plain(address))


def plain(address: Address) -> dict[str, str | list[str]]:
    """The address as Streamlit takes it for a page link."""
    return {name: texts[0] if len(texts) == 1 else list(texts) for name, texts in address.items()}


def came_back() -> bool:
    """This run was asked for by the browser's back or forward button, so the address counts and not the widgets."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def full(address: Address) -> str:
    """The whole address of the present page, to be copied."""
    query, base = urlencode(plain(address), doseq=True), st.context.url or ""
    base = base if "/" in base.partition("//")[2] else f"{base}/"
    return f"{base}?{query}" if query else base


@dataclass(frozen=True, kw_only=True)
class Fingerprint:
    """Which data: a few digits for each file and for the choices of reading; "" = no file, the usual choices."""

    current: str = ""
    history: str = ""
    choices: str = ""

    def __str__(self) -> str:
        return ".".join((self.current, self.history, self.choices)).rstrip(".")

    def __bool__(self) -> bool:
        return bool(self.current or self.history)

    @property
    def told(self) -> str:
        """As people read it: nothing stands for a file that is not there, where the address has an empty place."""
        return ".".join(part for part in (self.current, self.history, self.choices) if part)

    @property
    def sample(self) -> bool:
        """The sample data that come with the dashboard."""
        return self.current in SAMPLES

    @classmethod
    def parsed(cls, text: str) -> Fingerprint:
        """From the address. Raises ValueError for what cannot be one."""
        parts = text.split(".")
        if len(parts) > 3 or not all(part in SAMPLES or set(part) <= set(hexdigits) for part in parts):
            raise ValueError(text)
        found = cls(**dict(zip(("current", "history", "choices"), parts, strict=False)))
        if not found:
            raise ValueError(text)
        return found

    @classmethod
    def of(cls, files: Workspace) -> Fingerprint:
        """Of the files and choices of a visitor. Names of files do not count, their content does."""
        usual = Workspace(history=_as_it_came(files.history), current=_as_it_came(files.current))
        choices = "" if _choices(files) == _choices(usual) else _digits(_choices(files), SHORTER)
        if files.current is not None and files.sample and files.history is not None and files.history.sample:
            name = files.current.name.removesuffix(".csv")
            return cls(current=name if name in SAMPLES else next(iter(SAMPLES)), choices=choices)
        return cls(current=_of_file(files.current), history=_of_file(files.history), choices=choices)

    def match(self, here: Fingerprint) -> Match:
        """How data that are here go with this fingerprint: the same, read otherwise, not all there yet, others."""
        pairs = ((self.current, here.current), (self.history, here.history))
        if any(there != now and now for there, now in pairs):
            return "other"
        if any(there and not now for there, now in pairs):
            return "waiting"
        return "same" if self.choices == here.choices else "read"


def _as_it_came(upload: Upload | None) -> Upload | None:
    if upload is None:
        return None
    return Upload(role=upload.role, name=upload.name, data=b"", sha256=upload.sha256, gold=upload.gold)


def _choices(files: Workspace) -> tuple[object, ...]:
    """Everything about how the files are read, without their names and content."""
    each = tuple(None if upload is None else upload.choices for upload in (files.history, files.current))
    return (each, files.overlap, files.values)


def _of_file(upload: Upload | None) -> str:
    if upload is None:
        return ""
    return upload.sha256[:SHORT] if upload.gold is None else _digits((upload.sha256, upload.gold.sha256), SHORT)


def _digits(value: object, count: int) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:count]


def found_on_server(fingerprint: str) -> Workspace | None:
    """The data of a link, where somebody keeps them here."""
    return next((files for find in FINDERS if (files := find(fingerprint)) is not None), None)
