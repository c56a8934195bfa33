"""What a report says where the votes come from a program and not from people."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hero_core.results import EstimateResult
from hero_core.saying import joined
from hero_core.words import text

ROLES = ("current", "history")
# SHA-256 of the tables in demo_data, which a program made.
SAMPLES = frozenset((
    "346223369b847258f8b536119d0f3018d8b8684f407ccf1e626cc3f1ab841100",  # history.csv
    "9595de5bfe59b6c19d1f92d9a0189bc58b0719229dc540a5d0e26ebd70eab756",  # current.csv
    "215b664c2d560ea8727677840123654a60bdabb4f6e2ae340d1fd001f0430820",  # graded_history.csv
    "168be4ddf8a0ecfda156c671c258c80c6023987899cef749039b66fcee35e231",  # graded.csv
))  # fmt: skip


def notice_of(result: EstimateResult, simulated: Collection[str]) -> str:
    """The sentence for the head of a report; empty where no file is known to be simulated.

    `simulated` are the roles that are known to be; the sample that comes with the project is known by its content.
    """
    facts: Mapping[str, Any] = result.provenance
    files = {role: facts[role] for role in ROLES if facts.get(role) is not None}
    names = [file["name"] for role, file in files.items() if role in simulated or file["sha256"] in SAMPLES]
    return text("report.simulated", files=joined(names, ", ")) if names else ""
